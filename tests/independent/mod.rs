//! Second implementations of a few games, to compare the interpreter with.
//!
//! They are written by hand from the rules of the games, with tables typed in point by point, and
//! share nothing with the language: no picture is read and no rule is rewritten. All they have in
//! common with it is the text form of positions.

pub(crate) mod awari;
pub(crate) mod fox_and_geese;
pub(crate) mod morris;

use std::collections::BTreeSet;

/// A position of a hand-written game.
pub(crate) trait Position: Clone + Ord {
    /// The positions after each legal move; none if the game is over.
    fn successors(&self) -> BTreeSet<Self>;

    /// The position as `gamec moves` would write it.
    fn text(&self) -> String;
}

/// Number of ways to play `depth` moves from `position`.
pub(crate) fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.successors().iter().map(|next| perft(next, depth - 1)).sum()
}

/// A small generator of pseudo-random numbers (xorshift), so that a failing walk can be repeated.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice that fall in an order that depends on `seed`, which must not be 0.
    pub(crate) fn new(seed: u64) -> Self {
        assert_ne!(seed, 0, "xorshift never leaves 0");
        Self(seed)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let limit = u64::try_from(limit).expect("limits are small");
        usize::try_from(self.0 % limit).expect("it is below the limit")
    }
}
