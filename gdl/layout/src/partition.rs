//! One distinguished piece apart from all others: its place names a part, the others are ranked
//! inside it.
//!
//! A piece that is there exactly once (the blank of a sliding puzzle, the fox) and the arrangement
//! of the rest are orthogonal: the pair determines the state. The index is
//! `place number x rest size + rest rank`, so every place has one block of the table. The rest is
//! read in the order of the cells with the place left out: a permutation of n - 1 elements, or a
//! set of the other n - 1 cells. (Edelkamp et al., *Solving games in parallel with linear-time
//! perfect hash functions*, TZI report 52, 2009, sections 4 and 5: sliding tiles with blank, fore
//! and aft, fox and geese.) In a sliding puzzle a move of the blank along the order of the cells
//! leaves the rest as it is: the rank inside the block stays.
//!
//! If the sign of the whole permutation is known as a function of the blank's place, the rest has
//! a known sign too and is folded.
//!
//! A ring whose rotations count as the same (TopSpin) is the case of a single place: the state is
//! turned until the distinguished piece comes first, [`take_out_of_ring`], and (n - 1)! is the
//! size.

use super::LayoutError;
use super::counting::{entry, index_size, narrow};
use super::mask::Mask;
use super::permutation::{MAX_LENGTH, Order, Permutations, Sign, permutation_count};
use super::split::SplitBinomial;

/// The places of the distinguished piece, with equally many arrangements of the rest for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// By cell: the first index of its block; 0 also for cells that are no place.
    starts: Vec<u64>,
    /// The cells that are places, in order.
    places: Vec<u8>,
    rest_size: u64,
    size: u64,
}

impl Partition {
    /// Blocks of `rest_size` entries for each of the given cells, which must be below 128.
    pub fn new(places: u128, rest_size: u64) -> Result<Self, LayoutError> {
        let size = u128::from(places.count_ones()).saturating_mul(u128::from(rest_size));
        let size = index_size(size)?;
        let mut starts = vec![0; 128 - places.leading_zeros() as usize];
        let mut cells = Vec::new();
        for (cell, number) in places.cells().zip(0..) {
            starts[cell] = number * rest_size;
            cells.push(u8::try_from(cell).expect("below 128"));
        }
        Ok(Partition { starts, places: cells, rest_size, size })
    }

    /// Number of entries.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of arrangements of the rest.
    pub fn rest_size(&self) -> u64 {
        self.rest_size
    }

    /// The cells that are places, in order.
    pub fn places(&self) -> &[u8] {
        &self.places
    }

    /// By cell: the first index of its block.
    pub fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// The index of a place and the rank of the rest.
    #[inline]
    pub fn join(&self, cell: usize, rest: u64) -> u64 {
        self.starts[cell] + rest
    }

    /// The place and the rank of the rest.
    #[inline]
    pub fn split(&self, index: u64) -> (usize, u64) {
        let number = index / self.rest_size;
        let cell = self.places[entry(number)];
        (usize::from(cell), index - number * self.rest_size)
    }
}

/// Permutations of which one element, the blank, selects the block by its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlankPermutations {
    partition: Partition,
    blank: u8,
    /// By cell of the blank.
    rest: Vec<Permutations>,
}

impl BlankPermutations {
    /// The layout of the permutations of `length` elements by the place of the element `blank`.
    ///
    /// `signs` gives, by the cell of the blank, the sign of the whole permutation if it is known;
    /// it is empty if it never is.
    pub fn new(
        length: usize,
        blank: u8,
        order: Order,
        signs: &[Sign],
    ) -> Result<Self, LayoutError> {
        if usize::from(blank) >= length || !(signs.is_empty() || signs.len() == length) {
            return Err(LayoutError::Impossible { reason: "no such piece among the pieces" });
        }
        let known = signs.first().copied();
        let size = permutation_count(length - 1, known).saturating_mul(u128::from(narrow(length)));
        index_size(size)?;
        let rest = (0..length)
            .map(|cell| {
                // Moving the blank from its own number to the cell is a cycle of the elements
                // between.
                let cycle = Sign::of(narrow(cell) + u64::from(blank));
                let sign = signs.get(cell).map(|sign| sign.times(cycle));
                Permutations::new(length - 1, order, sign)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let partition = Partition::new(u128::first(length), rest[0].size())?;
        Ok(BlankPermutations { partition, blank, rest })
    }

    /// Number of permutations.
    pub fn size(&self) -> u64 {
        self.partition.size()
    }

    /// The places of the blank.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The element that selects the block.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// By cell of the blank: the layout of the others.
    pub fn rest(&self) -> &[Permutations] {
        &self.rest
    }

    /// The index of a permutation.
    pub fn rank(&self, permutation: &[u8]) -> u64 {
        let mut rest = [0; MAX_LENGTH];
        let rest = &mut rest[..permutation.len() - 1];
        let cell = take_out(permutation, self.blank, rest);
        self.partition.join(cell, self.rest[cell].rank(rest))
    }

    /// Writes the permutation with an index.
    pub fn unrank(&self, index: u64, permutation: &mut [u8]) {
        let (cell, index) = self.partition.split(index);
        let mut rest = [0; MAX_LENGTH];
        let rest = &mut rest[..permutation.len() - 1];
        self.rest[cell].unrank(index, rest);
        put_back(rest, self.blank, cell, permutation);
    }
}

/// A set of k cells and one more piece on a cell of its own, which selects the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceAndSet {
    partition: Partition,
    rest: SplitBinomial,
}

impl PieceAndSet {
    /// The layout for `cells` cells, of which the piece can be on the given places, and `chosen`
    /// of the others are in the set.
    pub fn new(cells: usize, places: u128, chosen: usize) -> Result<Self, LayoutError> {
        if cells == 0 || places & !u128::first(cells) != 0 {
            return Err(LayoutError::Impossible { reason: "a place outside of the board" });
        }
        let rest = SplitBinomial::new(cells - 1, chosen)?;
        Ok(PieceAndSet { partition: Partition::new(places, rest.size())?, rest })
    }

    /// Number of pairs.
    pub fn size(&self) -> u64 {
        self.partition.size()
    }

    /// The places of the piece.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The layout of the set on the other cells.
    pub fn rest(&self) -> &SplitBinomial {
        &self.rest
    }

    /// The index of the piece's cell and a set without it.
    #[inline]
    pub fn rank<M: Mask>(&self, cell: usize, set: M) -> u64 {
        self.partition.join(cell, self.rest.rank(set.squeeze_out(cell)))
    }

    /// The cell and the set with an index.
    #[inline]
    pub fn unrank<M: Mask>(&self, index: u64) -> (usize, M) {
        let (cell, rest) = self.partition.split(index);
        (cell, self.rest.unrank::<M>(rest).make_room(cell))
    }
}

/// Takes an element out of a permutation: the others in their order, renumbered, go to `rest`; the
/// result is its position.
#[inline]
pub fn take_out(permutation: &[u8], element: u8, rest: &mut [u8]) -> usize {
    let (mut position, mut length) = (0, 0);
    for (place, other) in permutation.iter().enumerate() {
        // PERF: without a branch at the element itself, which nobody can predict; what it writes
        // is overwritten by the next.
        if length < rest.len() {
            rest[length] = other - u8::from(*other > element);
        }
        let found = *other == element;
        position += place * usize::from(found);
        length += usize::from(!found);
    }
    position
}

/// Puts an element back at a position: the inverse of [`take_out`].
#[inline]
pub fn put_back(rest: &[u8], element: u8, position: usize, permutation: &mut [u8]) {
    for (place, other) in rest.iter().enumerate() {
        permutation[place + usize::from(place >= position)] = other + u8::from(*other >= element);
    }
    permutation[position] = element;
}

/// Takes an element out of a ring: the others, read from the position after it, renumbered, go to
/// `rest`; rotations give the same.
#[inline]
pub fn take_out_of_ring(ring: &[u8], element: u8, rest: &mut [u8]) -> usize {
    let position = ring.iter().position(|other| *other == element).unwrap_or(0);
    let after = ring[position + 1..].iter().chain(&ring[..position]);
    for (place, other) in rest.iter_mut().zip(after) {
        *place = other - u8::from(*other > element);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::super::counting::{binomial, factorial};
    use super::super::permutation;
    use super::super::random::Random;
    use super::*;
    use bitvec::bitvec;

    #[test]
    fn unrank_inverts_rank_for_permutations() {
        for order in [Order::Lexicographic, Order::MyrvoldRuskey] {
            for length in 1..=7 {
                for blank in 0..u8::try_from(length).unwrap() {
                    let layout = BlankPermutations::new(length, blank, order, &[]).unwrap();
                    assert_eq!(u128::from(layout.size()), factorial(length));
                    let mut permutation = vec![0; length];
                    for index in 0..layout.size() {
                        layout.unrank(index, &mut permutation);
                        assert_eq!(layout.rank(&permutation), index);
                    }
                }
            }
        }
    }

    #[test]
    fn the_eight_puzzle_is_onto_half_of_the_permutations() {
        let signs: Vec<Sign> = (0..9).map(|cell| Sign::of(cell / 3 + cell % 3)).collect();
        for order in [Order::Lexicographic, Order::MyrvoldRuskey] {
            let layout = BlankPermutations::new(9, 0, order, &signs).unwrap();
            assert_eq!(layout.size(), 181_440);
            let start = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            let mut seen = bitvec![0; entry(layout.size())];
            seen.set(entry(layout.rank(&start)), true);
            let mut queue = vec![start];
            while let Some(state) = queue.pop() {
                let mut again = [0; 9];
                layout.unrank(layout.rank(&state), &mut again);
                assert_eq!(again, state);
                let blank = state.iter().position(|tile| *tile == 0).unwrap();
                let (row, column) = (blank / 3, blank % 3);
                let mut push = |neighbor: usize| {
                    let mut next = state;
                    next.swap(blank, neighbor);
                    if !seen.replace(entry(layout.rank(&next)), true) {
                        queue.push(next);
                    }
                };
                if row > 0 {
                    push(blank - 3);
                }
                if row < 2 {
                    push(blank + 3);
                }
                if column > 0 {
                    push(blank - 1);
                }
                if column < 2 {
                    push(blank + 1);
                }
            }
            assert!(seen.all());
        }
    }

    #[test]
    fn unrank_inverts_rank_for_sets() {
        for cells in 1..=9 {
            for chosen in 0..cells {
                for places in [u128::first(cells), 0b1_0110_1101 & u128::first(cells)] {
                    let layout = PieceAndSet::new(cells, places, chosen).unwrap();
                    let rest = binomial(cells - 1, chosen);
                    assert_eq!(u128::from(layout.size()), places.count() as u128 * rest);
                    for index in 0..layout.size() {
                        let (cell, set) = layout.unrank::<u64>(index);
                        assert_eq!(places >> cell & 1, 1);
                        assert_eq!(set & u64::single(cell), 0);
                        assert_eq!(layout.rank(cell, set), index);
                    }
                }
            }
        }
    }

    #[test]
    fn unrank_inverts_rank_on_large_boards() {
        let mut random = Random(21);
        let frogs = PieceAndSet::new(31, u128::first(31), 15).unwrap();
        assert_eq!(frogs.size(), 31 * 155_117_520);
        let geese = PieceAndSet::new(33, u128::first(33), 13).unwrap();
        assert_eq!(u128::from(geese.size()), 33 * binomial(32, 13));
        for layout in [frogs, geese] {
            for _ in 0..1_000 {
                let index = random.below(layout.size());
                let (cell, set) = layout.unrank::<u64>(index);
                assert_eq!(layout.rank(cell, set), index);
            }
        }
    }

    #[test]
    fn rotations_of_a_ring_have_the_same_rest() {
        let mut ring = [3, 1, 4, 0, 2, 5];
        let (mut first, mut rest) = ([0; 5], [0; 5]);
        take_out_of_ring(&ring, 0, &mut first);
        assert_eq!(first, [1, 4, 2, 0, 3]);
        for _ in 0..6 {
            ring.rotate_left(1);
            let position = take_out_of_ring(&ring, 0, &mut rest);
            assert_eq!((ring[position], rest), (0, first));
        }
        assert_eq!(permutation::sign(&first), Sign::Odd);
    }
}
