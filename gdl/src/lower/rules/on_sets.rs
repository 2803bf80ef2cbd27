//! Rules on positions that are kept as sets: all places of a pattern at once.

use super::condition::holding;
use super::flat::{Becomes, FlatRule};
use super::{Turn, show};
use crate::ir::{Code, Expr, Operator, Statement};
use crate::lower::context::Context;
use crate::model::ContentSet;
use std::collections::BTreeMap;

/// Rules that are the same but for their place: each slot lies so far from the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    slots: Vec<PatternSlot>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PatternSlot {
    offset: i64,
    /// What must stand there, if that is tested.
    needs: Option<ContentSet>,
    /// What stands there before and after, if that changes.
    change: Option<(u8, u8)>,
}

/// The code for rules that are spelled out.
pub(super) fn code(
    context: &Context<'_>,
    rules: &[FlatRule],
    turn: &Turn<'_>,
    numbered: &mut usize,
) -> Vec<Statement> {
    let mut patterns: BTreeMap<Pattern, u128> = BTreeMap::new();
    for rule in rules {
        let first = rule.slots[0].cell;
        let slots = rule.slots.iter().map(|slot| PatternSlot {
            offset: offset(first, slot.cell),
            needs: slot.tested.then_some(slot.needs),
            change: slot.becomes.map(|becomes| match becomes {
                Becomes::Content(to) => (slot.needs.single().expect("spelled out").0, to),
                Becomes::Slot(_) => unreachable!("copies are spelled out"),
            }),
        });
        *patterns.entry(Pattern { slots: slots.collect() }).or_default() |= 1 << first;
    }
    Code::block(|code| {
        for (pattern, places) in &patterns {
            *numbered += 1;
            apply(context, code, (pattern, *places), turn, *numbered);
        }
    })
}

/// How far a cell lies after another.
pub(super) fn offset(first: usize, cell: usize) -> i64 {
    let number = |cell: usize| i64::try_from(cell).expect("at most MAX_CELLS");
    number(cell) - number(first)
}

/// The bits of a set, seen from cells so far away.
fn seen_from(set: Expr, offset: i64) -> Expr {
    if offset < 0 { set << offset.unsigned_abs() } else { set >> offset.unsigned_abs() }
}

/// The bits of a set, moved so far.
pub(super) fn moved(set: &Expr, offset: i64) -> Expr {
    if offset < 0 { set >> offset.unsigned_abs() } else { set << offset.unsigned_abs() }
}

/// Writes the loop over all places of a pattern.
fn apply(
    context: &Context<'_>,
    code: &mut Code,
    (pattern, places): (&Pattern, u128),
    turn: &Turn<'_>,
    number: usize,
) {
    let state = &context.state();
    let ty = context.layout.set_type();
    let mut fitting = Expr::set(ty.clone(), places, context.layout.cells);
    for slot in &pattern.slots {
        if let Some(needs) = slot.needs {
            // Bits that are no cells are left out by the places.
            fitting = fitting & seen_from(holding(context, state, needs), slot.offset);
        }
    }
    let places = code.name(&format!("places_{number}"), fitting);
    code.repeat(places.differs(0), |code| {
        let place = code.name("place", &places & (!&places + 1));
        code.update(&places, Operator::Xor, &place);
        let next = code.name("next", state.clone());
        for (content, set) in context.layout.sets(&next) {
            // Contents of different slots are different cells, so the bits to turn round can be joined.
            let touched = pattern.slots.iter().filter(|slot| {
                slot.change.is_some_and(|(from, to)| (from == content) != (to == content))
            });
            let bits = touched.map(|slot| moved(&place, slot.offset));
            if let Some(bits) = bits.reduce(|bits, bit| bits | bit) {
                code.update(&set, Operator::Xor, bits);
            }
        }
        show(context, code, turn, &next, None);
    });
}
