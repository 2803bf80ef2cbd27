//! The cells of a board and their names.

use crate::model::Cell;

/// Cells at these columns and rows, named like chess squares.
pub(super) fn cells(at: &[(usize, usize)]) -> Vec<Cell> {
    let rows = at.iter().map(|(_, y)| y + 1).max().unwrap_or(0);
    let small = |number: usize| {
        u16::try_from(number).expect("pictures are limited by the size of the file")
    };
    at.iter()
        .map(|(x, y)| Cell { name: cell_name(*x, *y, rows), column: small(*x), row: small(*y) })
        .collect()
}
/// The name of the cell in a column (from the left) and a row (from the top) of a board of `rows`
/// rows.
pub(super) fn cell_name(column: usize, row: usize, rows: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        let letter = u8::try_from((rest - 1) % 26).expect("less than 26");
        letters.push(char::from(b'a' + letter));
        rest = (rest - 1) / 26;
    }
    let letters: String = letters.into_iter().rev().collect();
    format!("{letters}{}", rows - row)
}
