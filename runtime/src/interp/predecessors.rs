//! The positions before a position: those from which a move leads to it.
//!
//! Every part of a move is undone, the last first: whose turn it was, consequences, effects, what
//! happened on the board. What a part has overwritten is tried in every way the part allows, and
//! what a part would only have refused (guards, `illegal`, `must`, `else`, ends) is not looked at,
//! so undoing gives at least all positions before. Of these candidates, those stay that have the
//! position among their [successors](Interp::successors): the result is right because it is tried,
//! and complete because undoing leaves nothing out.
//!
//! Positions are plain values here, reachable or not: any content on any cell, counters from 0
//! to 255. Most moves have few candidates. A settling move can have come from every way to spread
//! the pieces again, and what was overwritten without being looked at can have been anything;
//! beyond [`MOST_CANDIDATES`] there is no answer but [`TooManyCandidates`].

use super::condition::View;
use super::rotation::rotated;
use super::rules::Interp;
use gdl::model::{Effect, Move, PlayerId, State, Stuck};
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use undo::Undo;

mod board;
mod undo;

#[cfg(test)]
mod tests;

/// The most positions that are tried.
pub const MOST_CANDIDATES: usize = 50_000;

/// There are more ways in which a position can have come about than are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCandidates;

impl fmt::Display for TooManyCandidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a position can have come about in more than {MOST_CANDIDATES} ways")
    }
}

impl Error for TooManyCandidates {}

impl Interp<'_> {
    /// All positions from which a move leads to this one, in order.
    pub fn predecessors(&self, state: &State) -> Result<Vec<State>, TooManyCandidates> {
        let state = self.canonical(state.clone());
        let leads_here = |candidate: &State| {
            self.successors(candidate).iter().any(|successor| successor.state == state)
        };
        Ok(self.candidates(&state)?.into_iter().filter(leads_here).collect())
    }

    /// The positions that undoing the moves gives; all predecessors are among them.
    fn candidates(&self, state: &State) -> Result<BTreeSet<State>, TooManyCandidates> {
        let model = self.model();
        let mut undo = Undo::new(model);
        let again = model.effects().any(|effect| matches!(effect, Effect::Again));
        let turns = if model.same_rotations { state.cells.len() } else { 1 };
        let mut candidates = BTreeSet::new();
        for player in (0..model.sides()).zip(0..).map(|(_, player)| PlayerId(player)) {
            let passed_on = model.next_player(player) == state.mover;
            let moved_again = again && player == state.mover;
            if !passed_on && !moved_again {
                continue;
            }
            for by in 0..turns {
                let result = State { mover: player, ..rotated(state, by) };
                for one in model.moves.iter().filter(|one| one.player == player) {
                    let before = self.undone(&mut undo, one, &result)?;
                    candidates.extend(before.into_iter().map(|state| self.canonical(state)));
                }
                if passed_on && model.stuck == Some(Stuck::Passes) {
                    candidates.insert(self.canonical(result));
                }
            }
        }
        Ok(candidates)
    }

    /// The positions in which a move may be made and that it may have led from.
    fn undone(
        &self,
        undo: &mut Undo<'_>,
        one: &Move,
        result: &State,
    ) -> Result<BTreeSet<State>, TooManyCandidates> {
        let model = self.model();
        let mut results = BTreeSet::from([result.clone()]);
        for &index in one.afters.iter().rev() {
            // A consequence may also have had no result; then nothing followed.
            let followed = undo.alternatives(&model.afters[index].body, &results)?;
            results.extend(followed);
        }
        let mut before = undo.body(&one.body, &results)?;
        if let Some(guard) = &one.guard {
            before.retain(|state| View { model, state, here: None }.holds(guard));
        }
        Ok(before)
    }
}
