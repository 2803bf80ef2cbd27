//! The family `raw`: every cell is a digit ([`crate::layout::raw`]).

use super::{HashFamily, Refusal};
use crate::layout::raw::RawCells;
use crate::plan::arrangement::{Arrange, Arrangement};
use crate::plan::hash::Hash;
use crate::plan::subject::Subject;

pub(super) struct DigitCells;

impl HashFamily for DigitCells {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let ranks = RawCells::new(&subject.possible_contents()?)?;
        subject.in_one_block(Arrangement::Raw(Raw(ranks)))
    }

    fn nanoseconds(&self, cells: f64, _: f64) -> f64 {
        0.3 * cells
    }

    fn uses_counts(&self) -> bool {
        false
    }
}

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
