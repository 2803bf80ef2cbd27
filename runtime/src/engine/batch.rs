//! Successors that wait to be looked up, and what becomes of them.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`](super::Rules), into
//! libraries for a single game.

use super::entries::{CHUNK_WORDS, largest, place};
use super::task::{Counts, Order, Task};
use std::sync::atomic::Ordering;

/// How many successors are collected before they are looked up.
const BATCH: usize = 256;

/// Successors that wait to be looked up. How many there are is kept by the caller, who then has it
/// in a register.
pub(super) struct Batch<'a> {
    task: &'a Task<'a>,
    indices: [u64; BATCH],
    /// The states whose successors these are, each with the place of its first; only if somebody
    /// wants to know.
    owners: [(u64, usize); BATCH],
    owned: usize,
    has_owners: bool,
    counts: Counts,
}

impl<'a> Batch<'a> {
    pub(super) fn new(task: &'a Task<'a>) -> Self {
        Batch {
            task,
            indices: [0; BATCH],
            owners: [(0, 0); BATCH],
            owned: 0,
            has_owners: matches!(task.orders.order, Order::Pull | Order::Find),
            counts: Counts::default(),
        }
    }

    /// How many successors there have been, with those that wait.
    #[inline]
    pub(super) fn generated(&self, filled: usize) -> u64 {
        self.counts.successors + filled as u64
    }

    /// What comes from now on are the successors of this state; gives how many wait.
    #[inline]
    pub(super) fn begin(&mut self, mut filled: usize, index: u64) -> usize {
        if self.has_owners {
            if self.owned == BATCH {
                self.look_up(filled);
                filled = 0;
            }
            self.owners[self.owned] = (index, filled);
            self.owned += 1;
        }
        filled
    }

    /// One more successor, after those that wait; gives how many wait then.
    #[inline]
    pub(super) fn push(&mut self, filled: usize, index: u64) -> usize {
        self.indices[filled] = index;
        if filled + 1 < BATCH {
            return filled + 1;
        }
        self.look_up(BATCH);
        if self.has_owners {
            // The rest of its successors may be still to come.
            self.owners[0].1 = 0;
            self.owned = 1;
        }
        0
    }

    /// Looks up what waits.
    pub(super) fn finish(mut self, filled: usize) -> Counts {
        self.look_up(filled);
        self.counts
    }

    #[inline(never)]
    fn look_up(&mut self, filled: usize) {
        match (self.task.orders.order, self.task.orders.bits) {
            (Order::Push, 1) => self.claim::<1>(filled),
            (Order::Push, 2) => self.claim::<2>(filled),
            (Order::Push, 8) => self.claim::<8>(filled),
            (Order::Push, 16) => self.claim::<16>(filled),
            (Order::Push, _) => self.claim::<32>(filled),
            (Order::Pull, 1) => self.pull::<1>(filled),
            (Order::Pull, 2) => self.pull::<2>(filled),
            (Order::Pull, 8) => self.pull::<8>(filled),
            (Order::Pull, 16) => self.pull::<16>(filled),
            (Order::Pull, _) => self.pull::<32>(filled),
            (Order::Find, _) => self.find(filled),
            (Order::Collect, _) => self.list(filled),
        }
        self.counts.successors += filled as u64;
        // Whose successors are not complete becomes the first again.
        if let Some(last) = self.owned.checked_sub(1) {
            self.owners[0] = self.owners[last];
        }
        self.owned = 0;
    }

    /// Marks the states that are new.
    fn claim<const BITS: u32>(&mut self, filled: usize) {
        let target = self.task.target;
        let mut unseen = 0;
        for position in 0..filled {
            let index = self.indices[position];
            let (word, shift) = place::<BITS>(index.wrapping_sub(target.first));
            let entry = target.words[word].load(Ordering::Relaxed) >> shift & largest::<BITS>();
            self.indices[unseen] = index;
            unseen += usize::from(entry == 0);
        }
        let mut claimed = 0;
        for position in 0..unseen {
            let index = self.indices[position];
            if self.mark::<BITS>(index) {
                self.indices[claimed] = index;
                claimed += 1;
            }
        }
        self.counts.claimed += claimed as u64;
        self.list(claimed);
    }

    /// Marks the owners that have a successor in the layer.
    fn pull<const BITS: u32>(&mut self, filled: usize) {
        let source = self.task.source;
        let is_open = |index: &u64| {
            let (word, shift) = place::<BITS>(index.wrapping_sub(source.first));
            let entry = source.words[word].load(Ordering::Relaxed) >> shift & largest::<BITS>();
            entry == self.task.orders.open
        };
        // Without branches between the loads, so that they overlap.
        let mut open = [false; BATCH];
        for (open, index) in open.iter_mut().zip(&self.indices[..filled]) {
            *open = is_open(index);
        }
        let mut claimed = 0;
        for position in 0..self.owned {
            let (owner, first) = self.owners[position];
            let end = self.owners[..self.owned].get(position + 1).map_or(filled, |next| next.1);
            if open[first..end].contains(&true) && self.mark::<BITS>(owner) {
                // All that is needed of the successors is in `open`.
                self.indices[claimed] = owner;
                claimed += 1;
            }
        }
        self.counts.claimed += claimed as u64;
        self.list(claimed);
    }

    /// Looks for the owner of the wanted successor.
    fn find(&mut self, filled: usize) {
        for position in 0..self.owned {
            let (owner, first) = self.owners[position];
            let end = self.owners[..self.owned].get(position + 1).map_or(filled, |next| next.1);
            if self.indices[first..end].contains(&self.task.orders.wanted) {
                self.counts.found = self.counts.found.min(owner);
            }
        }
    }

    /// Marks a state; whether it was new.
    #[inline]
    fn mark<const BITS: u32>(&self, index: u64) -> bool {
        let target = self.task.target;
        let (word, shift) = place::<BITS>(index.wrapping_sub(target.first));
        let before = target.words[word].fetch_or(self.task.orders.mark << shift, Ordering::Relaxed);
        if before >> shift & largest::<BITS>() != 0 {
            return false;
        }
        if let Some(flag) = self.task.flags.get(word / CHUNK_WORDS) {
            // Many entries share a flag: a store each time would take its cache line from the
            // other threads.
            if flag.load(Ordering::Relaxed) == 0 {
                flag.store(1, Ordering::Relaxed);
            }
        }
        true
    }

    /// Writes the first `count` indices to the list, as far as there is room.
    fn list(&self, count: usize) {
        let Task { claimed: room, cursor, .. } = *self.task;
        // Once there is no more room, the cursor says so and needs no more writing.
        if count == 0 || cursor.load(Ordering::Relaxed) > room.len() as u64 {
            return;
        }
        let first = cursor.fetch_add(count as u64, Ordering::Relaxed);
        let free = usize::try_from(first).ok().and_then(|first| room.get(first..));
        for (slot, index) in free.unwrap_or_default().iter().zip(&self.indices[..count]) {
            slot.store(*index, Ordering::Relaxed);
        }
    }
}
