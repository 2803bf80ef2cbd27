//! A bit vector that counts: how many bits are set before a place, and where the i-th set bit is.
//!
//! The two-level index of G. Jacobson, *Space-efficient static trees and graphs*, FOCS 1989: the
//! number of set bits before every superblock of 2^16 bits in 64 bits, and from there before every
//! block of 512 bits in 16 bits, which is 3.2 % more than the bits themselves. Counting adds both
//! and the population counts of at most eight words (one cache line). Selecting finds the
//! superblock through a guide, the block by halving, the word by counting and the bit by halving.

use super::counting::{entry, narrow};
use super::guide::Guide;
use bitvec::order::Lsb0;
use bitvec::vec::BitVec;

const WORDS_PER_BLOCK: usize = 8;
const BLOCKS_PER_SUPERBLOCK: usize = 128;
const WORDS_PER_SUPERBLOCK: usize = WORDS_PER_BLOCK * BLOCKS_PER_SUPERBLOCK;

/// Bits with counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankSelect {
    words: Vec<u64>,
    /// By superblock: the bits set before it; one more at the end.
    superblocks: Vec<u64>,
    /// By block: the bits set before it in its superblock.
    blocks: Vec<u16>,
    guide: Guide,
    guide_shift: u32,
}

impl RankSelect {
    /// Makes the index for some bits.
    pub fn new(mut bits: BitVec<u64, Lsb0>) -> Self {
        bits.force_align();
        bits.set_uninitialized(false);
        // Ranks are counted in whole words, from where a block begins.
        let words = bits.into_vec();
        let (mut superblocks, mut blocks) = (vec![0_u64], Vec::new());
        let mut total = 0_u64;
        for superblock in words.chunks(WORDS_PER_SUPERBLOCK) {
            let mut inside = 0_u32;
            for block in superblock.chunks(WORDS_PER_BLOCK) {
                blocks.push(u16::try_from(inside).expect("fewer than 2^16 bits before a block"));
                inside += block.iter().map(|word| word.count_ones()).sum::<u32>();
            }
            total += u64::from(inside);
            superblocks.push(total);
        }
        // About as many buckets as superblocks; a full superblock has 2^16 bits.
        let guide_shift = 16;
        let buckets = entry(total >> guide_shift) + 1;
        let starts = &superblocks[..superblocks.len() - 1];
        let guide = Guide::new(buckets, starts.iter().map(|start| entry(start >> guide_shift)));
        RankSelect { words, superblocks, blocks, guide, guide_shift }
    }

    /// Number of set bits.
    pub fn ones(&self) -> u64 {
        self.superblocks[self.superblocks.len() - 1]
    }

    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
            + size_of_val(self.superblocks.as_slice())
            + size_of_val(self.blocks.as_slice())
            + (self.guide.buckets() + 1) * size_of::<u32>()
    }

    /// The number of set bits before a place, if the bit there is set.
    #[inline]
    pub fn rank(&self, place: u64) -> Option<u64> {
        let number = usize::try_from(place >> 6).ok()?;
        let word = *self.words.get(number)?;
        let bit = 1_u64 << (place & 63);
        if word & bit == 0 {
            return None;
        }
        let block = number / WORDS_PER_BLOCK;
        let mut count = self.superblocks[number / WORDS_PER_SUPERBLOCK];
        count += u64::from(self.blocks[block]);
        for before in &self.words[block * WORDS_PER_BLOCK..number] {
            count += u64::from(before.count_ones());
        }
        Some(count + u64::from((word & (bit - 1)).count_ones()))
    }

    /// The place of the set bit that has `index` set bits before it; there must be more than that.
    #[inline]
    pub fn select(&self, index: u64) -> u64 {
        let range = self.guide.range(entry(index >> self.guide_shift));
        let after = self.superblocks[range.clone()].partition_point(|start| *start <= index);
        let superblock = range.start + after - 1;
        let mut rest = index - self.superblocks[superblock];
        let first = superblock * BLOCKS_PER_SUPERBLOCK;
        let last = (first + BLOCKS_PER_SUPERBLOCK).min(self.blocks.len());
        let block = first
            + self.blocks[first..last].partition_point(|before| u64::from(*before) <= rest)
            - 1;
        rest -= u64::from(self.blocks[block]);
        let mut number = block * WORDS_PER_BLOCK;
        loop {
            let ones = u64::from(self.words[number].count_ones());
            if rest < ones {
                return narrow(number) << 6 | u64::from(select_in_word(self.words[number], rest));
            }
            rest -= ones;
            number += 1;
        }
    }
}

/// The position of the set bit with `index` set bits below it.
#[inline]
fn select_in_word(word: u64, index: u64) -> u32 {
    let (mut position, mut rest, mut width) = (0, index, 32);
    while width > 0 {
        let half = word >> position & ((1 << width) - 1);
        let ones = u64::from(half.count_ones());
        if rest >= ones {
            rest -= ones;
            position += width;
        }
        width /= 2;
    }
    position
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    fn check(words: Vec<u64>) {
        let plain = BitVec::<u64, Lsb0>::from_vec(words);
        for length in [plain.len(), plain.len().saturating_sub(5)] {
            let plain = &plain[..length];
            let bits = RankSelect::new(plain.to_bitvec());
            let mut count = 0;
            for (bit, place) in plain.iter().zip(0..) {
                assert_eq!(bits.rank(place), bit.then_some(count));
                if *bit {
                    assert_eq!(bits.select(count), place);
                    count += 1;
                }
            }
            assert_eq!(bits.ones(), count);
            assert_eq!(bits.rank(narrow(length)), None);
            assert_eq!(bits.rank(u64::MAX), None);
        }
    }

    #[test]
    fn select_inverts_rank() {
        let mut random = Random(71);
        for words in [0, 1, 7, 8, 9, 1023, 1024, 1025, 3000] {
            check((0..words).map(|_| random.next()).collect());
            check((0..words).map(|_| random.next() & random.next() & random.next()).collect());
            check(vec![u64::MAX; words]);
            check(vec![0; words]);
        }
        let mut sparse = vec![0; 5000];
        sparse[4] = 1;
        sparse[4999] = 1 << 63;
        check(sparse);
    }
}
