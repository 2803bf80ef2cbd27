//! What tables say, in the form of all results.

use super::TableValues;
use super::Target;
use super::book::Book;
use super::classes::classes;
use super::line::best_line;
use gdl::model::{Model, State};
use gdl_runtime::interp::{Counts, Interp, Nearest, Solution, Tier};
use gdl_runtime::values::coding::Decided;
use gdl_runtime::values::{Farthest, Longest, Outcome, Structure, TierIndex, TierValues};

/// The result of a search for values.
pub(crate) fn solution(planned: &TableValues, interp: &Interp<'_>, book: &Book<'_>) -> Solution {
    let model = interp.model();
    let tiers: Vec<Tier> = book
        .values
        .wanted
        .iter()
        .filter_map(|number| book.values.tier(*number))
        .map(|found| tier(planned, model, book, &found))
        .collect();
    let TableValues { structure, target, .. } = planned;
    let is_solved = book.values.tier(target.tier()).is_some();
    let mut solution = of_tiers(interp, (structure, target), tiers, is_solved);
    solution.generated = book.values.moves;
    match target {
        Target::Tier { tier, .. } => {
            if model.players.is_empty() {
                solution.layers = histogram(book, *tier);
                solution.depth = solution.layers.len().checked_sub(1);
            }
        }
        Target::From { state, .. } => begin(&mut solution, interp, book, state),
    }
    solution
}

/// The result that tiers make, the one that was asked for last if it is solved.
pub(crate) fn of_tiers(
    interp: &Interp<'_>,
    (structure, target): (&Structure, &Target),
    mut tiers: Vec<Tier>,
    is_solved: bool,
) -> Solution {
    let mut solution = Solution::counted(0, Vec::new(), 0, 0);
    solution.only_counted = false;
    solution.nearest = Nearest::NotSought;
    match target {
        Target::Tier { given, .. } => {
            solution.first_moves = None;
            solution.tier = Some(given.clone());
            if let Some(own) = tiers.last().filter(|_| is_solved) {
                solution.states = own.states;
                solution.counts = own.counts.clone();
                solution.longest = own.longest.clone();
            }
        }
        Target::From { state, .. } => {
            tiers.retain(|tier| tier.states > 0);
            solution.first_moves = Some(interp.successors(state).len() as u64);
            solution.states = tiers.iter().map(|tier| tier.states).sum();
            let counts = tiers.iter().filter_map(|tier| tier.counts.as_ref());
            solution.counts = Some(Counts::sum(counts));
            tiers.iter().for_each(|tier| solution.longest.extend(&tier.longest));
            if structure.tiers.iter().all(|tier| tier.key.is_empty()) {
                tiers.clear();
            }
            tiers
                .sort_by_key(|tier| tier.key.iter().map(|(_, number)| *number).collect::<Vec<_>>());
        }
    }
    solution.tiers = tiers;
    solution
}

/// The value of the position that play begins with, and best play.
fn begin(solution: &mut Solution, interp: &Interp<'_>, book: &Book<'_>, state: &State) {
    if book.worker.abilities().scores {
        solution.value = book.margin(state).map(Outcome::Margin);
    } else {
        // Without depths a win in 0 plies only says that it is one.
        let plies = |plies: u32| with_plies(book).then_some(plies);
        (solution.value, solution.plies) = match book.decided(state) {
            Some(Decided::Won(count)) => (Some(Outcome::Win), plies(count)),
            Some(Decided::Lost(count)) => (Some(Outcome::Loss), plies(count)),
            Some(Decided::Neither) => (Some(Outcome::Draw), None),
            None => (None, None),
        };
    }
    if solution.value.is_some() && (with_plies(book) || book.worker.abilities().scores) {
        solution.line = best_line(interp, book, state);
    }
}

/// Whether the tables tell how many moves there are to the end.
fn with_plies(book: &Book<'_>) -> bool {
    let solved = book.values.wanted.iter().filter_map(|tier| book.values.tier(*tier));
    solved.map(|tier| tier.bits).max().is_some_and(|bits| bits > 2)
}

fn tier(planned: &TableValues, model: &Model, book: &Book<'_>, found: &TierValues) -> Tier {
    let TableValues { structure, .. } = planned;
    let [first, second] = found.positions;
    let both = first.and(second);
    let unsolvable = if model.players.is_empty() { both.drawn } else { 0 };
    let by = [first.won + second.lost, first.lost + second.won];
    let counts = Counts {
        won: both.won,
        lost: both.lost + unsolvable,
        drawn: both.drawn - unsolvable,
        won_by: by.into_iter().take(model.players.len()).collect(),
    };
    let farthest = |longest: Option<Farthest<TierIndex>>| {
        let Farthest { plies, position } = longest.filter(|_| found.bits > 2)?;
        let state = book.hash.unrank(book.hash.tier_start(position.tier) + position.index);
        // The same with the players exchanged, if it was found in the tier that this one becomes
        // then.
        let exchanged =
            (position.tier != found.tier).then(|| book.hash.quotient().exchanged(&state)).flatten();
        Some(Farthest { plies, position: exchanged.unwrap_or(state) })
    };
    Tier {
        key: structure.tiers[found.tier].key.clone(),
        states: both.total(),
        counts: Some(counts),
        longest: Longest { win: farthest(found.longest.win), loss: farthest(found.longest.loss) },
        classes: classes(planned, book, found),
    }
}

/// How many positions of a puzzle's tier there are at each distance from the goal; none if there
/// are no distances.
fn histogram(book: &Book<'_>, tier: usize) -> Vec<u64> {
    let mut layers: Vec<u64> = Vec::new();
    if book.values.tier(tier).is_none_or(|found| found.bits <= 2) {
        return layers;
    }
    let start = book.hash.tier_start(tier);
    for slot in 0..book.structure.tiers[tier].indices {
        let Some(Decided::Won(distance)) = book.values.decided((tier, slot)) else { continue };
        let mut positions = 1;
        if book.hash.is_up_to_symmetry() {
            let state = book.hash.unrank(start + slot);
            if book.hash.class(&state) != Some(start + slot) {
                continue;
            }
            positions = book.hash.class_members(&state).len() as u64;
        }
        let distance = distance as usize;
        if layers.len() <= distance {
            layers.resize(distance + 1, 0);
        }
        layers[distance] += positions;
    }
    layers
}
