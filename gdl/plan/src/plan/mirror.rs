//! Tiers that are images of each other when two players exchange their places.
//!
//! The value of a position is that of its image, so it is enough to solve one of two such tiers,
//! or half of a tier that is its own image. Not every image has an index: in nine men's morris,
//! with all men placed, four white men against two black ones come up with either player to move,
//! but two against four only with White to move, as Black has placed the last man.

use super::hash::{Hash, TierHash};
use super::turning::Turning;

impl Hash {
    /// The tier that the states of a tier come to if two players exchange their places. None if
    /// there is no such symmetry or if some image has no index. It may be the tier itself.
    pub fn mirror(&self, tier: usize) -> Option<usize> {
        let map = self.quotient().exchange()?;
        let free = |counter: usize| {
            let found = self.counters.iter().find(|(free, _, _)| *free == counter);
            found.map(|(_, low, values)| (low, values))
        };
        let mut counters = map.counters.iter().enumerate();
        let counters_kept = counters.all(|(counter, image)| free(counter) == free(*image));
        let own = &self.tiers[tier];
        if !counters_kept || self.turning || self.mover.is_some() || !has_all_arrangements(own) {
            return None;
        }
        // As all arrangements are there, one of them tells for all. The mover is the last digit.
        let first = self.blocks.start(tier);
        let images = (first..).zip(&own.movers).map(|(index, _)| map.image(&self.unrank(index)));
        let tiers = images.map(|image| {
            let index = self.rank(&image)?;
            let is_same = self.is_up_to_symmetry() || self.unrank(index) == image;
            is_same.then(|| self.blocks.split(index).0)
        });
        let tiers = tiers.collect::<Option<Vec<_>>>()?;
        let mirror = *tiers.first()?;
        let other = &self.tiers[mirror];
        let fits = has_all_arrangements(other)
            && other.movers.len() == own.movers.len()
            && tiers.iter().all(|it| *it == mirror);
        fits.then_some(mirror)
    }
}

/// Whether a tier numbers all arrangements of its pieces on all cells.
fn has_all_arrangements(tier: &TierHash) -> bool {
    let [zone] = tier.zones.as_slice() else { return false };
    zone.arrangement.has_all() && matches!(zone.turning, Turning::None)
}
