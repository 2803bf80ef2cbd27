//! Consequences: where the condition of an `after` holds, the result of a move becomes the results
//! of its body, if it has any.
//!
//! A consequence is a function of the position that the move led to; it calls the next
//! consequence, or shows the position. Moves with the same consequences share it.

use super::condition;
use super::draft::{Change, Draft};
use super::show::conclude;
use super::statement;
use super::steps::{Base, Steps, alternatives, consequences_ask_here, consequences_keep_board};
use super::view::{Here, View, here_parameter};
use super::visitor;
use crate::ir::{Code, Expr, Statement, Type};
use crate::lower::context::Context;
use crate::lower::state::cell_name;
use crate::model::{Action, Alternative, Effect};

/// The name of the function for the consequences of steps, which is made if it is not there yet.
/// It takes the position before the move unless it is `certain` that the position has changed.
pub(super) fn function(
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
        kind: super::steps::StepKind::Consequence,
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
