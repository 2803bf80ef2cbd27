//! A shortest way from a start to a state, read off a table of distances.
//!
//! From a state at depth `d` some state at depth `d - 1` leads to it. It is among the predecessors
//! of the state, if the rules know them; among its successors, if the graph has no directions;
//! else all states of the layer before are expanded until one is found.

use super::entries::CHUNK_WORDS;
use super::options::SearchOptions;
use super::sweep::{Sweep, canonical, neighbours};
use super::table::Table;
use super::task::{NO_INDEX, Order, Orders, TableSlice, Task, View};
use super::workers::{Workers, cut};
use crate::scratch::DiskTable;
use crate::{Observer, Progress, SolveError};
use std::sync::atomic::AtomicU64;

/// The longest part of a sweep, in chunks.
const LONGEST_RUN: usize = 16;

/// The indices of the states on a shortest way from a start to a state, both included; none if the
/// state was not reached, or the table has no distances.
///
/// The options are those of the search. Up to symmetry, what follows a state on the way is the
/// canonical image of one of its successors.
pub fn line(
    sweep: &dyn Sweep,
    table: &Table,
    to: u64,
    options: &SearchOptions,
    observer: &mut dyn Observer,
) -> Result<Option<Vec<u64>>, SolveError> {
    let walk = Walk { sweep, options, workers: Workers::new(options.threads)? };
    let mut find = |orders| walk.find(table.as_slice(), orders, observer);
    walk.back(to, table.bits(), &|index| Ok(table.distance(index)), &mut find)
}

/// Like [`line()`], with a table on disk. It has a partition in memory where all states of a layer
/// have to be expanded.
pub fn line_on_disk(
    sweep: &dyn Sweep,
    table: &DiskTable,
    to: u64,
    options: &SearchOptions,
    observer: &mut dyn Observer,
) -> Result<Option<Vec<u64>>, SolveError> {
    let walk = Walk { sweep, options, workers: Workers::new(options.threads)? };
    let cut = table.options();
    let mut words: Vec<AtomicU64> = Vec::new();
    let mut find = |orders| {
        for part in 0..cut.parts() {
            table.read(part, &mut words)?;
            let std::ops::Range { start: first, end } = cut.range(part);
            let slice = TableSlice { words: &words, first, size: end - first };
            let found = walk.find(slice, orders, observer)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    };
    walk.back(to, cut.bits, &|index| table.distance(index), &mut find)
}

/// Returns the way to a position with a distance, from a start. `before` finds a position with a
/// distance that leads to a position; the way is none if there is no such position.
pub(crate) fn walk_back<T, E>(
    to: T,
    distance: u64,
    mut before: impl FnMut(&T, u64) -> Result<Option<T>, E>,
) -> Result<Option<Vec<T>>, E> {
    let mut way = vec![to];
    for depth in (0..distance).rev() {
        let last = way.last().expect("it begins with one");
        let Some(next) = before(last, depth)? else { return Ok(None) };
        way.push(next);
    }
    way.reverse();
    Ok(Some(way))
}

/// The way back from a state.
struct Walk<'a> {
    sweep: &'a dyn Sweep,
    options: &'a SearchOptions,
    workers: Workers,
}

impl Walk<'_> {
    /// The way to a state, by the distances of a table with entries of `bits` bits. `find` finds a
    /// state of a layer with a successor that is sought.
    fn back(
        &self,
        to: u64,
        bits: u32,
        distance: &dyn Fn(u64) -> Result<Option<u64>, SolveError>,
        find: &mut dyn FnMut(Orders) -> Result<Option<u64>, SolveError>,
    ) -> Result<Option<Vec<u64>>, SolveError> {
        let to = canonical(self.sweep, to, self.options.view);
        let Some(length) = distance(to)? else { return Ok(None) };
        let way = walk_back(to, length, |last, depth| {
            let Some(view) = self.towards_start() else {
                let orders = Orders::new(self.options.view, bits);
                let (open, wanted) = (depth + 1, *last);
                return find(Orders { order: Order::Find, open, wanted, ..orders });
            };
            for index in neighbours(self.sweep, *last, view) {
                let index = canonical(self.sweep, index, self.options.view);
                if distance(index)? == Some(depth) {
                    return Ok(Some(index));
                }
            }
            Ok(None)
        })?;
        Ok(Some(way.expect("a state that was reached has a state before it")))
    }

    /// How to look at the rules so that moves lead towards the start; none if there is no way to.
    fn towards_start(&self) -> Option<View> {
        match self.options.view {
            // Rules that are looked at backward have the original moves in the other direction.
            View::Backward => Some(View::AsIs),
            view if self.options.undirected => Some(view),
            View::AsIs | View::UpToSymmetry => {
                self.sweep.knows_predecessors().then_some(View::Backward)
            }
        }
    }

    /// The first state of a layer with a successor that is sought, in a slice of the table.
    fn find(
        &self,
        table: TableSlice<'_>,
        orders: Orders,
        observer: &mut dyn Observer,
    ) -> Result<Option<u64>, SolveError> {
        let cursor = AtomicU64::new(0);
        let parts = cut(0..table.words.len(), LONGEST_RUN * CHUNK_WORDS);
        let task = Task::new(orders, table, &cursor);
        let work = |part| self.sweep.sweep(&task, part);
        let found = self.workers.run(&parts, &work, Progress::default(), observer)?.found;
        Ok((found != NO_INDEX).then_some(found))
    }
}
