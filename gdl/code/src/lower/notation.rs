//! The text of a position: cells row by row, the player to move, the counters.
//!
//! It is the notation in which positions are given to gamec: rows from the top with `/` between
//! them, `.` for nothing, the glyph of a piece or, if it has none that is free, its label; a `'`
//! for every turn. If all of these are single letters and nothing turns, they stand together.

use super::context::Context;
use crate::ir::{Notation, NotedCell, NotedCells};
use crate::model::Piece;

/// What the text of a position is made of.
pub(super) fn lower(context: &Context<'_>) -> Notation {
    let (model, hash) = (context.model, context.hash);
    let cells = model.board.ids().zip(&model.board.cells).collect::<Vec<_>>();
    let noted = |cell| match hash.position(cell) {
        Some(position) => NotedCell::Changing(position),
        None => NotedCell::Fixed(hash.board_content(cell)),
    };
    let rows = cells.chunk_by(|(_, one), (_, other)| one.row == other.row);
    let plain = |piece: &Piece| piece.turns <= 1 && word(piece).chars().count() == 1;
    let mut counters: Vec<(String, Vec<(String, u8)>)> = Vec::new();
    for (number, counter) in model.counters.iter().enumerate() {
        let field = (context.layout.counter_name(number).to_owned(), counter.initial);
        match counters.iter_mut().find(|(name, _)| *name == counter.name) {
            Some((_, fields)) => fields.push(field),
            None => counters.push((counter.name.clone(), vec![field])),
        }
    }
    Notation {
        rows: rows.map(|row| row.iter().map(|(cell, _)| noted(*cell)).collect()).collect(),
        words: [".".to_owned()].into_iter().chain(model.pieces.iter().map(word)).collect(),
        turns: [1].into_iter().chain(model.pieces.iter().map(|piece| piece.turns.max(1))).collect(),
        cells: match model.heap {
            true => NotedCells::Heaps,
            false if model.pieces.iter().all(plain) => NotedCells::Letters,
            false => NotedCells::Words,
        },
        players: model.players.iter().map(|player| player.name.clone()).collect(),
        counters,
    }
}

/// The glyph, or the label if there is none or it would be mistaken for something else.
fn word(piece: &Piece) -> String {
    match piece.glyph {
        Some(glyph) if !"/,'.".contains(glyph) => glyph.to_string(),
        _ => piece.label.clone(),
    }
}
