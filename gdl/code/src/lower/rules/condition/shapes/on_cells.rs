//! Shapes on positions that are kept cell by cell: an instance is complete if its cells hold what
//! its first cell holds.

use super::{Instance, instances, named};
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::rules::view::here_parameter;
use crate::model::ShapeId;

/// The tables of a shape where positions are kept cell by cell.
struct Tables {
    /// The cells of each instance; short ones repeat their first cell.
    cells: Expr,
    width: usize,
    /// What must stand there, or 0; none if any piece will do everywhere.
    content: Option<Expr>,
    number: usize,
}

/// The tables of a shape, if an instance has cells that can change.
fn tables(context: &mut Context<'_>, shape: ShapeId) -> Option<Tables> {
    let all = changing_instances(context, shape);
    let width = all.iter().map(|instance| instance.cells.len()).max()?;
    let title = named(context, shape).to_uppercase();
    let name = &context.model.shapes[shape.index()].name;
    let row = |instance: &Instance| {
        let first = instance.cells[0];
        (0..width)
            .map(|slot| *instance.cells.get(slot).unwrap_or(&first) as u64)
            .collect::<Vec<u64>>()
    };
    let doc = format!("The cells of each `{name}`.");
    let cells = context.listed(
        &format!("{title}_CELLS"),
        &doc,
        all.iter().flat_map(row).collect(),
        width * (20 / width).max(1),
    );
    let content = all.iter().any(|instance| instance.content.is_some()).then(|| {
        let contents =
            all.iter().map(|instance| u64::from(instance.content.unwrap_or(0))).collect();
        let doc = format!("What cells of each `{name}` hold that never change, or 0.");
        context.listed(&format!("{title}_CONTENTS"), &doc, contents, 20)
    });
    Some(Tables { cells, width, content, number: all.len() })
}

/// The instances with cells that can change.
fn changing_instances(context: &Context<'_>, shape: ShapeId) -> Vec<Instance> {
    let all = instances(context, shape).into_iter();
    all.filter(|instance| !instance.cells.is_empty()).collect()
}

impl Tables {
    /// Whether an instance is complete.
    fn is_complete(&self, context: &Context<'_>, state: &Expr, number: &Expr) -> Expr {
        let cells = context.layout.cells(state);
        let width = self.width as u64;
        let held = |slot: usize| cells.at(self.cells.at(number * width + place(slot)));
        let first = held(0);
        let mut all = first.differs(0);
        if let Some(content) = &self.content {
            let needed = content.at(number).to(Type::U8);
            all = all.and_then(&needed.equals(0).or_else(&needed.equals(&first)));
        }
        for slot in 1..self.width {
            // A heap is seen as a piece, however large it is.
            let same =
                if context.model.heap { held(slot).differs(0) } else { held(slot).equals(&first) };
            all = all.and_then(&same);
        }
        all
    }
}

/// Whether a cell with a number lies in a complete instance. Positions are kept cell by cell.
pub(in crate::lower::rules) fn lies_in(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    cell: &Expr,
) -> Expr {
    let name = format!("in_{}", named(context, shape));
    if !context.has_function(&name) {
        let Some(tables) = tables(context, shape) else { return Expr::truth(false) };
        let (through, starts) = through(context, shape);
        let (state, here) = (context.state(), here_parameter(context));
        let body = Code::block(|code| {
            let (from, to) = (starts.at(&here), starts.at(&here + 1));
            code.count("place", from.to(Type::Index), to.to(Type::Index), |code, place| {
                let number = code.name("number", through.at(place).to(Type::Index));
                code.when(tables.is_complete(context, &state, &number), |code| {
                    code.give(Expr::truth(true));
                });
            });
            code.give(Expr::truth(false));
        });
        let shape = &context.model.shapes[shape.index()].name;
        let doc = format!("Whether a cell lies in a complete `{shape}`.");
        context.helper(&name, &doc, &[state, here], Type::Bool, body);
    }
    context.call(&name, &[state.clone(), cell.clone()])
}

/// The numbers of the instances through each cell, and where those of each cell begin.
fn through(context: &mut Context<'_>, shape: ShapeId) -> (Expr, Expr) {
    let all = changing_instances(context, shape);
    let mut numbers = Vec::new();
    let mut starts = vec![0];
    for cell in 0..context.layout.cells {
        let own = (0_u64..).zip(&all).filter(|(_, instance)| instance.cells.contains(&cell));
        numbers.extend(own.map(|(number, _)| number));
        starts.push(numbers.len() as u64);
    }
    let title = named(context, shape).to_uppercase();
    let name = &context.model.shapes[shape.index()].name;
    let doc = format!("The numbers of each `{name}` through a cell, cell by cell.");
    let through = context.listed(&format!("{title}_THROUGH"), &doc, numbers, 20);
    let doc = format!("Where the numbers of each `{name}` through a cell begin.");
    (through, context.listed(&format!("{title}_AT"), &doc, starts, 20))
}

/// How many instances are complete, perhaps only of those through a cell.
pub(super) fn completed(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    here: Option<&Expr>,
) -> Expr {
    let what = if here.is_some() { "number_here_of" } else { "number_of" };
    let name = format!("{what}_{}", named(context, shape));
    let arguments: Vec<Expr> = [Some(state), here].into_iter().flatten().cloned().collect();
    if !context.has_function(&name) {
        let Some(tables) = tables(context, shape) else {
            return Expr::number(Type::U32, 0_u32);
        };
        let (state, at) = (context.state(), here_parameter(context));
        let through = here.map(|_| through(context, shape));
        let body = Code::block(|code| {
            let sum = code.name("complete", Expr::number(Type::U32, 0_u32));
            let add = |code: &mut Code, number: Expr| {
                let complete = tables.is_complete(context, &state, &number);
                code.update(&sum, Operator::Add, complete.to(Type::U32));
            };
            match &through {
                None => code.count("number", 0, place(tables.number), add),
                Some((through, starts)) => {
                    let (from, to) = (starts.at(&at), starts.at(&at + 1));
                    code.count("place", from.to(Type::Index), to.to(Type::Index), |code, place| {
                        let number = code.name("number", through.at(place).to(Type::Index));
                        add(code, number);
                    });
                }
            }
            code.give(sum);
        });
        let parameters = [context.state(), here_parameter(context)];
        let shape = &context.model.shapes[shape.index()].name;
        let doc = match here {
            None => format!("How many `{shape}` are complete."),
            Some(_) => format!("How many `{shape}` through a cell are complete."),
        };
        context.helper(&name, &doc, &parameters[..arguments.len()], Type::U32, body);
    }
    context.call(&name, &arguments)
}
