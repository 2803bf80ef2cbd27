//! Words of a table, whether they belong to one thread or to several.

use std::sync::atomic::{AtomicU64, Ordering};

/// 64 bits of a table.
pub trait Word: Default {
    /// What they are.
    fn get(&self) -> u64;

    /// Makes them something else.
    fn set(&mut self, word: u64);
}

impl Word for u64 {
    fn get(&self) -> u64 {
        *self
    }

    fn set(&mut self, word: u64) {
        *self = word;
    }
}

impl Word for AtomicU64 {
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn set(&mut self, word: u64) {
        *self.get_mut() = word;
    }
}
