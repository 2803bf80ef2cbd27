//! Breadth-first search with its table on disk.
//!
//! The table lies in partitions, one of which is in memory ([`DiskTable`]). A layer is found in
//! two steps, which alternate if there is much to do:
//!
//! 1. **Expanding.** Each partition with states of the layer is read, and its states are expanded,
//!    by several threads. Successors in the same partition are claimed at once; the others go to
//!    the buckets of their partitions ([`Buckets`](crate::scratch::Buckets)), four bytes each.
//! 2. **Applying.** Each partition whose bucket is not empty is read, and what its bucket holds is
//!    claimed. That happens when the layer is done, and whenever the buckets are full; claims of
//!    the next layer do not disturb the expansion of this one.
//!
//! This is two-bit breadth-first search with delayed detection of duplicates (R. E. Korf,
//! "Minimizing disk I/O in two-bit breadth-first search", AAAI 2008); with distances only the
//! entries differ. All files are read and written sequentially, in large pieces. A layer reads and
//! writes the table at most twice, unless the buckets become full, and every successor outside its
//! partition once.
//!
//! **Going on.** Between layers, now and then, the table is settled ([`DiskTable::settle`]), and a
//! small file with the numbers of the search gets its name ([`state`]). A run that ends by
//! whatever cause leaves both as they were; the next one repeats what came later, from the same
//! table, so it finds the same.
//!
//! **Memory** is [`Scratch::memory`]: a half for the partition, a quarter for the threads' buffers
//! of buckets, the rest for lists of successors and for what is kept for each partition and each
//! chunk of the buckets ([`shape`]). What comes on top does not depend on the table: half a
//! megabyte, and a tenth of one for each thread; and, if a single word of the table has more
//! successors than a list has room, room for those.

mod apply;
mod expand;
mod layers;
mod marker;
mod resident;
mod shape;
mod state;
mod widen;

use super::breadth_first::Search;
use super::options::SearchOptions;
use super::search::canonical_starts;
use super::sweep::Sweep;
use super::workers::Workers;
use crate::scratch::{DiskTable, Scratch};
use crate::{Observer, SolveError};
use layers::OnDisk;

/// Finds everything that can be reached from the states with these indices, as
/// [`search`](super::search()) does with [`SearchKind::TwoBit`](super::SearchKind::TwoBit), or
/// with [`SearchKind::Distances`](super::SearchKind::Distances) if that is wanted, but with the
/// table on disk. It does not [pull](super::Use), and takes what memory [`Scratch::memory`] says.
///
/// A search resumes from what an earlier run of it left in the folder; then the observer is told
/// again the layers that were known. The folder stays, with the table that was found, until it is
/// [discarded](Scratch::discard): another run finds all there at once.
///
/// # Errors
///
/// Fails like [`search`](fn@super::search), and if a file cannot be read or written.
pub fn search_on_disk(
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    scratch: &Scratch,
    observer: &mut dyn Observer,
) -> Result<(Search, DiskTable), SolveError> {
    let mut starts = canonical_starts(sweep, starts, options.view)?;
    starts.sort_unstable();
    starts.dedup();
    let workers = Workers::new(options.threads)?;
    OnDisk::new(sweep, &starts, options, scratch, workers)?.run(observer)
}
