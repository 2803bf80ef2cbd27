//! A game as the engines see it: numbered positions and the way from one to the next.
//!
//! This file stands on its own: it is also compiled, together with the sweeps, into libraries for
//! a single game.

/// A game with numbered positions.
///
/// The numbering is a perfect hash: `rank(&unrank(i)) == i` for every index `i` below the size.
/// Indices that no play reaches are allowed; they cost room, nothing else.
pub trait Rules: Sync {
    /// A position.
    type State: Clone;

    /// Number of indices.
    fn size(&self) -> u64;

    /// The index of a position that can be reached.
    fn rank(&self, state: &Self::State) -> u64;

    /// The position with an index below the size.
    fn unrank(&self, index: u64) -> Self::State;

    /// Visits the position after each move, in any order. A position may be visited more than
    /// once.
    fn successors(&self, state: &Self::State, visit: &mut impl FnMut(&Self::State));

    /// Whether [`predecessors`](Rules::predecessors) knows all positions from which a move leads
    /// to a position.
    const KNOWS_PREDECESSORS: bool = false;

    /// Visits every position with an index from which a move leads to this one, in any order. A
    /// position may be visited more than once.
    fn predecessors(&self, _state: &Self::State, _visit: &mut impl FnMut(&Self::State)) {}

    /// Something read off a position that every move changes: it rises by one with each move, or
    /// it is 0 and 1 in turn. Always 0 if nothing of the kind is known.
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

    /// The tier of a position: play never returns to a tier that it has left. Tiers are numbered
    /// from 0, and a tier has a larger number than all that can follow it.
    fn tier(&self, _state: &Self::State) -> usize {
        0
    }

    /// Whether two positions are in the same tier.
    fn same_tier(&self, one: &Self::State, other: &Self::State) -> bool {
        self.tier(one) == self.tier(other)
    }

    /// The position with an index inside a tier.
    fn unrank_in_tier(&self, _tier: usize, index: u64) -> Self::State {
        self.unrank(index)
    }

    /// The index inside its tier that stands for a position and for all that the layout takes for
    /// the same: where a layout divides by symmetries, symmetric positions have one class, though
    /// a few of them can have several indices.
    fn class_in_tier(&self, _tier: usize, state: &Self::State) -> u64 {
        self.rank(state)
    }

    /// How many different positions a class stands for.
    fn class_size(&self, _tier: usize, _state: &Self::State) -> u64 {
        1
    }

    /// Whose turn it is: 0 or 1.
    fn mover(&self, _state: &Self::State) -> u32 {
        0
    }

    /// How the game has ended for the player to move: 0 not yet, 1 won, 2 lost, 3 drawn. Then
    /// there are no successors.
    fn verdict(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whether the players can change places: see [`exchanged`](Rules::exchanged).
    const EXCHANGES_PLAYERS: bool = false;

    /// The image of a position under a symmetry of the rules that exchanges the players; always
    /// the same one. It has the same value.
    fn exchanged(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Whether [`tier_predecessors`](Rules::tier_predecessors) knows all of them.
    const KNOWS_TIER_PREDECESSORS: bool = false;

    /// Visits every position of the same tier with an index from which a move leads to this one,
    /// in any order: at least as often as [`successors`](Rules::successors) visits this one from
    /// there.
    fn tier_predecessors(&self, _state: &Self::State, _visit: &mut impl FnMut(&Self::State)) {}

    /// Whether moves bring points; then the margin at the end decides.
    const SCORES: bool = false;

    /// How many points more than the other player the one who moved got for the move that led
    /// here. Only for a position that [`successors`](Rules::successors) is just showing.
    fn gain(&self, _next: &Self::State) -> i32 {
        0
    }

    /// How many points more than the other player the one to move gets for the position itself if
    /// the game ends here.
    fn final_gain(&self, _state: &Self::State) -> i32 {
        0
    }
}
