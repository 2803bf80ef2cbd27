//! Images of positions by tables of where things come from.

use super::{Group, orbit};
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::Form;
use crate::model::PlayerId;
use crate::plan::quotient::StateMap;

/// Adds `canonical` and `orbit`.
pub(super) fn lower(context: &mut Context<'_>, group: &Group<'_>) {
    let maps: Vec<&StateMap> = group.kept.iter().copied().chain(group.exchange).collect();
    image(context, &maps);
    let kept = place(group.kept.len());
    let state = context.state();
    let image_of =
        |state: &Expr, number: &Expr| context.call("image", &[state.clone(), number.clone()]);
    // Where turned rings are the same, a position may come turned.
    let from = u64::from(!context.model.same_rotations);
    let canonical = Code::block(|code| {
        let mut first = state.clone();
        if group.exchange.is_some() {
            let mover = context.layout.mover(&state).expect("there are two players");
            first = code.name("own", state.clone());
            code.when(mover.differs(0), |code| code.set(&first, image_of(&state, &kept)));
        }
        let best =
            code.name("best", if from == 0 { image_of(&first, &place(0)) } else { first.clone() });
        code.count("number", 1, kept.clone(), |code, number| {
            let image = code.name("image", image_of(&first, &number));
            let before = context.call("precedes", &[image.clone(), best.clone()]);
            code.when(before, |code| code.set(&best, &image));
        });
        code.give(best);
    });
    let orbit = Code::block(|code| {
        let same = code.name("same", Expr::number(Type::U32, 1_u32));
        let first =
            if from == 0 { code.name("first", image_of(&state, &place(0))) } else { state.clone() };
        code.count("number", 1, kept.clone(), |code, number| {
            let image = code.name("image", image_of(&state, &number));
            let [less, more] = [(&image, &first), (&first, &image)]
                .map(|(one, other)| context.call("precedes", &[one.clone(), other.clone()]));
            let equal = !less.or_else(&more);
            code.update(&same, Operator::Add, equal.to(Type::U32));
        });
        code.give(orbit(group, &same));
    });
    let doc = "The symmetric image of a position that stands for all: the smallest.";
    context.function("canonical", doc, std::slice::from_ref(&state), Type::State, canonical);
    let doc = "How many different positions are symmetric images of a position, itself included.";
    context.function("orbit", doc, &[state], Type::Rank, orbit);
}

/// Adds the function `image`: a position under the symmetry with a number.
fn image(context: &mut Context<'_>, maps: &[&StateMap]) {
    let places = places(context, maps);
    let contents = contents(context, maps);
    let turned = turned(context, maps);
    let counters = counters(context, maps);
    let movers = movers(context, maps);
    let state = context.state();
    let number = Expr::name(Type::Index, "number");
    let length = context.layout.cells;
    let body = Code::block(|code| {
        let image = code.name("image", state.clone());
        code.count("cell", 0, place(length), |code, cell| {
            let row = &number * index(length) + &cell;
            let source = code.name("source", places.at(&row).to(Type::Index));
            let held = match context.form() {
                Form::Cells => context.layout.cells(&state).at(&source),
                Form::Sets => context.call("content", &[state.clone(), source.clone()]),
            };
            let held = code.name("held", held);
            let becomes = match &contents {
                Some((table, width)) => {
                    table.at(&number * *width + held.to(Type::Index)).to(Type::U8)
                }
                None => held.clone(),
            };
            match context.form() {
                Form::Cells => code.set(&context.layout.cells(&image).at(&cell), becomes),
                Form::Sets => {
                    let with = [image.clone(), cell.clone(), becomes];
                    code.set(&image, context.call("with_content", &with));
                }
            }
            if context.hash.turning {
                let turn = context.layout.turns(&state).at(&source);
                let turn = match &turned {
                    Some((table, [contents, turns])) => {
                        let at = (row * *contents + held.to(Type::Index)) * *turns;
                        table.at(at + turn.to(Type::Index)).to(Type::U8)
                    }
                    None => turn,
                };
                code.set(&context.layout.turns(&image).at(&cell), turn);
            }
        });
        for (counter, table) in &counters {
            let source = table.at(&number);
            let value = (0..context.model.counters.len()).fold(
                context.layout.counter(&state, *counter),
                |value, other| {
                    let is_source = source.equals(index(other));
                    context.layout.counter(&state, other).or_if_not(&is_source, &value)
                },
            );
            code.set(&context.layout.counter(&image, *counter), value);
        }
        if let (Some((table, players)), Some(mover)) = (&movers, context.layout.mover(&state)) {
            let after = table.at(&number * *players + mover.to(Type::Index)).to(Type::U8);
            code.set(&context.layout.mover(&image).expect("there are several players"), after);
        }
        code.give(match context.model.same_rotations {
            true => context.call("turned", &[image]),
            false => image,
        });
    });
    let doc = "The image of a position under the symmetry with a number.";
    context.helper("image", doc, &[state, number], Type::State, body);
}

fn index(number: usize) -> u64 {
    u64::try_from(number).expect("tables are small")
}

/// By symmetry and cell: the cell that its content comes from.
fn places(context: &mut Context<'_>, maps: &[&StateMap]) -> Expr {
    let cells = &context.hash.cells;
    let mut entries = Vec::new();
    for map in maps {
        entries.extend(cells.iter().map(|cell| {
            let source = cells.iter().position(|source| map.cells[source.index()] == cell.0);
            index(source.expect("what can change goes where something can change"))
        }));
    }
    let doc = "By symmetry and cell: where what it holds comes from.";
    context.listed("IMAGE_PLACES", doc, entries, context.layout.cells)
}

/// By symmetry and content: what it becomes, with the length of a row; none if nothing becomes
/// anything else.
fn contents(context: &mut Context<'_>, maps: &[&StateMap]) -> Option<(Expr, u64)> {
    let width = context.model.pieces.len() + 1;
    let becomes = |map: &&StateMap, content: usize| {
        map.contents.get(content).map_or(index(content), |to| u64::from(*to))
    };
    let all = maps.iter().flat_map(|map| (0..width).map(move |content| (map, content)));
    if context.model.heap || all.clone().all(|(map, it)| becomes(map, it) == index(it)) {
        return None;
    }
    let entries = all.map(|(map, content)| becomes(map, content)).collect();
    let doc = "By symmetry and content: what it becomes.";
    Some((context.listed("IMAGE_CONTENTS", doc, entries, width), index(width)))
}

/// By symmetry, cell, content and turn before: the turn afterwards, with the numbers of contents
/// and turns; none if no turn changes.
fn turned(context: &mut Context<'_>, maps: &[&StateMap]) -> Option<(Expr, [u64; 2])> {
    let hash = context.hash;
    let width = context.model.pieces.len() + 1;
    let turns = context.model.pieces.iter().map(|piece| piece.turns.max(1)).max().unwrap_or(1);
    let mut entries = Vec::new();
    let mut changes = false;
    for map in maps {
        for cell in &hash.cells {
            let source = hash.cells.iter().find(|source| map.cells[source.index()] == cell.0)?;
            for content in 0..width {
                for turn in 0..turns {
                    let by_turn = map.turns.get(source.index()).map(|cell| &cell[content]);
                    let after = by_turn.map_or(Some(turn), |it| it.get(usize::from(turn)).copied());
                    changes |= after.is_some_and(|after| after != turn);
                    entries.push(u64::from(after.unwrap_or(0)));
                }
            }
        }
    }
    let sizes = [index(width), u64::from(turns)];
    let doc = "By symmetry, cell, what comes there and how it was turned: how it is turned there.";
    changes
        .then(|| (context.listed("IMAGE_TURNS", doc, entries, usize::from(turns) * width), sizes))
}

/// For each counter that is not always kept: by symmetry, the counter that its value comes from.
fn counters(context: &mut Context<'_>, maps: &[&StateMap]) -> Vec<(usize, Expr)> {
    let mut tables = Vec::new();
    for counter in 0..context.model.counters.len() {
        let source = |map: &&StateMap| {
            let source = map.counters.iter().position(|to| *to == counter);
            index(source.expect("counters are permuted"))
        };
        let entries: Vec<u64> = maps.iter().map(source).collect();
        if entries.iter().any(|source| *source != index(counter)) {
            let name =
                format!("IMAGE_COUNTER_{}", context.layout.counter_name(counter).to_uppercase());
            let doc = "By symmetry: the number of the counter that the value comes from.";
            tables.push((counter, context.listed(&name, doc, entries, 20)));
        }
    }
    tables
}

/// By symmetry and player: who that becomes, with the number of players; none if nobody becomes
/// another.
fn movers(context: &mut Context<'_>, maps: &[&StateMap]) -> Option<(Expr, u64)> {
    let players = context.model.sides();
    let all = maps.iter().flat_map(|map| &map.players);
    if maps.iter().all(|map| map.players.iter().zip(0..).all(|(to, it)| *to == PlayerId(it))) {
        return None;
    }
    let entries = all.map(|player| u64::from(player.0)).collect();
    let doc = "By symmetry and player: who that becomes.";
    Some((context.listed("IMAGE_PLAYERS", doc, entries, players), index(players)))
}
