//! A bit for each cell ([`crate::layout::raw`]).

use super::Arrange;
use crate::layout::raw::RawBits;

/// A bit for each cell, some of which follow from the others.
#[derive(Clone, Debug)]
pub struct Bits {
    /// The contents for 0 and 1.
    pub contents: [u8; 2],
    /// The numbering.
    pub ranks: RawBits,
}

impl Arrange for Bits {
    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.contents
    }

    fn count(&self, _: u8) -> Option<usize> {
        None
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        if !cells.iter().all(|cell| self.contents.contains(cell)) {
            return None;
        }
        let set = (0..cells.len()).filter(|cell| cells[*cell] == self.contents[1]);
        Some(self.ranks.rank(set.fold(0_u128, |set, cell| set | 1 << cell)))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        let set: u128 = self.ranks.unrank(index);
        for (cell, content) in cells.iter_mut().enumerate() {
            *content = self.contents[usize::from(set >> cell & 1 == 1)];
        }
    }

    fn is_by_sets(&self) -> bool {
        true
    }
}
