//! A position with the player to move, as a plain value.

use super::{Model, PlayerId, Start};
use serde::Serialize;

/// A position and whose turn it is. Scores are not part of it: they never matter for what can
/// happen next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct State {
    /// What stands on each cell: a content, or a number on a heap board.
    pub cells: Vec<u8>,
    /// How far the piece on each cell is turned; 0 where there is none. Empty if nothing in the
    /// game turns.
    pub turns: Vec<u8>,
    /// The value of each counter.
    pub counters: Vec<u8>,
    /// Whose turn it is; 0 in a puzzle.
    pub mover: PlayerId,
}

impl State {
    /// The position at a start.
    pub fn at_start(model: &Model, start: &Start) -> Self {
        let turning = model.pieces.iter().any(|piece| piece.turns > 1);
        State {
            cells: start.cells.clone(),
            turns: if turning { vec![0; start.cells.len()] } else { Vec::new() },
            counters: model.counters.iter().map(|counter| counter.initial).collect(),
            mover: PlayerId(0),
        }
    }

    /// Whether both are the same position, regardless of who is to move.
    pub fn same_position(&self, other: &State) -> bool {
        self.cells == other.cells && self.turns == other.turns && self.counters == other.counters
    }
}
