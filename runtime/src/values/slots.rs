//! The entries of one tier, packed into words that several threads may change at once.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The entries of a tier.
#[derive(Clone, Copy, Debug)]
pub struct Slots<'a> {
    /// The entries, the first one in the lowest bits. Empty if the tier has none, or none any
    /// more.
    pub words: &'a [AtomicU64],
    /// How many bits an entry has: 1, 2, 8 or 16.
    pub bits: u32,
}

impl Slots<'_> {
    /// No entries.
    pub const NONE: Slots<'static> = Slots { words: &[], bits: 1 };

    /// How many entries a word has.
    #[inline]
    pub fn per_word(&self) -> u64 {
        64 / u64::from(self.bits)
    }

    /// Where an entry is: which word, and how far from its lowest bit.
    #[inline]
    fn place(&self, slot: u64) -> (usize, u64) {
        let step = self.bits.trailing_zeros();
        let word = usize::try_from(slot >> (6 - step)).expect("the words are in memory");
        (word, (slot << step) & 63)
    }

    #[inline]
    fn mask(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// An entry.
    #[inline]
    pub fn get(&self, slot: u64) -> u64 {
        let (word, shift) = self.place(slot);
        (self.words[word].load(Ordering::Relaxed) >> shift) & self.mask()
    }

    /// Changes an entry to what a function makes of it, unless that is nothing. Says whether it
    /// was changed.
    #[inline]
    pub fn change(&self, slot: u64, new: impl Fn(u64) -> Option<u64>) -> bool {
        let (word, shift) = self.place(slot);
        let word = &self.words[word];
        let mut old = word.load(Ordering::Relaxed);
        loop {
            let Some(entry) = new((old >> shift) & self.mask()) else { return false };
            let changed = (old & !(self.mask() << shift)) | (entry << shift);
            let done = Ordering::Relaxed;
            match word.compare_exchange_weak(old, changed, done, done) {
                Ok(_) => return true,
                Err(now) => old = now,
            }
        }
    }

    /// Sets the bits of an entry. Says whether it was 0.
    #[inline]
    pub fn mark(&self, slot: u64) -> bool {
        let (word, shift) = self.place(slot);
        let bit = self.mask() << shift;
        let word = &self.words[word];
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Takes the marks of a range of slots away, which begins where a word begins, and visits the
    /// slots that had one. Marks are entries of one bit.
    #[inline]
    pub fn take_marks(&self, slots: Range<u64>, mut visit: impl FnMut(u64)) {
        for number in slots.start / 64..slots.end.div_ceil(64) {
            let word = &self.words[usize::try_from(number).expect("the words are in memory")];
            if word.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let mut marks = word.swap(0, Ordering::Relaxed);
            while marks != 0 {
                visit(number * 64 + u64::from(marks.trailing_zeros()));
                marks &= marks - 1;
            }
        }
    }
}
