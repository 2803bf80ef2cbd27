//! Telling on what is decided at a depth, for a unit on disk.

use super::messages::{Effect, News, WITHOUT_ROOM};
use super::{Reply, Solver};
use crate::SolveError;
use crate::values::coding::Decided;
use crate::values::listing::Link;
use crate::values::lookup::{Prospect, prospect};
use crate::values::work::Job;

impl Solver<'_> {
    /// Tells on what is decided at a depth; afterwards everything with the next depth is known.
    pub(super) fn spread(&mut self, depth: u32) -> Result<(), SolveError> {
        let entries = [self.coding.won(depth), self.coding.lost(depth)];
        // A depth that has no room does not occur, and no entry is as large.
        let wanted = entries.map(|entry| entry.unwrap_or(u64::MAX));
        for part in 0..self.partitions.own() {
            if self.depths[part].contains(depth) {
                self.tell(part, wanted, depth)?;
            }
        }
        self.spread_news(depth)?;
        for part in 0..self.partitions.own() {
            if self.is_open[part] && !self.overflow {
                self.look_again(part, depth)?;
            }
        }
        self.settle(depth)?;
        self.see_whether_there_was_room()
    }

    /// Sends updates from the decided positions of a partition.
    fn tell(&mut self, part: usize, wanted: [u64; 2], depth: u32) -> Result<(), SolveError> {
        let mut next = 0;
        let end = self.used(part);
        while next < end {
            let mut locals = Vec::new();
            self.partitions.load(part)?;
            next = self.partitions.find(wanted, next..end, self.sizes.at_once, &mut locals);
            let reply = self.ask(Job::Before, part, &locals, depth)?;
            for (at, _, records) in reply.slots() {
                let (_, local) = self.partitions.part_of(locals[at]);
                let value = self.partitions.decided(local);
                self.send_news(value, records)?;
            }
            if self.updates.is_full() {
                self.spread_news(depth)?;
            }
        }
        Ok(())
    }

    fn send_news(&mut self, value: Decided, records: &[u64]) -> Result<(), SolveError> {
        for record in records {
            let Link { tier, slot, same_mover, .. } = Link::read(*record);
            let (target, local) = self.partitions.place(tier, slot);
            let wins = matches!(prospect(value, same_mover), Prospect::Wins(_));
            self.updates.send(target, News { local, wins }.record())?;
        }
        Ok(())
    }

    /// Deals with all updates.
    fn spread_news(&mut self, depth: u32) -> Result<(), SolveError> {
        for part in self.updates.collect()? {
            self.see_whether_to_stop()?;
            let coding = self.coding;
            let Solver { partitions, updates, depths, deepest, overflow, is_open, .. } = self;
            partitions.load(part)?;
            updates.deliver(part, |record| {
                let updates = News::read(record);
                match updates.effect(coding, partitions.get(updates.local), depth) {
                    Effect::None => {}
                    Effect::NoRoom => *overflow = true,
                    Effect::Becomes(entry) => {
                        partitions.set(updates.local, entry);
                        is_open[part] |= entry == WITHOUT_ROOM;
                        if updates.wins {
                            depths[part].insert(depth + 1);
                            *deepest = (depth + 1).max(*deepest);
                        }
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Positions of a partition whose counts are used up ask about all their moves.
    fn look_again(&mut self, part: usize, depth: u32) -> Result<(), SolveError> {
        self.is_open[part] = false;
        let mut next = 0;
        let end = self.used(part);
        while next < end {
            let mut locals = Vec::new();
            self.partitions.load(part)?;
            let used_up = [WITHOUT_ROOM; 2];
            next = self.partitions.find(used_up, next..end, self.sizes.at_once, &mut locals);
            let reply = self.ask(Job::After, part, &locals, depth)?;
            self.ask_about_moves(part, &locals, &reply, depth)?;
            if self.requests.is_full() {
                self.settle(depth)?;
            }
        }
        Ok(())
    }

    fn ask_about_moves(
        &mut self,
        part: usize,
        locals: &[u64],
        reply: &Reply,
        depth: u32,
    ) -> Result<(), SolveError> {
        let coding = self.coding;
        // One of its moves leads to a position of this depth.
        let lost = coding.lost(depth + 1).unwrap_or(WITHOUT_ROOM);
        for (at, about, records) in reply.slots() {
            let address = self.partitions.address(part, locals[at]);
            let (_, local) = self.partitions.part_of(address);
            if records.is_empty() {
                // Then the initialization has said all.
                self.partitions.set(local, coding.not_lost());
                continue;
            }
            self.partitions.set(local, lost);
            if lost == WITHOUT_ROOM {
                self.is_open[part] = true;
            } else {
                self.note(part, depth + 1);
            }
            self.send_requests(address, about.is_countable, records)?;
        }
        Ok(())
    }
}
