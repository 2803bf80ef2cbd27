//! A shortest way from a start to a state, read off a table of distances.
//!
//! From a state at depth `d` some state at depth `d - 1` leads to it. It is among the predecessors of the state, if the rules know them; among its
//! successors, if the graph has no directions; else all states of the layer before are expanded until one is found.

use super::entries::CHUNK_WORDS;
use super::options::SearchOptions;
use super::sweep::{Sweep, neighbours};
use super::table::Table;
use super::task::{NO_INDEX, Order, Orders, Task, View};
use super::workers::{Stopped, Workers, cut};
use crate::{Observer, Progress, SolveError};
use std::sync::atomic::AtomicU64;

/// The longest part of a sweep, in chunks.
const LONGEST_RUN: usize = 16;

/// The indices of the states on a shortest way from a start to a state, both included; none if the state was not reached, or the table has no distances.
///
/// The options are those of the search. Up to symmetry, what follows a state on the way is the canonical image of one of its successors.
pub fn line(
    sweep: &dyn Sweep,
    table: &Table,
    to: u64,
    options: &SearchOptions,
    observer: &mut dyn Observer,
) -> Result<Option<Vec<u64>>, SolveError> {
    let is_symmetric = options.view == View::UpToSymmetry;
    let canonical = |index: u64| if is_symmetric { sweep.look(index).canonical } else { index };
    let to = canonical(to);
    let Some(distance) = table.distance(to) else { return Ok(None) };
    // Rules that are looked at backward have the original moves in the other direction.
    let towards_start = match options.view {
        View::Backward => Some(View::AsIs),
        View::AsIs | View::UpToSymmetry if options.undirected => Some(options.view),
        View::AsIs | View::UpToSymmetry => sweep.knows_predecessors().then_some(View::Backward),
    };
    let mut way = vec![to];
    let mut last = to;
    let workers = Workers::new(options.threads)?;
    for depth in (0..distance).rev() {
        last = match towards_start {
            Some(view) => {
                let mut before = neighbours(sweep, last, view).into_iter().map(canonical);
                before.find(|index| table.distance(*index) == Some(depth))
            }
            None => {
                let orders = Orders {
                    order: Order::Find,
                    open: depth + 1,
                    wanted: last,
                    ..Orders::new(options.view, table.bits())
                };
                by_sweeping(sweep, table, orders, &workers, observer)?
            }
        }
        .expect("a state that was reached has a state before it");
        way.push(last);
    }
    way.reverse();
    Ok(Some(way))
}

/// The first state of a layer with a successor that is sought.
fn by_sweeping(
    sweep: &dyn Sweep,
    table: &Table,
    orders: Orders,
    workers: &Workers,
    observer: &mut dyn Observer,
) -> Result<Option<u64>, SolveError> {
    let cursor = AtomicU64::new(0);
    let task = Task::new(orders, table.part(), &cursor);
    let parts = cut(0..table.words(), LONGEST_RUN * CHUNK_WORDS);
    let work = |part| sweep.sweep(&task, part);
    let counts = workers.run(&parts, &work, Progress::default(), observer);
    let cancelled = |Stopped { states }| SolveError::Cancelled { states, layers: Vec::new() };
    let found = counts.map_err(cancelled)?.found;
    Ok((found != NO_INDEX).then_some(found))
}
