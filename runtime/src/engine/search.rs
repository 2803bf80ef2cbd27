//! Searching: what is asked for is checked, and the engine that does it is called.

use super::layered::Layered;
use super::options::{Engine, SearchOptions};
use super::reach::reach;
use super::sweep::Sweep;
use super::table::Table;
use super::task::View;
use super::workers::Workers;
use crate::{Forgetful, Observer, Pause, SolveError};

/// What a search has found.
#[derive(Debug)]
pub struct Search {
    /// How many states there are at each distance from the first. Empty if the engine does not tell.
    pub layers: Vec<u64>,
    /// How many there are in all.
    pub states: u64,
    /// How many were looked at: fewer, if each stood for its symmetric images.
    pub explored: u64,
    /// How many successors were generated: the work that was done.
    pub successors: u64,
    /// How many moves all states have together. None if some were not expanded: see [`pulled`](Search::pulled), or [`Goal::Stop`](super::Goal).
    pub moves: Option<u64>,
    /// The first states of the last layer in the order of their indices, as many as were wanted. Empty if the engine cannot tell: with
    /// [`Engine::OneBit`] if the layer is too large for a list, and without layers.
    pub hardest: Vec<u64>,
    /// The nearest goal, if goals matter: its depth, and the smallest index of those with this depth.
    pub goal: Option<(usize, u64)>,
    /// Which states were reached, unless they were forgotten. If the search ended with a goal, some of the next layer are in it.
    pub table: Option<Table>,
    /// How many bytes the tables took.
    pub bytes: u64,
    /// How many layers were expanded from a list.
    pub listed: usize,
    /// How many layers were found by looking at what was not reached.
    pub pulled: usize,
}

/// Finds everything that can be reached from the states with these indices.
pub fn search(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    search_and_pause(sweep, starts, options, &mut Forgetful, observer)
}

/// The same; with [`Engine::Distances`] layers are kept now and then, and when the observer wants to stop, and a search goes on with what was kept of the same
/// search before.
pub fn search_and_pause(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    pause: &mut dyn Pause,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    if options.view == View::Backward && !sweep.knows_predecessors() {
        return Err(SolveError::NoPredecessors);
    }
    let needed = options.bytes(sweep.size());
    if let Some(limit) = options.memory_limit.filter(|limit| needed > *limit) {
        return Err(SolveError::TableMemory { needed, limit: Some(limit) });
    }
    let canonical = |start: &u64| match options.view {
        View::UpToSymmetry => sweep.look(*start).canonical,
        View::AsIs | View::Backward => *start,
    };
    let starts: Vec<u64> = starts.iter().map(canonical).collect();
    let workers = Workers::new(options.threads)?;
    match options.engine {
        Engine::Reachability => reach(sweep, &starts, options, &workers, observer),
        Engine::TwoBit | Engine::OneBit | Engine::OneBitByLayer(_) | Engine::Distances => {
            Layered::new(sweep, &starts, options, workers)?.run(pause, observer)
        }
    }
}

impl Search {
    /// Nothing is found yet.
    pub(crate) fn new(bytes: u64) -> Self {
        Search {
            layers: Vec::new(),
            states: 0,
            explored: 0,
            successors: 0,
            moves: Some(0),
            hardest: Vec::new(),
            goal: None,
            table: None,
            bytes,
            listed: 0,
            pulled: 0,
        }
    }
}
