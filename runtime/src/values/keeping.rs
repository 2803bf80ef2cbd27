//! What the search for values gives to a [`Keeper`](super::Keeper), and takes over from one.
//!
//! A tier is kept when it is solved. While a tier is being solved, its tables are kept as they
//! are, between two depths: what they hold and how far it was propagated is all that is needed to
//! go on. Where a depth is broken off it is begun again, which is harmless (see
//! [`spread`](super::spread)).

use super::coding::Coding;
use super::keep::KeptTier;
use super::options::ValueOptions;
use super::result::{Checked, Values};
use super::search::{Reached, Search};
use super::structure::Structure;
use super::tables::Entries;
use super::tallied::Tallied;
use super::work::{Done, ValueCounts};
use super::{Keeper, Worker};
use crate::{Observer, Resumed, SolveError, Stage, Unfinished};

/// How many numbers are read at a time.
const AT_ONCE: usize = 1 << 14;

/// Values that were kept, in memory again, so that they can be checked. If play begins with a
/// position, exactly what can be reached from it must have a number: the numbers that are missing
/// or too many are told as wrong values.
pub fn load_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    keeper: &mut dyn Keeper,
    observer: &mut dyn Observer,
) -> Result<(Values, Checked), SolveError> {
    let mut search = Search::new(worker, structure, options, keeper, observer)?;
    search.take_over_solved()?;
    if let Some((tier, index)) = options.from {
        search.find_reachable(tier, index)?;
    }
    let mut checked = Checked::default();
    for unit in search.needed.clone() {
        for tier in search.units[unit].tables.clone() {
            search.load(tier)?;
            if options.from.is_some() {
                search.compare_marks(tier, &mut checked)?;
            }
        }
    }
    Ok((search.values(), checked))
}

impl Search<'_> {
    /// Takes over the counts of tiers that were solved before.
    pub(super) fn take_over_solved(&mut self) -> Result<(), SolveError> {
        for unit in self.needed.clone() {
            for tier in self.units[unit].tables.clone() {
                let Some(kept) = self.keeper.kept(tier)? else { continue };
                let is_own = kept.slots == self.tables[tier].slots && kept.is_sound();
                let tallied = Tallied::from_numbers(&kept.counts, kept.bits);
                self.tallied[tier] = Some(tallied.filter(|_| is_own).ok_or_else(|| wrong(tier))?);
            }
        }
        Ok(())
    }

    /// Whether all tiers of a unit are solved.
    pub(super) fn is_solved(&self, unit: usize) -> bool {
        self.units[unit].tables.iter().all(|tier| self.tallied[*tier].is_some())
    }

    /// Loads what a unit looks up.
    pub(super) fn load_next(&mut self, unit: usize) -> Result<(), SolveError> {
        for next in self.units[unit].next.clone() {
            for tier in self.units[next].tables.clone() {
                self.load(tier)?;
            }
        }
        Ok(())
    }

    /// Loads the tiers that were asked for, if there is room.
    pub(super) fn load_wanted(&mut self) -> Result<(), SolveError> {
        for tier in self.options.tiers.clone() {
            for tier in self.units[self.unit_of[tier]].tables.clone() {
                match self.load(tier) {
                    Err(SolveError::TableMemory { .. }) => return Ok(()),
                    loaded => loaded?,
                }
            }
        }
        Ok(())
    }

    /// Loads the values of a tier that was solved before, unless they are in memory.
    fn load(&mut self, tier: usize) -> Result<(), SolveError> {
        let table = &mut self.tables[tier];
        let Some(tallied) = &self.tallied[tier] else { return Ok(()) };
        if table.values.bytes() > 0 || self.keeper.kept(tier)?.is_none() {
            return Ok(());
        }
        let values = Entries::new(table.slots, tallied.bits, &mut self.memory)?;
        let unused = Coding::new(tallied.bits).not_lost();
        each(&mut *self.keeper, tier, table.slots, &mut |slot, number| {
            let entry = if number == 0 { unused } else { u64::from(number) };
            values.slots().change(slot, |_| Some(entry));
        })?;
        table.values = values;
        Ok(())
    }

    /// Compares which slots of a tier have a number with those that can be reached.
    fn compare_marks(&mut self, tier: usize, checked: &mut Checked) -> Result<(), SolveError> {
        let reached = self.tables[tier].reached.slots();
        each(&mut *self.keeper, tier, self.tables[tier].slots, &mut |slot, number| {
            if (number != 0) != (reached.get(slot) != 0) {
                checked.wrong += 1;
                checked.first = checked.first.or(Some((tier, slot)));
            }
        })
    }

    /// Keeps a unit that is solved.
    pub(super) fn keep(&mut self, unit: usize) -> Result<(), SolveError> {
        for tier in self.units[unit].tables.clone() {
            let table = &self.tables[tier];
            let tallied = self.tallied[tier].expect("a solved tier is counted");
            let kept =
                KeptTier { slots: table.slots, bits: tallied.bits, counts: tallied.numbers() };
            let by_score = self.by_score();
            let mut read = |first: u64, numbers: &mut [u16]| {
                for (slot, number) in (first..).zip(numbers) {
                    *number = table.kept_number(slot, by_score);
                }
                Ok(())
            };
            self.keeper.keep(tier, &kept, &mut read)?;
        }
        Ok(())
    }

    /// Keeps the marks of what can be reached.
    pub(super) fn keep_reached(&mut self) -> Result<(), SolveError> {
        let tiers = self.needed_tiers();
        let tables: Vec<_> = tiers.iter().map(|it| self.tables[*it].reached.words()).collect();
        let unfinished = Unfinished { tiers: &tiers, numbers: &[self.moves], tables: &tables };
        self.keeper.save(Stage::Reached, unfinished)
    }

    /// Takes over the marks of what can be reached; false if they were not kept.
    pub(super) fn take_over_reached(&mut self) -> Result<bool, SolveError> {
        let tiers = self.needed_tiers();
        self.memory.has_room(tiers.iter().map(|tier| self.tables[*tier].slots / 8).sum())?;
        let words = tiers.iter().map(|tier| self.tables[*tier].slots.div_ceil(64)).sum();
        let resumed = self.keeper.restore(Stage::Reached, &tiers, words)?;
        let Some(resumed) = resumed else { return Ok(false) };
        let Resumed { numbers, tables } = resumed;
        if tables.len() != tiers.len() || !Resumed::are_counts(&numbers) {
            return Ok(false);
        }
        for (tier, words) in tiers.into_iter().zip(tables) {
            let table = &mut self.tables[tier];
            let marks = Entries::from_words(words, (table.slots, 1), &mut self.memory)?;
            table.reached = marks.ok_or_else(|| wrong(tier))?;
        }
        self.moves += numbers.first().copied().unwrap_or(0);
        Ok(true)
    }

    fn needed_tiers(&self) -> Vec<usize> {
        self.needed.iter().flat_map(|unit| self.units[*unit].tables.clone()).collect()
    }

    /// Keeps a unit that is being solved if the search was told to stop in a job.
    pub(super) fn saved_if_stopped(
        &mut self,
        done: Result<Done, SolveError>,
        unit: usize,
        reached: Reached,
    ) -> Result<Done, SolveError> {
        if let Err(SolveError::Cancelled { .. }) = done {
            self.save_unit(unit, reached)?;
        }
        done
    }

    /// Keeps a unit that is being solved.
    pub(super) fn save_unit(&mut self, unit: usize, reached: Reached) -> Result<(), SolveError> {
        let tiers = &self.units[unit].tables;
        let Reached { bits, depth, deepest } = reached;
        let mut numbers = vec![u64::from(bits), u64::from(depth), u64::from(deepest), self.moves];
        for tier in tiers {
            let Done { positions, classes, .. } = &self.looked[*tier];
            numbers.extend([positions[0].drawn, positions[1].drawn, classes.drawn]);
        }
        let values = tiers.iter().map(|tier| self.tables[*tier].values.words());
        // Margins are computed anew from the values; what a round has computed is of no use
        // without the rest of it.
        let marks = tiers.iter().filter(|_| bits == 2);
        let marks = marks.map(|tier| self.tables[*tier].fresh.words());
        let tables: Vec<_> = values.chain(marks).collect();
        let unfinished = Unfinished { tiers, numbers: &numbers, tables: &tables };
        self.keeper.save(Stage::Solving, unfinished)
    }

    /// Takes over a unit that was being solved; none if it was not kept.
    pub(super) fn restore_unit(&mut self, unit: usize) -> Result<Option<Reached>, SolveError> {
        let tiers = self.units[unit].tables.clone();
        let bits = u64::from(self.options.bits(self.worker.abilities()));
        self.memory.has_room((self.slots(unit) / 8).saturating_mul(bits))?;
        // Entries of 16 bits, or of two bits with a mark each.
        let words = tiers.iter().map(|tier| self.tables[*tier].slots.div_ceil(4)).sum();
        let resumed = self.keeper.restore(Stage::Solving, &tiers, words)?;
        let Some(resumed) = resumed else { return Ok(None) };
        let Resumed { numbers, tables } = resumed;
        let Some(([bits, depth, deepest, moves], looked)) = numbers.split_first_chunk() else {
            return Err(wrong(self.name(unit)));
        };
        if !Resumed::are_counts(looked) || !Resumed::are_counts(&[*moves]) {
            return Err(wrong(self.name(unit)));
        }
        // Depths have at most 16 bits.
        let small = |number: &u64| u32::try_from(*number).ok().filter(|it| *it <= 1 << 16);
        let [bits, depth, deepest] = [bits, depth, deepest].map(small);
        let (Some(bits @ (2 | 8 | 16)), Some(depth), Some(deepest)) = (bits, depth, deepest) else {
            return Err(wrong(self.name(unit)));
        };
        let [values, marks] = if bits == 2 { [tiers.len(); 2] } else { [tiers.len(), 0] };
        let has_marks = bits == 2 && tables.len() == values + marks;
        if looked.len() != 3 * tiers.len() || !(has_marks || tables.len() == values) {
            return Err(wrong(self.name(unit)));
        }
        for (number, words) in tables.into_iter().enumerate() {
            let tier = tiers[number % tiers.len()];
            let is_value = number < tiers.len();
            let width = if is_value { bits } else { 1 };
            let table = &mut self.tables[tier];
            // Where there were no marks, none were kept.
            if !is_value && words.is_empty() {
                continue;
            }
            let entries = Entries::from_words(words, (table.slots, width), &mut self.memory)?;
            let entries = entries.ok_or_else(|| wrong(tier))?;
            if is_value { table.values = entries } else { table.fresh = entries }
        }
        for (tier, counts) in tiers.iter().zip(looked.chunks(3)) {
            let drawn = |at: usize| ValueCounts { drawn: counts[at], ..ValueCounts::default() };
            let positions = [drawn(0), drawn(1)];
            self.looked[*tier] = Done { positions, classes: drawn(2), ..Done::default() };
            if self.by_score() {
                let table = &mut self.tables[*tier];
                table.fresh = Entries::new(table.slots, bits, &mut self.memory)?;
            }
        }
        self.moves += moves;
        Ok(Some(Reached { bits, depth, deepest }))
    }
}

/// Visits all numbers that are kept of a tier.
fn each(
    keeper: &mut dyn Keeper,
    tier: usize,
    slots: u64,
    visit: &mut dyn FnMut(u64, u16),
) -> Result<(), SolveError> {
    let mut numbers = vec![0; AT_ONCE];
    let mut first = 0;
    while first < slots {
        let count = usize::try_from(slots - first).map_or(AT_ONCE, |it| it.min(AT_ONCE));
        keeper.read(tier, first, &mut numbers[..count])?;
        (first..).zip(&numbers[..count]).for_each(|(slot, number)| visit(slot, *number));
        first += count as u64;
    }
    Ok(())
}

/// What was kept is not what the search would have kept.
fn wrong(tier: usize) -> SolveError {
    SolveError::Storage { message: format!("what was kept of tier {tier} does not belong to it") }
}
