//! Saving a search that is not finished, so that another run can resume it.

use crate::SolveError;
use std::sync::atomic::AtomicU64;

/// Saves searches that are not finished. The methods of the trait save nothing.
pub trait Checkpointer {
    /// Whether it is time to save a checkpoint.
    fn is_due(&mut self) -> bool {
        false
    }

    /// Saves unfinished work, in place of what was saved of this stage before.
    ///
    /// # Errors
    ///
    /// Fails with [`SolveError::Storage`] if it cannot be written.
    fn save(&mut self, _stage: Stage, _unfinished: Unfinished<'_>) -> Result<(), SolveError> {
        Ok(())
    }

    /// Returns what was saved last of a stage, if it was work on these tiers.
    ///
    /// # Errors
    ///
    /// Fails with [`SolveError::Storage`] if it cannot be read. Tables with more words than
    /// `most_words` together cannot belong to the search, and are an error too.
    fn restore(
        &mut self,
        _stage: Stage,
        _tiers: &[usize],
        _most_words: u64,
    ) -> Result<Option<Resumed>, SolveError> {
        Ok(None)
    }
}

/// A stage of a search that can be saved in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A breadth-first search has finished layers.
    Layers,
    /// Of a search for values, what can be reached is found, and nothing else.
    Reached,
    /// Tiers are being solved.
    Solving,
}

/// Work that is not finished.
#[derive(Clone, Copy, Debug)]
pub struct Unfinished<'a> {
    /// The tiers it is about; none in a breadth-first search.
    pub tiers: &'a [usize],
    /// Numbers for the search that resumes it.
    pub numbers: &'a [u64],
    /// The words of its tables.
    pub tables: &'a [&'a [AtomicU64]],
}

/// Unfinished work that was read again.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// Numbers for the search that resumes it.
    pub numbers: Vec<u64>,
    /// The words of the tables.
    pub tables: Vec<Vec<u64>>,
}

impl Resumed {
    /// Whether the numbers can be counts: sums of some of them have room in 64 bits.
    pub(crate) fn are_counts(numbers: &[u64]) -> bool {
        numbers.iter().all(|number| *number < 1 << 48)
    }
}

/// A checkpointer that saves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCheckpoint;

impl Checkpointer for NoCheckpoint {}
