//! The families of layouts that can number the positions of a game.
//!
//! A family either makes a [`Hash`] or says why it cannot. The names are those of `--hash`.

use crate::layout::LayoutError;
use serde::Serialize;
use std::fmt;

/// A family of layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// All pieces are different: permutations in the order of a dictionary.
    Permutation,
    /// All pieces are different: permutations in the order of Myrvold and Ruskey.
    MyrvoldRuskey,
    /// All pieces are different: by the place of one, then permutations of the others.
    Blank,
    /// Every kind has a fixed number: strings ranked cell by cell.
    Multinomial,
    /// Every kind has a fixed number: one set after the other, by split tables.
    Sets,
    /// Every kind has a fixed number: one kind up to symmetry, then one set after the other.
    Orbits,
    /// Heaps with a fixed sum.
    Heaps,
    /// Every cell is a bit; invariants remove some.
    Bits,
    /// Every cell is a digit.
    Raw,
    /// The positions that can be reached, enumerated.
    Reachable,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 10] = [
        Family::Permutation,
        Family::MyrvoldRuskey,
        Family::Blank,
        Family::Multinomial,
        Family::Sets,
        Family::Orbits,
        Family::Heaps,
        Family::Bits,
        Family::Raw,
        Family::Reachable,
    ];

    /// Its name in `--hash`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Permutation => "permutation",
            Family::MyrvoldRuskey => "myrvold-ruskey",
            Family::Blank => "blank",
            Family::Multinomial => "multinomial",
            Family::Sets => "sets",
            Family::Orbits => "orbits",
            Family::Heaps => "heaps",
            Family::Bits => "bits",
            Family::Raw => "raw",
            Family::Reachable => "reachable",
        }
    }
}

/// Why a family cannot number a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is made for other games.
    NotMadeForIt(&'static str),
    /// It would be too large.
    Layout(LayoutError),
    /// More positions can be reached than are enumerated.
    TooManyPositions {
        /// The most that are.
        limit: u64,
    },
}

impl From<LayoutError> for Refusal {
    fn from(error: LayoutError) -> Self {
        Refusal::Layout(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotMadeForIt(reason) => f.write_str(reason),
            Refusal::Layout(error) => error.fmt(f),
            Refusal::TooManyPositions { limit } => {
                write!(f, "more than {limit} positions can be reached")
            }
        }
    }
}
