//! The positions of a tier that was asked for: all placements, with the players to move who can be in this tier.
//!
//! Where the numbers of a tier tell whose turn it is, as in the placing of men in turn, positions with another player to move belong to no tier.

use super::placement::placements;
use super::rules::Interp;
use crate::SolveError;
use gdl::analyze::bounds::Bounds;
use gdl::analyze::counts::counts;
use gdl::analyze::tiers::named::named_tier;
use gdl::analyze::tiers::tiers;
use gdl::model::{PlayerId, State};

/// How many positions a tier has, before those that count as the same are taken together.
pub fn tier_positions(interp: &Interp<'_>, tier: &[(String, i64)]) -> Result<u128, SolveError> {
    Ok(members(interp, tier)?.1)
}

/// The positions of a tier, and how many there are.
pub(super) fn members<'m>(
    interp: &Interp<'m>,
    tier: &[(String, i64)],
) -> Result<(impl Iterator<Item = State> + use<'m>, u128), SolveError> {
    let (all, size) = placements(interp, tier)?;
    let sides = interp.model().sides();
    let movers = movers(interp, tier);
    let share = movers.as_ref().map_or(sides, Vec::len);
    let is_possible =
        move |state: &State| movers.as_ref().is_none_or(|movers| movers.contains(&state.mover));
    Ok((all.filter(is_possible), size / sides as u128 * share as u128))
}

/// Whose turn it can be in a tier; none if play never comes to it.
fn movers(interp: &Interp<'_>, given: &[(String, i64)]) -> Option<Vec<PlayerId>> {
    let model = interp.model();
    let start = &model.starts[interp.start_index()];
    let bounds = Bounds::from_starts(model, std::slice::from_ref(start));
    let tiers = tiers(model, start, &bounds, &counts(model, &bounds));
    let number = named_tier(model, start, &tiers, given).ok()?;
    Some(tiers.tiers.get(number)?.movers.clone())
}
