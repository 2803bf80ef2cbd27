//! Strings of several colors with given counts, in lexicographic order.
//!
//! The number of strings of n cells with k(0) cells of color 0, k(1) of color 1, ... is n!/(k(0)!
//! k(1)! ...). The rank of a string is the number of smaller ones: walk the cells, and for each
//! add the number of strings that have a smaller color here and any order of the counts that then
//! remain. (Edelkamp and Sulewski, 2010, prove it a bijection and solve nine men's morris on the
//! GPU with it.)
//!
//! What is added depends on the remaining counts and the color only. The remaining counts are a
//! number in mixed radix, so the sums are a table with one row for each such number, (k(0) +
//! 1)(k(1) + 1) ... rows: one lookup per cell. For many colors the table is too large; the same
//! set in another order, without that table and faster: [`chain`](super::chain).

use super::LayoutError;
use super::counting::{self, index_size, narrow};

/// The largest table of partial sums.
const MAX_ENTRIES: usize = 1 << 22;

/// The strings with given numbers of colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multinomial {
    counts: Vec<usize>,
    cells: usize,
    size: u64,
    /// The number of the counts before the first cell.
    last_row: usize,
    /// By color: how much one cell of it counts in the number of the remaining counts.
    steps: Vec<usize>,
    /// By remaining counts and color: the number of strings that begin with a smaller color.
    smaller: Vec<u64>,
}

impl Multinomial {
    /// The layout of the strings that have `counts[c]` cells of each color `c`.
    pub fn new(counts: &[usize]) -> Result<Self, LayoutError> {
        if counts.len() > 256 {
            return Err(LayoutError::Impossible { reason: "more than 256 colors" });
        }
        let size = index_size(counting::multinomial(counts))?;
        let rows = counts.iter().fold(1_usize, |rows, count| rows.saturating_mul(count + 1));
        let entries = rows.saturating_mul(counts.len());
        if entries > MAX_ENTRIES {
            return Err(LayoutError::TablesTooLarge { entries: u128::from(narrow(entries)) });
        }
        let mut steps = Vec::with_capacity(counts.len());
        let mut step = 1;
        for count in counts {
            steps.push(step);
            step *= count + 1;
        }
        let mut smaller = Vec::with_capacity(entries);
        let mut remaining = vec![0; counts.len()];
        for _ in 0..rows {
            push_sums(&mut remaining, &mut smaller);
            add_one(&mut remaining, counts);
        }
        Ok(Multinomial {
            counts: counts.to_vec(),
            cells: counts.iter().sum(),
            size,
            last_row: rows - 1,
            steps,
            smaller,
        })
    }

    /// Number of strings.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of cells of each color.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// By remaining counts, as a number in mixed radix, and color: the number of strings that
    /// begin with a smaller color.
    pub fn table(&self) -> &[u64] {
        &self.smaller
    }

    /// By color: how much one cell of it counts in the number of the remaining counts.
    pub fn steps(&self) -> &[usize] {
        &self.steps
    }

    /// The index of a string with the right counts.
    #[inline]
    pub fn rank(&self, string: &[u8]) -> u64 {
        let colors = self.counts.len();
        let mut row = self.last_row;
        let mut index = 0;
        for color in string {
            let color = usize::from(*color);
            index += self.smaller[row * colors + color];
            row -= self.steps[color];
        }
        index
    }

    /// Writes the string with an index.
    #[inline]
    pub fn unrank(&self, index: u64, string: &mut [u8]) {
        let colors = self.counts.len();
        let mut row = self.last_row;
        let mut rest = index;
        for cell in string {
            let sums = &self.smaller[row * colors..][..colors];
            // The last color that does not count more is the right one: a color that is used up
            // counts as much as the next one, or, after all others, all strings.
            let mut color = colors - 1;
            while sums[color] > rest {
                color -= 1;
            }
            rest -= sums[color];
            row -= self.steps[color];
            *cell = u8::try_from(color).expect("at most 256 colors");
        }
    }
}

/// Appends, for each color, the number of strings with these counts that begin with a smaller
/// color.
fn push_sums(remaining: &mut [usize], smaller: &mut Vec<u64>) {
    let mut sum = 0_u64;
    for color in 0..remaining.len() {
        smaller.push(sum);
        if remaining[color] > 0 {
            remaining[color] -= 1;
            let strings = u64::try_from(counting::multinomial(remaining)).unwrap_or(u64::MAX);
            sum = sum.saturating_add(strings);
            remaining[color] += 1;
        }
    }
}

/// The next number in the mixed radix of the counts.
fn add_one(remaining: &mut [usize], counts: &[usize]) {
    for (digit, largest) in remaining.iter_mut().zip(counts) {
        if *digit < *largest {
            *digit += 1;
            return;
        }
        *digit = 0;
    }
}

/// The number of cells of each color of a string, by which its layout is chosen.
pub fn color_counts(string: &[u8], counts: &mut [usize]) {
    counts.fill(0);
    for color in string {
        counts[usize::from(*color)] += 1;
    }
}

/// Calls a function with every way to write `total` as a sum of `parts.len()` counts.
#[cfg(test)]
pub(super) fn for_each_counts(total: usize, colors: usize, visit: &mut impl FnMut(&[usize])) {
    fn go(counts: &mut Vec<usize>, left: usize, colors: usize, visit: &mut impl FnMut(&[usize])) {
        if counts.len() + 1 == colors {
            counts.push(left);
            visit(counts);
            counts.pop();
            return;
        }
        for count in 0..=left {
            counts.push(count);
            go(counts, left - count, colors, visit);
            counts.pop();
        }
    }
    go(&mut Vec::new(), total, colors, visit);
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    #[test]
    fn unrank_inverts_rank_in_lexicographic_order() {
        for cells in 0..=8 {
            for colors in 1..=4 {
                for_each_counts(cells, colors, &mut |counts| {
                    let layout = Multinomial::new(counts).unwrap();
                    assert_eq!(u128::from(layout.size()), counting::multinomial(counts));
                    let mut string = vec![0; cells];
                    let mut before = Vec::new();
                    let mut found = vec![0; colors];
                    for index in 0..layout.size() {
                        layout.unrank(index, &mut string);
                        color_counts(&string, &mut found);
                        assert_eq!(found, counts);
                        assert_eq!(layout.rank(&string), index);
                        assert!(index == 0 || before < string);
                        before.clone_from(&string);
                    }
                });
            }
        }
    }

    #[test]
    fn every_string_of_ten_cells_has_its_own_index() {
        let mut layouts = std::collections::BTreeMap::new();
        for_each_counts(10, 4, &mut |counts| {
            let layout = Multinomial::new(counts).unwrap();
            layouts.insert(counts.to_vec(), (0, layout));
        });
        let mut string = [0; 10];
        let mut counts = vec![0; 4];
        for code in 0..1_u32 << 20 {
            for (cell, color) in string.iter_mut().rev().enumerate() {
                *color = u8::try_from(code >> (2 * cell) & 3).unwrap();
            }
            color_counts(&string, &mut counts);
            let (next, layout) = layouts.get_mut(&counts).unwrap();
            assert_eq!(layout.rank(&string), *next);
            *next += 1;
        }
        assert!(layouts.values().all(|(next, layout)| layout.size() == *next));
    }

    #[test]
    fn unrank_inverts_rank_on_large_boards() {
        let mut random = Random(31);
        for counts in [vec![1, 15, 15], vec![15, 15, 1], vec![6, 9, 9], vec![7, 3, 3, 3, 3, 3, 3]] {
            let layout = Multinomial::new(&counts).unwrap();
            let mut string = vec![0; layout.cells()];
            for _ in 0..500 {
                let index = random.below(layout.size());
                layout.unrank(index, &mut string);
                assert_eq!(layout.rank(&string), index);
            }
            layout.unrank(layout.size() - 1, &mut string);
            assert!(string.is_sorted_by(|left, right| left >= right));
            assert_eq!(layout.rank(&string) + 1, layout.size());
        }
    }

    #[test]
    fn too_large_strings_and_tables_are_refused() {
        let chinese_checkers = [61, 10, 10, 10, 10, 10, 10];
        let size = counting::multinomial(&chinese_checkers);
        assert_eq!(Multinomial::new(&chinese_checkers), Err(LayoutError::TooLarge { size }));
        let many = [1; 20];
        assert_eq!(Multinomial::new(&many), Err(LayoutError::TablesTooLarge { entries: 20 << 20 }));
    }
}
