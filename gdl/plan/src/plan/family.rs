//! The families of layouts that can number the positions of a game.
//!
//! What the planner knows of each is in [`super::families`]. The names are those of `--hash`.

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
    /// Word-parallel: cells are bits.
    Affine,
    /// Word-parallel: the two sides of a cut, one as rows and one as columns.
    Product,
    /// Word-parallel: words of classes, and orders inside the classes.
    Lift,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 13] = {
        let mut all = [Family::Lift; 13];
        let (coded, word_parallel) = all.split_at_mut(Family::CODED.len());
        coded.copy_from_slice(&Family::CODED);
        word_parallel.copy_from_slice(&Family::WORD_PARALLEL);
        all
    };

    /// The word-parallel families, whose numbers another crate has
    /// ([`Numbering`](super::Numbering)). Code for one state at a time is not made for them.
    pub const WORD_PARALLEL: [Family; 3] = [Family::Affine, Family::Product, Family::Lift];

    /// The families that code is made for.
    pub const CODED: [Family; 10] = [
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
            Family::Affine => "affine",
            Family::Product => "product",
            Family::Lift => "lift",
        }
    }

    /// Whether it is made for word-parallel searches.
    pub fn is_word_parallel(self) -> bool {
        Family::WORD_PARALLEL.contains(&self)
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
