//! Messages about a game file: what is wrong, where, and how to repair it.
//!
//! A stage that can fail collects all its messages in [`Diagnostics`] and returns them in source
//! order. Every kind of mistake has a [`Code`], so that editors and tests can tell them apart
//! without reading prose.

use crate::source::{Source, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;

mod code;

pub use code::Code;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The game cannot be used.
    Error,
    /// The game can be used but probably does not say what its author meant.
    Warning,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[must_use = "a diagnostic that nobody collects is lost"]
pub struct Diagnostic {
    /// The kind of mistake.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where it is wrong.
    pub span: Span,
    /// What stands beside the caret; may be empty.
    pub label: String,
    /// Other places that matter.
    pub others: Vec<(Span, String)>,
    /// Further facts.
    pub notes: Vec<String>,
    /// How to repair it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error or warning, as the code says.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Says something beside the caret.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Shows another place.
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Self {
        self.others.push((span, label.into()));
        self
    }

    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says how to repair it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The messages of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "diagnostics must reach the user"]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

/// How many errors are shown before the rest is only counted.
const MAX_SHOWN: usize = 20;

impl Diagnostics {
    /// No messages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a message. A second one of the same kind at the same place is dropped: it arises when
    /// one statement is looked at for several players.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let known = |old: &Diagnostic| old.code == diagnostic.code && old.span == diagnostic.span;
        if !self.list.iter().rev().take(64).any(known) {
            self.list.push(diagnostic);
        }
    }

    /// Adds all messages of another stage.
    pub fn extend(&mut self, other: Diagnostics) {
        for diagnostic in other.list {
            self.push(diagnostic);
        }
    }

    /// Whether anything makes the game unusable.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Whether there are no messages.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of messages.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The messages in source order.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.severity));
        list
    }

    /// The text for people, in source order.
    pub fn render(&self, source: &Source, style: Style) -> String {
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Colored => Renderer::styled(),
        };
        let mut text = String::new();
        for diagnostic in self.sorted().into_iter().take(MAX_SHOWN) {
            text.push_str(&render_one(diagnostic, source, &renderer));
            text.push_str("\n\n");
        }
        if self.list.len() > MAX_SHOWN {
            text.push_str(&format!("... and {} more\n\n", self.list.len() - MAX_SHOWN));
        }
        text.pop();
        text
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// With or without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// For files, pipes and tests.
    Plain,
    /// For terminals.
    Colored,
}

/// Longest source line that is quoted; a longer one is only named by its place.
const MAX_LINE: usize = 500;

fn render_one(diagnostic: &Diagnostic, source: &Source, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let line = source.line_column(diagnostic.span.start).0;
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()));
    let quoted = source.line(line).is_none_or(|text| text.len() <= MAX_LINE);
    if quoted {
        // Only the lines that matter are handed over: the renderer looks at all it is given.
        let spans =
            std::iter::once(diagnostic.span).chain(diagnostic.others.iter().map(|(span, _)| *span));
        let (from, to) = spans
            .fold((u32::MAX, 0), |(from, to), span| (from.min(span.start), to.max(span.start)));
        let (first, last) = (source.line_column(from).0, source.line_column(to).0);
        let window = source.lines_span(first, last);
        let shift = window.start as usize;
        let range = |span: Span| {
            let span = first_line_of(span, source);
            span.start as usize - shift..span.end as usize - shift
        };
        let mut snippet =
            Snippet::source(source.slice(window)).line_start(first).path(source.name());
        snippet = snippet.annotation(
            AnnotationKind::Primary.span(range(diagnostic.span)).label(diagnostic.label.as_str()),
        );
        for (span, label) in &diagnostic.others {
            snippet = snippet
                .annotation(AnnotationKind::Context.span(range(*span)).label(label.as_str()));
        }
        group = group.element(snippet);
    } else {
        let (line, column) = source.line_column(diagnostic.span.start);
        group = group.element(Origin::path(source.name()).line(line).char_column(column));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group]).to_string()
}

/// A message points at one line; of a longer part, at the first.
fn first_line_of(span: Span, source: &Source) -> Span {
    let text = source.slice(span);
    let length = text.find('\n').unwrap_or(text.len());
    let length = text[..length].trim_end().len();
    Span {
        start: span.start,
        end: span.start + u32::try_from(length).expect("shorter than the source"),
    }
}
