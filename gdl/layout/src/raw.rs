//! Raw bits: all subsets of the cells at once, without the cells that linear invariants determine.
//!
//! The state itself is the index, one bit per cell. If every reachable state x satisfies linear
//! equations over the field of two elements, a(j) . x = b(j) (the number of set cells in the mask
//! a(j) is even or odd), elimination brings them into reduced echelon form: each equation has one
//! *determined* cell that occurs in no other, and gives its bit as the parity of *free* cells. The
//! index is the bits of the free cells packed together, 2^(cells - equations) entries. Peg
//! solitaire: the 76 jumps span 29 of 33 dimensions, so four equations hold and 2^29 entries are
//! enough for all numbers of pegs together.
//!
//! The free cells form a few runs of neighbors, and packing is one mask and shift for each run.
//! The determined bits are parities of the index itself.
//!
//! Cells with more than two contents are digits in mixed radix, without elimination
//! ([`RawCells`]).

use super::LayoutError;
use super::counting::{self, entry, index_size, narrow};
use super::mask::Mask;
use super::radix::MixedRadix;

/// The states with `cells` bits that satisfy some linear equations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBits {
    free: u128,
    runs: Vec<Run>,
    determined: Vec<Determined>,
    size: u64,
}

/// Neighboring cells that keep their order in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The cells.
    pub cells: u128,
    /// How far they move down to their place in the index.
    pub shift: u32,
}

/// A cell that follows from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Determined {
    /// The cell.
    pub cell: usize,
    /// The free cells whose parity it is.
    pub parity_of: u128,
    /// The same cells as bits of the index.
    pub parity_of_index: u64,
    /// Whether it is the opposite of the parity.
    pub flipped: bool,
}

/// The number of cells in a mask is odd, or even; cells outside of the layout are always clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The cells that count.
    pub cells: u128,
    /// Whether an odd number of them is set.
    pub odd: bool,
}

impl RawBits {
    /// The layout of the subsets of `cells` with these invariants; the highest cells possible are
    /// the determined ones.
    pub fn new(cells: u128, invariants: &[Invariant]) -> Result<Self, LayoutError> {
        let order: Vec<usize> = (0..128).rev().filter(|cell| cells >> cell & 1 == 1).collect();
        Self::with_determined(cells, invariants, &order)
    }

    /// The layout in which a cell earlier in `order` is rather determined than a later one; cells
    /// not in `order` are free.
    pub fn with_determined(
        cells: u128,
        invariants: &[Invariant],
        order: &[usize],
    ) -> Result<Self, LayoutError> {
        let mut equations: Vec<Invariant> = invariants
            .iter()
            .map(|invariant| Invariant { cells: invariant.cells & cells, ..*invariant })
            .collect();
        let pivots = eliminate(&mut equations, order);
        if equations[pivots.len()..].iter().any(|left| left.cells == 0 && left.odd) {
            return Err(LayoutError::Impossible {
                reason: "invariants that contradict each other",
            });
        }
        if equations[pivots.len()..].iter().any(|left| left.cells != 0) {
            return Err(LayoutError::Impossible { reason: "an invariant that determines no cell" });
        }
        let free = pivots.iter().fold(cells, |free, cell| free & !u128::single(*cell));
        let size = index_size(counting::power(2, free.count()))?;
        let determined = pivots
            .iter()
            .zip(&equations)
            .map(|(cell, equation)| {
                let parity_of = equation.cells & free;
                Determined {
                    cell: *cell,
                    parity_of,
                    parity_of_index: parity_of.compress(free).low(),
                    flipped: equation.odd,
                }
            })
            .collect();
        Ok(RawBits { free, runs: runs(free), determined, size })
    }

    /// Number of states.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The cells whose bits are the index.
    pub fn free(&self) -> u128 {
        self.free
    }

    /// The free cells as runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The cells that follow from the free ones.
    pub fn determined(&self) -> &[Determined] {
        &self.determined
    }

    /// Whether a state satisfies the invariants.
    pub fn contains(&self, state: u128) -> bool {
        self.determined.iter().all(|determined| {
            let parity = (state & determined.parity_of).is_odd() != determined.flipped;
            (state >> determined.cell & 1 == 1) == parity
        })
    }

    /// The index of a state.
    #[inline]
    pub fn rank<M: Mask>(&self, state: M) -> u64 {
        let mut index = 0;
        for run in &self.runs {
            index |= ((state & M::from_wide(run.cells)) >> run.shift).low();
        }
        index
    }

    /// The state with an index.
    #[inline]
    pub fn unrank<M: Mask>(&self, index: u64) -> M {
        let packed = M::from_wide(index.into());
        let mut state = M::default();
        for run in &self.runs {
            state |= packed << run.shift & M::from_wide(run.cells);
        }
        for determined in &self.determined {
            let odd = (index & determined.parity_of_index).is_odd() != determined.flipped;
            state |= M::from_field(usize::from(odd), determined.cell);
        }
        state
    }
}

/// Gaussian elimination to reduced echelon form: the equations with a pivot come first, in the
/// order of the pivots given back.
fn eliminate(equations: &mut [Invariant], order: &[usize]) -> Vec<usize> {
    let mut pivots = Vec::new();
    for cell in order {
        let done = pivots.len();
        let has_cell = |equation: &Invariant| equation.cells >> cell & 1 == 1;
        let Some(found) = equations[done..].iter().position(has_cell) else {
            continue;
        };
        equations.swap(done, done + found);
        let pivot = equations[done];
        for (row, equation) in equations.iter_mut().enumerate() {
            if row != done && has_cell(equation) {
                equation.cells ^= pivot.cells;
                equation.odd ^= pivot.odd;
            }
        }
        pivots.push(*cell);
    }
    pivots
}

/// The cells as runs of neighbors.
fn runs(cells: u128) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (index, cell) in cells.cells().enumerate() {
        let shift = u32::try_from(cell - index).expect("below 128");
        match runs.last_mut() {
            Some(run) if run.shift == shift => run.cells |= u128::single(cell),
            _ => runs.push(Run { cells: u128::single(cell), shift }),
        }
    }
    runs
}

/// Cells with any of several contents each, independently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCells {
    /// By cell: the contents it can have, in order.
    contents: Vec<Vec<u8>>,
    /// By cell and content: its number among them; 0 for others.
    numbers: Vec<Vec<u8>>,
    radix: MixedRadix,
}

impl RawCells {
    /// The layout in which each cell has one of the given contents, the first cell leading.
    pub fn new(contents: &[Vec<u8>]) -> Result<Self, LayoutError> {
        let radices: Vec<u64> = contents.iter().map(|contents| narrow(contents.len())).collect();
        let radix = MixedRadix::new(&radices)?;
        let number = |contents: &Vec<u8>| {
            let largest = contents.iter().copied().max().unwrap_or(0);
            let mut numbers = vec![0; usize::from(largest) + 1];
            for (number, content) in (0..).zip(contents) {
                numbers[usize::from(*content)] = number;
            }
            numbers
        };
        let numbers = contents.iter().map(number).collect();
        Ok(RawCells { contents: contents.to_vec(), numbers, radix })
    }

    /// By cell: the contents it can have, in order.
    pub fn contents(&self) -> &[Vec<u8>] {
        &self.contents
    }

    /// Number of states.
    pub fn size(&self) -> u64 {
        self.radix.size()
    }

    /// The index of a state.
    #[inline]
    pub fn rank(&self, cells: &[u8]) -> u64 {
        let digits = cells.iter().zip(&self.numbers).zip(self.radix.radices());
        digits.fold(0, |index, ((content, numbers), radix)| {
            index * radix + u64::from(numbers[usize::from(*content)])
        })
    }

    /// Writes the state with an index.
    #[inline]
    pub fn unrank(&self, index: u64, cells: &mut [u8]) {
        let mut rest = index;
        let contents = self.contents.iter().zip(self.radix.radices());
        for (cell, (contents, radix)) in cells.iter_mut().zip(contents).rev() {
            let quotient = rest / radix;
            *cell = contents[entry(rest - quotient * radix)];
            rest = quotient;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    #[test]
    fn unrank_inverts_rank_for_random_invariants() {
        let mut random = Random(61);
        for _ in 0..200 {
            let cells = u128::from(random.below(1 << 14));
            let truth = u128::from(random.next());
            let invariants: Vec<Invariant> = (0..random.below(6))
                .map(|_| {
                    let counted = u128::from(random.below(1 << 14));
                    Invariant { cells: counted, odd: (counted & cells & truth).is_odd() }
                })
                .collect();
            let layout = RawBits::new(cells, &invariants).unwrap();
            let satisfies =
                |state: u128| invariants.iter().all(|it| (state & it.cells).is_odd() == it.odd);
            let all = (0..1_u128 << 14).filter(|state| state & !cells == 0 && satisfies(*state));
            assert_eq!(narrow(all.count()), layout.size());
            for index in 0..layout.size() {
                let state: u128 = layout.unrank(index);
                assert!(satisfies(state) && state & !cells == 0 && layout.contains(state));
                assert_eq!(layout.rank(state), index);
            }
        }
    }

    #[test]
    fn diagonal_classes_of_the_peg_board_leave_29_bits() {
        // The seven rows of the English board; the cells of one diagonal class modulo 3 have a
        // fixed parity relative to the others.
        let rows = [2..5, 2..5, 0..7, 0..7, 0..7, 2..5, 2..5];
        let points =
            (0..7_usize).flat_map(|row| rows[row].clone().map(move |column| (row, column)));
        let points: Vec<(usize, usize)> = points.collect();
        let class = |key: fn(usize, usize) -> usize, value: usize| {
            points.iter().enumerate().fold(0, |cells, (cell, (row, column))| {
                cells | u128::from(key(*row, *column) % 3 == value) << cell
            })
        };
        let mut invariants = Vec::new();
        for key in [|row, column| row + column, |row, column| row + 6 - column] {
            let classes = [0, 1, 2].map(|value| class(key, value));
            for (left, right) in [(0, 1), (1, 2), (0, 2)] {
                let cells = classes[left] | classes[right];
                let center = 1_u128 << 16;
                invariants
                    .push(Invariant { cells, odd: (cells & !center & u128::first(33)).is_odd() });
            }
        }
        let layout = RawBits::new(u128::first(33), &invariants).unwrap();
        assert_eq!(layout.size(), 1 << 29);
        assert_eq!(layout.determined().len(), 4);
        let start = u128::first(33) & !(1 << 16);
        assert!(layout.contains(start));
        let mut random = Random(62);
        for _ in 0..1_000 {
            let index = random.below(layout.size());
            let state: u64 = layout.unrank(index);
            assert!(layout.contains(state.wide()));
            assert_eq!(layout.rank(state), index);
        }
        assert_eq!(layout.unrank::<u128>(layout.rank(start)), start);
    }

    #[test]
    fn contradictions_and_wide_boards_are_refused() {
        let even = Invariant { cells: 0b111, odd: false };
        let odd = Invariant { cells: 0b111, odd: true };
        assert!(RawBits::new(0b1111, &[even, odd]).is_err());
        assert_eq!(RawBits::new(0b1111, &[even, even]).unwrap().size(), 8);
        let error = RawBits::new(u128::first(70), &[even]).unwrap_err();
        assert_eq!(error, LayoutError::TooLarge { size: 1 << 69 });
        assert!(RawBits::with_determined(0b1111, &[even], &[3]).is_err());
        let chosen = RawBits::with_determined(0b1111, &[even], &[1]).unwrap();
        assert_eq!((chosen.free(), chosen.determined()[0].cell), (0b1101, 1));
    }

    #[test]
    fn unrank_inverts_rank_for_cells_with_several_contents() {
        let layout =
            RawCells::new(&[vec![0, 1, 2], vec![5], vec![0, 7], vec![3, 1, 2, 0]]).unwrap();
        assert_eq!(layout.size(), 24);
        let mut cells = [0; 4];
        for index in 0..24 {
            layout.unrank(index, &mut cells);
            assert_eq!(layout.rank(&cells), index);
        }
        assert!(RawCells::new(&[vec![0], vec![]]).is_err());
        assert!(RawCells::new(&vec![vec![0, 1, 2]; 41]).is_err());
    }
}
