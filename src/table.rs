//! Tables for people.

/// Rows with their columns to the right, under headings.
pub(crate) fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([headings[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        padded.join("  ") + "\n"
    };
    let mut text = line(headings.to_vec());
    for row in rows {
        text.push_str(&line(row.iter().map(String::as_str).collect()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_to_the_right() {
        let rows =
            [vec!["0".to_owned(), "1".to_owned()], vec!["10".to_owned(), "1,234".to_owned()]];
        assert_eq!(table(&["depth", "n"], &rows), "depth      n\n    0      1\n   10  1,234\n");
    }
}
