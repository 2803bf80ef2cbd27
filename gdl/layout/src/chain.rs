//! Several colors as a chain of sets: the second color is a set of the cells that the first leaves
//! free, and so on.
//!
//! A string with k(0), k(1), k(2), ... cells of the colors is a set of k(1) of n cells, then a set
//! of k(2) of the n - k(1) cells left (numbered afresh, by packing the bits of the free cells
//! together), and so on; color 0 is what remains. The product of the binomials is the multinomial
//! n!/(k(0)! k(1)! ...), so the ranks of the sets as digits of a number in mixed radix, the first
//! color leading, are a minimal perfect hash. (The product form of the multinomial; Gasser,
//! *Harnessing computational resources for efficient exhaustive search*, 1995, numbers morris
//! positions as white sets times black sets on the remaining points.)
//!
//! The order is not that of [`multinomial`](super::multinomial), but ranking takes a few lookups
//! per color ([`split`](super::split)) instead of one per cell, and states are kept as bit masks,
//! one for each color but 0.

use super::LayoutError;
use super::counting::{self, index_size};
use super::mask::Mask;
use super::split::{SharedSplits, SplitBinomial};
use std::sync::Arc;

/// The arrangements of several colors with given counts, one set of cells for each color but 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorChain {
    cells: usize,
    size: u64,
    colors: Vec<Arc<SplitBinomial>>,
}

impl ColorChain {
    /// Creates the layout of the arrangements that have `counts[c]` cells of each color `c`.
    pub fn new(counts: &[usize]) -> Result<Self, LayoutError> {
        Self::sharing(counts, &mut SharedSplits::default())
    }

    /// Like [`new`](Self::new), but uses the sets of other layouts where they are equal.
    pub fn sharing(counts: &[usize], shared: &mut SharedSplits) -> Result<Self, LayoutError> {
        let size = index_size(counting::multinomial(counts))?;
        let cells = counts.iter().sum();
        let mut free = cells;
        let mut colors = Vec::new();
        for count in counts.iter().skip(1) {
            colors.push(shared.get(free, *count)?);
            free -= count;
        }
        Ok(ColorChain { cells, size, colors })
    }

    /// Number of arrangements.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The sets of each color but 0, on the cells that the colors before it leave.
    pub fn colors(&self) -> &[Arc<SplitBinomial>] {
        &self.colors
    }

    /// The index of an arrangement, given by the cells of the colors 1, 2, ...
    #[inline]
    pub fn rank<M: Mask>(&self, sets: &[M]) -> u64 {
        let Some((first, others)) = sets.split_first() else {
            return 0;
        };
        let mut index = self.colors[0].rank(*first);
        let mut free = M::first(self.cells) & !*first;
        for (color, set) in self.colors[1..].iter().zip(others) {
            index = index * color.size() + color.rank(set.compress(free));
            free = free & !*set;
        }
        index
    }

    /// Writes the cells of the colors 1, 2, ... of the arrangement with an index.
    #[inline]
    pub fn unrank<M: Mask>(&self, index: u64, sets: &mut [M]) {
        let mut rest = index;
        for (color, set) in self.colors.iter().zip(sets.iter_mut()).rev() {
            let quotient = rest / color.size();
            *set = color.unrank(rest - quotient * color.size());
            rest = quotient;
        }
        let mut free = M::first(self.cells);
        for set in sets {
            *set = set.expand(free);
            free = free & !*set;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::multinomial::for_each_counts;
    use super::super::random::Random;
    use super::*;

    #[test]
    fn unrank_inverts_rank() {
        for cells in 0..=10 {
            for colors in 1..=4 {
                for_each_counts(cells, colors, &mut |counts| {
                    let layout = ColorChain::new(counts).unwrap();
                    assert_eq!(u128::from(layout.size()), counting::multinomial(counts));
                    let mut sets = vec![0_u64; colors - 1];
                    // An arrangement of disjoint sets with the right counts for each index, and
                    // ranks that differ: onto, by size.
                    for index in 0..layout.size() {
                        layout.unrank(index, &mut sets);
                        let mut used = 0;
                        for (set, count) in sets.iter().zip(&counts[1..]) {
                            assert_eq!((set.count(), used & set), (*count, 0));
                            used |= set;
                        }
                        assert_eq!(used & !u64::first(cells), 0);
                        assert_eq!(layout.rank(&sets), index);
                    }
                });
            }
        }
    }

    #[test]
    fn unrank_inverts_rank_on_large_boards() {
        let mut random = Random(41);
        for counts in [vec![1, 15, 15], vec![15, 15, 1], vec![6, 9, 9], vec![7, 3, 3, 3, 3, 3, 3]] {
            let layout = ColorChain::new(&counts).unwrap();
            let mut sets = vec![0_u64; counts.len() - 1];
            let mut wide = vec![0_u128; counts.len() - 1];
            for _ in 0..500 {
                let index = random.below(layout.size());
                layout.unrank(index, &mut sets);
                layout.unrank(index, &mut wide);
                assert_eq!(layout.rank(&sets), index);
                assert_eq!(layout.rank(&wide), index);
                assert!(sets.iter().zip(&wide).all(|(set, wide)| set.wide() == *wide));
            }
        }
    }

    #[test]
    fn too_many_arrangements_are_refused() {
        let counts = [61, 10, 10, 10, 10, 10, 10];
        let size = counting::multinomial(&counts);
        assert_eq!(ColorChain::new(&counts), Err(LayoutError::TooLarge { size }));
    }
}
