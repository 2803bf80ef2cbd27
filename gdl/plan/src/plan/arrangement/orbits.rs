//! One content up to symmetry, the others as sets of what is left
//! ([`crate::layout::canonical_times_free`]).

use super::chain::have_sizes;
use super::{Arrange, MAX_COLORS, color_cells, color_sets};
use crate::layout::canonical_times_free::CanonicalTimesFree;

/// One content up to symmetry, the others as sets of what is left.
#[derive(Clone, Debug)]
pub struct Orbits {
    /// The content of each color; the first is what the others leave, the second is the one up to
    /// symmetry.
    pub colors: Vec<u8>,
    /// The numbering.
    pub ranks: CanonicalTimesFree<u128>,
}

impl Orbits {
    /// Collects the cells of each color but the first, if there are as many as the layout wants.
    fn sets<'s>(&self, cells: &[u8], sets: &'s mut [u128; MAX_COLORS]) -> Option<&'s [u128]> {
        color_sets(cells, &self.colors, sets)?;
        let sets = &sets[..self.colors.len() - 1];
        let (first, others) = sets.split_first()?;
        let first_fits = first.count_ones() as usize == self.ranks.first().chosen();
        (first_fits && have_sizes(others, self.ranks.others())).then_some(sets)
    }
}

impl Arrange for Orbits {
    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.colors
    }

    fn count(&self, _: u8) -> Option<usize> {
        None
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        Some(self.ranks.rank(self.sets(cells, &mut [0; MAX_COLORS])?))
    }

    fn canonical_rank(&self, cells: &[u8]) -> Option<u64> {
        Some(self.ranks.canonical_rank(self.sets(cells, &mut [0; MAX_COLORS])?))
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
