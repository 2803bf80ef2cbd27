//! A game as the engines see it: numbered positions and the way from one to the next.
//!
//! This file stands on its own: it is also compiled, together with the sweeps, into libraries for a single game.

/// A game with numbered positions.
///
/// The numbering is a perfect hash: `rank(&unrank(i)) == i` for every index `i` below the size. Indices that no play reaches are allowed; they
/// cost room, nothing else.
pub trait Rules: Sync {
    /// A position.
    type State: Clone;

    /// Number of indices.
    fn size(&self) -> u64;

    /// The index of a position that can be reached.
    fn rank(&self, state: &Self::State) -> u64;

    /// The position with an index below the size.
    fn unrank(&self, index: u64) -> Self::State;

    /// Visits the position after each move, in any order. A position may be visited more than once.
    fn successors(&self, state: &Self::State, visit: &mut impl FnMut(&Self::State));

    /// Whether [`predecessors`](Rules::predecessors) knows all positions from which a move leads to a position.
    const KNOWS_PREDECESSORS: bool = false;

    /// Visits every position with an index from which a move leads to this one, in any order. A position may be visited more than once.
    fn predecessors(&self, _state: &Self::State, _visit: &mut impl FnMut(&Self::State)) {}

    /// Something read off a position that every move changes: it rises by one with each move, or it is 0 and 1 in turn. Always 0 if nothing of the
    /// kind is known.
    fn phase(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Whether a puzzle is solved.
    fn is_goal(&self, _state: &Self::State) -> bool {
        false
    }

    /// The one of the symmetric images of a position that stands for all of them.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// How many different positions are symmetric images of this one, itself included.
    fn orbit(&self, _state: &Self::State) -> u64 {
        1
    }
}
