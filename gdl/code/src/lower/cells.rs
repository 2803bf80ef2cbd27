//! What stands on one cell of a position, whatever form positions have.

use super::context::Context;
use super::state::Form;
use crate::ir::{Code, Expr, Type};

/// Adds the functions `content` and `with_content`.
pub(super) fn lower(context: &mut Context<'_>) {
    let state = context.state();
    let cell = Expr::name(Type::Index, "cell");
    let content = Expr::name(Type::U8, "content");
    let ty = context.layout.set_type();
    let bit = Expr::number(ty.clone(), 1_u32) << cell.to(Type::U32);
    let sets: Vec<(u8, Expr)> = context.layout.sets(&state).collect();
    let read = Code::block(|code| match context.form() {
        Form::Cells => code.give(context.layout.cells(&state).at(&cell)),
        Form::Sets => {
            for (content, set) in &sets {
                code.when((set & &bit).differs(0), |code| {
                    code.give(Expr::number(Type::U8, *content));
                });
            }
            code.give(Expr::number(Type::U8, context.layout.rest));
        }
    });
    let doc = "What stands on a cell. Cells are counted in reading order; those that never change are left out.";
    context.function("content", doc, &[state.clone(), cell.clone()], Type::U8, read);
    let write = Code::block(|code| {
        let changed = code.name("changed", state.clone());
        match context.form() {
            Form::Cells => code.set(&context.layout.cells(&changed).at(&cell), &content),
            Form::Sets => {
                for (number, set) in context.layout.sets(&changed) {
                    code.set(&set, &set & !&bit);
                    code.when(content.equals(u64::from(number)), |code| {
                        code.set(&set, &set | &bit);
                    });
                }
            }
        }
        code.give(changed);
    });
    let doc = "A position with something else on one cell.";
    context.function("with_content", doc, &[state, cell, content], Type::State, write);
}
