//! Sets of k cells out of n, by the combinatorial number system.
//!
//! The set of cells c(1) < c(2) < ... < c(k) has the number C(c(1), 1) + C(c(2), 2) + ... +
//! C(c(k), k), which runs through `0..C(n, k)` in *colexicographic* order: sets are compared by
//! their largest cells first, so as bit masks they are in the order of numbers (Knuth, *The Art of
//! Computer Programming* 4A, section 7.2.1.3). The number does not depend on n: the sets of the
//! first n - 1 cells come first.
//!
//! This is the plain loop over the cells of a set, which needs the binomials up to C(n, k) only,
//! (n + 1)(k + 1) entries. The same numbers, faster and from larger tables:
//! [`split`](super::split).

use super::LayoutError;
use super::counting::{self, index_size};
use super::mask::Mask;

/// The sets of a given number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binomial {
    cells: usize,
    chosen: usize,
    size: u64,
    pascal: Pascal,
}

impl Binomial {
    /// The layout of the sets of `chosen` of `cells` cells.
    pub fn new(cells: usize, chosen: usize) -> Result<Self, LayoutError> {
        if chosen > cells {
            return Err(LayoutError::Impossible { reason: "more pieces than cells" });
        }
        let size = index_size(counting::binomial(cells, chosen))?;
        Ok(Binomial { cells, chosen, size, pascal: Pascal::new(cells, chosen) })
    }

    /// Number of sets.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of cells to choose from.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Number of cells in each set.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// The binomials that ranking adds up.
    pub fn pascal(&self) -> &Pascal {
        &self.pascal
    }

    /// The index of a set of `chosen` cells.
    #[inline]
    pub fn rank<M: Mask>(&self, set: M) -> u64 {
        let (mut rest, mut index, mut number) = (set, 0, 1);
        while rest != M::default() {
            index += self.pascal.get(rest.first_cell(), number);
            rest = rest.without_first();
            number += 1;
        }
        index
    }

    /// The set with an index.
    #[inline]
    pub fn unrank<M: Mask>(&self, index: u64) -> M {
        let (mut set, mut rest, mut number) = (M::default(), index, self.chosen);
        for cell in (0..self.cells).rev() {
            if number == 0 {
                break;
            }
            let below = self.pascal.get(cell, number);
            if rest >= below {
                set |= M::single(cell);
                rest -= below;
                number -= 1;
            }
        }
        set
    }
}

/// The binomials C(0..=n, 0..=k), each at most 2^64 - 1, where they saturate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pascal {
    columns: usize,
    entries: Vec<u64>,
}

impl Pascal {
    /// Makes the table up to C(n, k).
    pub fn new(n: usize, k: usize) -> Self {
        let columns = k + 1;
        let mut entries = vec![0_u64; (n + 1) * columns];
        for row in 0..=n {
            entries[row * columns] = 1;
            for column in 1..columns.min(row + 1) {
                let above = (row - 1) * columns + column;
                entries[row * columns + column] = entries[above].saturating_add(entries[above - 1]);
            }
        }
        Pascal { columns, entries }
    }

    /// C(n, k).
    #[inline]
    pub fn get(&self, n: usize, k: usize) -> u64 {
        self.entries[n * self.columns + k]
    }

    /// All entries row by row.
    pub fn entries(&self) -> &[u64] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    #[test]
    fn unrank_inverts_rank_in_colexicographic_order() {
        for cells in 0..=16 {
            let layouts: Vec<Binomial> =
                (0..=cells).map(|chosen| Binomial::new(cells, chosen).unwrap()).collect();
            let mut next = vec![0; cells + 1];
            for set in 0..1_u64 << cells {
                let layout = &layouts[set.count()];
                let index = &mut next[set.count()];
                assert_eq!(layout.rank(set), *index);
                assert_eq!(layout.unrank::<u64>(*index), set);
                assert_eq!(layout.unrank::<u128>(*index), u128::from(set));
                *index += 1;
            }
            for (layout, count) in layouts.iter().zip(next) {
                assert_eq!(layout.size(), count);
            }
        }
    }

    #[test]
    fn unrank_inverts_rank_on_large_boards() {
        let mut random = Random(11);
        for (cells, chosen) in [(33, 16), (61, 30), (64, 32), (121, 10), (128, 1), (128, 127)] {
            let layout = Binomial::new(cells, chosen).unwrap();
            for _ in 0..500 {
                let index = random.below(layout.size());
                let set: u128 = layout.unrank(index);
                assert_eq!(set.count(), chosen);
                assert_eq!(set & !u128::first(cells), 0);
                assert_eq!(layout.rank(set), index);
            }
        }
    }

    #[test]
    fn sets_of_fewer_cells_come_first() {
        let (small, large) = (Binomial::new(9, 4).unwrap(), Binomial::new(12, 4).unwrap());
        for index in 0..small.size() {
            assert_eq!(small.unrank::<u64>(index), large.unrank::<u64>(index));
        }
    }

    #[test]
    fn too_many_sets_are_refused() {
        let size = counting::binomial(68, 34);
        assert_eq!(Binomial::new(68, 34), Err(LayoutError::TooLarge { size }));
        assert!(Binomial::new(3, 4).is_err());
    }
}
