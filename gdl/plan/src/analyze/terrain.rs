//! Cells that never change: walls, holes, and cells nothing can get to.

use crate::model::{CellSet, Content, ContentSet, Model};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What each cell can hold, and the cells that can hold only one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Terrain {
    /// The possible contents of each cell.
    pub possible: Vec<ContentSet>,
    /// The cells that never change.
    pub fixed: CellSet,
    /// The cells that can change.
    pub dynamic: CellSet,
    /// For printing: the names of the fixed cells by what they hold.
    names: BTreeMap<String, Vec<String>>,
}

/// Divides the cells into fixed and dynamic ones.
pub fn terrain(model: &Model, possible: &[ContentSet]) -> Terrain {
    let is_fixed = |cell: &crate::model::CellId| !model.heap && possible[cell.index()].len() == 1;
    let fixed: CellSet = model.board.ids().filter(is_fixed).collect();
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for cell in fixed.iter() {
        let held = possible[cell.index()].single().and_then(Content::piece);
        let held =
            held.map_or("nothing".to_owned(), |piece| model.pieces[piece.index()].label.clone());
        names.entry(held).or_default().push(model.board.cells[cell.index()].name.clone());
    }
    let dynamic = model.board.ids().collect::<CellSet>().without(fixed);
    Terrain { possible: possible.to_vec(), fixed, dynamic, names }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.possible.len();
        match self.fixed.len() {
            0 => writeln!(f, "all {all} cells can change")?,
            _ => writeln!(
                f,
                "{} of {all} cells can change; the others are part of the board:",
                self.dynamic.len()
            )?,
        }
        for (held, cells) in &self.names {
            writeln!(f, "{held} stays on {}", cells.join(", "))?;
        }
        Ok(())
    }
}
