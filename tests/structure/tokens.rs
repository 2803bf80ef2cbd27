//! Rust text as tokens, without comments and literals.

/// A word or a sign of Rust text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// An identifier or a keyword.
    Word(&'a str),
    /// `::`
    Path,
    /// Any other character.
    Sign(char),
}

/// The tokens of a text. Comments, strings, characters, lifetimes and numbers are left out.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = skipped(rest);
        if length > 0 {
            rest = &rest[length..];
        } else if is_word(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            if !first.is_ascii_digit() {
                tokens.push(Token::Word(&rest[..end]));
            }
            rest = &rest[end..];
        } else if let Some(after) = rest.strip_prefix("::") {
            tokens.push(Token::Path);
            rest = after;
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Sign(first));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the comment, literal or lifetime at the beginning of a text; 0 if there is none.
fn skipped(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |end| end + 2);
    }
    let unprefixed = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - unprefixed.len();
    if let Some(raw) = unprefixed.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let begin = prefix + 1 + hashes + 1;
            return text[begin..].find(&close).map_or(text.len(), |end| begin + end + close.len());
        }
    }
    if unprefixed.starts_with('"') {
        return prefix + quoted(unprefixed, '"');
    }
    if !unprefixed.starts_with('\'') {
        return 0;
    }
    let mut after = unprefixed.chars().skip(1);
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => prefix + quoted(unprefixed, '\''),
        // A lifetime or a label: its name is skipped as well.
        _ => 1 + unprefixed[1..].find(|c| !is_word(c)).unwrap_or(unprefixed.len() - 1),
    }
}

/// The length of a literal between two equal quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}
