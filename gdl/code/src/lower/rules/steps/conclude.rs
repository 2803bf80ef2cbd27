//! The end of a move: its consequences, and whether the result is legal.
//!
//! Where the condition of an `after` holds, the result of a move becomes the results of the body of
//! that consequence, if it has any. A consequence is a function of the position that the move led
//! to; it calls the next consequence, or shows the position. Moves with the same consequences share
//! it.

use super::{Base, StepKind, Steps, alternatives, consequences_ask_here, consequences_keep_board};
use crate::ir::{Code, Expr, Field, Statement, Type};
use crate::lower::context::Context;
use crate::lower::rules::draft::{Change, Draft};
use crate::lower::rules::rotate::ROTATED;
use crate::lower::rules::view::{Here, View, here_parameter};
use crate::lower::rules::{condition, statement, visitor};
use crate::lower::state::cell_name;
use crate::model::{Action, Alternative, Effect, PlayerId};

/// Writes what follows the body of a move: its consequences, or the end of the move.
pub(in crate::lower::rules) fn conclude(
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
    let name = consequences(context, steps, certain, &draft.here);
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

/// The name of the function for the consequences of steps, which is made if it is not there yet.
/// It takes the position before the move unless it is `certain` that the position has changed.
pub(super) fn consequences(
    context: &mut Context<'_>,
    steps: &Steps<'_>,
    certain: bool,
    here: &Here,
) -> String {
    let model = context.model;
    let numbers: Vec<String> = steps.afters.iter().map(|after| (after + 1).to_string()).collect();
    let mut name = format!("after_{}", numbers.join("_then_"));
    if !certain && consequences_keep_board(model, steps.afters) {
        name.push_str("_checked");
    }
    let asks = consequences_ask_here(model, steps.player, steps.afters);
    if let (true, Here::Fixed(cell)) = (asks, here) {
        name.push_str(&format!("_at_{}", cell_name(model, *cell)));
    }
    if context.has_function(&name) {
        return name;
    }
    let (first, later) = steps.afters.split_first().expect("there are consequences");
    let after = &model.afters[*first];
    let parameter = (asks && matches!(here, Here::At(_))).then(|| here_parameter(context));
    let here = match (here, &parameter) {
        (_, Some(parameter)) => Here::At(parameter.clone()),
        (Here::Fixed(cell), None) if asks => Here::Fixed(*cell),
        _ => Here::Nowhere,
    };
    let state = context.state();
    let before = Expr::name(Type::State, "before");
    let doc = statement(context, after.span);
    let steps = Steps {
        name: name.clone(),
        doc: doc.clone(),
        kind: StepKind::Consequence,
        number: 1,
        list: &[],
        afters: later,
        certain,
        ..steps.clone()
    };
    let unchanged = |context: &mut Context<'_>, code: &mut Code| {
        let change = if certain { Change::Certain } else { Change::Unknown };
        let draft = Draft { next: state.clone(), here: here.clone(), change };
        conclude(context, code, &steps, &before, draft);
    };
    let always = always_has_a_result(&after.body);
    let base = Base {
        before: before.clone(),
        state: state.clone(),
        here: here.clone(),
        found: (!always).then(|| Expr::name(Type::Bool, "found")),
        tells: true,
        chain: None,
    };
    let view = View { state: &state, here: &here };
    let condition = after.condition.as_ref();
    let condition = condition.map(|condition| condition::lower_at(context, view, condition));
    let body = match (&base.found, condition) {
        (Some(found), condition) => Code::block(|code| {
            code.name("found", Expr::truth(false));
            match condition {
                Some(condition) => code.when(condition, |code| {
                    alternatives(context, code, &after.body, &steps, &base);
                }),
                None => alternatives(context, code, &after.body, &steps, &base),
            }
            code.when(!found, |code| unchanged(context, code));
        }),
        (None, Some(condition)) => {
            let then = Code::block(|code| alternatives(context, code, &after.body, &steps, &base));
            let otherwise = Code::block(|code| unchanged(context, code));
            vec![Statement::If { condition, then, otherwise }]
        }
        (None, None) => Code::block(|code| alternatives(context, code, &after.body, &steps, &base)),
    };
    let mut parameters = Vec::new();
    parameters.extend((!certain).then_some(before.clone()));
    parameters.push(state.clone());
    parameters.extend(parameter);
    parameters.push(visitor());
    context.helper(&name, &doc, &parameters, Type::Nothing, body);
    name
}

/// Whether a body has a result in every position.
fn always_has_a_result(list: &[Alternative]) -> bool {
    let [Alternative { steps, .. }] = list else { return false };
    let [step] = steps.as_slice() else { return false };
    matches!(step.action, Action::Nothing | Action::Permute(_) | Action::Harvest(_))
        && !step.effects.iter().any(|effect| matches!(effect, Effect::Count { .. }))
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
