//! Counts the moves of everything that is reached: for what some rewrites need, the high bits tell
//! which lines, and a mask which places of them.

use super::AffineTable;
use super::kernel::places_that_fit;
use crate::engine::workers::{Workers, cut};
use crate::word_parallel::Line;
use gdl::word_parallel::affine::bit_roles::code;
use gdl::word_parallel::affine::numbering::Run;
use gdl::word_parallel::affine::preconditions::Precondition;

/// How many runs are counted at a time.
const RUNS: usize = 64;

/// What some rewrites need, and by value of the determined low bits, as far as the place in a line
/// does not matter, the places that fit.
struct Counted {
    needed: Precondition,
    places: Vec<Line>,
}

/// How many moves all states have together that are reached.
pub(super) fn count(table: &AffineTable<'_>, workers: &Workers) -> u64 {
    let counted = |needed: Precondition| {
        let places = places_that_fit(&table.layout.roles, needed.low, needed.determined_low);
        Counted { needed, places }
    };
    let all = table.layout.preconditions(table.game).into_iter().map(counted).collect::<Vec<_>>();
    let runs = cut(0..table.kernel.numbering.runs.len(), RUNS);
    workers.sum(&runs, &|runs| runs.map(|run| of_run(table, &all, run)).sum())
}

fn of_run(table: &AffineTable<'_>, all: &[Counted], number: usize) -> u64 {
    let numbering = &table.kernel.numbering;
    let run: Run = numbering.runs[number];
    let determined = numbering.determined(run);
    let fit: Vec<_> = all.iter().filter(|it| it.needed.determined_high.fits(determined)).collect();
    let members = &numbering.classes[run.class as usize].members;
    let mut moves = 0;
    for (line, lower) in table.now[numbering.lines(number)].iter().zip(members) {
        if line.is_empty() {
            continue;
        }
        let high = u64::from(run.upper) << numbering.lower_bits | u64::from(*lower);
        let code = usize::try_from(code(&table.layout.roles.determined_low, high));
        let code = code.expect("a few bits");
        for counted in fit.iter().filter(|it| it.needed.high.fits(high)) {
            moves += counted.needed.rewrites * (*line & counted.places[code]).count();
        }
    }
    moves
}
