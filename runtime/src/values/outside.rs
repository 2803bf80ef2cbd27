//! Units whose tables do not fit into memory.
//!
//! What a keeper has can be forgotten: tables that other units look up are loaded again when these
//! come. If the tables of a unit and those it looks up still do not fit, it is solved [on
//! disk](super::on_disk), if there is a folder for that. So are marks of what can be reached:
//! those of a unit that is solved in memory are loaded then.

use super::on_disk::{Marked, Marking, SolvedOnDisk, UnitOnDisk, solve_on_disk};
use super::result::{KeptValue, Why};
use super::search::Search;
use super::tables::{Entries, views};
use crate::scratch::Scratch;
use crate::{Progress, SolveError};

impl Search<'_> {
    /// Forgets the tables that a unit does not look up, if they can be loaded again. Says whether
    /// there were any.
    pub(super) fn make_room(&mut self, unit: usize) -> Result<bool, SolveError> {
        if self.options.keep {
            return Ok(false);
        }
        let needed: Vec<usize> = self.units[unit]
            .next
            .iter()
            .flat_map(|next| self.units[*next].tables.iter().copied())
            .collect();
        let before = self.memory.used;
        for tier in 0..self.tables.len() {
            if !needed.contains(&tier) {
                self.put_away(tier)?;
            }
        }
        Ok(self.memory.used < before)
    }

    /// Forgets the values of a tier if they can be loaded again.
    fn put_away(&mut self, tier: usize) -> Result<(), SolveError> {
        if self.tables[tier].values.bytes() > 0 && self.keeper.kept(tier)?.is_some() {
            self.tables[tier].values.drop_from(&mut self.memory);
        }
        Ok(())
    }

    /// Solves a unit on disk and keeps its values.
    pub(super) fn solve_on_disk(&mut self, unit: usize) -> Result<Result<(), Why>, SolveError> {
        let scratch = self.options.scratch.as_ref().expect("there is a folder for it");
        for tier in 0..self.tables.len() {
            self.put_away(tier)?;
        }
        let below = self.units[unit].next.iter();
        let below = below.flat_map(|next| self.units[*next].tables.iter().copied()).collect();
        let on_disk = UnitOnDisk {
            worker: self.worker,
            structure: self.structure,
            unit: &self.units[unit],
            tiers: &views(&self.tables),
            below,
            depth: self.options.depth,
            workers: &self.workers,
            scratch,
            memory: self.free_memory(scratch),
            before: self.progress(scratch),
        };
        let solved = solve_on_disk(&on_disk, self.marks.as_mut(), self.keeper, self.observer)?;
        let SolvedOnDisk { tallied, moves, bytes } = match solved {
            Ok(solved) => solved,
            Err(why) => return Ok(Err(why)),
        };
        for (tier, tallied) in self.units[unit].tables.clone().into_iter().zip(tallied) {
            self.tallied[tier] = Some(tallied);
            if self.options.check {
                self.checked.missing.push(tier);
            }
        }
        self.moves += moves;
        self.memory.peak = self.memory.peak.max(self.memory.used + bytes);
        self.solved += self.slots(unit);
        Ok(Ok(()))
    }

    fn free_memory(&self, scratch: &Scratch) -> u64 {
        let limit = self.options.memory_limit.unwrap_or(scratch.memory());
        limit.saturating_sub(self.memory.used)
    }

    fn progress(&self, scratch: &Scratch) -> Progress {
        Progress {
            states: self.solved,
            depth: 0,
            layer_done: 0.0,
            size: self.size,
            bytes: self.memory.used + self.free_memory(scratch),
        }
    }

    /// Marks everything that can be reached from a slot of a tier, on disk.
    pub(super) fn mark_on_disk(&mut self, start: (usize, u64)) -> Result<(), SolveError> {
        let scratch = self.options.scratch.as_ref().expect("there is a folder for it");
        for table in &mut self.tables {
            table.reached.drop_from(&mut self.memory);
            table.fresh.drop_from(&mut self.memory);
        }
        let marking = Marking {
            worker: self.worker,
            structure: self.structure,
            units: self.needed.iter().rev().map(|unit| &self.units[*unit]).collect(),
            tiers: &views(&self.tables),
            workers: &self.workers,
            scratch,
            memory: self.free_memory(scratch),
            before: self.progress(scratch),
        };
        let Marked { marks, moves, bytes } = marking.mark(start, self.observer)?;
        self.moves += moves;
        self.memory.peak = self.memory.peak.max(self.memory.used + bytes);
        self.marks = Some(marks);
        Ok(())
    }

    /// Loads the marks of a unit if they are on disk.
    pub(super) fn load_marks(&mut self, unit: usize) -> Result<(), SolveError> {
        let Some(marks) = &mut self.marks else { return Ok(()) };
        for tier in &self.units[unit].tables {
            let table = &mut self.tables[*tier];
            if table.reached.bytes() == 0 {
                table.reached = Entries::new(table.slots, 1, &mut self.memory)?;
                let mut first = 0;
                marks.visit(*tier, |words| {
                    table.reached.put(first, words);
                    first += words.len();
                })?;
            }
        }
        Ok(())
    }

    /// Forgets the marks of a unit if they are on disk.
    pub(super) fn forget_loaded_marks(&mut self, unit: usize) {
        if self.marks.is_some() {
            for tier in &self.units[unit].tables {
                self.tables[*tier].reached.drop_from(&mut self.memory);
            }
        }
    }

    /// What is kept of a position whose table is not in memory.
    pub(super) fn kept_value(
        &mut self,
        (tier, index): (usize, u64),
    ) -> Result<Option<KeptValue>, SolveError> {
        let place = self.place(tier, index);
        let (tier, slot) = place;
        if self.tables[tier].values.bytes() > 0 {
            return Ok(None);
        }
        let Some(kept) = self.keeper.kept(tier)? else { return Ok(None) };
        let mut number = [0];
        self.keeper.read(tier, slot, &mut number)?;
        Ok(Some(KeptValue { place, number: number[0], bits: kept.bits }))
    }
}
