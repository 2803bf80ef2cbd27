//! Collects what transfers bring to a strip: words of the newest lines of other matrices,
//! transposed tile by tile.

use super::crossings::{Crossing, NO_ROW};
use super::matrices::{BUNDLE_STRIPS, Matrix};
use super::tile::transpose;
use crate::word_parallel::Line;

/// What has come to some rows of a strip from other matrices.
#[derive(Debug, Default)]
pub(super) struct Incoming {
    /// By plane: which of the planes with lines it is.
    pub(super) slots: Vec<Option<usize>>,
    /// The lines, plane by plane; all empty between two strips.
    pub(super) lines: Vec<Line>,
    /// By line: whether something has come.
    pub(super) came: Vec<bool>,
    /// Whether something has come to any.
    pub(super) any: bool,
}

/// The newest states of planes that transfers begin with, and which rows have new states.
#[derive(Clone, Copy)]
pub(super) struct Newest<'a> {
    /// The lines, where a row has new states in that strip.
    pub(super) lines: &'a [Line],
    /// By bundle and row: the strips in which it has new states.
    pub(super) flags: &'a [Flags],
}

/// Which rows of a bundle have new states.
#[derive(Debug, Default)]
pub(super) struct Flags {
    /// By row: the strips, a bit each.
    pub(super) rows: Vec<u8>,
    /// All of them together.
    pub(super) any: u8,
}

impl Flags {
    /// Marks nothing.
    pub(super) fn clear(&mut self) {
        if self.any != 0 {
            self.rows.fill(0);
            self.any = 0;
        }
    }

    /// Takes over the marks of others, which are cleared.
    pub(super) fn take(&mut self, others: &mut Flags) {
        if others.any != 0 {
            self.any |= others.any;
            for (row, other) in self.rows.iter_mut().zip(&others.rows) {
                *row |= other;
            }
            others.clear();
        }
    }
}

impl Incoming {
    /// Makes room for some planes of `plane_rows` rows.
    pub(super) fn prepare(&mut self, slots: &[Option<usize>], plane_rows: usize) {
        self.slots.clear();
        self.slots.extend(slots);
        let rows = slots.iter().flatten().count() * plane_rows;
        if self.lines.len() < rows {
            self.lines.resize(rows, Line::EMPTY);
            self.came.resize(rows, false);
        }
    }
}

/// Where a transfer leads to.
#[derive(Clone, Copy)]
pub(super) struct Destination {
    /// The tier of the target's side.
    pub(super) tier: usize,
    /// The strip.
    pub(super) strip: usize,
    /// Number of rows of a plane.
    pub(super) plane_rows: usize,
}

/// Collects what a transfer brings to a strip.
#[inline(always)]
pub(super) fn collect(
    crossing: &Crossing,
    to: Destination,
    sources: &[Matrix],
    newest: Newest<'_>,
    incoming: &mut Incoming,
) {
    let half = &crossing.targets[to.tier];
    let slot = incoming.slots[crossing.target_plane].expect("a plane that transfers lead to");
    let words = half.words.len().min(8 * to.strip + 8);
    for word in 8 * to.strip..words {
        for (filling, rows) in half.rows.iter().enumerate() {
            let rows = &rows[64 * word..64 * word + 64];
            for (class, columns) in &half.words[word] {
                let Some(tier) = crossing.tiers[to.tier][filling][*class] else { continue };
                let tiles = Tiles {
                    crossing,
                    tier,
                    filling,
                    class: *class,
                    matrix: &sources[tier],
                    newest,
                    first_target: slot * to.plane_rows,
                    target_word: word % 8,
                };
                tiles.collect(rows, *columns, incoming);
            }
        }
    }
}

/// The tiles of 64 target columns, as far as they belong to a class and a filling.
struct Tiles<'a> {
    crossing: &'a Crossing,
    tier: usize,
    filling: usize,
    class: usize,
    /// The matrix that the states come from.
    matrix: &'a Matrix,
    newest: Newest<'a>,
    /// The line of the first row of the target's plane, among those that have come.
    first_target: usize,
    /// Which word of a line the target columns are.
    target_word: usize,
}

/// Up to this number of words that are not empty, single places are moved rather than the tile
/// transposed.
const FEW_WORDS: usize = 8;

impl Tiles<'_> {
    #[inline(always)]
    fn collect(&self, rows: &[u32], columns: u64, incoming: &mut Incoming) {
        let plane_rows = self.matrix.plane_rows;
        let first_row = self.crossing.source_plane * plane_rows;
        for (at, bundle) in self.matrix.bundles.clone().enumerate() {
            let flags = &self.newest.flags[bundle];
            if flags.any == 0 {
                continue;
            }
            let (mut new, mut listed, mut any) = ([(0_u8, 0_u8, 0_u32); 64], 0, 0);
            let mut left = columns;
            while left != 0 {
                let column = left.trailing_zeros() as usize;
                left &= left - 1;
                if rows[column] == NO_ROW {
                    continue;
                }
                let strips = flags.rows[first_row + rows[column] as usize];
                any |= strips;
                #[expect(clippy::cast_possible_truncation, reason = "one of 64")]
                let number = column as u8;
                new[listed] = (number, strips, rows[column]);
                listed += usize::from(strips != 0);
            }
            while any != 0 {
                let bit = any.trailing_zeros() as usize;
                any &= any - 1;
                self.strip(at * BUNDLE_STRIPS + bit, bit, &new[..listed], incoming);
            }
        }
    }

    /// The tiles of one source strip.
    #[inline(always)]
    fn strip(&self, strip: usize, bit: usize, rows: &[(u8, u8, u32)], incoming: &mut Incoming) {
        let kept = self.matrix.planes[self.crossing.source_plane].kept.expect("a kept plane");
        let first =
            self.matrix.first_kept + (strip * self.matrix.kept + kept) * self.matrix.plane_rows;
        let lines = &self.newest.lines[first..first + self.matrix.plane_rows];
        let (half, targets) = {
            let half = &self.crossing.sources[self.tier];
            (half, &half.rows[self.filling])
        };
        for word in 0..8 {
            let columns = half.columns(8 * strip + word, self.class);
            if columns == 0 {
                continue;
            }
            let (mut tile, mut count, mut any) = ([(0_u8, 0_u64); 64], 0, 0);
            for (column, strips, row) in rows {
                if strips >> bit & 1 == 1 {
                    let places = lines[*row as usize].0[word] & columns;
                    tile[count] = (*column, places);
                    count += usize::from(places != 0);
                    any |= places;
                }
            }
            if count > 0 {
                let first = 64 * (8 * strip + word);
                self.spread(&tile[..count], any, &targets[first..first + 64], incoming);
            }
        }
    }

    /// Adds the words of a tile, each with its target column, to the target rows of its places.
    #[inline(always)]
    fn spread(&self, words: &[(u8, u64)], any: u64, targets: &[u32], incoming: &mut Incoming) {
        let lines = &mut incoming.lines[self.first_target..];
        let came = &mut incoming.came[self.first_target..];
        incoming.any = true;
        if words.len() <= FEW_WORDS {
            for (column, places) in words {
                let mut left = *places;
                while left != 0 {
                    let row = targets[left.trailing_zeros() as usize] as usize;
                    left &= left - 1;
                    lines[row].0[self.target_word] |= 1 << column;
                    came[row] = true;
                }
            }
            return;
        }
        let mut tile = [0; 64];
        for (column, places) in words {
            tile[usize::from(*column)] = *places;
        }
        transpose(&mut tile);
        let mut left = any;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let row = targets[place] as usize;
            lines[row].0[self.target_word] |= tile[place];
            came[row] = true;
        }
    }
}
