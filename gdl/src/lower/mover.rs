//! Whose turn it is where the position tells: a sum modulo 2, see [`crate::plan::mover`].

use super::context::Context;
use super::place;
use super::state::Form;
use crate::ir::{Code, Expr, Operator, Type};
use crate::model::{Content, ContentSet, Model};
use crate::plan::mover::MoverRule;

/// Adds the function `mover_of`.
pub(super) fn lower(context: &mut Context<'_>, rule: &MoverRule) {
    let state = context.state();
    let potential = &rule.potential;
    let hash = context.hash;
    let position = |cell| hash.position(cell);
    // What stands on cells that never change counts always or never.
    let constant = potential
        .cells
        .iter()
        .filter(|(cell, contents)| {
            position(*cell).is_none() && contents.contains(Content(hash.board[cell.index()]))
        })
        .count();
    let counted: Vec<(usize, ContentSet)> = potential
        .cells
        .iter()
        .filter_map(|(cell, contents)| Some((position(*cell)?, *contents)))
        .collect();
    let heaps: Vec<usize> = potential.heaps.iter().filter_map(position).collect();
    let still_heaps = potential.heaps.iter().filter(|cell| position(*cell).is_none());
    let constant =
        constant + still_heaps.map(|cell| usize::from(hash.board[cell.index()])).sum::<usize>();
    let counts = match context.form() {
        Form::Sets => None,
        Form::Cells if counted.is_empty() => None,
        Form::Cells => Some(table(context, &counted)),
    };
    let body = Code::block(|code| {
        let odd = u64::from(constant % 2 == 1);
        let sum = code.name("sum", Expr::number(Type::U32, odd));
        let add = |code: &mut Code, value: Expr| code.update(&sum, Operator::Add, value);
        match (context.form(), counts) {
            (Form::Sets, _) => {
                for (content, cells) in by_content(context.model, &counted) {
                    let ty = context.layout.set_type();
                    let cells = Expr::set(ty, cells, context.layout.cells);
                    let held = context.layout.set_or_rest(&state, content);
                    add(code, (held & cells).count_ones());
                }
            }
            (Form::Cells, Some((table, width))) => {
                let cells = context.layout.cells(&state);
                code.count("cell", 0, place(context.layout.cells), |code, cell| {
                    let held = cells.at(&cell).to(Type::Index);
                    code.update(&sum, Operator::Add, table.at(&cell * width + held).to(Type::U32));
                });
            }
            (Form::Cells, None) => {}
        }
        for heap in &heaps {
            code.update(
                &sum,
                Operator::Add,
                context.layout.cells(&state).at(place(*heap)).to(Type::U32),
            );
        }
        for counter in &potential.counters {
            code.update(
                &sum,
                Operator::Add,
                context.layout.counter(&state, counter.index()).to(Type::U32),
            );
        }
        for arrangement in &potential.signs {
            let cells: Vec<Expr> = arrangement
                .cells
                .iter()
                .map(|cell| match position(cell) {
                    Some(position) => context.layout.content(&state, position),
                    None => Expr::number(Type::U8, hash.board[cell.index()]),
                })
                .collect();
            for (number, first) in cells.iter().enumerate() {
                for second in &cells[number + 1..] {
                    code.update(&sum, Operator::Add, second.less(first).to(Type::U32));
                }
            }
        }
        let [even, odd] = [rule.even, rule.odd].map(|player| Expr::number(Type::U8, player.0));
        code.give(even.or_if_not(&(&sum & 1).equals(0), &odd));
    });
    let doc = "Whose turn it is: everything else in a position tells.";
    context.helper("mover_of", doc, std::slice::from_ref(&state), Type::U8, body);
}

/// The cells that count, by what they hold.
fn by_content(model: &Model, counted: &[(usize, ContentSet)]) -> Vec<(u8, u128)> {
    let contents = 0..=u8::try_from(model.pieces.len()).expect("at most MAX_PIECES");
    let cells = |content: u8| {
        let counts = counted.iter().filter(|(_, contents)| contents.contains(Content(content)));
        counts.fold(0, |cells, (cell, _)| cells | 1 << cell)
    };
    contents.map(|content| (content, cells(content))).filter(|(_, cells)| *cells != 0).collect()
}

/// A table of what counts, by cell and content, and the length of its rows.
fn table(context: &mut Context<'_>, counted: &[(usize, ContentSet)]) -> (Expr, u64) {
    let width = context.model.pieces.len() + 1;
    let mut entries = vec![0; width * context.layout.cells];
    for (cell, contents) in counted {
        for content in contents.iter() {
            entries[cell * width + usize::from(content.0)] = 1;
        }
    }
    let doc = "What counts for the mover, by cell and content.";
    (context.listed("COUNTS", doc, entries, width), u64::try_from(width).expect("few contents"))
}
