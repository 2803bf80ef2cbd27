//! The moves of a game as code: `successors` shows every position that a move leads to.
//!
//! Ground rules that do the same at different places share a loop. Kept as sets, all places where a pattern fits are found at once by shifts
//! (the way chess programs generate moves); kept cell by cell, the places are rows of a table, and if a piece of the pattern is the only one of
//! its kind, only the rows for its place are looked at.
//!
//! Not every kind of move has code yet; [`Unsupported`] says which one a game has.

mod flat;
mod on_cells;
mod on_sets;
mod permute;
mod rotate;

use super::context::Context;
use super::state::Form;
use crate::facts::Facts;
use crate::ir::{Code, Expr, Type};
use crate::model::{Action, Alternative, Body, Move, Rule};
use flat::FlatRule;
use std::fmt;

/// A kind of move that there is no code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub(crate) &'static str);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no code for {} yet", self.0)
    }
}

impl std::error::Error for Unsupported {}

/// Adds the function `successors`.
pub(super) fn lower(context: &mut Context<'_>, facts: &Facts) -> Result<(), Unsupported> {
    let model = context.model;
    check(context)?;
    if model.same_rotations {
        rotate::lower(context)?;
    }
    let mut calls = Vec::new();
    for (number, declared) in model.moves.iter().enumerate() {
        let name = format!("move_{}", number + 1);
        let doc = doc(context, declared);
        let body = body(context, facts, declared, &name)?;
        let parameters = [context.state(), visitor()];
        context.helper(&name, &doc, &parameters, Type::Nothing, body);
        calls.push((declared.player, name));
    }
    let state = context.state();
    let body = Code::block(|code| {
        for (player, name) in calls {
            let call = context.call(&name, &[state.clone(), visitor()]);
            match context.layout.mover(&state) {
                Some(mover) => {
                    code.when(mover.equals(u64::from(player.0)), |code| code.run(call));
                }
                None => code.run(call),
            }
        }
    });
    let mut parameters = context.tables_argument();
    parameters.extend([state, visitor()]);
    let doc = "Shows every position that a move leads to; one that several moves lead to may come several times.";
    context.function("successors", doc, &parameters, Type::Nothing, body);
    Ok(())
}

/// The function that gets the positions.
fn visitor() -> Expr {
    Expr::name(Type::Visitor, "visit")
}

/// The statement in the author's words.
fn doc(context: &Context<'_>, declared: &Move) -> String {
    let source = &context.model.source;
    let (line, _) = source.line_column(declared.span.start);
    let text = source.line(line).unwrap_or_default().trim();
    let arguments: Vec<String> = declared.args.iter().map(i64::to_string).collect();
    let with = if arguments.is_empty() {
        String::new()
    } else {
        format!(" with {}", arguments.join(", "))
    };
    format!("`{text}`, line {line}{with}.")
}

/// Whether every move is of a kind that has code.
fn check(context: &Context<'_>) -> Result<(), Unsupported> {
    let model = context.model;
    if model.heap {
        return Err(Unsupported("heaps"));
    }
    if !model.illegal.is_empty() {
        return Err(Unsupported("`illegal`"));
    }
    if !model.players.is_empty() {
        return Err(Unsupported("games for two"));
    }
    for declared in &model.moves {
        let alternatives = declared.body.alternatives();
        let problem = if declared.must {
            Some("`must`")
        } else if declared.guard.is_some() {
            Some("guards")
        } else if !declared.afters.is_empty() {
            Some("`after`")
        } else if !matches!(declared.body, Body::Once(_)) {
            Some("`settle` and `chain`")
        } else if alternatives.iter().any(|alternative| alternative.otherwise) {
            Some("`else`")
        } else if alternatives.iter().any(|alternative| alternative.steps.len() != 1) {
            Some("`then`")
        } else if alternatives.iter().any(|it| !it.steps[0].effects.is_empty()) {
            Some("effects")
        } else {
            None
        };
        if let Some(problem) = problem {
            return Err(Unsupported(problem));
        }
    }
    Ok(())
}

/// The code of a move.
fn body(
    context: &mut Context<'_>,
    facts: &Facts,
    declared: &Move,
    name: &str,
) -> Result<Vec<crate::ir::Statement>, Unsupported> {
    let mut statements = Vec::new();
    // Patterns are numbered over all alternatives: they share one function.
    let mut patterns = 0;
    for Alternative { steps, .. } in declared.body.alternatives() {
        statements.extend(match &steps[0].action {
            Action::Nothing => return Err(Unsupported("moves that change nothing")),
            Action::Rewrite(rules) => {
                let flat = flattened(context, facts, rules)?;
                match context.form() {
                    Form::Sets => on_sets::code(context, &flat, &mut patterns),
                    Form::Cells => on_cells::code(context, &flat, name, &mut patterns),
                }
            }
            Action::Permute(carries) => permute::code(context, carries),
            Action::Sow(_) | Action::Harvest(_) => return Err(Unsupported("heaps")),
        });
    }
    Ok(statements)
}

/// The rules that can ever apply, over the cells that can change.
fn flattened(
    context: &Context<'_>,
    facts: &Facts,
    rules: &[Rule],
) -> Result<Vec<FlatRule>, Unsupported> {
    if rules.iter().any(|rule| !rule.in_shape.is_empty()) {
        return Err(Unsupported("shapes in patterns"));
    }
    let flat = rules.iter().filter_map(|rule| FlatRule::new(context.hash, facts, rule));
    // A position kept as sets has no way to copy what it does not know, so there is one rule for each content.
    Ok(match context.form() {
        Form::Sets => flat.flat_map(FlatRule::spelled_out).collect(),
        Form::Cells => flat.collect(),
    })
}

/// Writes the code that shows a position, after what is done with every position.
fn show(context: &Context<'_>, code: &mut Code, next: &Expr) {
    if context.model.same_rotations {
        let turned = code.name("turned", context.call("turned", std::slice::from_ref(next)));
        code.run(Expr::call(Type::Nothing, "visit", vec![turned]));
    } else {
        code.run(Expr::call(Type::Nothing, "visit", vec![next.clone()]));
    }
}
