//! The perfect hash of a game: every state has an index, and every index a state.
//!
//! The states of each tier form a block of indices. Inside a block the index is a number in mixed
//! radix whose digits are, for each zone of the board, the arrangement of its pieces and their
//! turns; then the counters that the tier does not fix, and the mover where the tier does not
//! tell.

use super::arrangement::Arrangement;
use super::enumerated::Enumerated;
use super::mover::MoverRule;
use super::quotient::Quotient;
use super::zone_hash::{Form, ZoneHash};
use crate::analyze::counts::What;
use crate::layout::LayoutError;
use crate::layout::radix::{Blocks, MixedRadix};
use crate::model::{CellId, Content, ContentSet, Model, PlayerId, State};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

/// Numbers for all states of a game, without gaps, from a layout that is not made of zones.
pub trait Numbering: Debug + Send + Sync {
    /// Returns the number of indices: each has a state.
    fn size(&self) -> u64;

    /// Returns the index of a state; none if the layout does not have it.
    fn rank(&self, state: &State) -> Option<u64>;

    /// Writes the cells and turns of the state with an index; what never changes stays as it is.
    fn unrank(&self, index: u64, state: &mut State);
}

/// A perfect hash.
#[derive(Clone, Debug)]
pub struct Hash {
    /// The cells that can change, in reading order.
    pub cells: Vec<CellId>,
    /// What all cells hold where nothing else is said.
    pub board: Vec<u8>,
    /// How the pieces on all cells are turned where nothing else is said; empty if nothing turns.
    turns: Vec<u8>,
    /// The numbers that tell the tier.
    pub key: Vec<What>,
    /// Whether cells hold numbers of equal pieces.
    pub heap: bool,
    pub(crate) tiers: Vec<TierHash>,
    /// The tier with a key.
    pub(crate) by_key: BTreeMap<Vec<i64>, usize>,
    /// The indices of each tier.
    pub blocks: Blocks,
    /// Whether anything in the game turns.
    pub turning: bool,
    /// The counters that the key does not fix: number, smallest value, and how many values.
    pub counters: Vec<(usize, u8, u64)>,
    /// The values of all counters where nothing else is said.
    pub initial: Vec<u8>,
    /// How the mover follows from the rest, where a tier has several movers.
    pub mover: Option<MoverRule>,
    quotient: Arc<Quotient>,
    /// Whether several states share an index because they are the same up to symmetry.
    up_to_symmetry: bool,
    /// By number of a cell: what it holds in some state with an index, whether or not play leads
    /// there.
    numbered: Vec<ContentSet>,
}

/// The hash of one tier.
#[derive(Clone, Debug)]
pub struct TierHash {
    /// The values of the key.
    pub key: Vec<i64>,
    /// Whose turn it can be.
    pub movers: Vec<PlayerId>,
    /// How the cells are numbered, zone by zone.
    pub zones: Vec<ZoneHash>,
    /// The states of the tier, if they were enumerated; then there are no zones.
    pub enumerated: Option<Enumerated>,
    /// Their word-parallel layout, if they have one; then there are no zones either.
    pub word_parallel: Option<Arc<dyn Numbering>>,
    /// Joins the digits: for each zone its arrangement and its turns, then the free counters, then
    /// the mover (a digit with one value if it follows from the rest). Enumerated states are a
    /// single digit.
    pub(crate) digits: MixedRadix,
}

/// A tier before its digits are joined.
#[derive(Clone, Debug)]
pub struct NewTier {
    /// The values of the key.
    pub key: Vec<i64>,
    /// Whose turn it can be.
    pub movers: Vec<PlayerId>,
    /// How its states are numbered.
    pub states: TierStates,
}

/// How the states of a tier are numbered.
#[derive(Clone, Debug)]
pub enum TierStates {
    /// Zone by zone.
    Zones(Vec<ZoneHash>),
    /// One by one.
    Enumerated(Enumerated),
    /// By a word-parallel layout.
    WordParallel(Arc<dyn Numbering>),
}

/// What a hash is made of besides the arrangements.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The game.
    pub model: &'a Model,
    /// The cells that can change, in reading order.
    pub cells: Vec<CellId>,
    /// A position of the domain, which has what never changes.
    pub example: State,
    /// The numbers that tell the tier.
    pub key: Vec<What>,
    /// The counters that the key does not fix: number, smallest value, and how many values.
    pub counters: Vec<(usize, u8, u64)>,
    /// How the mover follows from the rest, if it does.
    pub mover: Option<MoverRule>,
    /// The symmetries that positions can be divided by.
    pub quotient: Arc<Quotient>,
}

/// Whether zones together hold as many of each piece as the key of their tier says, and no piece
/// is in two of them.
fn has_numbers(frame: &Frame<'_>, key: &[i64], zones: &[ZoneHash]) -> bool {
    let Frame { model, example, cells, .. } = frame;
    let on_terrain = |content: u8| {
        let fixed = model.board.ids().filter(|cell| !cells.contains(cell));
        fixed.filter(|cell| example.cells[cell.index()] == content).count()
    };
    (1..).take(model.pieces.len()).all(|content| {
        let counts: Option<Vec<usize>> =
            zones.iter().map(|zone| zone.arrangement.count(content)).collect();
        let Some(counts) = counts else { return true };
        let all = on_terrain(content) + counts.iter().sum::<usize>();
        let wanted =
            frame.key.iter().zip(key).find(|(what, _)| **what == What::Content(Content(content)));
        counts.iter().filter(|count| **count > 0).count() <= 1
            && wanted.is_none_or(|(_, number)| i64::try_from(all) == Ok(*number))
    })
}

impl Hash {
    /// Joins tiers to one hash.
    pub fn new(frame: Frame<'_>, tiers: Vec<NewTier>) -> Result<Self, LayoutError> {
        let mut made = Vec::new();
        for NewTier { key, movers, states } in tiers {
            let (mut zones, mut enumerated, mut word_parallel) = (Vec::new(), None, None);
            let radices = match states {
                TierStates::Enumerated(set) => vec![enumerated.insert(set).size()],
                TierStates::WordParallel(layout) => vec![word_parallel.insert(layout).size()],
                TierStates::Zones(hashes) => {
                    zones = hashes;
                    let sizes = zones
                        .iter()
                        .flat_map(|zone| [zone.arrangement.size(), zone.turning.size()]);
                    let counters = frame.counters.iter().map(|(_, _, values)| *values);
                    let players = if frame.mover.is_some() { 1 } else { movers.len() };
                    let players = u64::try_from(players).expect("few players");
                    sizes.chain(counters).chain([players]).collect()
                }
            };
            if !zones.is_empty() && !has_numbers(&frame, &key, &zones) {
                let reason = "the zones do not have the pieces of the tier";
                return Err(LayoutError::Impossible { reason });
            }
            made.push(TierHash {
                key,
                movers,
                zones,
                enumerated,
                word_parallel,
                digits: MixedRadix::new(&radices)?,
            });
        }
        let sizes: Vec<u64> = made.iter().map(|tier| tier.digits.size()).collect();
        let numbered = made.iter().enumerate();
        let is_orbits = |zone: &ZoneHash| matches!(zone.arrangement, Arrangement::Orbits(_));
        let up_to_symmetry = made.iter().flat_map(|tier| &tier.zones).any(is_orbits);
        let mut contents = vec![ContentSet::NONE; frame.cells.len()];
        for zone in made.iter().flat_map(|tier| &tier.zones) {
            for (number, cell) in zone.cells.iter().enumerate() {
                let held = zone.arrangement.contents(number).iter().map(|held| Content(*held));
                contents[*cell] = contents[*cell].union(held.collect());
            }
        }
        Ok(Hash {
            blocks: Blocks::new(&sizes)?,
            by_key: numbered.map(|(index, tier)| (tier.key.clone(), index)).collect(),
            tiers: made,
            heap: frame.model.heap,
            turning: frame.model.pieces.iter().any(|piece| piece.turns > 1),
            initial: frame.example.counters,
            cells: frame.cells,
            board: frame.example.cells,
            turns: frame.example.turns,
            key: frame.key,
            counters: frame.counters,
            mover: frame.mover,
            quotient: frame.quotient,
            up_to_symmetry,
            numbered: contents,
        })
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.blocks.size()
    }

    /// The cells that are numbered, in reading order; the others never change.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The number of a cell among those that are numbered; none if it never changes.
    pub fn position(&self, cell: CellId) -> Option<usize> {
        self.cells.iter().position(|own| *own == cell)
    }

    /// What a cell holds in some state with an index, whether or not play leads there; nothing
    /// where positions were enumerated, or for heaps.
    pub fn numbered(&self, cell: CellId) -> ContentSet {
        self.position(cell).map_or(ContentSet::NONE, |position| self.numbered[position])
    }

    /// A position that has what never changes.
    pub(crate) fn example(&self) -> State {
        State {
            cells: self.board.clone(),
            turns: self.turns.clone(),
            counters: self.initial.clone(),
            mover: PlayerId(0),
        }
    }

    /// What a cell holds that never changes.
    pub fn board_content(&self, cell: CellId) -> u8 {
        self.board[cell.index()]
    }

    /// The tiers in the order of their blocks.
    pub fn tiers(&self) -> &[TierHash] {
        &self.tiers
    }

    /// The size of a tier's block.
    pub fn tier_size(&self, tier: usize) -> u64 {
        self.tiers[tier].digits.size()
    }

    /// The hash of some of the tiers only, in the order of `tiers`.
    #[must_use]
    pub fn of_tiers(&self, tiers: &[usize]) -> Self {
        let tiers: Vec<TierHash> = tiers.iter().map(|tier| self.tiers[*tier].clone()).collect();
        let sizes: Vec<u64> = tiers.iter().map(|tier| tier.digits.size()).collect();
        let numbered = tiers.iter().enumerate();
        Hash {
            blocks: Blocks::new(&sizes).expect("all of them fit as well"),
            by_key: numbered.map(|(number, tier)| (tier.key.clone(), number)).collect(),
            tiers,
            ..self.clone()
        }
    }

    /// The first index of a tier's block.
    pub fn tier_start(&self, tier: usize) -> u64 {
        self.blocks.start(tier)
    }

    /// Whether the lowest digit of a tier's indices says which of two players is to move.
    pub fn has_mover_digit(&self, tier: usize) -> bool {
        let tier = &self.tiers[tier];
        let has_digits = tier.enumerated.is_none() && tier.word_parallel.is_none();
        has_digits && tier.digits.radices().last() == Some(&2)
    }

    /// The tier of a state, if the hash has it.
    pub fn tier_of(&self, state: &State) -> Option<usize> {
        let number = |what: &What| what.of(self.heap, state);
        let mut short = [0; 8];
        if let Some(key) = short.get_mut(..self.key.len()) {
            key.iter_mut().zip(&self.key).for_each(|(value, what)| *value = number(what));
            return self.by_key.get(&*key).copied();
        }
        let key: Vec<i64> = self.key.iter().map(number).collect();
        self.by_key.get(&key).copied()
    }

    /// The index of a state; none if its tier, its mover or something on its cells is not among
    /// those of the hash. Other states must be of the game.
    pub fn rank(&self, state: &State) -> Option<u64> {
        self.rank_as(state, Form::Any)
    }

    fn rank_as(&self, state: &State, form: Form) -> Option<u64> {
        let number = self.tier_of(state)?;
        let tier = &self.tiers[number];
        if let Some(enumerated) = &tier.enumerated {
            return Some(self.blocks.start(number) + enumerated.rank(state)?);
        }
        if let Some(layout) = &tier.word_parallel {
            return Some(self.blocks.start(number) + layout.rank(state)?);
        }
        let mover = match &self.mover {
            Some(rule) if tier.movers.len() > 1 => {
                (rule.mover(state) == state.mover).then_some(0)?
            }
            _ => tier.movers.iter().position(|mover| *mover == state.mover)?,
        };
        let mut radices = tier.digits.radices().iter();
        let mut inside = 0;
        let mut push = |digit: u64| {
            let radix = radices.next().expect("a radix for each digit");
            inside = inside * radix + digit;
        };
        for (position, zone) in tier.zones.iter().enumerate() {
            let (arrangement, turns) =
                zone.rank(&self.cells, &tier.zones[..position], state, form)?;
            push(arrangement);
            push(turns);
        }
        for (counter, low, values) in &self.counters {
            let digit = u64::from(state.counters[*counter].checked_sub(*low)?);
            push((digit < *values).then_some(digit)?);
        }
        push(u64::try_from(mover).expect("few players"));
        Some(self.blocks.start(number) + inside)
    }

    /// The state with an index below [`Hash::size`].
    pub fn unrank(&self, index: u64) -> State {
        let mut state = self.example();
        self.unrank_into(index, &mut state);
        state
    }

    /// Writes the state with an index below [`Hash::size`] over another state of the game.
    pub fn unrank_into(&self, index: u64, state: &mut State) {
        let (number, mut rest) = self.blocks.split(index);
        let tier = &self.tiers[number];
        if let Some(enumerated) = &tier.enumerated {
            return enumerated.unrank(rest, state);
        }
        if let Some(layout) = &tier.word_parallel {
            return layout.unrank(rest, state);
        }
        let mut weights = tier.digits.weights().iter();
        let mut next = || {
            let weight = weights.next().expect("a weight for each digit");
            let digit = rest / weight;
            rest -= digit * weight;
            digit
        };
        for (position, zone) in tier.zones.iter().enumerate() {
            let digits = (next(), next());
            zone.unrank(&self.cells, &tier.zones[..position], digits, state);
        }
        for (what, value) in self.key.iter().zip(&tier.key) {
            if let What::Counter(counter) = what {
                state.counters[usize::from(*counter)] =
                    u8::try_from(*value).expect("counters are small");
            }
        }
        for (counter, low, _) in &self.counters {
            state.counters[*counter] = low + u8::try_from(next()).expect("counters are small");
        }
        state.mover = match &self.mover {
            Some(rule) if tier.movers.len() > 1 => rule.mover(state),
            _ => tier.movers[usize::try_from(next()).expect("few players")],
        };
    }

    /// The symmetries that positions can be divided by.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The smallest index of a state and its images under symmetry; none if the hash has none of
    /// them.
    pub fn canonical_rank(&self, state: &State) -> Option<u64> {
        if self.up_to_symmetry {
            // The numbering divides by the symmetries that move cells only.
            let images = self.quotient.images_up_to_cells(state);
            return images.filter_map(|image| self.rank_as(&image, Form::Canonical)).min();
        }
        let mut smallest: Option<u64> = None;
        for image in self.quotient.images(state) {
            let index = self.rank(&image).filter(|index| smallest.is_none_or(|best| *index < best));
            // An image that breaks an invariant has the index of another state.
            smallest = index.filter(|index| self.unrank(*index) == image).or(smallest);
        }
        smallest
    }

    /// The one index that stands for a state and for all that this numbering takes for the same:
    /// where it divides by symmetries, the smallest of those that it gives to equivalent states.
    pub fn class(&self, state: &State) -> Option<u64> {
        self.rank_as(state, Form::Canonical)
    }

    /// The different states that this numbering takes for the same as a state, which is one of
    /// them.
    pub fn class_members(&self, state: &State) -> BTreeSet<State> {
        if !self.up_to_symmetry {
            return BTreeSet::from([state.clone()]);
        }
        self.quotient.images_by_cells(state).collect()
    }

    /// How many combinations of values the counters have that no tier fixes.
    pub fn counter_values(&self) -> u64 {
        self.counters.iter().map(|(_, _, values)| *values).product()
    }

    /// Whether a state has an index, and does not only look like one that has.
    pub fn has(&self, state: &State) -> bool {
        let index = self.rank(state).filter(|index| *index < self.size());
        index.is_some_and(|index| self.class_members(&self.unrank(index)).contains(state))
    }

    /// Whether no symmetry gives the state of an index a smaller index.
    pub fn is_canonical(&self, index: u64) -> bool {
        self.canonical_rank(&self.unrank(index)) == Some(index)
    }

    /// The image under symmetry with the smallest index; the state itself if it has none.
    pub fn canonical(&self, state: &State) -> State {
        self.canonical_rank(state).map_or_else(|| state.clone(), |index| self.unrank(index))
    }

    /// Whether several states share an index because they are the same up to symmetry.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.up_to_symmetry
    }
}
