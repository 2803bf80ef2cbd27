//! Values where the scores decide: the best margin from a position to the end, for the player to
//! move.
//!
//! Every value begins at 0, and each round computes all of them anew from the round before: after
//! `k` rounds a value is that of the game broken off after `k` plies inside the tier. A margin
//! that can be forced is forced within as many plies as there are positions, so the rounds come to
//! rest at the value of the game in which endless play adds nothing. That needs moves inside a
//! tier to bring nothing.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::coding::{Decided, entry, margin};
use super::lookup::Lookup;
use super::rules::Rules;
use super::tally::count;
use super::work::Done;
use std::ops::Range;

/// What a move out of or inside a tier brings, and what the best of them is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    /// The margin.
    pub(super) margin: i64,
    /// How many moves there are.
    pub(super) moves: u64,
    /// Whether a move stays in the tier.
    pub(super) stays: bool,
    /// Whether one that does brings something.
    pub(super) gains_inside: bool,
}

/// The best margin of a position as its successors stand.
pub(super) fn best<R: Rules>(lookup: &Lookup<'_, R>, state: &R::State) -> Best {
    let mut best = Best { margin: i64::MIN, moves: 0, stays: false, gains_inside: false };
    lookup.rules.successors(state, &mut |next| {
        best.moves += 1;
        let gain = i64::from(lookup.rules.gain(next));
        let (place, stays) = lookup.place_after(state, next);
        best.stays |= stays;
        best.gains_inside |= stays && gain != 0;
        let rest = margin(lookup.tier(place.tier).values.get(place.slot));
        let rest = if lookup.same_mover(state, next) { rest } else { -rest };
        best.margin = best.margin.max(gain + rest);
    });
    if best.moves == 0 {
        best.margin = i64::from(lookup.rules.final_gain(state));
    }
    best
}

/// Computes the margins of a range of slots anew: from the values, into the other table.
pub(super) fn margins<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut done = Done::default();
    for slot in slots {
        let position = tier.is_asked(slot).then(|| lookup.position(slot)).flatten();
        let best = match position {
            Some(state) => {
                count(lookup, &mut done, &state, Decided::Neither);
                best(lookup, &state)
            }
            None => Best { margin: 0, moves: 0, stays: false, gains_inside: false },
        };
        done.slots += 1;
        done.moves += best.moves;
        done.stays |= best.stays;
        // A score that can grow inside a tier could grow for ever.
        let new = entry(best.margin).filter(|_| !best.gains_inside);
        done.overflow |= new.is_none();
        let new = new.unwrap_or(0);
        done.changed += u64::from(new != tier.values.get(slot));
        tier.fresh.change(slot, |_| Some(new));
    }
    done
}
