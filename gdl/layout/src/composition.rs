//! Seeds in pits: the ways to spread s equal seeds over n pits.
//!
//! Put n - 1 separators between the pits: seeds and separators in a row are a set of n - 1 of s +
//! n - 1 places (stars and bars), so there are C(s + n - 1, n - 1) ways (Edelkamp et al., *Solving
//! games in parallel with linear-time perfect hash functions*, TZI report 52, 2009, section 5, for
//! awari). In the combinatorial number system the j-th separator, at place x(1) + ... + x(j) + j -
//! 1, adds C(x(1) + ... + x(j) + j - 1, j).
//!
//! With a further separator after the last pit the same sum numbers the ways with *at most* s
//! seeds, C(s + n, n) of them, and the ways with fewer seeds come first: those with exactly t
//! seeds are the indices from C(t - 1 + n, n) to C(t + n, n) - 1. So the layout for exactly s
//! seeds is the layout for at most s seeds in the pits but the last, which holds the others.

use super::LayoutError;
use super::counting::{self, index_size};

/// The ways to spread seeds over pits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    pits: usize,
    seeds: usize,
    total: Total,
    size: u64,
    /// Number of pits that the others do not determine.
    free: usize,
    /// By pit and number of seeds up to and with it: what the separator after it adds.
    table: Vec<u64>,
}

/// How many of the seeds are in the pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// All of them.
    Exactly,
    /// Any number up to all.
    AtMost,
}

/// The number of ways to spread exactly, or at most, `seeds` seeds over `pits` pits.
pub fn size(pits: usize, seeds: usize, total: Total) -> u128 {
    match total {
        Total::Exactly if pits == 0 => u128::from(seeds == 0),
        Total::Exactly => counting::binomial(seeds + pits - 1, pits - 1),
        Total::AtMost => counting::binomial(seeds + pits, pits),
    }
}

impl Composition {
    /// Creates the layout for `seeds` seeds in `pits` pits; a pit holds at most 255.
    pub fn new(pits: usize, seeds: usize, total: Total) -> Result<Self, LayoutError> {
        if seeds > 255 {
            return Err(LayoutError::Impossible { reason: "more than 255 seeds in a pit" });
        }
        let size = index_size(size(pits, seeds, total))?;
        if size == 0 {
            return Err(LayoutError::Impossible { reason: "seeds, but no pit" });
        }
        let free = if total == Total::Exactly { pits.saturating_sub(1) } else { pits };
        let added = |pit: usize, before: usize| {
            u64::try_from(counting::binomial(before + pit, pit + 1)).expect("at most the size")
        };
        let table =
            (0..free).flat_map(|pit| (0..=seeds).map(move |before| added(pit, before))).collect();
        Ok(Composition { pits, seeds, total, size, free, table })
    }

    /// Number of ways.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of pits.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// Number of seeds.
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// By pit, but a determined last one, and number of seeds up to and with it: what the
    /// separator after it adds to the index.
    pub fn table(&self) -> &[u64] {
        &self.table
    }

    /// Whether the pits hold as many seeds as this layout has.
    pub fn contains(&self, contents: &[u8]) -> bool {
        let sum: usize = contents.iter().map(|seeds| usize::from(*seeds)).sum();
        match self.total {
            Total::Exactly => sum == self.seeds,
            Total::AtMost => sum <= self.seeds,
        }
    }

    /// The index of the contents of the pits.
    #[inline]
    pub fn rank(&self, contents: &[u8]) -> u64 {
        let (mut index, mut place) = (0, 0);
        for seeds in &contents[..self.free] {
            place += usize::from(*seeds);
            index += self.table[place];
            place += self.seeds + 1;
        }
        index
    }

    /// Writes the contents of the pits with an index.
    #[inline]
    pub fn unrank(&self, index: u64, contents: &mut [u8]) {
        // From the last separator to the first, each has the most seeds before it that do not add
        // too much.
        let (mut rest, mut most) = (index, self.seeds);
        if self.total == Total::Exactly && self.pits > 0 {
            contents[self.free] = seeds(self.seeds);
        }
        for pit in (0..self.free).rev() {
            let row = &self.table[pit * (self.seeds + 1)..][..=most];
            // PERF: few seeds are between two separators, so counting down is faster than halving.
            while row[most] > rest {
                most -= 1;
            }
            rest -= row[most];
            contents[pit] = seeds(most);
        }
        // The contents are now the seeds up to and with each pit.
        let mut before = 0;
        for content in &mut contents[..self.pits] {
            (*content, before) = (*content - before, *content);
        }
    }
}

#[inline]
fn seeds(number: usize) -> u8 {
    u8::try_from(number).expect("at most 255 seeds")
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;
    use bitvec::bitvec;

    #[test]
    fn unrank_inverts_rank() {
        for pits in 0..=5 {
            for seeds in 0..=8 {
                for total in [Total::Exactly, Total::AtMost] {
                    let Ok(layout) = Composition::new(pits, seeds, total) else {
                        assert!(pits == 0 && seeds > 0 && total == Total::Exactly);
                        continue;
                    };
                    let mut contents = vec![0; pits];
                    let mut before = (0, Vec::new());
                    for index in 0..layout.size() {
                        layout.unrank(index, &mut contents);
                        let sum: usize = contents.iter().map(|seeds| usize::from(*seeds)).sum();
                        assert!(if total == Total::Exactly { sum == seeds } else { sum <= seeds });
                        assert_eq!(layout.rank(&contents), index);
                        // More seeds come later; with as many, more in the earlier pits do.
                        let reversed: Vec<u8> = contents.iter().rev().copied().collect();
                        assert!(sum >= before.0, "fewer seeds come first");
                        assert!(index == 0 || before.1 != reversed);
                        before = (sum, reversed);
                    }
                }
            }
        }
    }

    #[test]
    fn every_way_has_its_own_index() {
        let layout = Composition::new(4, 6, Total::AtMost).unwrap();
        let mut seen = bitvec![0; usize::try_from(layout.size()).unwrap()];
        for code in 0..7_u32.pow(4) {
            let contents: Vec<u8> =
                (0..4).map(|pit| u8::try_from(code / 7_u32.pow(pit) % 7).unwrap()).collect();
            if contents.iter().sum::<u8>() <= 6 {
                let index = usize::try_from(layout.rank(&contents)).unwrap();
                assert!(!seen.replace(index, true));
            }
        }
        assert!(seen.all());
    }

    #[test]
    fn awari_has_the_known_size() {
        let layout = Composition::new(12, 48, Total::Exactly).unwrap();
        assert_eq!(u128::from(layout.size()), counting::binomial(59, 11));
        let at_most = Composition::new(12, 48, Total::AtMost).unwrap();
        assert_eq!(at_most.size(), 1_399_358_844_975);
        let mut random = Random(51);
        let mut contents = [0; 12];
        for layout in [layout, at_most] {
            for _ in 0..1_000 {
                let index = random.below(layout.size());
                layout.unrank(index, &mut contents);
                assert_eq!(layout.rank(&contents), index);
            }
        }
    }

    #[test]
    fn too_many_ways_are_refused() {
        let size = size(40, 200, Total::Exactly);
        assert_eq!(Composition::new(40, 200, Total::Exactly), Err(LayoutError::TooLarge { size }));
    }
}
