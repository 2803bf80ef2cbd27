//! The perfect hash of a game: every state has an index, and every index a state.
//!
//! The states of each tier form a block of indices. Inside a block the index is a number in mixed radix whose digits are the arrangement of the
//! pieces, the turns of the pieces, the counters that the tier does not fix, and the mover where the tier does not tell.

use super::arrangement::Arrangement;
use crate::analyze::counts::What;
use crate::layout::LayoutError;
use crate::layout::radix::{Blocks, FixedSum, MixedRadix};
use crate::model::{CellId, Model, PlayerId, State};
use std::collections::BTreeMap;

/// A perfect hash.
#[derive(Clone, Debug)]
pub struct Hash {
    /// The cells that can change, in reading order.
    cells: Vec<CellId>,
    /// What all cells hold where nothing else is said.
    board: Vec<u8>,
    /// The numbers that tell the tier.
    key: Vec<What>,
    heap: bool,
    tiers: Vec<TierHash>,
    /// The tier with a key.
    by_key: BTreeMap<Vec<i64>, usize>,
    blocks: Blocks,
    turns: Turning,
    /// The counters that the key does not fix: number, smallest value, and how many values.
    counters: Vec<(usize, u8, u64)>,
    /// The values of all counters at the start.
    initial: Vec<u8>,
}

/// The hash of one tier.
#[derive(Clone, Debug)]
pub struct TierHash {
    /// The values of the key.
    pub key: Vec<i64>,
    /// Whose turn it can be.
    pub movers: Vec<PlayerId>,
    /// How the pieces are numbered.
    pub arrangement: Arrangement,
    /// Joins arrangement, turns, counters and mover.
    digits: MixedRadix,
}

/// How the turns of pieces are numbered.
#[derive(Clone, Debug)]
pub enum Turning {
    /// Nothing turns.
    None,
    /// Every dynamic cell holds a piece with this many orientations; perhaps their sum is fixed.
    All(FixedSum),
    /// The same without a fixed sum.
    Free {
        /// The number of orientations.
        modulus: u8,
        /// The number of all turns.
        size: u64,
    },
}

impl Turning {
    fn size(&self) -> u64 {
        match self {
            Turning::None => 1,
            Turning::All(sum) => sum.size(),
            Turning::Free { size, .. } => *size,
        }
    }

    fn rank(&self, turns: &[u8]) -> u64 {
        match self {
            Turning::None => 0,
            Turning::All(sum) => sum.rank(turns),
            Turning::Free { modulus, .. } => {
                turns.iter().fold(0, |index, turn| index * u64::from(*modulus) + u64::from(*turn))
            }
        }
    }

    fn unrank(&self, index: u64, turns: &mut [u8]) {
        match self {
            Turning::None => {}
            Turning::All(sum) => sum.unrank(index, turns),
            Turning::Free { modulus, .. } => {
                let mut rest = index;
                for turn in turns.iter_mut().rev() {
                    *turn =
                        u8::try_from(rest % u64::from(*modulus)).expect("less than the modulus");
                    rest /= u64::from(*modulus);
                }
            }
        }
    }
}

/// What a hash is made of besides the arrangements.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    /// The game.
    pub model: &'a Model,
    /// The cells that can change, in reading order.
    pub cells: Vec<CellId>,
    /// The contents of all cells at the start.
    pub board: Vec<u8>,
    /// The numbers that tell the tier.
    pub key: Vec<What>,
    /// How turns are numbered.
    pub turns: Turning,
    /// The counters that the key does not fix: number, smallest value, and how many values.
    pub counters: Vec<(usize, u8, u64)>,
}

impl Hash {
    /// Joins the arrangements of the tiers (key, movers, arrangement) to one hash.
    pub fn new(
        frame: Frame<'_>,
        tiers: Vec<(Vec<i64>, Vec<PlayerId>, Arrangement)>,
    ) -> Result<Self, LayoutError> {
        let mut made = Vec::new();
        for (key, movers, arrangement) in tiers {
            let mut radices = vec![arrangement.size(), frame.turns.size()];
            radices.extend(frame.counters.iter().map(|(_, _, values)| *values));
            radices.push(u64::try_from(movers.len()).expect("few players"));
            made.push(TierHash { key, movers, arrangement, digits: MixedRadix::new(&radices)? });
        }
        let sizes: Vec<u64> = made.iter().map(|tier| tier.digits.size()).collect();
        Ok(Hash {
            blocks: Blocks::new(&sizes)?,
            by_key: made
                .iter()
                .enumerate()
                .map(|(index, tier)| (tier.key.clone(), index))
                .collect(),
            tiers: made,
            heap: frame.model.heap,
            initial: frame.model.counters.iter().map(|counter| counter.initial).collect(),
            cells: frame.cells,
            board: frame.board,
            key: frame.key,
            turns: frame.turns,
            counters: frame.counters,
        })
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.blocks.size()
    }

    /// The tiers in the order of their blocks.
    pub fn tiers(&self) -> &[TierHash] {
        &self.tiers
    }

    /// The size of a tier's block.
    pub fn tier_size(&self, tier: usize) -> u64 {
        self.tiers[tier].digits.size()
    }

    /// The tier of a state, if the hash has it.
    pub fn tier_of(&self, state: &State) -> Option<usize> {
        let number = |what: &What| match what {
            What::Counter(counter) => i64::from(state.counters[usize::from(*counter)]),
            What::Content(_) if self.heap => {
                state.cells.iter().map(|height| i64::from(*height)).sum()
            }
            What::Content(content) => {
                let count = state.cells.iter().filter(|held| **held == content.0).count();
                i64::try_from(count).expect("at most MAX_CELLS")
            }
        };
        let key: Vec<i64> = self.key.iter().map(number).collect();
        self.by_key.get(&key).copied()
    }

    /// The index of a state; none if its tier or mover is not among those of the hash. Other states must be of the game.
    pub fn rank(&self, state: &State) -> Option<u64> {
        let number = self.tier_of(state)?;
        let tier = &self.tiers[number];
        let mover = tier.movers.iter().position(|mover| *mover == state.mover)?;
        let cells: Vec<u8> = self.cells.iter().map(|cell| state.cells[cell.index()]).collect();
        let mut digits =
            vec![tier.arrangement.rank(&cells), self.turns.rank(&self.dynamic_turns(state))];
        for (counter, low, _) in &self.counters {
            digits.push(u64::from(state.counters[*counter] - low));
        }
        digits.push(u64::try_from(mover).expect("few players"));
        Some(self.blocks.start(number) + tier.digits.rank(&digits))
    }

    fn dynamic_turns(&self, state: &State) -> Vec<u8> {
        if state.turns.is_empty() {
            return Vec::new();
        }
        self.cells.iter().map(|cell| state.turns[cell.index()]).collect()
    }

    /// The state with an index below [`Hash::size`].
    pub fn unrank(&self, index: u64) -> State {
        let (number, inside) = self.blocks.split(index);
        let tier = &self.tiers[number];
        let mut digits = vec![0; self.counters.len() + 3];
        tier.digits.unrank(inside, &mut digits);
        let mut cells = vec![0; self.cells.len()];
        tier.arrangement.unrank(digits[0], &mut cells);
        let turning = !matches!(self.turns, Turning::None);
        let mut turns = vec![0; if turning { self.cells.len() } else { 0 }];
        self.turns.unrank(digits[1], &mut turns);
        let mut state = State {
            cells: self.board.clone(),
            turns: if turning { vec![0; self.board.len()] } else { Vec::new() },
            counters: self.initial.clone(),
            mover: tier.movers[usize::try_from(digits[digits.len() - 1]).expect("few players")],
        };
        for (position, cell) in self.cells.iter().enumerate() {
            state.cells[cell.index()] = cells[position];
            if turning {
                state.turns[cell.index()] = turns[position];
            }
        }
        for (what, value) in self.key.iter().zip(&tier.key) {
            if let What::Counter(counter) = what {
                state.counters[usize::from(*counter)] =
                    u8::try_from(*value).expect("counters are small");
            }
        }
        for ((counter, low, _), digit) in self.counters.iter().zip(&digits[2..]) {
            state.counters[*counter] = low + u8::try_from(*digit).expect("counters are small");
        }
        state
    }
}
