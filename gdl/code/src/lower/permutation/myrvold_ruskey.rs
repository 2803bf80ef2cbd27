//! Permutations in the order of Myrvold and Ruskey: digits are exchanges.

use super::{Shape, Symbols};
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::{Family, place};

/// Adds `rank_...` and `unrank_...`.
pub(super) fn lower(
    context: &mut Context<'_>,
    family: &Family<'_>,
    shape: &Shape,
    symbols: &Symbols,
    of: &str,
) {
    let length = shape.length;
    let cells_type = Type::array(Type::U8, length);
    let cells = Expr::name(cells_type.clone(), of);
    let zeros = || Expr::filled(Expr::number(Type::U8, 0_u32), length);
    // With a known sign the exchange of the first two follows from the others.
    let shortest = if shape.sign.is_some() { 3 } else { 2 };
    let body = Code::block(|code| {
        let order = code.name("order", zeros());
        let inverse = code.name("inverse", zeros());
        code.count("cell", 0, place(length), |code, cell| {
            let number = code.name("number", symbols.number(cells.at(&cell)));
            code.set(&order.at(&cell), &number);
            code.set(&inverse.at(number.to(Type::Index)), cell.to(Type::U8));
        });
        let index = code.name("index", Code::index(0));
        let weight = code.name("weight", Code::index(1));
        code.note("Undoes the exchanges that lead to the permutation.");
        code.count_down("last", shortest - 1, place(length), |code, last| {
            let number = code.name("number", order.at(&last));
            let from = code.name("exchanged", inverse.at(&last));
            code.set(&order.at(from.to(Type::Index)), &number);
            code.set(&inverse.at(number.to(Type::Index)), &from);
            code.update(&index, Operator::Add, &weight * number.to(Type::Rank));
            code.update(&weight, Operator::Mul, (&last + 1).to(Type::Rank));
        });
        code.give(index);
    });
    let doc = "The number of the permutation in the order of Myrvold and Ruskey.";
    context.helper(&format!("rank_{of}{}", family.suffix), doc, &[cells], Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let folded = shape.wanted().filter(|_| length > 1);
    let body = Code::block(|code| {
        let order = code.name("order", zeros());
        code.count("cell", 0, place(length), |code, cell| {
            code.set(&order.at(&cell), symbols.content(cell.to(Type::U8)));
        });
        let rest = code.name("rest", &index);
        let exchanges =
            folded.is_some().then(|| code.name("exchanges", Expr::number(Type::U32, 0_u32)));
        code.count_down("last", 1, place(length), |code, last| {
            let choices = code.name("choices", (&last + 1).to(Type::Rank));
            let other = code.name("exchanged", (&rest % &choices).to(Type::Index));
            code.update(&rest, Operator::Div, choices);
            exchange(code, &order, &last, &other);
            if let Some(exchanges) = &exchanges {
                code.update(exchanges, Operator::Add, other.differs(&last).to(Type::U32));
            }
        });
        if let (Some(exchanges), Some(wanted)) = (&exchanges, &folded) {
            code.when((exchanges & 1).differs(wanted), |code| {
                exchange(code, &order, &place(0), &place(1));
            });
        }
        code.give(order);
    });
    let name = format!("unrank_{of}{}", family.suffix);
    context.helper(
        &name,
        "The permutation with a number.",
        &shape.parameters(&index),
        cells_type,
        body,
    );
}

/// Writes the code that exchanges two elements.
fn exchange(code: &mut Code, array: &Expr, left: &Expr, right: &Expr) {
    let held = code.name("held", array.at(left));
    code.set(&array.at(left), array.at(right));
    code.set(&array.at(right), held);
}
