//! The symmetries whose images are numbered: every image of a position that has an index must have
//! one.
//!
//! That is so for two groups of symmetries, of which the larger is taken. Those that keep the
//! start carry play to play, so the images of what can be reached can be reached. And where a tier
//! has *every* arrangement of its pieces, it is enough that tiers become tiers and movers movers.

use crate::lower::context::Context;
use crate::plan::Hash;
use crate::plan::arrangement::Arrangement;
use crate::plan::quotient::StateMap;
use crate::plan::turning::Turning;

/// The symmetries of use, the first changes nothing.
///
/// Where positions that differ by a symmetry share an index, it must be one of these: what stands
/// for a position then has an index of its own. None if it is not so, and none for placements:
/// nobody looks for them from a start.
pub(super) fn maps<'a>(context: &Context<'a>) -> Vec<&'a StateMap> {
    let hash = context.hash;
    let all = hash.quotient().maps();
    let Some(start) = context.facts.domain.beginning() else { return Vec::new() };
    let keeping_start: Vec<&StateMap> =
        all.iter().filter(|map| map.image(start) == *start).collect();
    if hash.is_up_to_symmetry() {
        let in_index = |map: &&StateMap| map.moves_cells_only();
        let used = keeping_start.iter().filter(|map| in_index(map)).count();
        return if used == all.iter().filter(in_index).count() {
            keeping_start
        } else {
            Vec::new()
        };
    }
    if keeping_start.len() == all.len() || !has_all_arrangements(hash) {
        return keeping_start;
    }
    let keeping_tiers: Vec<&StateMap> = all.iter().filter(|map| keeps_tiers(hash, map)).collect();
    if keeping_tiers.len() > keeping_start.len() { keeping_tiers } else { keeping_start }
}

/// Whether every tier numbers all arrangements of its pieces on all cells, with every value of its
/// counters and for each of its movers.
fn has_all_arrangements(hash: &Hash) -> bool {
    hash.mover.is_none()
        && hash.tiers().iter().all(|tier| match tier.zones.as_slice() {
            [zone] => {
                let all =
                    matches!(zone.arrangement, Arrangement::Colors(_) | Arrangement::Chain(_));
                all && matches!(zone.turning, Turning::None)
            }
            _ => false,
        })
}

/// Whether the image of every tier is a tier. As a tier has all arrangements of its pieces, one of
/// them tells for all.
fn keeps_tiers(hash: &Hash, map: &StateMap) -> bool {
    let free = |counter: usize| {
        hash.counters
            .iter()
            .find(|(free, _, _)| *free == counter)
            .map(|(_, low, values)| (low, values))
    };
    let counters_kept =
        map.counters.iter().enumerate().all(|(counter, image)| free(counter) == free(*image));
    let mut tiers = hash.tiers().iter().enumerate();
    counters_kept
        && tiers.all(|(number, tier)| {
            // The mover is the last digit.
            let first = hash.blocks.start(number);
            (first..).zip(&tier.movers).all(|(index, _)| {
                let image = map.image(&hash.unrank(index));
                hash.rank(&image).is_some_and(|image_index| hash.unrank(image_index) == image)
            })
        })
}
