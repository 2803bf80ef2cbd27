//! The moves of a game as code: `successors` shows every position that a move leads to.
//!
//! Ground rules that do the same at different places share a loop. Kept as sets, all places where a pattern fits are found at once by shifts
//! (the way chess programs generate moves); kept cell by cell, the places are rows of a table, and if a piece of the pattern is the only one of
//! its kind, only the rows for its place are looked at.
//!
//! Not every kind of move has code yet; [`Unsupported`] says which one a game has.

mod condition;
mod ends;
mod flat;
mod on_cells;
mod on_sets;
mod permute;
mod rotate;

use super::context::Context;
use super::state::Form;
use crate::facts::Facts;
use crate::ir::{Code, Expr, Kind, Statement, Type};
use crate::model::{
    Action, Alternative, Body, CounterId, Effect, MAX_COUNTER, Move, PlayerId, Rule, Stuck, Value,
};
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
    let ends = ends::lower(context)?;
    let mut calls = Vec::new();
    for (number, declared) in model.moves.iter().enumerate() {
        let name = format!("move_{}", number + 1);
        let doc = doc(context, declared);
        let body = body(context, facts, declared, &name)?;
        let parameters = [context.state(), visitor()];
        context.helper(&name, &doc, &parameters, Type::Nothing, body);
        let state = context.state();
        let guard = declared.guard.as_ref();
        let guard = guard.map(|guard| condition::lower(context, &state, guard)).transpose()?;
        calls.push((declared.player, name, guard));
    }
    let state = context.state();
    let all_moves = Code::block(|code| {
        for (player, name, guard) in calls {
            let mover = context.layout.mover(&state);
            let own = mover.map_or(Expr::truth(true), |mover| mover.equals(u64::from(player.0)));
            let may = own.and_then(&guard.unwrap_or_else(|| Expr::truth(true)));
            let call = context.call(&name, &[state.clone(), visitor()]);
            if may.value() == Some(1) {
                code.run(call);
            } else {
                code.when(may, |code| code.run(call));
            }
        }
    });
    let body = if ends {
        let goes_on = context.call("verdict", std::slice::from_ref(&state)).equals(0);
        vec![Statement::If { condition: goes_on, then: all_moves, otherwise: Vec::new() }]
    } else {
        all_moves
    };
    let mut parameters = context.tables_argument();
    parameters.extend([state, visitor()]);
    let doc = "Shows every position that a move leads to; one that several moves lead to may come several times.";
    context.function("successors", doc, &parameters, Type::Nothing, body);
    Ok(())
}

/// What a move does besides the board.
struct Turn<'a> {
    player: PlayerId,
    effects: &'a [Effect],
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
    if model.stuck == Some(Stuck::Passes) {
        return Err(Unsupported("passing"));
    }
    for declared in &model.moves {
        let alternatives = declared.body.alternatives();
        let problem = if declared.must {
            Some("`must`")
        } else if !declared.afters.is_empty() {
            Some("`after`")
        } else if !matches!(declared.body, Body::Once(_)) {
            Some("`settle` and `chain`")
        } else if alternatives.iter().any(|alternative| alternative.otherwise) {
            Some("`else`")
        } else if alternatives.iter().any(|alternative| alternative.steps.len() != 1) {
            Some("`then`")
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
) -> Result<Vec<Statement>, Unsupported> {
    let mut statements = Vec::new();
    // Patterns are numbered over all alternatives: they share one function.
    let mut patterns = 0;
    for Alternative { steps, .. } in declared.body.alternatives() {
        let turn = &Turn { player: declared.player, effects: &steps[0].effects };
        check_effects(turn.effects)?;
        statements.extend(match &steps[0].action {
            Action::Nothing => return Err(Unsupported("moves that change nothing")),
            Action::Rewrite(rules) => {
                let flat = flattened(context, facts, rules)?;
                match context.form() {
                    Form::Sets => on_sets::code(context, &flat, turn, &mut patterns),
                    Form::Cells => on_cells::code(context, &flat, (turn, name), &mut patterns),
                }
            }
            Action::Permute(carries) => permute::code(context, carries, turn),
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

/// Whether the effects are of kinds that have code.
fn check_effects(effects: &[Effect]) -> Result<(), Unsupported> {
    let has_code = |effect: &Effect| match effect {
        Effect::Again | Effect::Score(_) => true,
        Effect::Count { change, .. } => matches!(change, Value::Number(_)),
    };
    let counted = |effect: &Effect| match effect {
        Effect::Count { counter, .. } => Some(*counter),
        Effect::Again | Effect::Score(_) => None,
    };
    let counters: Vec<CounterId> = effects.iter().filter_map(counted).collect();
    if (1..counters.len()).any(|later| counters[..later].contains(&counters[later])) {
        return Err(Unsupported("counters that change twice"));
    }
    if effects.iter().all(has_code) {
        Ok(())
    } else {
        Err(Unsupported("counters that change by more than a number"))
    }
}

/// Writes the code that passes the turn on, changes counters, and shows the position, if `changed` (which is not a move otherwise).
fn show(
    context: &Context<'_>,
    code: &mut Code,
    turn: &Turn<'_>,
    next: &Expr,
    changed: Option<Expr>,
) {
    let again = turn.effects.iter().any(|effect| matches!(effect, Effect::Again));
    if let Some(mover) = context.layout.mover(next).filter(|_| !again) {
        let after = context.model.next_player(turn.player);
        code.set(&mover, Expr::number(Type::U8, after.0));
    }
    let counts = turn.effects.iter().any(|effect| matches!(effect, Effect::Count { .. }));
    let mut legal = changed.filter(|_| !counts).unwrap_or_else(|| Expr::truth(true));
    for effect in turn.effects {
        let Effect::Count { counter, change: Value::Number(change) } = effect else { continue };
        let counter = context.layout.counter(next, counter.index());
        let amount = change.unsigned_abs();
        let old = context.state();
        let old = match &*counter.kind {
            Kind::Field(_, name) => old.field(name, Type::U8),
            other => unreachable!("a counter is a field, not {other:?}"),
        };
        let (possible, value) = if *change < 0 {
            (Expr::number(Type::U8, amount).at_most(&old), &old - amount)
        } else {
            let most = u64::try_from(MAX_COUNTER).expect("positive");
            (old.at_most(most.saturating_sub(amount)), &old + amount)
        };
        legal = legal.and_then(&possible);
        code.when(possible, |code| code.set(&counter, value));
    }
    let visit = |code: &mut Code| {
        let shown = if context.model.same_rotations {
            code.name("result", context.call("turned", std::slice::from_ref(next)))
        } else {
            next.clone()
        };
        code.run(Expr::call(Type::Nothing, "visit", vec![shown]));
    };
    if legal.value() == Some(1) { visit(code) } else { code.when(legal, visit) }
}
