//! Heaps with a fixed sum ([`crate::layout::composition`]).

use super::Arrange;
use crate::layout::composition::Composition;

/// Heaps with a fixed sum.
#[derive(Clone, Debug)]
pub struct Heaps(pub Composition);

impl Arrange for Heaps {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &[]
    }

    fn count(&self, _: u8) -> Option<usize> {
        None
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        self.0.contains(cells).then(|| self.0.rank(cells))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        self.0.unrank(index, cells);
    }

    fn has_all(&self) -> bool {
        true
    }
}
