//! Expanding the states of a layer in the partition that is in memory.
//!
//! Each thread takes a few words at a time, so few that the successors of their states fit into
//! its list. How many that are is learnt on the way: if there was no room, the words are taken
//! again in shorter pieces. Then the list is looked through: what is in the partition is claimed,
//! the rest goes to the buckets.

use super::super::sweep::Sweep;
use super::super::task::{Counts, Orders, TableSlice, Task};
use super::super::workers::Partial;
use super::marker::Marker;
use crate::SolveError;
use crate::scratch::{Buckets, Outbox, TableOptions};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most words that are taken at a time.
const MOST_WORDS: usize = 1 << 15;

/// What a thread works with.
#[derive(Debug)]
pub(super) struct Scratchpad {
    pub(super) outbox: Outbox<u32>,
    successors: Vec<AtomicU64>,
    /// How many words are taken at a time.
    piece: usize,
    /// For chunks of buckets that are read.
    pub(super) buffer: Vec<u8>,
}

/// What is expanded, and where successors go.
pub(super) struct Expansion<'a> {
    pub(super) sweep: &'a dyn Sweep,
    pub(super) orders: Orders,
    pub(super) table: TableOptions,
    pub(super) part: usize,
    pub(super) words: &'a [AtomicU64],
    pub(super) buckets: &'a Buckets<u32>,
    pub(super) scratchpads: &'a [Mutex<Scratchpad>],
    /// Some thread could not write.
    pub(super) has_failed: AtomicBool,
}

/// What was expanded.
#[derive(Debug, Default)]
pub(super) struct Expanded {
    pub(super) counts: Counts,
    /// Words that were left because the buckets were full.
    pub(super) left: Vec<Range<usize>>,
    pub(super) failure: Option<SolveError>,
}

impl Partial for Expanded {
    fn and(mut self, mut other: Self) -> Self {
        self.left.append(&mut other.left);
        Expanded {
            counts: self.counts.and(other.counts),
            left: self.left,
            failure: self.failure.or(other.failure),
        }
    }

    fn new_states(&self) -> u64 {
        self.counts.claimed
    }
}

impl Scratchpad {
    /// Creates a scratchpad with room for `list` successors; none if there is not enough memory.
    pub(super) fn new(buckets: &Buckets<u32>, list: usize) -> Option<Self> {
        let mut successors = Vec::new();
        successors.try_reserve_exact(list).ok()?;
        successors.resize_with(list, AtomicU64::default);
        Some(Scratchpad { outbox: buckets.outbox(), successors, piece: 1, buffer: Vec::new() })
    }

    /// The scratchpad of the thread that asks.
    pub(super) fn of_thread(
        scratchpads: &[Mutex<Scratchpad>],
    ) -> std::sync::MutexGuard<'_, Scratchpad> {
        let thread = rayon::current_thread_index().unwrap_or(0);
        // After a panic nobody uses what is on it.
        scratchpads[thread % scratchpads.len()]
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Expansion<'_> {
    /// Expands the states in a range of words.
    pub(super) fn expand(&self, words: Range<usize>) -> Expanded {
        let mut scratchpad = Scratchpad::of_thread(self.scratchpads);
        let mut done = Expanded::default();
        let mut rest = words;
        while !rest.is_empty() {
            if self.has_failed.load(Ordering::Relaxed) || self.buckets.is_full() {
                done.left.push(rest);
                return done;
            }
            let piece = rest.start..rest.end.min(rest.start + scratchpad.piece);
            let Some(counts) = self.collect(&mut scratchpad, piece.clone()) else { continue };
            match self.distribute(&mut scratchpad, counts.successors) {
                Ok(claimed) => done.counts = done.counts.and(Counts { claimed, ..counts }),
                Err(error) => {
                    self.has_failed.store(true, Ordering::Relaxed);
                    done.failure = Some(error);
                    return done;
                }
            }
            rest.start = piece.end;
        }
        done
    }

    /// Lists the successors of the states in some words; none if there was no room, and then it is
    /// to be tried again.
    fn collect(&self, scratchpad: &mut Scratchpad, words: Range<usize>) -> Option<Counts> {
        let Range { start: first, end } = self.table.range(self.part);
        let table = TableSlice { words: self.words, first, size: end - first };
        let cursor = AtomicU64::new(0);
        let task =
            Task { claimed: &scratchpad.successors, ..Task::new(self.orders, table, &cursor) };
        let counts = self.sweep.sweep(&task, words.clone());
        let room = scratchpad.successors.len();
        let found = usize::try_from(counts.successors).expect("they were counted one by one");
        if found > room {
            if words.len() == 1 {
                scratchpad.successors.resize_with(found, AtomicU64::default);
            }
            scratchpad.piece = (words.len() / 2).max(1);
            return None;
        }
        if found < room / 4 {
            scratchpad.piece = (2 * scratchpad.piece).min(MOST_WORDS);
        }
        Some(counts)
    }

    /// Claims the listed successors that are in this partition, and puts the others into their
    /// buckets; gives how many were new.
    fn distribute(&self, scratchpad: &mut Scratchpad, successors: u64) -> Result<u64, SolveError> {
        match self.orders.bits {
            2 => self.distribute_as::<2>(scratchpad, successors),
            8 => self.distribute_as::<8>(scratchpad, successors),
            16 => self.distribute_as::<16>(scratchpad, successors),
            _ => self.distribute_as::<32>(scratchpad, successors),
        }
    }

    fn distribute_as<const BITS: u32>(
        &self,
        scratchpad: &mut Scratchpad,
        successors: u64,
    ) -> Result<u64, SolveError> {
        let mut marker = Marker::<BITS>::new(self.words, self.orders.mark);
        let Scratchpad { outbox, successors: listed, .. } = scratchpad;
        let successors = usize::try_from(successors).expect("they are listed");
        for index in &listed[..successors] {
            let index = index.load(Ordering::Relaxed);
            let part = self.table.part_of(index);
            let position = u32::try_from(index & (self.table.part_entries - 1))
                .expect("a partition has at most 2^32 entries");
            if part == self.part {
                marker.push(position);
            } else {
                self.buckets.put(outbox, part, position)?;
            }
        }
        Ok(marker.finish())
    }
}
