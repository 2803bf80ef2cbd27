//! A game as the engines see it: numbered positions and the way from one to the next.
//!
//! This file stands on its own: it is also compiled, together with the sweeps, into libraries for a single game.

/// A game with numbered positions.
///
/// The numbering is a perfect hash: `rank(&unrank(i)) == i` for every index `i` below the size. Indices that no play reaches are allowed; they
/// cost room, nothing else.
pub trait Rules: Sync {
    /// A position.
    type State;

    /// Number of indices.
    fn size(&self) -> u64;

    /// The index of a position that can be reached.
    fn rank(&self, state: &Self::State) -> u64;

    /// The position with an index below the size.
    fn unrank(&self, index: u64) -> Self::State;

    /// Visits the position after each move, in any order. A position may be visited more than once.
    fn successors(&self, state: &Self::State, visit: &mut impl FnMut(&Self::State));
}
