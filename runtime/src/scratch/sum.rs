//! A number that tells bytes apart that differ by accident.
//!
//! Everything that is read from disk goes through it, so it must be fast: it takes eight bytes at
//! a time, and each of four lanes takes every fourth of them, so that a processor works on several
//! at once.

/// An odd number without a pattern: 2^64 divided by the golden ratio (Knuth, *The Art of Computer
/// Programming* 3, section 6.4).
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number of the bytes so far.
#[derive(Default)]
pub(super) struct Sum([u64; 4]);

impl Sum {
    /// Takes more bytes; always a multiple of 32, but for the last time.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(32);
        for words in &mut words {
            self.add_words(words);
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut padded = [0; 32];
            padded[..rest.len()].copy_from_slice(rest);
            self.add_words(&padded);
        }
    }

    /// The number.
    pub(super) fn finish(self) -> u64 {
        let join = |sum: u64, lane: u64| (sum.rotate_left(17) ^ lane).wrapping_mul(GOLDEN);
        self.0.into_iter().fold(GOLDEN, join)
    }

    #[inline]
    fn add_words(&mut self, words: &[u8]) {
        for (lane, word) in self.0.iter_mut().zip(words.chunks_exact(8)) {
            let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            *lane = (*lane ^ word).wrapping_mul(GOLDEN);
            // Products carry upwards only.
            *lane ^= *lane >> 32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn sum(bytes: &[u8]) -> u64 {
        let mut sum = Sum::default();
        sum.add(bytes);
        sum.finish()
    }

    #[test]
    fn every_flipped_bit_changes_it() {
        for length in [1, 8, 31, 32, 33, 100] {
            let bytes: Vec<u8> = (0..length).collect();
            let mut sums = BTreeSet::from([sum(&bytes)]);
            for bit in 0..8 * bytes.len() {
                let mut other = bytes.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert!(sums.insert(sum(&other)), "bit {bit} of {length} bytes");
            }
        }
    }

    #[test]
    fn pieces_make_a_whole() {
        let bytes: Vec<u8> = (0..200).collect();
        let mut pieces = Sum::default();
        bytes.chunks(64).for_each(|piece| pieces.add(piece));
        assert_eq!(pieces.finish(), sum(&bytes));
    }
}
