//! A family that fits a game, with what its tables take.

use super::engine::Engine;
use super::family::Family;
use super::hash::Hash;

/// A family that fits.
pub(super) struct Fitting {
    pub(super) family: Family,
    pub(super) entries: u64,
    pub(super) largest_tier: u64,
    /// Bytes besides the table.
    pub(super) keys: u64,
    /// The hash; none for `orbits` if it was not asked for, as its tables take time.
    pub(super) hash: Option<Hash>,
}

impl Fitting {
    pub(super) fn new(family: Family, hash: Hash) -> Self {
        let tiers = hash.tiers().iter();
        let keys = tiers.filter_map(|tier| tier.enumerated.as_ref()).map(|set| set.bytes()).sum();
        let largest = (0..hash.tiers().len()).map(|tier| hash.tier_size(tier)).max();
        let (entries, largest_tier) = (hash.size(), largest.unwrap_or(0));
        Fitting { family, entries, largest_tier, keys, hash: Some(hash) }
    }

    pub(super) fn bytes(&self, engine: Engine) -> u128 {
        (u128::from(self.entries) * u128::from(engine.bits())).div_ceil(8) + u128::from(self.keys)
    }
}
