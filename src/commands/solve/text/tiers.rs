//! Tiers for people: as tables, with the positions that are farthest from their end.

use crate::commands::tiers::Keys;
use crate::table::table;
use gdl::model::{Model, State, Stuck};
use gdl_runtime::interp::{Counts, Solution, Tier, position_text};
use gdl_runtime::values::Farthest;
use gdl_solver::text::{counted, grouped};

/// The longest win or loss of a tier.
type Select = fn(&Tier) -> &Option<Farthest<State>>;

/// The positions of tiers by value, at most `most` tiers.
pub(super) fn tiers(model: &Model, solution: &Solution, most: usize) -> String {
    let shown = shown(&solution.tiers, most);
    if shown.is_empty() {
        return String::new();
    }
    let keys = Keys::new(solution.tiers.iter().map(|tier| tier.key.as_slice()));
    let mut headings = keys.headings();
    headings.push("positions");
    let with_counts = solution.tiers.iter().any(|tier| tier.counts.is_some());
    let puzzle = model.players.is_empty();
    match (with_counts, puzzle) {
        (false, _) => {}
        (true, true) => headings.extend(["solvable", "unsolvable"]),
        (true, false) => headings.extend(["won", "lost", "drawn"]),
    }
    let has = |select: Select| solution.tiers.iter().any(|tier| select(tier).is_some());
    let [win_heading, loss_heading] = farthest_headings(model);
    let columns = [(win_heading, win as Select), (loss_heading, loss)];
    let farthest: Vec<_> = columns.into_iter().filter(|(_, select)| has(*select)).collect();
    headings.extend(farthest.iter().map(|(heading, _)| *heading));
    let rows = shown.iter().map(|tier| {
        let mut row = keys.cells(&tier.key);
        row.push(grouped(tier.states));
        if with_counts {
            let count = |select: fn(&Counts) -> u64| {
                tier.counts.as_ref().map_or("-".to_owned(), |counts| grouped(select(counts)))
            };
            row.extend([count(|counts| counts.won), count(|counts| counts.lost)]);
            row.extend((!puzzle).then(|| count(|counts| counts.drawn)));
        }
        let plies = |farthest: &Option<Farthest<State>>| {
            farthest.as_ref().map_or("-".to_owned(), |farthest| farthest.plies.to_string())
        };
        row.extend(farthest.iter().map(|(_, select)| plies(select(tier))));
        row
    });
    table(&headings, &rows.collect::<Vec<_>>()) + &left_out(&solution.tiers, &shown)
}

/// The positions of tiers by value, with symmetric positions counted as one.
pub(super) fn up_to_symmetry(solution: &Solution, most: usize) -> String {
    let divided: Vec<Tier> =
        solution.tiers.iter().filter(|tier| tier.classes.is_some()).cloned().collect();
    let shown = shown(&divided, most);
    if shown.is_empty() {
        return String::new();
    }
    let keys = Keys::new(solution.tiers.iter().map(|tier| tier.key.as_slice()));
    let mut headings = keys.headings();
    headings.extend(["symmetries", "positions", "won", "lost", "drawn"]);
    let rows = shown.iter().filter_map(|tier| {
        let classes = tier.classes?;
        let mut row = keys.cells(&tier.key);
        let numbers =
            [classes.symmetries, classes.total(), classes.won, classes.lost, classes.drawn];
        row.extend(numbers.map(grouped));
        Some(row)
    });
    format!("up to symmetry:\n{}", table(&headings, &rows.collect::<Vec<_>>()))
}

/// The positions that are farthest from their end.
pub(super) fn longest(model: &Model, solution: &Solution) -> String {
    let by_score = model.stuck == Some(Stuck::ByScore);
    let line = |what: &str, farthest: &Option<Farthest<State>>| {
        let Some(Farthest { plies, position }) = farthest else { return String::new() };
        let by = match (by_score, model.players.is_empty()) {
            (true, _) => format!("by {}", counted(*plies, "point")),
            (false, true) => counted(*plies, "move"),
            (false, false) if *plies == 1 => "1 ply".to_owned(),
            (false, false) => format!("{} plies", grouped(u64::from(*plies))),
        };
        format!("{what}, {by}: {}\n", position_text(model, position))
    };
    let [win, loss] = farthest_headings(model);
    line(win, &solution.longest.win) + &line(loss, &solution.longest.loss)
}

fn win(tier: &Tier) -> &Option<Farthest<State>> {
    &tier.longest.win
}

fn loss(tier: &Tier) -> &Option<Farthest<State>> {
    &tier.longest.loss
}

fn farthest_headings(model: &Model) -> [&'static str; 2] {
    match (model.stuck == Some(Stuck::ByScore), model.players.is_empty()) {
        (true, _) => ["most ahead", "most behind"],
        (false, true) => ["longest solution", ""],
        (false, false) => ["longest win", "longest loss"],
    }
}

/// The tiers that are shown: those with most positions, in their order, and the last in any case.
fn shown(tiers: &[Tier], most: usize) -> Vec<&Tier> {
    let mut by_size: Vec<usize> = (0..tiers.len()).collect();
    let last = tiers.len().saturating_sub(1);
    by_size.sort_by_key(|index| (*index != last, std::cmp::Reverse(tiers[*index].states)));
    by_size.truncate(most);
    by_size.sort_unstable();
    by_size.into_iter().map(|index| &tiers[index]).collect()
}

/// How many tiers are not shown.
fn left_out(tiers: &[Tier], shown: &[&Tier]) -> String {
    match tiers.len() - shown.len() {
        0 => String::new(),
        rest => format!("and {} with fewer positions: `--all-tiers`\n", counted(rest, "tier")),
    }
}
