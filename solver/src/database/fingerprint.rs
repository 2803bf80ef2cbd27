//! What tells one numbering of positions from another.
//!
//! It is read off the numbering itself: the tiers with their sizes, and the positions that some of the indices of each have. So a change of the code that leaves
//! the numbers as they are changes nothing, and one that does not is found out before a database is misread.

use gdl::plan::Hash;

/// How many positions of all tiers are looked at, about.
const SAMPLES: u64 = 2048;

/// The fingerprint of a numbering, as hexadecimal text.
pub(super) fn fingerprint(hash: &Hash) -> String {
    let tiers = hash.tiers().len() as u64;
    let samples = (SAMPLES / tiers.max(1)).max(2);
    let mut hasher = blake3::Hasher::new();
    for (number, tier) in hash.tiers().iter().enumerate() {
        let size = hash.tier_size(number);
        hasher.update(&size.to_le_bytes());
        for number in &tier.key {
            hasher.update(&number.to_le_bytes());
        }
        for sample in 0..samples.min(size) {
            // Spread over the tier, its first and last index among them.
            let span = u128::from(size - 1) * u128::from(sample) / u128::from((samples - 1).max(1));
            let index = u64::try_from(span).expect("less than the size").min(size - 1);
            let state = hash.unrank(hash.tier_start(number) + index);
            hasher.update(&state.cells);
            hasher.update(&state.turns);
            hasher.update(&state.counters);
            hasher.update(&[state.mover.0]);
        }
    }
    hasher.finalize().to_hex().to_string()
}
