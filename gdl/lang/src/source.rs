//! A game file in memory, and places in it.
//!
//! Everything that can be wrong in a game is reported with a [`Span`] into its [`Source`]; lines
//! and columns are worked out only when a message is shown.

use serde::Serialize;

/// The largest game file that is read. A game is a page of text; anything beyond this is a
/// mistake.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// The text of a game and the name it is reported under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl Source {
    /// A source called `name` (usually the path as the user typed it).
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(newline, _)| newline + 1))
            .collect();
        Self { name: name.into(), text, lines }
    }

    /// The name it is reported under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text at a place.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Line and column of a byte offset, both counted from 1; columns count characters.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let offset = offset as usize;
        let line = self.lines.partition_point(|start| *start <= offset);
        (line, self.text[self.lines[line - 1]..offset].chars().count() + 1)
    }

    /// The lines from the first to the last of these, both counted from 1.
    pub(crate) fn lines_span(&self, first: usize, last: usize) -> Span {
        let end = self.lines.get(last).map_or(self.text.len(), |next| next - 1);
        Span::new(self.lines[first - 1], end)
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, number: usize) -> Option<&str> {
        let start = *self.lines.get(number.checked_sub(1)?)?;
        self.text[start..].lines().next().or(Some(""))
    }
}

/// A range of bytes in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of a source no longer than [`MAX_SOURCE_BYTES`].
    pub fn new(start: usize, end: usize) -> Self {
        let offset =
            |at: usize| u32::try_from(at).expect("sources are limited to MAX_SOURCE_BYTES");
        Self { start: offset(start), end: offset(end) }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
