//! Lines of text, some with a comment at their end.
//!
//! Comments of neighbouring lines stand in one column; a comment that has no such neighbour stands
//! in the usual one.

use crate::ast::Comment;

/// The column of a comment at the end of a line, unless the line is longer.
const COMMENT_COLUMN: usize = 46;

/// The text being written.
#[derive(Debug, Default)]
pub(super) struct Page {
    lines: Vec<Line>,
}

#[derive(Debug, Default)]
struct Line {
    text: String,
    comment: Option<String>,
}

impl Page {
    /// Writes a line.
    pub(super) fn line(&mut self, text: String) {
        self.lines.push(Line { text, comment: None });
    }

    /// Writes a text of several lines.
    pub(super) fn lines(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(line.to_owned());
        }
    }

    /// Leaves a line blank, except at the top.
    pub(super) fn blank(&mut self) {
        if !self.lines.is_empty() {
            self.line(String::new());
        }
    }

    /// Writes comments on lines of their own.
    pub(super) fn comments(&mut self, indent: usize, comments: &[Comment]) {
        for comment in comments {
            if comment.blank {
                self.blank();
            }
            self.line(format!("{:indent$}{}", "", comment_text(comment)));
        }
    }

    /// Puts a comment at the end of the last line.
    pub(super) fn comment_at_end(&mut self, comment: Option<&Comment>) {
        if let (Some(comment), Some(line)) = (comment, self.lines.last_mut()) {
            line.comment = Some(comment_text(comment));
        }
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        let mut text = String::new();
        for neighbours in self.lines.chunk_by(|a, b| a.comment.is_some() == b.comment.is_some()) {
            let longest = neighbours.iter().map(|line| width(&line.text)).max().unwrap_or(0);
            let column = COMMENT_COLUMN.max(longest + 2);
            for line in neighbours {
                match &line.comment {
                    Some(comment) => text.push_str(&(pad(&line.text, column) + comment)),
                    None => text.push_str(&line.text),
                }
                text.push('\n');
            }
        }
        text
    }
}

/// `// text`; a rule of slashes or a `//!` keeps its look.
fn comment_text(comment: &Comment) -> String {
    let gap =
        if comment.text.is_empty() || comment.text.starts_with(['/', '!']) { "" } else { " " };
    format!("//{gap}{}", comment.text)
}

/// Number of characters, as far as columns go.
pub(super) fn width(text: &str) -> usize {
    text.chars().count().min(WIDEST)
}

/// Nothing is aligned further to the right than this.
const WIDEST: usize = 400;

/// The text with blanks behind it, `width` characters in all.
pub(super) fn pad(text: &str, width: usize) -> String {
    format!("{text:width$}")
}
