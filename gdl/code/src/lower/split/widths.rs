//! How cells are divided into groups, from the number of cells, the most pieces of a set, and the
//! rows of the highest table.
//!
//! Widths are given from the lowest group to the highest.

/// The most entries of a table; the tables of one game should fit in the second-level cache.
const MAX_ENTRIES: usize = 1 << 17;

/// The most entries of a table where memories are small, and the most bytes that all tables of sets
/// should take there.
const SMALL_ENTRIES: usize = 1 << 11;
const SMALL_BYTES: usize = 20 << 10;

/// As few groups as long tables allow.
pub(super) fn few(cells: usize, (most, rows): (usize, usize)) -> Vec<usize> {
    with_entries(cells, (most, rows), MAX_ENTRIES)
}

/// Widths with short tables, all of them together too where that can be: every step halves the
/// longest table.
pub(super) fn short(cells: usize, (most, rows): (usize, usize), largest: u64) -> Vec<usize> {
    let entry = if largest > u64::from(u32::MAX) { 8 } else { 4 };
    // The patterns of the lowest group are in two tables, by pattern and by rank; their entries
    // are counted as large as the others.
    let bytes = |widths: &[usize]| {
        let all = entries(widths, (most, rows)).into_iter().chain([Some(1 << widths[0])]);
        all.map(|entries| entries.expect("few") * entry).sum::<usize>()
    };
    let mut max_entries = SMALL_ENTRIES;
    loop {
        let widths = with_entries(cells, (most, rows), max_entries);
        if bytes(&widths) <= SMALL_BYTES || max_entries < 2 * (most + 1) {
            return widths;
        }
        max_entries /= 2;
    }
}

/// As few groups as tables with `max_entries` entries allow.
fn with_entries(cells: usize, (most, rows): (usize, usize), max_entries: usize) -> Vec<usize> {
    for groups in 1..cells.max(2) {
        let narrow = cells / groups;
        let mut widths = vec![narrow; groups];
        // The lowest tables are the smallest, so what is left over goes there, then upwards.
        for width in &mut widths[..cells - narrow * groups] {
            *width += 1;
        }
        let fits = |entries: Option<usize>| entries.is_some_and(|entries| entries <= max_entries);
        if widths.iter().all(|width| *width <= 17)
            && entries(&widths, (most, rows)).into_iter().all(fits)
        {
            return widths;
        }
    }
    vec![1; cells]
}

/// How many entries the table of each group has, if that is a number.
fn entries(widths: &[usize], (most, rows): (usize, usize)) -> Vec<Option<usize>> {
    let rows = |number: usize| match number {
        0 => 1,
        _ if number + 1 == widths.len() => rows,
        _ => most + 1,
    };
    let of_group = |(number, width): (usize, &usize)| {
        let patterns = 1_usize.checked_shl(u32::try_from(*width).expect("few"));
        patterns.and_then(|patterns| patterns.checked_mul(rows(number)))
    };
    widths.iter().enumerate().map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_tables_are_short_for_every_board() {
        for cells in 2..=64 {
            for most in 1..cells {
                for rows in [1, most + 1] {
                    let widths = short(cells, (most, rows), u64::MAX);
                    assert_eq!(widths.iter().sum::<usize>(), cells);
                    let entries = entries(&widths, (most, rows));
                    let entries: Vec<usize> = entries.into_iter().flatten().collect();
                    assert_eq!(entries.len(), widths.len());
                    assert!(entries.iter().all(|entries| *entries <= SMALL_ENTRIES));
                    let lengths: usize = entries.iter().sum();
                    // Groups of two cells are the narrowest that save anything.
                    let limit = (SMALL_BYTES / 8).max(4 * (most + 1) * cells / 2);
                    assert!(lengths <= limit, "{cells} cells, {most} pieces: {lengths}");
                }
            }
        }
    }
}
