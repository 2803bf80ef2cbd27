//! The computer's move: the fastest win, the slowest loss, the best margin. Where several moves
//! are as good, one after which the other player can go wrong most easily, and rather one to a
//! position that is new.

use crate::failure::Failure;
use gdl::layout::random::Random;
use gdl::model::State;
use gdl_runtime::interp::{Interp, Play};
use gdl_runtime::values::Outcome;
use gdl_solver::answers::Answers;
use gdl_solver::answers::rated::{Rated, rated_moves, rating};

/// The move that is made after these positions; none if there is no move.
pub(super) fn choose(
    interp: &Interp<'_>,
    answers: &dyn Answers,
    state: &State,
    visited: &[State],
    random: &mut Random,
) -> Result<Option<Play>, Failure> {
    let mut moves = rated_moves(interp, answers, state)?;
    let best = moves.iter().filter_map(|rated| rating(rated.known)).max();
    let Some(best) = best else {
        let count = u64::try_from(moves.len()).unwrap_or(u64::MAX);
        if count == 0 {
            return Ok(None);
        }
        let index = usize::try_from(random.below(count)).unwrap_or(0);
        return Ok(Some(moves.swap_remove(index).play));
    };
    moves.retain(|rated| rating(rated.known) == Some(best));
    let is_new = |rated: &Rated| !visited.contains(&rated.play.state);
    // A win whose plies are known comes nearer with every move.
    let is_near = |rated: &Rated| {
        rated.known.is_some_and(|known| known.outcome == Outcome::Win && known.plies.is_some())
    };
    if moves.iter().any(|rated| is_new(rated) && !is_near(rated)) {
        moves.retain(is_new);
    }
    let mut chosen = None;
    for rated in moves {
        let share = wrong_replies(interp, answers, state, &rated.play)?;
        if chosen.as_ref().is_none_or(|(most, _)| share > *most) {
            chosen = Some((share, rated.play));
        }
    }
    Ok(chosen.map(|(_, play)| play))
}

/// How many of a thousand replies are worse than the best: another result, not only a slower one.
fn wrong_replies(
    interp: &Interp<'_>,
    answers: &dyn Answers,
    state: &State,
    play: &Play,
) -> Result<usize, Failure> {
    if play.state.mover == state.mover {
        return Ok(0);
    }
    let replies = rated_moves(interp, answers, &play.state)?;
    let results =
        || replies.iter().filter_map(|reply| rating(reply.known).map(|(result, _)| result));
    let best = results().max();
    let wrong = results().filter(|result| Some(*result) < best).count();
    Ok(wrong * 1000 / replies.len().max(1))
}
