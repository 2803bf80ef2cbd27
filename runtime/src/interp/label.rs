//! The text of a move: its name, where it went and what it took.
//!
//! `slide b1-c1`, `place d2`, `hop a1-c3-e5 x b2,d4`, `flip 3`, `sow 4`, `tilt e`; what a
//! consequence takes comes last (`slide a1-a4 x b4`).

use super::draft::{Mark, Rewritten};
use gdl::model::{Body, CellId, Model};
use std::collections::BTreeMap;

/// The text of the move with this trace.
pub(super) fn move_text(model: &Model, trace: &[Mark]) -> String {
    let mut text = Text {
        model,
        text: String::new(),
        directions: Vec::new(),
        last: None,
        captured: Vec::new(),
    };
    for mark in trace {
        text.add(mark);
    }
    text.flush();
    text.text
}

/// The texts with ` #2`, ` #3` ... after those that have occurred before.
pub(super) fn distinct_texts(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut distinct = Vec::new();
    for text in texts {
        let count = seen.entry(text.clone()).or_default();
        *count += 1;
        distinct.push(if *count == 1 { text } else { format!("{text} #{count}") });
    }
    distinct
}

struct Text<'a> {
    model: &'a Model,
    text: String,
    /// The directions of a settling move.
    directions: Vec<&'a str>,
    /// The cell the path has reached, while it can go on.
    last: Option<CellId>,
    /// What was taken and is not yet told.
    captured: Vec<CellId>,
}

impl<'a> Text<'a> {
    fn add(&mut self, mark: &Mark) {
        match mark {
            Mark::Move(index) => {
                let one = &self.model.moves[*index];
                self.text.push_str(&one.name);
                for argument in &one.args {
                    self.word(&argument.to_string());
                }
                if let Body::Settle(directions) = &one.body {
                    self.directions =
                        directions.iter().map(|settle| settle.direction.as_str()).collect();
                }
            }
            Mark::Rewrite(rewritten) => self.rewrite(rewritten),
            Mark::Sow(cell) => self.cells(&[*cell]),
            Mark::Settle(number) => self.word(self.directions[*number]),
            Mark::Consequence => {
                self.flush();
                self.last = None;
            }
            Mark::Turned(by) => {
                self.flush();
                self.text.push_str(&format!(" turned {by}"));
            }
            Mark::Pass => self.text.push_str("pass"),
        }
    }

    fn rewrite(&mut self, rewritten: &Rewritten) {
        match (rewritten.source, rewritten.here) {
            (Some(source), Some(here)) if self.last == Some(source) => {
                self.text.push('-');
                self.text.push_str(self.name(here));
            }
            (Some(source), Some(here)) => {
                self.word(&format!("{}-{}", self.name(source), self.name(here)))
            }
            (None, Some(here)) => self.cells(&[here]),
            (_, None) => self.cells(&rewritten.changed),
        }
        self.last = rewritten.here;
        self.captured.extend(&rewritten.captured);
    }

    /// Tells what was taken.
    fn flush(&mut self) {
        if !self.captured.is_empty() {
            let captured = std::mem::take(&mut self.captured);
            self.text.push_str(" x");
            self.cells(&captured);
        }
    }

    fn cells(&mut self, cells: &[CellId]) {
        if !cells.is_empty() {
            let names: Vec<&str> = cells.iter().map(|cell| self.name(*cell)).collect();
            self.word(&names.join(","));
        }
    }

    fn word(&mut self, word: &str) {
        self.text.push(' ');
        self.text.push_str(word);
    }

    fn name(&self, cell: CellId) -> &'a str {
        &self.model.board.cells[cell.index()].name
    }
}
