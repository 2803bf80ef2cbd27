//! Keeping a search that is not done, so that another run can go on with it.

use crate::SolveError;
use std::sync::atomic::AtomicU64;

/// Keeps searches that are not done, or nothing if it does not say how. Every method may fail with [`SolveError::Storage`].
pub trait Pause {
    /// Whether it is time to keep what is there.
    fn is_due(&mut self) -> bool {
        false
    }

    /// Keeps work that is not done, in place of what was kept of this stage before.
    fn pause(&mut self, _stage: Stage, _paused: Paused<'_>) -> Result<(), SolveError> {
        Ok(())
    }

    /// What was kept last of a stage, if it was work on these tiers. Tables with more words than given together cannot be its own, and are an error.
    fn paused(
        &mut self,
        _stage: Stage,
        _tiers: &[usize],
        _most_words: u64,
    ) -> Result<Option<Resumed>, SolveError> {
        Ok(None)
    }
}

/// A stage of a search that can be kept in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A breadth-first search has finished layers.
    Layers,
    /// Of a search for values, what can be reached is found, and nothing else.
    Reached,
    /// Tiers are being solved.
    Solving,
}

/// Work that is not done.
#[derive(Clone, Copy, Debug)]
pub struct Paused<'a> {
    /// The tiers it is about; none in a breadth-first search.
    pub tiers: &'a [usize],
    /// Numbers for whoever goes on.
    pub numbers: &'a [u64],
    /// The words of its tables.
    pub tables: &'a [&'a [AtomicU64]],
}

/// The same, read again.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// Numbers for whoever goes on.
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

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl Pause for Forgetful {}
