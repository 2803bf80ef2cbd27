//! Messages on standard error: for people, in colour on a terminal; or as JSON, one object to a
//! line.

use crate::failure::{Failure, Message};
use gdl::{Diagnostic, Diagnostics, Severity, Source, Span, Style};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// A message about a game as editors read it.
#[derive(Debug, Serialize)]
pub(crate) struct JsonDiagnostic {
    code: &'static str,
    severity: Severity,
    message: String,
    #[serde(flatten)]
    place: JsonPlace,
    label: String,
    others: Vec<JsonOther>,
    notes: Vec<String>,
    help: Option<String>,
}

/// A place. Lines and columns count from 1, columns in characters; the end is exclusive.
#[derive(Debug, Serialize)]
struct JsonPlace {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// Another place that a message shows.
#[derive(Debug, Serialize)]
struct JsonOther {
    #[serde(flatten)]
    place: JsonPlace,
    label: String,
}

/// The messages about a game in source order, all of them.
pub(crate) fn json_diagnostics(source: &Source, diagnostics: &Diagnostics) -> Vec<JsonDiagnostic> {
    let lines = Lines::new(source.text());
    let json = |diagnostic: &Diagnostic| JsonDiagnostic {
        code: diagnostic.code.word(),
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        place: lines.place(diagnostic.span),
        label: diagnostic.label.clone(),
        others: diagnostic
            .others
            .iter()
            .map(|(span, label)| JsonOther { place: lines.place(*span), label: label.clone() })
            .collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
    };
    diagnostics.sorted().into_iter().map(json).collect()
}

/// Where the lines of a text begin: a file can have as many messages as lines, so each must be
/// found quickly.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let after_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { text, starts: [0].into_iter().chain(after_breaks).collect() }
    }

    fn place(&self, span: Span) -> JsonPlace {
        let (line, column) = self.line_column(span.start as usize);
        let (end_line, end_column) = self.line_column(span.end as usize);
        JsonPlace { line, column, end_line, end_column }
    }

    fn line_column(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset);
        (line, self.text[self.starts[line - 1]..offset].chars().count() + 1)
    }
}

/// Shows why a command stopped.
pub(crate) fn failure(failure: &Failure, json: bool) {
    match failure {
        Failure::Game(source, diagnostics) => self::diagnostics(source, diagnostics, json),
        Failure::Input(message) | Failure::Machine(message) | Failure::Interrupted(message) => {
            error(message, json);
        }
        Failure::Unread | Failure::Reported | Failure::ReportedMachine => {}
    }
}

/// Shows messages about a game.
pub(crate) fn diagnostics(source: &Source, diagnostics: &Diagnostics, json: bool) {
    if diagnostics.is_empty() {
        return;
    }
    if json {
        let diagnostics = json_diagnostics(source, diagnostics);
        line(&serde_json::json!({ "file": source.name(), "diagnostics": diagnostics }).to_string());
    } else {
        line(&diagnostics.render(source, style()));
    }
}

/// Shows a remark that is no error.
pub(crate) fn note(text: &str, json: bool) {
    if json {
        line(&serde_json::json!({ "note": text }).to_string());
    } else {
        line(&format!("note: {text}"));
    }
}

fn error(message: &Message, json: bool) {
    if json {
        line(&serde_json::json!({ "error": message.text, "help": message.help }).to_string());
    } else {
        match style() {
            Style::Plain => line(&format!("error: {message}")),
            Style::Colored => {
                line(&format!("\u{1b}[1m\u{1b}[91merror\u{1b}[0m\u{1b}[1m:\u{1b}[0m {message}"))
            }
        }
    }
}

/// Writes to standard error. If that fails, there is nobody to tell.
fn line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Colours only for a terminal whose user has not refused them.
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !refused { Style::Colored } else { Style::Plain }
}
