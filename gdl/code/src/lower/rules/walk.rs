//! Chains in which the piece only moves: hops that take nothing.
//!
//! Then the cell of the piece tells the whole position, so the cells it has reached are a set, and
//! no list of positions is needed:
//!
//! ```text
//! for each piece, from its cell `start`:
//!     left = {start}
//!     while left is not empty:
//!         take a cell `here` out of it; show the position with the piece there;
//!         put the cells it can hop to from there into `left`, if they are new
//! ```

use super::condition::{holding, holds, mask};
use super::draft::{Change, Draft};
use super::gains;
use super::steps::conclude::conclude;
use super::steps::{Base, Chain, StepKind, Steps, alternatives, has_else};
use super::view::Here;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::Form;
use crate::model::{Action, Alternative, Content, ContentSet, Effect, Rule, Write};

/// The pieces that move, if a chain does nothing but move one.
pub(super) fn walkers(list: &[Alternative]) -> Option<ContentSet> {
    if has_else(list) {
        return None;
    }
    let mut all = ContentSet::NONE;
    for alternative in list {
        let [step] = alternative.steps.as_slice() else { return None };
        let Action::Rewrite(rules) = &step.action else { return None };
        let scores = step.effects.iter().all(|effect| matches!(effect, Effect::Score(_)));
        for rule in rules {
            all = all.union(walker(rule).filter(|_| scores)?);
        }
    }
    Some(all)
}

/// What a rule moves from its source to an empty cell, if that is all it does.
fn walker(rule: &Rule) -> Option<ContentSet> {
    let (source, here) = (rule.source?, rule.here?);
    let needs = |cell| rule.needs.iter().find(|(needed, _)| *needed == cell).map(|(_, it)| *it);
    let write = |cell| rule.writes.iter().find(|(written, _)| *written == cell).map(|(_, it)| *it);
    let pieces = needs(source)?;
    let arrives = match write(here)? {
        Write::Copy(from) => from == source,
        Write::Put(content) => pieces.single() == Some(content),
    };
    let is_move = rule.writes.len() == 2
        && rule.in_shape.is_empty()
        && needs(here) == Some(ContentSet::EMPTY_CELL)
        && write(source) == Some(Write::Put(Content::EMPTY))
        && !pieces.contains(Content::EMPTY);
    (is_move && arrives).then_some(pieces)
}

/// Writes the code of a chain in which these pieces only move.
pub(super) fn code<'a>(
    context: &mut Context<'_>,
    code: &mut Code,
    (list, pieces): (&'a [Alternative], ContentSet),
    steps: &Steps<'a>,
) {
    let state = context.state();
    match context.form() {
        Form::Sets => {
            let all: Vec<usize> = (0..context.layout.cells).collect();
            let walkers = holding(context, &state, pieces) & mask(context, &all);
            let walkers = code.name("walkers", walkers);
            code.repeat(walkers.differs(0), |code| {
                let start = code.name("start", &walkers & (!&walkers + 1));
                code.update(&walkers, Operator::Xor, &start);
                walk(context, code, (list, pieces), steps, (&start, &start));
            });
        }
        Form::Cells => code.count("start", 0, place(context.layout.cells), |code, start| {
            let held = context.layout.cells(&state).at(&start);
            code.when(holds(context, &held, pieces), |code| {
                let one = code.name("one", Expr::number(context.layout.set_type(), 1_u32));
                let set = code.name("home", one << start.to(Type::U32));
                walk(context, code, (list, pieces), steps, (&start, &set));
            });
        }),
    }
}

/// Writes the way of one piece, from a cell that is also given as a set.
fn walk<'a>(
    context: &mut Context<'_>,
    code: &mut Code,
    (list, pieces): (&'a [Alternative], ContentSet),
    steps: &Steps<'a>,
    (start, home): (&Expr, &Expr),
) {
    let state = context.state();
    // Coming back to where it started is nothing, unless it has consequences.
    let comes_back = !steps.afters.is_empty();
    let none = Expr::number(context.layout.set_type(), 0_u32);
    let reached = code.name("reached", if comes_back { &none } else { home });
    let left = code.name("left", home);
    code.repeat(left.differs(0), |code| {
        let bit = code.name("bit", &left & (!&left + 1));
        code.update(&left, Operator::Xor, &bit);
        let here = match context.form() {
            Form::Sets => bit.clone(),
            Form::Cells => code.name("here", bit.trailing_zeros().to(Type::Index)),
        };
        let current = code.name("current", state.clone());
        gains::begin(context, code, &current);
        moved(context, code, pieces, (&current, start, &here));
        if let Some(mover) = context.layout.mover(&current) {
            let following = context.model.next_player(steps.player);
            code.set(&mover, Expr::number(Type::U8, following.0));
        }
        let (is_result, change) = match comes_back {
            true => ((&reached & &bit).differs(0), Change::Unknown),
            false => (here.differs(start), Change::Certain),
        };
        code.when(is_result, |code| {
            let draft = Draft { next: current.clone(), here: Here::At(here.clone()), change };
            conclude(context, code, steps, &state, draft);
        });
        let base = Base {
            before: state.clone(),
            state: current.clone(),
            here: Here::Nowhere,
            found: None,
            tells: false,
            chain: Some(Chain::Walk { reached: reached.clone(), left: left.clone(), from: here }),
        };
        let link = Steps { kind: StepKind::Later, ..steps.clone() };
        alternatives(context, code, list, &link, &base);
    });
}

/// Writes the code that moves a piece from one cell to another, which may be the same.
fn moved(
    context: &Context<'_>,
    code: &mut Code,
    pieces: ContentSet,
    (current, start, here): (&Expr, &Expr, &Expr),
) {
    let state = context.state();
    if context.form() == Form::Cells {
        let (old, new) = (context.layout.cells(&state), context.layout.cells(current));
        code.set(&new.at(start), Expr::number(Type::U8, 0_u32));
        code.set(&new.at(here), old.at(start));
        if context.hash.turning {
            let (old, new) = (context.layout.turns(&state), context.layout.turns(current));
            code.set(&new.at(start), Expr::number(Type::U8, 0_u32));
            code.set(&new.at(here), old.at(start));
        }
        return;
    }
    let moving = pieces.union(ContentSet::EMPTY_CELL);
    for (content, set) in context.layout.sets(current) {
        let held = context.layout.set(&state, content).expect("it is kept as a set");
        let both = start ^ here;
        if pieces.single() == Some(Content(content)) || content == 0 {
            code.update(&set, Operator::Xor, both);
        } else if moving.contains(Content(content)) {
            let none = Expr::number(context.layout.set_type(), 0_u32);
            code.update(&set, Operator::Xor, both.or_if_not(&(held & start).differs(0), &none));
        }
    }
}
