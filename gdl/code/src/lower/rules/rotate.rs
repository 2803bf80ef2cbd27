//! A ring whose turned positions are the same: one of them stands for all.
//!
//! A move may be made however the ring is turned. If the moves, turned by one cell, are the same
//! moves, those of one position are enough; otherwise all turns of the ring are tried.

use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::{Action, Body, Carry, CellId};
use crate::plan::arrangement::{Arrangement, Permutation, SymbolRanks};
use std::collections::BTreeSet;

/// The function that turns a ring, there if all turns of a ring must be tried.
pub(super) const ROTATED: &str = "rotated";

/// Adds the function `turned`, and `rotated` if all turns must be tried.
pub(super) fn lower(context: &mut Context<'_>) {
    if context.layout.cells == 0 {
        return;
    }
    let first = match context.hash.tiers()[0].zones.as_slice() {
        [zone] => match &zone.arrangement {
            Arrangement::Permutation(Permutation { symbols, ranks: SymbolRanks::Ring(_) }) => {
                Some(u64::from(symbols[0]))
            }
            _ => None,
        },
        _ => None,
    };
    let (body, doc) = match first {
        Some(first) => (
            to_its_first_piece(context, first),
            "A ring turned so that its first piece comes first.",
        ),
        None => (to_the_smallest(context), "A ring turned so that it comes first in order."),
    };
    context.helper("turned", doc, &[context.state()], Type::State, body);
    if !moves_turn_with_the_ring(context) {
        let by = Expr::name(Type::Index, "by");
        let body = Code::block(|code| rotate(context, code, &by));
        let doc = "A ring turned so that another cell comes first.";
        context.helper(ROTATED, doc, &[context.state(), by], Type::State, body);
    }
}

/// Writes the code that gives the ring turned so that the cell `by` comes first.
fn rotate(context: &Context<'_>, code: &mut Code, by: &Expr) {
    let state = context.state();
    let length = context.layout.cells;
    let result = code.name("result", state.clone());
    code.count("cell", 0, place(length), |code, cell| {
        let from = code.name("before", by + &cell);
        let wrapped = (&from - u64::try_from(length).expect("few cells"))
            .or_if_not(&place(length).at_most(&from), &from);
        let from = code.name("source", wrapped);
        let cells = context.layout.cells(&state);
        code.set(&context.layout.cells(&result).at(&cell), cells.at(&from));
        if context.hash.turning {
            let turns = context.layout.turns(&state);
            code.set(&context.layout.turns(&result).at(&cell), turns.at(&from));
        }
    });
    code.give(result);
}

/// Turns the ring to a piece of which there is only one.
fn to_its_first_piece(context: &Context<'_>, first: u64) -> Vec<Statement> {
    let cells = context.layout.cells(&context.state());
    Code::block(|code| {
        let start = code.name("start", place(0));
        code.repeat(cells.at(&start).differs(first), |code| {
            code.update(&start, Operator::Add, place(1));
        });
        rotate(context, code, &start);
    })
}

/// Turns the ring so that its contents, then its turns, are the smallest in the order of words.
fn to_the_smallest(context: &Context<'_>) -> Vec<Statement> {
    let state = context.state();
    let length = context.layout.cells;
    let size = u64::try_from(length).expect("few cells");
    let mut lists = vec![context.layout.cells(&state)];
    lists.extend(context.hash.turning.then(|| context.layout.turns(&state)));
    Code::block(|code| {
        let best = code.name("best", place(0));
        code.count("by", 1, place(length), |code, by| {
            let decided = code.name("decided", Expr::truth(false));
            let smaller = code.name("smaller", Expr::truth(false));
            for list in &lists {
                code.count("cell", 0, place(length), |code, cell| {
                    let one = code.name("one", list.at((&by + &cell) % size));
                    let other = code.name("other", list.at((&best + &cell) % size));
                    code.when((!&decided).and_then(&one.differs(&other)), |code| {
                        code.set(&decided, Expr::truth(true));
                        code.set(&smaller, one.less(&other));
                    });
                });
            }
            code.when(smaller, |code| code.set(&best, &by));
        });
        rotate(context, code, &best);
    })
}

/// Whether a permutation only turns the whole ring.
pub(super) fn turns_the_ring(context: &Context<'_>, carries: &[Carry]) -> bool {
    let cells = context.model.board.cells.len();
    let by = |carry: &Carry| (carry.to.index() + cells - carry.from.index()) % cells;
    context.model.same_rotations
        && carries.len() == cells
        && carries.iter().all(|carry| by(carry) == by(&carries[0]))
}

/// Whether every move, turned by one cell, is a move, so that all that counts turns with the ring.
fn moves_turn_with_the_ring(context: &Context<'_>) -> bool {
    let model = context.model;
    if model.sides() > 1 || !model.illegal.is_empty() {
        return false;
    }
    let cells = model.board.cells.len();
    let turn = |cell: CellId, by: usize| (cell.index() + by) % cells;
    let mut moves = BTreeSet::new();
    let mut turned = BTreeSet::new();
    for declared in &model.moves {
        let Body::Once(alternatives) = &declared.body else { return false };
        if declared.guard.is_some() || declared.must || !declared.afters.is_empty() {
            return false;
        }
        for alternative in alternatives {
            let [step] = alternative.steps.as_slice() else { return false };
            let Action::Permute(carries) = &step.action else { return false };
            if alternative.otherwise || !step.effects.is_empty() {
                return false;
            }
            for (by, set) in [(0, &mut moves), (1, &mut turned)] {
                let mut carries: Vec<(usize, usize, u8)> = carries
                    .iter()
                    .map(|carry| (turn(carry.from, by), turn(carry.to, by), carry.turn))
                    .collect();
                carries.sort_unstable();
                set.insert(carries);
            }
        }
    }
    moves == turned
}
