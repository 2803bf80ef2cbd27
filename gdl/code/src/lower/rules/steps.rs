//! The body of a move or consequence: alternatives, and steps one after the other.
//!
//! The first step is code of the move's own function. What follows is a function that takes the
//! position so far, once for all places where the first step can be made:
//!
//! ```text
//! fn move_1(state, visit) {                          [dirty] -> [clean]
//!     ... for each place: move_1_step_2(&next, visit);
//! }
//! fn move_1_step_2(state, visit) { ... }             then water -= 1
//! ```
//!
//! Functions that others ask whether there was a result (for `else`, and for consequences without
//! one) say so.

pub(super) mod conclude;
pub(super) mod made;

use super::draft::{Change, Draft, Lookup};
use super::effects;
use super::flat::{FlatRule, Kept};
use super::gains;
use super::view::{Here, action_asks_here, asks_here, effects_ask_here, here_parameter, nowhere};
use super::{heaps, on_cells, on_sets, permute, visitor};
use crate::facts::Facts;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::state::Form;
use crate::model::{Action, Alternative, Effect, Model, PlayerId, Rule, Step};
use conclude::conclude;
use made::Made;

/// Steps to be done, and what follows them.
#[derive(Clone, Debug)]
pub(super) struct Steps<'a> {
    pub(super) facts: &'a Facts,
    pub(super) player: PlayerId,
    /// What functions and tables are named after.
    pub(super) name: String,
    /// The statement in the author's words.
    pub(super) doc: String,
    pub(super) kind: StepKind,
    /// The number of the first of the steps, from 1.
    pub(super) number: usize,
    pub(super) list: &'a [Step],
    /// The consequences to come.
    pub(super) afters: &'a [usize],
    /// Whether the position is known to differ from the one before the move.
    pub(super) certain: bool,
    /// The move that these steps undo, if what comes out must be looked at.
    pub(super) made: Option<&'a Made<'a>>,
}

/// Which steps of a move they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// The first step, which also passes the turn on.
    First,
    /// A later step, or a link of a chain.
    Later,
    /// A consequence: `here` stays what the move filled.
    Consequence,
}

/// Where steps begin.
#[derive(Clone, Debug)]
pub(super) struct Base {
    /// The position before the move.
    pub(super) before: Expr,
    /// The position before the step.
    pub(super) state: Expr,
    pub(super) here: Here,
    /// A variable that becomes true if there is a result.
    pub(super) found: Option<Expr>,
    /// Whether it is looked at after all alternatives.
    pub(super) tells: bool,
    /// The chain that it is a link of.
    pub(super) chain: Option<Chain>,
}

/// The variables of a chain: what it has reached, and where its piece comes from.
#[derive(Clone, Debug)]
pub(super) enum Chain {
    /// Lists of positions and of the cells of the piece.
    Lists { states: Expr, places: Expr, from: Expr },
    /// Sets of cells, if the piece does nothing but move: all, and those not gone on from yet.
    Walk { reached: Expr, left: Expr, from: Expr },
}

impl Chain {
    fn from(&self) -> &Expr {
        let (Chain::Lists { from, .. } | Chain::Walk { from, .. }) = self;
        from
    }
}

/// Writes the code of each alternative; one after `else` runs only if there is no result so far.
pub(super) fn alternatives<'a>(
    context: &mut Context<'_>,
    code: &mut Code,
    list: &'a [Alternative],
    steps: &Steps<'a>,
    base: &Base,
) {
    // Patterns are numbered over all alternatives: they share one function.
    let mut patterns = 0;
    for (number, alternative) in list.iter().enumerate() {
        let name = match (list.len(), alternative.steps.len()) {
            (1, _) | (_, 1) => steps.name.clone(),
            _ => format!("{}_{}", steps.name, number + 1),
        };
        let steps = Steps { list: &alternative.steps, ..steps.clone() };
        let asked = base.tells || has_else(&list[number..]);
        let here = Base { found: base.found.clone().filter(|_| asked), ..base.clone() };
        let mut perform_all = |code: &mut Code| {
            perform(context, code, (&steps, &name), &here, &mut patterns);
        };
        match &base.found {
            Some(found) if alternative.otherwise && number > 0 => {
                code.when(!found, perform_all);
            }
            _ => perform_all(code),
        }
    }
}

/// Whether some alternative depends on others having no result.
pub(super) fn has_else(list: &[Alternative]) -> bool {
    list.iter().skip(1).any(|alternative| alternative.otherwise)
}

/// Writes the first of the steps; the others follow each of its results. Functions are called
/// `name`, tables as the whole body.
fn perform(
    context: &mut Context<'_>,
    code: &mut Code,
    (steps, name): (&Steps<'_>, &str),
    base: &Base,
    patterns: &mut usize,
) {
    let Some((step, later)) = steps.list.split_first() else { return };
    let rest = Steps { list: later, name: name.to_owned(), ..steps.clone() };
    let mut results = |context: &mut Context<'_>, code: &mut Code, draft: Draft| {
        passed_on(context, code, (&rest, step), base, draft);
    };
    match &step.action {
        Action::Nothing => {
            let is_all = later.is_empty() && steps.afters.is_empty() && base.found.is_none();
            if is_all && steps.kind == StepKind::First && !counts(&step.effects) {
                // Nothing at all happens, which is no move.
                return;
            }
            let next = code.name("next", base.state.clone());
            results(context, code, Draft { next, here: Here::Nowhere, change: Change::Never });
        }
        Action::Rewrite(rules) => {
            let kept = Kept {
                unique: steps.kind == StepKind::First,
                unchanging: steps.kind != StepKind::First
                    || base.found.is_some()
                    || !later.is_empty()
                    || !steps.afters.is_empty()
                    || counts(&step.effects),
                here: base.chain.is_some()
                    || steps.kind != StepKind::Consequence
                        && (effects_ask_here(context.model, &step.effects)
                            || rest_asks_here(context, &rest)),
                source: base.chain.is_some(),
            };
            let flat = flattened(context, steps.facts, rules, kept);
            let lookup = Lookup {
                state: &base.state,
                name: &steps.name,
                unique: kept.unique,
                from: base.chain.as_ref().map(Chain::from),
                only_here: matches!(base.chain, Some(Chain::Walk { .. })),
            };
            match context.form() {
                Form::Sets => {
                    on_sets::code(context, code, &flat, &lookup, patterns, &mut results);
                }
                Form::Cells => {
                    on_cells::code(context, code, &flat, &lookup, patterns, &mut results);
                }
            }
        }
        Action::Permute(carries) => {
            permute::code(context, code, carries, &base.state, &mut results);
        }
        Action::Sow(sowings) => {
            *patterns += 1;
            let title = heaps::title(&steps.name, *patterns);
            heaps::sow(context, code, sowings, (&base.state, &title), &mut results);
        }
        Action::Harvest(harvest) => {
            *patterns += 1;
            let title = heaps::title(&steps.name, *patterns);
            let view = (&base.state, &base.here, title.as_str());
            heaps::harvest(context, code, (harvest, steps.player), view, &mut results);
        }
    }
}

/// Whether counters change.
fn counts(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Count { .. }))
}

/// The rules that can ever apply, over the cells that can change.
pub(super) fn flattened(
    context: &Context<'_>,
    facts: &Facts,
    rules: &[Rule],
    kept: Kept,
) -> Vec<FlatRule> {
    let game = (context.model, context.hash);
    let flat = rules.iter().filter_map(|rule| FlatRule::new(game, facts, rule, kept));
    // On sets, whether an unknown content changes is not looked at; where it may stay, there is a
    // rule for each content.
    match context.form() {
        Form::Sets => {
            let spelled_out = |rule: FlatRule| match rule.surely_changes() {
                true => vec![rule],
                false => rule.spelled_out(kept),
            };
            flat.flat_map(spelled_out).collect()
        }
        Form::Cells => flat.collect(),
    }
}

/// Writes what follows the action of a step: the turn, the effects, then the steps that are left.
fn passed_on(
    context: &mut Context<'_>,
    code: &mut Code,
    (rest, step): (&Steps<'_>, &Step),
    base: &Base,
    draft: Draft,
) {
    let here = match (&draft.here, rest.kind) {
        (Here::Nowhere, _) | (_, StepKind::Consequence) => base.here.clone(),
        (here, _) => here.clone(),
    };
    let first = rest.kind == StepKind::First;
    let change = match (draft.change, first) {
        (change, true) => change,
        (Change::Never, false) if rest.certain => Change::Certain,
        (_, false) => Change::Unknown,
    };
    effects::mover(context, code, (rest.player, first), &step.effects, &draft.next);
    let change = effects::changed(change, &step.effects, first);
    let draft = Draft { next: draft.next, here, change };
    if first {
        gains::begin(context, code, &draft.next);
    }
    let effects = (rest.player, step.effects.as_slice());
    effects::counters(context, code, effects, &draft.clone(), &mut |context, code| {
        follow(context, code, rest, base, draft.clone());
    });
}

/// Writes what follows a step: the next step, or the end of the body.
fn follow(context: &mut Context<'_>, code: &mut Code, rest: &Steps<'_>, base: &Base, draft: Draft) {
    if !rest.list.is_empty() {
        let kind = if rest.kind == StepKind::First { StepKind::Later } else { rest.kind };
        let rest = Steps { certain: false, kind, number: rest.number + 1, ..rest.clone() };
        let name = function(context, &rest, (&draft.here, base.found.is_some()));
        let mut arguments = vec![base.before.clone(), draft.next.clone()];
        if let (true, Here::At(here)) = (rest_asks_here(context, &rest), &draft.here) {
            arguments.push(here.clone());
        }
        arguments.push(visitor());
        let call = context.call(&name, &arguments);
        match &base.found {
            None => code.run(call),
            Some(found) => code.update(found, Operator::Or, call),
        }
        return;
    }
    if let Some(found) = &base.found {
        code.set(found, Expr::truth(true));
    }
    match &base.chain {
        Some(Chain::Lists { states, places, .. }) => {
            code.push(states, &draft.next);
            let here = match &draft.here {
                Here::At(here) => here.clone(),
                Here::Nowhere | Here::Fixed(_) => nowhere(context),
            };
            code.push(places, here);
        }
        Some(Chain::Walk { reached, left, .. }) => {
            let Here::At(here) = &draft.here else { return };
            let bit = match context.form() {
                Form::Sets => here.clone(),
                Form::Cells => Expr::number(context.layout.set_type(), 1_u32) << here.to(Type::U32),
            };
            let new = code.name("new", bit & !reached);
            code.update(reached, Operator::Or, &new);
            code.update(left, Operator::Or, new);
        }
        None => conclude(context, code, rest, &base.before, draft),
    }
}

/// Whether no consequence touches the board.
pub(super) fn consequences_keep_board(model: &Model, afters: &[usize]) -> bool {
    afters.iter().flat_map(|after| &model.afters[*after].body).all(|alternative| {
        alternative.steps.iter().all(|step| matches!(step.action, Action::Nothing))
    })
}

/// Whether anything to come asks for `here`.
fn rest_asks_here(context: &Context<'_>, rest: &Steps<'_>) -> bool {
    let model = context.model;
    rest.list.iter().any(|step| action_asks_here(step) || effects_ask_here(model, &step.effects))
        || consequences_ask_here(context.model, rest.player, rest.afters)
        || rest.made.is_some_and(|made| made.asks_here(context))
}

/// Whether some consequence, or what is forbidden to a player, asks for `here`.
pub(super) fn consequences_ask_here(model: &Model, player: PlayerId, afters: &[usize]) -> bool {
    let asks = |after: &usize| {
        let after = &model.afters[*after];
        let mut steps = after.body.iter().flat_map(|alternative| &alternative.steps);
        after.condition.as_ref().is_some_and(asks_here)
            || steps.any(|step| action_asks_here(step) || effects_ask_here(model, &step.effects))
    };
    let mut illegal = model.illegal.iter().filter(|illegal| illegal.player == player);
    afters.iter().any(asks) || illegal.any(|illegal| asks_here(&illegal.when))
}

/// The name of the function for the steps to come, which is made if it is not there yet.
fn function(context: &mut Context<'_>, steps: &Steps<'_>, (here, asked): (&Here, bool)) -> String {
    let mut name = format!("{}_step_{}", steps.name, steps.number);
    let asks = rest_asks_here(context, steps);
    if let (true, Here::Fixed(cell)) = (asks, here) {
        name.push_str(&format!("_at_{}", cell.0));
    }
    if context.has_function(&name) {
        return name;
    }
    let state = context.state();
    let before = Expr::name(Type::State, "before");
    let found = asked.then(|| Expr::name(Type::Bool, "found"));
    let parameter = match (asks, here) {
        (true, Here::At(_)) => Some(here_parameter(context)),
        _ => None,
    };
    let base = Base {
        before: before.clone(),
        state: state.clone(),
        here: match (here, &parameter) {
            (_, Some(parameter)) => Here::At(parameter.clone()),
            (Here::Fixed(cell), None) => Here::Fixed(*cell),
            (Here::At(_) | Here::Nowhere, None) => Here::Nowhere,
        },
        found: found.clone(),
        tells: true,
        chain: None,
    };
    let inner = Steps { name: name.clone(), ..steps.clone() };
    let body = Code::block(|code| {
        if found.is_some() {
            code.name("found", Expr::truth(false));
        }
        perform(context, code, (&inner, &steps.name), &base, &mut 0);
        if let Some(found) = found {
            code.give(found);
        }
    });
    let mut parameters = vec![before, state];
    parameters.extend(parameter);
    parameters.push(visitor());
    let result = if asked { Type::Bool } else { Type::Nothing };
    let doc = format!("Step {} of {}", steps.number, steps.doc);
    context.helper(&name, &doc, &parameters, result, body);
    name
}
