//! The orders of some pieces, the *row class*, as rows, and the rows as lines.
//!
//! As with the [orders](super::orders) of the bit class a move composes with a permutation of
//! ranks, so a group that acts on labels commutes with it. Here it is Klein's group of four, which
//! exchanges four labels in pairs: label `i` of the four becomes `i ^ j`. The four rows of one of
//! its cosets are a line of 64 bytes, so a move takes lines to lines, and the rows inside of a
//! line by an exclusive or. With two or three labels that can be exchanged a line has two rows,
//! with fewer one.
//!
//! If the sign of an arrangement follows from its word, two of the pieces are *folded*: they have
//! the same label, and the sign tells them apart.

use crate::layout::LayoutError;
use crate::layout::multinomial::Multinomial;

/// The orders of the row class.
#[derive(Clone, Debug)]
pub struct Rows {
    pieces: usize,
    folded: bool,
    sequences: Multinomial,
    per_line: usize,
    /// By row, one after the other: the labels by rank.
    labels: Vec<u8>,
    /// By index of a sequence: the row.
    rows: Vec<u32>,
}

impl Rows {
    /// Creates the orders of `pieces` pieces, the last two of which may be folded.
    pub fn new(pieces: usize, folded: bool) -> Result<Self, LayoutError> {
        let kinds = pieces - usize::from(folded);
        let mut counts = vec![1; kinds];
        if folded {
            counts[kinds - 1] = 2;
        }
        let sequences = Multinomial::new(&counts)?;
        let per_line = rows_per_line(pieces, folded);
        let size = usize::try_from(sequences.size()).expect("a table of them fits");
        let mut rows = vec![u32::MAX; size];
        let mut labels = Vec::with_capacity(size * pieces);
        let mut sequence = vec![0; pieces];
        let mut row = 0;
        for index in 0..size {
            if rows[index] != u32::MAX {
                continue;
            }
            sequences.unrank(index as u64, &mut sequence);
            for exchange in 0..per_line {
                let exchanged: Vec<u8> =
                    sequence.iter().map(|label| exchanged(*label, exchange, per_line)).collect();
                rows[position(&sequences, &exchanged)] = row;
                labels.extend(exchanged);
                row += 1;
            }
        }
        Ok(Rows { pieces, folded, sequences, per_line, labels, rows })
    }

    /// Number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Whether the last two pieces have the same label.
    pub fn folded(&self) -> bool {
        self.folded
    }

    /// Number of rows.
    pub fn size(&self) -> u64 {
        self.sequences.size()
    }

    /// Number of rows of a line.
    pub fn per_line(&self) -> usize {
        self.per_line
    }

    /// Number of lines.
    pub fn lines(&self) -> u64 {
        self.size() / self.per_line as u64
    }

    /// The label of a piece.
    pub fn label(&self, piece: usize) -> u8 {
        let last = self.pieces - 1 - usize::from(self.folded);
        u8::try_from(piece.min(last)).expect("a row has few pieces")
    }

    /// The row with these labels, by rank.
    #[inline]
    pub fn row(&self, labels: &[u8]) -> u32 {
        self.rows[position(&self.sequences, labels)]
    }

    /// The labels of a row, by rank.
    #[inline]
    pub fn labels(&self, row: usize) -> &[u8] {
        &self.labels[row * self.pieces..][..self.pieces]
    }
}

/// Number of rows of a line, for `pieces` pieces.
pub(super) fn rows_per_line(pieces: usize, folded: bool) -> usize {
    match pieces - 2 * usize::from(folded) {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 4,
    }
}

/// What becomes of a label. The labels that are exchanged are the first ones.
fn exchanged(label: u8, exchange: usize, per_line: usize) -> u8 {
    let exchange = u8::try_from(exchange).expect("at most 4");
    if usize::from(label) < per_line { label ^ exchange } else { label }
}

#[inline]
fn position(sequences: &Multinomial, labels: &[u8]) -> usize {
    usize::try_from(sequences.rank(labels)).expect("a table of them fits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_labels_invert_each_other() {
        for (pieces, folded, size, per_line) in [
            (0, false, 1, 1),
            (2, true, 1, 1),
            (3, false, 6, 2),
            (5, true, 60, 2),
            (6, true, 360, 4),
        ] {
            let rows = Rows::new(pieces, folded).expect("small");
            assert_eq!((rows.size(), rows.per_line()), (size, per_line));
            for row in 0..usize::try_from(size).expect("small") {
                assert_eq!(rows.row(rows.labels(row)) as usize, row);
            }
        }
    }

    /// Whatever a permutation of ranks does to the first row of a line, it does to the others as
    /// well, up to an exclusive or.
    #[test]
    fn lines_go_to_lines() {
        let rows = Rows::new(6, true).expect("small");
        let ranks = [3, 0, 5, 1, 2, 4];
        let source = |row: usize| {
            let labels = rows.labels(row);
            rows.row(&ranks.map(|rank: usize| labels[rank])) as usize
        };
        for row in 0..360 {
            assert_eq!(source(row), source(row / 4 * 4) ^ (row % 4));
        }
    }
}
