//! What tells one numbering of positions from another.
//!
//! It is read off the numbering itself: the tiers with their sizes, and the positions that some of
//! the indices of each have. So a change of the code that leaves the numbers as they are changes
//! nothing, and one that does not is found out before a database is misread.

use super::Hash;

/// How many positions of all tiers are looked at, about.
const SAMPLES: u64 = 2048;

impl Hash {
    /// Gives the bytes that tell this numbering from others, some at a time: a checksum of all of
    /// them is its fingerprint.
    pub fn sample(&self, take: &mut dyn FnMut(&[u8])) {
        let tiers = self.tiers().len() as u64;
        let samples = (SAMPLES / tiers.max(1)).max(2);
        for (number, tier) in self.tiers().iter().enumerate() {
            let size = self.tier_size(number);
            take(&size.to_le_bytes());
            for number in &tier.key {
                take(&number.to_le_bytes());
            }
            for sample in 0..samples.min(size) {
                // Spread over the tier, its first and last index among them.
                let span =
                    u128::from(size - 1) * u128::from(sample) / u128::from((samples - 1).max(1));
                let index = u64::try_from(span).expect("less than the size").min(size - 1);
                let state = self.unrank(self.tier_start(number) + index);
                take(&state.cells);
                take(&state.turns);
                take(&state.counters);
                take(&[state.mover.0]);
            }
        }
    }
}
