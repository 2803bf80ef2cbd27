//! Conditions read off a position, as expressions.
//!
//! What stands on cells that never change is known, so conditions about them are decided here.

pub(super) mod number;
pub(super) mod shapes;

use super::view::{Here, View};
use crate::ir::{Expr, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::Form;
use crate::model::{CellId, CellSet, Cond, Content, ContentSet, InOrOut, Region};
use number::compare;

/// A condition on a position.
pub(super) fn lower(context: &mut Context<'_>, state: &Expr, condition: &Cond) -> Expr {
    lower_at(context, View::of(state), condition)
}

/// A condition on a position and the cell `here`.
pub(super) fn lower_at(context: &mut Context<'_>, view: View<'_>, condition: &Cond) -> Expr {
    let state = view.state;
    match condition {
        Cond::And(parts) => {
            let parts = parts.iter().map(|part| lower_at(context, view, part));
            parts.fold(Expr::truth(true), |all, part| all.and_then(&part))
        }
        Cond::Or(parts) => {
            let parts = parts.iter().map(|part| lower_at(context, view, part));
            parts.fold(Expr::truth(false), |one, part| one.or_else(&part))
        }
        Cond::Not(part) => !lower_at(context, view, part),
        Cond::All { cells, contents } => all_hold(context, state, *cells, *contents),
        Cond::Some { contents, region: Region { cells, shape: None } } => {
            !all_hold(context, state, *cells, others(context, *contents))
        }
        Cond::Some { contents, region } => some_hold(context, state, *contents, region),
        Cond::Shape { shape, contents } => shapes::has(context, state, *shape, *contents),
        Cond::Here(region) => here_lies_in(context, view, region),
        Cond::Compare { left, op, right } => compare(context, view, (left, right), *op),
        Cond::Exactly(wanted) => exactly(context, state, wanted),
    }
}

/// Whether cells hold exactly this, unturned.
fn exactly(context: &mut Context<'_>, state: &Expr, wanted: &[(CellId, u8)]) -> Expr {
    let mut all = Expr::truth(true);
    for (cell, content) in wanted {
        if context.model.heap {
            let position = context.hash.position(*cell).expect("every heap can change");
            let heap = context.layout.cells(state).at(place(position));
            all = all.and_then(&heap.equals(u64::from(*content)));
            continue;
        }
        let set = [*cell].into_iter().collect();
        let only = ContentSet::only(Content(*content));
        all = all.and_then(&all_hold(context, state, set, only));
        if let (true, Some(position)) = (context.hash.turning, context.hash.position(*cell)) {
            let turn = context.layout.turns(state).at(place(position));
            all = all.and_then(&turn.equals(0));
        }
    }
    all
}

/// Whether some cell of a region that depends on shapes holds one of some contents.
fn some_hold(
    context: &mut Context<'_>,
    state: &Expr,
    contents: ContentSet,
    region: &Region,
) -> Expr {
    let tests = tests_in(context, state, contents, region);
    let some = tests.into_iter().reduce(|one, other| one.or_else(&other));
    let some = some.unwrap_or_else(|| Expr::truth(false));
    match context.form() {
        Form::Cells => some,
        Form::Sets => set_in(context, state, contents, region).differs(0).or_else(&some),
    }
}

/// Whether `here` lies in a region.
fn here_lies_in(context: &mut Context<'_>, view: View<'_>, region: &Region) -> Expr {
    let inside = match view.here {
        Here::Nowhere => return Expr::truth(false),
        Here::Fixed(cell) => Expr::truth(region.cells.contains(*cell)),
        Here::At(here) => {
            let numbers = numbered(context, region.cells);
            match context.form() {
                _ if numbers.len() == context.layout.cells => Expr::truth(true),
                Form::Sets => (here & mask(context, &numbers)).differs(0),
                Form::Cells => is_one_of(context, here, &numbers),
            }
        }
    };
    match region.shape {
        None => inside,
        Some((shape, which)) => {
            let completed = shapes::here_lies_in(context, view, shape);
            inside.and_then(&if which == InOrOut::In { completed } else { !completed })
        }
    }
}

/// Whether a number is one of these cells.
pub(super) fn is_one_of(context: &Context<'_>, cell: &Expr, cells: &[usize]) -> Expr {
    ((mask(context, cells) >> cell.to(Type::U32)) & 1).differs(0)
}

/// All other contents.
fn others(context: &Context<'_>, contents: ContentSet) -> ContentSet {
    let pieces = ContentSet::all_pieces(context.model.pieces.len());
    ContentSet::EMPTY_CELL.union(pieces).without(contents)
}

/// The cells that can change among some, as numbers.
pub(super) fn numbered(context: &Context<'_>, cells: CellSet) -> Vec<usize> {
    cells.iter().filter_map(|cell| context.hash.position(cell)).collect()
}

/// The cells that can change among some, as numbers. None if one that never changes holds none of
/// the contents.
pub(super) fn changing(
    context: &Context<'_>,
    cells: CellSet,
    contents: ContentSet,
) -> Option<Vec<usize>> {
    let mut fixed = cells.iter().filter(|cell| context.hash.position(*cell).is_none());
    fixed
        .all(|cell| contents.contains(Content(context.hash.board_content(cell))))
        .then(|| numbered(context, cells))
}

/// Whether all of some cells hold one of some contents.
pub(super) fn all_hold(
    context: &Context<'_>,
    state: &Expr,
    cells: CellSet,
    contents: ContentSet,
) -> Expr {
    let Some(numbers) = changing(context, cells, contents) else { return Expr::truth(false) };
    if numbers.is_empty() {
        return Expr::truth(true);
    }
    match context.form() {
        Form::Sets => {
            let mask = mask(context, &numbers);
            (holding(context, state, contents) & &mask).equals(mask)
        }
        Form::Cells => numbers
            .iter()
            .map(|cell| holds(context, &context.layout.cells(state).at(place(*cell)), contents))
            .reduce(|all, test| all.and_then(&test))
            .expect("there are cells"),
    }
}

/// Some cells as a set.
pub(super) fn mask(context: &Context<'_>, cells: &[usize]) -> Expr {
    let bits = cells.iter().fold(0, |bits, cell| bits | 1_u128 << cell);
    Expr::set(context.layout.set_type(), bits, context.layout.cells)
}

/// The cells that hold one of some contents. Bits that are no cells may be set as well; the caller
/// leaves them out.
pub(super) fn holding(context: &Context<'_>, state: &Expr, contents: ContentSet) -> Expr {
    let has_rest = contents.contains(Content(context.layout.rest));
    let counted = context
        .layout
        .sets(state)
        .filter(|(content, _)| contents.contains(Content(*content)) != has_rest);
    let union = counted.map(|(_, set)| set).reduce(|union, set| union | set);
    let union = union.unwrap_or_else(|| Expr::number(context.layout.set_type(), 0_u32));
    if has_rest { !union } else { union }
}

/// The cells of a region that hold one of some contents, of those that can change. Positions are
/// kept as sets.
pub(super) fn set_in(
    context: &mut Context<'_>,
    state: &Expr,
    contents: ContentSet,
    region: &Region,
) -> Expr {
    let cells = mask(context, &numbered(context, region.cells));
    match region.shape {
        None => holding(context, state, contents) & cells,
        Some((shape, InOrOut::In)) => shapes::cells_in(context, state, shape, contents) & cells,
        Some((shape, InOrOut::Out)) => {
            let inside = shapes::cells_in(context, state, shape, contents);
            holding(context, state, contents) & !inside & cells
        }
    }
}

/// For cells of a region whether they lie in it and hold one of some contents: for all cells, or
/// where positions are kept as sets only for those that never change.
pub(super) fn tests_in(
    context: &mut Context<'_>,
    state: &Expr,
    contents: ContentSet,
    region: &Region,
) -> Vec<Expr> {
    let mut tests = Vec::new();
    for cell in region.cells.iter() {
        let held = match context.hash.position(cell) {
            Some(_) if context.form() == Form::Sets => continue,
            Some(number) => {
                let held = context.layout.cells(state).at(place(number));
                holds(context, &held, contents)
            }
            None => Expr::truth(contents.contains(Content(context.hash.board_content(cell)))),
        };
        if held.value() == Some(0) {
            continue;
        }
        let inside = region.shape.map(|(shape, which)| {
            let completed = shapes::cell_lies_in(context, state, shape, cell);
            if which == InOrOut::In { completed } else { !completed }
        });
        tests.push(inside.map_or(held.clone(), |inside| held.and_then(&inside)));
    }
    tests
}

/// Whether a cell holds one of some contents; a heap is seen as empty or not.
pub(super) fn holds(context: &Context<'_>, held: &Expr, contents: ContentSet) -> Expr {
    let others = others(context, contents);
    if contents.is_empty() || others.is_empty() {
        return Expr::truth(others.is_empty());
    }
    if context.model.heap {
        let empty = held.equals(0);
        return if contents.contains(Content::EMPTY) { empty } else { held.differs(0) };
    }
    if let Some(content) = contents.single() {
        return held.equals(u64::from(content.0));
    }
    if let Some(other) = others.single() {
        return held.differs(u64::from(other.0));
    }
    let set = contents.iter().fold(0_u128, |set, content| set | 1 << content.0);
    let set = Expr::set(Type::U64, set, context.model.pieces.len() + 1);
    ((set >> held.to(Type::U32)) & 1).differs(0)
}
