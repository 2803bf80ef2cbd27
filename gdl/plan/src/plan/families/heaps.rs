//! The family `heaps`: heaps with a fixed sum ([`crate::layout::composition`]).

use super::{HashFamily, Refusal};
use crate::analyze::counts::{Trend, What};
use crate::layout::composition::{Composition, Total};
use crate::plan::arrangement::{Arrangement, Heaps};
use crate::plan::hash::{Hash, NewTier, TierStates};
use crate::plan::subject::Subject;

pub(super) struct FixedSums;

impl HashFamily for FixedSums {
    /// One block for each number of seeds.
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        if !subject.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold pieces, not numbers"));
        }
        subject.refuse_rotations()?;
        let mut tiers = Vec::new();
        for (key, movers) in subject.keys()? {
            let seeds = seeds(subject, &key).and_then(|seeds| usize::try_from(seeds).ok());
            let seeds = seeds.ok_or(Refusal::NotMadeForIt("the number of seeds is not fixed"))?;
            let pits = subject.model.board.cells.len();
            let heaps = Heaps(Composition::new(pits, seeds, Total::Exactly)?);
            let states = TierStates::Zones(vec![subject.whole(Arrangement::Heaps(heaps))?]);
            tiers.push(NewTier { key, movers, states });
        }
        Ok(Hash::new(subject.frame(subject.facts.tiers.key.clone()), tiers)?)
    }

    fn nanoseconds(&self, cells: f64, _: f64) -> f64 {
        0.2 * cells
    }
}

/// The number of seeds in a tier, if it is fixed.
fn seeds(subject: &Subject<'_>, key: &[i64]) -> Option<i64> {
    let is_seeds = |what: &What| matches!(what, What::Content(_));
    if let Some(position) = subject.facts.tiers.key.iter().position(is_seeds) {
        return Some(key[position]);
    }
    let mut quantities = subject.facts.counts.quantities.iter();
    let seeds = quantities.find(|quantity| is_seeds(&quantity.what))?;
    (seeds.trend == Trend::Constant).then_some(seeds.range.low)
}
