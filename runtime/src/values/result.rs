//! What a search for values has found.

use super::coding::{Coding, Decided, margin};
use super::longest::{Farthest, Longest, TierIndex};
use super::solved_tiers::SolvedTiers;
use super::tables::{TierTables, views};
use super::tallied::Tallied;
use super::work::{Done, LongestSlot, NO_SLOT, Tier, ValueCounts};
use crate::SolveError;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// The values of tiers.
#[derive(Debug)]
pub struct Values {
    /// The tiers that were asked for with all they depend on, each after all that can follow it.
    pub wanted: Vec<usize>,
    /// The tiers that could not be solved.
    pub unsolved: Vec<Unsolved>,
    /// What checking has found, if it was asked for.
    pub checked: Option<Checked>,
    /// How long checking took, of all the time.
    pub check_time: Duration,
    /// How many moves were made or undone.
    pub moves: u64,
    /// How many slots the tables of all solved tiers had.
    pub slots: u64,
    /// The most bytes of tables at one time.
    pub peak_bytes: u64,
    pub(super) mirrors: Vec<Option<usize>>,
    pub(super) tallied: Vec<Option<Tallied>>,
    pub(super) tables: Vec<TierTables>,
    /// The position that play begins with, if its table is not in memory.
    pub(super) beginning: Option<KeptValue>,
    /// Tiers that are not in memory.
    pub(super) solved_tiers: Option<Mutex<SolvedTiers>>,
    /// Why one of them could not be read.
    pub(super) trouble: OnceLock<SolveError>,
}

/// A value that is kept outside of memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptValue {
    /// The tier and the slot.
    pub(super) place: (usize, u64),
    pub(super) number: u16,
    /// How many bits the number has.
    pub(super) bits: u32,
}

/// A tier without values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// Its number.
    pub tier: usize,
    /// Why.
    pub why: Why,
}

/// Why a tier has no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its table does not fit into memory.
    Memory {
        /// How many bytes are needed.
        needed: u64,
        /// How many may be used; none if the system refused.
        limit: Option<u64>,
    },
    /// The plies to the end do not fit into 16 bits.
    TooDeep,
    /// A score could grow for ever.
    EndlessScore,
    /// A tier that can follow it has none.
    Below(usize),
}

/// What checking has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many positions were looked at, up to symmetry.
    pub positions: u64,
    /// How many values are wrong.
    pub wrong: u64,
    /// The tier and the slot of the first of them.
    pub first: Option<(usize, u64)>,
    /// The tiers that have no table.
    pub missing: Vec<usize>,
}

/// The positions of a tier by value. `P` tells where a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierValues<P = TierIndex> {
    /// Its number.
    pub tier: usize,
    /// The positions, for each player to move.
    pub positions: [ValueCounts; 2],
    /// The positions up to symmetry, where that is known; if the players can change places,
    /// together with the tier that it becomes then.
    pub classes: Option<ValueCounts>,
    /// The longest win and the longest loss.
    pub longest: Longest<P>,
    /// How many bits an entry had.
    pub bits: u32,
}

impl<P> TierValues<P> {
    /// Returns a tier without positions.
    #[cfg(feature = "interp")]
    pub(crate) fn empty(tier: usize, bits: u32) -> Self {
        let positions = [ValueCounts::default(); 2];
        TierValues { tier, positions, classes: None, longest: Longest::default(), bits }
    }
}

impl Values {
    /// The counts of a tier, if it was solved.
    pub fn tier(&self, tier: usize) -> Option<TierValues> {
        let mirror = self.mirrors[tier];
        let own = self.tallied[tier].as_ref();
        let other = mirror.and_then(|mirror| self.tallied[mirror].as_ref());
        let bits = own.or(other)?.bits;
        let of = |tallied: Option<&Tallied>| tallied.map(|it| it.done).unwrap_or_default();
        let (own, other) = (of(own), of(other));
        let positions = match mirror {
            // The second player's positions are the mirror's with the first player to move.
            Some(_) => [own.positions[0], other.positions[0]],
            None => own.positions,
        };
        let both = match mirror {
            Some(mirror) if mirror != tier => vec![(tier, own), (mirror, other)],
            _ => vec![(tier, own)],
        };
        let longest = |select: fn(&Done) -> LongestSlot| {
            let found = both.iter().filter(|(_, done)| select(done).slot != NO_SLOT);
            let (tier, done) = found.rev().max_by_key(|(_, done)| select(done).plies)?;
            let LongestSlot { plies, slot } = select(done);
            let index = slot << self.tables[*tier].shift;
            Some(Farthest { plies, position: TierIndex { tier: *tier, index } })
        };
        Some(TierValues {
            tier,
            positions,
            classes: Some(
                both.iter().fold(ValueCounts::default(), |sums, (_, done)| sums.and(done.classes)),
            ),
            longest: Longest { win: longest(|done| done.win), loss: longest(|done| done.loss) },
            bits,
        })
    }

    /// What a table says about a slot; none if the table is not kept, or [cannot be
    /// read](Values::trouble).
    pub fn decided(&self, place: (usize, u64)) -> Option<Decided> {
        let (entry, bits) = self.entry(place)?;
        Some(Coding::new(bits).read(entry))
    }

    /// The entry of a slot, and how many bits it has.
    fn entry(&self, (tier, slot): (usize, u64)) -> Option<(u64, u32)> {
        let values = self.tables[tier].values.slots();
        if !values.words.is_empty() {
            return Some((values.get(slot), values.bits));
        }
        let (number, bits) = match (self.beginning, &self.solved_tiers) {
            (Some(kept), _) if kept.place == (tier, slot) => (kept.number, kept.bits),
            (_, Some(tiers)) => self.number(tiers, (tier, slot))?,
            _ => return None,
        };
        Some((u64::from(number), bits))
    }

    fn number(&self, tiers: &Mutex<SolvedTiers>, place: (usize, u64)) -> Option<(u16, u32)> {
        let mut tiers = tiers.lock().expect("no thread panics while it reads");
        tiers.number(place).unwrap_or_else(|error| {
            // The first one says enough.
            let _ = self.trouble.set(error);
            None
        })
    }

    /// Returns what is [kept](super::Keeper) of a slot, and how many bits an entry of its tier
    /// has; none if there is no table, or it [cannot be read](Values::trouble).
    pub(super) fn kept_number(&self, place: (usize, u64), by_score: bool) -> Option<(u16, u32)> {
        if let Some(tiers) = &self.solved_tiers {
            return self.number(tiers, place);
        }
        let table = &self.tables[place.0];
        let bits = table.values.slots().bits;
        let is_there = table.values.bytes() > 0;
        is_there.then(|| (table.kept_number(place.1, by_score), bits))
    }

    /// Returns what is known about the table of a tier, if it is in memory.
    #[cfg(feature = "database")]
    pub(super) fn kept(&self, tier: usize) -> Option<super::KeptTier> {
        let (table, tallied) = (&self.tables[tier], self.tallied[tier].as_ref()?);
        let is_there = table.slots == 0 || table.values.bytes() > 0;
        is_there.then(|| super::KeptTier {
            slots: table.slots,
            bits: tallied.bits,
            counts: tallied.numbers(),
        })
    }

    /// Why a table on disk could not be read, if that has happened: then answers are missing.
    pub fn trouble(&self) -> Option<&SolveError> {
        self.trouble.get()
    }

    /// Adds tiers that are not in memory.
    pub(super) fn with_solved_tiers(self, tiers: SolvedTiers) -> Self {
        Values { solved_tiers: Some(Mutex::new(tiers)), ..self }
    }

    /// Writes something else over the entry of a slot, to see that it is found out.
    #[cfg(all(test, feature = "interp"))]
    pub(super) fn plant(&mut self, (tier, slot): (usize, u64), value: Decided) {
        let values = self.tables[tier].values.slots();
        let coding = Coding::new(values.bits);
        let entry = match value {
            Decided::Won(plies) => coding.won(plies),
            Decided::Lost(plies) => coding.lost(plies),
            Decided::Neither => Some(coding.not_lost()),
        };
        values.change(slot, |_| entry);
    }

    /// Loses the table of a tier.
    #[cfg(all(test, feature = "interp"))]
    pub(super) fn lose(&mut self, tier: usize) {
        self.tables[tier].values = super::tables::Entries::default();
    }

    /// The margin of a slot, where the scores decide; none if the table is not kept.
    pub fn margin(&self, place: (usize, u64)) -> Option<i64> {
        let (entry, _) = self.entry(place)?;
        Some(margin(entry))
    }

    /// The tier in which positions of a tier with the second player to move stand, with the
    /// players exchanged; none if they stand in their own.
    pub fn mirror(&self, tier: usize) -> Option<usize> {
        self.mirrors[tier]
    }

    /// The tables that are kept, as workers see them.
    pub fn views(&self) -> Vec<Tier<'_>> {
        views(&self.tables)
    }

    /// How many bits of an index inside a tier are left out in its slots.
    pub fn shift(&self, tier: usize) -> u32 {
        self.tables[tier].shift
    }
}
