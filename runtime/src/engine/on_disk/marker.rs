//! Claiming states in a partition that is in memory, some at a time.
//!
//! As in the sweeps ([`kernel`](super::super::kernel)), what waits is first read in one pass, in
//! which loads overlap, and what looks new is then claimed. Several threads may do so in one
//! partition.

use super::super::entries::{equal, largest, place};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many positions wait before they are looked up.
const BATCH: usize = 256;

/// Claims states of a partition.
pub(super) struct Marker<'a, const BITS: u32> {
    words: &'a [AtomicU64],
    mark: u64,
    waiting: [u32; BATCH],
    filled: usize,
    claimed: u64,
}

impl<'a, const BITS: u32> Marker<'a, BITS> {
    /// New states get this entry.
    pub(super) fn new(words: &'a [AtomicU64], mark: u64) -> Self {
        Marker { words, mark, waiting: [0; BATCH], filled: 0, claimed: 0 }
    }

    /// The entry at a position in the partition is claimed if it is 0, now or later.
    #[inline]
    pub(super) fn push(&mut self, position: u32) {
        self.waiting[self.filled] = position;
        self.filled += 1;
        if self.filled == BATCH {
            self.look_up();
        }
    }

    /// Claims what waits; gives how many were new in all.
    pub(super) fn finish(mut self) -> u64 {
        self.look_up();
        self.claimed
    }

    #[inline(never)]
    fn look_up(&mut self) {
        let mut unseen = 0;
        for at in 0..self.filled {
            let position = self.waiting[at];
            let (word, shift) = place::<BITS>(u64::from(position));
            let entry = self.words[word].load(Ordering::Relaxed) >> shift & largest::<BITS>();
            self.waiting[unseen] = position;
            unseen += usize::from(entry == 0);
        }
        for position in &self.waiting[..unseen] {
            let (word, shift) = place::<BITS>(u64::from(*position));
            let before = self.words[word].fetch_or(self.mark << shift, Ordering::Relaxed);
            self.claimed += u64::from(before >> shift & largest::<BITS>() == 0);
        }
        self.filled = 0;
    }
}

/// The first positions with an entry, at most `limit`.
pub(super) fn positions(
    words: &[AtomicU64],
    bits: u32,
    entry: u64,
    limit: usize,
) -> impl Iterator<Item = u64> {
    let per_word = u64::from(64 / bits);
    let of_word = move |(at, word): (u64, &AtomicU64)| {
        let mut left = equal_to(word.load(Ordering::Relaxed), bits, entry);
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(at * per_word + u64::from(lowest / bits))
        })
    };
    (0..).zip(words).flat_map(of_word).take(limit)
}

/// Closes all entries of two bits that are open.
pub(super) fn close(words: &mut [AtomicU64], open: u64) {
    for word in words {
        let word = word.get_mut();
        *word |= equal::<2>(*word, open) * (largest::<2>() - open);
    }
}

fn equal_to(word: u64, bits: u32, entry: u64) -> u64 {
    match bits {
        2 => equal::<2>(word, entry),
        8 => equal::<8>(word, entry),
        16 => equal::<16>(word, entry),
        _ => equal::<32>(word, entry),
    }
}
