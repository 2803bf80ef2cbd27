//! `gamec solve --tier ... --bits 2` for games whose values are found many positions at once: who wins, tier by tier.

use super::native::WORTH_IT;
use super::sampled::{check_some, samples};
use super::values::answer::of_tiers;
use super::values::{Choices, Question, planned};
use super::{Answer, whole_lines};
use crate::args::{SolveArgs, thread_count};
use crate::asked;
use crate::json::NativeRun;
use crate::progress::Expected;
use gdl::ast::Verdict;
use gdl::model::{CellId, Content, State};
use gdl::plan::quotient::StateMap;
use gdl::plan::{Hash, Plan};
use gdl::wide::WideGame;
use gdl::wide::single::SinglePiece;
use gdl_runtime::interp::{Classes, Counts, Interp, Longest, SolveOptions, Tier};
use gdl_runtime::values::{Claims, Known, Structure, Worth};
use gdl_runtime::wide::{ValueCounts, WideValueOptions, WideValues, wide_values};
use gdl_runtime::{Observer, SolveError};

/// A game whose values can be found so.
pub(super) struct Prepared {
    plan: Plan,
    layout: SinglePiece,
    structure: Structure,
    question: Question,
    options: WideValueOptions,
    /// The symmetries that positions are divided by, as maps of the layout's cells.
    symmetries: Vec<Vec<usize>>,
}

/// Prepares a game; none if its values are found one at a time.
pub(super) fn prepare(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Option<Prepared> {
    // Only who wins is found, not where the longest wins are.
    let choices = Choices { family: None, bits: Some(2), symmetry: args.symmetry };
    let is_asked = args.plan.bits == choices.bits && options.tier.is_some();
    if !is_asked || !whole_lines::is_allowed_for_values(args) || args.limit_states.is_some() {
        return None;
    }
    let model = interp.model();
    let facts = asked::facts(interp, options, None).ok()?;
    let layout = SinglePiece::new(&WideGame::new(model, &facts).ok()?).ok()?;
    let (plan, question) = planned(interp, &facts, choices, options).ok()?;
    let structure = Structure::new(model, &plan);
    let most = most(&structure, question.tier())?;
    let threads = thread_count(args.threads);
    let symmetries = symmetries(&layout, &plan.hash);
    let options_of_values = WideValueOptions { threads, most };
    let prepared =
        Prepared { plan, layout, structure, question, options: options_of_values, symmetries };
    let fits = options.memory_limit.is_none_or(|limit| prepared.layout.bytes(most) <= limit);
    (fits && prepared.layout.positions(most) >= WORTH_IT).then_some(prepared)
}

/// The symmetries that move cells only.
fn symmetries(layout: &SinglePiece, hash: &Hash) -> Vec<Vec<usize>> {
    let position = |cell: u8| layout.cells.iter().position(|own| own.0 == cell);
    let maps = hash.quotient().maps().iter().filter(|map| map.moves_cells_only());
    let moved = |map: &StateMap| -> Option<Vec<usize>> {
        layout.cells.iter().map(|cell| position(map.cells()[cell.index()])).collect()
    };
    maps.filter_map(moved).collect()
}

/// The only number that makes a tier.
fn most(structure: &Structure, tier: usize) -> Option<usize> {
    let [(_, number)] = structure.tiers[tier].key.as_slice() else { return None };
    usize::try_from(*number).ok()
}

impl Prepared {
    /// How many positions there are.
    pub(super) fn expected(&self) -> Expected {
        Expected::AtMost(self.layout.positions(self.options.most))
    }

    /// Finds the values.
    pub(super) fn solve(
        &self,
        interp: &Interp<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let values = wide_values(&self.layout, &self.options, observer)?;
        let tiers = self.structure.below(&[self.question.tier()]);
        let sources = samples(&self.plan.hash, &self.question, tiers.iter().rev().copied());
        let claims = WideClaims { layout: &self.layout, values: &values };
        check_some(interp, &self.plan, &claims, &sources)?;
        let tiers = tiers.into_iter().filter_map(|tier| self.tier(tier, &values)).collect();
        let solution = of_tiers(interp, (&self.structure, &self.question), tiers, true);
        let native = NativeRun {
            threads: self.options.threads,
            bits: 2,
            symmetries: 1,
            explored: solution.tiers.iter().map(|tier| tier.states).sum(),
            table_bytes: values.bytes,
            on_disk: false,
            word_parallel: true,
        };
        Ok(Answer { native: Some(native), ..Answer::new(solution) })
    }

    /// What was found of a tier.
    fn tier(&self, tier: usize, values: &WideValues) -> Option<Tier> {
        let shape = &self.structure.tiers[tier];
        let number = most(&self.structure, tier)?;
        let found = values.tiers.iter().find(|found| found.number == number)?;
        let may_move = [shape.first_moves, shape.second_moves];
        let of = |player: usize| {
            if may_move[player] { found.movers[player] } else { ValueCounts::default() }
        };
        let [first, second]: [ValueCounts; 2] = [of(0), of(1)];
        let counts = Counts {
            won: first.won + second.won,
            lost: first.lost + second.lost,
            drawn: first.drawn + second.drawn,
            won_by: vec![first.won + second.lost, first.lost + second.won],
        };
        Some(Tier {
            key: shape.key.clone(),
            states: counts.won + counts.lost + counts.drawn,
            classes: (self.symmetries.len() > 1)
                .then(|| classes(&self.symmetries, values, number, may_move, &counts)),
            counts: Some(counts),
            longest: Longest::default(),
        })
    }
}

/// What the tables claim about a position.
struct WideClaims<'a> {
    layout: &'a SinglePiece,
    values: &'a WideValues,
}

impl Claims for WideClaims<'_> {
    fn value(&self, state: &State) -> Option<Known> {
        let SinglePiece { cells, single, contents: [_, many], .. } = self.layout;
        let held = |cell: &CellId| Content(state.cells[cell.index()]);
        let single = cells.iter().position(|cell| held(cell) == *single)?;
        let set = (0..).zip(cells).filter(|(_, cell)| held(cell) == *many);
        let set = set.fold(0_u64, |set, (bit, _)| set | 1 << bit);
        Some(Known::new(match self.values.value(set, single, state.mover.index())? {
            Verdict::Win => Worth::Won,
            Verdict::Lose => Worth::Lost,
            Verdict::Draw => Worth::Drawn,
        }))
    }
}

/// How the positions of a tier divide up to symmetry, which has as many classes as it leaves positions alone on average (Burnside's lemma). A symmetry leaves
/// a position alone if it keeps the single piece, and takes whole cycles of cells to hold the many.
fn classes(
    symmetries: &[Vec<usize>],
    values: &WideValues,
    number: usize,
    may_move: [bool; 2],
    all: &Counts,
) -> Classes {
    // What changes nothing leaves all positions alone.
    let mut left_alone = [all.won, all.lost, all.drawn];
    for map in symmetries.iter().filter(|map| map.iter().enumerate().any(|(at, to)| at != *to)) {
        let cycles = cycles(map);
        for single in (0..map.len()).filter(|cell| map[*cell] == *cell) {
            let others: Vec<u64> =
                cycles.iter().copied().filter(|cycle| cycle >> single & 1 == 0).collect();
            unions(&others, number, 0, &mut |set| {
                for player in [0, 1].into_iter().filter(|player| may_move[*player]) {
                    match values.value(set, single, player) {
                        Some(Verdict::Win) => left_alone[0] += 1,
                        Some(Verdict::Lose) => left_alone[1] += 1,
                        Some(Verdict::Draw) | None => left_alone[2] += 1,
                    }
                }
            });
        }
    }
    let order = symmetries.len() as u64;
    let [won, lost, drawn] = left_alone.map(|positions| positions / order);
    Classes { symmetries: order, won, lost, drawn }
}

/// The cycles of a map of cells, as sets.
fn cycles(map: &[usize]) -> Vec<u64> {
    let mut left = u64::MAX >> (64 - map.len());
    let mut cycles = Vec::new();
    while left != 0 {
        let (mut cycle, mut cell) = (0, left.trailing_zeros() as usize);
        while cycle >> cell & 1 == 0 {
            cycle |= 1 << cell;
            cell = map[cell];
        }
        left &= !cycle;
        cycles.push(cycle);
    }
    cycles
}

/// Shows all unions of some of these sets with so many members.
fn unions(sets: &[u64], number: usize, joined: u64, show: &mut dyn FnMut(u64)) {
    if number == 0 {
        return show(joined);
    }
    let Some((first, rest)) = sets.split_first() else { return };
    if let Some(left) = number.checked_sub(first.count_ones() as usize) {
        unions(rest, left, joined | first, show);
    }
    unions(rest, number, joined, show);
}
