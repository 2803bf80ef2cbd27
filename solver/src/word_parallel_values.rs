//! Word-parallel values of a tier: who wins.

use crate::error::Message;
use crate::problem::{Choices, Job};
use crate::refusal::{Refusal, impossible};
use crate::reporter::Expected;
use crate::run::NativeRun;
use crate::sampled::check_some;
use crate::solution::Answer;
use crate::values::answer::of_tiers;
use crate::values::{TableValues, Target};
use gdl::facts::Facts;
use gdl::model::{CellId, Content, State};
use gdl::plan::quotient::StateMap;
use gdl::plan::{Hash, Plan};
use gdl::word_parallel::WordParallelGame;
use gdl::word_parallel::single::SinglePiece;
use gdl::words::bytes_text;
use gdl_runtime::interp::{Classes, Counts, Interp, Tier};
use gdl_runtime::values::work::ValueCounts;
use gdl_runtime::values::{Claims, Evaluation, Longest, Outcome, Structure};
use gdl_runtime::word_parallel::{
    WordParallelValueOptions, WordParallelValues, word_parallel_values,
};
use gdl_runtime::{Observer, SolveError};

/// A word-parallel search for values, planned.
#[derive(Debug)]
pub(crate) struct WordParallelSolve {
    pub(crate) plan: Plan,
    layout: SinglePiece,
    structure: Structure,
    target: Target,
    pub(crate) options: WordParallelValueOptions,
    /// The symmetries that positions are divided by, as maps of the layout's cells.
    symmetries: Vec<Vec<usize>>,
}

impl WordParallelSolve {
    /// Plans a search, if the rules allow it and it answers the question: who wins in a tier, not
    /// where the longest wins are.
    pub(crate) fn new(job: Job<'_>, facts: &Facts) -> Result<Self, Refusal> {
        if job.question.tier.is_none() || job.choices.bits != Some(2) {
            return Err(impossible(&"it finds who wins in a tier, without plies"));
        }
        if !crate::word_parallel::is_allowed_for_values(job) || job.limits.states.is_some() {
            return Err(impossible(&"it is not allowed"));
        }
        let model = job.interp.model();
        let game = WordParallelGame::new(model, facts).map_err(|refusal| impossible(&refusal))?;
        let layout = SinglePiece::new(&game).map_err(|refusal| impossible(&refusal))?;
        let choices = Choices { execution: None, ..job.choices.clone() };
        let TableValues { plan, target, structure, .. } =
            TableValues::new(Job { choices: &choices, ..job }, facts)?;
        let most = most(&structure, target.tier())
            .ok_or_else(|| impossible(&"its tiers have more than one number"))?;
        let bytes = layout.bytes(most);
        if let Some(limit) = job.limits.memory.filter(|limit| bytes > *limit) {
            let (bytes, limit) = (bytes_text(bytes), bytes_text(limit));
            let text = format!("the tables take {bytes}, and {limit} may be used");
            return Err(Refusal::TooLarge(Message::new(text)));
        }
        let symmetries = symmetries(&layout, &plan.hash);
        let options = WordParallelValueOptions { threads: job.limits.threads, most };
        Ok(WordParallelSolve { plan, layout, structure, target, options, symmetries })
    }

    /// Returns the number of positions of all tiers.
    pub(crate) fn positions(&self) -> u64 {
        self.layout.positions(self.options.most)
    }

    /// Returns the size of all tables in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.layout.bytes(self.options.most)
    }

    /// Returns by how many symmetries positions are divided.
    pub(crate) fn symmetries(&self) -> usize {
        self.symmetries.len().max(1)
    }
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

impl WordParallelSolve {
    /// How many positions there are.
    pub(crate) fn expected(&self) -> Expected {
        Expected::AtMost(self.layout.positions(self.options.most))
    }

    /// Finds the values.
    pub(crate) fn solve(
        &self,
        interp: &Interp<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let values = word_parallel_values(&self.layout, &self.options, observer)?;
        let tiers = self.structure.below(&[self.target.tier()]);
        let sources = self.target.samples(&self.plan.hash, tiers.iter().rev().copied());
        let claims = WordParallelClaims { layout: &self.layout, values: &values };
        check_some(interp, &self.plan, &claims, &sources)?;
        let tiers = tiers.into_iter().filter_map(|tier| self.tier(tier, &values)).collect();
        let solution = of_tiers(interp, (&self.structure, &self.target), tiers, true);
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
    fn tier(&self, tier: usize, values: &WordParallelValues) -> Option<Tier> {
        let shape = &self.structure.tiers[tier];
        let number = most(&self.structure, tier)?;
        let found = values.tiers.iter().find(|found| found.tier == number)?;
        let may_move = [shape.first_moves, shape.second_moves];
        let of = |player: usize| {
            if may_move[player] { found.positions[player] } else { ValueCounts::default() }
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
struct WordParallelClaims<'a> {
    layout: &'a SinglePiece,
    values: &'a WordParallelValues,
}

impl Claims for WordParallelClaims<'_> {
    fn value(&self, state: &State) -> Option<Evaluation> {
        let SinglePiece { cells, single, contents: [_, many], .. } = self.layout;
        let held = |cell: &CellId| Content(state.cells[cell.index()]);
        let single = cells.iter().position(|cell| held(cell) == *single)?;
        let set = (0..).zip(cells).filter(|(_, cell)| held(cell) == *many);
        let set = set.fold(0_u64, |set, (bit, _)| set | 1 << bit);
        self.values.value(set, single, state.mover.index()).map(Evaluation::new)
    }
}

/// How the positions of a tier divide up to symmetry, which has as many classes as it leaves
/// positions alone on average (Burnside's lemma). A symmetry leaves a position alone if it keeps
/// the single piece, and takes whole cycles of cells to hold the many.
fn classes(
    symmetries: &[Vec<usize>],
    values: &WordParallelValues,
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
                        Some(Outcome::Win) => left_alone[0] += 1,
                        Some(Outcome::Loss) => left_alone[1] += 1,
                        Some(Outcome::Draw | Outcome::Margin(_)) | None => left_alone[2] += 1,
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

/// Shows all unions of some of these sets, with `number` members besides those of `joined`.
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
