//! Perfect hashing: the members of a set of states get the numbers 0, 1, 2, ... without gaps, and
//! every number its member.
//!
//! A *rank* maps a member to its index, *unrank* the index back. A family here is *minimal* (onto
//! `0..size`) unless its documentation says otherwise, so a table with one entry per index has no
//! holes. The families know nothing of games: they work on slices of elements, on digits and on
//! sets of cells as bit masks ([`mask::Mask`]). A plan combines them: a product of families is a
//! number in mixed radix whose digits are their ranks ([`radix::MixedRadix`]), families side by
//! side (tiers) are blocks one after the other ([`radix::Blocks`]).
//!
//! | states | family | size |
//! |---|---|---|
//! | n distinct pieces | [`permutation`], [`myrvold_ruskey`] | n!, n!/2 with a known sign |
//! | one piece apart from the others | [`partition`] | places x rest |
//! | k equal pieces on n cells | [`binomial`], with tables [`split`] | C(n, k) |
//! | several colors | [`multinomial`], with tables [`chain`] | n!/(k0! k1! ...) |
//! | seeds in pits | [`composition`] | C(s + n - 1, n - 1) |
//! | counters, orientations | [`radix`] | product of the radices |
//! | any subset of the cells | [`raw`] | 2^(cells - invariants) |
//! | up to symmetry | [`symmetry`], [`orbit`], [`canonical_times_free`] | orbits of the first color x C(n - W, B) |
//! | an enumerated set | [`reachable`] | its members |
//!
//! Sizes are counted in `u128` ([`counting`]) before any table is made; an index is a `u64`, and
//! what does not fit is a [`LayoutError`] that says how large it would be. Ranking never checks
//! its argument: a state outside of the family gets some number, or a panic from a table's bounds.
//! Rank and unrank are plain loops and table lookups without allocation, so that they can be
//! written out as code.

#![forbid(unsafe_code)]

pub mod binomial;
pub mod canonical_times_free;
pub mod chain;
pub mod composition;
pub mod counting;
mod guide;
pub mod mask;
pub mod multinomial;
pub mod myrvold_ruskey;
pub mod orbit;
pub mod partition;
pub mod permutation;
pub mod radix;
pub mod random;
pub mod rank_select;
pub mod raw;
pub mod reachable;
mod sign;
pub mod split;
pub mod symmetry;

use serde::Serialize;
use std::fmt;

/// Why there is no such layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum LayoutError {
    /// It has more entries than an index of 64 bits can number.
    TooLarge {
        /// Number of entries; `u128::MAX` stands for "at least that many".
        size: u128,
    },
    /// Its tables would have too many entries, although its indices may fit.
    TablesTooLarge {
        /// Number of entries of the tables; `u128::MAX` stands for "at least that many".
        entries: u128,
    },
    /// The parameters describe no set of states.
    Impossible {
        /// What is wrong with them.
        reason: &'static str,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::TooLarge { size: u128::MAX } => {
                write!(out, "at least {} entries, but an index has 64 bits", u128::MAX)
            }
            LayoutError::TooLarge { size } => {
                write!(out, "{size} entries, but an index has 64 bits")
            }
            LayoutError::TablesTooLarge { entries: u128::MAX } => {
                write!(out, "the tables for ranking need at least {} entries", u128::MAX)
            }
            LayoutError::TablesTooLarge { entries } => {
                write!(out, "the tables for ranking need {entries} entries")
            }
            LayoutError::Impossible { reason } => out.write_str(reason),
        }
    }
}

impl std::error::Error for LayoutError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_how_large_it_would_be() {
        let error = counting::index_size(counting::factorial(21)).unwrap_err();
        assert_eq!(error.to_string(), "51090942171709440000 entries, but an index has 64 bits");
        let error = counting::index_size(counting::factorial(100)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at least 340282366920938463463374607431768211455 entries, but an index has 64 bits"
        );
    }
}
