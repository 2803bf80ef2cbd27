//! Breadth-first search with two bits for each index: layer by layer until a layer is empty.
//!
//! In: a [`Sweep`] and the indices to begin with. Out: the number of states at each distance, and the [`Table`] of all that were reached.
//!
//! A layer is a list of *runs*, ranges of words whose flags are set; the threads of a pool share it, each taking runs that lie together. Meanwhile
//! the caller's own thread waits and asks the observer now and then, so an observer needs no locks, and a sweep is asked to stop between two runs.
//!
//! Time: every state is expanded once, and each layer looks at the chunks in which it has states. Memory: [`Table::bytes`], known before it is taken.

use super::kernel::Counts;
use super::sweep::Sweep;
use super::table::{Flags, Table};
use crate::{Layer, Observer, SolveError};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often the observer is asked during a layer.
const POLL: Duration = Duration::from_millis(50);

/// The longest run, in chunks: a fraction of a second at the most, so that a search stops soon.
const LONGEST_RUN: usize = 64;

/// How many runs each thread should get in a layer that fills the table.
const RUNS_PER_THREAD: usize = 16;

/// What a search may use and what it keeps.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Number of threads; 0 for one for each processor.
    pub threads: usize,
    /// The most bytes.
    pub memory_limit: Option<u64>,
    /// How many states of the last layer are wanted.
    pub hardest: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions { threads: 0, memory_limit: None, hardest: 16 }
    }
}

/// What a search has found.
#[derive(Debug)]
pub struct Search {
    /// How many states there are at each distance from the first.
    pub layers: Vec<u64>,
    /// How many there are in all.
    pub states: u64,
    /// How many moves there are in all.
    pub successors: u64,
    /// The first states of the last layer in the order of their indices, as many as were wanted.
    pub hardest: Vec<u64>,
    /// Which states were reached.
    pub table: Table,
}

/// Finds everything that can be reached from the states with these indices.
pub fn search(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    let table = allocate(sweep.size(), options.memory_limit)?;
    let mut next = Flags::new(&table);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|_| SolveError::Threads { threads: options.threads })?;
    let longest = next.chunks() / (RUNS_PER_THREAD * pool.current_num_threads());
    let longest = longest.clamp(1, LONGEST_RUN);

    let mut found =
        Search { layers: Vec::new(), states: 0, successors: 0, hardest: Vec::new(), table };
    let mut open = 1;
    let mut states = 0;
    for &start in starts {
        states += u64::from(found.table.open(&next, start));
    }
    while states > 0 {
        found.states += states;
        found.layers.push(states);
        observer.layer(Layer { depth: found.layers.len() - 1, states, total: found.states });
        let runs = next.take_runs(&found.table, longest);
        found.hardest = found.table.marked(&runs, open, options.hardest);
        let expand = |words: Range<usize>| sweep.expand(found.table.marks(&next, open), words);
        let counts = sweep_layer(&pool, &runs, &expand, found.states, observer)
            .map_err(|states| SolveError::Cancelled { states, layers: found.layers.clone() })?;
        debug_assert_eq!(counts.expanded, states, "the layer is expanded");
        found.successors += counts.successors;
        states = counts.claimed;
        open = 3 - open;
    }
    Ok(found)
}

/// A table for so many indices, if that is allowed and there is memory for it.
fn allocate(size: u64, limit: Option<u64>) -> Result<Table, SolveError> {
    let needed = Table::bytes(size);
    match limit {
        Some(limit) if needed > limit => {
            Err(SolveError::TableMemory { needed, limit: Some(limit) })
        }
        _ => Table::new(size).ok_or(SolveError::TableMemory { needed, limit: None }),
    }
}

/// Expands all runs while the observer is told how many states there are, beginning with those already known. If the observer wants it to stop:
/// the number of states.
fn sweep_layer(
    pool: &ThreadPool,
    runs: &[Range<usize>],
    expand: &(dyn Fn(Range<usize>) -> Counts + Sync),
    known: u64,
    observer: &mut dyn Observer,
) -> Result<Counts, u64> {
    if observer.cancelled() {
        return Err(known);
    }
    let states = AtomicU64::new(known);
    let stop = AtomicBool::new(false);
    let expand_run = |words: &Range<usize>| {
        if stop.load(Ordering::Relaxed) {
            return Counts::default();
        }
        let counts = expand(words.clone());
        states.fetch_add(counts.claimed, Ordering::Relaxed);
        counts
    };
    let expand_run = &expand_run;
    let (sender, receiver) = sync_channel(1);
    let counts = pool.in_place_scope(|scope| {
        // The sender moves into the task, so that a panic there ends the waiting.
        scope.spawn(move |_| {
            let counts = runs.par_iter().map(expand_run).reduce(Counts::default, sum);
            // The receiver waits below until this has come.
            sender.send(counts).expect("somebody waits for the counts");
        });
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(counts) => return Some(counts),
                // Then the sweep has panicked, and the scope passes that on.
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            observer.progress(states.load(Ordering::Relaxed));
            if observer.cancelled() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let known = states.into_inner();
    if stop.into_inner() { Err(known) } else { Ok(counts.expect("the sweep has ended")) }
}

fn sum(one: Counts, other: Counts) -> Counts {
    Counts {
        expanded: one.expanded + other.expanded,
        successors: one.successors + other.successors,
        claimed: one.claimed + other.claimed,
    }
}
