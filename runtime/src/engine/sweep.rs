//! What a breadth-first search needs of a game: how to expand a part of the table.
//!
//! The driver knows layers, threads and observers; a sweep knows moves. They meet in [`Sweep`] only, so that the same driver runs sweeps compiled into
//! this program, those of a library that is loaded, and others that handle many states at once.

use super::kernel::{self, Counts, Marks};
use super::rules::Rules;
use std::fmt;
use std::ops::Range;

/// Expands parts of a table.
pub trait Sweep: Sync {
    /// Number of indices.
    fn size(&self) -> u64;

    /// Expands the open states of a range of words, and closes them. It is called from several threads at once, with ranges that do not overlap.
    fn expand(&self, marks: Marks<'_>, words: Range<usize>) -> Counts;
}

/// The sweep that expands one state at a time.
pub struct PerState<'a, R>(pub &'a R);

impl<R> fmt::Debug for PerState<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerState").finish_non_exhaustive()
    }
}

impl<R: Rules> Sweep for PerState<'_, R> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn expand(&self, marks: Marks<'_>, words: Range<usize>) -> Counts {
        kernel::expand(self.0, marks, words)
    }
}
