//! The moves of a game as code: `successors` shows every position that a move leads to.
//!
//! Ground rules that do the same at different places share a loop. Kept as sets, all places where
//! a pattern fits are found at once by shifts (the way chess programs generate moves); kept cell
//! by cell, the places are rows of a table, and if a piece of the pattern is the only one of its
//! kind, only the rows for its place are looked at.
//!
//! A move is a function, and so is every later step and every consequence: each calls the next one
//! with the position so far, and the last one shows it. No function calls itself. `else` and
//! consequences ask functions whether they had a result; `must` and `stuck passes` ask whether any
//! position was shown.

mod chain;
mod condition;
mod draft;
mod effects;
mod ends;
mod flat;
pub(super) mod gains;
pub(super) mod goal;
mod heaps;
mod on_cells;
mod on_sets;
mod permute;
pub(super) mod predecessors;
mod rotate;
pub(super) mod score;
mod settle;
mod steps;
mod turn;
mod unique;
mod view;
mod walk;

use super::context::Context;
use crate::Span;
use crate::facts::Facts;
use crate::ir::{Code, Expr, Statement, Type};
use crate::model::{Body, Move};
use steps::made::Made;
use steps::{Base, StepKind, Steps};
use view::Here;

/// Adds the function `successors`.
pub(super) fn lower(context: &mut Context<'_>, facts: &Facts) {
    let model = context.model;
    if model.same_rotations {
        rotate::lower(context);
    }
    let ends = ends::lower(context);
    let mut calls = Vec::new();
    for (number, declared) in model.moves.iter().enumerate() {
        let name = format!("move_{}", number + 1);
        let doc = doc(context, declared);
        let body = body(context, facts, declared, (&name, &doc));
        let parameters = [context.state(), visitor()];
        context.helper(&name, &doc, &parameters, Type::Nothing, body);
        let state = context.state();
        let guard = declared.guard.as_ref();
        let guard = guard.map(|guard| condition::lower(context, &state, guard));
        calls.push(turn::Call { player: declared.player, must: declared.must, name, guard });
    }
    let body = turn::body(context, &calls, ends);
    let mut parameters = context.tables_argument();
    parameters.extend([context.state(), visitor()]);
    let doc = "Shows every position that a move leads to; one that several moves lead to may come several times.";
    context.function("successors", doc, &parameters, Type::Nothing, body);
}

/// The function that gets the positions.
fn visitor() -> Expr {
    Expr::name(Type::Visitor, "visit")
}

/// A statement in the author's words.
fn statement(context: &Context<'_>, span: Span) -> String {
    let source = &context.model.source;
    let (line, _) = source.line_column(span.start);
    let text = source.line(line).unwrap_or_default().trim();
    format!("`{text}`, line {line}.")
}

/// The statement of a move, with the values of its parameters.
fn doc(context: &Context<'_>, declared: &Move) -> String {
    let statement = statement(context, declared.span);
    let arguments: Vec<String> = declared.args.iter().map(i64::to_string).collect();
    if arguments.is_empty() {
        statement
    } else {
        format!("{} with {}.", statement.trim_end_matches('.'), arguments.join(", "))
    }
}

/// The code of a move.
fn body(
    context: &mut Context<'_>,
    facts: &Facts,
    declared: &Move,
    names: (&str, &str),
) -> Vec<Statement> {
    undo_body(context, facts, declared, names, None)
}

/// The code of a move that undoes another; what comes out may have to be looked at.
fn undo_body(
    context: &mut Context<'_>,
    facts: &Facts,
    declared: &Move,
    (name, doc): (&str, &str),
    made: Option<&Made<'_>>,
) -> Vec<Statement> {
    let steps = Steps {
        facts,
        player: declared.player,
        name: name.to_owned(),
        doc: doc.to_owned(),
        kind: StepKind::First,
        number: 1,
        list: &[],
        afters: &declared.afters,
        certain: false,
        made,
    };
    Code::block(|code| match &declared.body {
        Body::Once(list) => {
            let found = steps::has_else(list).then(|| code.name("found", Expr::truth(false)));
            let state = context.state();
            let (before, here) = (state.clone(), Here::Nowhere);
            let base = Base { before, state, here, found, tells: false, chain: None };
            steps::alternatives(context, code, list, &steps, &base);
        }
        Body::Chain(list) => chain::code(context, code, list, &steps),
        Body::Settle(directions) => settle::code(context, code, directions, &steps),
    })
}
