//! Sets of k cells out of n, ranked by a few lookups: split tables.
//!
//! The cells are cut into groups of neighbors, and the bits of a group are a number. In
//! colexicographic order the sets are sorted by the highest group first, then the next, so the
//! rank of a set is a sum with one term per group:
//!
//! - the lowest group: the number of bit patterns smaller than this one that have the same number
//!   of cells;
//! - any other group: the number of sets that agree in the groups above and have a smaller pattern
//!   b here, the sum of C(cells below, r - |b|) over these b, where r is the number of cells that
//!   the groups above leave. For the highest group r = k.
//!
//! Two groups (up to 34 cells) need no count at all: `rank = base[high] + index[low]`. A middle
//! group has one row of its table for every r that is possible. The ranks are those of
//! [`binomial`](super::binomial), the combinatorial number system (Knuth, *The Art of Computer
//! Programming* 4A, section 7.2.1.3), with the sum taken by groups instead of by cells.
//!
//! Unranking searches the highest group's table through a guide of its leading bits, the rows of
//! middle groups by halving, and looks up the lowest group in the list of its patterns sorted by
//! number of cells.

use super::LayoutError;
use super::counting::{self, entry, index_size, narrow};
use super::guide::Guide;
use super::mask::Mask;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How large the tables may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitOptions {
    /// The largest number of entries of one table, at most 2^18.
    pub entries: usize,
}

impl Default for SplitOptions {
    /// 2^17 entries: two groups up to 34 cells.
    fn default() -> Self {
        SplitOptions { entries: 1 << 17 }
    }
}

/// The sets of a given number of cells, with split tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitBinomial {
    cells: usize,
    chosen: usize,
    size: u64,
    /// With no cells if the lowest group has all of them.
    highest: UpperGroup,
    /// Those between, the higher first.
    middle: Vec<UpperGroup>,
    lowest: LowestGroup,
    guide: Guide,
    guide_shift: u32,
}

/// A group of cells above the lowest one, with its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpperGroup {
    /// The first cell of the group.
    pub start: usize,
    /// Number of cells.
    pub width: usize,
    /// The smallest number of cells that the groups above can leave; it has the first row.
    pub first_row: usize,
    /// By cells left and pattern of the group: the number of sets with a smaller pattern.
    pub base: Vec<u64>,
}

/// The lowest group of cells with its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowestGroup {
    /// Number of cells.
    pub width: usize,
    /// The cells as bits.
    pub mask: u64,
    /// By pattern: the number of smaller patterns with as many cells.
    pub index: Vec<u16>,
    /// The patterns sorted by number of cells, then as numbers.
    pub patterns: Vec<u32>,
    /// By number of cells: where its patterns begin.
    pub starts: Vec<u32>,
}

/// Layouts of sets that are made once and used by many: the tables of tiers are mostly the same.
#[derive(Clone, Debug, Default)]
pub struct SharedSplits {
    /// By numbers of cells and chosen cells.
    layouts: BTreeMap<(usize, usize), Arc<SplitBinomial>>,
}

impl SharedSplits {
    /// The layout of the sets of `chosen` of `cells` cells.
    pub fn get(&mut self, cells: usize, chosen: usize) -> Result<Arc<SplitBinomial>, LayoutError> {
        if let Some(known) = self.layouts.get(&(cells, chosen)) {
            return Ok(Arc::clone(known));
        }
        let layout = Arc::new(SplitBinomial::new(cells, chosen)?);
        self.layouts.insert((cells, chosen), Arc::clone(&layout));
        Ok(layout)
    }
}

impl SplitBinomial {
    /// The layout of the sets of `chosen` of `cells` cells, with tables of the usual size.
    pub fn new(cells: usize, chosen: usize) -> Result<Self, LayoutError> {
        let widths = group_widths(cells, chosen, SplitOptions::default());
        Self::with_groups(cells, chosen, &widths)
    }

    /// The layout with groups of the given widths, the lowest first.
    ///
    /// The widths add up to the number of cells; the lowest group has at most 18 cells.
    pub fn with_groups(cells: usize, chosen: usize, widths: &[usize]) -> Result<Self, LayoutError> {
        if chosen > cells {
            return Err(LayoutError::Impossible { reason: "more pieces than cells" });
        }
        let Some((lowest, others)) = widths.split_first() else {
            return Err(LayoutError::Impossible { reason: "no group of cells" });
        };
        if widths.iter().sum::<usize>() != cells {
            return Err(LayoutError::Impossible { reason: "the groups are not all cells" });
        }
        let widest = widths.iter().copied().max().unwrap_or(0);
        if widest > MAX_WIDTH {
            return Err(LayoutError::TablesTooLarge { entries: counting::power(2, widest) });
        }
        let size = index_size(counting::binomial(cells, chosen))?;
        let mut start = *lowest;
        let mut upper = Vec::new();
        for width in others {
            upper.push(UpperGroup::new(cells, chosen, start, *width));
            start += width;
        }
        let highest = upper.pop().unwrap_or_else(|| UpperGroup::new(cells, chosen, cells, 0));
        upper.reverse();
        let (guide, guide_shift) = guide(&highest, size);
        Ok(SplitBinomial {
            cells,
            chosen,
            size,
            highest,
            middle: upper,
            lowest: LowestGroup::new(*lowest),
            guide,
            guide_shift,
        })
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

    /// The highest group; it has one row, and no cells if there is only one group.
    pub fn highest(&self) -> &UpperGroup {
        &self.highest
    }

    /// The groups between the highest and the lowest, the higher first.
    pub fn middle(&self) -> &[UpperGroup] {
        &self.middle
    }

    /// The lowest group.
    pub fn lowest(&self) -> &LowestGroup {
        &self.lowest
    }

    /// Where the search of the highest group's table begins, by the leading bits of the index, and
    /// how many bits are left out.
    pub fn guide(&self) -> (&[u32], u32) {
        (self.guide.starts(), self.guide_shift)
    }

    /// Number of bytes of all tables, for ranking and unranking.
    pub fn table_bytes(&self) -> usize {
        let groups = self.middle.iter().chain([&self.highest]);
        let upper: usize = groups.map(|group| size_of_val(group.base.as_slice())).sum();
        let lowest = &self.lowest;
        upper
            + size_of_val(lowest.index.as_slice())
            + size_of_val(lowest.patterns.as_slice())
            + size_of_val(lowest.starts.as_slice())
            + size_of_val(self.guide.starts())
    }

    /// The index of a set of `chosen` cells.
    #[inline]
    pub fn rank<M: Mask>(&self, set: M) -> u64 {
        let pattern = set.field_from(self.highest.start);
        let low = set.low_field(self.lowest.mask);
        let mut index = self.highest.base[pattern] + u64::from(self.lowest.index[low]);
        if !self.middle.is_empty() {
            let mut left = self.chosen - count(pattern);
            for group in &self.middle {
                let pattern = set.field(group.start, group.width);
                index += group.base[(left - group.first_row) << group.width | pattern];
                left -= count(pattern);
            }
        }
        index
    }

    /// The set with an index.
    #[inline]
    pub fn unrank<M: Mask>(&self, index: u64) -> M {
        let range = self.guide.range(entry(index >> self.guide_shift));
        let start = range.start;
        let pattern = start.wrapping_add(last_at_most(&self.highest.base[range], index));
        let mut rest = index - self.highest.base[pattern];
        let mut left = self.chosen - count(pattern);
        let mut set = M::default();
        // A highest group without cells begins after the last cell, which may be the width of the
        // word.
        if self.highest.width > 0 {
            set = M::from_field(pattern, self.highest.start);
        }
        for group in &self.middle {
            let row = (left - group.first_row) << group.width;
            let row = &group.base[row..row + (1 << group.width)];
            let pattern = last_at_most(row, rest);
            rest -= row[pattern];
            left -= count(pattern);
            set |= M::from_field(pattern, group.start);
        }
        let pattern = self.lowest.patterns[self.lowest.starts[left] as usize + entry(rest)];
        set | M::from_field(pattern as usize, 0)
    }
}

/// The widest group: its lowest-group indices, C(18, 9) at most, fit into 16 bits.
const MAX_WIDTH: usize = 18;

/// How to cut the cells into groups, the lowest first, so that no table has more entries than
/// allowed.
pub fn group_widths(cells: usize, chosen: usize, options: SplitOptions) -> Vec<usize> {
    let widest = options.entries.clamp(2, 1 << MAX_WIDTH).ilog2() as usize;
    if cells <= widest {
        return vec![cells];
    }
    if cells <= 2 * widest {
        return vec![cells.div_ceil(2), cells / 2];
    }
    let rows = chosen.min(cells - chosen) + 1;
    let middle = widest.min((options.entries / rows).max(2).ilog2() as usize);
    let between = cells - 2 * widest;
    let groups = between.div_ceil(middle);
    let mut widths = vec![widest];
    widths.extend((0..groups).map(|group| (between + group) / groups));
    widths.push(widest);
    widths
}

impl UpperGroup {
    fn new(cells: usize, chosen: usize, start: usize, width: usize) -> Self {
        let above = cells - start - width;
        let first_row = chosen.saturating_sub(above);
        let last_row = chosen.min(start + width);
        let mut base = Vec::with_capacity((last_row + 1 - first_row) << width);
        for left in first_row..=last_row {
            let ways: Vec<u64> = (0..=width)
                .map(|here| if here > left { 0 } else { binomial64(start, left - here) })
                .collect();
            let mut smaller = 0_u64;
            for pattern in 0..1_usize << width {
                base.push(smaller);
                smaller += ways[count(pattern)];
            }
        }
        UpperGroup { start, width, first_row, base }
    }
}

/// The guide to the table of the highest group, and how many bits of an index it leaves out.
fn guide(highest: &UpperGroup, size: u64) -> (Guide, u32) {
    // About as many buckets as patterns.
    let shift = bits(size - 1).saturating_sub(bits(narrow(highest.base.len() - 1)));
    // The last patterns may have no set at all, and then the size as their number.
    let numbers = highest.base.iter().filter(|number| **number < size);
    let buckets = numbers.map(|number| entry(number >> shift));
    (Guide::new(entry((size - 1) >> shift) + 1, buckets), shift)
}

/// The last position whose number is at most the value; -1, wrapped, if there is none.
///
/// In a bucket of the guide without such a number it is the last one of the bucket before.
#[inline]
fn last_at_most(sorted: &[u64], value: u64) -> usize {
    sorted.partition_point(|number| *number <= value).wrapping_sub(1)
}

impl LowestGroup {
    fn new(width: usize) -> Self {
        let mut numbers = vec![0_u16; width + 1];
        let mut index = Vec::with_capacity(1 << width);
        for pattern in 0..1_usize << width {
            let number = &mut numbers[count(pattern)];
            index.push(*number);
            // LIMIT: one past the last number of a count fits as well, because C(18, 9) < 2^16.
            *number += 1;
        }
        let mut starts = vec![0_u32];
        for number in &numbers {
            starts.push(starts[starts.len() - 1] + u32::from(*number));
        }
        let mut patterns = vec![0; 1 << width];
        for (pattern, number) in (0_u32..).zip(&index) {
            let start = starts[pattern.count_ones() as usize] as usize;
            patterns[start + usize::from(*number)] = pattern;
        }
        LowestGroup { width, mask: u64::first(width), index, patterns, starts }
    }
}

#[inline]
fn count(pattern: usize) -> usize {
    pattern.count_ones() as usize
}

fn binomial64(n: usize, k: usize) -> u64 {
    u64::try_from(counting::binomial(n, k)).expect("at most the number of all sets")
}

/// Number of bits of a number.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::super::binomial::Binomial;
    use super::super::random::Random;
    use super::*;

    #[test]
    fn unrank_inverts_rank_in_colexicographic_order() {
        for cells in 0..=16 {
            let widths = [
                vec![cells],
                vec![cells / 2, cells - cells / 2],
                vec![cells / 3, cells / 3, cells - 2 * (cells / 3)],
                vec![cells / 4, cells / 4, cells / 4, cells - 3 * (cells / 4)],
            ];
            for widths in widths {
                let layouts: Vec<SplitBinomial> = (0..=cells)
                    .map(|chosen| SplitBinomial::with_groups(cells, chosen, &widths).unwrap())
                    .collect();
                let mut next = vec![0; cells + 1];
                for set in 0..1_u64 << cells {
                    let layout = &layouts[set.count()];
                    let index = &mut next[set.count()];
                    assert_eq!(layout.rank(set), *index, "{widths:?} {set:b}");
                    assert_eq!(layout.unrank::<u64>(*index), set, "{widths:?} {set:b}");
                    *index += 1;
                }
                for (layout, count) in layouts.iter().zip(next) {
                    assert_eq!(layout.size(), count);
                }
            }
        }
    }

    #[test]
    fn tables_agree_with_the_plain_loop_on_large_boards() {
        let mut random = Random(12);
        let boards =
            [(33, 16), (33, 1), (34, 17), (40, 20), (61, 30), (64, 32), (121, 10), (128, 2)];
        for (cells, chosen) in boards {
            let (plain, layout) =
                (Binomial::new(cells, chosen).unwrap(), SplitBinomial::new(cells, chosen).unwrap());
            let ends = [0, layout.size() - 1];
            for index in (0..300).map(|_| random.below(layout.size())).chain(ends) {
                let set: u128 = plain.unrank(index);
                assert_eq!(layout.rank(set), index, "{cells} {chosen}");
                assert_eq!(layout.unrank::<u128>(index), set, "{cells} {chosen}");
                if cells <= 64 {
                    assert_eq!(layout.rank(set.low()), index);
                }
            }
        }
    }

    #[test]
    fn no_table_has_more_entries_than_allowed() {
        for options in [SplitOptions::default(), SplitOptions { entries: 1 << 11 }] {
            for (cells, chosen) in [(17, 8), (24, 9), (33, 16), (34, 17), (45, 20), (66, 30)] {
                let widths = group_widths(cells, chosen, options);
                assert_eq!(widths.iter().sum::<usize>(), cells);
                let layout = SplitBinomial::with_groups(cells, chosen, &widths).unwrap();
                assert!(layout.lowest().index.len() <= options.entries);
                for group in layout.middle().iter().chain([layout.highest()]) {
                    assert!(group.base.len() <= options.entries, "{cells} {widths:?}");
                }
            }
        }
        assert_eq!(group_widths(33, 16, SplitOptions::default()), [17, 16]);
    }

    #[test]
    fn wrong_groups_are_refused() {
        assert!(SplitBinomial::with_groups(10, 11, &[10]).is_err());
        assert!(SplitBinomial::with_groups(10, 3, &[]).is_err());
        assert!(SplitBinomial::with_groups(10, 3, &[5, 6]).is_err());
        assert!(SplitBinomial::with_groups(38, 3, &[19, 19]).is_err());
        assert!(SplitBinomial::new(70, 35).is_err());
    }
}
