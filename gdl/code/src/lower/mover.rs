//! Whose turn it is where the position tells: a sum modulo 2, see [`crate::plan::mover`].

use super::context::Context;
use super::potential::Lowered;
use crate::ir::{Code, Expr, Type};
use crate::plan::mover::MoverRule;

/// Adds the function `mover_of`.
pub(super) fn lower(context: &mut Context<'_>, rule: &MoverRule) {
    let state = context.state();
    let lowered = Lowered::new(context, &rule.potential, "COUNTS");
    let body = Code::block(|code| {
        let odd = lowered.odd(context, code, false);
        let [even_mover, odd_mover] =
            [rule.even, rule.odd].map(|player| Expr::number(Type::U8, player.0));
        code.give(even_mover.or_if_not(&odd.equals(0), &odd_mover));
    });
    let doc = "Whose turn it is: everything else in a position tells.";
    context.helper("mover_of", doc, std::slice::from_ref(&state), Type::U8, body);
}
