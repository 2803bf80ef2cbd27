//! Breadth-first search with its tables in memory.
//!
//! Each layer is found in one of three ways.
//!
//! - **From a list**, if the layer is small ([`list`](super::list)).
//! - **By its entries.** With two bits, with distances and with one bit for each layer, only
//!   chunks are looked at in which something was claimed, and every state is expanded once. With
//!   one bit and a phase that alternates, a layer cannot be told from the earlier layers of its
//!   phase: all are expanded, and what is new is the next layer (Edelkamp, Messerschmidt,
//!   Sulewski, Yücel 2009, theorem 7).
//! - **By pulling**, if the graph has no directions and fewer states are left than would be
//!   expanded.
//!
//! Memory: [`SearchOptions::bytes`], known before it is taken.

use super::breadth_first::{
    Advanced, LayeredTable, OpenLayer, Parities, Request, Resumption, Search, Snapshot, Step,
    drive, restore_distances, save_distances,
};
use super::entries::CHUNK_WORDS;
use super::list::List;
use super::options::{Layers, SearchKind, SearchOptions, Use};
use super::store::{Store, range_of_phase};
use super::sweep::Sweep;
use super::task::{After, Counts, NO_INDEX, Order, Orders, Origin, Task, View};
use super::workers::{Stopped, Workers, cut};
use crate::{Checkpointer, Observer, Progress, SolveError};
use std::mem;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The longest run, in chunks: a fraction of a second at the most, so that a search stops soon.
const LONGEST_RUN: usize = 64;

/// How many parts each thread should get in a layer that fills the table.
const PARTS_PER_THREAD: usize = 16;

/// The fewest states of a list that are a part.
const SHORTEST_PART: usize = 64;

/// A pull is expected to save time if this many times the states it visits are fewer than would be
/// expanded otherwise: it has entries to close afterwards.
const PULL_FACTOR: f64 = 1.25;

/// A search in memory.
pub(super) struct InMemory<'a> {
    sweep: &'a dyn Sweep,
    options: &'a SearchOptions,
    workers: Workers,
    checkpointer: &'a mut dyn Checkpointer,
    first_phase: u64,
    /// The states of the layer.
    here: Store,
    listed: List,
    /// The states of the next layer, as they are claimed.
    claimed: List,
    /// The table of the next layer, if each has its own.
    next: Option<Store>,
    /// How many states the layer has in the table.
    entries: u64,
    /// How many the next has, as soon as that is known.
    next_entries: Option<u64>,
    parities: Parities,
    /// The first states of the layer, if it is not listed.
    first_states: Vec<u64>,
    bytes: u64,
    list_layers: usize,
    pull_layers: usize,
}

/// How a layer is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    List,
    Entries,
    Pull,
}

impl<'a> InMemory<'a> {
    /// Creates a search that has the starts.
    pub(super) fn new(
        sweep: &'a dyn Sweep,
        starts: &[u64],
        options: &'a SearchOptions,
        workers: Workers,
        checkpointer: &'a mut dyn Checkpointer,
    ) -> Result<Self, SolveError> {
        let size = sweep.size();
        let bytes = options.bytes(size);
        let refused = || SolveError::TableMemory { needed: bytes, limit: None };
        let list = || List::new(options.room(size)).ok_or_else(refused);
        let first_phase = starts.first().map_or(0, |start| sweep.inspect(*start).phase);
        let mut search = InMemory {
            sweep,
            options,
            workers,
            checkpointer,
            first_phase,
            here: Store::first(options, size, first_phase).ok_or_else(refused)?,
            listed: list()?,
            claimed: list()?,
            next: None,
            entries: 0,
            next_entries: None,
            parities: Parities::default(),
            first_states: Vec::new(),
            bytes,
            list_layers: 0,
            pull_layers: 0,
        };
        let Orders { phase_mask, phase, open, .. } = options.orders(0, first_phase);
        for &start in starts {
            if phase_mask != 0 && sweep.inspect(start).phase & phase_mask != phase {
                return Err(SolveError::WrongPhase { depth: 0 });
            }
            if search.here.table.open(&search.here.flags, start, open) {
                search.entries += 1;
                search.listed.push(start);
            }
        }
        Ok(search)
    }

    /// Searches until a layer is empty, or a goal is found that ends it.
    pub(super) fn run(mut self, observer: &mut dyn Observer) -> Result<Search, SolveError> {
        let SearchOptions { goal, hardest, .. } = *self.options;
        let found = drive(&mut self, &Request { goal, hardest, max_layers: None }, observer)?;
        let table = match self.options.kind {
            SearchKind::OneBitByLayer(Layers::Cleared | Layers::Ranges(_)) => None,
            _ => Some(self.here.table),
        };
        Ok(Search { table, listed: self.list_layers, pulled: self.pull_layers, ..found })
    }

    fn open(&self, entries: u64) -> OpenLayer {
        OpenLayer::new(entries, self.options.view == View::UpToSymmetry)
    }

    /// The words with states of the layer, if it is not listed; their flags are taken off.
    fn runs(&mut self) -> Vec<Range<usize>> {
        let longest = self.longest_run();
        let Store { table, flags } = &mut self.here;
        match self.listed.all() {
            Some(listed) => {
                flags.clear(table, listed);
                Vec::new()
            }
            None if self.options.kind.has_flags() => flags.take_runs(table, longest),
            None => cut(0..table.words(), longest * CHUNK_WORDS),
        }
    }

    /// The first states of a layer that is not listed.
    fn first_of_layer(&self, runs: &[Range<usize>], orders: &Orders) -> Vec<u64> {
        let is_of_layer =
            |index| orders.phase_mask == 0 || self.sweep.inspect(index).phase == orders.phase;
        match self.options.kind {
            SearchKind::OneBit => Vec::new(),
            _ => {
                let limit = self.options.hardest;
                self.here.table.with_entry(runs, orders.open, limit, is_of_layer)
            }
        }
    }

    /// How the next layer is found.
    fn strategy(&self, is_listed: bool, orders: &Orders, explored: u64) -> Strategy {
        let pushed = match (is_listed, &self.options.kind) {
            (false, SearchKind::OneBit) => explored,
            _ => self.entries,
        };
        let left = self.sweep.size() - explored;
        let can_pull = self.options.undirected
            && self.options.view == View::AsIs
            && !orders.goals
            && !matches!(self.options.kind, SearchKind::OneBitByLayer(_));
        let pulls = match self.options.pull {
            Use::Auto => left as f64 * PULL_FACTOR < pushed as f64,
            Use::Always => true,
            Use::Never => false,
        };
        match (can_pull && pulls, is_listed) {
            (true, _) => Strategy::Pull,
            (false, true) => Strategy::List,
            (false, false) => Strategy::Entries,
        }
    }

    /// Does all the work of a layer.
    fn sweep(
        &mut self,
        strategy: Strategy,
        runs: &[Range<usize>],
        mut orders: Orders,
        step: &mut Step<'_>,
    ) -> Result<Counts, Stopped> {
        let Store { table, .. } = &self.here;
        let Store { table: target, flags: target_flags } = self.next.as_ref().unwrap_or(&self.here);
        let listed = self.listed.all().unwrap_or_default();
        let every_word = cut(0..table.words(), self.longest_run() * CHUNK_WORDS);
        let of_list = cut(0..listed.len(), self.longest_part(listed.len()));
        let parts = match strategy {
            Strategy::List => {
                self.list_layers += 1;
                orders.origin = Origin::List;
                &of_list
            }
            Strategy::Entries => runs,
            Strategy::Pull => {
                self.pull_layers += 1;
                orders.order = Order::Pull;
                orders.after = After::Keep;
                if orders.phase_mask != 0 {
                    orders.phase ^= 1;
                }
                &every_word
            }
        };
        let task = Task {
            orders,
            source: table.as_slice(),
            target: target.as_slice(),
            listed,
            flags: target_flags.as_slice(),
            claimed: self.claimed.slots(),
            cursor: self.claimed.cursor(),
        };
        let work = |part: Range<usize>| self.sweep.sweep(&task, part);
        let counts = self.workers.run(parts, &work, step.before, step.observer)?;
        if strategy == Strategy::Pull && self.options.kind == SearchKind::TwoBit {
            let close = |words: Range<usize>| {
                table.close(words, orders.open);
                Counts::default()
            };
            let states = step.before.states + counts.claimed;
            let before = Progress { states, ..step.before };
            self.workers.run(&every_word, &close, before, step.observer)?;
        }
        Ok(counts)
    }

    /// What the sweep of a layer is to do.
    fn orders(&self, depth: usize, goals: bool) -> Orders {
        Orders {
            goals,
            bits: self.here.table.bits(),
            ..self.options.orders(depth as u64, self.first_phase)
        }
    }

    /// Gives entries with distances more bits before they overflow.
    fn widen(&mut self, depth: usize) -> Result<(), SolveError> {
        let bits = self.here.table.bits();
        if self.options.kind != SearchKind::Distances || depth as u64 + 2 <= u64::MAX >> (64 - bits)
        {
            return Ok(());
        }
        let needed = self.options.bytes_with(self.sweep.size(), 2 * bits);
        let limit = self.options.memory_limit.filter(|limit| needed > *limit);
        if limit.is_some() || !self.here.widen() {
            return Err(SolveError::TableMemory { needed, limit });
        }
        self.bytes = needed;
        Ok(())
    }

    /// The table of the next layer, if each has its own.
    fn next_store(&self, depth: usize) -> Result<Option<Store>, SolveError> {
        let SearchKind::OneBitByLayer(Layers::Ranges(ranges)) = &self.options.kind else {
            return Ok(None);
        };
        let refused = || SolveError::TableMemory { needed: self.bytes, limit: None };
        let range = range_of_phase(ranges, self.first_phase + depth as u64 + 1);
        Store::new(self.options, range).ok_or_else(refused).map(Some)
    }

    /// The longest run of chunks.
    fn longest_run(&self) -> usize {
        let chunks = self.here.table.words().div_ceil(CHUNK_WORDS);
        (chunks / (PARTS_PER_THREAD * self.workers.threads())).clamp(1, LONGEST_RUN)
    }

    /// The longest part of a list.
    fn longest_part(&self, length: usize) -> usize {
        (length / (PARTS_PER_THREAD * self.workers.threads()))
            .clamp(SHORTEST_PART, LONGEST_RUN * CHUNK_WORDS)
    }
}

impl LayeredTable for InMemory<'_> {
    type Error = SolveError;

    fn extent(&self) -> (u64, u64) {
        (self.sweep.size(), self.bytes)
    }

    fn first_layer(&mut self) -> Result<OpenLayer, SolveError> {
        Ok(self.open(self.entries))
    }

    fn enter(&mut self, depth: usize) -> Result<(), SolveError> {
        if let Some(entries) = self.next_entries.take() {
            self.entries = entries;
            mem::swap(&mut self.listed, &mut self.claimed);
            self.claimed.clear();
            if let Some(next) = self.next.take() {
                self.here = next;
            }
        }
        self.widen(depth)?;
        self.next = self.next_store(depth)?;
        Ok(())
    }

    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, SolveError> {
        let depth = step.depth;
        let is_listed = self.listed.all().is_some();
        let runs = self.runs();
        let orders = self.orders(depth, step.seeks_goal);
        if !is_listed {
            self.first_states = self.first_of_layer(&runs, &orders);
        }
        let strategy = self.strategy(is_listed, &orders, step.before.states);
        let of_parity = self.parities.open(depth, self.entries);
        let counts = self.sweep(strategy, &runs, orders, step)?;
        let expands_again =
            strategy == Strategy::Entries && self.options.kind == SearchKind::OneBit;
        // Exactly these must have been expanded, or the phase is not what the engine takes it for.
        let expected = if expands_again { of_parity } else { self.entries };
        if strategy != Strategy::Pull && counts.expanded != expected {
            return Err(SolveError::WrongPhase { depth });
        }
        let (states, moves) = match strategy {
            Strategy::Pull => (self.entries, None),
            _ if expands_again => {
                let (states, moves) = self.parities.newest(depth, counts.states, counts.moves);
                (states, Some(moves))
            }
            Strategy::List | Strategy::Entries => (counts.states, Some(counts.moves)),
        };
        if !expands_again {
            self.parities.add(depth, states, moves.unwrap_or(0));
        }
        self.next_entries = Some(counts.claimed);
        Ok(Advanced {
            states,
            successors: counts.successors,
            moves,
            goal: (counts.found != NO_INDEX).then_some(counts.found),
            next: self.open(counts.claimed),
        })
    }

    fn farthest(&mut self, limit: usize) -> Vec<u64> {
        let Some(listed) = self.listed.all() else { return mem::take(&mut self.first_states) };
        let mut last: Vec<u64> = listed.iter().map(|index| index.load(Ordering::Relaxed)).collect();
        last.sort_unstable();
        last.truncate(limit);
        last
    }

    fn is_save_due(&mut self) -> bool {
        self.options.kind == SearchKind::Distances && self.checkpointer.is_due()
    }

    fn save(&mut self, known: &Snapshot<'_>) -> Result<(), SolveError> {
        if self.options.kind != SearchKind::Distances || known.is_finished {
            return Ok(());
        }
        save_distances(known, &self.here.table, self.checkpointer)
    }

    fn resume(&mut self) -> Result<Option<Resumption>, SolveError> {
        if self.options.kind != SearchKind::Distances {
            return Ok(None);
        }
        let is_plain = self.options.view == View::AsIs;
        let restored = restore_distances(self.sweep.size(), is_plain, self.checkpointer)?;
        Ok(restored.map(|(resumption, table)| {
            self.here.replace(table);
            self.listed.overflow();
            self.entries = resumption.open.entries;
            resumption
        }))
    }
}
