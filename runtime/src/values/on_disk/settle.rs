//! Requests are answered, and answers entered: twice through the partitions that have got
//! messages, in their order.

use super::Solver;
use super::messages::{Answer, Asker, Effect, WITHOUT_ROOM};
use crate::SolveError;
use crate::values::listing::Link;

impl Solver<'_> {
    /// A position asks about the moves that were listed.
    pub(super) fn send_requests(
        &mut self,
        address: u64,
        is_countable: bool,
        records: &[u64],
    ) -> Result<(), SolveError> {
        for record in records {
            let Link { tier, slot, inside, same_mover } = Link::read(*record);
            let (target, local) = self.partitions.place(tier, slot);
            let asker = Asker { address, is_countable, inside, same_mover };
            self.requests.send(target, (local, asker.record()))?;
        }
        Ok(())
    }

    /// Deals with all that was asked: with depths up to this one, inside the unit.
    pub(super) fn settle(&mut self, final_depth: u32) -> Result<(), SolveError> {
        for part in self.requests.collect()? {
            self.see_whether_to_stop()?;
            let Solver { partitions, requests, answers, .. } = self;
            partitions.load(part)?;
            requests.deliver(part, |(local, asker)| {
                let asker = Asker::read(asker);
                let answer = asker.answer(partitions.decided(local), final_depth);
                let (part, local) = partitions.part_of(asker.address);
                answers.send(part, answer.record(local))
            })?;
        }
        for part in self.answers.collect()? {
            self.see_whether_to_stop()?;
            let coding = self.coding;
            let Solver { partitions, answers, depths, deepest, overflow, is_open, .. } = self;
            partitions.load(part)?;
            answers.deliver(part, |record| {
                let (local, answer) = Answer::read(record);
                match answer.effect(coding, partitions.get(local)) {
                    Effect::None => {}
                    Effect::NoRoom => *overflow = true,
                    Effect::Becomes(entry) => {
                        partitions.set(local, entry);
                        is_open[part] |= entry == WITHOUT_ROOM;
                        if let Answer::Wins(plies) | Answer::Loses(plies) = answer {
                            depths[part].insert(plies);
                            *deepest = plies.max(*deepest);
                        }
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// What is still without an entry when all answers have come is lost, with a depth that has no
    /// room.
    pub(super) fn see_whether_there_was_room(&mut self) -> Result<(), SolveError> {
        for part in 0..self.is_open.len() {
            if !std::mem::take(&mut self.is_open[part]) {
                continue;
            }
            self.partitions.load(part)?;
            let mut found = Vec::new();
            let end = self.used(part);
            self.partitions.find([WITHOUT_ROOM; 2], 0..end, 1, &mut found);
            self.overflow |= !found.is_empty();
        }
        Ok(())
    }
}
