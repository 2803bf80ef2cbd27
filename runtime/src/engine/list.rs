//! The states of a small layer, as a list of their indices.
//!
//! A sweep writes what it claims to a list, as far as there is room. If there was, the next layer
//! is expanded from the list: no entry is looked at that is not needed. With one bit for each
//! index that also saves expanding old states again.
//!
//! There are two lists, for a layer and for the next. Together they take a fixed share of the
//! table, so they never matter for whether a search fits; layers that fit are so thin that looking
//! through the table would take longer.

use super::table::zeros;
use std::sync::atomic::{AtomicU64, Ordering};

/// What share of the table's bytes both lists take together: one in this many.
const SHARE: u64 = 25;

/// The room that each list has at least, in states: 64 KiB for both.
const LEAST: u64 = 4096;

/// Indices of states.
#[derive(Debug)]
pub(super) struct List {
    slots: Vec<AtomicU64>,
    cursor: AtomicU64,
}

/// How many states fit into the list of a table with `table` bytes.
pub(super) fn room(table: u64, size: u64) -> u64 {
    (table / (2 * 8 * SHARE)).max(LEAST).min(size)
}

/// Number of bytes of both lists with room for `room` states each.
pub(super) fn bytes(room: u64) -> u64 {
    room.saturating_mul(2 * 8)
}

impl List {
    /// An empty list; none if there is not enough memory.
    pub(super) fn new(room: u64) -> Option<Self> {
        let slots = zeros(usize::try_from(room).ok()?)?.into_iter().map(AtomicU64::new).collect();
        Some(List { slots, cursor: AtomicU64::new(0) })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self.cursor.get_mut() = 0;
    }

    /// Says that there was no room for some.
    pub(super) fn overflow(&mut self) {
        *self.cursor.get_mut() = self.slots.len() as u64 + 1;
    }

    /// Adds a state, if there is room.
    pub(super) fn push(&mut self, index: u64) {
        let cursor = self.cursor.get_mut();
        if let Some(slot) = usize::try_from(*cursor).ok().and_then(|at| self.slots.get_mut(at)) {
            *slot.get_mut() = index;
        }
        *cursor += 1;
    }

    /// All states; none if there was no room for some.
    pub(super) fn all(&self) -> Option<&[AtomicU64]> {
        let length = usize::try_from(self.cursor.load(Ordering::Relaxed)).ok()?;
        self.slots.get(..length)
    }

    /// The room, for a sweep to write to.
    pub(super) fn slots(&self) -> &[AtomicU64] {
        &self.slots
    }

    /// How many were written, for a sweep to count.
    pub(super) fn cursor(&self) -> &AtomicU64 {
        &self.cursor
    }
}
