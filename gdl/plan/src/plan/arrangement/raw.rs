//! A digit for each cell ([`crate::layout::raw`]).

use super::Arrange;
use crate::layout::raw::RawCells;

/// A digit for each cell.
#[derive(Clone, Debug)]
pub struct Raw(pub RawCells);

impl Arrange for Raw {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn contents(&self, cell: usize) -> &[u8] {
        &self.0.contents()[cell]
    }

    fn count(&self, _: u8) -> Option<usize> {
        None
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut known = cells.iter().zip(self.0.contents());
        known.all(|(cell, known)| known.contains(cell)).then(|| self.0.rank(cells))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        self.0.unrank(index, cells);
    }
}
