//! Which positions of a tier can be reached: marks are carried on from position to position.
//!
//! Tiers are done in the order of play, so everything that leads into a tier has been done before
//! it. A tier is swept until it has no fresh marks.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::lookup::Lookup;
use super::rules::Rules;
use super::work::Done;
use std::ops::Range;

/// Expands the fresh positions of a range of slots, which begins where a word begins.
pub(super) fn reach<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut done = Done::default();
    tier.fresh.take_marks(slots, |slot| {
        done.slots += 1;
        let state = lookup.rules.unrank_in_tier(lookup.own, slot << tier.shift);
        lookup.rules.successors(&state, &mut |next| {
            done.moves += 1;
            let (place, inside) = lookup.place_after(&state, next);
            let other = lookup.tier(place.tier);
            if other.reached.mark(place.slot) {
                done.changed += 1;
                if inside {
                    other.fresh.mark(place.slot);
                }
            }
        });
    });
    done
}
