//! Searching: what is asked for is checked, and the engine that does it is called.

use super::layered::Layered;
use super::options::{Engine, SearchOptions};
use super::reach::reach;
use super::sweep::Sweep;
use super::task::View;
use super::workers::Workers;
use crate::breadth_first::Search;
use crate::{Forgetful, Observer, Pause, SolveError};

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
            Layered::new(sweep, &starts, options, workers, pause)?.run(observer)
        }
    }
}
