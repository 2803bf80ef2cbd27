//! The end of a move: its consequences, and whether the result is legal.

use super::after;
use super::condition;
use super::draft::{Change, Draft};
use super::steps::{Steps, consequences_ask_here, consequences_keep_board};
use super::view::{Here, View};
use super::visitor;
use crate::ir::{Code, Expr, Field, Type};
use crate::lower::context::Context;
use crate::model::PlayerId;

/// Writes what follows the body of a move: its consequences, or the end of the move.
pub(super) fn conclude(
    context: &mut Context<'_>,
    code: &mut Code,
    steps: &Steps<'_>,
    before: &Expr,
    draft: Draft,
) {
    if let Some(made) = steps.made {
        return made.conclude(context, code, before, draft);
    }
    if steps.afters.is_empty() {
        return show(context, code, steps.player, before, draft);
    }
    let certain = matches!(draft.change, Change::Certain)
        && !compares_rings(context)
        && consequences_keep_board(context.model, steps.afters);
    let name = after::function(context, steps, certain, &draft.here);
    let asks = consequences_ask_here(context.model, steps.player, steps.afters);
    let mut arguments = Vec::new();
    arguments.extend((!certain).then(|| before.clone()));
    arguments.push(draft.next);
    if let (true, Here::At(here)) = (asks, draft.here) {
        arguments.push(here);
    }
    arguments.push(visitor());
    let call = context.call(&name, &arguments);
    code.run(call);
}

/// Whether a move that only turns the ring changes nothing: then each result is compared with what
/// was before.
fn compares_rings(context: &Context<'_>) -> bool {
    context.model.same_rotations && context.has_function(ROTATED)
}

/// Writes the code that shows a result, unless it is forbidden or nothing has changed.
fn show(
    context: &mut Context<'_>,
    code: &mut Code,
    player: PlayerId,
    before: &Expr,
    Draft { next, here, change }: Draft,
) {
    let turned = context.has_function("turned");
    let shown = if turned {
        code.name("result", context.call("turned", std::slice::from_ref(&next)))
    } else {
        next.clone()
    };
    let mut legal = match change {
        _ if compares_rings(context) => {
            let original = context.call("turned", std::slice::from_ref(before));
            !same_position(context, &original, &shown)
        }
        Change::Certain => Expr::truth(true),
        Change::Never => Expr::truth(false),
        Change::If(changed) => changed,
        Change::Unknown => !same_position(context, before, &next),
    };
    let illegal = context.model.illegal.iter().filter(|illegal| illegal.player == player);
    for illegal in illegal {
        let view = View { state: &next, here: &here };
        legal = legal.and_then(&!condition::lower_at(context, view, &illegal.when));
    }
    let visit = |code: &mut Code| {
        code.run(Expr::call(Type::Nothing, "visit", vec![shown]));
    };
    if legal.value() == Some(1) { visit(code) } else { code.when(legal, visit) }
}

/// The function that turns a ring, there if all turns of a ring must be tried.
pub(super) const ROTATED: &str = "rotated";

/// Whether two positions are the same, regardless of who is to move.
fn same_position(context: &mut Context<'_>, one: &Expr, other: &Expr) -> Expr {
    let name = "same_position";
    if !context.has_function(name) {
        let parameters = ["before", "state"].map(|name| Expr::name(Type::State, name));
        let [before, state] = &parameters;
        let is_compared = |field: &&Field| field.name != "mover" && !field.is_note;
        let fields: Vec<Field> =
            context.layout.fields.iter().filter(is_compared).cloned().collect();
        let same = fields.iter().map(|field| {
            let [one, other] = [before, state].map(|of| of.field(&field.name, field.ty.clone()));
            one.equals(other)
        });
        let same = same.reduce(|all, one| all.and_then(&one));
        let body = Code::block(|code| code.give(same.unwrap_or_else(|| Expr::truth(true))));
        let doc = "Whether two positions are the same, whoever is to move.";
        context.helper(name, doc, &parameters, Type::Bool, body);
    }
    context.call(name, &[one.clone(), other.clone()])
}
