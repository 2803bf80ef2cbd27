//! What can be reached, with one bit for each index and without distances.
//!
//! Every sweep expands all states that are known, until one finds nothing new. A state with a
//! larger index than the one it is found from is often expanded in the same sweep, so there are at
//! most as many sweeps as layers, and often far fewer. The last sweep has expanded every state
//! once: it counts.

use super::breadth_first::Search;
use super::entries::CHUNK_WORDS;
use super::options::{Goal, SearchOptions};
use super::sweep::Sweep;
use super::table::{Flags, Table};
use super::task::{Orders, Task};
use super::workers::{Workers, cut};
use crate::{Observer, Progress, SolveError};
use std::sync::atomic::AtomicU64;

/// The longest part of a sweep, in chunks.
const LONGEST_RUN: usize = 16;

/// Finds what can be reached.
pub(super) fn reach(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    if options.goal != Goal::Ignore {
        return Err(SolveError::NoLayers);
    }
    let size = sweep.size();
    let mut found = Search { bytes: options.bytes(size), ..Search::default() };
    let refused = || SolveError::TableMemory { needed: options.bytes(size), limit: None };
    let table = Table::new(0..size, options.kind.bits()).ok_or_else(refused)?;
    for &start in starts {
        found.explored += u64::from(table.open(&Flags::none(), start, 1));
    }
    let cursor = AtomicU64::new(0);
    let task = Task::new(Orders::new(options.view, 1), table.as_slice(), &cursor);
    let parts = cut(0..table.words(), LONGEST_RUN * CHUNK_WORDS);
    for depth in 0.. {
        let states = found.explored;
        let progress = Progress { states, depth, layer_done: 0.0, size, bytes: found.bytes };
        let work = |part| sweep.sweep(&task, part);
        let counts = workers.run(&parts, &work, progress, observer)?;
        found.explored += counts.claimed;
        found.successors += counts.successors;
        if counts.claimed == 0 {
            found.states = counts.states;
            found.moves = Some(counts.moves);
            break;
        }
    }
    found.table = Some(table);
    Ok(found)
}
