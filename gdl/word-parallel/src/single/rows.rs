//! Sets of cells, numbered by how many there are in them.
//!
//! The cells are cut in two halves. Lower halves with the same number of cells form a *class*; the
//! sets with one upper half and one number of cells are a *run* of neighboring rows, one for each
//! member of a class. So a row is where its run begins plus the place of its lower half in its
//! class.
//!
//! Cost: 8 bytes for each upper half and number of cells.

use std::ops::RangeInclusive;

/// Most cells of a lower half.
const LOWER_CELLS: usize = 14;

/// The sets with some numbers of cells.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Number of cells of a lower half.
    pub lower_cells: usize,
    /// By number of cells: the lower halves.
    pub classes: Vec<Vec<u32>>,
    /// By lower half: its place in its class.
    pub places: Vec<u16>,
    /// The runs, in the order of their rows.
    pub runs: Vec<RowRun>,
    fewest: usize,
    /// By number of cells above the fewest, and by upper half: the run.
    numbers: Vec<Vec<Option<u32>>>,
    size: u64,
}

/// The sets with one upper half and one number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRun {
    /// How many cells there are in the set.
    pub number: usize,
    /// The upper half.
    pub upper: u32,
    /// The class of the lower halves.
    pub class: usize,
    /// The first row.
    pub first: u64,
}

impl Rows {
    /// Creates the rows of the sets of `cells` cells with one of these numbers of members.
    pub fn new(cells: usize, numbers: RangeInclusive<usize>) -> Self {
        let lower_cells = cells.min(LOWER_CELLS);
        let mut classes = vec![Vec::new(); lower_cells + 1];
        let mut places = Vec::new();
        for lower in 0..1_u32 << lower_cells {
            let class = &mut classes[lower.count_ones() as usize];
            places.push(u16::try_from(class.len()).expect("a lower half has few cells"));
            class.push(lower);
        }
        let (fewest, mut size) = (*numbers.start(), 0);
        let (mut runs, mut found) = (Vec::new(), Vec::new());
        for number in numbers {
            let mut of_number = Vec::new();
            for upper in 0..1_u32 << (cells - lower_cells) {
                let class = number.checked_sub(upper.count_ones() as usize);
                let class = class.filter(|class| *class <= lower_cells);
                of_number.push(class.map(|_| u32::try_from(runs.len()).expect("few runs")));
                if let Some(class) = class {
                    runs.push(RowRun { number, upper, class, first: size });
                    size += classes[class].len() as u64;
                }
            }
            found.push(of_number);
        }
        Rows { lower_cells, classes, places, runs, fewest, numbers: found, size }
    }

    /// Number of rows.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The run with an upper half and a number of cells.
    #[inline]
    pub fn run(&self, number: usize, upper: u32) -> Option<usize> {
        let of_number = self.numbers.get(number.checked_sub(self.fewest)?)?;
        of_number[upper as usize].map(|run| run as usize)
    }

    /// The row of a set.
    pub fn row(&self, set: u64) -> Option<u64> {
        let lower = set & ((1 << self.lower_cells) - 1);
        let upper = u32::try_from(set >> self.lower_cells).ok()?;
        let run = self.run(set.count_ones() as usize, upper)?;
        Some(self.runs[run].first + u64::from(self.places[usize::try_from(lower).ok()?]))
    }

    /// The set of a row.
    pub fn set(&self, row: u64) -> u64 {
        let run = self.runs[self.runs.partition_point(|run| run.first <= row) - 1];
        let place = usize::try_from(row - run.first).expect("a place in a class");
        self.upper(run) | u64::from(self.classes[run.class][place])
    }

    /// The cells of a run's upper half.
    #[inline]
    pub fn upper(&self, run: RowRun) -> u64 {
        u64::from(run.upper) << self.lower_cells
    }

    /// Number of bytes.
    pub fn bytes(&self) -> u64 {
        let numbers: usize = self.numbers.iter().map(|of_number| 8 * of_number.len()).sum();
        (numbers + 32 * self.runs.len() + 6 * self.places.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_number_sets_without_gaps() {
        for (cells, numbers) in [(5, 0..=5), (16, 2..=4), (18, 3..=3)] {
            let rows = Rows::new(cells, numbers.clone());
            let mut found = 0;
            for set in 0..1_u64 << cells {
                let row = rows.row(set);
                assert_eq!(row.is_some(), numbers.contains(&(set.count_ones() as usize)));
                if let Some(row) = row {
                    assert_eq!(rows.set(row), set);
                    found += 1;
                }
            }
            assert_eq!(rows.size(), found);
        }
    }
}
