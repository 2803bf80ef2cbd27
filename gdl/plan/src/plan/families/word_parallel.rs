//! The families of word-parallel searches, whose numbers another crate has.

use super::{HashFamily, Refusal};
use crate::plan::hash::Hash;
use crate::plan::subject::Subject;

pub(super) struct WordParallel;

impl HashFamily for WordParallel {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        subject.word_parallel()
    }

    /// Only asked for, and then there is nothing to compare with.
    fn nanoseconds(&self, _: f64, _: f64) -> f64 {
        0.0
    }

    fn advantage(&self, _: &Subject<'_>, _: &dyn HashFamily) -> Option<String> {
        None
    }
}
