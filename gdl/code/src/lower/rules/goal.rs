//! What a puzzle asks for.

use super::condition;
use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::{CellId, Cond, Content, ContentSet, Goal, State};
use std::collections::BTreeSet;

/// Adds the function `is_goal`, if there is a goal.
///
/// Where turned rings are the same, a position is solved if it is so however it is turned.
pub(in crate::lower) fn lower(context: &mut Context<'_>) {
    let Some(goal) = &context.model.goal else { return };
    let state = context.state();
    let holds = match goal {
        Goal::Start => at_start(context, &state),
        Goal::When(Cond::Exactly(wanted)) => exactly(context, &state, wanted),
        Goal::When(wanted) => condition::lower(context, &state, wanted),
    };
    let mut body = Code::block(|code| code.give(holds));
    // A ring on which nothing can change need not be turned.
    if context.model.same_rotations && context.layout.cells > 0 {
        let doc = "Whether what is asked for holds as the ring lies.";
        context.helper("holds_as_it_lies", doc, std::slice::from_ref(&state), Type::Bool, body);
        body = on_some_turn(context, goal);
    }
    let doc = "Whether the puzzle is solved.";
    context.function("is_goal", doc, &[state], Type::Bool, body);
}

/// Whether a position is the one at the start, regardless of who is to move.
fn at_start(context: &mut Context<'_>, state: &Expr) -> Expr {
    let (model, hash) = (context.model, context.hash);
    let start = State::at_start(model, &model.starts[context.facts.domain.start]);
    let held = |cell: CellId| start.cells[cell.index()];
    let never_differs =
        |cell: CellId| hash.position(cell).is_some() || hash.board_content(cell) == held(cell);
    if !model.board.ids().all(never_differs) {
        return Expr::truth(false);
    }
    let wanted: Vec<(CellId, u8)> = hash.cells.iter().map(|cell| (*cell, held(*cell))).collect();
    let mut all = exactly(context, state, &wanted);
    for (counter, initial) in start.counters.iter().enumerate() {
        let value = context.layout.counter(state, counter);
        all = all.and_then(&value.equals(u64::from(*initial)));
    }
    all
}

/// Whether cells hold what is wanted, unturned: the cells that want one content together, then the
/// next.
fn exactly(context: &mut Context<'_>, state: &Expr, wanted: &[(CellId, u8)]) -> Expr {
    let mut all = Expr::truth(true);
    if context.model.heap {
        for (cell, heap) in wanted {
            let held = match context.hash.position(*cell) {
                Some(position) => context.layout.cells(state).at(place(position)),
                None => Expr::number(Type::U8, context.hash.board_content(*cell)),
            };
            all = all.and_then(&held.equals(u64::from(*heap)));
        }
        return all;
    }
    let contents: BTreeSet<u8> = wanted.iter().map(|(_, content)| *content).collect();
    for content in contents {
        let cells = wanted.iter().filter(|(_, it)| *it == content).map(|(cell, _)| *cell);
        let contents = ContentSet::only(Content(content));
        let held = Cond::All { cells: cells.collect(), contents };
        all = all.and_then(&condition::lower(context, state, &held));
    }
    if context.hash.turning {
        let positions = wanted.iter().filter_map(|(cell, _)| context.hash.position(*cell));
        for position in positions {
            all = all.and_then(&context.layout.turns(state).at(place(position)).equals(0));
        }
    }
    all
}

/// Whether a goal holds on a ring as it lies, or turned.
fn on_some_turn(context: &Context<'_>, goal: &Goal) -> Vec<Statement> {
    let state = context.state();
    let length = context.layout.cells;
    let content =
        |state: &Expr, cell: &Expr| context.call("content", &[state.clone(), cell.clone()]);
    let start = &context.model.starts[context.facts.domain.start];
    let first = context.hash.cells.first().map_or(0, |cell| start.cells[cell.index()]);
    Code::block(|code| {
        code.count("by", 0, place(length), |code, by| {
            let turned_and_tried = |code: &mut Code| {
                let turned = code.name("ring", state.clone());
                let from = code.name("from_cell", by.clone());
                code.count("cell", 0, place(length), |code, cell| {
                    let carried = context.call(
                        "with_content",
                        &[turned.clone(), cell.clone(), content(&state, &from)],
                    );
                    code.set(&turned, carried);
                    if context.hash.turning {
                        let turns = context.layout.turns(&state).at(&from);
                        code.set(&context.layout.turns(&turned).at(&cell), turns);
                    }
                    code.update(&from, Operator::Add, place(1));
                    code.when(from.equals(place(length)), |code| code.set(&from, place(0)));
                });
                let holds = context.call("holds_as_it_lies", std::slice::from_ref(&turned));
                code.when(holds, |code| code.give(Expr::truth(true)));
            };
            match goal {
                // Only turns that bring the right content to the first cell are worth trying.
                Goal::Start => {
                    let fits = content(&state, &by).equals(u64::from(first));
                    code.when(fits, turned_and_tried);
                }
                Goal::When(_) => turned_and_tried(code),
            }
        });
        code.give(Expr::truth(false));
    })
}
