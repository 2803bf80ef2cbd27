//! Sets up to symmetry.
//!
//! The orbits of the k-sets under a group of symmetries are numbered in the order of their
//! smallest members. A table with one entry per set, by its rank, holds the number of its orbit
//! and an element that maps it to the smallest member. With the elements that map that member to
//! itself this is what [`canonical_times_free`](super::canonical_times_free) needs.

use super::LayoutError;
use super::counting::{entry, narrow};
use super::mask::Mask;
use super::split::SplitBinomial;
use super::symmetry::SymmetryGroup;

/// The largest table of sets.
const MAX_SETS: u64 = 1 << 28;

/// The sets of a given number of cells up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOrbits<M> {
    group: SymmetryGroup<M>,
    sets: SplitBinomial,
    /// By rank of a set: the number of its orbit.
    numbers: Vec<u32>,
    /// By rank of a set: an element that maps it to the representative; the identity for the
    /// representative itself.
    elements: Vec<u16>,
    /// By orbit: its smallest set.
    representatives: Vec<M>,
    /// By orbit: where the elements that map its representative to itself begin; one more at the
    /// end.
    stabilizer_starts: Vec<usize>,
    /// These elements without the identity.
    stabilizers: Vec<u16>,
}

impl<M: Mask> SetOrbits<M> {
    /// The orbits of the sets of `chosen` cells.
    pub fn new(group: SymmetryGroup<M>, chosen: usize) -> Result<Self, LayoutError> {
        let sets = SplitBinomial::new(group.cells(), chosen)?;
        if sets.size() > MAX_SETS {
            return Err(LayoutError::TablesTooLarge { entries: sets.size().into() });
        }
        let unknown = u32::MAX;
        let mut orbits = SetOrbits {
            numbers: vec![unknown; entry(sets.size())],
            elements: vec![0; entry(sets.size())],
            representatives: Vec::new(),
            stabilizer_starts: vec![0],
            stabilizers: Vec::new(),
            group,
            sets,
        };
        for rank in 0..orbits.sets.size() {
            // The order of the ranks is that of the sets, so the first set of an orbit that is met
            // is its smallest.
            if orbits.numbers[entry(rank)] == unknown {
                let representative = orbits.sets.unrank(rank);
                orbits.add(representative);
            }
        }
        Ok(orbits)
    }

    /// Number of orbits.
    pub fn size(&self) -> u64 {
        narrow(self.representatives.len())
    }

    /// Number of cells of each set.
    pub fn chosen(&self) -> usize {
        self.representatives[0].count()
    }

    /// The symmetries.
    pub fn group(&self) -> &SymmetryGroup<M> {
        &self.group
    }

    /// The layout of the sets, symmetric or not.
    pub fn sets(&self) -> &SplitBinomial {
        &self.sets
    }

    /// By rank of a set: the number of its orbit.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// By rank of a set: an element that maps it to the representative.
    pub fn elements(&self) -> &[u16] {
        &self.elements
    }

    /// By number of an orbit: its smallest set.
    pub fn representatives(&self) -> &[M] {
        &self.representatives
    }

    /// The number of a set's orbit, and an element that maps the set to the representative.
    #[inline]
    pub fn rank(&self, set: M) -> (u64, usize) {
        let rank = entry(self.sets.rank(set));
        (self.numbers[rank].into(), self.elements[rank].into())
    }

    /// The representative of an orbit, its smallest set.
    #[inline]
    pub fn unrank(&self, number: u64) -> M {
        self.representatives[entry(number)]
    }

    /// The elements that map the representative of an orbit to itself, without the identity.
    #[inline]
    pub fn stabilizer(&self, number: u64) -> &[u16] {
        let starts = &self.stabilizer_starts[entry(number)..];
        &self.stabilizers[starts[0]..starts[1]]
    }

    /// Adds the orbit of its smallest set.
    fn add(&mut self, representative: M) {
        let number = u32::try_from(self.representatives.len()).expect("at most MAX_SETS orbits");
        self.representatives.push(representative);
        for element in 0..self.group.elements().len() {
            let image = self.group.apply(element, representative);
            let rank = entry(self.sets.rank(image));
            if self.numbers[rank] != number {
                self.numbers[rank] = number;
                self.elements[rank] = small(self.group.inverse(element));
            } else if image == representative {
                self.stabilizers.push(small(element));
            }
        }
        self.stabilizer_starts.push(self.stabilizers.len());
    }
}

fn small(element: usize) -> u16 {
    u16::try_from(element).expect("at most 2^16 elements")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The points of the morris board by ring and position on it, 8 x ring + position, positions
    /// clockwise from a corner.
    ///
    /// A point is linked to the next on its ring, and the middles of the sides (odd positions) to
    /// those of the next ring.
    fn morris_links() -> Vec<(u8, u8)> {
        let mut links = Vec::new();
        for ring in 0..3 {
            for position in 0..8 {
                links.push((8 * ring + position, 8 * ring + (position + 1) % 8));
                if ring < 2 && position % 2 == 1 {
                    links.push((8 * ring + position, 8 * ring + 8 + position));
                }
            }
        }
        links
    }

    pub(crate) fn morris() -> SymmetryGroup<u64> {
        let map = |image: fn(u8, u8) -> (u8, u8)| -> Vec<u8> {
            let points = (0..24).map(|point| image(point / 8, point % 8));
            points.map(|(ring, position)| 8 * ring + position % 8).collect()
        };
        let turn = map(|ring, position| (ring, position + 2));
        let mirror = map(|ring, position| (ring, 8 - position));
        let inside_out = map(|ring, position| (2 - ring, position));
        SymmetryGroup::new(24, &[turn, mirror, inside_out]).unwrap()
    }

    #[test]
    fn the_morris_symmetries_keep_the_lines() {
        let group = morris();
        assert_eq!(group.elements().len(), 16);
        let both_ways = |links: Vec<(u8, u8)>| {
            let mut links: Vec<_> = links.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
            links.sort_unstable();
            links
        };
        let links = both_ways(morris_links());
        assert_eq!(links.len(), 64);
        for element in group.elements() {
            let image = |point: u8| element[usize::from(point)];
            let images = morris_links().iter().map(|(a, b)| (image(*a), image(*b))).collect();
            assert_eq!(both_ways(images), links);
        }
    }

    #[test]
    fn canonical_sets_of_men_are_as_many_as_gasser_counted() {
        let expected = [158, 757, 2_830, 8_774, 22_188, 46_879, 82_880];
        for (men, expected) in (3..=9).zip(expected) {
            let orbits = SetOrbits::new(morris(), men).unwrap();
            assert_eq!(orbits.size(), expected, "{men} men");
            assert_eq!(morris().orbits(&[24 - men, men]), Some(u128::from(expected)));
            for number in 0..orbits.size() {
                let set = orbits.unrank(number);
                assert_eq!(orbits.rank(set), (number, 0));
                let fixing = orbits.stabilizer(number).len() + 1;
                assert_eq!(orbits.group().orbit_size(set) * fixing, 16);
            }
        }
    }

    #[test]
    fn morris_positions_up_to_symmetry_are_as_many_as_gasser_counted() {
        // His table counts both sides to move; subspaces from which he removed nothing.
        for (white, black, total) in [(4, 3, 1_520_796), (5, 4, 20_620_992), (6, 5, 144_232_144)] {
            let orbits = morris().orbits(&[24 - white - black, white, black]);
            assert_eq!(orbits, Some(total / 2));
        }
        // With as many men each he counts one side only; three men fly, so that in 3-3 the rings
        // may be exchanged as well.
        assert_eq!(morris().orbits(&[16, 4, 4]), Some(3_225_597));
        assert_eq!(morris().orbits(&[14, 5, 5]), Some(30_914_424));
        let mut generators = morris().elements().to_vec();
        generators.push((0..24).map(|point| if point < 16 { point ^ 8 } else { point }).collect());
        let flying: SymmetryGroup<u64> = SymmetryGroup::new(24, &generators).unwrap();
        assert_eq!((flying.elements().len(), flying.orbits(&[18, 3, 3])), (48, Some(56_922)));
    }

    #[test]
    fn orbit_tables_map_every_set_to_its_representative() {
        let group = morris();
        let orbits = SetOrbits::new(group.clone(), 4).unwrap();
        for rank in 0..orbits.sets.size() {
            let set: u64 = orbits.sets.unrank(rank);
            let (number, element) = orbits.rank(set);
            assert_eq!(group.apply(element, set), orbits.unrank(number));
            assert_eq!(group.canonical(set).0, orbits.unrank(number));
        }
    }
}
