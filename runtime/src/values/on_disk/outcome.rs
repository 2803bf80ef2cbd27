//! Counting what was found on disk, and giving it to the keeper.

use super::Solver;
use crate::SolveError;
use crate::values::coding::{Coding, Decided};
use crate::values::keep::{Keeper, KeptTier};
use crate::values::tallied::Tallied;
use crate::values::work::{Done, Job, LongestSlot, ValueCounts};

impl Solver<'_> {
    /// The counts of each table of the unit.
    pub(super) fn tally(&mut self) -> Result<Vec<Tallied>, SolveError> {
        let mut counted = vec![Done::default(); self.looked.len()];
        for part in 0..self.partitions.own() {
            let (table, _) = self.partitions.slots(part);
            let done = self.tally_part(part)?;
            counted[table] = counted[table].and(done);
        }
        let bits = self.kept_coding().bits();
        let tallied = counted.into_iter().zip(&self.looked).map(|(mut done, all)| {
            let pairs = done.positions.iter_mut().zip(all.positions);
            for (sums, all) in pairs.chain([(&mut done.classes, all.classes)]) {
                sums.drawn = all.drawn - sums.won - sums.lost;
            }
            Tallied { done, bits }
        });
        Ok(tallied.collect())
    }

    fn tally_part(&mut self, part: usize) -> Result<Done, SolveError> {
        let mut done = Done::default();
        let (table, slots) = self.partitions.slots(part);
        let tier = self.unit.unit.tables[table];
        let end = self.used(part);
        let mut next = 0;
        self.partitions.load(part)?;
        while next < end {
            let mut locals = Vec::new();
            while next < end && locals.len() < self.sizes.at_once {
                let slot = slots.start + u64::from(next);
                let is_decided = self.partitions.decided(next) != Decided::Neither;
                if is_decided && self.is_asked(tier, slot)? {
                    locals.push(u64::from(next));
                }
                next += 1;
            }
            let reply = self.ask(Job::Sizes, part, &locals, 0)?;
            for (at, about, _) in reply.slots().filter(|(_, about, _)| about.has_position) {
                let (_, local) = self.partitions.part_of(locals[at]);
                let value = self.kept(self.partitions.decided(local));
                let slot = slots.start + locals[at];
                let add = |sums: &mut ValueCounts, positions: u64| match value {
                    Decided::Won(_) => sums.won += positions,
                    _ => sums.lost += positions,
                };
                add(&mut done.positions[about.mover as usize], about.class_size);
                add(&mut done.classes, 1);
                match value {
                    Decided::Won(plies) => done.win = done.win.or(LongestSlot { plies, slot }),
                    Decided::Lost(plies) => done.loss = done.loss.or(LongestSlot { plies, slot }),
                    Decided::Neither => {}
                }
            }
        }
        Ok(done)
    }

    /// Gives the values to the keeper.
    pub(super) fn keep(
        &mut self,
        tallied: &[Tallied],
        keeper: &mut dyn Keeper,
    ) -> Result<(), SolveError> {
        for (table, tier) in self.unit.unit.tables.iter().enumerate() {
            let Tallied { bits, .. } = tallied[table];
            let slots = self.unit.tiers[*tier].slots;
            let kept = KeptTier { slots, bits, counts: tallied[table].numbers() };
            let mut read = |first: u64, numbers: &mut [u16]| self.read(*tier, first, numbers);
            keeper.keep(*tier, &kept, &mut read)?;
        }
        Ok(())
    }

    /// The numbers that are kept of slots of a tier, from a first one on.
    fn read(&mut self, tier: usize, first: u64, numbers: &mut [u16]) -> Result<(), SolveError> {
        let coding = self.kept_coding();
        for (slot, number) in (first..).zip(numbers) {
            let (part, local) = self.partitions.place(tier, slot);
            self.partitions.load(part)?;
            let entry = match self.kept(self.partitions.decided(local)) {
                _ if !self.is_asked(tier, slot)? => 0,
                Decided::Won(plies) => coding.won(plies).expect("it had room"),
                Decided::Lost(plies) => coding.lost(plies).expect("it had room"),
                Decided::Neither => coding.not_lost(),
            };
            *number = u16::try_from(entry).expect("at most 16 bits");
        }
        Ok(())
    }

    /// How what is kept is coded.
    fn kept_coding(&self) -> Coding {
        if self.unit.depth { self.coding } else { Coding::new(2) }
    }

    /// A value as it is kept: perhaps without its plies.
    fn kept(&self, value: Decided) -> Decided {
        match value {
            _ if self.unit.depth => value,
            Decided::Won(_) => Decided::Won(0),
            Decided::Lost(_) => Decided::Lost(0),
            Decided::Neither => Decided::Neither,
        }
    }
}
