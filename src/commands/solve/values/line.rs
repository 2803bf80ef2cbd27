//! Best play from a position, by what tables say.

use super::book::Book;
use gdl::model::State;
use gdl_runtime::interp::{Interp, LineStep, Play};
use gdl_runtime::values::coding::Decided;

/// The longest best line that is written down.
const LONGEST: usize = 1000;

/// The fastest win, the slowest loss, or moves that hold the draw; where the scores decide, moves with the best margin. Of equal moves the first. Play
/// without an end stops where a position comes again.
pub(super) fn best_line(interp: &Interp<'_>, book: &Book<'_>, from: &State) -> Vec<LineStep> {
    let by_score = book.worker.abilities().scores;
    let mut line: Vec<LineStep> = Vec::new();
    let mut visited = vec![from.clone()];
    while line.len() < LONGEST {
        let state = line.last().map_or(from, |step| &step.state).clone();
        let mut best: Option<((i64, i64), Play)> = None;
        for play in interp.moves(&state) {
            let rating = if by_score {
                by_margin(book, &state, &play).map(|margin| (margin, 0))
            } else {
                by_plies(book, &state, &play)
            };
            let Some(rating) = rating else { return line };
            if best.as_ref().is_none_or(|(known, _)| *known < rating) {
                best = Some((rating, play));
            }
        }
        let Some((_, play)) = best else { break };
        let is_known = visited.contains(&play.state);
        visited.push(play.state.clone());
        line.push(LineStep { text: play.text, state: play.state });
        if is_known {
            break;
        }
    }
    line
}

/// Better is greater: a win soon, a draw, a loss late.
fn by_plies(book: &Book<'_>, state: &State, play: &Play) -> Option<(i64, i64)> {
    let goes_on = play.state.mover == state.mover;
    Some(match (book.decided(&play.state)?, goes_on) {
        (Decided::Won(plies), true) | (Decided::Lost(plies), false) => (1, -i64::from(plies)),
        (Decided::Neither, _) => (0, 0),
        (Decided::Lost(plies), true) | (Decided::Won(plies), false) => (-1, i64::from(plies)),
    })
}

/// What a move brings with all that follows.
fn by_margin(book: &Book<'_>, state: &State, play: &Play) -> Option<i64> {
    let mover = state.mover.index();
    let gain = play.gains.iter().enumerate();
    let gain: i64 = gain.map(|(player, gain)| if player == mover { *gain } else { -gain }).sum();
    let rest = book.margin(&play.state)?;
    Some(gain + if play.state.mover == state.mover { rest } else { -rest })
}
