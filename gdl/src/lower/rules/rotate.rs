//! A ring whose turned positions are the same: it is turned so that its first piece comes first.

use super::Unsupported;
use crate::ir::{Code, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::plan::arrangement::Arrangement;

/// Adds the function `turned`.
pub(super) fn lower(context: &mut Context<'_>) -> Result<(), Unsupported> {
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
