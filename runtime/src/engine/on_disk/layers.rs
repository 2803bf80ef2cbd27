//! The layers of a search on disk, one after the other.

use super::super::breadth_first::{
    Advanced, LayeredTable, OpenLayer, Request, Resumption, Search, Snapshot, Step, drive,
};
use super::super::options::{SearchKind, SearchOptions};
use super::super::sweep::Sweep;
use super::super::task::{After, Counts, NO_INDEX, Order, Orders, View};
use super::super::workers::{Stopped, Workers, cut};
use super::apply::{Application, Applied};
use super::expand::{Expanded, Expansion, Scratchpad};
use super::marker::{Marker, close, positions};
use super::resident::Resident;
use super::shape::Shape;
use super::state::{State, identity};
use super::widen::{self, file_name, wider};
use crate::scratch::{BucketOptions, Buckets, DiskTable, Scratch};
use crate::{Observer, Progress, SolveError};
use std::mem;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How many parts each thread should get of a partition.
const PARTS_PER_THREAD: usize = 16;

/// The fewest and the most words of a part: a fraction of a second at the most, so that a search
/// stops soon.
const PART_WORDS: [usize; 2] = [64, 1 << 15];

/// Writing down how far the search is takes at most one in this many parts of the time.
const SETTLING_SHARE: u32 = 20;

/// A search on its way.
pub(super) struct OnDisk<'a> {
    sweep: &'a dyn Sweep,
    options: &'a SearchOptions,
    scratch: &'a Scratch,
    identity: Vec<u8>,
    workers: Workers,
    shape: Shape,
    table: DiskTable,
    resident: Resident,
    tools: Tools,
    /// How many states of the layer each partition has.
    counts: Vec<u64>,
    /// How many of the next layer each has so far.
    claimed: Vec<u64>,
    /// What an earlier run knew, until it is taken over.
    known: Option<Resumption>,
    /// The first states of the layer that was expanded last.
    hardest: Vec<u64>,
    /// Whether the next layer is being claimed: then the table cannot be settled.
    is_midway: bool,
    /// The file with narrower entries, until the wider ones are settled.
    narrow: Option<u32>,
    /// When the next checkpoint is due.
    settling: Instant,
}

/// What threads work with.
struct Tools {
    buckets: Buckets<u32>,
    scratchpads: Vec<Mutex<Scratchpad>>,
}

impl Tools {
    fn new(shape: &Shape, threads: usize, scratch: &Scratch) -> Result<Self, SolveError> {
        let options = BucketOptions {
            parts: shape.table.parts(),
            chunk_bytes: shape.chunk_bytes,
            budget: shape.budget,
        };
        let path = scratch.passing_file(&format!("updates-{}", shape.table.bits));
        let buckets = Buckets::create(scratch.disk(), &path, options)?;
        let refused = || SolveError::TableMemory { needed: scratch.memory(), limit: None };
        let scratchpad =
            |_| Scratchpad::new(&buckets, shape.list).map(Mutex::new).ok_or_else(refused);
        let scratchpads = (0..threads).map(scratchpad).collect::<Result<_, _>>()?;
        Ok(Tools { buckets, scratchpads })
    }
}

impl<'a> OnDisk<'a> {
    /// A search that is where an earlier run of it was, or at the beginning.
    pub(super) fn new(
        sweep: &'a dyn Sweep,
        starts: &[u64],
        options: &'a SearchOptions,
        scratch: &'a Scratch,
        workers: Workers,
    ) -> Result<Self, SolveError> {
        let threads = workers.threads();
        let memory = scratch.memory();
        let size = sweep.size();
        let bits = if options.kind == SearchKind::Distances { 8 } else { 2 };
        let Some(shape) = Shape::new(size, bits, threads, memory) else {
            let needed = Shape::needed(size, bits, threads, memory);
            return Err(SolveError::TableMemory { needed, limit: Some(memory) });
        };
        scratch.prepare()?;
        let identity = identity(scratch, size, starts, options);
        let left = left_by_earlier_run(scratch, &identity, threads)?;
        let (shape, table, known) = match left {
            Some((shape, table, state)) => (shape, table, Some(state)),
            None => {
                State::remove(scratch)?;
                let path = scratch.file(&file_name(bits));
                (shape, DiskTable::create(scratch.disk(), &path, shape.table)?, None)
            }
        };
        let mut search = OnDisk {
            sweep,
            options,
            scratch,
            identity,
            tools: Tools::new(&shape, threads, scratch)?,
            workers,
            shape,
            resident: Resident::default(),
            counts: vec![0; shape.table.parts()],
            claimed: vec![0; shape.table.parts()],
            table,
            known: None,
            hardest: Vec::new(),
            is_midway: false,
            narrow: None,
            settling: Instant::now() + scratch.interval(),
        };
        if !search.resident.reserve(&search.table) {
            return Err(SolveError::TableMemory { needed: memory, limit: None });
        }
        match known {
            Some(state) => search.take(state),
            None => search.begin(starts)?,
        }
        Ok(search)
    }

    /// Marks the starts.
    fn begin(&mut self, starts: &[u64]) -> Result<(), SolveError> {
        let Orders { open, .. } = self.orders(0, false);
        for part in 0..self.counts.len() {
            let range = self.shape.table.range(part);
            let first = starts.partition_point(|start| *start < range.start);
            let end = starts.partition_point(|start| *start < range.end);
            if first == end {
                continue;
            }
            self.resident.load(&mut self.table, part)?;
            let positions = starts[first..end].iter().map(|start| start - range.start);
            self.counts[part] =
                mark_all(self.resident.words_mut(), self.shape.table.bits, open, positions);
        }
        let known: u64 = self.counts.iter().sum();
        assert_eq!(known, starts.len() as u64, "the indices of starts are in the table");
        Ok(())
    }

    /// Takes what an earlier run knew.
    fn take(&mut self, state: State) {
        self.counts = state.counts;
        self.hardest = state.hardest;
        let entries = if state.is_finished { 0 } else { self.counts.iter().sum() };
        let State { layers, explored, successors, moves, goal, .. } = state;
        let found = Search { layers, explored, successors, moves, goal, ..Search::default() };
        self.known = Some(Resumption { open: self.open(entries), found });
    }

    /// Searches until a layer is empty, or a goal is found that ends it.
    pub(super) fn run(
        mut self,
        observer: &mut dyn Observer,
    ) -> Result<(Search, DiskTable), SolveError> {
        let SearchOptions { goal, hardest, .. } = *self.options;
        let found = drive(&mut self, &Request { goal, hardest, max_layers: None }, observer)?;
        Ok((found, self.table))
    }

    fn open(&self, entries: u64) -> OpenLayer {
        OpenLayer::new(entries, self.options.view == View::UpToSymmetry)
    }

    /// Expands the states of the layer in all partitions, and claims their successors.
    fn expand(&mut self, orders: &Orders, step: &mut Step<'_>) -> Result<Counts, SolveError> {
        let entries: u64 = self.counts.iter().sum();
        let mut hardest = Vec::new();
        let mut counts = Counts::default();
        for part in 0..self.counts.len() {
            if self.counts[part] == 0 {
                continue;
            }
            self.resident.load(&mut self.table, part)?;
            let first = self.shape.table.range(part).start;
            let limit = self.options.hardest - hardest.len();
            let open = positions(self.resident.words(), orders.bits, orders.open, limit);
            hardest.extend(open.map(|position| first + position));
            let mut observer = Share {
                observer: &mut *step.observer,
                done: counts.expanded as f64 / entries as f64,
                share: self.counts[part] as f64 / entries as f64,
            };
            let mut step = Step { observer: &mut observer, ..*step };
            counts = counts.and(self.expand_part(part, orders, &mut step)?);
        }
        let mut observer = Share { observer: &mut *step.observer, done: 1.0, share: 0.0 };
        self.apply(orders, &mut Step { observer: &mut observer, ..*step })?;
        self.hardest = hardest;
        Ok(counts)
    }

    /// Expands the states of the layer in the partition that is in memory.
    fn expand_part(
        &mut self,
        part: usize,
        orders: &Orders,
        step: &mut Step<'_>,
    ) -> Result<Counts, SolveError> {
        let words = self.shape.table.words(part);
        let [fewest, most] = PART_WORDS;
        let longest = (words / (PARTS_PER_THREAD * self.workers.threads())).clamp(fewest, most);
        let mut parts = cut(0..words, longest);
        let mut counts = Counts::default();
        loop {
            self.resident.load(&mut self.table, part)?;
            let expansion = Expansion {
                sweep: self.sweep,
                orders: *orders,
                table: self.shape.table,
                part,
                words: self.resident.words(),
                buckets: &self.tools.buckets,
                scratchpads: &self.tools.scratchpads,
                has_failed: AtomicBool::new(false),
            };
            let work = |words: Range<usize>| expansion.expand(words);
            let before = self.progress(step);
            let done: Expanded = self.workers.run(&parts, &work, before, step.observer)?;
            if let Some(failure) = done.failure {
                return Err(failure);
            }
            if done.counts.claimed > 0 {
                self.resident.change();
                self.claimed[part] += done.counts.claimed;
            }
            counts = counts.and(done.counts);
            parts = done.left;
            if parts.is_empty() {
                break;
            }
            self.apply(orders, step)?;
        }
        if counts.expanded != self.counts[part] {
            let path = self.table.path().display();
            let message = format!("{path} does not hold the states that were counted in it");
            return Err(SolveError::Storage { message });
        }
        if orders.bits == 2 {
            close(self.resident.words_mut(), orders.open);
        }
        Ok(counts)
    }

    /// Claims everything that waits in the buckets.
    fn apply(&mut self, orders: &Orders, step: &mut Step<'_>) -> Result<(), SolveError> {
        for scratchpad in &self.tools.scratchpads {
            let mut scratchpad =
                scratchpad.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            self.tools.buckets.flush(&mut scratchpad.outbox)?;
        }
        // The partition that is in memory already comes first.
        let resident = self.resident.part();
        let others = (0..self.counts.len()).filter(|part| Some(*part) != resident);
        for part in resident.into_iter().chain(others) {
            let chunks = self.tools.buckets.chunks(part);
            if chunks == 0 {
                continue;
            }
            self.resident.load(&mut self.table, part)?;
            let application = Application {
                part,
                words: self.resident.words(),
                bits: orders.bits,
                mark: orders.mark,
                buckets: &self.tools.buckets,
                scratchpads: &self.tools.scratchpads,
            };
            let work = |chunks: Range<usize>| application.apply(chunks);
            let before = self.progress(step);
            let parts = cut(0..chunks, 1);
            let done: Applied = self.workers.run(&parts, &work, before, step.observer)?;
            if let Some(failure) = done.failure {
                return Err(failure);
            }
            if done.claimed > 0 {
                self.resident.change();
                self.claimed[part] += done.claimed;
            }
            self.tools.buckets.empty(part);
        }
        Ok(())
    }

    /// Gives entries with distances more bits before they overflow.
    fn widen(&mut self, depth: usize) -> Result<(), SolveError> {
        let narrow = self.shape.table;
        if narrow.bits == 2 || depth as u64 + 2 <= u64::MAX >> (64 - narrow.bits) {
            return Ok(());
        }
        let threads = self.workers.threads();
        let memory = self.scratch.memory();
        let Some(shape) = wider(narrow, threads, memory) else {
            let needed = Shape::needed(narrow.size, 2 * narrow.bits, threads, memory);
            return Err(SolveError::TableMemory { needed, limit: Some(memory) });
        };
        self.resident.store(&mut self.table)?;
        // Their memory is needed.
        self.resident = Resident::default();
        self.tools.scratchpads.clear();
        let open = self.orders(depth, false).open;
        (self.table, self.counts) = widen::widen(&self.table, shape.table, open, self.scratch)?;
        self.claimed = vec![0; self.counts.len()];
        self.shape = shape;
        self.tools = Tools::new(&shape, threads, self.scratch)?;
        if !self.resident.reserve(&self.table) {
            return Err(SolveError::TableMemory { needed: memory, limit: None });
        }
        self.narrow = Some(narrow.bits);
        Ok(())
    }

    /// What is to be done with the states of the layer.
    fn orders(&self, depth: usize, goals: bool) -> Orders {
        let kind =
            if self.shape.table.bits == 2 { SearchKind::TwoBit } else { SearchKind::Distances };
        let options = SearchOptions { kind, ..self.options.clone() };
        Orders {
            order: Order::Collect,
            after: After::Keep,
            bits: self.shape.table.bits,
            goals,
            ..options.orders(depth as u64, 0)
        }
    }

    fn progress(&self, step: &Step<'_>) -> Progress {
        let states = step.before.states + self.claimed.iter().sum::<u64>();
        Progress { states, ..step.before }
    }
}

impl LayeredTable for OnDisk<'_> {
    type Error = SolveError;

    fn extent(&self) -> (u64, u64) {
        (self.sweep.size(), self.scratch.memory())
    }

    fn first_layer(&mut self) -> Result<OpenLayer, SolveError> {
        Ok(self.open(self.counts.iter().sum()))
    }

    fn enter(&mut self, depth: usize) -> Result<(), SolveError> {
        if mem::take(&mut self.is_midway) {
            self.counts.fill(0);
            mem::swap(&mut self.counts, &mut self.claimed);
        }
        self.widen(depth)
    }

    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, SolveError> {
        if step.observer.cancelled() {
            return Err(Stopped { states: step.before.states }.into());
        }
        self.is_midway = true;
        let orders = self.orders(step.depth, step.seeks_goal);
        let counts = self.expand(&orders, step)?;
        Ok(Advanced {
            states: counts.states,
            successors: counts.successors,
            moves: Some(counts.moves),
            goal: (counts.found != NO_INDEX).then_some(counts.found),
            next: self.open(self.claimed.iter().sum()),
        })
    }

    fn farthest(&mut self, _limit: usize) -> Vec<u64> {
        mem::take(&mut self.hardest)
    }

    fn is_save_due(&mut self) -> bool {
        self.narrow.is_some() || Instant::now() >= self.settling
    }

    /// Settles the table, so that another run can resume from here.
    fn save(&mut self, known: &Snapshot<'_>) -> Result<(), SolveError> {
        if self.is_midway && !known.is_finished {
            return Ok(());
        }
        let begun = Instant::now();
        self.resident.store(&mut self.table)?;
        let OnDisk { scratch, shape, counts, hardest, identity, .. } = self;
        self.table.settle(|places| {
            State::of(known, hardest, shape.table, places, counts).write(scratch, identity)
        })?;
        let interval = self.scratch.interval();
        let least = if interval.is_zero() { interval } else { SETTLING_SHARE * begun.elapsed() };
        self.settling = Instant::now() + interval.max(least);
        match self.narrow.take() {
            Some(bits) => widen::remove(self.scratch, bits),
            None => Ok(()),
        }
    }

    fn resume(&mut self) -> Result<Option<Resumption>, SolveError> {
        Ok(self.known.take())
    }
}

/// What an earlier run left, if it can be used.
fn left_by_earlier_run(
    scratch: &Scratch,
    identity: &[u8],
    threads: usize,
) -> Result<Option<(Shape, DiskTable, State)>, SolveError> {
    let Some(state) = State::read(scratch, identity)? else { return Ok(None) };
    let path = scratch.file(&file_name(state.table.bits));
    let places = state.places.clone();
    let Some(table) = DiskTable::open(scratch.disk(), &path, state.table, places)? else {
        return Ok(None);
    };
    let Some(shape) = Shape::with(state.table, threads, scratch.memory()) else {
        let message = format!(
            "the search in {} was begun with more memory, and {} bytes are too little to go on: give it more, or remove the folder to begin again",
            scratch.folder().display(),
            scratch.memory()
        );
        return Err(SolveError::Storage { message });
    };
    Ok(Some((shape, table, state)))
}

/// Marks entries of a partition; gives how many were 0.
fn mark_all(
    words: &[std::sync::atomic::AtomicU64],
    bits: u32,
    mark: u64,
    positions: impl Iterator<Item = u64>,
) -> u64 {
    fn with<const BITS: u32>(
        words: &[std::sync::atomic::AtomicU64],
        mark: u64,
        positions: impl Iterator<Item = u64>,
    ) -> u64 {
        let mut marker = Marker::<BITS>::new(words, mark);
        for position in positions {
            marker.push(u32::try_from(position).expect("a partition has at most 2^32 entries"));
        }
        marker.finish()
    }
    if bits == 2 { with::<2>(words, mark, positions) } else { with::<8>(words, mark, positions) }
}

/// An observer of one of several pieces of a layer.
struct Share<'a> {
    observer: &'a mut dyn Observer,
    /// What part of the layer is done.
    done: f64,
    /// What part this piece is.
    share: f64,
}

impl Observer for Share<'_> {
    fn progress(&mut self, progress: &Progress) {
        let layer_done = self.done + self.share * progress.layer_done;
        self.observer.progress(&Progress { layer_done, ..*progress });
    }

    fn cancelled(&mut self) -> bool {
        self.observer.cancelled()
    }
}
