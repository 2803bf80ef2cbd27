//! Doing what is ordered.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::check::{check, prove};
use super::initialize::initialize;
use super::listing::{self, List};
use super::lookup::Lookup;
use super::margins::margins;
use super::reach::reach;
use super::rules::Rules;
use super::spread::{pass, spread};
use super::tally::tally;
use super::work::{Abilities, Done, Job, Work};
use std::ops::Range;

/// Does some work on a range of slots. Its bounds are multiples of 64, or the end of the tier.
pub fn work<R: Rules>(rules: &R, work: &Work<'_>, slots: Range<u64>) -> Done {
    let lookup = Lookup::new(rules, work);
    match work.orders.job {
        Job::Reach => reach(&lookup, slots),
        Job::Initialize => initialize(&lookup, slots),
        Job::Spread => spread(&lookup, slots),
        Job::Pass => pass(&lookup, slots),
        Job::Margins => margins(&lookup, slots),
        Job::Tally => tally(&lookup, slots),
        Job::Check => check(&lookup, slots),
        Job::Prove => prove(&lookup, slots),
        // They have no range: see `list`.
        Job::Leaving | Job::After | Job::Before | Job::Sizes => Done::default(),
    }
}

/// Says what is asked about the slots of a list, as far as there is room: how many slots that was,
/// and how many words.
pub fn list<R: Rules>(rules: &R, work: &Work<'_>, list: &List<'_>) -> Done {
    listing::list(&Lookup::new(rules, work), list)
}

/// What a game can do.
pub fn abilities<R: Rules>() -> Abilities {
    Abilities {
        exchanges_players: R::EXCHANGES_PLAYERS,
        knows_tier_predecessors: R::KNOWS_TIER_PREDECESSORS,
        scores: R::SCORES,
    }
}

/// The tier and the slot of the position with an index inside a tier.
pub fn place<R: Rules>(rules: &R, work: &Work<'_>, tier: usize, index: u64) -> (usize, u64) {
    let place = Lookup::new(rules, work).place(&rules.unrank_in_tier(tier, index));
    (place.tier, place.slot)
}
