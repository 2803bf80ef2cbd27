//! Values of tiers whose tables do not fit into memory.
//!
//! This is what [`initialize`](super::initialize), [`spread`](super::spread) and
//! [`tally`](super::tally) do, with the tables on disk, in partitions of which one is in memory at
//! a time. A move leads to a random place of a table, which then is not in memory, so nothing is
//! looked up or changed there at once: messages wait until the partition they go to is in memory,
//! and all of them are dealt with in the order of partitions, sequentially.
//!
//! 1. **First look.** Workers [list](super::listing) how the game has ended in each position, or
//!    the moves that leave its tier. Each such move *asks* the position that it leads to what it
//!    is worth, and gets an *answer*.
//! 2. **Spread**, for each depth. Positions that are decided at this depth send *updates* to those
//!    before them: these win, or count one move less. Positions whose count is used up ask about
//!    all their moves, and are lost, or not, or get a new count.
//! 3. **Tally.** What is decided is counted, and given to the [`Keeper`].
//!
//! Only a limited number of messages can wait. When there are too many they are dealt with before
//! more are sent; that may be at any time, because
//!
//! - answers change an entry in a way in which their order does not matter (see [`messages`]),
//! - what is asked about inside a unit counts only up to the depth that is propagated, and no
//!   message changes an entry of such a depth,
//! - updates count down and never up, and a position that used up its count asks when all updates
//!   of a depth have come.
//!
//! So the entries are the same as in memory, however tables are cut. Depths are needed on the way
//! also where only who wins is wanted; then they are left out of what is kept. LIMIT: that takes a
//! byte for each position on disk, and fails where play inside one tier takes more than 32,735
//! plies.
//!
//! Between two depths it is [written down](state) now and then how far the unit is, so that a
//! later run can go on.
//!
//! Memory: half of what is allowed for a partition, the rest for messages and for what workers are
//! doing, see [`sizes`]. Disk: two bytes for each slot of the unit (four where depths take them),
//! what the tiers below take, and 16 bytes for each slot of the unit for messages. Cf. Edelkamp,
//! Sulewski, Yücel, *Perfect hashing for state space exploration on the GPU*, 2010, and Romein,
//! Bal, *Solving Awari with parallel retrograde analysis*, IEEE Computer 2003, whose messages go
//! to other machines instead.

mod ask;
mod depths;
mod initialize;
mod marks;
mod message_queue;
mod messages;
mod outcome;
mod partitions;
mod settle;
mod sizes;
mod spread;
mod state;

use super::coding::Coding;
use super::keep::Keeper;
use super::listing::{MOST_SLOTS, MOST_TIERS};
use super::result::Why;
use super::structure::{Structure, Unit};
use super::tallied::Tallied;
use super::work::{Done, Job, Orders, Tier};
use super::worker::Worker;
use crate::engine::workers::Workers;
use crate::scratch::{BucketOptions, Scratch};
use crate::{Observer, Progress, SolveError};
use ask::{Inquiry, Reply};
use depths::Depths;
pub(super) use marks::{Marked, Marking, Marks};
use message_queue::MessageQueue;
use partitions::{Partitions, TierBelow};
use sizes::Sizes;
use state::State;
use std::time::Instant;

/// A unit that is to be solved with its tables on disk.
pub(super) struct UnitOnDisk<'a> {
    pub(super) worker: &'a dyn Worker,
    pub(super) structure: &'a Structure,
    pub(super) unit: &'a Unit,
    /// The tiers, without values. Marks of what can be reached are here or on disk.
    pub(super) tiers: &'a [Tier<'a>],
    /// The tiers that the unit looks up; the keeper has them.
    pub(super) below: Vec<usize>,
    /// Whether the plies are wanted.
    pub(super) depth: bool,
    pub(super) workers: &'a Workers,
    pub(super) scratch: &'a Scratch,
    /// How much memory may be used.
    pub(super) memory: u64,
    /// What was known before.
    pub(super) before: Progress,
}

/// What was found.
#[derive(Debug)]
pub(super) struct SolvedOnDisk {
    /// The counts of each table of the unit.
    pub(super) tallied: Vec<Tallied>,
    /// How many moves were made or undone.
    pub(super) moves: u64,
    /// How many bytes of memory the partition and the messages took.
    pub(super) bytes: u64,
}

/// Finds the values of a unit and gives them to the keeper.
pub(super) fn solve_on_disk(
    unit: &UnitOnDisk<'_>,
    marks: Option<&mut Marks>,
    keeper: &mut dyn Keeper,
    observer: &mut dyn Observer,
) -> Result<Result<SolvedOnDisk, Why>, SolveError> {
    unit.solve(marks, keeper, observer)
}

/// How a unit ended, with entries of some number of bits.
enum Ended {
    Solved(SolvedOnDisk),
    /// A depth had no room.
    Overflow,
}

impl UnitOnDisk<'_> {
    fn solve(
        &self,
        mut marks: Option<&mut Marks>,
        keeper: &mut dyn Keeper,
        observer: &mut dyn Observer,
    ) -> Result<Result<SolvedOnDisk, Why>, SolveError> {
        self.see_that_it_can_be_done()?;
        let label = format!("{}: values of tiers {:?}", self.scratch.label(), self.unit.tables);
        let scratch = self.scratch.part(label);
        scratch.prepare()?;
        let solved = self.solve_in(&scratch, &mut marks, keeper, observer);
        // What a later run can go on with stays.
        let discarded = match &solved {
            Err(_) if State::is_there(&scratch) => Ok(()),
            _ => scratch.discard(),
        };
        let solved = solved?;
        discarded?;
        Ok(solved)
    }

    fn solve_in(
        &self,
        scratch: &Scratch,
        marks: &mut Option<&mut Marks>,
        keeper: &mut dyn Keeper,
        observer: &mut dyn Observer,
    ) -> Result<Result<SolvedOnDisk, Why>, SolveError> {
        let mut state = State::read(scratch)?;
        let least = state.as_ref().map_or(8, |state| state.bits);
        for bits in [8, 16].into_iter().filter(|bits| *bits >= least) {
            let given = (scratch, marks.as_deref_mut());
            let state = state.take();
            let (solver, depth) = Solver::new(self, given, (bits, state), keeper, observer)?;
            if let Ended::Solved(solved) = solver.solve(depth, keeper)? {
                return Ok(Ok(solved));
            }
        }
        Ok(Err(Why::TooDeep))
    }

    /// An error if it cannot be done, with the memory that would do.
    fn see_that_it_can_be_done(&self) -> Result<(), SolveError> {
        let abilities = self.worker.abilities();
        let tables = self.unit.tables.iter().chain(&self.below);
        let can_be_listed = self.tiers.len() as u64 <= MOST_TIERS
            && tables.clone().all(|tier| self.tiers[*tier].slots <= MOST_SLOTS);
        // Margins are computed from all successors in every round, and without ways back so are
        // wins and losses: each round would send a message for every move.
        if !abilities.scores && abilities.knows_tier_predecessors && can_be_listed {
            return Ok(());
        }
        let entry_bytes = if abilities.scores { 4 } else { 1 };
        let needed = tables.map(|tier| self.tiers[*tier].slots.saturating_mul(entry_bytes));
        let needed = needed.fold(0, u64::saturating_add);
        Err(SolveError::TableMemory { needed, limit: Some(self.memory) })
    }

    fn orders(&self, job: Job, table: usize, depth: u32) -> Orders {
        let Unit { tables, mirrors, .. } = self.unit;
        self.structure.orders(job, (tables[table], mirrors[table]), depth)
    }
}

/// The tables and messages of a unit.
struct Solver<'a> {
    unit: &'a UnitOnDisk<'a>,
    scratch: Scratch,
    /// When it was last written down how far the unit is.
    saved: Instant,
    /// Which positions can be reached, if that is asked and the tiers do not say it.
    marks: Option<&'a mut Marks>,
    observer: &'a mut dyn Observer,
    inquiry: Inquiry<'a>,
    sizes: Sizes,
    coding: Coding,
    partitions: Partitions,
    /// Slots inside partitions, and who asks about them.
    requests: MessageQueue<(u32, u64)>,
    answers: MessageQueue<u64>,
    updates: MessageQueue<u32>,
    /// Which depths each partition of the unit may have.
    depths: Vec<Depths>,
    /// Whether each partition of the unit may have positions without an entry.
    is_open: Vec<bool>,
    /// What the initialization has counted, for each table.
    looked: Vec<Done>,
    deepest: u32,
    overflow: bool,
    moves: u64,
}

impl<'a> Solver<'a> {
    /// Prepares tables with entries of `bits` bits. Goes on with what an earlier run has written
    /// down if that was cut in the same way; then there is a depth that is next.
    fn new(
        unit: &'a UnitOnDisk<'a>,
        (scratch, marks): (&Scratch, Option<&'a mut Marks>),
        (bits, state): (u32, Option<State>),
        keeper: &mut dyn Keeper,
        observer: &'a mut dyn Observer,
    ) -> Result<(Self, Option<u32>), SolveError> {
        let own: Vec<(usize, u64)> =
            unit.unit.tables.iter().map(|tier| (*tier, unit.tiers[*tier].slots)).collect();
        let mut below = Vec::new();
        for tier in &unit.below {
            let message = || format!("nothing is kept of tier {tier}, which another one leads to");
            let kept = keeper.kept(*tier)?;
            let kept = kept.ok_or_else(|| SolveError::Storage { message: message() })?;
            below.push(TierBelow { tier: *tier, slots: kept.slots, bits: kept.bits });
        }
        let widest = below.iter().map(|it| it.bits).fold(bits, u32::max);
        let own_slots: Vec<u64> = own.iter().map(|(_, slots)| *slots).collect();
        let below_slots: Vec<u64> = below.iter().map(|it| it.slots).collect();
        let sizes = Sizes::new(unit.memory, u64::from(widest / 8), &own_slots, &below_slots)?;
        let is_same = |state: &State| {
            (state.bits, state.part_slots, state.looked.len())
                == (bits, sizes.part_slots, own.len())
        };
        let state = state.filter(is_same);
        let places = state.as_ref().map(|state| state.places.clone());
        let (partitions, goes_on) =
            Partitions::create(scratch, &sizes, (bits, places), &own, &below, keeper)?;
        let state = state.filter(|_| goes_on);
        let options = |parts: usize| BucketOptions {
            parts,
            chunk_bytes: sizes.chunk_bytes,
            budget: sizes.budget,
        };
        let [requests, answers, updates] =
            ["requests", "answers", "updates"].map(|name| scratch.passing_file(name));
        let disk = scratch.disk();
        let own_parts = partitions.own();
        let mut solver = Solver {
            inquiry: Inquiry::new(unit.worker, unit.workers, unit.tiers),
            coding: Coding::new(bits),
            requests: MessageQueue::new(disk, &requests, options(partitions.all()))?,
            answers: MessageQueue::new(disk, &answers, options(own_parts))?,
            updates: MessageQueue::new(disk, &updates, options(own_parts))?,
            depths: vec![Depths::default(); own_parts],
            is_open: vec![false; own_parts],
            looked: vec![Done::default(); own.len()],
            deepest: 0,
            overflow: false,
            moves: 0,
            unit,
            scratch: scratch.clone(),
            saved: Instant::now(),
            marks,
            observer,
            sizes,
            partitions,
        };
        let depth = state.map(|state| {
            solver.looked = state.looked;
            solver.depths = state.depths;
            solver.deepest = state.deepest;
            solver.moves = state.moves;
            state.depth
        });
        Ok((solver, depth))
    }

    /// Solves the unit from its beginning, or from a depth on.
    fn solve(mut self, depth: Option<u32>, keeper: &mut dyn Keeper) -> Result<Ended, SolveError> {
        let stays = depth.is_some() || self.initialize()?;
        let mut depth = depth.unwrap_or(0);
        while stays && !self.overflow && depth <= self.deepest {
            self.save_if_due(depth)?;
            self.spread(depth)?;
            depth += 1;
        }
        if self.overflow {
            return Ok(Ended::Overflow);
        }
        let tallied = self.tally()?;
        self.keep(&tallied, keeper)?;
        let bytes = self.sizes.bytes;
        Ok(Ended::Solved(SolvedOnDisk { tallied, moves: self.moves, bytes }))
    }

    /// Writes down how far the unit is, now and then.
    fn save_if_due(&mut self, depth: u32) -> Result<(), SolveError> {
        if self.saved.elapsed() < self.scratch.interval() {
            return Ok(());
        }
        let mut state = State {
            bits: self.coding.bits(),
            part_slots: self.sizes.part_slots,
            depth,
            deepest: self.deepest,
            moves: self.moves,
            looked: self.looked.clone(),
            depths: self.depths.clone(),
            places: Vec::new(),
        };
        let scratch = &self.scratch;
        self.partitions.settle(|places| {
            state.places = places.to_vec();
            state.write(scratch)
        })?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Asks workers about slots of a partition of the unit, by their numbers inside it.
    fn ask(
        &mut self,
        job: Job,
        part: usize,
        locals: &[u64],
        depth: u32,
    ) -> Result<Reply, SolveError> {
        let (table, slots) = self.partitions.slots(part);
        let slots: Vec<u64> = locals.iter().map(|local| slots.start + local).collect();
        let at = self.partitions.address(part, locals.first().copied().unwrap_or(0));
        let reached = Progress {
            depth: depth as usize,
            layer_done: at as f64 / self.partitions.address(self.partitions.own(), 0) as f64,
            ..self.unit.before
        };
        let orders = self.unit.orders(job, table, depth);
        let reply = self.inquiry.ask(orders, &slots, reached, self.observer)?;
        self.moves += reply.moves;
        Ok(reply)
    }

    /// Whether a slot of a tier of the unit is asked for.
    #[inline]
    fn is_asked(&mut self, tier: usize, slot: u64) -> Result<bool, SolveError> {
        match &mut self.marks {
            Some(marks) => marks.is_marked(tier, slot),
            None => Ok(self.unit.tiers[tier].is_asked(slot)),
        }
    }

    /// How many slots of a partition of the unit are used.
    fn used(&self, part: usize) -> u32 {
        let (_, slots) = self.partitions.slots(part);
        u32::try_from(slots.end - slots.start).expect("a partition has at most 2^30 slots")
    }

    /// A position of a partition of the unit has a value now.
    #[inline]
    fn note(&mut self, part: usize, plies: u32) {
        self.depths[part].insert(plies);
        self.deepest = self.deepest.max(plies);
    }

    fn see_whether_to_stop(&mut self) -> Result<(), SolveError> {
        if self.observer.cancelled() {
            let states = self.unit.before.states;
            return Err(SolveError::Cancelled { states, layers: Vec::new() });
        }
        Ok(())
    }
}
