//! Moves with their values, and which is better.

use super::{Answers, known, margin};
use crate::error::Error;
use gdl::model::State;
use gdl_runtime::interp::{Interp, Play};
use gdl_runtime::values::{Evaluation, Outcome};

/// A legal move with its value.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The move.
    pub play: Play,
    /// What the position before it is worth if this move is made, for the player who makes it;
    /// none if that is not known.
    pub known: Option<Evaluation>,
}

/// The legal moves in a position, in their usual order.
pub fn rated_moves(
    interp: &Interp<'_>,
    answers: &dyn Answers,
    state: &State,
) -> Result<Vec<Rated>, Error> {
    let rated = |play: Play| {
        let after = known(interp, answers, &play.state)?;
        Ok(Rated { known: after.map(|after| before(state, &play, after)), play })
    };
    interp.moves(state).into_iter().map(rated).collect()
}

/// Puts the best moves first; equal ones stay in their order.
pub fn best_first(moves: &mut [Rated]) {
    moves.sort_by_key(|rated| std::cmp::Reverse(rating(rated.known)));
}

/// The first of the best moves.
pub fn best(moves: &[Rated]) -> Option<&Rated> {
    // Of equal ones the last is the greatest, so they are asked in the other order.
    moves.iter().rev().max_by_key(|rated| rating(rated.known))
}

/// Better is greater: a win soon, a draw, a loss late; or the larger margin. What is not known is
/// worse than all else.
pub fn rating(known: Option<Evaluation>) -> Option<(i64, i64)> {
    let Evaluation { outcome, plies } = known?;
    let plies = i64::from(plies.unwrap_or(0));
    Some(match outcome {
        Outcome::Win => (1, -plies),
        Outcome::Draw => (0, 0),
        Outcome::Loss => (-1, plies),
        Outcome::Margin(margin) => (margin, 0),
    })
}

/// The value of a position if this move is made, from the value of the position after it.
fn before(state: &State, play: &Play, after: Evaluation) -> Evaluation {
    let goes_on = play.state.mover == state.mover;
    let outcome = match (after.outcome, goes_on) {
        (Outcome::Margin(rest), _) => {
            let rest = if goes_on { rest } else { rest.saturating_neg() };
            Outcome::Margin(margin(&play.gains, state).saturating_add(rest))
        }
        (Outcome::Win, false) => Outcome::Loss,
        (Outcome::Loss, false) => Outcome::Win,
        (outcome, _) => outcome,
    };
    Evaluation { outcome, plies: after.plies.map(|plies| plies.saturating_add(1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let order = [
            Some(Evaluation::after(Outcome::Win, 1)),
            Some(Evaluation::after(Outcome::Win, 3)),
            Some(Evaluation::new(Outcome::Draw)),
            Some(Evaluation::after(Outcome::Loss, 8)),
            Some(Evaluation::after(Outcome::Loss, 2)),
            None,
        ];
        assert!(order.windows(2).all(|pair| rating(pair[0]) > rating(pair[1])));
        let margin = |margin| Some(Evaluation::new(Outcome::Margin(margin)));
        assert!(rating(margin(3)) > rating(margin(-4)));
    }
}
