//! The turns of pieces: digits of one number, one of them left out if their sum is known.

use super::context::Context;
use super::place;
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::turning::Turning;

/// Adds `rank_turns` and `unrank_turns`.
pub(super) fn lower(context: &mut Context<'_>, turning: &Turning, cells: usize, suffix: &str) {
    let (modulus, fixed) = match turning {
        Turning::None => return,
        Turning::All(sum) => (sum.modulus(), Some(sum)),
        Turning::Free { modulus, .. } => (*modulus, None),
    };
    // Every piece counts once, so it is the last one that follows from the others.
    let free = if fixed.is_some() { cells - 1 } else { cells };
    let modulus = u64::from(modulus);
    let turns = Expr::name(Type::array(Type::U8, cells), "turns");
    let body = Code::block(|code| {
        let index = code.name("index", Code::index(0));
        code.count("cell", 0, place(free), |code, cell| {
            code.set(&index, &index * modulus + turns.at(&cell).to(Type::Rank));
        });
        code.give(index);
    });
    let (left_out, because) = match fixed {
        Some(_) => (
            " The last one is left out:",
            format!(
                " all turns together are {} modulo {modulus}.",
                fixed.map_or(0, |sum| sum.sum())
            ),
        ),
        None => ("", String::new()),
    };
    let doc = format!("The number of the turns.{left_out}{because}");
    let name = format!("rank_turns{suffix}");
    context.helper(&name, &doc, std::slice::from_ref(&turns), Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let turns = code.name("turns", Expr::filled(Expr::number(Type::U8, 0_u32), cells));
        let rest = code.name("rest", &index);
        let sum = fixed.map(|_| code.name("sum", Code::index(0)));
        code.count_down("cell", 0, place(free), |code, cell| {
            let turn = code.name("turn", &rest % modulus);
            code.update(&rest, Operator::Div, Expr::number(Type::Rank, modulus));
            code.set(&turns.at(&cell), turn.to(Type::U8));
            if let Some(sum) = &sum {
                code.update(sum, Operator::Add, turn);
            }
        });
        if let (Some(sum), Some(fixed)) = (sum, fixed) {
            let missing = (Code::index(u64::from(fixed.sum()) + modulus) - sum % modulus) % modulus;
            code.set(&turns.at(place(cells - 1)), missing.to(Type::U8));
        }
        code.give(turns);
    });
    let name = format!("unrank_turns{suffix}");
    context.helper(&name, "The turns with a number.", &[index], Type::array(Type::U8, cells), body);
}
