//! Conditions and numbers read off a position, as expressions.
//!
//! What stands on cells that never change is known, so conditions about them are decided here. Numbers may be negative in the language and are
//! not in the code: a comparison is rearranged so that both sides are sums of positive terms.

use super::Unsupported;
use crate::ast::Relation;
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::names::Namer;
use crate::lower::place;
use crate::lower::state::{Form, label};
use crate::model::{CellSet, Cond, Content, ContentSet, Region, ShapeId, Value};

/// A condition on a position.
pub(super) fn lower(
    context: &mut Context<'_>,
    state: &Expr,
    condition: &Cond,
) -> Result<Expr, Unsupported> {
    Ok(match condition {
        Cond::And(parts) => {
            let mut all = Expr::truth(true);
            for part in parts {
                all = all.and_then(&lower(context, state, part)?);
            }
            all
        }
        Cond::Or(parts) => {
            let mut one = Expr::truth(false);
            for part in parts {
                one = one.or_else(&lower(context, state, part)?);
            }
            one
        }
        Cond::Not(part) => !lower(context, state, part)?,
        Cond::All { cells, contents } => all_hold(context, state, *cells, *contents),
        Cond::Some { contents, region } => {
            let cells = plain(region)?;
            !all_hold(context, state, cells, others(context, *contents))
        }
        Cond::Shape { shape, contents } => has_shape(context, state, *shape, *contents),
        Cond::Here(_) => return Err(Unsupported("conditions about `here`")),
        Cond::Compare { left, op, right } => {
            let mut sum = Linear::new(left)?;
            sum.add(&Linear::new(right)?, -1);
            compare(context, state, &sum, *op)
        }
        Cond::Exactly(wanted) => {
            let mut all = Expr::truth(true);
            for (cell, content) in wanted {
                let set = [*cell].into_iter().collect();
                let only = ContentSet::only(Content(*content));
                all = all.and_then(&all_hold(context, state, set, only));
                if let (true, Some(position)) = (context.hash.turning, context.hash.position(*cell))
                {
                    let turn = context.layout.turns(state).at(place(position));
                    all = all.and_then(&turn.equals(0));
                }
            }
            all
        }
    })
}

/// All other contents.
fn others(context: &Context<'_>, contents: ContentSet) -> ContentSet {
    let pieces = ContentSet::all_pieces(context.model.pieces.len());
    ContentSet::EMPTY_CELL.union(pieces).without(contents)
}

/// The cells of a region that does not depend on shapes.
fn plain(region: &Region) -> Result<CellSet, Unsupported> {
    match region.shape {
        None => Ok(region.cells),
        Some(_) => Err(Unsupported("regions by shape")),
    }
}

/// The cells that can change among some, as numbers. None if one that never changes holds none of the contents.
fn changing(context: &Context<'_>, cells: CellSet, contents: ContentSet) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for cell in cells.iter() {
        match context.hash.position(cell) {
            Some(number) => numbers.push(number),
            None if contents.contains(Content(context.hash.board_content(cell))) => {}
            None => return None,
        }
    }
    Some(numbers)
}

/// Whether all of some cells hold one of some contents.
fn all_hold(context: &Context<'_>, state: &Expr, cells: CellSet, contents: ContentSet) -> Expr {
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

fn mask(context: &Context<'_>, cells: &[usize]) -> Expr {
    let bits = cells.iter().fold(0, |bits, cell| bits | 1_u128 << cell);
    Expr::set(context.layout.set_type(), bits, context.layout.cells)
}

/// The cells that hold one of some contents. Bits that are no cells may be set as well; whoever asks leaves them out.
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

/// Whether a cell holds one of some contents.
pub(super) fn holds(context: &Context<'_>, held: &Expr, contents: ContentSet) -> Expr {
    if let Some(content) = contents.single() {
        return held.equals(u64::from(content.0));
    }
    let others = others(context, contents);
    if let Some(other) = others.single() {
        return held.differs(u64::from(other.0));
    }
    let set = contents.iter().fold(0_u128, |set, content| set | 1 << content.0);
    let set = Expr::set(Type::U64, set, context.model.pieces.len() + 1);
    ((set >> held.to(Type::U32)) & 1).differs(0)
}

/// Whether some instance of a shape holds only some contents: a function with a table of the instances.
fn has_shape(
    context: &mut Context<'_>,
    state: &Expr,
    shape: ShapeId,
    contents: ContentSet,
) -> Expr {
    let model = context.model;
    let shape = &model.shapes[shape.index()];
    let labels: Vec<&str> = contents.iter().map(|content| label(model, content)).collect();
    let name =
        Namer::default().name(&format!("has {} of {}", shape.name, labels.join(" or ")), "shape");
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
    let title = if all_change { Namer::default().name(&shape.name, "shape") } else { name.clone() };
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

/// A sum of counts and counters with factors.
struct Linear {
    constant: i64,
    terms: Vec<(i64, Value)>,
}

impl Linear {
    fn new(value: &Value) -> Result<Self, Unsupported> {
        let mut sum = Linear { constant: 0, terms: Vec::new() };
        match value {
            Value::Number(number) => sum.constant = *number,
            Value::Counter(_) | Value::Count { .. } => sum.terms.push((1, value.clone())),
            Value::Sum(terms) => {
                for (factor, term) in terms {
                    sum.add(&Linear::new(term)?, *factor);
                }
            }
            Value::CountHere { .. } | Value::Shapes { .. } => {
                return Err(Unsupported("numbers of shapes"));
            }
            Value::Product(_) | Value::Quotient(..) => {
                return Err(Unsupported("products and quotients"));
            }
        }
        Ok(sum)
    }

    fn add(&mut self, other: &Linear, factor: i64) {
        self.constant += factor * other.constant;
        self.terms.extend(other.terms.iter().map(|(own, term)| (own * factor, term.clone())));
    }
}

/// Compares a sum with 0.
fn compare(context: &Context<'_>, state: &Expr, sum: &Linear, op: Relation) -> Expr {
    let mut sides = [Expr::number(Type::U32, 0_u32), Expr::number(Type::U32, 0_u32)];
    let mut add = |factor: i64, value: Expr| {
        let side = &mut sides[usize::from(factor < 0)];
        *side = &*side + value * factor.unsigned_abs();
    };
    for (factor, term) in &sum.terms {
        add(*factor, number(context, state, term));
    }
    add(sum.constant.signum(), Expr::number(Type::U32, sum.constant.unsigned_abs()));
    let [left, right] = sides;
    match op {
        Relation::Equal => left.equals(right),
        Relation::NotEqual => left.differs(right),
        Relation::Less => left.less(right),
        Relation::AtMost => left.at_most(right),
        Relation::Greater => right.less(left),
        Relation::AtLeast => right.at_most(left),
    }
}

/// A count or a counter.
fn number(context: &Context<'_>, state: &Expr, value: &Value) -> Expr {
    match value {
        Value::Counter(counter) => context.layout.counter(state, counter.index()).to(Type::U32),
        Value::Count { contents, region } => {
            let on_terrain = region.cells.iter().filter(|cell| {
                context.hash.position(*cell).is_none()
                    && contents.contains(Content(context.hash.board_content(*cell)))
            });
            let constant = Expr::number(Type::U32, on_terrain.count() as u64);
            let cells: Vec<usize> =
                region.cells.iter().filter_map(|cell| context.hash.position(cell)).collect();
            let counted = match context.form() {
                Form::Sets => {
                    (holding(context, state, *contents) & mask(context, &cells)).count_ones()
                }
                Form::Cells => {
                    let held = |cell: &usize| context.layout.cells(state).at(place(*cell));
                    let tests = cells.iter().map(|cell| holds(context, &held(cell), *contents));
                    let zero = Expr::number(Type::U32, 0_u32);
                    tests.fold(zero, |sum, test| sum + test.to(Type::U32))
                }
            };
            counted + constant
        }
        other => unreachable!("no term of a sum: {other:?}"),
    }
}
