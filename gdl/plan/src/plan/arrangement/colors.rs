//! A fixed number of each content, cell by cell ([`crate::layout::multinomial`]).

use super::{Arrange, MAX_COLORS, numbers_of, translate};
use crate::layout::multinomial::Multinomial;
use crate::model::MAX_CELLS;

/// Strings with a fixed number of each color.
#[derive(Clone, Debug)]
pub struct Colors {
    /// The content of each color.
    pub colors: Vec<u8>,
    /// The numbering.
    pub ranks: Multinomial,
}

impl Arrange for Colors {
    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.colors
    }

    fn count(&self, content: u8) -> Option<usize> {
        let color = self.colors.iter().position(|own| *own == content);
        Some(color.map_or(0, |color| self.ranks.counts()[color]))
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut buffer = [0; MAX_CELLS];
        let numbers = numbers_of(cells, &self.colors, &mut buffer)?;
        let mut counts = [0_usize; MAX_COLORS];
        numbers.iter().for_each(|number| counts[usize::from(*number)] += 1);
        let fits = counts[..self.colors.len()] == *self.ranks.counts();
        fits.then(|| self.ranks.rank(numbers))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        self.ranks.unrank(index, cells);
        translate(cells, &self.colors);
    }

    fn has_all(&self) -> bool {
        true
    }
}
