//! Images of positions that are kept as sets, each made from an earlier one.

use super::shifts::{Shifts, Stage};
use super::walk::{Element, walk};
use super::{Group, orbit};
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::plan::quotient::StateMap;
use std::collections::BTreeMap;

/// Adds `canonical` and `orbit`.
pub(super) fn lower(context: &mut Context<'_>, group: &Group<'_>) {
    let elements: Vec<Element> = group.kept.iter().map(|map| element(context, map)).collect();
    let exchange = group.exchange.map(|map| element(context, map));
    let steps = walk(&elements);
    let mut functions: BTreeMap<Vec<usize>, Option<String>> = BTreeMap::new();
    let used = steps.iter().map(|step| &elements[step.by]).chain(&exchange);
    for element in used {
        if !functions.contains_key(&element.cells) {
            let name = format!("symmetry_{}", functions.len() + 1);
            let function = permute(context, &element.cells, &name).then_some(name);
            functions.insert(element.cells.clone(), function);
        }
    }
    let make = |code: &mut Code, from: &Expr, element: &Element, name: &str| {
        image(context, code, (from, element, name), functions[&element.cells].as_deref())
    };
    let state = context.state();
    let canonical = Code::block(|code| {
        let mut first = state.clone();
        if let Some(exchange) = &exchange {
            let mover = context.layout.mover(&state).expect("there are two players");
            first = code.name("own", state.clone());
            code.when(mover.differs(0), |code| {
                let other = make(code, &state, exchange, "other");
                code.set(&first, other);
            });
        }
        let best = code.name("best", first.clone());
        let mut images = vec![first];
        for (number, step) in steps.iter().enumerate() {
            let name = format!("image_{}", number + 1);
            let image = make(code, &images[step.from], &elements[step.by], &name);
            let before = context.call("precedes", &[image.clone(), best.clone()]);
            code.when(before, |code| code.set(&best, &image));
            images.push(image);
        }
        code.give(best);
    });
    let orbit = Code::block(|code| {
        let same = code.name("same", Expr::number(Type::U32, 1_u32));
        let mut images = vec![state.clone()];
        for (number, step) in steps.iter().enumerate() {
            let name = format!("image_{}", number + 1);
            let image = make(code, &images[step.from], &elements[step.by], &name);
            let fields = context.layout.fields.iter().filter(|field| !field.is_note);
            let equal = fields.map(|field| {
                let of = |state: &Expr| state.field(&field.name, field.ty.clone());
                of(&image).equals(of(&state))
            });
            let equal = equal.reduce(|all, equal| all & equal).unwrap_or_else(|| Expr::truth(true));
            code.update(&same, Operator::Add, equal.to(Type::U32));
            images.push(image);
        }
        code.give(orbit(group, &same));
    });
    let doc = "The symmetric image of a position that stands for all: the smallest.";
    context.function("canonical", doc, std::slice::from_ref(&state), Type::State, canonical);
    let doc = "How many different positions are symmetric images of a position, itself included.";
    context.function("orbit", doc, &[state], Type::Rank, orbit);
}

/// A symmetry over the cells that can change.
pub(super) fn element(context: &Context<'_>, map: &StateMap) -> Element {
    let hash = context.hash;
    let contents = 0..=u8::try_from(context.model.pieces.len()).expect("at most MAX_PIECES");
    let position = |cell: u8| {
        let position = hash.position(crate::model::CellId(cell));
        position.expect("what can change goes where something can change")
    };
    Element {
        cells: hash.cells.iter().map(|cell| position(map.cells[cell.index()])).collect(),
        contents: contents
            .map(|content| map.contents.get(usize::from(content)).copied().unwrap_or(content))
            .collect(),
        counters: map.counters.clone(),
        players: map.players.iter().map(|player| player.0).collect(),
    }
}

/// Adds a function that moves the cells of a set; false if they stay.
pub(super) fn permute(context: &mut Context<'_>, cells: &[usize], name: &str) -> bool {
    let (ty, width) = (context.layout.set_type(), context.layout.cells);
    let shifts = Shifts::new(cells, ty.bits());
    if shifts.is_nothing() {
        return false;
    }
    let set = Expr::name(ty.clone(), "set");
    let mask = |cells: u128| Expr::set(ty.clone(), cells, width);
    let body = Code::block(|code| {
        let mut word = set.clone();
        for (number, stage) in shifts.stages.iter().enumerate() {
            let moved = match stage {
                Stage::Union(groups) => {
                    let groups = groups.iter().map(|(shift, cells)| {
                        let some = &word & mask(*cells);
                        let by = shift.unsigned_abs();
                        if *shift < 0 { some >> by } else { some << by }
                    });
                    groups.reduce(|union, moved| union | moved).expect("a stage has groups")
                }
                Stage::Exchange(shift, lower) => {
                    let by = u64::from(*shift);
                    let different = ((&word >> by) ^ &word) & mask(*lower);
                    let different = code.name(&format!("different_{}", number + 1), different);
                    &word ^ &different ^ (&different << by)
                }
            };
            let is_last = number + 1 == shifts.stages.len();
            word = if is_last { moved } else { code.name(&format!("set_{}", number + 1), moved) };
        }
        code.give(word);
    });
    let names = |position: usize| {
        let cell = context.hash.cells[position];
        context.model.board.cells[cell.index()].name.as_str()
    };
    let moved: Vec<String> = cells
        .iter()
        .enumerate()
        .filter(|(cell, to)| cell != *to)
        .take(2)
        .map(|(cell, to)| format!("{} to {}", names(cell), names(*to)))
        .collect();
    let doc = format!("The cells of a set after the symmetry that takes {}.", moved.join(" and "));
    context.helper(name, &doc, &[set], ty, body);
    true
}

/// Writes the code for the image of a position under a symmetry, with the function that moves its
/// cells, if they move.
pub(super) fn image(
    context: &Context<'_>,
    code: &mut Code,
    (from, element, name): (&Expr, &Element, &str),
    function: Option<&str>,
) -> Expr {
    let image = code.name(name, from.clone());
    for (content, set) in context.layout.sets(&image) {
        let origin = element.contents.iter().position(|to| *to == content);
        let origin = origin.and_then(|it| u8::try_from(it).ok()).expect("contents are permuted");
        if function.is_none() && origin == content {
            continue;
        }
        let before = context.layout.set_or_rest(from, origin);
        let after = match function {
            Some(function) => context.call(function, &[before]),
            None => before,
        };
        code.set(&set, after);
    }
    for (counter, to) in element.counters.iter().enumerate().filter(|(counter, to)| counter != *to)
    {
        let value = context.layout.counter(from, counter);
        code.set(&context.layout.counter(&image, *to), value);
    }
    if let Some(mover) = context.layout.mover(from)
        && element.players.iter().zip(0..).any(|(image, player)| *image != player)
    {
        let after = (0_u8..).zip(&element.players).skip(1).fold(
            Expr::number(Type::U8, element.players[0]),
            |after, (player, to)| {
                let other = Expr::number(Type::U8, *to);
                other.or_if_not(&mover.equals(u64::from(player)), &after)
            },
        );
        let new = context.layout.mover(&image).expect("there are several players");
        code.set(&new, after);
    }
    image
}
