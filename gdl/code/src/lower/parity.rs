//! Whether contents in an order are an odd permutation.

use super::context::Context;
use super::place;
use crate::ir::{Code, Expr, Operator, Type};

/// Adds the function `is_odd` for `cells` cells; returns its name.
pub(super) fn lower(context: &mut Context<'_>, cells: usize) -> String {
    let name = format!("is_odd_{cells}");
    if context.has_function(&name) {
        return name;
    }
    let held = Expr::name(Type::array(Type::U8, cells), "cells");
    let body = Code::block(|code| {
        let odd = code.name("odd", Expr::number(Type::U32, 0_u32));
        code.count("first", 0, place(cells), |code, first| {
            code.count("second", &first + 1, place(cells), |code, second| {
                let inverted = held.at(&second).less(held.at(&first)).to(Type::U32);
                code.update(&odd, Operator::Xor, inverted);
            });
        });
        code.give(odd);
    });
    let doc = "Whether different contents are in an order of odd sign: 1 or 0.";
    context.helper(&name, doc, &[held], Type::U32, body);
    name
}
