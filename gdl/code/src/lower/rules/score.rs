//! What `finish` adds to the points that moves bring, where the scores decide who wins.

use super::condition::number::signed;
use super::gains::negated;
use super::view::View;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::model::PlayerId;

/// Adds the function `final_gain`, if scores decide.
pub(in crate::lower) fn lower(context: &mut Context<'_>) {
    let state = context.state();
    if context.layout.gain(&state).is_none() {
        return;
    }
    let model = context.model;
    let first = PlayerId(0);
    let mut total: Option<Expr> = None;
    for payoff in &model.finish {
        let (amount, _) = signed(context, View::of(&state), &payoff.amount);
        let amount = if payoff.player == first { amount } else { negated(&amount) };
        total = Some(match total {
            None => amount,
            Some(total) => total.saturating(Operator::Add, &amount),
        });
    }
    let body = Code::block(|code| {
        let Some(total) = total else { return code.give(Expr::number(Type::I64, 0_u32)) };
        let total = code.name("total", total);
        code.give(match context.layout.mover(&state) {
            Some(mover) => total.or_if_not(&mover.equals(u64::from(first.0)), &negated(&total)),
            None => total,
        });
    });
    let doc = "How many points more than the other player the one to move gets for the position itself if the game ends here.";
    context.function("final_gain", doc, &[state], Type::I64, body);
}
