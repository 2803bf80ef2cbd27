//! Several patterns in one loop, for devices on which many positions advance in step.
//!
//! With a loop for each pattern all wait at each loop for the one with the most places there. In
//! one loop they wait for the one with the most places in all. And what follows a change, which
//! can be long, is there once instead of once for each pattern: drivers paste functions wherever
//! they are called.
//!
//! ```text
//! places_1 = ...; places_2 = ...
//! while places_1 | places_2 is not empty:
//!     if places_1 is not empty: take a place out of it, and change `next` there
//!     else: the same with places_2
//!     show `next`
//! ```

use super::super::draft::{Change, Draft, Lookup, Results};
use super::super::flat::Spot;
use super::super::view::Here;
use super::{Pattern, moved};
use crate::ir::{Code, Expr, Operator};
use crate::lower::context::Context;

/// The most patterns of a loop: compilers of shaders have a limit for blocks in blocks.
const MOST: usize = 32;

/// A pattern with the places where it is looked for, or with a variable that has those where it
/// fits.
type Placed<'a, P> = (&'a Pattern, P);

/// Divides patterns into those that can share loops, each with the places of its first slot, and
/// the others.
pub(super) fn shared<'a>(
    context: &mut Context<'_>,
    patterns: impl Iterator<Item = Placed<'a, u128>>,
    lookup: &Lookup<'_>,
) -> (Vec<Vec<Placed<'a, u128>>>, Vec<Placed<'a, u128>>) {
    let mut groups: Vec<Vec<Placed<'a, u128>>> = Vec::new();
    let mut others = Vec::new();
    for (pattern, places) in patterns {
        if !fits(context, pattern, lookup) {
            others.push((pattern, places));
            continue;
        }
        let alike = |group: &&mut Vec<Placed<'a, u128>>| {
            let first = group[0].0;
            group.len() < MOST
                && first.here.is_some() == pattern.here.is_some()
                && changes(first) == changes(pattern)
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push((pattern, places)),
            None => groups.push(vec![(pattern, places)]),
        }
    }
    let (groups, alone) = groups.into_iter().partition(|group| group.len() > 1);
    others.extend(Vec::into_iter(alone).flatten());
    (groups, others)
}

/// Whether a pattern can share a loop.
fn fits(context: &mut Context<'_>, pattern: &Pattern, lookup: &Lookup<'_>) -> bool {
    let always = pattern.fixed_hold(context, lookup.state).value() == Some(1);
    let moves_here = !matches!(pattern.here, Some(Spot::Fixed(_)));
    let has_source = lookup.from.is_none() || pattern.source.is_some();
    always && moves_here && has_source && !pattern.slots.is_empty()
}

fn changes(pattern: &Pattern) -> bool {
    matches!(pattern.changes(), Change::Certain)
}

/// Writes the loop over all places of some patterns.
pub(super) fn code(
    context: &mut Context<'_>,
    code: &mut Code,
    group: &[Placed<'_, u128>],
    (lookup, numbered): (&Lookup<'_>, &mut usize),
    results: Results<'_>,
) {
    let state = lookup.state;
    let mut placed = Vec::new();
    for (pattern, places) in group {
        *numbered += 1;
        let fitting = pattern.fitting_from(context, lookup, *places);
        placed.push((*pattern, code.name(&format!("places_{numbered}"), fitting)));
    }
    let any = placed.iter().map(|(_, places)| places.clone()).reduce(|all, places| all | places);
    let any = any.expect("there are patterns");
    let first = group[0].0;
    code.repeat(any.differs(0), |code| {
        let next = match lookup.only_here {
            true => state.clone(),
            false => code.name("next", state.clone()),
        };
        let zero = Expr::number(context.layout.set_type(), 0_u32);
        let here = first.here.map(|_| code.name("filled", zero));
        one_of(context, code, &placed, lookup, (&next, here.as_ref()));
        let here = here.map_or(Here::Nowhere, Here::At);
        results(context, code, Draft { next, here, change: first.changes() });
    });
}

/// Writes the change by the first pattern that fits anywhere.
fn one_of(
    context: &Context<'_>,
    code: &mut Code,
    placed: &[Placed<'_, Expr>],
    lookup: &Lookup<'_>,
    (next, filled): (&Expr, Option<&Expr>),
) {
    let Some(((pattern, places), rest)) = placed.split_first() else { return };
    let change = |code: &mut Code| {
        let place = code.name("place", places & (!places + 1));
        code.update(places, Operator::Xor, &place);
        if !lookup.only_here {
            pattern.change_at(context, code, &place, (lookup.state, next));
        }
        if let (Some(filled), Some(Spot::Slot(slot))) = (filled, pattern.here) {
            code.set(filled, moved(&place, pattern.slots[slot].offset));
        }
    };
    if rest.is_empty() {
        return change(code);
    }
    code.either(places.differs(0), change, |code| {
        one_of(context, code, rest, lookup, (next, filled));
    });
}
