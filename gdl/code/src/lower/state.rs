//! How generated code keeps a position.
//!
//! Cells that never change are left out. What is left is either a byte for each cell, or a bit set
//! for each content; the lowest content that the cells can hold, mostly "nothing", is what the
//! sets leave.

use crate::ir::{Expr, Field, Type};
use crate::lower::names::authored;
use crate::model::{CellId, Content, Model};
use crate::plan::Hash;
use crate::plan::enumerated::Place;
use std::collections::BTreeSet;

/// How the contents of cells are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A byte for each cell.
    Cells,
    /// A set of cells for each content but one.
    Sets,
}

/// The fields of a position.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) form: Form,
    /// Number of cells that can change.
    pub(super) cells: usize,
    pub(super) fields: Vec<Field>,
    /// By content: the field of its set.
    sets: Vec<Option<String>>,
    /// The content that the sets leave.
    pub(super) rest: u8,
    /// By counter: its field.
    counters: Vec<String>,
    /// Whether it is always the same player's turn.
    has_mover: bool,
    /// The field for what a move has brought, if that is noted.
    gain: Option<String>,
}

impl Layout {
    pub(super) fn new(model: &Model, hash: &Hash) -> Self {
        let form = if super::by_sets(model, hash) { Form::Sets } else { Form::Cells };
        let cells = hash.cells.len();
        let mut fields = Vec::new();
        let mut sets = vec![None; model.pieces.len() + 1];
        let names: Vec<&str> =
            hash.cells.iter().map(|cell| model.board.cells[cell.index()].name.as_str()).collect();
        let listing = wrapped(&names);
        match form {
            Form::Sets => {
                for content in contents(hash).into_iter().skip(1) {
                    let label = label(model, content);
                    let name = content_name(model, content);
                    fields.push(Field {
                        doc: format!("The cells with `{label}`; the lowest bit is {}.", names[0]),
                        name: name.clone(),
                        ty: Type::with_bits(cells),
                        is_note: false,
                    });
                    sets[usize::from(content.0)] = Some(name);
                }
            }
            Form::Cells if model.heap => fields.push(Field {
                doc: format!("How many stand on each cell.\n{listing}"),
                name: "cells".to_owned(),
                ty: Type::array(Type::U8, cells),
                is_note: false,
            }),
            Form::Cells => fields.push(Field {
                doc: format!("What stands on each cell: {}.\n{listing}", key(model, hash)),
                name: "cells".to_owned(),
                ty: Type::array(Type::U8, cells),
                is_note: false,
            }),
        }
        if hash.turning {
            fields.push(Field {
                doc: "How far the piece on each cell is turned.".to_owned(),
                name: "turns".to_owned(),
                ty: Type::array(Type::U8, cells),
                is_note: false,
            });
        }
        let mut counters = Vec::new();
        for (number, counter) in model.counters.iter().enumerate() {
            let owner = counter.owner.map(|owner| model.players[owner.index()].name.as_str());
            let name = counter_name(model, number);
            let of = owner.map_or(String::new(), |owner| format!(" of {owner}"));
            fields.push(Field {
                doc: format!("The counter `{}`{of}.", counter.name),
                name: name.clone(),
                ty: Type::U8,
                is_note: false,
            });
            counters.push(name);
        }
        let has_mover = model.players.len() > 1;
        if has_mover {
            let players: Vec<String> = model
                .players
                .iter()
                .enumerate()
                .map(|(number, player)| format!("{number} = {}", player.name))
                .collect();
            fields.push(Field {
                doc: format!("Whose turn it is: {}.", players.join(", ")),
                name: "mover".to_owned(),
                ty: Type::U8,
                is_note: false,
            });
        }
        let rest = contents(hash).first().map_or(0, |content| content.0);
        Layout { form, cells, fields, sets, rest, counters, has_mover, gain: None }
    }

    /// Adds the field for what a move has brought.
    pub(super) fn note_gains(&mut self) {
        let name = "gain".to_owned();
        self.fields.push(Field {
            doc: "How many points more than the other player the one who moved got for the move that led here.".to_owned(),
            name: name.clone(),
            ty: Type::I64,
            is_note: true,
        });
        self.gain = Some(name);
    }

    /// What the move that led to a position has brought, if that is noted.
    pub(super) fn gain(&self, state: &Expr) -> Option<Expr> {
        Some(state.field(self.gain.as_ref()?, Type::I64))
    }

    /// The type of a set of cells.
    pub(super) fn set_type(&self) -> Type {
        Type::with_bits(self.cells)
    }

    /// The cells that hold a content, if they are kept as a set.
    pub(super) fn set(&self, state: &Expr, content: u8) -> Option<Expr> {
        let name = self.sets[usize::from(content)].as_ref()?;
        Some(state.field(name, self.set_type()))
    }

    /// The contents that are kept as sets, with their sets.
    pub(super) fn sets(&self, state: &Expr) -> impl Iterator<Item = (u8, Expr)> {
        let kept = (0_u8..).zip(&self.sets);
        kept.filter_map(|(content, name)| {
            Some((content, state.field(name.as_ref()?, self.set_type())))
        })
    }

    /// The cells that hold a content, kept as a set or what the sets leave.
    pub(super) fn set_or_rest(&self, state: &Expr, content: u8) -> Expr {
        if let Some(set) = self.set(state, content) {
            return set;
        }
        // What no position holds has no set either.
        if content != self.rest {
            return Expr::set(self.set_type(), 0, self.cells);
        }
        let mut kept = self.sets.iter().flatten();
        let field = |name: &String| state.field(name, self.set_type());
        let all = Expr::set(self.set_type(), ones(self.cells), self.cells);
        match kept.next() {
            None => all,
            Some(first) => all & !kept.fold(field(first), |union, name| union | field(name)),
        }
    }

    /// What one cell holds.
    pub(super) fn content(&self, state: &Expr, cell: usize) -> Expr {
        if self.form == Form::Cells {
            return self.cells(state).at(super::place(cell));
        }
        let bit = Expr::set(self.set_type(), 1 << cell, self.cells);
        let mut content = Expr::number(Type::U8, self.rest);
        for (number, name) in (0_u8..).zip(&self.sets) {
            let Some(name) = name else { continue };
            let here = (state.field(name, self.set_type()) & &bit).differs(0);
            content = Expr::number(Type::U8, number).or_if_not(&here, &content);
        }
        content
    }

    /// The contents of all cells, one byte each.
    pub(super) fn cells(&self, state: &Expr) -> Expr {
        state.field("cells", Type::array(Type::U8, self.cells))
    }

    /// The turns of the pieces, one byte each.
    pub(super) fn turns(&self, state: &Expr) -> Expr {
        state.field("turns", Type::array(Type::U8, self.cells))
    }

    /// The name of a counter's field.
    pub(super) fn counter_name(&self, counter: usize) -> &str {
        &self.counters[counter]
    }

    /// A counter.
    pub(super) fn counter(&self, state: &Expr, counter: usize) -> Expr {
        state.field(&self.counters[counter], Type::U8)
    }

    /// Whose turn it is, if that can differ.
    pub(super) fn mover(&self, state: &Expr) -> Option<Expr> {
        self.has_mover.then(|| state.field("mover", Type::U8))
    }
}

/// The number whose lowest `bits` bits are set.
pub(super) fn ones(bits: usize) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// What a content is called.
pub(super) fn label(model: &Model, content: Content) -> &str {
    content.piece().map_or("nothing", |piece| model.pieces[piece.index()].label.as_str())
}

/// What is called after a content in code.
pub(super) fn content_name(model: &Model, content: Content) -> String {
    authored(label(model, content), "piece", content.0)
}

/// What is called after a counter in code.
pub(super) fn counter_name(model: &Model, number: usize) -> String {
    let counter = &model.counters[number];
    let owner = counter.owner.map(|owner| model.players[owner.index()].name.as_str());
    let text = owner.map_or(counter.name.clone(), |owner| format!("{}_{owner}", counter.name));
    authored(&text, "counter", number)
}

/// What is called after a cell in code.
pub(super) fn cell_name(model: &Model, cell: CellId) -> String {
    authored(&model.board.cells[cell.index()].name, "cell", cell.index())
}

/// What the cells that change can hold, in order.
pub(super) fn contents(hash: &Hash) -> Vec<Content> {
    let mut contents = BTreeSet::new();
    let enumerated = hash.tiers().iter().filter_map(|tier| tier.enumerated.as_ref());
    for field in enumerated.flat_map(|enumerated| &enumerated.fields) {
        if matches!(field.place, Place::Cell(_)) {
            contents.extend(&field.values);
        }
    }
    for zone in hash.tiers().iter().flat_map(|tier| &tier.zones) {
        for cell in 0..zone.cells.len() {
            contents.extend(zone.arrangement.contents(cell));
        }
    }
    contents.into_iter().map(Content).collect()
}

/// What the numbers of contents stand for.
fn key(model: &Model, hash: &Hash) -> String {
    let contents: Vec<String> = contents(hash)
        .into_iter()
        .map(|content| format!("{} = {}", content.0, label(model, content)))
        .collect();
    wrapped(&contents.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Words with commas, in lines of a comment.
fn wrapped(words: &[&str]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for (position, word) in words.iter().enumerate() {
        if position > 0 {
            text.push(',');
            text.push(if width > 80 { '\n' } else { ' ' });
            width = if width > 80 { 0 } else { width + 2 };
        }
        text.push_str(word);
        width += word.chars().count();
    }
    text
}
