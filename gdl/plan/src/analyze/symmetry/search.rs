//! The symmetry group of a structure, by a chain of stabilisers.
//!
//! Atoms are singled out one after the other until refinement tells all atoms apart; they are the
//! *base*. A permutation that keeps the structure is determined by the images of the base. From
//! the last base point upwards, for every possible image of the point one symmetry is looked for
//! that keeps all earlier base points; images in an orbit that is already known, or known to be
//! impossible, are skipped. The size of the group is the product of the orbits of the base points,
//! whatever it is; nothing is enumerated.
//!
//! To look for a symmetry is to single out images on a second partition, to compare traces with
//! the first, and to go back when they differ. What is found is tested on the terms themselves, so
//! a wrong answer is impossible. The work is bounded: if some image needs more, the answer is the
//! subgroup that keeps this base point and all earlier ones, and says so.

use super::atoms::{AtomMap, Atoms, then};
use super::refine::{Partition, Place, Structure};
use super::terms::{Term, index};

/// How many terms all refinements of a search may look at, about.
const MOST_WORK: usize = 10_000_000;

/// A group of permutations of the atoms.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The base points, with the symmetries found for each: they keep all earlier base points.
    pub(super) levels: Vec<GroupLevel>,
    /// Whether it is the whole group for sure.
    pub(super) complete: bool,
}

/// A base point.
#[derive(Clone, Debug)]
pub(super) struct GroupLevel {
    pub(super) point: Term,
    pub(super) generators: Vec<AtomMap>,
    /// Number of its images under symmetries that keep all earlier base points.
    pub(super) orbit: u64,
}

/// A structure with a base.
pub(super) struct Search<'a> {
    structure: &'a Structure,
    atoms: Atoms,
    accept: &'a dyn Fn(&[Term]) -> bool,
    base: Vec<BasePoint>,
    /// The partition with all base points singled out.
    last: Partition,
    /// How many refinements are left.
    refinements: usize,
}

#[derive(Debug)]
struct BasePoint {
    /// The partition with all earlier base points singled out.
    before: Partition,
    place: Place,
    /// What singling it out does.
    trace: u64,
}

impl<'a> Search<'a> {
    /// Chooses a base that begins with these terms. `accept` tests a permutation of the atoms.
    pub(super) fn new(
        structure: &'a Structure,
        atoms: Atoms,
        first: &[Term],
        accept: &'a dyn Fn(&[Term]) -> bool,
    ) -> Self {
        let last = structure.partition();
        let refinements = (MOST_WORK / structure.terms.len().max(1)).max(100);
        let mut search = Search { structure, atoms, accept, base: Vec::new(), last, refinements };
        for term in first {
            if let Some(place) = structure.place(*term) {
                search.add(place);
            }
        }
        while let Some(place) = search.next_point() {
            search.add(place);
        }
        search
    }

    /// The whole group.
    pub(super) fn group(mut self) -> Group {
        let mut orbits = Orbits::new(self.structure.terms.len());
        let mut levels: Vec<GroupLevel> = Vec::new();
        for level in (0..self.base.len()).rev() {
            match self.level(level, &mut orbits) {
                Ok(found) => levels.push(found),
                Err(GaveUp) => {
                    let kept = (0..=level).rev().map(|level| self.kept(level));
                    levels.extend(kept);
                    levels.reverse();
                    return Group { levels, complete: false };
                }
            }
        }
        levels.reverse();
        Group { levels, complete: true }
    }

    /// Finds a symmetry for every image of a base point, all later base points being done.
    fn level(&mut self, level: usize, orbits: &mut Orbits) -> Result<GroupLevel, GaveUp> {
        let place = self.base[level].place;
        let images = self.images(level);
        let mut found = self.kept(level);
        let mut failed: Vec<Place> = Vec::new();
        for &image in &images {
            if orbits.same(image, place) || failed.iter().any(|one| orbits.same(*one, image)) {
                continue;
            }
            match self.symmetry(level, image)? {
                Some(map) => {
                    self.join(orbits, &map);
                    found.generators.push(map);
                }
                None => failed.push(image),
            }
        }
        let orbit = images.iter().filter(|image| orbits.same(**image, place)).count();
        found.orbit = u64::try_from(orbit).expect("a count fits");
        Ok(found)
    }

    /// A base point that only stays.
    fn kept(&self, level: usize) -> GroupLevel {
        let point = self.structure.terms[index(self.base[level].place)];
        GroupLevel { point, generators: Vec::new(), orbit: 1 }
    }

    /// A symmetry that carries the first base point to this term, if there is one.
    pub(super) fn carrying_first_to(&mut self, image: Term) -> Option<AtomMap> {
        let image = self.structure.place(image)?;
        // There may be nothing to carry: no two atoms are alike, and what was to come first does
        // not occur.
        if self.base.is_empty() {
            return None;
        }
        self.symmetry(0, image).ok().flatten()
    }

    fn add(&mut self, place: Place) {
        let before = self.last.clone();
        let trace = self.last.single_out(self.structure, place);
        self.base.push(BasePoint { before, place, trace });
    }

    /// The next atom to single out: of the smallest class; none if no two atoms are in one.
    fn next_point(&self) -> Option<Place> {
        let atoms = self.structure.terms.iter().filter(|term| index(**term) < self.atoms.len());
        let places = atoms.filter_map(|atom| {
            let place = self.structure.place(*atom)?;
            let size = self.last.members(self.last.class(place)).len();
            (size > 1).then(|| (size, self.atoms.atom(*atom), place))
        });
        places.min().map(|(_, _, place)| place)
    }

    /// Where a base point may go if all earlier ones stay.
    fn images(&self, level: usize) -> Vec<Place> {
        let point = &self.base[level];
        let mut images = point.before.members(point.before.class(point.place)).to_vec();
        images.sort_unstable();
        images
    }

    /// A symmetry that keeps the earlier base points and carries this one to `image`.
    fn symmetry(&mut self, level: usize, image: Place) -> Result<Option<AtomMap>, GaveUp> {
        let partition = self.base[level].before.clone();
        self.descend(level, partition, Some(image))
    }

    /// Carries the base points from `level` on to terms of the corresponding classes of
    /// `partition`.
    fn descend(
        &mut self,
        level: usize,
        partition: Partition,
        image: Option<Place>,
    ) -> Result<Option<AtomMap>, GaveUp> {
        let Some(point) = self.base.get(level) else {
            let map = self.read(&partition);
            return Ok(map.filter(|map| (self.accept)(map)));
        };
        let trace = point.trace;
        let mut images = match image {
            Some(image) => vec![image],
            None => partition.members(point.before.class(point.place)).to_vec(),
        };
        images.sort_unstable();
        for image in images {
            self.refinements = self.refinements.checked_sub(1).ok_or(GaveUp)?;
            let mut refined = partition.clone();
            if refined.single_out(self.structure, image) == trace
                && let Some(map) = self.descend(level + 1, refined, None)?
            {
                return Ok(Some(map));
            }
        }
        Ok(None)
    }

    /// The permutation that carries the last partition of the base to this one. Atoms that the
    /// rules do not speak of stay.
    fn read(&self, partition: &Partition) -> Option<AtomMap> {
        let mut map = self.atoms.identity();
        for (place, atom) in (0..).zip(&self.structure.terms) {
            if index(*atom) < self.atoms.len() {
                let image = self.last.image(place, partition);
                map[index(*atom)] = self.structure.terms[index(image)];
            }
        }
        let mut images = map.clone();
        images.sort_unstable();
        (images == self.atoms.identity()).then_some(map)
    }

    fn join(&self, orbits: &mut Orbits, map: &[Term]) {
        for (atom, image) in self.atoms.all().zip(map) {
            if let (Some(one), Some(other)) =
                (self.structure.place(atom), self.structure.place(*image))
            {
                orbits.join(one, other);
            }
        }
    }
}

impl Group {
    /// The group of which only the identity is known.
    pub(super) fn trivial(point: Term) -> Self {
        let levels = vec![GroupLevel { point, generators: Vec::new(), orbit: 1 }];
        Group { levels, complete: false }
    }

    /// Number of symmetries that keep the first `level` base points; none if it does not fit.
    pub(super) fn order(&self, level: usize) -> Option<u128> {
        let orbits = self.levels[level..].iter().map(|level| u128::from(level.orbit));
        orbits.into_iter().try_fold(1, |order: u128, orbit| order.checked_mul(orbit))
    }

    /// All symmetries; call this only if there are few.
    pub(super) fn elements(&self, atoms: Atoms) -> Vec<AtomMap> {
        let mut elements = vec![atoms.identity()];
        for (level, base) in self.levels.iter().enumerate().rev() {
            // One symmetry for each image of the base point, found by walking over the orbit.
            let mut coset = vec![(base.point, atoms.identity())];
            let mut next = 0;
            while next < coset.len() {
                let (point, map) = coset[next].clone();
                for generator in self.levels[level..].iter().flat_map(|level| &level.generators) {
                    let image = generator[index(point)];
                    if coset.iter().all(|(known, _)| *known != image) {
                        coset.push((image, then(&map, generator)));
                    }
                }
                next += 1;
            }
            let stabilizer = std::mem::take(&mut elements);
            for (_, map) in &coset {
                elements.extend(stabilizer.iter().map(|element| then(element, map)));
            }
        }
        elements
    }
}

/// The search took too long.
#[derive(Debug)]
struct GaveUp;

/// Which places symmetries found so far exchange.
#[derive(Debug)]
struct Orbits {
    parent: Vec<Place>,
}

impl Orbits {
    fn new(places: usize) -> Self {
        let places = Place::try_from(places).expect("fewer terms than memory has bytes");
        Orbits { parent: (0..places).collect() }
    }

    fn find(&mut self, mut place: Place) -> Place {
        while self.parent[index(place)] != place {
            let parent = self.parent[index(place)];
            self.parent[index(place)] = self.parent[index(parent)];
            place = parent;
        }
        place
    }

    fn same(&mut self, one: Place, other: Place) -> bool {
        self.find(one) == self.find(other)
    }

    fn join(&mut self, one: Place, other: Place) {
        let (one, other) = (self.find(one), self.find(other));
        self.parent[index(one.max(other))] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::{Label, Terms};
    use super::*;

    /// A ring of cells, each joined to the next, and the search for its turns.
    fn ring(cells: usize, tried: &mut dyn FnMut(Search<'_>)) {
        let mut terms = Terms::default();
        let atoms = Atoms { cells, contents: 0, players: 0, counters: 0 };
        let all: Vec<Term> = (0..cells).map(|_| terms.atom(Label("cell", 0))).collect();
        let pairs = (0..cells).map(|cell| vec![all[cell], all[(cell + 1) % cells]]);
        let pairs = pairs.map(|pair| terms.list("next", pair)).collect();
        let root = terms.set("ring", pairs);
        let below = terms.below(&[root]);
        let structure = Structure::new(&terms, &below, |_| 0);
        let keeps = |map: &[Term]| terms.carries(&below, map, [(root, root)]);
        tried(Search::new(&structure, atoms, &[], &keeps));
    }

    #[test]
    fn a_directed_ring_only_turns() {
        ring(7, &mut |search| {
            let atoms = search.atoms;
            let group = search.group();
            assert_eq!((group.order(0), group.complete), (Some(7), true));
            assert_eq!(group.elements(atoms).len(), 7);
        });
    }

    #[test]
    fn a_search_that_is_cut_short_gives_a_part_and_says_so() {
        ring(7, &mut |mut search| {
            search.refinements = 0;
            let group = search.group();
            assert_eq!((group.order(0), group.complete), (Some(1), false));
        });
    }
}
