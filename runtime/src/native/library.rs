//! A loaded library and the game in it: gamec's side of the border, and the only file of gamec
//! itself with `unsafe` code.
//!
//! Foreign functions are called with what `shim.rs` asks for, on the other side; that the library
//! has these functions, with these types, is known by its label, which stands for its whole
//! source.

#![allow(unsafe_code, reason = "loading a library and calling its functions cannot be checked")]

use super::NativeError;
use super::border::{
    Label, NO_INDEX, SharedList, SharedPlace, SharedPosition, SharedSlots, SharedTable, SharedTask,
    SharedTier, SharedWork, Slice,
};
use crate::engine::Sweep;
use crate::engine::task::{Counts, Inspection, Orders, TableSlice, Task};
use crate::values::listing::List;
use crate::values::work::{self, Abilities, Done, Work};
use crate::values::{Slots, Worker};
use std::ffi::c_void;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::ptr::NonNull;

/// A game on the other side.
type Pointer = NonNull<c_void>;

/// The functions of a library. Libraries are never unloaded, so these are always there.
#[derive(Clone, Copy)]
struct Functions {
    make: unsafe extern "C" fn(Slice<Slice<u64>>) -> Option<Pointer>,
    free: unsafe extern "C" fn(Pointer),
    size: unsafe extern "C" fn(Pointer) -> u64,
    rank: unsafe extern "C" fn(Pointer, &SharedPosition) -> u64,
    knows_predecessors: unsafe extern "C" fn(Pointer) -> bool,
    inspect: unsafe extern "C" fn(Pointer, u64) -> Inspection,
    sweep: unsafe extern "C" fn(Pointer, &SharedTask<Orders>, usize, usize) -> Counts,
    abilities: unsafe extern "C" fn(Pointer) -> Abilities,
    place: unsafe extern "C" fn(Pointer, &SharedWork<work::Orders>, usize, u64) -> SharedPlace,
    work: unsafe extern "C" fn(Pointer, &SharedWork<work::Orders>, u64, u64) -> Done,
    list: unsafe extern "C" fn(Pointer, &SharedWork<work::Orders>, &SharedList) -> Done,
}

/// A library with the code of one game.
#[derive(Clone, Copy)]
pub struct Library {
    functions: Functions,
}

/// A position in parts.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// What stands on each cell that can change.
    pub cells: &'a [u8],
    /// How far it is turned; empty if nothing turns.
    pub turns: &'a [u8],
    /// The counters.
    pub counters: &'a [u8],
    /// Whose turn it is.
    pub mover: u8,
}

/// A game whose rules are compiled.
pub struct NativeGame {
    functions: Functions,
    game: Pointer,
}

impl Library {
    /// Loads a library that gamec has made, and sees that it is the one with this label.
    pub(super) fn load(path: &Path, label: Label) -> Result<Self, NativeError> {
        let not_loaded =
            |error: libloading::Error| NativeError::NotLoaded { message: error.to_string() };
        // SAFETY: the library is made from our source and complete (its checksum is in its name),
        // and running its initialisers does what the standard library does in any program.
        let library = unsafe { libloading::Library::new(path) }.map_err(not_loaded)?;
        // Unloading would need to know that no thread has anything of the library left. A library
        // is small, and a process loads few.
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        // SAFETY: every version of the shim has had this function with this type.
        let found = unsafe { library.get::<extern "C" fn() -> Label>(b"gamec_label\0") };
        if (found.map_err(not_loaded)?)() != label {
            return Err(NativeError::WrongLibrary);
        }
        let functions = Functions {
            // SAFETY: the label says that the library is made from our shim, where it has this
            // type.
            make: *unsafe { library.get(b"gamec_make\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            free: *unsafe { library.get(b"gamec_free\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            size: *unsafe { library.get(b"gamec_size\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            rank: *unsafe { library.get(b"gamec_rank\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            knows_predecessors: *unsafe { library.get(b"gamec_knows_predecessors\0") }
                .map_err(not_loaded)?,
            // SAFETY: as above.
            inspect: *unsafe { library.get(b"gamec_inspect\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            sweep: *unsafe { library.get(b"gamec_sweep\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            abilities: *unsafe { library.get(b"gamec_abilities\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            place: *unsafe { library.get(b"gamec_place\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            work: *unsafe { library.get(b"gamec_work\0") }.map_err(not_loaded)?,
            // SAFETY: as above.
            list: *unsafe { library.get(b"gamec_list\0") }.map_err(not_loaded)?,
        };
        Ok(Library { functions })
    }

    /// The game, with the tables that its code neither lists nor computes.
    pub fn game(&self, given: &[&[u64]]) -> Result<NativeGame, NativeError> {
        let tables: Vec<Slice<u64>> = given.iter().map(|table| Slice::new(table)).collect();
        // SAFETY: the tables live until the end of this function.
        let game = unsafe { (self.functions.make)(Slice::new(&tables)) };
        let game = game.ok_or(NativeError::WrongTables)?;
        Ok(NativeGame { functions: self.functions, game })
    }
}

impl NativeGame {
    /// Number of indices.
    pub fn size(&self) -> u64 {
        // SAFETY: the game was made by the same library and is freed by `drop` only.
        unsafe { (self.functions.size)(self.game) }
    }

    /// The index of a position that can be reached; none if its slices are not those of a position
    /// of this game.
    pub fn rank(&self, position: &Position<'_>) -> Option<u64> {
        let shared = SharedPosition {
            cells: Slice::new(position.cells),
            turns: Slice::new(position.turns),
            counters: Slice::new(position.counters),
            mover: position.mover,
        };
        // SAFETY: as in `size`, and the slices are borrowed until the end of this function.
        let index = unsafe { (self.functions.rank)(self.game, &shared) };
        (index != NO_INDEX).then_some(index)
    }
}

impl Sweep for NativeGame {
    fn size(&self) -> u64 {
        NativeGame::size(self)
    }

    fn knows_predecessors(&self) -> bool {
        // SAFETY: as in `size`.
        unsafe { (self.functions.knows_predecessors)(self.game) }
    }

    fn inspect(&self, index: u64) -> Inspection {
        // SAFETY: as in `size`.
        unsafe { (self.functions.inspect)(self.game, index) }
    }

    fn sweep(&self, task: &Task<'_>, part: Range<usize>) -> Counts {
        let shared = SharedTask {
            orders: task.orders,
            source: shared(&task.source),
            target: shared(&task.target),
            listed: Slice::new(task.listed),
            flags: Slice::new(task.flags),
            claimed: Slice::new(task.claimed),
            cursor: Slice::new(std::slice::from_ref(task.cursor)),
        };
        // SAFETY: as in `size`, and everything is borrowed until the end of this function. Other
        // threads change it through atomics only.
        unsafe { (self.functions.sweep)(self.game, &shared, part.start, part.end) }
    }
}

impl Worker for NativeGame {
    fn abilities(&self) -> Abilities {
        // SAFETY: as in `size`.
        unsafe { (self.functions.abilities)(self.game) }
    }

    fn place(&self, work: &Work<'_>, tier: usize, index: u64) -> (usize, u64) {
        let tiers = shared_tiers(work);
        let shared = SharedWork { orders: work.orders, tiers: Slice::new(&tiers) };
        // SAFETY: as in `size`, and everything is borrowed until the end of this function.
        let place = unsafe { (self.functions.place)(self.game, &shared, tier, index) };
        (usize::try_from(place.tier).expect("tiers are few"), place.slot)
    }

    fn work(&self, work: &Work<'_>, slots: Range<u64>) -> Done {
        let tiers = shared_tiers(work);
        let shared = SharedWork { orders: work.orders, tiers: Slice::new(&tiers) };
        // SAFETY: as in `size`, and everything is borrowed until the end of this function. Other
        // threads change it through atomics only.
        unsafe { (self.functions.work)(self.game, &shared, slots.start, slots.end) }
    }

    fn list(&self, work: &Work<'_>, list: &List<'_>) -> Done {
        let tiers = shared_tiers(work);
        let shared = SharedWork { orders: work.orders, tiers: Slice::new(&tiers) };
        let list = SharedList { slots: Slice::new(list.slots), outbox: Slice::new(list.outbox) };
        // SAFETY: as in `size`, and everything is borrowed until the end of this function. The
        // outbox is changed through atomics only.
        unsafe { (self.functions.list)(self.game, &shared, &list) }
    }
}

/// The tables of all tiers, for as long as somebody keeps them alive.
fn shared_tiers(work: &Work<'_>) -> Vec<SharedTier> {
    let slots =
        |slots: &Slots<'_>| SharedSlots { words: Slice::new(slots.words), bits: slots.bits };
    let tiers = work.tiers.iter().map(|tier| SharedTier {
        values: slots(&tier.values),
        reached: slots(&tier.reached),
        fresh: slots(&tier.fresh),
        slots: tier.slots,
        shift: tier.shift,
        exchange: tier.exchange,
    });
    tiers.collect()
}

/// A slice of a table, for as long as somebody keeps it alive.
fn shared(table: &TableSlice<'_>) -> SharedTable {
    SharedTable { words: Slice::new(table.words), first: table.first, size: table.size }
}

impl Drop for NativeGame {
    fn drop(&mut self) {
        // SAFETY: the game was made by the same library, and nobody has it after this.
        unsafe { (self.functions.free)(self.game) }
    }
}

// SAFETY: the shim does not compile if a game cannot be handed to another thread.
unsafe impl Send for NativeGame {}

// SAFETY: the shim does not compile if threads cannot share a game.
unsafe impl Sync for NativeGame {}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").finish_non_exhaustive()
    }
}

impl fmt::Debug for NativeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeGame").finish_non_exhaustive()
    }
}
