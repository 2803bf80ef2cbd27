//! Searching: what is asked for is checked, and the engine that does it is called.

use super::breadth_first::Search;
use super::in_memory::InMemory;
use super::options::{SearchKind, SearchOptions};
use super::reach::reach;
use super::sweep::{Sweep, canonical};
use super::task::View;
use super::workers::Workers;
use crate::{Checkpointer, NoCheckpoint, Observer, SolveError};

/// Finds everything that can be reached from the states with these indices.
///
/// # Errors
///
/// Fails if the options ask for something that the rules cannot do, the tables do not fit into
/// memory, or the observer asks to stop.
pub fn search(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    search_with_checkpoints(sweep, starts, options, &mut NoCheckpoint, observer)
}

/// Finds everything that can be reached, like [`search`](fn@search), and saves checkpoints.
///
/// With [`SearchKind::Distances`], finished layers are saved now and then and when the observer
/// asks to stop, and a search resumes from the last checkpoint of the same search.
///
/// # Errors
///
/// Fails like [`search`](fn@search), and if a checkpoint cannot be saved or restored.
pub fn search_with_checkpoints(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    checkpointer: &mut dyn Checkpointer,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    let starts = canonical_starts(sweep, starts, options.view)?;
    let needed = options.bytes(sweep.size());
    if let Some(limit) = options.memory_limit.filter(|limit| needed > *limit) {
        return Err(SolveError::TableMemory { needed, limit: Some(limit) });
    }
    let workers = Workers::new(options.threads)?;
    match options.kind {
        SearchKind::Reachability => reach(sweep, &starts, options, &workers, observer),
        SearchKind::TwoBit
        | SearchKind::OneBit
        | SearchKind::OneBitByLayer(_)
        | SearchKind::Distances => {
            InMemory::new(sweep, &starts, options, workers, checkpointer)?.run(observer)
        }
    }
}

/// Returns what stands for each start.
///
/// # Errors
///
/// Fails if moves are to be made backward and the rules do not know predecessors.
pub(super) fn canonical_starts(
    sweep: &dyn Sweep,
    starts: &[u64],
    view: View,
) -> Result<Vec<u64>, SolveError> {
    if view == View::Backward && !sweep.knows_predecessors() {
        return Err(SolveError::NoPredecessors);
    }
    Ok(starts.iter().map(|start| canonical(sweep, *start, view)).collect())
}
