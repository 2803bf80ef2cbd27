//! A search for values while it runs: the tiers, their tables, and jobs done on them by all
//! threads.

use super::Keeper;
use super::on_disk::Marks;
use super::options::ValueOptions;
use super::result::{Checked, Unsolved, Values, Why};
use super::structure::{Structure, Unit};
use super::tables::{Memory, TierTables, views};
use super::tallied::Tallied;
use super::work::{Done, Job, Work};
use super::worker::Worker;
use crate::engine::workers::{Partial, Stopped, Workers, cut};
use crate::{Observer, Progress, SolveError};
use std::ops::Range;
use std::sync::OnceLock;
use std::time::Duration;

/// Tiers with at most this many slots are done by the caller's thread: waking others takes longer.
const SMALL: u64 = 1024;

/// The most slots of a part that a thread takes.
const PART: u64 = 1 << 14;

/// How far the tables of a unit are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    /// How many bits an entry has.
    pub(super) bits: u32,
    /// The depth or round that is next.
    pub(super) depth: u32,
    /// The largest depth that was given so far.
    pub(super) deepest: u32,
}

/// A search, and what it knows so far.
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
    pub(super) wanted: Vec<usize>,
    /// Their units, in order.
    pub(super) needed: Vec<usize>,
    /// How many wanted units that are not solved yet can lead to each unit.
    pub(super) waiting: Vec<usize>,
    pub(super) tables: Vec<TierTables>,
    pub(super) memory: Memory,
    /// Which positions can be reached, if that is asked and does not fit into memory.
    pub(super) marks: Option<Marks>,
    /// What the initialization of each tier has counted.
    pub(super) looked: Vec<Done>,
    pub(super) tallied: Vec<Option<Tallied>>,
    pub(super) unsolved: Vec<Option<Why>>,
    pub(super) checked: Checked,
    pub(super) check_time: Duration,
    /// The tier and slot of the first value that the last job found wrong.
    pub(super) wrong_at: Option<(usize, u64)>,
    /// The units that cannot be checked because a table is missing.
    pub(super) gaps: Vec<usize>,
    pub(super) moves: u64,
    /// Number of slots of all that is wanted, and of what is solved.
    pub(super) size: u64,
    pub(super) solved: u64,
}

impl Partial for Done {
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

    /// The tier and the slot of the position with an index inside a tier.
    pub(super) fn place(&self, tier: usize, index: u64) -> (usize, u64) {
        let orders = self.structure.orders(Job::Reach, (tier, tier), 0);
        self.worker.place(&Work { orders, tiers: &views(&self.tables) }, tier, index)
    }

    /// Has a job done that looks at all positions of a unit, and counts them.
    pub(super) fn look(&mut self, job: Job, unit: usize, depth: u32) -> Result<Done, SolveError> {
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
    pub(super) fn run(&mut self, job: Job, unit: usize, depth: u32) -> Result<Done, SolveError> {
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
    pub(super) fn run_on(
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
        if slots <= SMALL {
            if self.observer.cancelled() {
                return Err(Stopped { states: self.solved }.into());
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
        Ok(self.workers.run(&parts, &do_part, before, self.observer)?)
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
    pub(super) fn forget(&mut self, unit: usize) {
        for tier in self.units[unit].tables.clone() {
            self.tables[tier].values.drop_from(&mut self.memory);
            self.tables[tier].fresh.drop_from(&mut self.memory);
        }
    }

    pub(super) fn forget_marks(&mut self, unit: usize) {
        for tier in self.units[unit].tables.clone() {
            self.tables[tier].fresh.drop_from(&mut self.memory);
        }
    }

    /// Forgets what only a unit that is solved now needed.
    pub(super) fn forget_unneeded(&mut self, unit: usize) {
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
