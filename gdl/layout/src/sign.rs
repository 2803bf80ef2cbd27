//! The sign of a permutation.

use serde::Serialize;

/// Whether a permutation is a product of an even or odd number of exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// Even.
    Even,
    /// Odd.
    Odd,
}

impl Sign {
    /// The sign of a product of `exchanges` exchanges.
    #[inline]
    pub fn of(exchanges: u64) -> Self {
        if exchanges & 1 == 0 { Sign::Even } else { Sign::Odd }
    }

    /// The sign of the product of two permutations.
    #[must_use]
    pub fn times(self, other: Sign) -> Self {
        if self == other { Sign::Even } else { Sign::Odd }
    }
}
