//! The positions before a position: `predecessors` shows every position that has an index and from
//! which a move leads to this one.
//!
//! If every move is undone by a move ([`crate::analyze::inverse`]), these are the successors. Else
//! moves are turned round ([`inverse`]); what comes out is shown if it has an index, the game is
//! not over there and the guard of the move holds. Where a move has consequences, several steps,
//! `else` or conditions about shapes, or where other moves must be made first, a position is shown
//! only if the moves made in it do lead here.
//!
//! LIMIT: moves that settle, chain or sow, counters that change by more than a number, `illegal`,
//! more than two players and positions that were enumerated have no compact way back; then there
//! is no function.

pub(in crate::lower) mod in_tier;
mod inverse;
mod numbered;
mod numbers;
mod staying;

use super::rotate::ROTATED;
use super::{condition, doc, undo_body, visitor};
use crate::analyze::inverse::Inverse;
use crate::facts::Facts;
use crate::ir::{Code, Expr, Statement, Type};
use crate::lower::context::Context;
use crate::model::{ContentSet, Move, PlayerId, Stuck};
use inverse::{Undo, counted, inverses};

/// Adds the function `predecessors`, if there is a compact way.
pub(in crate::lower) fn lower(context: &mut Context<'_>, facts: &Facts) {
    let body = if facts.inverse == Inverse::Undirected {
        let call = context.call("successors", &[context.state(), visitor()]);
        Some(Code::block(|code| code.run(call)))
    } else {
        undoing(context, facts)
    };
    let Some(body) = body else { return };
    let mut parameters = context.tables_argument();
    parameters.extend([context.state(), visitor()]);
    let doc = "Shows every position that has an index and from which a move leads to a position; one may come several times.";
    context.function("predecessors", doc, &parameters, Type::Nothing, body);
}

/// Whether moves of the game can be undone at all, each by itself.
fn undoing_is_possible(context: &Context<'_>) -> bool {
    let model = context.model;
    let enumerated = context.hash.tiers().iter().any(|tier| tier.enumerated.is_some());
    let beyond = model.heap || model.sides() > 2 || !model.illegal.is_empty() || enumerated;
    !beyond && !context.has_function(ROTATED)
}

/// The body that undoes moves.
fn undoing(context: &mut Context<'_>, facts: &Facts) -> Option<Vec<Statement>> {
    let model = context.model;
    if !undoing_is_possible(context) {
        return None;
    }
    let mut undos: Vec<(&Move, Undo)> = Vec::new();
    for declared in &model.moves {
        let inverses = inverses(model, facts, declared)?;
        undos.extend(inverses.into_iter().map(|undo| (declared, undo)));
    }
    let counts =
        undos.iter().fold(ContentSet::NONE, |set, (_, it)| set.union(counted(facts, &it.undo)));
    let numbered = numbered::lower(context, counts)?;
    let before = Expr::name(Type::State, "before");
    let goes_on = context
        .has_function("verdict")
        .then(|| context.call("verdict", std::slice::from_ref(&before)).equals(0));
    let passes = model.stuck == Some(Stuck::Passes) && model.players.len() > 1;
    let must = |player: PlayerId| {
        model.moves.iter().any(|declared| declared.must && declared.player == player)
    };
    let is_tried = |declared: &Move, undo: &Undo| undo.tried || must(declared.player);
    if passes || undos.iter().any(|(declared, undo)| is_tried(declared, undo)) {
        leads_to(context);
    }
    let mut calls = Vec::new();
    for (number, (declared, undo)) in undos.iter().enumerate() {
        let name = format!("undo_{}", number + 1);
        let doc = format!("Undoes {}", doc(context, declared));
        let body = undo_body(context, facts, &undo.undo, (&name, &doc), None);
        context.helper(&name, &doc, &[context.state(), visitor()], Type::Nothing, body);
        let mut check = numbered.clone();
        if is_tried(declared, undo) {
            check = check.and_then(&context.call("leads_to", &[before.clone(), context.state()]));
        } else {
            let open = goes_on.clone().unwrap_or_else(|| Expr::truth(true));
            let guard = declared.guard.as_ref();
            let guard = guard.map(|guard| condition::lower(context, &before, guard));
            check = check.and_then(&open).and_then(&guard.unwrap_or_else(|| Expr::truth(true)));
        }
        calls.push((undo.undo.player, name, check));
    }
    let state = context.state();
    Some(Code::block(|code| {
        for (player, name, check) in calls {
            let mover = context.layout.mover(&state);
            let own = mover.map_or(Expr::truth(true), |mover| mover.equals(u64::from(player.0)));
            let visit = visitor().filtered("before", &check);
            let call = context.call(&name, &[state.clone(), visit]);
            if own.value() == Some(1) {
                code.run(call)
            } else {
                code.when(own, |code| code.run(call))
            }
        }
        if passes {
            let passed = code.name("before", state.clone());
            let mover = context.layout.mover(&passed).expect("there are two players");
            code.set(&mover, Expr::number(Type::U8, 1_u32) - &mover);
            let led = context.call("leads_to", &[passed.clone(), state]);
            let shown = numbered.and_then(&led);
            code.when(shown, |code| {
                code.run(Expr::call(Type::Nothing, "visit", vec![passed]));
            });
        }
    }))
}

/// Adds the function `leads_to`, if it is not there yet: whether a move leads from one position to
/// another.
fn leads_to(context: &mut Context<'_>) {
    if context.has_function("leads_to") {
        return;
    }
    let [before, state, next] =
        ["before", "state", "next"].map(|name| Expr::name(Type::State, name));
    let body = Code::block(|code| {
        let found = code.name("found", Expr::truth(false));
        let visit = found.noting(None).filtered("next", &next.equals(&state));
        code.run(context.call("successors", &[before.clone(), visit]));
        code.give(found);
    });
    let doc = "Whether a move leads from a position to another.";
    context.helper("leads_to", doc, &[before, state], Type::Bool, body);
}
