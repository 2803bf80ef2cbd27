//! Questions about positions, and what answers them: a database, tables in memory, a small game
//! that is solved at once.
//!
//! An answer is the value of a position for the player to move. From the answers about the
//! positions after its moves follow the values of [moves](rated), [best play](mod@line) and what
//! is said about them [in words](words).

use crate::error::Error;
use gdl::model::{Model, State};
use gdl_runtime::interp::{Ending, Interp};
use gdl_runtime::values::{Claims, Evaluation, Outcome};
use std::fmt;

pub mod line;
pub mod rated;
pub mod words;

/// Somebody who answers questions about positions.
pub trait Answers {
    /// The value of a position for the player to move; none if it has none there.
    fn known(&self, state: &State) -> Result<Option<Evaluation>, Error>;

    /// Whether it can be asked about all that follows this position.
    fn covers(&self, state: &State) -> Result<bool, Error> {
        Ok(self.known(state)?.is_some())
    }
}

/// Answers of somebody who never fails.
pub struct Claimed<'a>(pub &'a dyn Claims);

impl Answers for Claimed<'_> {
    fn known(&self, state: &State) -> Result<Option<Evaluation>, Error> {
        Ok(self.0.value(state))
    }
}

/// The value of a position; where nobody knows it, what the rules say about its end.
pub fn known(
    interp: &Interp<'_>,
    answers: &dyn Answers,
    state: &State,
) -> Result<Option<Evaluation>, Error> {
    Ok(match answers.known(state)? {
        Some(known) => Some(known),
        None => ended(interp, state),
    })
}

/// The value of a position that needs no search.
fn ended(interp: &Interp<'_>, state: &State) -> Option<Evaluation> {
    if is_puzzle(interp.model()) {
        return interp.is_goal(state).then(|| Evaluation::after(Outcome::Win, 0));
    }
    let is_won_by = |winner| if winner { Outcome::Win } else { Outcome::Loss };
    Some(match interp.outcome(state)? {
        Ending::Won(player) => Evaluation::after(is_won_by(player == state.mover), 0),
        Ending::Lost(player) => Evaluation::after(is_won_by(player != state.mover), 0),
        Ending::Draw => Evaluation::new(Outcome::Draw),
        Ending::Score(payoffs) => Evaluation::new(Outcome::Margin(margin(&payoffs, state))),
    })
}

/// What the player to move gets, less what the others do.
fn margin(gains: &[i64], state: &State) -> i64 {
    let signed = gains.iter().enumerate().map(|(player, gain)| {
        if player == state.mover.index() { *gain } else { gain.saturating_neg() }
    });
    signed.fold(0, i64::saturating_add)
}

/// Whether the value of a position is the way to a goal.
pub fn is_puzzle(model: &Model) -> bool {
    model.players.is_empty()
}

/// Whether this is a puzzle that nothing solves.
pub fn has_no_goal(model: &Model) -> bool {
    is_puzzle(model) && model.goal.is_none()
}

impl fmt::Debug for Claimed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claimed").finish_non_exhaustive()
    }
}
