//! A fixed number of each content, one set of cells after the other ([`crate::layout::chain`],
//! [`crate::layout::split`]).

use super::{Arrange, MAX_COLORS, color_cells, color_sets};
use crate::layout::chain::ColorChain;
use crate::layout::split::SplitBinomial;
use std::sync::Arc;

/// One set of cells after the other.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The content of each color; the first is what the others leave.
    pub colors: Vec<u8>,
    /// The numbering.
    pub ranks: ColorChain,
}

impl Arrange for Chain {
    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.colors
    }

    fn count(&self, content: u8) -> Option<usize> {
        let mut sets = self.ranks.colors().iter().map(|set| set.chosen());
        Some(match self.colors.iter().position(|own| *own == content) {
            None => 0,
            Some(0) => self.ranks.cells() - sets.sum::<usize>(),
            Some(color) => sets.nth(color - 1).expect("each color but the first is a set"),
        })
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut sets = [0_u128; MAX_COLORS];
        color_sets(cells, &self.colors, &mut sets)?;
        let sets = &sets[..self.colors.len() - 1];
        have_sizes(sets, self.ranks.colors()).then(|| self.ranks.rank(sets))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        let mut sets = [0_u128; MAX_COLORS];
        self.ranks.unrank(index, &mut sets[..self.colors.len() - 1]);
        color_cells(&sets, &self.colors, cells);
    }

    fn has_all(&self) -> bool {
        true
    }

    fn is_by_sets(&self) -> bool {
        true
    }
}

/// Whether each set has as many cells as the layout of its color wants.
pub(super) fn have_sizes(sets: &[u128], colors: &[Arc<SplitBinomial>]) -> bool {
    sets.iter().zip(colors).all(|(set, color)| set.count_ones() as usize == color.chosen())
}
