//! Breadth-first search: layer by layer until a layer is empty.
//!
//! Each layer is found in one of three ways.
//!
//! - **From a list**, if the layer is small ([`list`](super::list)).
//! - **By its entries.** With two bits, with distances and with one bit for each layer, only chunks are looked at in which something was claimed, and
//!   every state is expanded once. With one bit and a phase that alternates, a layer cannot be told from the earlier layers of its phase: all are expanded,
//!   and what is new is the next layer (Edelkamp, Messerschmidt, Sulewski, Yücel 2009, theorem 7).
//! - **By pulling**, if the graph has no directions and fewer states are left than would be expanded.
//!
//! Memory: [`SearchOptions::bytes`], known before it is taken.

use super::entries::CHUNK_WORDS;
use super::list::List;
use super::options::{Engine, Goal, Layers, SearchOptions, Use};
use super::search::Search;
use super::store::{Store, range_of_phase};
use super::sweep::Sweep;
use super::task::{After, Counts, NO_INDEX, Order, Orders, Origin, Task, View};
use super::workers::{Stopped, Workers, cut};
use crate::{Layer, Observer, Pause, Progress, SolveError};
use std::mem;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The longest run, in chunks: a fraction of a second at the most, so that a search stops soon.
const LONGEST_RUN: usize = 64;

/// How many parts each thread should get in a layer that fills the table.
const PARTS_PER_THREAD: usize = 16;

/// The fewest states of a list that are a part.
const SHORTEST_PART: usize = 64;

/// A pull is expected to save time if so many times the states it visits are fewer than would be expanded otherwise: it has entries to close afterwards.
const PULL_FACTOR: f64 = 1.25;

/// A search on its way.
pub(super) struct Layered<'a> {
    pub(super) sweep: &'a dyn Sweep,
    pub(super) options: &'a SearchOptions,
    workers: Workers,
    first_phase: u64,
    /// The states of the layer.
    pub(super) here: Store,
    pub(super) listed: List,
    /// The states of the next layer, as they are claimed.
    claimed: List,
    /// How many states the layer has in the table.
    pub(super) entries: u64,
    /// What the layers of even and of odd depth have in all, this one included as far as it is known.
    by_parity: [Sum; 2],
    pub(super) found: Search,
}

/// What some layers have in all.
#[derive(Clone, Copy, Default)]
struct Sum {
    entries: u64,
    states: u64,
    moves: u64,
}

/// How a layer is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    List,
    Entries,
    Pull,
}

impl<'a> Layered<'a> {
    /// A search that has the starts.
    pub(super) fn new(
        sweep: &'a dyn Sweep,
        starts: &[u64],
        options: &'a SearchOptions,
        workers: Workers,
    ) -> Result<Self, SolveError> {
        let size = sweep.size();
        let needed = options.bytes(size);
        let refused = || SolveError::TableMemory { needed, limit: None };
        let list = || List::new(options.room(size)).ok_or_else(refused);
        let first_phase = starts.first().map_or(0, |start| sweep.look(*start).phase);
        let mut search = Layered {
            sweep,
            options,
            workers,
            first_phase,
            here: Store::first(options, size, first_phase).ok_or_else(refused)?,
            listed: list()?,
            claimed: list()?,
            entries: 0,
            by_parity: [Sum::default(); 2],
            found: Search::new(needed),
        };
        let Orders { phase_mask, phase, open, .. } = search.orders(0);
        for &start in starts {
            if phase_mask != 0 && sweep.look(start).phase & phase_mask != phase {
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
    pub(super) fn run(
        mut self,
        pause: &mut dyn Pause,
        observer: &mut dyn Observer,
    ) -> Result<Search, SolveError> {
        let mut depth = self.go_on(pause, observer)?;
        while self.entries > 0 {
            let known = self.known(depth);
            if depth > 0 && pause.is_due() {
                self.keep(&known, pause)?;
            }
            self.by_parity[depth % 2].entries += self.entries;
            self.found.explored += self.entries;
            self.widen(depth)?;
            let next = self.next_store(depth)?;
            let is_symmetric = self.options.view == View::UpToSymmetry;
            if !is_symmetric {
                self.announce(self.entries, observer);
            }
            let expanded = self.expand(depth, next.as_ref(), observer);
            if let Err(SolveError::Cancelled { .. }) = expanded {
                self.keep(&known, pause)?;
            }
            let (states, claimed) = expanded?;
            if is_symmetric {
                self.announce(states, observer);
            }
            if self.options.goal == Goal::Stop && self.found.goal.is_some() {
                if claimed > 0 {
                    self.found.moves = None;
                }
                break;
            }
            if claimed == 0 {
                break;
            }
            self.entries = claimed;
            mem::swap(&mut self.listed, &mut self.claimed);
            self.claimed.clear();
            if let Some(next) = next {
                self.here = next;
            }
            depth += 1;
        }
        Ok(self.finish())
    }

    /// Expands a layer; gives how many states it has, and how many entries the next has.
    fn expand(
        &mut self,
        depth: usize,
        next: Option<&Store>,
        observer: &mut dyn Observer,
    ) -> Result<(u64, u64), SolveError> {
        let is_listed = self.listed.all().is_some();
        let runs = self.runs();
        let orders = self.orders(depth);
        if !is_listed {
            self.found.hardest = self.first_of_layer(&runs, &orders);
        }
        let way = self.way(is_listed, &orders);
        let counts = self.sweep(way, &runs, orders, next, depth, observer)?;
        self.check(way, depth, &counts)?;
        self.found.successors += counts.successors;
        if orders.goals && counts.found != NO_INDEX {
            self.found.goal = Some((depth, counts.found));
        }
        let sum = &mut self.by_parity[depth % 2];
        let (states, moves) = match way {
            Way::Pull => (self.entries, None),
            // The earlier layers were expanded again.
            Way::Entries if self.options.engine == Engine::OneBit => {
                (counts.states - sum.states, Some(counts.moves - sum.moves))
            }
            Way::List | Way::Entries => (counts.states, Some(counts.moves)),
        };
        sum.states += states;
        sum.moves += moves.unwrap_or(0);
        self.found.moves = self.found.moves.zip(moves).map(|(known, more)| known + more);
        Ok((states, counts.claimed))
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
            None if self.options.engine.has_flags() => flags.take_runs(table, longest),
            None => cut(0..table.words(), longest * CHUNK_WORDS),
        }
    }

    /// The first states of a layer that is not listed.
    fn first_of_layer(&self, runs: &[Range<usize>], orders: &Orders) -> Vec<u64> {
        let is_of_layer =
            |index| orders.phase_mask == 0 || self.sweep.look(index).phase == orders.phase;
        match self.options.engine {
            Engine::OneBit => Vec::new(),
            _ => {
                let limit = self.options.hardest;
                self.here.table.with_entry(runs, orders.open, limit, is_of_layer)
            }
        }
    }

    /// How the next layer is found.
    fn way(&self, is_listed: bool, orders: &Orders) -> Way {
        let pushed = match (is_listed, &self.options.engine) {
            (false, Engine::OneBit) => self.found.explored,
            _ => self.entries,
        };
        let left = self.sweep.size() - self.found.explored;
        let can_pull = self.options.undirected
            && self.options.view == View::AsIs
            && !orders.goals
            && !matches!(self.options.engine, Engine::OneBitByLayer(_));
        let pulls = match self.options.pull {
            Use::Auto => left as f64 * PULL_FACTOR < pushed as f64,
            Use::Always => true,
            Use::Never => false,
        };
        match (can_pull && pulls, is_listed) {
            (true, _) => Way::Pull,
            (false, true) => Way::List,
            (false, false) => Way::Entries,
        }
    }

    /// Does all the work of a layer.
    fn sweep(
        &mut self,
        way: Way,
        runs: &[Range<usize>],
        mut orders: Orders,
        next: Option<&Store>,
        depth: usize,
        observer: &mut dyn Observer,
    ) -> Result<Counts, SolveError> {
        let Store { table, flags } = &self.here;
        let target = next.unwrap_or(&self.here);
        let listed = self.listed.all().unwrap_or_default();
        let every_word = cut(0..table.words(), self.longest_run() * CHUNK_WORDS);
        let of_list = cut(0..listed.len(), self.longest_part(listed.len()));
        let parts = match way {
            Way::List => {
                self.found.listed += 1;
                orders.origin = Origin::List;
                &of_list
            }
            Way::Entries => runs,
            Way::Pull => {
                self.found.pulled += 1;
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
            source: table.part(),
            target: target.table.part(),
            listed,
            flags: next.map_or(flags, |next| &next.flags).as_slice(),
            claimed: self.claimed.slots(),
            cursor: self.claimed.cursor(),
        };
        let progress = Progress {
            states: self.found.explored,
            depth,
            layer_done: 0.0,
            size: self.sweep.size(),
            bytes: self.found.bytes,
        };
        let cancelled = |Stopped { states }| SolveError::Cancelled {
            states,
            layers: self.found.layers.clone(),
        };
        let work = |part: Range<usize>| self.sweep.sweep(&task, part);
        let counts = self.workers.run(parts, &work, progress, observer).map_err(cancelled)?;
        if way == Way::Pull && self.options.engine == Engine::TwoBit {
            let close = |words: Range<usize>| {
                table.close(words, orders.open);
                Counts::default()
            };
            let progress = Progress { states: progress.states + counts.claimed, ..progress };
            self.workers.run(&every_word, &close, progress, observer).map_err(cancelled)?;
        }
        Ok(counts)
    }

    /// Exactly the states of the layer must have been expanded, or else the phase is not what the engine takes it for.
    fn check(&self, way: Way, depth: usize, counts: &Counts) -> Result<(), SolveError> {
        let expected = match (way, &self.options.engine) {
            (Way::Pull, _) => return Ok(()),
            (Way::Entries, Engine::OneBit) => self.by_parity[depth % 2].entries,
            _ => self.entries,
        };
        if counts.expanded == expected { Ok(()) } else { Err(SolveError::WrongPhase { depth }) }
    }

    /// What the sweep of a layer is to do.
    fn orders(&self, depth: usize) -> Orders {
        Orders {
            goals: self.options.goal != Goal::Ignore && self.found.goal.is_none(),
            bits: self.here.table.bits(),
            ..self.options.orders(depth as u64, self.first_phase)
        }
    }

    /// Gives entries with distances more bits before they overflow.
    fn widen(&mut self, depth: usize) -> Result<(), SolveError> {
        let bits = self.here.table.bits();
        if self.options.engine != Engine::Distances || depth as u64 + 2 <= u64::MAX >> (64 - bits) {
            return Ok(());
        }
        let needed = self.options.bytes_with(self.sweep.size(), 2 * bits);
        let limit = self.options.memory_limit.filter(|limit| needed > *limit);
        if limit.is_some() || !self.here.widen() {
            return Err(SolveError::TableMemory { needed, limit });
        }
        self.found.bytes = needed;
        Ok(())
    }

    /// The table of the next layer, if each has its own.
    fn next_store(&self, depth: usize) -> Result<Option<Store>, SolveError> {
        let Engine::OneBitByLayer(Layers::Ranges(ranges)) = &self.options.engine else {
            return Ok(None);
        };
        let refused = || SolveError::TableMemory { needed: self.found.bytes, limit: None };
        let range = range_of_phase(ranges, self.first_phase + depth as u64 + 1);
        Store::new(self.options, range).ok_or_else(refused).map(Some)
    }

    fn announce(&mut self, states: u64, observer: &mut dyn Observer) {
        self.found.layers.push(states);
        self.found.states += states;
        let depth = self.found.layers.len() - 1;
        observer.layer(Layer { depth, states, total: self.found.states });
    }

    /// What was found, with the last layer.
    fn finish(mut self) -> Search {
        if let Some(listed) = self.listed.all() {
            let mut last: Vec<u64> =
                listed.iter().map(|index| index.load(Ordering::Relaxed)).collect();
            last.sort_unstable();
            last.truncate(self.options.hardest);
            self.found.hardest = last;
        }
        self.found.table = match self.options.engine {
            Engine::OneBitByLayer(Layers::Cleared | Layers::Ranges(_)) => None,
            _ => Some(self.here.table),
        };
        self.found
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
