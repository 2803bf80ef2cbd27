//! Which depths occur in a partition, so that it is read only where something is to be propagated.

use bitvec::order::Lsb0;
use bitvec::vec::BitVec;

/// A set of depths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Depths(BitVec<u64, Lsb0>);

impl Depths {
    /// The set with the bits of some words.
    pub(super) fn from_words(words: Vec<u64>) -> Self {
        Depths(BitVec::from_vec(words))
    }

    pub(super) fn words(&self) -> &[u64] {
        self.0.as_raw_slice()
    }

    #[inline]
    pub(super) fn insert(&mut self, depth: u32) {
        let depth = depth as usize;
        if depth >= self.0.len() {
            self.0.resize((depth + 1).next_multiple_of(64), false);
        }
        self.0.set(depth, true);
    }

    pub(super) fn contains(&self, depth: u32) -> bool {
        self.0.get(depth as usize).is_some_and(|bit| *bit)
    }
}
