//! A ring whose turned positions are the same: it is turned so that its first piece comes first.

use super::Unsupported;
use crate::ir::{Code, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::{Action, CellId};
use crate::plan::arrangement::Arrangement;
use std::collections::BTreeSet;

/// Adds the function `turned`.
///
/// A move may be made however the ring is turned. If the moves, turned by one cell, are the same moves, those of one position are enough.
pub(super) fn lower(context: &mut Context<'_>) -> Result<(), Unsupported> {
    if !moves_turn_with_the_ring(context) {
        return Err(Unsupported("moves at some places of a ring only"));
    }
    let first = match context.hash.tiers()[0].parts.as_slice() {
        [part] => match &part.arrangement {
            Arrangement::Ring { symbols, .. } => u64::from(symbols[0]),
            _ => return Err(Unsupported("rings with equal pieces")),
        },
        _ => return Err(Unsupported("rings with equal pieces")),
    };
    let state = context.state();
    let length = context.layout.cells;
    let cells = context.layout.cells(&state);
    let body = Code::block(|code| {
        let start = code.name("start", place(0));
        code.repeat(cells.at(&start).differs(first), |code| {
            code.update(&start, Operator::Add, place(1));
        });
        let result = code.name("result", state.clone());
        code.count("cell", 0, place(length), |code, cell| {
            let from = code.name("before", &start + &cell);
            let wrapped = (&from - u64::try_from(length).expect("few cells"))
                .or_if_not(&place(length).at_most(&from), &from);
            let from = code.name("source", wrapped);
            code.set(&context.layout.cells(&result).at(&cell), cells.at(&from));
            if context.hash.turning {
                let turns = context.layout.turns(&state);
                code.set(&context.layout.turns(&result).at(&cell), turns.at(&from));
            }
        });
        code.give(result);
    });
    let doc = "A ring turned so that its first piece comes first.";
    context.helper("turned", doc, &[state], Type::State, body);
    Ok(())
}

/// Whether every move, turned by one cell, is a move.
fn moves_turn_with_the_ring(context: &Context<'_>) -> bool {
    let cells = context.model.board.cells.len();
    let turn = |cell: CellId, by: usize| (cell.index() + by) % cells;
    let mut moves = BTreeSet::new();
    let mut turned = BTreeSet::new();
    for action in context.model.actions() {
        let Action::Permute(carries) = action else { return false };
        for (by, set) in [(0, &mut moves), (1, &mut turned)] {
            let mut carries: Vec<(usize, usize, u8)> = carries
                .iter()
                .map(|carry| (turn(carry.from, by), turn(carry.to, by), carry.turn))
                .collect();
            carries.sort_unstable();
            set.insert(carries);
        }
    }
    moves == turned
}
