//! The initialization of every position of a unit on disk.
//!
//! A position in which the game is over has its value at once. Any other gets an entry that says
//! what it is worth if all moves that leave the tier are bad; the answers to these moves then say
//! better.

use super::Solver;
use crate::SolveError;
use crate::values::listing::About;
use crate::values::work::Job;
use std::ops::Range;

impl Solver<'_> {
    /// Looks at all positions; says whether a move stays in its tier.
    pub(super) fn initialize(&mut self) -> Result<bool, SolveError> {
        let mut stays = false;
        for part in 0..self.partitions.own() {
            let end = u64::from(self.used(part));
            let mut first = 0;
            while first < end {
                let last = end.min(first + self.sizes.at_once as u64);
                stays |= self.look_at(part, first..last)?;
                first = last;
                if self.requests.is_full() {
                    self.settle(0)?;
                }
            }
        }
        self.settle(0)?;
        self.see_whether_there_was_room()?;
        Ok(stays)
    }

    /// Looks at slots of a partition; says whether a move stays in its tier.
    fn look_at(&mut self, part: usize, slots: Range<u64>) -> Result<bool, SolveError> {
        let (table, own) = self.partitions.slots(part);
        let tier = self.unit.unit.tables[table];
        let mut asked = Vec::new();
        for local in slots.clone() {
            if self.is_asked(tier, own.start + local)? {
                asked.push(local);
            }
        }
        let reply = self.ask(Job::Leaving, part, &asked, 0)?;
        self.partitions.load(part)?;
        // What nobody asks for gets an entry that nothing changes and nothing follows from.
        let unused = self.coding.not_lost();
        for local in slots {
            let (_, local) = self.partitions.part_of(local);
            self.partitions.set(local, unused);
        }
        let mut stays = false;
        for (at, about, records) in reply.slots() {
            let address = self.partitions.address(part, asked[at]);
            let (_, local) = self.partitions.part_of(address);
            self.count(table, &about);
            stays |= about.inside > 0;
            let entry = self.without_moves_out(part, &about);
            self.partitions.set(local, entry);
            self.send_requests(address, about.is_countable, records)?;
        }
        Ok(stays)
    }

    /// The entry of a position if all moves out of the tier are bad.
    fn without_moves_out(&mut self, part: usize, about: &About) -> u64 {
        let coding = self.coding;
        let is_lost = about.end == 2 || about.end == 0 && about.inside == 0;
        let decided = match about.end {
            _ if !about.has_position => None,
            1 => coding.won(0),
            _ if is_lost => coding.lost(0),
            0 => return coding.left(if about.is_countable { about.inside } else { 1 }),
            _ => None,
        };
        if decided.is_some() {
            self.note(part, 0);
        }
        decided.unwrap_or(coding.not_lost())
    }

    /// Counts a position, as drawn.
    fn count(&mut self, table: usize, about: &About) {
        if about.has_position {
            let done = &mut self.looked[table];
            done.positions[about.mover as usize].drawn += about.class_size;
            done.classes.drawn += 1;
        }
    }
}
