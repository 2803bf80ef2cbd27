//! Chains: a move again and again with the piece that has just moved; the player may stop after
//! each.
//!
//! What can be reached is found breadth first, on a list of positions with the cell of the piece:
//! each is a result, and each that comes up for the first time is gone on from. So a chain ends,
//! even if it could go round for ever. There is no bound on the length of the list that would hold
//! for every game; games of pieces that hop need about as many places as there are cells.

use super::draft::{Change, Draft};
use super::gains;
use super::steps::conclude::conclude;
use super::steps::{Base, Chain, StepKind, Steps, alternatives, has_else};
use super::view::{Here, here_type};
use super::walk;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::{Form, ones};
use crate::model::Alternative;

/// Where the piece stands that has not moved yet: anywhere.
fn anywhere(context: &Context<'_>) -> Expr {
    let cells = context.layout.cells;
    match context.form() {
        Form::Sets => Expr::set(context.layout.set_type(), ones(cells), cells),
        Form::Cells => place(cells + 1),
    }
}

/// Writes the code of a chain.
pub(super) fn code<'a>(
    context: &mut Context<'_>,
    code: &mut Code,
    list: &'a [Alternative],
    steps: &Steps<'a>,
) {
    if let Some(pieces) = walk::walkers(list) {
        return walk::code(context, code, (list, pieces), steps);
    }
    let state = context.state();
    let states = code.name("reached", Expr::empty_list(Type::State));
    let places = code.name("reached_here", Expr::empty_list(here_type(context)));
    let current = code.name("current", state.clone());
    if let Some(mover) = context.layout.mover(&current) {
        let following = context.model.next_player(steps.player);
        code.set(&mover, Expr::number(Type::U8, following.0));
    }
    gains::begin(context, code, &current);
    let here = code.name("here", anywhere(context));
    let number = code.name("number", place(0));
    let going_on = code.name("going_on", Expr::truth(true));
    code.repeat(going_on.clone(), |code| {
        let found = has_else(list).then(|| code.name("found", Expr::truth(false)));
        let base = Base {
            before: state.clone(),
            state: current.clone(),
            here: Here::At(here.clone()),
            found,
            tells: false,
            chain: Some(Chain::Lists {
                states: states.clone(),
                places: places.clone(),
                from: here.clone(),
            }),
        };
        let link = Steps { kind: StepKind::Later, ..steps.clone() };
        alternatives(context, code, list, &link, &base);
        code.set(&going_on, Expr::truth(false));
        let more = number.less(states.length()).and_then(&!&going_on);
        code.repeat(more, |code| {
            code.set(&current, states.at(&number));
            code.set(&here, places.at(&number));
            code.set(&going_on, Expr::truth(true));
            code.count("earlier", 0, number.clone(), |code, earlier| {
                let same = states.at(&earlier).equals(&current);
                let same = same.and_then(&places.at(&earlier).equals(&here));
                code.when(same, |code| code.set(&going_on, Expr::truth(false)));
            });
            code.update(&number, Operator::Add, place(1));
        });
        code.when(going_on.clone(), |code| {
            let draft = Draft {
                next: current.clone(),
                here: Here::At(here.clone()),
                change: Change::Unknown,
            };
            conclude(context, code, steps, &state, draft);
        });
    });
}
