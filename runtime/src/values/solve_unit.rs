//! Solving one unit, a tier and its mirror: what is decided at first, then propagated depth by
//! depth, or margins round by round.

use super::coding::{ALL_EVEN, Coding};
use super::result::Why;
use super::search::{Reached, Search};
use super::tables::Entries;
use super::tallied::Tallied;
use super::work::Job;
use crate::SolveError;
use std::time::Instant;

impl Search<'_> {
    /// Solves a unit, unless what follows it could not be.
    pub(super) fn solve(&mut self, unit: usize) -> Result<(), SolveError> {
        let missing = self.units[unit].next.iter().find(|next| self.unsolved[**next].is_some());
        if let Some(missing) = missing {
            self.unsolved[unit] = Some(Why::Below(self.name(*missing)));
            return Ok(());
        }
        let mut solved = self.solve_in_memory(unit);
        if matches!(solved, Err(SolveError::TableMemory { .. })) && self.make_room(unit)? {
            solved = self.solve_in_memory(unit);
        }
        let is_too_large = matches!(solved, Err(SolveError::TableMemory { .. }));
        let on_disk = is_too_large && self.options.scratch.is_some();
        if on_disk {
            self.forget(unit);
            self.forget_loaded_marks(unit);
            solved = self.solve_on_disk(unit);
        }
        let solved = match solved {
            Ok(solved) => solved,
            Err(SolveError::TableMemory { needed, limit }) => Err(Why::Memory { needed, limit }),
            Err(error) => return Err(error),
        };
        if let Err(why) = solved {
            self.forget(unit);
            self.forget_loaded_marks(unit);
            self.unsolved[unit] = Some(why);
            return Ok(());
        }
        if on_disk {
            return Ok(());
        }
        if self.options.check {
            let begun = Instant::now();
            self.check(unit)?;
            self.check_time += begun.elapsed();
        }
        self.forget_marks(unit);
        self.tally(unit)?;
        self.solved += self.slots(unit);
        self.keep(unit)?;
        self.forget_loaded_marks(unit);
        Ok(())
    }

    fn solve_in_memory(&mut self, unit: usize) -> Result<Result<(), Why>, SolveError> {
        self.load_marks(unit)?;
        self.load_next(unit)?;
        let bits = self.options.bits(self.worker.abilities());
        match self.solve_with(unit, bits)? {
            // What follows it has depths that leave no room for longer ones.
            Err(Why::TooDeep) if bits == 8 => self.solve_with(unit, 16),
            solved => Ok(solved),
        }
    }

    /// Solves a unit with entries of `bits` bits.
    fn solve_with(&mut self, unit: usize, bits: u32) -> Result<Result<(), Why>, SolveError> {
        self.forget(unit);
        let abilities = self.worker.abilities();
        let backward = abilities.knows_tier_predecessors;
        let job = if backward { Job::Spread } else { Job::Pass };
        if let Some(restored) = self.restore_unit(unit)? {
            return match abilities.scores {
                true => self.by_rounds(unit, restored.depth),
                false => self.propagate(unit, job, restored),
            };
        }
        for tier in self.units[unit].tables.clone() {
            let table = &mut self.tables[tier];
            table.values = Entries::new(table.slots, bits, &mut self.memory)?;
            if abilities.scores {
                table.fresh = Entries::new(table.slots, bits, &mut self.memory)?;
            } else if bits == 2 && backward {
                table.fresh = Entries::new(table.slots, 1, &mut self.memory)?;
            }
        }
        if abilities.scores {
            for tier in self.units[unit].tables.clone() {
                self.tables[tier].values.fill(ALL_EVEN);
            }
            return self.by_rounds(unit, 0);
        }
        let first = self.look(Job::Initialize, unit, 0)?;
        if first.overflow {
            return Ok(Err(Why::TooDeep));
        }
        if !first.stays {
            return Ok(Ok(()));
        }
        self.propagate(unit, job, Reached { bits, depth: 0, deepest: first.deepest })
    }

    /// Tells on what is decided, depth by depth, until nothing new is.
    fn propagate(
        &mut self,
        unit: usize,
        job: Job,
        from: Reached,
    ) -> Result<Result<(), Why>, SolveError> {
        let Reached { mut bits, mut depth, mut deepest } = from;
        loop {
            // A depth that is broken off is propagated once more: what is counted twice is
            // harmless.
            let reached = Reached { bits, depth, deepest };
            let done = self.run(job, unit, depth);
            let done = self.saved_if_stopped(done, unit, reached)?;
            deepest = deepest.max(done.deepest);
            if done.overflow && bits == 16 {
                return Ok(Err(Why::TooDeep));
            }
            if done.overflow {
                // The depth is propagated once more: what had room has got it, and counts that
                // fall twice are harmless.
                self.widen(unit)?;
                bits = 16;
                continue;
            }
            let is_last = if bits == 2 { done.changed == 0 } else { depth >= deepest };
            if is_last {
                return Ok(Ok(()));
            }
            depth += 1;
            if self.keeper.is_due() {
                self.save_unit(unit, Reached { bits, depth, deepest })?;
            }
        }
    }

    /// Gives the entries of a unit 16 bits.
    fn widen(&mut self, unit: usize) -> Result<(), SolveError> {
        for tier in self.units[unit].tables.clone() {
            let table = &mut self.tables[tier];
            let wide = Entries::new(table.slots, 16, &mut self.memory)?;
            let (old, new) = (table.values.slots(), wide.slots());
            let coding = Coding::new(old.bits);
            for slot in 0..table.slots {
                new.change(slot, |_| Some(coding.widened(old.get(slot))));
            }
            table.values.drop_from(&mut self.memory);
            table.values = wide;
        }
        Ok(())
    }

    /// Computes margins until they rest.
    fn by_rounds(&mut self, unit: usize, first: u32) -> Result<Result<(), Why>, SolveError> {
        let mut round = first;
        loop {
            let reached = Reached { bits: 16, depth: round, deepest: 0 };
            let done = self.look(Job::Margins, unit, round);
            let done = self.saved_if_stopped(done, unit, reached)?;
            for tier in self.units[unit].tables.clone() {
                let table = &mut self.tables[tier];
                std::mem::swap(&mut table.values, &mut table.fresh);
            }
            if done.overflow {
                return Ok(Err(Why::EndlessScore));
            }
            if done.changed == 0 || !done.stays {
                return Ok(Ok(()));
            }
            round += 1;
            if self.keeper.is_due() {
                self.save_unit(unit, Reached { bits: 16, depth: round, deepest: 0 })?;
            }
        }
    }

    fn tally(&mut self, unit: usize) -> Result<(), SolveError> {
        let members = self.units[unit].tables.clone();
        for (number, tier) in members.into_iter().enumerate() {
            let all = self.looked[tier];
            let mut done = self.run_on(Job::Tally, unit, number, 0)?;
            let pairs = done.positions.iter_mut().zip(all.positions);
            for (sums, all) in pairs.chain([(&mut done.classes, all.classes)]) {
                sums.drawn = all.drawn - sums.won - sums.lost;
            }
            let bits = self.tables[tier].values.slots().bits;
            self.tallied[tier] = Some(Tallied { done, bits });
        }
        Ok(())
    }
}
