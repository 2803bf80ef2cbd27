//! Which positions can be reached, where a bit for each slot does not fit into memory.
//!
//! As [in memory](crate::values::reach), tier after tier in the order of play; but a move that
//! leads to a slot sends a message there, and marks are set when the partition of the slot comes
//! into memory. The tiers that are being done have a second table, of marks whose moves are still
//! to be made; so messages can be delivered at any time. Each marked position makes its moves
//! once.

use super::ask::Inquiry;
use super::message_queue::MessageQueue;
use super::sizes::MarkSizes;
use crate::engine::workers::Workers;
use crate::scratch::{BucketOptions, DiskTable, Scratch, TableOptions, storage};
use crate::values::listing::{Link, MOST_SLOTS, MOST_TIERS};
use crate::values::structure::{Structure, Unit};
use crate::values::work::{Job, Tier};
use crate::values::worker::Worker;
use crate::{Observer, Progress, SolveError};
use bitvec::bitvec;
use bitvec::order::Lsb0;
use bitvec::vec::BitVec;
use bitvec::view::BitView;

/// Marks on disk. Their folder is removed with them.
#[derive(Debug)]
pub(in crate::values) struct Marks {
    scratch: Scratch,
    /// By tier.
    tables: Vec<Option<DiskTable>>,
    words: Vec<u64>,
    /// The tier and the partition that the words are of.
    at: Option<(usize, usize)>,
}

/// What is to be marked.
pub(in crate::values) struct Marking<'a> {
    pub(in crate::values) worker: &'a dyn Worker,
    pub(in crate::values) structure: &'a Structure,
    /// In the order of play.
    pub(in crate::values) units: Vec<&'a Unit>,
    /// The tiers, without marks.
    pub(in crate::values) tiers: &'a [Tier<'a>],
    pub(in crate::values) workers: &'a Workers,
    pub(in crate::values) scratch: &'a Scratch,
    /// How much memory may be used.
    pub(in crate::values) memory: u64,
    pub(in crate::values) before: Progress,
}

/// What was marked.
#[derive(Debug)]
pub(in crate::values) struct Marked {
    pub(in crate::values) marks: Marks,
    /// How many moves were made.
    pub(in crate::values) moves: u64,
    /// How many bytes of memory that took.
    pub(in crate::values) bytes: u64,
}

impl Marks {
    /// Whether a slot is marked. Slots are best asked about in order.
    #[inline]
    pub(in crate::values) fn is_marked(
        &mut self,
        tier: usize,
        slot: u64,
    ) -> Result<bool, SolveError> {
        let Some(table) = &self.tables[tier] else { return Ok(false) };
        let options = table.options();
        let part = options.part_of(slot);
        if self.at != Some((tier, part)) {
            self.at = None;
            table.read(part, &mut self.words)?;
            self.at = Some((tier, part));
        }
        let local = usize::try_from(slot % options.part_entries).expect("partitions are small");
        Ok(self.words.view_bits::<Lsb0>()[local])
    }

    /// Shows the marks of a tier, in words, some at a time.
    pub(in crate::values) fn visit(
        &mut self,
        tier: usize,
        mut visit: impl FnMut(&[u64]),
    ) -> Result<(), SolveError> {
        let Some(table) = &self.tables[tier] else { return Ok(()) };
        self.at = None;
        for part in 0..table.options().parts() {
            table.read(part, &mut self.words)?;
            visit(&self.words);
        }
        Ok(())
    }
}

impl Drop for Marks {
    fn drop(&mut self) {
        // If it stays, the next run removes it.
        let _ = self.scratch.discard();
    }
}

impl Marking<'_> {
    /// Marks all that can be reached from a slot of a tier.
    pub(in crate::values) fn mark(
        &self,
        (tier, slot): (usize, u64),
        observer: &mut dyn Observer,
    ) -> Result<Marked, SolveError> {
        let members = || self.units.iter().flat_map(|unit| unit.tables.iter().copied());
        let slots: Vec<u64> = members().map(|tier| self.tiers[tier].slots).collect();
        let sizes = MarkSizes::new(self.memory, &slots)?;
        if self.tiers.len() as u64 > MOST_TIERS || slots.iter().any(|slots| *slots > MOST_SLOTS) {
            let needed = slots.iter().fold(0_u64, |sum, slots| sum.saturating_add(slots / 8));
            return Err(SolveError::TableMemory { needed, limit: Some(self.memory) });
        }
        let scratch = self.scratch.part(format!("{}: marks", self.scratch.label()));
        scratch.prepare()?;
        let tables = (0..self.tiers.len()).map(|_| None).collect();
        let mut marks = Marks { scratch, tables, words: Vec::new(), at: None };
        let mut parts = Vec::new();
        let mut first_part = vec![0; self.tiers.len()];
        for tier in members() {
            let table = self.table(&marks.scratch, ("reached", tier), &sizes)?;
            first_part[tier] = parts.len();
            parts.extend((0..table.options().parts()).map(|part| (tier, part)));
            marks.tables[tier] = Some(table);
        }
        let MarkSizes { chunk_bytes, budget, .. } = sizes;
        let options = BucketOptions { parts: parts.len(), chunk_bytes, budget };
        let path = marks.scratch.passing_file("marks");
        let mut marker = Marker {
            marking: self,
            observer,
            inquiry: Inquiry::new(self.worker, self.workers, self.tiers),
            queue: MessageQueue::new(marks.scratch.disk(), &path, options)?,
            is_fresh: bitvec![0; parts.len()],
            fresh: self.tiers.iter().map(|_| None).collect(),
            marks,
            sizes,
            parts,
            first_part,
            moves: 0,
        };
        marker.send(tier, slot)?;
        for unit in &self.units {
            marker.carry_on(unit)?;
        }
        let Marker { marks, moves, .. } = marker;
        Ok(Marked { marks, moves, bytes: sizes.bytes })
    }

    fn table(
        &self,
        scratch: &Scratch,
        (name, tier): (&str, usize),
        sizes: &MarkSizes,
    ) -> Result<DiskTable, SolveError> {
        let size = self.tiers[tier].slots;
        let options = TableOptions { size, bits: 1, part_entries: sizes.part_slots };
        let path = scratch.passing_file(&format!("{name}-{tier}"));
        DiskTable::create(scratch.disk(), &path, options)
    }
}

struct Marker<'a> {
    marking: &'a Marking<'a>,
    observer: &'a mut dyn Observer,
    inquiry: Inquiry<'a>,
    marks: Marks,
    /// Marks of the tiers that are being done whose moves are still to be made.
    fresh: Vec<Option<DiskTable>>,
    /// Whether each partition has such.
    is_fresh: BitVec,
    /// Slots inside partitions.
    queue: MessageQueue<u32>,
    sizes: MarkSizes,
    /// The tier of each partition, and its number there.
    parts: Vec<(usize, usize)>,
    first_part: Vec<usize>,
    moves: u64,
}

impl Marker<'_> {
    fn send(&mut self, tier: usize, slot: u64) -> Result<(), SolveError> {
        let part = slot / self.sizes.part_slots;
        let local = u32::try_from(slot % self.sizes.part_slots).expect("at most 2^30 slots");
        let part = self.first_part[tier] + usize::try_from(part).expect("parts can be counted");
        self.queue.send(part, local)
    }

    /// Makes the moves of all marked positions of a unit, until there are no new ones.
    fn carry_on(&mut self, unit: &Unit) -> Result<(), SolveError> {
        self.deliver()?;
        let of_unit = |(tier, _): &(usize, usize)| unit.tables.contains(tier);
        let own: Vec<usize> =
            (0..self.parts.len()).filter(|it| of_unit(&self.parts[*it])).collect();
        let mut words: Vec<u64> = Vec::new();
        for tier in &unit.tables {
            let table = self.marking.table(&self.marks.scratch, ("fresh", *tier), &self.sizes)?;
            self.fresh[*tier] = Some(table);
        }
        for part in &own {
            let (tier, number) = self.parts[*part];
            let [reached, fresh] = [&mut self.marks.tables[tier], &mut self.fresh[tier]];
            let (Some(reached), Some(fresh)) = (reached, fresh) else { continue };
            reached.read(number, &mut words)?;
            self.is_fresh.set(*part, words.iter().any(|word| *word != 0));
            if self.is_fresh[*part] {
                fresh.write(number, &words)?;
            }
        }
        while own.iter().any(|part| self.is_fresh[*part]) {
            for part in &own {
                if self.is_fresh[*part] {
                    self.expand(unit, *part)?;
                }
            }
            self.deliver()?;
        }
        for tier in &unit.tables {
            let Some(table) = self.fresh[*tier].take() else { continue };
            let removed = self.marks.scratch.disk().remove(table.path());
            removed.map_err(|error| storage("remove", table.path(), &error))?;
        }
        Ok(())
    }

    /// Makes the moves of the fresh positions of a partition.
    fn expand(&mut self, unit: &Unit, part: usize) -> Result<(), SolveError> {
        let (tier, number) = self.parts[part];
        let mut words: Vec<u64> = Vec::new();
        let fresh = self.fresh[tier].as_mut().expect("its tier is being done");
        fresh.read(number, &mut words)?;
        // From now on what is fresh in the table is newer than these.
        fresh.write(number, &vec![0_u64; words.len()])?;
        self.is_fresh.set(part, false);
        let first = number as u64 * self.sizes.part_slots;
        let mut slots = Vec::new();
        for local in words.view_bits::<Lsb0>().iter_ones() {
            slots.push(first + local as u64);
            if slots.len() == self.sizes.at_once {
                self.make_moves(unit, tier, &slots)?;
                slots.clear();
            }
        }
        if slots.is_empty() { Ok(()) } else { self.make_moves(unit, tier, &slots) }
    }

    fn make_moves(&mut self, unit: &Unit, tier: usize, slots: &[u64]) -> Result<(), SolveError> {
        let at = unit.tables.iter().position(|it| *it == tier).expect("it is of the unit");
        let orders = self.marking.structure.orders(Job::After, (tier, unit.mirrors[at]), 0);
        let at = slots.first().copied().unwrap_or(0);
        let layer_done = at as f64 / self.marking.tiers[tier].slots as f64;
        let reached = Progress { layer_done, ..self.marking.before };
        let reply = self.inquiry.ask(orders, slots, reached, self.observer)?;
        self.moves += reply.moves;
        for (_, _, records) in reply.slots() {
            for record in records {
                let Link { tier, slot, .. } = Link::read(*record);
                self.send(tier, slot)?;
            }
        }
        if self.queue.is_full() { self.deliver() } else { Ok(()) }
    }

    /// Sets all marks that were sent.
    fn deliver(&mut self) -> Result<(), SolveError> {
        let [mut reached_words, mut fresh_words] = [Vec::<u64>::new(), Vec::new()];
        for part in self.queue.collect()? {
            if self.observer.cancelled() {
                let states = self.marking.before.states;
                return Err(SolveError::Cancelled { states, layers: Vec::new() });
            }
            let (tier, number) = self.parts[part];
            let Marker { marks, fresh, queue, is_fresh, .. } = self;
            let reached = marks.tables[tier].as_mut().expect("moves lead to tiers that are known");
            reached.read(number, &mut reached_words)?;
            let mut fresh = fresh[tier].as_mut();
            if let Some(fresh) = &fresh {
                fresh.read(number, &mut fresh_words)?;
            }
            let mut is_changed = false;
            queue.deliver(part, |local| {
                let local = local as usize;
                if !reached_words.view_bits_mut::<Lsb0>().replace(local, true) {
                    is_changed = true;
                    if fresh.is_some() {
                        fresh_words.view_bits_mut::<Lsb0>().set(local, true);
                    }
                }
                Ok(())
            })?;
            if is_changed {
                reached.write(number, &reached_words)?;
                if let Some(fresh) = &mut fresh {
                    fresh.write(number, &fresh_words)?;
                    is_fresh.set(part, true);
                }
            }
        }
        Ok(())
    }
}
