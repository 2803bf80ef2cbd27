//! The memory of a search for values: a table for each tier that is needed, as long as it is.

use super::coding::Coding;
use super::slots::Slots;
use super::work::Tier;
use crate::SolveError;
use std::sync::atomic::AtomicU64;

/// Entries of a tier in memory.
#[derive(Debug, Default)]
pub(super) struct Entries {
    words: Vec<AtomicU64>,
    bits: u32,
}

/// The tables of a tier.
#[derive(Debug, Default)]
pub(super) struct TierTables {
    pub(super) values: Entries,
    pub(super) reached: Entries,
    pub(super) fresh: Entries,
    pub(super) slots: u64,
    pub(super) shift: u32,
    pub(super) exchange: bool,
}

impl Entries {
    /// Entries that are all 0.
    pub(super) fn new(slots: u64, bits: u32, memory: &mut Memory) -> Result<Self, SolveError> {
        let words = slots.div_ceil(64 / u64::from(bits));
        memory.take(words * 8)?;
        let length = usize::try_from(words).ok();
        let zeros = length.and_then(crate::engine::zeros);
        let Some(zeros) = zeros else {
            memory.used -= words * 8;
            return Err(SolveError::TableMemory { needed: words * 8, limit: None });
        };
        // The same memory: both are 64 bits wide.
        Ok(Entries { words: zeros.into_iter().map(AtomicU64::new).collect(), bits })
    }

    /// Creates entries from words that were kept; none if their number is wrong.
    pub(super) fn from_words(
        words: Vec<u64>,
        (slots, bits): (u64, u32),
        memory: &mut Memory,
    ) -> Result<Option<Self>, SolveError> {
        if words.len() as u64 != slots.div_ceil(64 / u64::from(bits)) {
            return Ok(None);
        }
        memory.take(words.len() as u64 * 8)?;
        Ok(Some(Entries { words: words.into_iter().map(AtomicU64::new).collect(), bits }))
    }

    /// Sets words from a number on.
    pub(super) fn put(&mut self, first: usize, words: &[u64]) {
        for (mine, word) in self.words[first..].iter_mut().zip(words) {
            *mine.get_mut() = *word;
        }
    }

    /// The words, to be kept.
    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// Number of bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Forgets the entries.
    pub(super) fn drop_from(&mut self, memory: &mut Memory) {
        memory.used -= self.bytes();
        *self = Entries::default();
    }

    /// The entries for workers.
    pub(super) fn slots(&self) -> Slots<'_> {
        if self.words.is_empty() {
            Slots::NONE
        } else {
            Slots { words: &self.words, bits: self.bits }
        }
    }

    /// Sets every word.
    pub(super) fn fill(&mut self, word: u64) {
        self.words.iter_mut().for_each(|it| *it.get_mut() = word);
    }

    /// Copies the entries of another.
    pub(super) fn copy_from(&mut self, other: &mut Entries) {
        for (mine, theirs) in self.words.iter_mut().zip(&mut other.words) {
            *mine.get_mut() = *theirs.get_mut();
        }
    }
}

impl TierTables {
    /// What workers see of it.
    fn view(&self) -> Tier<'_> {
        Tier {
            values: self.values.slots(),
            reached: self.reached.slots(),
            fresh: self.fresh.slots(),
            slots: self.slots,
            shift: self.shift,
            exchange: self.exchange,
        }
    }

    /// Returns what is kept of a slot.
    pub(super) fn kept_number(&self, slot: u64, by_score: bool) -> u16 {
        let reached = self.reached.slots();
        if !reached.words.is_empty() && reached.get(slot) == 0 {
            return 0;
        }
        let values = self.values.slots();
        let entry = values.get(slot);
        let coding = Coding::new(values.bits);
        let number = if by_score || coding.is_decided(entry) { entry } else { coding.not_lost() };
        u16::try_from(number).expect("at most 16 bits")
    }
}

/// What workers see of all tiers.
pub(super) fn views(tables: &[TierTables]) -> Vec<Tier<'_>> {
    tables.iter().map(TierTables::view).collect()
}

/// How much memory is used, and how much may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub(super) used: u64,
    pub(super) peak: u64,
    limit: Option<u64>,
}

impl Memory {
    pub(super) fn new(limit: Option<u64>) -> Self {
        Memory { used: 0, peak: 0, limit }
    }

    /// Returns an error if there is no room for `bytes` more bytes.
    pub(super) fn has_room(&self, bytes: u64) -> Result<(), SolveError> {
        let needed = self.used + bytes;
        match self.limit.filter(|limit| needed > *limit) {
            Some(limit) => Err(SolveError::TableMemory { needed, limit: Some(limit) }),
            None => Ok(()),
        }
    }

    fn take(&mut self, bytes: u64) -> Result<(), SolveError> {
        self.has_room(bytes)?;
        let needed = self.used + bytes;
        self.used = needed;
        self.peak = self.peak.max(needed);
        Ok(())
    }
}
