//! A game file in memory, and places in it.
//!
//! Everything that can be wrong in a game is reported with a [`Span`] into its [`Source`]; lines and columns are worked out only when
//! a message is shown.

use serde::Serialize;

/// The largest game file that is read. A game is a page of text; anything beyond this is a mistake.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// The text of a game and the name it is reported under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

impl Source {
    /// A source called `name` (usually the path as the user typed it).
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
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
        let before = &self.text[..offset as usize];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
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
        let offset = |at: usize| u32::try_from(at).expect("sources are limited to MAX_SOURCE_BYTES");
        Self { start: offset(start), end: offset(end) }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
