//! What moves bring: a position notes the points that the move that led to it brought.
//!
//! The score itself is not part of a position, so what counts is the margin of each move: the
//! points of the player who made it, less those of the other. Successors carry it in the field
//! `gain`, which neither numbers nor comparisons look at.
//!
//! LIMIT: games of more than two players and chains whose links bring points have no such code. A
//! chain shows a position once, however many points the ways to it bring.

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

/// The number with the other sign.
pub(super) fn negated(amount: &Expr) -> Expr {
    let minus_one = Expr::number(Type::I64, 0_u32) - 1;
    amount.saturating(Operator::Mul, &minus_one)
}
