//! Tiers: while the empty cell is in one region, the pieces that are in the other stay there;
//! states with the same number of each kind there are a tier.
//!
//! A tier is a matrix: a row for each arrangement of the region with the empty cell, a column for
//! each of the other one. Rows with the same empty cell are a *plane*. 512 columns are a *strip*,
//! with a line for each row; the last strip of a tier may have fewer. Lines of a strip lie
//! together, and so do indices.

use super::arrange::Arranger;
use super::moves::CellMask;
use super::symmetry::BoardMap;
use crate::LINE_PLACES;

/// A matrix of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The pieces in the region of the rows.
    pub row_stock: u32,
    /// The pieces in the region of the columns.
    pub column_stock: u32,
    /// Number of rows with the same empty cell.
    pub plane_rows: u64,
    /// Number of cells that can be the empty one.
    pub planes: u64,
    /// Number of columns that are stored.
    pub columns: u64,
    /// The line of the first row and strip.
    pub first_line: u64,
    /// The first index.
    pub first_index: u64,
}

impl Tier {
    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.planes * self.plane_rows
    }

    /// Number of strips.
    pub fn strips(&self) -> u64 {
        self.columns.div_ceil(LINE_PLACES)
    }

    /// Number of columns of a strip.
    pub fn width(&self, strip: u64) -> u64 {
        (self.columns - strip * LINE_PLACES).min(LINE_PLACES)
    }

    /// Number of lines.
    pub fn lines(&self) -> u64 {
        self.rows() * self.strips()
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.rows() * self.columns
    }

    /// The place of an index of this tier.
    pub(super) fn place(&self, index: u64) -> u64 {
        let within = index - self.first_index;
        let strip = within / (self.rows() * LINE_PLACES);
        let within = within % (self.rows() * LINE_PLACES);
        let (row, column) = (within / self.width(strip), within % self.width(strip));
        (self.first_line + strip * self.rows() + row) * LINE_PLACES + column
    }

    /// The row and the column of a place of this tier; none if it is a gap.
    pub(super) fn row_and_column(&self, place: u64) -> Option<(u64, u64)> {
        let line = place / LINE_PLACES - self.first_line;
        let (strip, row) = (line / self.rows(), line % self.rows());
        let column = strip * LINE_PLACES + place % LINE_PLACES;
        (column < self.columns).then_some((row, column))
    }

    /// The index of a row and a column.
    pub(super) fn index(&self, row: u64, column: u64) -> u64 {
        let strip = column / LINE_PLACES;
        let before = strip * LINE_PLACES * self.rows();
        self.first_index + before + row * self.width(strip) + column % LINE_PLACES
    }
}

/// The tiers in which the empty cell is in one region, with lines and indices from 0 on; none if
/// one is too large.
pub(super) fn tiers(
    arranger: &Arranger,
    counts: &[u8],
    regions: [CellMask; 2],
    symmetries: &[BoardMap],
) -> Option<Vec<Tier>> {
    let [rows, columns] = regions.map(|cells| u64::from(cells.count_ones()));
    let stored = stored_columns(arranger, regions[1], symmetries);
    let mut tiers = Vec::new();
    let (mut first_line, mut first_index) = (0_u64, 0_u64);
    for stock in stocks_of(counts, usize::try_from(columns).ok()?) {
        let column_stock = arranger.stock(&stock);
        let row_stock = arranger.full() - column_stock;
        let tier = Tier {
            row_stock,
            column_stock,
            plane_rows: arranger.total(row_stock),
            planes: rows,
            columns: stored(column_stock),
            first_line,
            first_index,
        };
        let all = tier.plane_rows.checked_mul(rows)?;
        all.checked_mul(tier.columns.checked_add(LINE_PLACES)?).filter(|it| *it < 1 << 62)?;
        first_line += tier.lines();
        first_index += tier.size();
        if first_index > 1 << 62 {
            return None;
        }
        tiers.push(tier);
    }
    Some(tiers)
}

/// All ways to take `pieces` pieces.
fn stocks_of(counts: &[u8], pieces: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for (kind, count) in counts.iter().enumerate() {
        let after: usize = counts[kind + 1..].iter().map(|count| usize::from(*count)).sum();
        let mut longer = Vec::new();
        for taken in &all {
            let sum: usize = taken.iter().map(|count| usize::from(*count)).sum();
            for here in 0..=*count {
                let sum = sum + usize::from(here);
                if sum <= pieces && sum + after >= pieces {
                    longer.push([taken.as_slice(), &[here]].concat());
                }
            }
        }
        all = longer;
    }
    all
}

/// How many columns with a stock are not images of each other: as many as symmetries keep on
/// average (Burnside's lemma).
fn stored_columns(
    arranger: &Arranger,
    cells: CellMask,
    symmetries: &[BoardMap],
) -> impl Fn(u32) -> u64 {
    let others = symmetries.iter().skip(1);
    let kept: Vec<Vec<u64>> =
        others.map(|map| arranger.constant_on(&map.cycles_within(cells))).collect();
    let order = symmetries.len() as u64;
    move |stock| {
        let all = arranger.total(stock);
        let others = kept.iter().map(|kept| kept[stock as usize]);
        others.fold(all, u64::saturating_add) / order
    }
}
