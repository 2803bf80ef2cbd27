//! The hot loops of breadth-first search on a table with two bits for each index.
//!
//! An entry is 0 for a new state, 1 or 2 for an open one, in layers of even or odd depth, and 3 for a closed one. A *sweep* looks at every word of the
//! table, expands the states that are open with the mark of the layer, gives their new successors the other mark and closes them. So every state is
//! expanded once. (Cooperman and Finkelstein 1992 store the depth modulo 3 instead; a sweep then finds the layers three, six, ... before its own
//! again and expands them again.)
//!
//! **Several threads may sweep different words of one table at once.** During a sweep of the layer with mark `m`, whose other mark is `n = 3 - m`, an
//! entry can only change from 0 to `n`, when it is claimed, or from `m` to 3, when it is closed. So
//!
//! - an entry with mark `m` never appears during the sweep: a word that has been read once tells all that is to be expanded in it;
//! - an entry that was read as 0 is 0 or `n` when it is claimed a moment later, never `m`: `fetch_or` with `n` is right in both cases, and it says to
//!   exactly one thread that the entry was 0 before: counts are exact;
//! - closing is `fetch_or` with `n` as well, on entries that are `m`: whatever happens to other entries of the word at the same time is kept.
//!
//! No order between different words is needed inside a sweep, so all operations are relaxed. Between two sweeps somebody waits for all threads.
//!
//! **Cache misses** are the cost of a successor that is cheap to rank. Indices are collected in a batch; the batch is first read in one pass, in which
//! loads do not depend on each other and overlap, and what looks new is then claimed in a second pass, while its words are in the cache. `fetch_or` is
//! a barrier for the processor, so it must not stand between the loads; and most successors are not new and need none.
//!
//! **Small layers of large tables** are found through flags, one for each chunk of the table: it is set when an entry of the chunk is claimed. A
//! sweep visits only chunks with a flag.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`], into libraries for a single game.

use super::rules::Rules;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Number of entries of a word of the table.
pub const WORD_ENTRIES: u64 = 32;

/// Number of words of a chunk: a page of memory.
pub const CHUNK_WORDS: usize = 1 << 9;

/// The lower bit of every entry of a word.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// A closed entry, and all bits of an entry.
const CLOSED: u64 = 3;

/// How many successors are collected before they are looked up.
const BATCH: usize = 256;

/// What a sweep works on.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// The entries, 32 in a word.
    pub table: &'a [AtomicU64],
    /// One for each chunk of the table: whether it has entries that were claimed for the next layer.
    pub flags: &'a [AtomicU8],
    /// The mark of the states to expand: 1 or 2. Their successors get the other one.
    pub open: u64,
}

/// What a sweep has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Counts {
    /// How many states were expanded.
    pub expanded: u64,
    /// How many successors they have in all.
    pub successors: u64,
    /// How many of these were new.
    pub claimed: u64,
}

/// Expands the open states of a range of words, and closes them.
pub fn expand<R: Rules>(rules: &R, marks: Marks<'_>, words: Range<usize>) -> Counts {
    let mut batch = Batch { marks, indices: [0; BATCH], filled: 0, counts: Counts::default() };
    for position in words {
        let word = &marks.table[position];
        let mut open = open_entries(word.load(Ordering::Relaxed), marks.open);
        if open == 0 {
            continue;
        }
        word.fetch_or(open * (CLOSED - marks.open), Ordering::Relaxed);
        batch.counts.expanded += u64::from(open.count_ones());
        let first = position as u64 * WORD_ENTRIES;
        while open != 0 {
            let state = rules.unrank(first + u64::from(open.trailing_zeros() / 2));
            rules.successors(&state, &mut |next| batch.push(rules.rank(next)));
            open &= open - 1;
        }
    }
    batch.claim();
    batch.counts
}

/// The lower bits of the entries of a word that have this mark, 1 or 2.
pub fn open_entries(word: u64, mark: u64) -> u64 {
    let all_set_if_marked = word ^ (LOW_BITS * (CLOSED - mark));
    all_set_if_marked & (all_set_if_marked >> 1) & LOW_BITS
}

/// Successors that wait to be looked up.
struct Batch<'a> {
    marks: Marks<'a>,
    indices: [u64; BATCH],
    filled: usize,
    counts: Counts,
}

impl Batch<'_> {
    #[inline]
    fn push(&mut self, index: u64) {
        self.indices[self.filled] = index;
        self.filled += 1;
        if self.filled == BATCH {
            self.claim();
        }
    }

    /// Looks up all successors and marks those that are new.
    fn claim(&mut self) {
        let mut unseen = 0;
        for position in 0..self.filled {
            let index = self.indices[position];
            let (word, shift) = place(index);
            let entry = self.marks.table[word].load(Ordering::Relaxed) >> shift & CLOSED;
            self.indices[unseen] = index;
            unseen += usize::from(entry == 0);
        }
        for &index in &self.indices[..unseen] {
            let (word, shift) = place(index);
            let mark = CLOSED - self.marks.open;
            let before = self.marks.table[word].fetch_or(mark << shift, Ordering::Relaxed);
            if before >> shift & CLOSED == 0 {
                self.counts.claimed += 1;
                let flag = &self.marks.flags[word / CHUNK_WORDS];
                // Many entries share a flag: a store each time would take its cache line from the other threads.
                if flag.load(Ordering::Relaxed) == 0 {
                    flag.store(1, Ordering::Relaxed);
                }
            }
        }
        self.counts.successors += self.filled as u64;
        self.filled = 0;
    }
}

/// The word that holds the entry of an index, and the entry's lower bit in it.
#[inline]
fn place(index: u64) -> (usize, u64) {
    let word = usize::try_from(index / WORD_ENTRIES).expect("the table is in memory");
    (word, index % WORD_ENTRIES * 2)
}
