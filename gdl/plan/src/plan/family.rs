//! The families of layouts that can number the positions of a game.
//!
//! A family either makes a [`Hash`] or says why it cannot. What the planner knows of it is in one
//! file: when it fits, what it makes use of, how fast it is, and how it numbers a part of the
//! board. The names are those of `--hash`.

pub(super) mod bits;
pub(super) mod heaps;
pub(super) mod multinomial;
pub(super) mod orbits;
pub(super) mod permutation;
pub(super) mod raw;
pub(super) mod reachable;
pub(super) mod sets;
mod word_parallel;

use super::hash::Hash;
use super::known::SignRule;
use super::subject::Subject;
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

    /// Predicts how many nanoseconds generated code takes to rank a position, roughly: rounded
    /// from measurements on boards of 8 to 33 cells.
    pub fn nanoseconds(self, cells: f64, kinds: f64) -> f64 {
        self.planned().nanoseconds(cells, kinds)
    }

    /// What the planner knows of it.
    pub(super) fn planned(self) -> &'static dyn HashFamily {
        match self {
            Family::Permutation => &permutation::LEXICOGRAPHIC,
            Family::MyrvoldRuskey => &permutation::MYRVOLD_RUSKEY,
            Family::Blank => &permutation::BLANK,
            Family::Multinomial => &multinomial::Multinomials,
            Family::Sets => &sets::Sets,
            Family::Orbits => &orbits::UpToSymmetry,
            Family::Heaps => &heaps::FixedSums,
            Family::Bits => &bits::BitCells,
            Family::Raw => &raw::DigitCells,
            Family::Reachable => &reachable::Enumeration,
            Family::Affine | Family::Product | Family::Lift => &word_parallel::WordParallel,
        }
    }
}

/// A family as the planner sees it.
pub(super) trait HashFamily: Sync {
    /// Makes the hash of a game without playing it.
    ///
    /// # Errors
    ///
    /// If the family cannot number the game.
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal>;

    /// See [`Family::nanoseconds`].
    fn nanoseconds(&self, cells: f64, kinds: f64) -> f64;

    /// Whether it makes use of the numbers of pieces.
    fn uses_counts(&self) -> bool {
        true
    }

    /// Whether it makes use of what is known about the sign of an arrangement.
    fn uses_sign(&self, _: &SignRule) -> bool {
        false
    }

    /// Whether zones of the board are numbered on their own.
    fn is_by_zone(&self) -> bool {
        false
    }

    /// Whether it leaves out whose turn it is where that follows from the position.
    fn leaves_out_mover(&self) -> bool {
        true
    }

    /// Says what it makes use of and the family with more entries does not.
    fn advantage(&self, _: &Subject<'_>, other: &dyn HashFamily) -> Option<String> {
        of_counts(self.uses_counts(), other)
    }

    /// Says what else keeps its numbers small.
    fn saving(&self, _: &Subject<'_>) -> Option<String> {
        None
    }
}

/// What a family that makes use of the numbers of pieces has before one that does not.
fn of_counts(uses_counts: bool, other: &dyn HashFamily) -> Option<String> {
    let is_new = uses_counts && !other.uses_counts();
    is_new.then(|| "the number of every piece is known".to_owned())
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
