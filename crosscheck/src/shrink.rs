//! Making a text small while it still shows the same.
//!
//! Nothing is known about the language but that texts have lines and words, and that rows of
//! pictures are drawn character by character: the caller says whether a smaller text is still a
//! game and still shows it.

use std::time::{Duration, Instant};

/// The most texts that are tried.
const MOST_TRIED: usize = 1_500;

/// The longest time that is spent on it.
const LONGEST: Duration = Duration::from_secs(40);

/// The smallest text that was found.
pub fn shrink(text: &str, mut still: impl FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    let mut tried = 0;
    let begun = Instant::now();
    loop {
        let before = best.clone();
        for smaller in [lines, columns, words, characters] {
            let mut from = 0;
            // After a success the same place is tried again: something else stands there now.
            while let Some((next, candidate)) = smaller(&best, from) {
                if tried >= MOST_TRIED || begun.elapsed() > LONGEST {
                    return best;
                }
                from = next;
                if candidate == best {
                    continue;
                }
                tried += 1;
                if still(&candidate) {
                    best = candidate;
                    from = next - 1;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// The text without a line; the last first, because earlier ones declare what later ones use.
fn lines(text: &str, place: usize) -> Option<(usize, String)> {
    let all: Vec<&str> = text.lines().collect();
    let dropped = all.len().checked_sub(place + 1)?;
    let kept = all.iter().enumerate().filter(|(line, _)| *line != dropped);
    let kept: Vec<&str> = kept.map(|(_, line)| *line).collect();
    Some((place + 1, kept.join("\n") + "\n"))
}

/// Which lines are rows of pictures.
fn rows(text: &str) -> Vec<bool> {
    let mut inside = false;
    let mut rows = Vec::new();
    for line in text.lines() {
        if line.contains('}') {
            inside = false;
        }
        rows.push(inside);
        if line.ends_with('{') {
            inside = true;
        }
    }
    rows
}

/// The text with two columns of all pictures left out.
fn columns(text: &str, place: usize) -> Option<(usize, String)> {
    let rows = rows(text);
    let lines = || text.lines().zip(&rows);
    let widest = lines().filter(|(_, row)| **row).map(|(line, _)| line.len()).max()?;
    if place >= widest || !text.is_ascii() {
        return None;
    }
    let cut = |(line, row): (&str, &bool)| match row {
        true => line
            .char_indices()
            .filter(|(at, _)| *at != place && *at != place + 1)
            .map(|it| it.1)
            .collect(),
        false => line.to_owned(),
    };
    let cut: Vec<String> = lines().map(cut).collect();
    Some((place + 1, cut.join("\n") + "\n"))
}

/// The text without some neighbouring words of a line: many at first, then fewer.
fn words(text: &str, place: usize) -> Option<(usize, String)> {
    const LENGTHS: [usize; 7] = [12, 8, 5, 4, 3, 2, 1];
    let rows = rows(text);
    let mut number = place;
    for (line_number, line) in text.lines().enumerate() {
        if rows[line_number] {
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let choices = words.len() * LENGTHS.len();
        if number >= choices {
            number -= choices;
            continue;
        }
        let (length, first) = (LENGTHS[number / words.len()], number % words.len());
        let kept: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(at, _)| *at < first || *at >= first + length)
            .map(|(_, word)| *word)
            .collect();
        let replaced = text
            .lines()
            .enumerate()
            .map(|(at, line)| if at == line_number { kept.join(" ") } else { line.to_owned() });
        let replaced: Vec<String> = replaced.collect();
        return Some((place + 1, replaced.join("\n") + "\n"));
    }
    None
}

/// The text with a character of a picture replaced by a blank or an empty cell.
fn characters(text: &str, place: usize) -> Option<(usize, String)> {
    let rows = rows(text);
    let mut number = place / 2;
    let by = if place.is_multiple_of(2) { ' ' } else { '.' };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (line, row) in lines.iter_mut().zip(rows) {
        if !row {
            continue;
        }
        let length = line.chars().count();
        if number >= length {
            number -= length;
            continue;
        }
        *line = line
            .chars()
            .enumerate()
            .map(|(at, it)| if at == number && !(it == ' ' && by == '.') { by } else { it })
            .collect();
        return Some((place + 1, lines.join("\n") + "\n"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let text = "board {\n    a b\n    . c\n}\npieces a = ant, b = bee\nmove x: one two\n";
        let small = shrink(text, |text| text.contains("bee") && text.contains('c'));
        assert!(small.len() < 20, "{small}");
        assert!(small.contains("bee") && small.contains('c'), "{small}");
    }

    #[test]
    fn what_matters_stays() {
        assert_eq!(shrink("a b\n", |text| text == "a b\n"), "a b\n");
    }
}
