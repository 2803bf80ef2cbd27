//! Best play from a position to its end.

use super::rated::{Rated, best, rated_moves};
use super::{Answers, has_no_goal, is_puzzle};
use crate::error::Error;
use gdl::model::State;
use gdl_runtime::interp::Interp;
use gdl_runtime::values::{Evaluation, Outcome};

/// The longest best line that is written down.
pub const LONGEST: usize = 1000;

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over, or the puzzle solved.
    Over,
    /// A position comes again, so play need not end.
    Repeats,
    /// The value of a move is not known.
    Unknown,
    /// The puzzle cannot be solved.
    Nowhere,
    /// It has as many moves as were wanted.
    Cut,
}

/// Best play.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Rated>,
    /// How it ends.
    pub end: End,
}

/// The fastest win, the slowest loss, or moves that hold the draw; where the scores decide, moves
/// with the best margin; of a puzzle a shortest way to the goal. Of equal moves the first; where
/// plies are not known, one to a position that is new, if there is one.
pub fn best_line(
    interp: &Interp<'_>,
    answers: &dyn Answers,
    from: &State,
    most: usize,
) -> Result<Line, Error> {
    let mut line = Line { moves: Vec::new(), end: End::Cut };
    if has_no_goal(interp.model()) {
        return Ok(Line { end: End::Nowhere, ..line });
    }
    let mut visited = vec![from.clone()];
    while line.moves.len() < most {
        let state = line.moves.last().map_or(from, |rated| &rated.play.state).clone();
        if interp.is_goal(&state) {
            line.end = End::Over;
            break;
        }
        let mut moves = rated_moves(interp, answers, &state)?;
        if moves.iter().any(|rated| rated.known.is_none()) {
            line.end = End::Unknown;
            break;
        }
        let known = best(&moves).and_then(|rated| rated.known);
        if is_puzzle(interp.model()) && known.is_none_or(|known| known.outcome != Outcome::Win) {
            line.end = End::Nowhere;
            break;
        }
        if known.is_some_and(is_without_way) {
            let is_best = |rated: &Rated| rated.known == known;
            let is_new = |rated: &Rated| !visited.contains(&rated.play.state);
            if moves.iter().any(|rated| is_best(rated) && is_new(rated)) {
                moves.retain(|rated| is_new(rated));
            }
        }
        let Some(next) = best(&moves).cloned() else {
            line.end = End::Over;
            break;
        };
        let is_known = visited.contains(&next.play.state);
        visited.push(next.play.state.clone());
        line.moves.push(next);
        if is_known {
            line.end = End::Repeats;
            break;
        }
    }
    Ok(line)
}

/// Whether equal values do not tell which move comes nearer to the end.
fn is_without_way(known: Evaluation) -> bool {
    known.plies.is_none() && matches!(known.outcome, Outcome::Win | Outcome::Loss)
}
