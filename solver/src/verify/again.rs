//! A second solution, by the interpreter's own search: it has neither tables nor numbers for
//! positions, and finds values in another way.

use crate::problem::Job;
use crate::values::book::Book;
use crate::values::{TableValues, answer};
use gdl::model::State;
use gdl_runtime::SolveError;
use gdl_runtime::interp::{Counts, Nearest, Solution, SolveOptions, solve};
use gdl_runtime::values::{Farthest, Outcome};
use serde::Serialize;

/// The most positions that are solved again.
const MOST: u64 = 100_000;

/// What the interpreter has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Again {
    /// The number of positions.
    pub states: u64,
    /// What is not the same.
    pub differences: Vec<String>,
}

/// Solves a game of `states` positions again; none if there are too many.
pub(super) fn solve_again(
    job: Job<'_>,
    planned: &TableValues,
    book: &Book<'_>,
    states: u64,
) -> Result<Option<Again>, SolveError> {
    if states > MOST {
        return Ok(None);
    }
    // Should the tables have lost positions, there can be more.
    let limits = SolveOptions { state_limit: 2 * MOST, ..job.interpreter_options() };
    let mut observer = job.reporter.observer(None);
    let second = match solve(job.interp, &limits, &mut *observer) {
        Ok(second) => second,
        Err(SolveError::MemoryLimit { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let first = answer::solution(planned, job.interp, book);
    Ok(Some(Again { states: second.states, differences: differences(&first, &second) }))
}

/// What both solutions tell, and tell differently.
fn differences(tables: &Solution, interpreter: &Solution) -> Vec<String> {
    let mut differences = Vec::new();
    for (name, read) in PROPERTIES {
        if let (Some(one), Some(other)) = (read(tables), read(interpreter))
            && one != other
        {
            differences.push(format!("{name}: {one} in the tables, {other} by the interpreter"));
        }
    }
    differences
}

/// Reads a property of a solution, in words.
type Property = fn(&Solution) -> Option<String>;

/// What is compared. Tiers are not: the interpreter sees them in another way.
const PROPERTIES: [(&str, Property); 6] = [
    ("positions", |it| Some(it.states.to_string())),
    ("values", |it| it.counts.as_ref().map(counts)),
    ("value of the start", value),
    ("plies from the start", plies),
    ("longest win", |it| it.longest.win.as_ref().map(far)),
    ("longest loss", |it| it.longest.loss.as_ref().map(far)),
];

fn counts(counts: &Counts) -> String {
    format!("{} won, {} lost, {} drawn", counts.won, counts.lost, counts.drawn)
}

/// The value of the start; of a puzzle, whether it can be solved.
fn value(solution: &Solution) -> Option<String> {
    match (&solution.value, solution.nearest) {
        (_, Nearest::At(_)) => Some(Outcome::Win.to_string()),
        (_, Nearest::Nowhere) => Some(Outcome::Draw.to_string()),
        (value, Nearest::NotSought) => value.as_ref().map(Outcome::to_string),
    }
}

fn plies(solution: &Solution) -> Option<String> {
    match (solution.plies, solution.nearest) {
        (_, Nearest::At(moves)) => Some(moves.to_string()),
        (plies, _) => plies.map(|plies| plies.to_string()),
    }
}

fn far(farthest: &Farthest<State>) -> String {
    farthest.plies.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(won: u64) -> Solution {
        let counts = Counts { won, lost: 2, drawn: 3, won_by: Vec::new() };
        Solution { counts: Some(counts), ..Solution::counted(10, Vec::new(), 0, 1) }
    }

    #[test]
    fn what_only_one_knows_is_no_difference() {
        let known = Solution { value: Some(Outcome::Win), plies: Some(7), ..solution(5) };
        assert_eq!(differences(&solution(5), &known), Vec::<String>::new());
    }

    #[test]
    fn other_numbers_are_differences() {
        assert_eq!(
            differences(&solution(4), &solution(5)),
            [
                "values: 4 won, 2 lost, 3 drawn in the tables, 5 won, 2 lost, 3 drawn by the interpreter"
            ]
        );
    }

    #[test]
    fn a_solved_puzzle_is_a_win() {
        let by_tables = Solution { value: Some(Outcome::Win), plies: Some(8), ..solution(5) };
        let nearest = |nearest| Solution { nearest, ..solution(5) };
        assert_eq!(differences(&by_tables, &nearest(Nearest::At(8))), Vec::<String>::new());
        assert_eq!(
            differences(&by_tables, &nearest(Nearest::At(9))),
            ["plies from the start: 8 in the tables, 9 by the interpreter"]
        );
        assert_eq!(differences(&by_tables, &nearest(Nearest::Nowhere)).len(), 1);
    }
}
