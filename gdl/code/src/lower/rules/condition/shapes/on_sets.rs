//! Shapes on positions that are kept as sets: an instance is complete if it is a part of the set
//! of one piece.

use super::{instances, named};
use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::rules::view::here_parameter;
use crate::lower::state::content_name;
use crate::model::{Body, Content, ContentSet, Move, ShapeId};

/// The pieces among some contents that cells which change can hold, with their sets.
fn piece_sets(context: &Context<'_>, state: &Expr, contents: ContentSet) -> Vec<(u8, Expr)> {
    let pieces = contents.without(ContentSet::EMPTY_CELL);
    let held = |content: Content| {
        let known = context.layout.set(state, content.0);
        let rest = || context.layout.set_or_rest(state, content.0);
        known.or_else(|| (content.0 == context.layout.rest).then(rest))
    };
    pieces.iter().filter_map(|content| Some((content.0, held(content)?))).collect()
}

/// The instances that a content can complete.
fn instance_sets(context: &Context<'_>, (shape, content): (ShapeId, u8)) -> Vec<u128> {
    instances(context, shape)
        .iter()
        .filter(|instance| instance.content.is_none_or(|only| only == content))
        .map(|instance| instance.cells.iter().fold(0, |bits, cell| bits | 1 << cell))
        .filter(|set| *set != 0)
        .collect()
}

/// What tables of the instances that a content can complete are called after.
fn title(context: &Context<'_>, (shape, content): (ShapeId, u8)) -> String {
    let by_content = instances(context, shape).iter().any(|instance| instance.content.is_some());
    let title = named(context, shape).to_uppercase();
    if by_content {
        let piece = content_name(context.model, Content(content));
        format!("{title}_OF_{}", piece.to_uppercase())
    } else {
        title
    }
}

/// Writes the same code for each instance through a cell, as a set; one may come several times.
///
/// There is a row for each cell, so that only few instances are looked at. Where some cell lies in
/// none, that is asked of all instead.
fn each_set_through(
    context: &mut Context<'_>,
    code: &mut Code,
    (shape, content): (ShapeId, u8),
    here: &Expr,
    write: &dyn Fn(&mut Code, Expr),
) {
    let width = context.layout.cells;
    let sets = instance_sets(context, (shape, content));
    let through = |cell: usize| -> Vec<u128> {
        sets.iter().copied().filter(|set| set & (1 << cell) != 0).collect()
    };
    let rows: Vec<Vec<u128>> = (0..width).map(through).collect();
    if width > 64 || rows.iter().any(Vec::is_empty) {
        each_set(context, code, (shape, content), &|code, instance| {
            code.when((&instance & here).differs(0), |code| write(code, instance.clone()));
        });
        return;
    }
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let entries = rows.iter().flat_map(|row| {
        let filled = row.iter().cycle().take(most);
        filled.map(|set| u64::try_from(*set).expect("at most 64 cells"))
    });
    let doc = format!(
        "The cells of each `{}` through a cell, in a row; short rows repeat.",
        context.model.shapes[shape.index()].name
    );
    let name = format!("{}_THROUGH", title(context, (shape, content)));
    let table = context.listed(&name, &doc, entries.collect(), most);
    let first = here.trailing_zeros().to(Type::Index) * u64::try_from(most).expect("few");
    let first = code.name("first", first);
    code.count("number", 0, place(most), |code, number| {
        let instance = table.at(&first + number).to(context.layout.set_type());
        let instance = code.name("instance", instance);
        write(code, instance);
    });
}

/// Writes the same code for each instance that a content can complete.
fn each_set(
    context: &mut Context<'_>,
    code: &mut Code,
    (shape, content): (ShapeId, u8),
    write: &dyn Fn(&mut Code, Expr),
) {
    let sets = instance_sets(context, (shape, content));
    let width = context.layout.cells;
    let ty = context.layout.set_type();
    if width > 64 {
        for set in sets {
            write(code, Expr::set(ty.clone(), set, width));
        }
        return;
    }
    if sets.is_empty() {
        return;
    }
    let title = format!("{}_SETS", title(context, (shape, content)));
    let doc = format!("The cells of each `{}`.", context.model.shapes[shape.index()].name);
    let entries: Vec<u64> =
        sets.iter().map(|set| u64::try_from(*set).expect("at most 64 cells")).collect();
    let table = context.listed(&title, &doc, entries, 6);
    code.count("number", 0, place(sets.len()), |code, number| {
        let instance = code.name("instance", table.at(number).to(ty));
        write(code, instance);
    });
}

/// A call of a function about the instances that one piece completes, which is made if it is not
/// there yet.
fn about_set(
    context: &mut Context<'_>,
    (shape, content): (ShapeId, u8),
    (what, doc, result): (&str, &str, Type),
    arguments: &[Expr],
    body: impl FnOnce(&mut Context<'_>) -> Vec<Statement>,
) -> Expr {
    let by_content = instances(context, shape).iter().any(|instance| instance.content.is_some());
    let shape_name = named(context, shape);
    let of = match by_content {
        false => String::new(),
        true => format!("_of_{}", content_name(context.model, Content(content))),
    };
    let name = format!("{what}_{shape_name}{of}");
    if !context.has_function(&name) {
        let set = Expr::name(context.layout.set_type(), "set");
        let parameters = [set, here_parameter(context)];
        let body = body(context);
        let doc = doc.replace('*', &format!("`{}`", context.model.shapes[shape.index()].name));
        context.helper(&name, &doc, &parameters[..arguments.len()], result, body);
    }
    context.call(&name, arguments)
}

/// The cells of complete instances that hold one of some contents. Positions are kept as sets.
pub(in crate::lower::rules) fn cells_in(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    contents: ContentSet,
) -> Expr {
    let ty = context.layout.set_type();
    let mut union = Expr::number(ty.clone(), 0_u32);
    for (content, set) in piece_sets(context, state, contents) {
        let about = ("cells_in", "The cells of a set that form a *.", ty.clone());
        let cells = about_set(context, (shape, content), about, &[set], |context| {
            let set = Expr::name(ty.clone(), "set");
            Code::block(|code| {
                let inside = code.name("inside", Expr::number(ty.clone(), 0_u32));
                each_set(context, code, (shape, content), &|code, instance| {
                    code.when((&set & &instance).equals(&instance), |code| {
                        code.update(&inside, Operator::Or, &instance);
                    });
                });
                code.give(inside);
            })
        });
        union = union | cells;
    }
    union
}

/// Whether a cell, given as a set, lies in a complete instance.
pub(super) fn lies_in(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    here: &Expr,
) -> Expr {
    let anything = ContentSet::all_pieces(context.model.pieces.len());
    let mut inside = Expr::truth(false);
    for (content, set) in piece_sets(context, state, anything) {
        let about = ("in", "Whether a cell lies in a * of a set.", Type::Bool);
        let lies = about_set(context, (shape, content), about, &[set, here.clone()], |context| {
            let set = Expr::name(context.layout.set_type(), "set");
            let here = here_parameter(context);
            let is_chain = |declared: &Move| matches!(declared.body, Body::Chain(_));
            let may_be_nowhere = context.model.moves.iter().any(is_chain);
            Code::block(|code| {
                if may_be_nowhere {
                    code.when(here.equals(0), |code| code.give(Expr::truth(false)));
                }
                each_set_through(context, code, (shape, content), &here, &|code, instance| {
                    let complete = (&set & &instance).equals(&instance);
                    code.when(complete, |code| code.give(Expr::truth(true)));
                });
                code.give(Expr::truth(false));
            })
        });
        inside = inside.or_else(&lies);
    }
    inside
}

/// How many instances are complete, perhaps only of those through a cell.
pub(super) fn completed(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    here: Option<&Expr>,
) -> Expr {
    let anything = ContentSet::all_pieces(context.model.pieces.len());
    let mut sum = Expr::number(Type::U32, 0_u32);
    for (content, set) in piece_sets(context, state, anything) {
        let (what, doc) = match here {
            None => ("number_of", "How many * a set has."),
            Some(_) => ("number_here_of", "How many * through a cell a set has."),
        };
        let arguments: Vec<Expr> = [Some(set), here.cloned()].into_iter().flatten().collect();
        let about = (what, doc, Type::U32);
        sum = sum
            + about_set(context, (shape, content), about, &arguments, |context| {
                let set = Expr::name(context.layout.set_type(), "set");
                let at = here_parameter(context);
                Code::block(|code| {
                    let number = code.name("complete", Expr::number(Type::U32, 0_u32));
                    each_set(context, code, (shape, content), &|code, instance| {
                        let complete = (&set & &instance).equals(&instance);
                        let counts = match here {
                            None => complete,
                            Some(_) => (&instance & &at).differs(0).and_then(&complete),
                        };
                        code.update(&number, Operator::Add, counts.to(Type::U32));
                    });
                    code.give(number);
                })
            });
    }
    sum
}
