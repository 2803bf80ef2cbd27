//! What the search for values needs of a game: how to do a part of some work.
//!
//! The driver knows tiers, depths, threads and observers; a worker knows moves. They meet in
//! [`Worker`] only, so that the same driver runs code that is compiled into this program and that
//! of a library that is loaded.

use super::jobs;
use super::listing::List;
use super::work::{Abilities, Done, Work};
use crate::engine::{PerState, Rules};
use std::ops::Range;

/// Does work.
pub trait Worker: Sync {
    /// What the game can do.
    fn abilities(&self) -> Abilities;

    /// The tier and the slot of the position with an index inside a tier.
    fn place(&self, work: &Work<'_>, tier: usize, index: u64) -> (usize, u64);

    /// Does a part of some work: a range of slots, whose bounds are multiples of 64 or the end of
    /// the tier. It is called from several threads at once, with ranges that do not overlap.
    fn work(&self, work: &Work<'_>, slots: Range<u64>) -> Done;

    /// Says what is asked about the slots of a list, as far as there is room: how many slots that
    /// was, and how many words. It may be called from several threads at once, with outboxes of
    /// their own.
    fn list(&self, work: &Work<'_>, list: &List<'_>) -> Done;
}

impl<R: Rules> Worker for PerState<'_, R> {
    fn abilities(&self) -> Abilities {
        jobs::abilities::<R>()
    }

    fn place(&self, work: &Work<'_>, tier: usize, index: u64) -> (usize, u64) {
        jobs::place(self.0, work, tier, index)
    }

    fn work(&self, work: &Work<'_>, slots: Range<u64>) -> Done {
        jobs::work(self.0, work, slots)
    }

    fn list(&self, work: &Work<'_>, list: &List<'_>) -> Done {
        jobs::list(self.0, work, list)
    }
}
