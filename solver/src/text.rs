//! Numbers for people.

/// Writes a number with its digits in groups of three: `181,440`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a number of things: `1 move`, `2 moves`, `2 entries`.
pub fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let number = grouped(count);
    match noun.strip_suffix("ry") {
        _ if count == 1 => format!("{number} {noun}"),
        Some(stem) => format!("{number} {stem}ries"),
        None => format!("{number} {noun}s"),
    }
}

/// Writes the numbers that make a tier.
pub fn tier_text(tier: &[(String, i64)]) -> String {
    tier.iter().map(|(label, number)| format!("{label} = {number}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(
            [0, 999, 1000, 181_440, 1_000_000].map(grouped),
            ["0", "999", "1,000", "181,440", "1,000,000"]
        );
    }
}
