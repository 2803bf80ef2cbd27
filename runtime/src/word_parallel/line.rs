//! A line of a table: 64 bytes, what a processor reads at a time.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Number of places of a line.
pub(crate) const PLACES: usize = 512;

/// A line: 512 places, the first in the lowest bit of the first word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [u64; 8]);

impl Line {
    /// No place is set.
    pub(crate) const EMPTY: Line = Line([0; 8]);
    /// Every place is set.
    pub(crate) const FULL: Line = Line([u64::MAX; 8]);

    /// Whether no place is set.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many places are set.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// What is set here and not in the other.
    #[inline(always)]
    #[must_use]
    pub(crate) fn without(self, other: Line) -> Line {
        self & !other
    }

    /// Whether a place is set.
    #[inline(always)]
    pub(crate) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// Sets a place.
    #[inline(always)]
    pub(crate) fn set(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// The places that are set, in order.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        (0..8).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                let lowest = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * word + lowest)
            })
        })
    }
}

impl BitOr for Line {
    type Output = Line;

    #[inline(always)]
    fn bitor(mut self, other: Line) -> Line {
        self |= other;
        self
    }
}

impl BitOrAssign for Line {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Line) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl BitAnd for Line {
    type Output = Line;

    #[inline(always)]
    fn bitand(mut self, other: Line) -> Line {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl Not for Line {
    type Output = Line;

    #[inline(always)]
    fn not(mut self) -> Line {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
