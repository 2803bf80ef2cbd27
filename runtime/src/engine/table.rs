//! The table of a breadth-first search: two bits for each index, and a flag for each chunk of words.

use super::kernel::{CHUNK_WORDS, Marks, WORD_ENTRIES, open_entries};
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Which states have been reached: two bits for each index, as the module [`kernel`](super::kernel) explains.
#[derive(Debug)]
pub struct Table {
    words: Vec<AtomicU64>,
    size: u64,
}

impl Table {
    /// Number of bytes that a search of so many indices takes, besides a small constant.
    pub fn bytes(size: u64) -> u64 {
        let words = size.div_ceil(WORD_ENTRIES);
        words.saturating_mul(8).saturating_add(words.div_ceil(CHUNK_WORDS as u64).saturating_mul(2))
    }

    /// A table in which every state is new; none if there is not enough memory.
    pub(super) fn new(size: u64) -> Option<Self> {
        let length = usize::try_from(size.div_ceil(WORD_ENTRIES)).ok()?;
        Some(Table { words: zeros(length)?.into_iter().map(AtomicU64::new).collect(), size })
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether the state with an index has been reached. An index beyond the size has not.
    pub fn is_reached(&self, index: u64) -> bool {
        let word = usize::try_from(index / WORD_ENTRIES).ok().and_then(|at| self.words.get(at));
        let entries = word.map_or(0, |word| word.load(Ordering::Relaxed));
        entries >> (index % WORD_ENTRIES * 2) & 3 != 0
    }

    /// The indices that have been reached, in order.
    pub fn reached(&self) -> impl Iterator<Item = u64> {
        (0..self.size).filter(|index| self.is_reached(*index))
    }

    /// Marks a new state as open in the first layer; false if it is not new.
    pub(super) fn open(&self, flags: &Flags, index: u64) -> bool {
        assert!(index < self.size, "the index of a start is below the size");
        let word = usize::try_from(index / WORD_ENTRIES).expect("the table is in memory");
        let mark = 1 << (index % WORD_ENTRIES * 2);
        flags.0[word / CHUNK_WORDS].store(1, Ordering::Relaxed);
        self.words[word].fetch_or(mark, Ordering::Relaxed) & mark == 0
    }

    /// What a sweep works on.
    pub(super) fn marks<'a>(&'a self, flags: &'a Flags, open: u64) -> Marks<'a> {
        Marks { table: &self.words, flags: &flags.0, open }
    }

    /// The first indices with this mark in these ranges of words.
    pub(super) fn marked(&self, runs: &[Range<usize>], mark: u64, limit: usize) -> Vec<u64> {
        let mut found = Vec::new();
        for position in runs.iter().cloned().flatten() {
            let mut open = open_entries(self.words[position].load(Ordering::Relaxed), mark);
            while open != 0 {
                if found.len() == limit {
                    return found;
                }
                found.push(position as u64 * WORD_ENTRIES + u64::from(open.trailing_zeros() / 2));
                open &= open - 1;
            }
        }
        found
    }
}

/// Which chunks of a table have open states.
#[derive(Debug)]
pub(super) struct Flags(Vec<AtomicU8>);

impl Flags {
    /// No flag is set.
    pub(super) fn new(table: &Table) -> Self {
        let chunks = table.words.len().div_ceil(CHUNK_WORDS);
        Flags((0..chunks).map(|_| AtomicU8::new(0)).collect())
    }

    /// Takes all flags off and gives the words they stand for: ranges of whole chunks, of at most so many. Chunks that lie together are joined.
    pub(super) fn take_runs(&mut self, table: &Table, most_chunks: usize) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (chunk, flag) in self.0.iter_mut().enumerate() {
            if mem::take(flag.get_mut()) == 0 {
                continue;
            }
            let first = chunk * CHUNK_WORDS;
            let end = (first + CHUNK_WORDS).min(table.words.len());
            match runs.last_mut() {
                Some(run) if run.end == first && run.len() < most_chunks * CHUNK_WORDS => {
                    run.end = end;
                }
                _ => runs.push(first..end),
            }
        }
        runs
    }

    /// Number of chunks.
    pub(super) fn chunks(&self) -> usize {
        self.0.len()
    }
}

/// So many zeros, from memory that the system gives as zeros: it is not touched before it is used. None if there is not enough.
fn zeros(length: usize) -> Option<Vec<u64>> {
    // `vec!` would end the program.
    Vec::<u64>::new().try_reserve_exact(length).ok()?;
    Some(vec![0; length])
}
