//! Numbers that look random, the same for the same seed on every machine.

/// A source of such numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The source with a seed. Neighbouring seeds give unrelated numbers.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        Random(random.number())
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u64;
        usize::try_from(self.number() % limit).unwrap_or(0)
    }

    /// A number from a range, both ends included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// Whether something happens that happens `percent` times of a hundred.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several, of which there is at least one.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Brings elements into another order.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for place in (1..elements.len()).rev() {
            elements.swap(place, self.below(place + 1));
        }
    }
}
