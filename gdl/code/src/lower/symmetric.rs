//! Positions up to symmetry as code: the image of a position that stands for all of them, and how
//! many there are.
//!
//! `canonical` gives the smallest image: by whose turn it is, then by the sets of cells as numbers
//! or by the contents in the order of the cells, then by turns and counters. So it depends on the
//! set of images only. `orbit` gives the number of different images: that of the symmetries
//! divided by that of those which change nothing (orbits and stabilizers).
//!
//! On sets an image is made from an image that is there already, by the cheapest symmetry that
//! leads to a new one ([`walk`]), and a symmetry moves the cells of a whole set by few shifts
//! ([`shifts`]). On cells, and where there are very many symmetries, a table says where things go.
//!
//! A symmetry is of use only if the images of positions are numbered as well ([`usable`]). If some
//! exchange two players, the player to move becomes the first one at once, and only those images
//! are looked at that keep the players.

mod by_table;
mod exchange;
mod on_sets;
mod shifts;
mod usable;
mod walk;

use super::context::Context;
use super::place;
use super::state::Form;
use crate::ir::{Code, Expr, Type};
use crate::plan::quotient::StateMap;

/// With more symmetries than this there is a table instead of code for each.
const MOST_WALKED: usize = 64;

/// Adds the functions `canonical` and `orbit`, if there are symmetries, and `exchanged`, if
/// players can change places.
pub(super) fn lower(context: &mut Context<'_>) {
    exchange::lower(context);
    let maps = usable::maps(context);
    if maps.len() < 2 || context.model.same_rotations && !context.has_function("turned") {
        return;
    }
    let group = Group::new(context, maps);
    precedes(context);
    let walked = group.kept.len() <= MOST_WALKED && !context.model.same_rotations;
    match context.form() {
        Form::Sets if walked => on_sets::lower(context, &group),
        Form::Sets | Form::Cells => by_table::lower(context, &group),
    }
}

/// The symmetries that code looks at.
struct Group<'a> {
    /// Those that leave the mover, the first changes nothing; all of them if there are not two
    /// players.
    kept: Vec<&'a StateMap>,
    /// One that exchanges the two players, if there is one.
    exchange: Option<&'a StateMap>,
    /// How many there are in all.
    order: u64,
}

impl<'a> Group<'a> {
    fn new(context: &Context<'_>, maps: Vec<&'a StateMap>) -> Self {
        let order = u64::try_from(maps.len()).expect("symmetries are listed if they are few");
        let keeps_players =
            |map: &&StateMap| map.players.iter().zip(0..).all(|(image, player)| image.0 == player);
        if context.model.sides() != 2 {
            return Group { kept: maps, exchange: None, order };
        }
        let (kept, others): (Vec<_>, Vec<_>) = maps.into_iter().partition(keeps_players);
        let moved = |map: &&&StateMap| {
            let cells = map.cells.iter().enumerate();
            cells.filter(|(cell, to)| usize::from(**to) != *cell).count()
        };
        Group { kept, exchange: others.iter().min_by_key(moved).copied(), order }
    }
}

/// The number of different images, if `same` of the symmetries that were looked at change
/// nothing.
fn orbit(group: &Group<'_>, same: &Expr) -> Expr {
    (Expr::number(Type::U32, group.order) / same).to(Type::Rank)
}

/// Adds the function `precedes`: the order of positions.
fn precedes(context: &mut Context<'_>) {
    let [one, other] = ["one", "other"].map(|name| Expr::name(Type::State, name));
    let layout = &context.layout;
    // What is compared one number after the other, before and after the cells.
    let mut first = Vec::new();
    let mut arrays = Vec::new();
    if let Some(mover) = layout.mover(&one) {
        first.push((mover, layout.mover(&other).expect("positions are alike")));
    }
    match layout.form {
        Form::Sets => {
            let sets = layout.sets(&one).zip(layout.sets(&other));
            first.extend(sets.map(|((_, one), (_, other))| (one, other)));
        }
        Form::Cells => arrays.push((layout.cells(&one), layout.cells(&other))),
    }
    if context.hash.turning {
        arrays.push((layout.turns(&one), layout.turns(&other)));
    }
    let counters: Vec<(Expr, Expr)> = (0..context.model.counters.len())
        .map(|counter| (layout.counter(&one, counter), layout.counter(&other, counter)))
        .collect();
    if arrays.is_empty() {
        first.extend(counters.iter().cloned());
    }
    let length = layout.cells;
    let body = Code::block(|code| {
        let decide = |code: &mut Code, (one, other): (Expr, Expr)| {
            code.when(one.differs(&other), |code| code.give(one.less(&other)));
        };
        let mut numbers = first.clone();
        let last = if arrays.is_empty() { numbers.pop() } else { None };
        numbers.into_iter().for_each(|pair| decide(code, pair));
        for (one, other) in &arrays {
            code.count("cell", 0, place(length), |code, cell| {
                decide(code, (one.at(&cell), other.at(&cell)));
            });
        }
        if !arrays.is_empty() {
            counters.iter().cloned().for_each(|pair| decide(code, pair));
        }
        code.give(last.map_or(Expr::truth(false), |(one, other)| one.less(&other)));
    });
    let doc = "Whether a position comes before another.";
    context.helper("precedes", doc, &[one, other], Type::Bool, body);
}
