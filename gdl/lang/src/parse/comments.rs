//! Comments and blank lines between statements.

use crate::ast::Comment;

/// What stands between two statements.
pub(super) struct Gap {
    /// The comments, each on a line of its own.
    pub(super) comments: Vec<Comment>,
    /// Whether a blank line stands directly above what follows.
    pub(super) blank: bool,
    /// Where what follows begins.
    pub(super) end: usize,
}

/// Passes over white space and comments from `position` on.
pub(super) fn skip(text: &str, position: usize) -> Gap {
    let mut gap = Gap { comments: Vec::new(), blank: false, end: position };
    // The first line break ends the line of whatever stood before; at the start of the text there
    // is nothing before.
    let mut newlines = 0;
    loop {
        let rest = &text[gap.end..];
        match rest.chars().next() {
            Some('\n') => newlines += 1,
            Some(' ' | '\t' | '\r') => {}
            Some('/') if rest.starts_with("//") => {
                let length = rest.find('\n').unwrap_or(rest.len());
                gap.comments.push(Comment { text: body(&rest[..length]), blank: newlines > 1 });
                gap.end += length;
                newlines = 0;
                continue;
            }
            _ => break,
        }
        gap.end += 1;
    }
    gap.blank = newlines > 1;
    gap
}

/// A comment on the rest of the line that ends at `position`, and where the text after it begins.
pub(super) fn trailing(text: &str, position: usize) -> (Option<Comment>, usize) {
    let rest = &text[position..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let comment = &rest[blank..];
    if !comment.starts_with("//") {
        return (None, position);
    }
    let length = comment.find('\n').unwrap_or(comment.len());
    (Some(Comment { text: body(&comment[..length]), blank: false }), position + blank + length)
}

/// The text of a comment after `//` and the blank that usually follows it.
pub(super) fn body(comment: &str) -> String {
    let text = comment.strip_prefix("//").unwrap_or(comment);
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}
