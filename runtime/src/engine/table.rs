//! The table of a breadth-first search: a few bits for each index, and a flag for each chunk of
//! words.
//!
//! Its memory is taken as zeros that the system has not touched yet, so parts that no state gets
//! to are never in memory. Large pages are left to the system: to ask for them takes `madvise`,
//! which has no safe form for memory that is shared as atomics, and they gain a hundredth. Where
//! the C library is glibc, the variable `GLIBC_TUNABLES=glibc.malloc.hugetlb=1` asks for them.

use super::entries::{CHUNK_WORDS, equal, largest, place};
use super::task::TableSlice;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Which states have been reached, and perhaps how far away they are: an entry for each index, as
/// the module [`kernel`](super::kernel) explains.
#[derive(Debug)]
pub struct Table {
    words: Vec<AtomicU64>,
    first: u64,
    size: u64,
    bits: u32,
}

impl Table {
    /// Number of bytes of `size` entries with `bits` bits.
    pub(crate) fn bytes(size: u64, bits: u32) -> u64 {
        size.div_ceil(u64::from(64 / bits)).saturating_mul(8)
    }

    /// A table in which every state is new; none if there is not enough memory.
    pub(crate) fn new(indices: Range<u64>, bits: u32) -> Option<Self> {
        let size = indices.end - indices.start;
        let words = zeros(usize::try_from(Table::bytes(size, bits) / 8).ok()?)?;
        let words = words.into_iter().map(AtomicU64::new).collect();
        Some(Table { words, first: indices.start, size, bits })
    }

    /// A table with words that were kept; none if their number is wrong.
    pub(super) fn from_words(words: Vec<u64>, size: u64, bits: u32) -> Option<Self> {
        if words.len() as u64 != Table::bytes(size, bits) / 8 {
            return None;
        }
        let words = words.into_iter().map(AtomicU64::new).collect();
        Some(Table { words, first: 0, size, bits })
    }

    /// A table of distances with words that were kept; none if their number is wrong. Their number
    /// tells how wide an entry is.
    pub(crate) fn of_distances(words: Vec<u64>, size: u64) -> Option<Self> {
        let fits = |bits: &u32| Table::bytes(size, *bits) / 8 == words.len() as u64;
        let bits = [8, 16, 32].into_iter().find(fits)?;
        Table::from_words(words, size, bits)
    }

    /// The words, to be kept.
    pub(crate) fn as_words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// How many states there are at each of the first `count` distances.
    pub(crate) fn layers(&mut self, count: usize) -> Vec<u64> {
        let mut layers = vec![0; count];
        let (mask, bits) = (u64::MAX >> (64 - self.bits), self.bits as usize);
        for word in self.words.iter_mut().map(AtomicU64::get_mut).filter(|word| **word != 0) {
            for entry in (0..64).step_by(bits).map(|shift| *word >> shift & mask) {
                let depth = entry.checked_sub(1).and_then(|it| usize::try_from(it).ok());
                if let Some(layer) = depth.and_then(|depth| layers.get_mut(depth)) {
                    *layer += 1;
                }
            }
        }
        layers
    }

    /// Takes the entries away that are larger than a number.
    pub(crate) fn forget_above(&mut self, number: u64) {
        let mask = u64::MAX >> (64 - self.bits);
        for word in &mut self.words {
            let word = word.get_mut();
            for shift in (0..64).step_by(self.bits as usize) {
                if *word >> shift & mask > number {
                    *word &= !(mask << shift);
                }
            }
        }
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of bits of an entry.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether the state with an index has been reached. An index beyond the size has not.
    pub fn is_reached(&self, index: u64) -> bool {
        self.entry(index) != 0
    }

    /// How far away the state with an index is; none if it has not been reached, or if the table
    /// does not hold distances.
    pub fn distance(&self, index: u64) -> Option<u64> {
        if self.bits < 8 { None } else { self.entry(index).checked_sub(1) }
    }

    /// Gives an index an entry, whatever it had. Nobody else may do that with a neighbour at the
    /// same time.
    #[cfg(feature = "interp")]
    pub(crate) fn put(&self, index: u64, entry: u64) {
        let (word, shift) = self.place(index - self.first);
        let others =
            self.words[word].load(Ordering::Relaxed) & !(u64::MAX >> (64 - self.bits) << shift);
        self.words[word].store(others | entry << shift, Ordering::Relaxed);
    }

    /// The indices that have been reached, in order.
    pub fn reached(&self) -> impl Iterator<Item = u64> {
        (self.first..self.first + self.size).filter(|index| self.is_reached(*index))
    }

    /// Reads entries from an index on: of a table of distances, the distance and one more, or 0.
    pub fn read(&self, first: u64, numbers: &mut [u32]) {
        for (index, number) in (first..).zip(numbers) {
            *number = u32::try_from(self.entry(index)).expect("at most 32 bits");
        }
    }

    fn entry(&self, index: u64) -> u64 {
        let Some(position) = index.checked_sub(self.first).filter(|at| *at < self.size) else {
            return 0;
        };
        let (word, shift) = self.place(position);
        self.words[word].load(Ordering::Relaxed) >> shift & (u64::MAX >> (64 - self.bits))
    }

    fn place(&self, position: u64) -> (usize, u32) {
        match self.bits {
            1 => place::<1>(position),
            2 => place::<2>(position),
            8 => place::<8>(position),
            16 => place::<16>(position),
            _ => place::<32>(position),
        }
    }

    /// The table as a sweep works on it.
    pub(super) fn as_slice(&self) -> TableSlice<'_> {
        TableSlice { words: &self.words, first: self.first, size: self.size }
    }

    /// Number of words.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Gives a new state an entry; false if it is not new.
    pub(super) fn open(&self, flags: &Flags, index: u64, mark: u64) -> bool {
        let position = index.checked_sub(self.first).filter(|position| *position < self.size);
        let (word, shift) = self.place(position.expect("the index of a start is in the table"));
        if self.is_reached(index) {
            return false;
        }
        if let Some(flag) = flags.0.get(word / CHUNK_WORDS) {
            flag.store(1, Ordering::Relaxed);
        }
        self.words[word].fetch_or(mark << shift, Ordering::Relaxed);
        true
    }

    /// The first indices with this entry in these ranges of words for which something holds.
    pub(super) fn with_entry(
        &self,
        runs: &[Range<usize>],
        entry: u64,
        limit: usize,
        holds: impl Fn(u64) -> bool,
    ) -> Vec<u64> {
        let per_word = u64::from(64 / self.bits);
        let words = runs.iter().cloned().flatten();
        let indices = words.flat_map(|word| {
            let entries = self.words[word].load(Ordering::Relaxed);
            let mut left = match self.bits {
                1 => equal::<1>(entries, entry),
                2 => equal::<2>(entries, entry),
                8 => equal::<8>(entries, entry),
                16 => equal::<16>(entries, entry),
                _ => equal::<32>(entries, entry),
            };
            std::iter::from_fn(move || {
                let lowest = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(self.first + word as u64 * per_word + u64::from(lowest / self.bits))
            })
        });
        indices.filter(|index| holds(*index)).take(limit).collect()
    }

    /// Closes all open entries of two bits in a range of words.
    pub(super) fn close(&self, words: Range<usize>, open: u64) {
        for word in &self.words[words] {
            let found = equal::<2>(word.load(Ordering::Relaxed), open);
            if found != 0 {
                word.fetch_or(found * (largest::<2>() - open), Ordering::Relaxed);
            }
        }
    }

    /// Gives every entry twice as many bits, in place: false if there is not enough memory.
    pub(crate) fn widen(&mut self) -> bool {
        let Ok(longer) = usize::try_from(Table::bytes(self.size, 2 * self.bits) / 8) else {
            return false;
        };
        let old = self.words.len();
        if self.words.try_reserve_exact(longer - old).is_err() {
            return false;
        }
        self.words.resize_with(longer, || AtomicU64::new(0));
        // From the end: a word is read before either of its halves is written over it.
        for word in (0..old).rev() {
            let entries = *self.words[word].get_mut();
            let mut halves = [0_u64; 2];
            for entry in 0..64 / self.bits {
                let value = entries >> (entry * self.bits) & (u64::MAX >> (64 - self.bits));
                let [half, at] = [entry / (32 / self.bits), entry % (32 / self.bits)];
                halves[half as usize] |= value << (at * 2 * self.bits);
            }
            for (half, value) in halves.into_iter().enumerate() {
                if let Some(wide) = self.words.get_mut(2 * word + half) {
                    *wide.get_mut() = value;
                }
            }
        }
        self.bits *= 2;
        true
    }
}

/// Which chunks of a table have states of a layer.
#[derive(Debug)]
pub(super) struct Flags(Vec<AtomicU8>);

impl Flags {
    /// Number of bytes for a table with `table` bytes.
    pub(super) fn bytes(table: u64) -> u64 {
        table.div_ceil(8 * CHUNK_WORDS as u64)
    }

    /// No flag is set.
    pub(super) fn new(table: &Table) -> Self {
        let chunks = table.words.len().div_ceil(CHUNK_WORDS);
        Flags((0..chunks).map(|_| AtomicU8::new(0)).collect())
    }

    /// No flags at all, for a search that does not go by them.
    pub(super) fn none() -> Self {
        Flags(Vec::new())
    }

    /// Says that every chunk may have states of the layer.
    pub(super) fn set_all(&mut self) {
        self.0.iter_mut().for_each(|flag| *flag.get_mut() = 1);
    }

    /// The flags as a sweep works on them.
    pub(super) fn as_slice(&self) -> &[AtomicU8] {
        &self.0
    }

    /// Takes the flags off for these states, or all of them.
    pub(super) fn clear(&mut self, table: &Table, listed: &[AtomicU64]) {
        if listed.len() > self.0.len() {
            self.0.iter_mut().for_each(|flag| *flag.get_mut() = 0);
            return;
        }
        for index in listed {
            let (word, _) = table.place(index.load(Ordering::Relaxed) - table.first);
            if let Some(flag) = self.0.get_mut(word / CHUNK_WORDS) {
                *flag.get_mut() = 0;
            }
        }
    }

    /// Takes all flags off and gives the words they stand for: ranges of at most `most_chunks`
    /// whole chunks. Chunks that lie together are joined.
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
}

/// `length` zeros, from memory that the system gives as zeros: it is not touched before it is used.
/// None if there is not enough.
pub(crate) fn zeros(length: usize) -> Option<Vec<u64>> {
    // `vec!` would end the program.
    Vec::<u64>::new().try_reserve_exact(length).ok()?;
    Some(vec![0; length])
}
