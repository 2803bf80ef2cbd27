//! Gasser's form of positions up to symmetry: canonical sets of the first color, free sets of the
//! others.
//!
//! R. Gasser, *Harnessing computational resources for efficient exhaustive search*, ETH Zürich
//! 1995: a position of two colors is turned so that the first color becomes a canonical set; the
//! second color is then any set of the cells that the first leaves free. The index is
//! `canonical number x C(n - W, B) + rank of the second color`, f(W) C(n - W, B) entries, where
//! f(W) is the number of orbits. That is nearly the number of positions divided by the order of
//! the group. Further colors are sets of the cells that are still free, as in
//! [`chain`](super::chain).
//!
//! It is not quite a quotient: when symmetries map the first color to itself, the other colors'
//! images under them are equivalent positions with indices of their own. `rank` takes the table's
//! element, so `rank(unrank(i)) = i` for every i. `canonical_rank` takes the smallest of these
//! indices and is the same for equivalent positions; the indices it leaves out are redundant.

use super::LayoutError;
use super::counting::{self, index_size};
use super::mask::Mask;
use super::orbit::SetOrbits;
use super::split::{SharedSplits, SplitBinomial};
use super::symmetry::SymmetryGroup;
use std::sync::Arc;

/// Positions of several colors: the first up to symmetry, the others free. What is left is one
/// more color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalTimesFree<M> {
    /// Layouts with equally many cells of the first color share its table.
    first: Arc<SetOrbits<M>>,
    others: Vec<Arc<SplitBinomial>>,
    /// Number of arrangements of the others.
    free_size: u64,
    size: u64,
}

impl<M: Mask> CanonicalTimesFree<M> {
    /// Creates the layout of the sets of `first` and `others[i]` cells of each other color.
    pub fn new(first: Arc<SetOrbits<M>>, others: &[usize]) -> Result<Self, LayoutError> {
        Self::sharing(first, others, &mut SharedSplits::default())
    }

    /// Like [`new`](Self::new), but uses the sets of other layouts where they are equal.
    pub fn sharing(
        first: Arc<SetOrbits<M>>,
        others: &[usize],
        shared: &mut SharedSplits,
    ) -> Result<Self, LayoutError> {
        let mut left = first.group().cells() - first.chosen();
        let mut sets = Vec::new();
        let mut free_size = 1_u128;
        for count in others {
            let Some(fewer) = left.checked_sub(*count) else {
                return Err(LayoutError::Impossible { reason: "more pieces than cells" });
            };
            free_size = free_size.saturating_mul(counting::binomial(left, *count));
            index_size(free_size.saturating_mul(first.size().into()))?;
            sets.push(shared.get(left, *count)?);
            left = fewer;
        }
        let size = index_size(free_size.saturating_mul(first.size().into()))?;
        Ok(CanonicalTimesFree { first, others: sets, free_size: index_size(free_size)?, size })
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The orbits of the first color.
    pub fn first(&self) -> &SetOrbits<M> {
        &self.first
    }

    /// The sets of each other color on the cells that those before it leave free.
    pub fn others(&self) -> &[Arc<SplitBinomial>] {
        &self.others
    }

    /// An index of a position, or of an equivalent one. The first set is that of the first color.
    #[inline]
    pub fn rank(&self, sets: &[M]) -> u64 {
        let (number, element) = self.first.rank(sets[0]);
        let group = self.first.group();
        number * self.free_size
            + self.rank_others(number, &sets[1..], |set| group.apply(element, set))
    }

    /// The smallest index of the positions equivalent to a position.
    #[inline]
    pub fn canonical_rank(&self, sets: &[M]) -> u64 {
        let (number, element) = self.first.rank(sets[0]);
        let group = self.first.group();
        let canonical = |set: M| group.apply(element, set);
        let mut smallest = self.rank_others(number, &sets[1..], canonical);
        for fixing in self.first.stabilizer(number) {
            let image = |set: M| group.apply((*fixing).into(), canonical(set));
            smallest = smallest.min(self.rank_others(number, &sets[1..], image));
        }
        number * self.free_size + smallest
    }

    /// Writes the sets of the position with an index, its first color canonical.
    #[inline]
    pub fn unrank(&self, index: u64, sets: &mut [M]) {
        let number = index / self.free_size;
        let mut rest = index - number * self.free_size;
        for (color, set) in self.others.iter().zip(&mut sets[1..]).rev() {
            let quotient = rest / color.size();
            *set = color.unrank(rest - quotient * color.size());
            rest = quotient;
        }
        sets[0] = self.first.unrank(number);
        let mut free = self.free(number);
        for set in &mut sets[1..] {
            *set = set.expand(free);
            free = free & !*set;
        }
    }

    /// The number of the other colors' sets after a symmetry that makes the first color canonical.
    #[inline]
    fn rank_others(&self, number: u64, sets: &[M], map: impl Fn(M) -> M) -> u64 {
        let mut free = self.free(number);
        let mut index = 0;
        for (color, set) in self.others.iter().zip(sets) {
            let image = map(*set);
            index = index * color.size() + color.rank(image.compress(free));
            free = free & !image;
        }
        index
    }

    #[inline]
    fn free(&self, number: u64) -> M {
        M::first(self.first.group().cells()) & !self.first.unrank(number)
    }
}

/// The number of orbits of the first color times the number of free arrangements of the others:
/// f(W) C(n - W, B) for two.
pub fn canonical_times_free_size<M: Mask>(
    group: &SymmetryGroup<M>,
    first: usize,
    others: &[usize],
) -> u128 {
    let left = group.cells() - first;
    let orbits = group.orbits(&[left, first]).unwrap_or(u128::MAX);
    let mut free = left;
    others.iter().fold(orbits, |size, count| {
        let ways = counting::binomial(free, *count);
        free = free.saturating_sub(*count);
        size.saturating_mul(ways)
    })
}

#[cfg(test)]
mod tests {
    use super::super::multinomial::for_each_counts;
    use super::super::orbit::tests::morris;
    use super::*;

    fn layout<M: Mask>(
        group: &SymmetryGroup<M>,
        first: usize,
        others: &[usize],
    ) -> Result<CanonicalTimesFree<M>, LayoutError> {
        CanonicalTimesFree::new(Arc::new(SetOrbits::new(group.clone(), first)?), others)
    }

    #[test]
    fn canonical_indices_are_as_many_as_gasser_counted() {
        let layout = layout(&morris(), 4, &[3]).unwrap();
        assert_eq!(layout.size(), 757 * 1_140);
        let mut sets = [0; 2];
        let canonical = (0..layout.size()).filter(|index| {
            layout.unrank(*index, &mut sets);
            layout.canonical_rank(&sets) == *index
        });
        assert_eq!(2 * canonical.count(), 1_520_796);
    }

    #[test]
    fn unrank_inverts_rank_and_equivalent_positions_share_a_canonical_rank() {
        let turn: Vec<u8> = vec![2, 5, 8, 1, 4, 7, 0, 3, 6];
        let mirror: Vec<u8> = vec![2, 1, 0, 5, 4, 3, 8, 7, 6];
        let group: SymmetryGroup<u64> = SymmetryGroup::new(9, &[turn, mirror]).unwrap();
        for colors in 2..=4 {
            for_each_counts(9, colors, &mut |counts| {
                let layout = layout(&group, counts[1], &counts[2..]).unwrap();
                let size = canonical_times_free_size(&group, counts[1], &counts[2..]);
                assert_eq!(u128::from(layout.size()), size);
                let mut sets = vec![0; colors - 1];
                let mut canonical = 0;
                for index in 0..layout.size() {
                    layout.unrank(index, &mut sets);
                    assert!(
                        sets.iter().zip(&counts[1..]).all(|(set, count)| set.count() == *count)
                    );
                    assert_eq!(layout.rank(&sets), index);
                    let smallest = layout.canonical_rank(&sets);
                    assert!(smallest <= index);
                    canonical += u128::from(smallest == index);
                    for element in 0..group.elements().len() {
                        let images: Vec<u64> =
                            sets.iter().map(|set| group.apply(element, *set)).collect();
                        assert_eq!(layout.canonical_rank(&images), smallest);
                    }
                }
                assert_eq!(Some(canonical), group.orbits(counts));
            });
        }
    }

    #[test]
    fn too_many_pieces_are_refused() {
        assert!(layout(&morris(), 4, &[10, 11]).is_err());
    }
}
