//! The search for values: tier after tier, from the end of play to its beginning.
//!
//! A tier is solved when all that can follow it are. Its positions get a [first look](super::first_look); then what is decided is
//! [told on](super::spread) to the positions before it, depth by depth. What is never decided is a draw. A table is kept as long as a tier that is still
//! to be solved can lead to it.

use super::coding::Coding;
use super::keep::Keeper;
use super::keeping::Reached;
use super::on_disk::Marks;
use super::result::{Checked, Tallied, Unsolved, Values, Why};
use super::solved_tiers::SolvedTiers;
use super::structure::{Structure, Unit};
use super::tables::{Entries, Memory, TierTables, views};
use super::work::{Abilities, Done, Job, Work};
use super::worker::Worker;
use crate::engine::workers::{Outcome, Workers, cut};
use crate::scratch::Scratch;
use crate::{Forgetful, Observer, Progress, SolveError};
use std::ops::Range;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Tiers with at most so many slots are done by the caller's thread: to wake others takes longer.
const SMALL: u64 = 1024;

/// The most slots of a part that a thread takes.
const PART: u64 = 1 << 14;

/// What is to be solved, and how.
#[derive(Clone, Debug, Default)]
pub struct ValueOptions {
    /// Whether the plies to the end are found, in a byte for each position (two where that is too few), or only who wins, in two bits.
    pub depth: bool,
    /// Number of threads; 0 for one for each processor.
    pub threads: usize,
    /// The most bytes for tables.
    pub memory_limit: Option<u64>,
    /// The tiers that are wanted; with them all that they depend on are solved.
    pub tiers: Vec<usize>,
    /// The position that play begins with, by tier and index inside it. If there is one, only what can be reached from it is counted.
    pub from: Option<(usize, u64)>,
    /// Whether every value is checked, with another algorithm.
    pub check: bool,
    /// Whether all tables are kept, for questions about single positions.
    pub keep: bool,
    /// Where tables lie that do not fit into memory; without it tiers that need them are not solved.
    pub scratch: Option<Scratch>,
}

impl ValueOptions {
    /// How many bits an entry has at first.
    pub fn bits(&self, abilities: Abilities) -> u32 {
        match (abilities.scores, self.depth) {
            (true, _) => 16,
            (false, true) => 8,
            (false, false) => 2,
        }
    }

    /// Whether one player takes the place of the other. What can be reached is not the same for both, so then none does.
    pub fn exchanges(&self, abilities: Abilities) -> bool {
        abilities.exchanges_players && self.from.is_none()
    }
}

/// Finds the values of positions.
pub fn solve_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    observer: &mut dyn Observer,
) -> Result<Values, SolveError> {
    let Some(scratch) = &options.scratch else {
        return solve_and_keep_values(worker, structure, options, &mut Forgetful, observer);
    };
    let mut solved = SolvedTiers::new(scratch)?;
    let values = solve_with_keeper(worker, structure, options, &mut solved, observer)?;
    Ok(values.with_solved_tiers(solved.complete()))
}

/// Finds the values of positions and gives them to a keeper, tier by tier. What it has kept of an earlier run is not found again. Tiers on disk are read through
/// the keeper, so if there is a scratch folder it must keep all.
pub fn solve_and_keep_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    keeper: &mut dyn Keeper,
    observer: &mut dyn Observer,
) -> Result<Values, SolveError> {
    let values = solve_with_keeper(worker, structure, options, keeper, observer);
    let discarded = match (&options.scratch, &values) {
        (Some(scratch), Ok(_)) if scratch.folder().is_dir() => scratch.discard(),
        (Some(scratch), Err(_)) => scratch.discard_if_empty(),
        _ => Ok(()),
    };
    let values = values?;
    discarded?;
    Ok(values)
}

fn solve_with_keeper(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    keeper: &mut dyn Keeper,
    observer: &mut dyn Observer,
) -> Result<Values, SolveError> {
    let mut search = Search::new(worker, structure, options, keeper, observer)?;
    search.take_over_solved()?;
    let is_all_solved = search.needed.iter().all(|unit| search.is_solved(*unit));
    if let Some((tier, index)) = options.from.filter(|_| !is_all_solved) {
        search.find_reachable(tier, index)?;
    }
    for unit in search.needed.clone() {
        if search.is_solved(unit) {
            search.solved += search.slots(unit);
        } else {
            search.solve(unit)?;
        }
        search.forget_unneeded(unit);
    }
    search.load_wanted()?;
    let beginning = options.from.map(|from| search.kept_value(from)).transpose()?.flatten();
    let mut values = search.values();
    values.beginning = beginning;
    Ok(values)
}

/// Checks values that were kept: each against those of its successors. Tiers without a table are missing.
pub fn check_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    values: &mut Values,
    observer: &mut dyn Observer,
) -> Result<Checked, SolveError> {
    let mut forgetful = Forgetful;
    let mut search = Search::new(worker, structure, options, &mut forgetful, observer)?;
    std::mem::swap(&mut search.tables, &mut values.tables);
    let mut checked = Ok(());
    for unit in search.needed.clone() {
        let tables = search.units[unit].tables.clone();
        let is_missing = |tier: &usize| {
            let table = &search.tables[*tier];
            table.slots > 0 && table.values.bytes() == 0
        };
        let missing: Vec<usize> = tables.into_iter().filter(is_missing).collect();
        if missing.is_empty() && checked.is_ok() {
            // What follows it must be there as well.
            let gap = search.units[unit].next.iter().any(|next| search.gaps.contains(next));
            if !gap {
                checked = search.check(unit);
            }
        } else {
            search.gaps.push(unit);
            search.checked.missing.extend(missing);
        }
    }
    std::mem::swap(&mut search.tables, &mut values.tables);
    checked.map(|()| search.checked)
}

pub(super) struct Search<'a> {
    pub(super) worker: &'a dyn Worker,
    pub(super) structure: &'a Structure,
    pub(super) options: &'a ValueOptions,
    pub(super) keeper: &'a mut dyn Keeper,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) workers: Workers,
    exchange: bool,
    pub(super) units: Vec<Unit>,
    /// The unit of each tier.
    pub(super) unit_of: Vec<usize>,
    /// The tiers that are wanted, with all they depend on.
    wanted: Vec<usize>,
    /// Their units, in order.
    pub(super) needed: Vec<usize>,
    /// How many wanted units that are not solved yet can lead to each unit.
    waiting: Vec<usize>,
    pub(super) tables: Vec<TierTables>,
    pub(super) memory: Memory,
    /// Which positions can be reached, if that is asked and does not fit into memory.
    pub(super) marks: Option<Marks>,
    /// What the first look at each tier has counted.
    pub(super) looked: Vec<Done>,
    pub(super) tallied: Vec<Option<Tallied>>,
    unsolved: Vec<Option<Why>>,
    pub(super) checked: Checked,
    check_time: Duration,
    /// The tier and slot of the first value that the last job found wrong.
    wrong_at: Option<(usize, u64)>,
    /// The units that cannot be checked because a table is missing.
    gaps: Vec<usize>,
    pub(super) moves: u64,
    /// Number of slots of all that is wanted, and of what is solved.
    pub(super) size: u64,
    pub(super) solved: u64,
}

impl Outcome for Done {
    fn and(self, other: Self) -> Self {
        Done::and(self, other)
    }

    fn new_states(&self) -> u64 {
        0
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        worker: &'a dyn Worker,
        structure: &'a Structure,
        options: &'a ValueOptions,
        keeper: &'a mut dyn Keeper,
        observer: &'a mut dyn Observer,
    ) -> Result<Self, SolveError> {
        let exchange = options.exchanges(worker.abilities());
        let (units, unit_of) = structure.units(exchange);
        let wanted = structure.below(&options.tiers);
        let mut needed: Vec<usize> = wanted.iter().map(|tier| unit_of[*tier]).collect();
        needed.sort_unstable();
        needed.dedup();
        let mut waiting = vec![0; units.len()];
        let mut size = 0;
        for unit in &needed {
            units[*unit].next.iter().for_each(|next| waiting[*next] += 1);
            size +=
                units[*unit].tables.iter().map(|it| structure.slots(*it, exchange).0).sum::<u64>();
        }
        let tables = (0..structure.tiers.len()).map(|tier| {
            let (slots, shift) = structure.slots(tier, exchange);
            let exchange = exchange && structure.tiers[tier].mirror.is_some();
            TierTables { slots, shift, exchange, ..TierTables::default() }
        });
        Ok(Search {
            tables: tables.collect(),
            looked: vec![Done::default(); structure.tiers.len()],
            tallied: vec![None; structure.tiers.len()],
            unsolved: vec![None; units.len()],
            memory: Memory::new(options.memory_limit),
            marks: None,
            workers: Workers::new(options.threads)?,
            checked: Checked::default(),
            check_time: Duration::ZERO,
            wrong_at: None,
            gaps: Vec::new(),
            moves: 0,
            solved: 0,
            worker,
            structure,
            options,
            keeper,
            observer,
            exchange,
            units,
            unit_of,
            wanted,
            needed,
            waiting,
            size,
        })
    }

    /// Marks everything that can be reached from a position.
    pub(super) fn find_reachable(&mut self, tier: usize, index: u64) -> Result<(), SolveError> {
        let start = self.place(tier, index);
        match self.mark_in_memory(start) {
            Err(SolveError::TableMemory { .. }) if self.options.scratch.is_some() => {
                self.mark_on_disk(start)
            }
            marked => marked,
        }
    }

    /// Marks everything that can be reached from a slot of a tier, in the order of play.
    fn mark_in_memory(&mut self, (start, slot): (usize, u64)) -> Result<(), SolveError> {
        if self.take_over_reached()? {
            return Ok(());
        }
        for unit in self.needed.clone() {
            for tier in self.units[unit].tables.clone() {
                let slots = self.tables[tier].slots;
                self.tables[tier].reached = Entries::new(slots, 1, &mut self.memory)?;
            }
        }
        self.tables[start].reached.slots().mark(slot);
        for unit in self.needed.clone().into_iter().rev() {
            let members = self.units[unit].tables.clone();
            for tier in &members {
                let table = &mut self.tables[*tier];
                table.fresh = Entries::new(table.slots, 1, &mut self.memory)?;
                table.fresh.copy_from(&mut table.reached);
            }
            while self.run(Job::Reach, unit, 0)?.slots > 0 {}
            for tier in members {
                self.tables[tier].fresh.drop_from(&mut self.memory);
            }
        }
        self.keep_reached()
    }

    /// The tier and the slot of the position with an index inside a tier.
    pub(super) fn place(&self, tier: usize, index: u64) -> (usize, u64) {
        let orders = self.structure.orders(Job::Reach, (tier, tier), 0);
        self.worker.place(&Work { orders, tiers: &views(&self.tables) }, tier, index)
    }

    /// Solves a unit, unless what follows it could not be.
    fn solve(&mut self, unit: usize) -> Result<(), SolveError> {
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

    /// Solves a unit with entries of so many bits.
    fn solve_with(&mut self, unit: usize, bits: u32) -> Result<Result<(), Why>, SolveError> {
        self.forget(unit);
        let abilities = self.worker.abilities();
        let backward = abilities.knows_tier_predecessors;
        let job = if backward { Job::Spread } else { Job::Pass };
        if let Some(paused) = self.take_over_paused(unit)? {
            return match abilities.scores {
                true => self.by_rounds(unit, paused.depth),
                false => self.tell_on(unit, job, paused),
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
                self.tables[tier].values.fill(super::margins::ALL_EVEN);
            }
            return self.by_rounds(unit, 0);
        }
        let first = self.look(Job::FirstLook, unit, 0)?;
        if first.overflow {
            return Ok(Err(Why::TooDeep));
        }
        if !first.stays {
            return Ok(Ok(()));
        }
        self.tell_on(unit, job, Reached { bits, depth: 0, deepest: first.deepest })
    }

    /// Tells on what is decided, depth by depth, until nothing new is.
    fn tell_on(
        &mut self,
        unit: usize,
        job: Job,
        from: Reached,
    ) -> Result<Result<(), Why>, SolveError> {
        let Reached { mut bits, mut depth, mut deepest } = from;
        loop {
            // A depth that is broken off is told on once more: what is counted twice is harmless.
            let reached = Reached { bits, depth, deepest };
            let done = self.run(job, unit, depth);
            let done = self.paused_if_stopped(done, unit, reached)?;
            deepest = deepest.max(done.deepest);
            if done.overflow && bits == 16 {
                return Ok(Err(Why::TooDeep));
            }
            if done.overflow {
                // The depth is told on once more: what had room has got it, and counts that fall twice are harmless.
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
                self.pause(unit, Reached { bits, depth, deepest })?;
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
            let done = self.paused_if_stopped(done, unit, reached)?;
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
                self.pause(unit, Reached { bits: 16, depth: round, deepest: 0 })?;
            }
        }
    }

    /// Checks every value of a unit.
    fn check(&mut self, unit: usize) -> Result<(), SolveError> {
        let done = self.run(Job::Check, unit, 0)?;
        self.checked.positions += done.slots;
        self.note_wrong(&done);
        let without_depth = !self.options.depth && !self.worker.abilities().scores;
        if !without_depth {
            return Ok(());
        }
        self.forget_marks(unit);
        for tier in self.units[unit].tables.clone() {
            let slots = self.tables[tier].slots;
            self.tables[tier].fresh = Entries::new(slots, 1, &mut self.memory)?;
        }
        loop {
            let done = self.run(Job::Prove, unit, 0)?;
            if done.changed == 0 {
                self.note_wrong(&done);
                self.forget_marks(unit);
                return Ok(());
            }
        }
    }

    fn forget_marks(&mut self, unit: usize) {
        for tier in self.units[unit].tables.clone() {
            self.tables[tier].fresh.drop_from(&mut self.memory);
        }
    }

    fn note_wrong(&mut self, done: &Done) {
        self.checked.wrong += done.wrong;
        self.checked.first = self.checked.first.or(self.wrong_at);
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

    /// Has a job done that looks at all positions of a unit, and counts them.
    fn look(&mut self, job: Job, unit: usize, depth: u32) -> Result<Done, SolveError> {
        let mut all = Done::default();
        for number in 0..self.units[unit].tables.len() {
            let done = self.run_on(job, unit, number, depth)?;
            self.looked[self.units[unit].tables[number]] = done;
            all = all.and(done);
        }
        self.moves += all.moves;
        Ok(all)
    }

    /// Has a job done on all tiers of a unit.
    fn run(&mut self, job: Job, unit: usize, depth: u32) -> Result<Done, SolveError> {
        let mut all = Done::default();
        self.wrong_at = None;
        for number in 0..self.units[unit].tables.len() {
            let done = self.run_on(job, unit, number, depth)?;
            if done.wrong > 0 {
                let tier = self.units[unit].tables[number];
                self.wrong_at = self.wrong_at.or(Some((tier, done.first_wrong)));
            }
            all = all.and(done);
        }
        self.moves += all.moves;
        Ok(all)
    }

    /// Has a job done on one tier of a unit.
    fn run_on(
        &mut self,
        job: Job,
        unit: usize,
        number: usize,
        depth: u32,
    ) -> Result<Done, SolveError> {
        let tier = self.units[unit].tables[number];
        let orders = self.structure.orders(job, (tier, self.units[unit].mirrors[number]), depth);
        let before = Progress {
            states: self.solved,
            depth: depth as usize,
            layer_done: 0.0,
            size: self.size,
            bytes: self.memory.used,
        };
        let tiers = views(&self.tables);
        let work = Work { orders, tiers: &tiers };
        let slots = self.tables[tier].slots;
        let stopped = |states| SolveError::Cancelled { states, layers: Vec::new() };
        if slots <= SMALL {
            if self.observer.cancelled() {
                return Err(stopped(self.solved));
            }
            return Ok(self.worker.work(&work, 0..slots));
        }
        // Every thread gets several parts, so that none waits long for another.
        let share = slots / (self.workers.threads() as u64 * 8);
        let longest = share.clamp(64, PART) / 64 * 64;
        let [slots, longest] =
            [slots, longest].map(|number| usize::try_from(number).expect("it is in memory"));
        let do_part =
            |part: Range<usize>| self.worker.work(&work, part.start as u64..part.end as u64);
        let parts = cut(0..slots, longest);
        self.workers.run(&parts, &do_part, before, self.observer).map_err(|it| stopped(it.states))
    }

    /// Whether the scores decide.
    pub(super) fn by_score(&self) -> bool {
        self.worker.abilities().scores
    }

    pub(super) fn slots(&self, unit: usize) -> u64 {
        self.units[unit].tables.iter().map(|tier| self.tables[*tier].slots).sum()
    }

    /// The first tier of a unit.
    pub(super) fn name(&self, unit: usize) -> usize {
        self.units[unit].tables.first().copied().unwrap_or(0)
    }

    /// Forgets the values of a unit.
    fn forget(&mut self, unit: usize) {
        for tier in self.units[unit].tables.clone() {
            self.tables[tier].values.drop_from(&mut self.memory);
            self.tables[tier].fresh.drop_from(&mut self.memory);
        }
    }

    /// Forgets what only a unit that is solved now needed.
    fn forget_unneeded(&mut self, unit: usize) {
        if self.options.keep {
            return;
        }
        for next in self.units[unit].next.clone() {
            self.waiting[next] -= 1;
            if self.waiting[next] == 0 {
                self.forget(next);
            }
        }
    }

    pub(super) fn values(self) -> Values {
        let reason = |tier: &usize| {
            let why = self.unsolved[self.unit_of[*tier]].clone()?;
            Some(Unsolved { tier: *tier, why })
        };
        let unsolved = self.wanted.iter().filter_map(reason).collect();
        let mirrors = self.structure.tiers.iter().map(|tier| tier.mirror.filter(|_| self.exchange));
        Values {
            mirrors: mirrors.collect(),
            wanted: self.wanted,
            tallied: self.tallied,
            unsolved,
            checked: self.options.check.then_some(self.checked),
            check_time: self.check_time,
            moves: self.moves,
            slots: self.solved,
            peak_bytes: self.memory.peak,
            tables: self.tables,
            beginning: None,
            solved_tiers: None,
            trouble: OnceLock::new(),
        }
    }
}
