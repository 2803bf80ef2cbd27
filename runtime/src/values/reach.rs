//! Which positions of a tier can be reached: marks are carried on from position to position.
//!
//! Tiers are done in the order of play, so everything that leads into a tier has been done before it. A tier is swept until it has no fresh marks.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::lookup::Lookup;
use super::rules::Rules;
use super::work::Done;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Expands the fresh positions of a range of slots, which begins where a word begins.
pub(super) fn reach<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut done = Done::default();
    for number in slots.start / 64..slots.end.div_ceil(64) {
        let at = usize::try_from(number).expect("the words are in memory");
        if tier.fresh.words[at].load(Ordering::Relaxed) == 0 {
            continue;
        }
        let mut marks = tier.fresh.words[at].swap(0, Ordering::Relaxed);
        while marks != 0 {
            let slot = number * 64 + u64::from(marks.trailing_zeros());
            marks &= marks - 1;
            done.slots += 1;
            let index = slot << tier.shift;
            let state = lookup.rules.unrank_in_tier(lookup.own, index);
            lookup.rules.successors(&state, &mut |next| {
                done.moves += 1;
                let inside = lookup.rules.same_tier(&state, next);
                let place = if inside { lookup.place_inside(next) } else { lookup.place(next) };
                let other = lookup.tier(place.tier);
                if other.reached.mark(place.slot) {
                    done.changed += 1;
                    if inside {
                        other.fresh.mark(place.slot);
                    }
                }
            });
        }
    }
    done
}
