//! Counting the positions of a tier that are won or lost.
//!
//! Draws are what is left of all positions, which the [initialization](super::initialize) counts.
//! So tiers with few decided positions take little time.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::coding::{Decided, margin};
use super::lookup::Lookup;
use super::rules::Rules;
use super::work::{Done, LongestSlot, ValueCounts};
use std::ops::Range;

/// Counts the positions of a range of slots.
pub(super) fn tally<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut done = Done::default();
    for slot in slots {
        let value = if R::SCORES {
            by_margin(margin(tier.values.get(slot)))
        } else {
            lookup.coding(lookup.own).read(tier.values.get(slot))
        };
        if value == Decided::Neither || !tier.is_asked(slot) {
            continue;
        }
        let Some(state) = lookup.position(slot) else { continue };
        count(lookup, &mut done, &state, value);
        match value {
            Decided::Won(plies) => done.win = done.win.or(LongestSlot { plies, slot }),
            Decided::Lost(plies) => done.loss = done.loss.or(LongestSlot { plies, slot }),
            Decided::Neither => {}
        }
    }
    done
}

/// Counts a position of the own tier, with all that it stands for.
pub(super) fn count<R: Rules>(
    lookup: &Lookup<'_, R>,
    done: &mut Done,
    state: &R::State,
    value: Decided,
) {
    let mover = usize::try_from(lookup.rules.mover(state)).expect("0 or 1");
    add(&mut done.positions[mover], value, lookup.rules.class_size(lookup.own, state));
    add(&mut done.classes, value, 1);
}

fn add(sums: &mut ValueCounts, value: Decided, positions: u64) {
    match value {
        Decided::Won(_) => sums.won += positions,
        Decided::Lost(_) => sums.lost += positions,
        Decided::Neither => sums.drawn += positions,
    }
}

/// A margin as a win or loss by that many points.
fn by_margin(margin: i64) -> Decided {
    let points = u32::try_from(margin.unsigned_abs()).expect("16 bits");
    match margin {
        0 => Decided::Neither,
        1.. => Decided::Won(points),
        _ => Decided::Lost(points),
    }
}
