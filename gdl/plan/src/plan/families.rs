//! What the planner knows of the families of layouts, one in each file: when it fits a game, what
//! it makes use of, and how fast it is.
//!
//! A family either makes a [`Hash`] or says why it cannot.

mod bits;
mod heaps;
mod multinomial;
mod orbits;
mod permutation;
mod raw;
pub(super) mod reachable;
mod sets;
mod word_parallel;

use super::family::{Family, Refusal};
use super::hash::Hash;
use super::known::SignRule;
use super::subject::Subject;

impl Family {
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
