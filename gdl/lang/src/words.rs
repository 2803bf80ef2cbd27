//! Help with misspelt words and lists of words.

/// The word nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0 | 1 => return None,
        2..=4 => 1,
        _ => 2,
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Number of letters to insert, delete, replace or swap with their neighbour to turn one word into
/// the other.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let right: Vec<char> = right.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let width = right.len() + 1;
    if left.len().abs_diff(right.len()) > 2 {
        return usize::MAX;
    }
    let mut rows = vec![(0..width).collect::<Vec<usize>>()];
    for (i, from) in left.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, to) in right.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(from != to);
            row[j + 1] = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == right[j - 1] && left[i - 1] == *to {
                row[j + 1] = row[j + 1].min(rows[i - 1][j - 1] + 1);
            }
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

/// A number of bytes in the largest unit that keeps it above 10.
pub fn bytes_text(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut unit = 0;
    let mut rest = bytes;
    while rest >= 10_240 && unit + 1 < units.len() {
        rest /= 1024;
        unit += 1;
    }
    format!("{rest} {}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_word_is_close() {
        assert_eq!(nearest("peices", ["pieces", "param"]), Some("pieces"));
        assert_eq!(nearest("pge", ["peg", "empty"]), Some("peg"));
        assert_eq!(nearest("zebra", ["peg", "empty"]), None);
    }
}
