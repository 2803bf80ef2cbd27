//! Settling: the rules of one direction are applied until none fits.
//!
//! The compiler has proved that the order makes no difference, so all places of a rule are gone
//! through in turn. What is forbidden is looked for after every single change, because a later one
//! might hide it.

use super::draft::{Change, Draft};
use super::flat::{FlatRule, Kept};
use super::gains;
use super::steps::conclude::conclude;
use super::steps::{Steps, flattened};
use super::view::Here;
use super::{on_cells, on_sets, visitor};
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::names::authored;
use crate::lower::place;
use crate::lower::state::Form;
use crate::model::{Rule, Settle};

/// Writes the code of a move that settles: a call for each direction.
pub(super) fn code(
    context: &mut Context<'_>,
    code: &mut Code,
    directions: &[Settle],
    steps: &Steps<'_>,
) {
    for (number, settle) in directions.iter().enumerate() {
        let direction = authored(&settle.direction, "direction", number);
        let name = format!("{}_{direction}", steps.name);
        function(context, &name, settle, steps);
        code.run(context.call(&name, &[context.state(), visitor()]));
    }
}

/// Adds the function for one direction.
fn function(context: &mut Context<'_>, name: &str, settle: &Settle, steps: &Steps<'_>) {
    let forbidden = forbidden(context, name, &settle.forbidden, steps);
    let rules = rules(context, &settle.rules, steps, false);
    let state = context.state();
    let body = Code::block(|code| {
        let next = code.name("next", state.clone());
        let moving = code.name("moving", Expr::truth(true));
        let is_forbidden = |context: &Context<'_>| {
            forbidden.as_ref().map(|name| context.call(name, std::slice::from_ref(&next)))
        };
        let allowed = is_forbidden(context).map(|forbidden| code.name("allowed", !forbidden));
        let going_on = allowed.as_ref().map_or(moving.clone(), |allowed| allowed.and_then(&moving));
        code.repeat(going_on, |code| {
            code.set(&moving, Expr::truth(false));
            let after_change = |context: &Context<'_>, code: &mut Code| {
                code.set(&moving, Expr::truth(true));
                if let (Some(allowed), Some(forbidden)) = (&allowed, is_forbidden(context)) {
                    code.when(forbidden, |code| code.set(allowed, Expr::truth(false)));
                }
            };
            let mut number = 0;
            match context.form() {
                Form::Sets => {
                    for (pattern, places) in on_sets::patterns(&rules) {
                        number += 1;
                        let fitting = pattern.fitting(context, &next, places);
                        let places = code.name(&format!("places_{number}"), fitting);
                        code.when(places.differs(0), |code| {
                            let place = code.name("place", &places & (!&places + 1));
                            pattern.change_at(context, code, &place, (&next, &next));
                            after_change(context, code);
                        });
                    }
                }
                Form::Cells => {
                    for (pattern, rows) in on_cells::patterns(&rules) {
                        number += 1;
                        let suffix = if number == 1 { String::new() } else { format!("_{number}") };
                        let title = format!("{}{suffix}", name.to_uppercase());
                        let table = on_cells::table(context, &title, &rows);
                        let row = format!("row{suffix}");
                        code.count(&row, 0, place(rows.len()), |code, row| {
                            let slots = on_cells::slots(code, &table, &row, pattern.width());
                            let fits = pattern.fits(context, &next, &slots, None);
                            let fits = fits.unwrap_or_else(|| Expr::truth(true));
                            code.when(fits, |code| {
                                let old = code.name("old", next.clone());
                                pattern.change(context, code, (&old, &next), &slots);
                                after_change(context, code);
                            });
                        });
                    }
                }
            }
        });
        let settled = |code: &mut Code| {
            gains::begin(context, code, &next);
            if let Some(mover) = context.layout.mover(&next) {
                let following = context.model.next_player(steps.player);
                code.set(&mover, Expr::number(Type::U8, following.0));
            }
            let draft = Draft { next, here: Here::Nowhere, change: Change::Unknown };
            conclude(context, code, steps, &state, draft);
        };
        match allowed {
            Some(allowed) => code.when(allowed, settled),
            None => settled(code),
        }
    });
    let doc = format!("{} Towards `{}`.", steps.doc, settle.direction);
    context.helper(name, &doc, &[context.state(), visitor()], Type::Nothing, body);
}

/// Adds the function that says whether a forbidden rule fits, if there is one; gives its name.
fn forbidden(
    context: &mut Context<'_>,
    name: &str,
    list: &[Rule],
    steps: &Steps<'_>,
) -> Option<String> {
    let rules = rules(context, list, steps, true);
    if rules.is_empty() {
        return None;
    }
    let name = format!("{name}_forbidden");
    let state = context.state();
    let body = Code::block(|code| {
        match context.form() {
            Form::Sets => {
                let mut some = Expr::truth(false);
                for (pattern, places) in on_sets::patterns(&rules) {
                    let fits = pattern.fitting(context, &state, places).differs(0);
                    some = some.or_else(&fits);
                }
                code.give(some);
                return;
            }
            Form::Cells => {
                for (number, (pattern, rows)) in on_cells::patterns(&rules).into_iter().enumerate()
                {
                    let title = format!("{}_{}", name.to_uppercase(), number + 1);
                    let table = on_cells::table(context, &title, &rows);
                    code.count(
                        &format!("row_{}", number + 1),
                        0,
                        place(rows.len()),
                        |code, row| {
                            let slots = on_cells::slots(code, &table, &row, pattern.width());
                            let fits = pattern.fits(context, &state, &slots, None);
                            let fits = fits.unwrap_or_else(|| Expr::truth(true));
                            code.when(fits, |code| code.give(Expr::truth(true)));
                        },
                    );
                }
            }
        }
        code.give(Expr::truth(false));
    });
    let doc = "Whether something is there that must not be.";
    context.helper(&name, doc, &[state], Type::Bool, body);
    Some(name)
}

/// The rules over cells that can change.
fn rules(context: &Context<'_>, list: &[Rule], steps: &Steps<'_>, idle: bool) -> Vec<FlatRule> {
    let kept = Kept { unique: false, unchanging: idle, here: false, source: false };
    flattened(context, steps.facts, list, kept)
}
