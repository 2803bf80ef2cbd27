//! What a breadth-first search needs of a game: how to do a part of a task.
//!
//! A table knows layers and threads; a sweep knows moves. They meet in [`Sweep`] only, so that the
//! same table runs sweeps compiled into this program, those of a library that is loaded, and
//! word-parallel ones.

use super::kernel;
use super::rules::Rules;
use super::task::{Counts, Inspection, Order, Orders, Origin, TableSlice, Task, View};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Does tasks.
pub trait Sweep: Sync {
    /// Number of indices.
    fn size(&self) -> u64;

    /// Whether tasks can be done [`Backward`](View::Backward).
    fn knows_predecessors(&self) -> bool;

    /// What the state with an index tells.
    fn inspect(&self, index: u64) -> Inspection;

    /// Does a part of a task: a range of words, or of the positions of its list. It is called from
    /// several threads at once, with ranges that do not overlap.
    fn sweep(&self, task: &Task<'_>, part: Range<usize>) -> Counts;
}

/// The sweep that expands one state at a time.
pub struct PerState<'a, R>(pub &'a R);

impl<R> fmt::Debug for PerState<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerState").finish_non_exhaustive()
    }
}

impl<R: Rules> Sweep for PerState<'_, R> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn knows_predecessors(&self) -> bool {
        R::KNOWS_PREDECESSORS
    }

    fn inspect(&self, index: u64) -> Inspection {
        kernel::inspect(self.0, index)
    }

    fn sweep(&self, task: &Task<'_>, part: Range<usize>) -> Counts {
        kernel::sweep(self.0, task, part)
    }
}

/// Returns the index that stands for a state in a view.
pub(super) fn canonical(sweep: &dyn Sweep, index: u64, view: View) -> u64 {
    match view {
        View::UpToSymmetry => sweep.inspect(index).canonical,
        View::AsIs | View::Backward => index,
    }
}

/// The indices of the states after each move from a state, in order; with [`View::Backward`] of
/// those before it.
pub fn neighbours(sweep: &dyn Sweep, index: u64, view: View) -> Vec<u64> {
    let orders = Orders { order: Order::Collect, origin: Origin::List, ..Orders::new(view, 1) };
    let nothing = TableSlice { words: &[], first: 0, size: 0 };
    let listed = [AtomicU64::new(index)];
    let mut room = 64;
    loop {
        let claimed: Vec<AtomicU64> = (0..room).map(|_| AtomicU64::new(0)).collect();
        let cursor = AtomicU64::new(0);
        let task =
            Task { listed: &listed, claimed: &claimed, ..Task::new(orders, nothing, &cursor) };
        let found = usize::try_from(sweep.sweep(&task, 0..1).successors).expect("a few moves");
        if found <= room {
            let claimed = claimed[..found].iter().map(|index| index.load(Ordering::Relaxed));
            let mut neighbours: Vec<u64> = claimed.collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            return neighbours;
        }
        room = found;
    }
}
