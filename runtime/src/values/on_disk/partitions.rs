//! The tables of a unit and of the tiers below it, on disk, of which one partition is in memory at
//! a time.
//!
//! All tables have partitions of the same number of slots. Those of the unit come first, table
//! after table, then those of the tiers below; a slot of the unit has an *address*, its number
//! among all slots of these partitions. Only tables of the unit are changed.

use super::sizes::Sizes;
use super::state::State;
use crate::SolveError;
use crate::disk::Disk;
use crate::scratch::{DiskTable, Place, Scratch, TableOptions};
use crate::values::coding::{Coding, Decided};
use crate::values::keep::Keeper;
use crate::values::spread::has_zero;
use std::ops::Range;

/// How many numbers are copied at a time.
const AT_ONCE: usize = 1 << 14;

/// A tier below the unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct TierBelow {
    pub(super) tier: usize,
    pub(super) slots: u64,
    pub(super) bits: u32,
}

/// A table, with the number of its first partition.
#[derive(Debug)]
struct Cut {
    tier: usize,
    slots: u64,
    first: usize,
    /// None for the tiers of the unit, which are one table.
    below: Option<DiskTable>,
}

/// All partitions.
#[derive(Debug)]
pub(super) struct Partitions {
    own: DiskTable,
    cuts: Vec<Cut>,
    /// The cut of each tier that has one.
    cut_of: Vec<Option<usize>>,
    shift: u32,
    words: Vec<u64>,
    bits: u32,
    /// Which one is in memory, and whether it was changed.
    at: Option<usize>,
    is_changed: bool,
}

impl Partitions {
    /// Creates tables of a unit with entries of `bits` bits, and copies of those below. The entries
    /// are all 0, or as an earlier run has settled them, with partitions in these places; says
    /// whether that is so.
    pub(super) fn create(
        scratch: &Scratch,
        sizes: &Sizes,
        (bits, places): (u32, Option<Vec<Option<Place>>>),
        own: &[(usize, u64)],
        below: &[TierBelow],
        keeper: &mut dyn Keeper,
    ) -> Result<(Self, bool), SolveError> {
        let part_slots = sizes.part_slots;
        let parts = |slots: u64| usize::try_from(slots.div_ceil(part_slots)).expect("few parts");
        let mut first = 0;
        let mut cuts = Vec::new();
        for (tier, slots) in own {
            cuts.push(Cut { tier: *tier, slots: *slots, first, below: None });
            first += parts(*slots);
        }
        let options =
            TableOptions { size: first as u64 * part_slots, bits, part_entries: part_slots };
        let path = scratch.file(&format!("unit-{bits}"));
        let opened = places.map(|places| DiskTable::open(scratch.disk(), &path, options, places));
        let opened = opened.transpose()?.flatten();
        let goes_on = opened.is_some();
        let table = match opened {
            Some(table) => table,
            None => {
                // What is written down is not about the new table.
                State::remove(scratch)?;
                DiskTable::create(scratch.disk(), &path, options)?
            }
        };
        for tier in below {
            let copy = copy(scratch, tier, part_slots, keeper)?;
            cuts.push(Cut { tier: tier.tier, slots: tier.slots, first, below: Some(copy) });
            first += parts(tier.slots);
        }
        let tiers = cuts.iter().map(|cut| cut.tier + 1).max().unwrap_or(0);
        let mut cut_of = vec![None; tiers];
        cuts.iter().enumerate().for_each(|(number, cut)| cut_of[cut.tier] = Some(number));
        let partitions = Partitions {
            own: table,
            cuts,
            cut_of,
            shift: part_slots.trailing_zeros(),
            words: Vec::new(),
            bits,
            at: None,
            is_changed: false,
        };
        Ok((partitions, goes_on))
    }

    /// Waits until all entries of the unit are safe, and lets somebody note where they are.
    pub(super) fn settle(
        &mut self,
        note: impl FnOnce(&[Option<Place>]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        self.put_away()?;
        self.own.settle(note)
    }

    /// Number of partitions of the unit.
    pub(super) fn own(&self) -> usize {
        self.own.options().parts()
    }

    /// Number of partitions.
    pub(super) fn all(&self) -> usize {
        let last = self.cuts.last();
        last.map_or(0, |cut| cut.first + self.parts(cut.slots))
    }

    fn parts(&self, slots: u64) -> usize {
        usize::try_from(slots.div_ceil(1 << self.shift)).expect("partitions can be counted")
    }

    /// The partition of a slot, and its number inside.
    #[inline]
    pub(super) fn place(&self, tier: usize, slot: u64) -> (usize, u32) {
        let cut = self.cut_of[tier].expect("moves lead to tiers that are known");
        self.part_of(((self.cuts[cut].first as u64) << self.shift) + slot)
    }

    /// The partition of an address, and its number inside.
    #[inline]
    pub(super) fn part_of(&self, address: u64) -> (usize, u32) {
        let part = usize::try_from(address >> self.shift).expect("partitions can be counted");
        let local = address & ((1 << self.shift) - 1);
        (part, u32::try_from(local).expect("a partition has at most 2^30 slots"))
    }

    /// The address of a slot inside a partition of the unit.
    #[inline]
    pub(super) fn address(&self, part: usize, local: u64) -> u64 {
        ((part as u64) << self.shift) + local
    }

    /// The number of the table that a partition of the unit belongs to, and which of its slots it
    /// has.
    pub(super) fn slots(&self, part: usize) -> (usize, Range<u64>) {
        let after = self.cuts.partition_point(|cut| cut.first <= part);
        let number = after - 1;
        let cut = &self.cuts[number];
        let first = ((part - cut.first) as u64) << self.shift;
        (number, first..cut.slots.min(first + (1 << self.shift)))
    }

    /// Brings a partition into memory.
    pub(super) fn load(&mut self, part: usize) -> Result<(), SolveError> {
        if self.at == Some(part) {
            return Ok(());
        }
        self.put_away()?;
        self.at = None;
        let below = self.cuts.partition_point(|cut| cut.first <= part) - 1;
        let cut = &self.cuts[below];
        match &cut.below {
            Some(table) => {
                table.read(part - cut.first, &mut self.words)?;
                self.bits = table.options().bits;
            }
            None => {
                self.own.read(part, &mut self.words)?;
                self.bits = self.own.options().bits;
            }
        }
        self.at = Some(part);
        Ok(())
    }

    /// Writes what was changed.
    fn put_away(&mut self) -> Result<(), SolveError> {
        if let Some(part) = self.at.filter(|_| self.is_changed) {
            self.own.write(part, &self.words)?;
            self.is_changed = false;
        }
        Ok(())
    }

    /// An entry of the partition in memory.
    #[inline]
    pub(super) fn get(&self, local: u32) -> u64 {
        let (word, shift) = self.bit(local);
        self.words[word] >> shift & ((1 << self.bits) - 1)
    }

    /// Changes an entry of the partition in memory, one of the unit.
    #[inline]
    pub(super) fn set(&mut self, local: u32, entry: u64) {
        let (word, shift) = self.bit(local);
        let mask = ((1 << self.bits) - 1) << shift;
        self.words[word] = self.words[word] & !mask | entry << shift;
        self.is_changed = true;
    }

    #[inline]
    fn bit(&self, local: u32) -> (usize, u32) {
        let step = self.bits.trailing_zeros();
        ((local >> (6 - step)) as usize, local << step & 63)
    }

    /// What a slot of the partition in memory says, of whichever table.
    #[inline]
    pub(super) fn decided(&self, local: u32) -> Decided {
        // What was kept has no counts, and where there is no value it says 0: both are not
        // decided.
        Coding::new(self.bits).read(self.get(local))
    }

    /// Finds slots of the partition in memory whose entry is one of two, among these `slots`: at
    /// most `most`. Returns the slot to go on from.
    pub(super) fn find(
        &self,
        wanted: [u64; 2],
        slots: Range<u32>,
        most: usize,
        found: &mut Vec<u64>,
    ) -> u32 {
        let lanes = u64::MAX / ((1 << self.bits) - 1);
        let patterns = wanted.map(|entry| entry.wrapping_mul(lanes));
        let per_word = 64 / self.bits;
        let mut local = slots.start;
        while local < slots.end && found.len() < most {
            let (word, _) = self.bit(local);
            let has = |pattern| has_zero(self.words[word] ^ pattern, self.bits);
            let end = slots.end.min((local / per_word + 1) * per_word);
            if patterns.into_iter().any(has) {
                while local < end && found.len() < most {
                    if wanted.contains(&self.get(local)) {
                        found.push(u64::from(local));
                    }
                    local += 1;
                }
            } else {
                local = end;
            }
        }
        local
    }
}

/// Copies what was kept of a tier: it is read as often as there are depths, and to read it here
/// takes less time than from where it is kept.
fn copy(
    scratch: &Scratch,
    below: &TierBelow,
    part_slots: u64,
    keeper: &mut dyn Keeper,
) -> Result<DiskTable, SolveError> {
    let TierBelow { tier, slots, bits } = *below;
    let options = TableOptions { size: slots, bits, part_entries: part_slots };
    let disk: &Disk = scratch.disk();
    let path = scratch.passing_file(&format!("below-{tier}"));
    let mut table = DiskTable::create(disk, &path, options)?;
    let mut numbers = vec![0; AT_ONCE];
    for part in 0..options.parts() {
        let range = options.range(part);
        let mut words = vec![0; options.words(part)];
        let mut first = range.start;
        while first < range.end {
            let count = usize::try_from(range.end - first).map_or(AT_ONCE, |it| it.min(AT_ONCE));
            keeper.read(tier, first, &mut numbers[..count])?;
            let mask = (1 << bits) - 1;
            for (slot, number) in (first - range.start..).zip(&numbers[..count]) {
                let at = slot * u64::from(bits);
                let word = usize::try_from(at / 64).expect("it is in memory");
                words[word] |= (u64::from(*number) & mask) << (at % 64);
            }
            first += count as u64;
        }
        table.write(part, &words)?;
    }
    Ok(table)
}
