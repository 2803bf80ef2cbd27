//! Points, where the scores decide who wins: a position notes what the move that led to it
//! brought.
//!
//! The score itself is not part of a position, so what counts is the margin of each move: the
//! points of the player who made it, less those of the other. Successors carry it in the field
//! `gain`, which neither numbers nor comparisons look at. What `finish` adds is `final_gain`.
//!
//! LIMIT: games of more than two players and chains whose links bring points have no such code. A
//! chain shows a position once, however many points the ways to it bring.

use super::number::signed;
use super::view::View;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::model::{Action, Alternative, Body, Effect, Model, PlayerId, Stuck};

/// Whether positions note what moves bring.
pub(in crate::lower) fn is_kept(model: &Model) -> bool {
    let brings = |alternative: &Alternative| {
        alternative.steps.iter().any(|step| {
            let scores = |effect: &Effect| matches!(effect, Effect::Score(_));
            matches!(step.action, Action::Harvest(_)) || step.effects.iter().any(scores)
        })
    };
    let chain_brings = model.moves.iter().any(|declared| match &declared.body {
        Body::Chain(links) => links.iter().any(brings),
        Body::Once(_) | Body::Settle(_) => false,
    });
    model.stuck == Some(Stuck::ByScore) && model.sides() <= 2 && !chain_brings
}

/// Writes that a move begins: it has brought nothing yet.
pub(super) fn begin(context: &Context<'_>, code: &mut Code, next: &Expr) {
    if let Some(gain) = context.layout.gain(next) {
        code.set(&gain, Expr::number(Type::I64, 0_u32));
    }
}

/// Writes that a move of one player brings points to some player.
pub(super) fn add(
    context: &Context<'_>,
    code: &mut Code,
    (mover, player): (PlayerId, PlayerId),
    next: &Expr,
    amount: &Expr,
) {
    let Some(gain) = context.layout.gain(next) else { return };
    let amount = if player == mover { amount.clone() } else { negated(amount) };
    code.set(&gain, gain.saturating(Operator::Add, &amount));
}

fn negated(amount: &Expr) -> Expr {
    let minus_one = Expr::number(Type::I64, 0_u32) - 1;
    amount.saturating(Operator::Mul, &minus_one)
}

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
