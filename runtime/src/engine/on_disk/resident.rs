//! The partition that is in memory. It is written when another is needed, and only if it was
//! changed.

use crate::SolveError;
use crate::scratch::DiskTable;
use std::sync::atomic::AtomicU64;

/// The partition that is in memory.
#[derive(Debug, Default)]
pub(super) struct Resident {
    part: Option<usize>,
    words: Vec<AtomicU64>,
    is_changed: bool,
}

impl Resident {
    /// Takes the memory for the largest partition of a table; false if there is not enough.
    pub(super) fn reserve(&mut self, table: &DiskTable) -> bool {
        let options = table.options();
        let longest = if options.size == 0 { 0 } else { options.words(0) };
        self.words.try_reserve_exact(longest.saturating_sub(self.words.len())).is_ok()
    }

    /// Which one it is.
    pub(super) fn part(&self) -> Option<usize> {
        self.part
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The words, to be changed.
    pub(super) fn words_mut(&mut self) -> &mut [AtomicU64] {
        self.is_changed = true;
        &mut self.words
    }

    /// Says that entries were claimed.
    pub(super) fn change(&mut self) {
        self.is_changed = true;
    }

    /// Takes a partition of the table in place of the one that is there.
    pub(super) fn load(&mut self, table: &mut DiskTable, part: usize) -> Result<(), SolveError> {
        if self.part == Some(part) {
            return Ok(());
        }
        self.store(table)?;
        self.part = None;
        table.read(part, &mut self.words)?;
        self.part = Some(part);
        Ok(())
    }

    /// Writes the partition to the table, if it was changed.
    pub(super) fn store(&mut self, table: &mut DiskTable) -> Result<(), SolveError> {
        if let (Some(part), true) = (self.part, self.is_changed) {
            table.write(part, &self.words)?;
            self.is_changed = false;
        }
        Ok(())
    }
}
