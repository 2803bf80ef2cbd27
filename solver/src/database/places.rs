//! Where positions stand in the tables of a database.

use gdl::model::{Model, State};
use gdl::plan::Hash;
use gdl::plan::quotient::StateMap;
use gdl_runtime::values::Structure;

/// Finds positions in tables, and what stands in a place.
#[derive(Debug)]
pub struct Places {
    /// The numbering.
    pub hash: Hash,
    /// The tiers.
    pub structure: Structure,
    /// Whether positions with the second player to move stand where their exchanged images do.
    exchanged: bool,
    /// Whether all rotations of a ring are one position, which no map of cells alone tells.
    rotations: bool,
    /// The table of each tier that has one.
    tables: Vec<Option<usize>>,
    /// The tier of each table.
    tiers: Vec<usize>,
}

/// An entry of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The table, by number.
    pub table: usize,
    /// The entry in it.
    pub entry: u64,
}

impl Places {
    /// The places in tables of these tiers; none if one of them does not exist.
    pub fn new(
        model: &Model,
        hash: Hash,
        structure: Structure,
        exchanged: bool,
        tiers: &[usize],
    ) -> Option<Self> {
        let mut tables = vec![None; structure.tiers.len()];
        for (table, tier) in tiers.iter().enumerate() {
            *tables.get_mut(*tier)? = Some(table);
        }
        let (rotations, tiers) = (model.same_rotations, tiers.to_vec());
        Some(Places { hash, structure, exchanged, rotations, tables, tiers })
    }

    /// How many entries the table of a tier has.
    pub fn entries(&self, tier: usize) -> u64 {
        self.structure.slots(tier, self.exchanged).0
    }

    /// Where a position stands; none if no table has it.
    pub fn place(&self, state: &State) -> Option<Place> {
        let tier = self.hash.tier_of(state)?;
        if self.exchanges(tier) && state.mover.index() == 1 {
            let image = self.hash.quotient().exchanged(state)?;
            self.place_in(self.hash.tier_of(&image)?, &image)
        } else {
            self.place_in(tier, state)
        }
    }

    fn place_in(&self, tier: usize, state: &State) -> Option<Place> {
        let table = self.tables[tier]?;
        let index = self.hash.class(state)?;
        // A position that is none of the game's can look like another one to the numbering.
        let is_numbered = self.is_same(&self.hash.unrank(index), state);
        let (_, shift) = self.structure.slots(tier, self.exchanged);
        let entry = (index - self.hash.tier_start(tier)) >> shift;
        is_numbered.then_some(Place { table, entry })
    }

    /// Whether two positions stand in one place because one is an image of the other.
    fn is_same(&self, one: &State, other: &State) -> bool {
        if one == other {
            return true;
        }
        if self.rotations {
            return self.hash.class_members(one).contains(other);
        }
        let is_equal = one.counters == other.counters && one.mover == other.mover;
        self.hash.is_up_to_symmetry()
            && is_equal
            && self.symmetries().any(|map| is_image(map, one, other))
    }

    /// The symmetries that move cells only, that which moves nothing among them.
    fn symmetries(&self) -> impl Iterator<Item = &StateMap> {
        self.hash.quotient().maps().iter().filter(|map| map.moves_cells_only())
    }

    /// The position of an entry: the one that stands for all of its class; none if another entry
    /// does.
    pub fn position(&self, place: Place) -> Option<State> {
        let tier = self.tiers[place.table];
        let (slots, shift) = self.structure.slots(tier, self.exchanged);
        if place.entry >= slots {
            return None;
        }
        let state = self.hash.unrank(self.hash.tier_start(tier) + (place.entry << shift));
        (self.place(&state) == Some(place)).then_some(state)
    }

    /// How many symmetric positions an entry stands for, those with the players exchanged left
    /// out; 0 if another entry does.
    ///
    /// PERF: by Lagrange, the images of a position are as many as there are symmetries for each
    /// that leaves it as it is, so none of them is made.
    pub fn images(&self, place: Place) -> u64 {
        if !self.hash.is_up_to_symmetry() {
            return 1;
        }
        let tier = self.tiers[place.table];
        let (_, shift) = self.structure.slots(tier, self.exchanged);
        let index = self.hash.tier_start(tier) + (place.entry << shift);
        let state = self.hash.unrank(index);
        let is_elsewhere = self.exchanges(tier) && state.mover.index() == 1;
        if is_elsewhere || self.hash.class(&state) != Some(index) {
            return 0;
        }
        if self.rotations {
            return self.hash.class_members(&state).len() as u64;
        }
        let kept = self.symmetries().filter(|map| is_image(map, &state, &state)).count().max(1);
        (self.symmetries().count() / kept) as u64
    }

    fn exchanges(&self, tier: usize) -> bool {
        self.exchanged && self.structure.tiers[tier].mirror.is_some()
    }
}

/// Whether a symmetry that moves cells only makes one position from another.
fn is_image(map: &StateMap, from: &State, image: &State) -> bool {
    let moves = |from: &[u8], image: &[u8]| {
        let mut cells = from.iter().zip(map.cells());
        from.len() == image.len() && cells.all(|(held, to)| image[usize::from(*to)] == *held)
    };
    moves(&from.cells, &image.cells) && moves(&from.turns, &image.turns)
}
