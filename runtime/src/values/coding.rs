//! What the entry of a position means.
//!
//! | entry | meaning |
//! |---|---|
//! | 0 | nothing is known |
//! | `1 + 2 d` | the player to move wins with the `d`-th ply |
//! | `2 + 2 d` | she loses with the `d`-th ply |
//! | the largest | she does not lose; a win may still be found, else it is a draw |
//! | `c` below the largest | nothing is decided, and at least `c` moves are not known to be bad |
//!
//! Depths grow from below and counts from above, as in Gasser's thesis (1995, section 3.5). With
//! two bits there is only depth 0 and no count, and it is the usual coding of won, lost and drawn.
//! A count need not be exact, only never too large: so it has a small maximum, and only depths can
//! overflow.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

/// The largest count.
const MOST_LEFT: u64 = 62;

/// Nothing is known.
pub const UNKNOWN: u64 = 0;

/// A coding of entries with 2, 8 or 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    bits: u32,
}

/// What an entry says about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// She wins with this ply.
    Won(u32),
    /// She loses with this ply.
    Lost(u32),
    /// Neither is known.
    Neither,
}

impl Coding {
    /// Creates the coding of entries with `bits` bits.
    #[inline]
    pub fn new(bits: u32) -> Self {
        Coding { bits }
    }

    /// How many bits an entry has.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Whether depths are stored.
    #[inline]
    pub fn has_depth(self) -> bool {
        self.bits > 2
    }

    /// She does not lose.
    #[inline]
    pub fn not_lost(self) -> u64 {
        (1 << self.bits) - 1
    }

    #[inline]
    fn most_left(self) -> u64 {
        if self.has_depth() { MOST_LEFT } else { 0 }
    }

    /// The last entry that is a win or a loss.
    #[inline]
    fn last_decided(self) -> u64 {
        self.not_lost() - self.most_left() - 1
    }

    /// A win with this ply; none if it has no room.
    #[inline]
    pub fn won(self, plies: u32) -> Option<u64> {
        self.decided(1, plies)
    }

    /// A loss with this ply; none if it has no room.
    #[inline]
    pub fn lost(self, plies: u32) -> Option<u64> {
        self.decided(2, plies)
    }

    #[inline]
    fn decided(self, first: u64, plies: u32) -> Option<u64> {
        let plies = if self.has_depth() { u64::from(plies) } else { 0 };
        let entry = first + 2 * plies;
        (entry <= self.last_decided()).then_some(entry)
    }

    /// The entry for `count` moves that are not known to be bad; none if counts are not stored.
    #[inline]
    pub fn left(self, count: u64) -> u64 {
        if self.has_depth() { self.not_lost() - count.clamp(1, MOST_LEFT) } else { UNKNOWN }
    }

    /// The entry when one move more is known to be bad; none if it is time to look at all moves
    /// again.
    #[inline]
    pub fn one_less(self, entry: u64) -> Option<u64> {
        // A count of 1 is the entry just below the largest.
        (entry > self.last_decided() && entry + 1 < self.not_lost()).then_some(entry + 1)
    }

    /// Whether it is a win or a loss.
    #[inline]
    pub fn is_decided(self, entry: u64) -> bool {
        // 0 wraps round to the largest number.
        entry.wrapping_sub(1) < self.last_decided()
    }

    /// The same entry with 16 bits.
    pub fn widened(self, entry: u64) -> u64 {
        // Depths are counted from below, everything else from above.
        let from_above = entry != UNKNOWN && !self.is_decided(entry);
        if from_above { Coding::new(16).not_lost() - (self.not_lost() - entry) } else { entry }
    }

    /// What it says.
    #[inline]
    pub fn read(self, entry: u64) -> Decided {
        if !self.is_decided(entry) {
            return Decided::Neither;
        }
        let plies = u32::try_from((entry - 1) / 2).expect("at most 16 bits");
        if entry % 2 == 1 { Decided::Won(plies) } else { Decided::Lost(plies) }
    }
}

/// The entry of a margin of 0, in 16 bits.
const EVEN: i64 = 1 << 15;

/// The margin that an entry says.
#[inline]
pub(super) fn margin(entry: u64) -> i64 {
    i64::try_from(entry).expect("16 bits") - EVEN
}

/// The entry of a margin; none if it has no room. 0 is no margin.
#[inline]
pub(super) fn entry(margin: i64) -> Option<u64> {
    u64::try_from(margin + EVEN).ok().filter(|entry| (1..1 << 16).contains(entry))
}

/// A word of margins of 0.
pub(super) const ALL_EVEN: u64 = 0x8000_8000_8000_8000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_means_one_thing() {
        for bits in [2, 8, 16] {
            let coding = Coding::new(bits);
            let mut deepest = 0;
            for entry in 0..1_u64 << bits {
                match coding.read(entry) {
                    Decided::Won(plies) => assert_eq!(coding.won(plies), Some(entry)),
                    Decided::Lost(plies) => {
                        assert_eq!(coding.lost(plies), Some(entry));
                        deepest = deepest.max(plies);
                    }
                    Decided::Neither => assert!(coding.one_less(entry).is_none_or(|less| {
                        coding.read(less) == Decided::Neither && less < coding.not_lost()
                    })),
                }
            }
            let room = [(2, 0), (8, 95), (16, 32_735)];
            assert!(room.contains(&(bits, deepest)), "{bits} bits have depths up to {deepest}");
            assert_eq!(coding.lost(deepest + 1).is_none(), bits > 2);
        }
    }

    #[test]
    fn wider_entries_mean_the_same() {
        let [narrow, wide] = [8, 16].map(Coding::new);
        for entry in 0..256 {
            let widened = narrow.widened(entry);
            assert_eq!(wide.read(widened), narrow.read(entry));
            let less = narrow.one_less(entry).map(|less| narrow.widened(less));
            assert_eq!(wide.one_less(widened), less);
        }
        assert_eq!(narrow.widened(narrow.not_lost()), wide.not_lost());
    }

    #[test]
    fn counts_fall_to_one_and_end_there() {
        let coding = Coding::new(8);
        let mut entry = coding.left(100);
        let mut falls = 0;
        while let Some(less) = coding.one_less(entry) {
            entry = less;
            falls += 1;
        }
        assert_eq!((entry, falls), (coding.left(1), MOST_LEFT - 1));
        assert_eq!(coding.one_less(UNKNOWN), None);
        assert_eq!(coding.one_less(coding.not_lost()), None);
    }
}
