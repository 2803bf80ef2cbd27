//! Which depths occur in a partition, so that it is read only where something is to be propagated.

/// A set of depths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Depths(pub(super) Vec<u64>);

impl Depths {
    #[inline]
    pub(super) fn insert(&mut self, depth: u32) {
        let word = (depth / 64) as usize;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (depth % 64);
    }

    pub(super) fn contains(&self, depth: u32) -> bool {
        self.0.get((depth / 64) as usize).is_some_and(|word| word >> (depth % 64) & 1 == 1)
    }
}
