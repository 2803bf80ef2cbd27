//! Completed shapes: sets of cells that all hold one and the same piece.
//!
//! Kept as sets, a shape is asked about one piece at a time: its cells are a set, and an instance
//! is complete if it is a part of it. Kept cell by cell, an instance is complete if its cells hold
//! what its first cell holds. Cells that never change are decided here: an instance with such
//! cells can only be completed by what they hold.

mod on_cells;
mod on_sets;

use super::{all_hold, changing, holding, holds, mask};
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::names::authored;
use crate::lower::place;
use crate::lower::rules::view::{Here, View};
use crate::lower::state::{Form, content_name, label};
use crate::model::{CellId, Content, ContentSet, ShapeId};

pub(in crate::lower::rules) use on_cells::lies_in as place_lies_in;
pub(in crate::lower::rules) use on_sets::cells_in;

/// A set of the family, over the cells that can change.
struct Instance {
    cells: Vec<usize>,
    /// What its cells that never change hold.
    content: Option<u8>,
}

/// The instances that can be complete.
fn instances(context: &Context<'_>, shape: ShapeId) -> Vec<Instance> {
    let hash = context.hash;
    let instances = context.model.shapes[shape.index()].instances.iter();
    let fixed = |cell: &CellId| hash.position(*cell).is_none();
    instances
        .filter_map(|cells| {
            let content = cells.iter().find(fixed).map(|cell| hash.board_content(cell));
            let contents = match content {
                None => ContentSet::all_pieces(context.model.pieces.len()),
                Some(0) => return None,
                Some(content) => ContentSet::only(Content(content)),
            };
            Some(Instance { cells: changing(context, *cells, contents)?, content })
        })
        .collect()
}

/// The name of a shape in code.
fn named(context: &Context<'_>, shape: ShapeId) -> String {
    authored(&context.model.shapes[shape.index()].name, "shape", shape.index())
}

/// Whether `here` lies in a complete instance.
pub(in crate::lower::rules) fn here_lies_in(
    context: &mut Context<'_>,
    view: View<'_>,
    shape: ShapeId,
) -> Expr {
    let here = match view.here {
        Here::Nowhere => return Expr::truth(false),
        Here::Fixed(cell) => return cell_lies_in(context, view.state, shape, *cell),
        Here::At(here) => here.clone(),
    };
    match context.form() {
        Form::Cells => on_cells::lies_in(context, view.state, shape, &here),
        Form::Sets => on_sets::lies_in(context, view.state, shape, &here),
    }
}

/// Whether a cell that is known lies in a complete instance.
pub(in crate::lower::rules) fn cell_lies_in(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    cell: CellId,
) -> Expr {
    match (context.hash.position(cell), context.form()) {
        (Some(number), Form::Cells) => place_lies_in(context, state, shape, &place(number)),
        (Some(number), Form::Sets) => {
            let bit = mask(context, &[number]);
            here_lies_in(context, View { state, here: &Here::At(bit) }, shape)
        }
        (None, _) => {
            let content = Content(context.hash.board_content(cell));
            if content == Content::EMPTY {
                return Expr::truth(false);
            }
            let through = context.model.shapes[shape.index()].instances.iter();
            let through = through.filter(|instance| instance.contains(cell));
            let complete = through
                .map(|instance| all_hold(context, state, *instance, ContentSet::only(content)));
            complete.fold(Expr::truth(false), |one, other| one.or_else(&other))
        }
    }
}

/// How many instances are complete, perhaps only of those through `here`.
pub(in crate::lower::rules) fn completed(
    context: &mut Context<'_>,
    view: View<'_>,
    shape: ShapeId,
    at_here: bool,
) -> Expr {
    let here = match (at_here, view.here) {
        (false, _) => None,
        (true, Here::At(here)) => Some(here.clone()),
        (true, Here::Nowhere) => return Expr::number(Type::U32, 0_u32),
        (true, Here::Fixed(cell)) => return completed_at(context, view.state, shape, *cell),
    };
    let never_change = instances(context, shape);
    let always = never_change.iter().filter(|instance| instance.cells.is_empty() && !at_here);
    let always = Expr::number(Type::U32, always.count() as u64);
    let counted = match context.form() {
        Form::Sets => on_sets::completed(context, view.state, shape, here.as_ref()),
        Form::Cells => on_cells::completed(context, view.state, shape, here.as_ref()),
    };
    counted + always
}

/// How many instances through a cell that never changes are complete.
fn completed_at(context: &Context<'_>, state: &Expr, shape: ShapeId, cell: CellId) -> Expr {
    let content = Content(context.hash.board_content(cell));
    let none = Expr::number(Type::U32, 0_u32);
    if content == Content::EMPTY {
        return none;
    }
    let through = context.model.shapes[shape.index()].instances.iter();
    let through = through.filter(|instance| instance.contains(cell));
    let complete =
        through.map(|instance| all_hold(context, state, *instance, ContentSet::only(content)));
    complete.fold(none, |sum, one| sum + one.to(Type::U32))
}

/// Whether some instance of a shape holds only some contents: a function with a table of the
/// instances.
pub(in crate::lower::rules) fn has(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    contents: ContentSet,
) -> Expr {
    let model = context.model;
    let title = named(context, shape);
    let shape = &model.shapes[shape.index()];
    let labels: Vec<&str> = contents.iter().map(|content| label(model, content)).collect();
    let pieces: Vec<String> = contents.iter().map(|content| content_name(model, content)).collect();
    let name = format!("has_{title}_of_{}", pieces.join("_or_"));
    if context.has_function(&name) {
        return context.call(&name, std::slice::from_ref(state));
    }
    let instances: Vec<Vec<usize>> =
        shape.instances.iter().filter_map(|cells| changing(context, *cells, contents)).collect();
    let parameter = context.state();
    let all_change = shape
        .instances
        .iter()
        .all(|cells| cells.iter().all(|cell| context.hash.position(cell).is_some()));
    // Where cells never change, the instances that count depend on the contents.
    let title = if all_change { title } else { name.clone() };
    let title = title.to_uppercase();
    let body = match context.form() {
        Form::Sets if context.layout.cells <= 64 => {
            let bits = |cells: &Vec<usize>| cells.iter().fold(0, |bits, cell| bits | 1_u64 << cell);
            let doc = format!("The cells of each `{}`.", shape.name);
            let entries = instances.iter().map(bits).collect();
            let table = context.listed(&format!("{title}_SETS"), &doc, entries, 6);
            let set = holding(context, &parameter, contents).to(Type::U64);
            Code::block(|code| {
                let set = code.name("set", set);
                code.count("number", 0, place(instances.len()), |code, number| {
                    let instance = code.name("instance", table.at(number).to(Type::U64));
                    code.when((set & &instance).equals(&instance), |code| {
                        code.give(Expr::truth(true));
                    });
                });
                code.give(Expr::truth(false));
            })
        }
        _ => Code::block(|code| {
            for cells in &instances {
                let tests = cells.iter().map(|cell| {
                    holds(context, &context.layout.content(&parameter, *cell), contents)
                });
                let all = tests.reduce(|all, test| all.and_then(&test));
                code.when(all.unwrap_or_else(|| Expr::truth(true)), |code| {
                    code.give(Expr::truth(true));
                });
            }
            code.give(Expr::truth(false));
        }),
    };
    let doc = format!("Whether some `{}` holds only {}.", shape.name, labels.join(" or "));
    context.helper(&name, &doc, &[parameter], Type::Bool, body);
    context.call(&name, std::slice::from_ref(state))
}
