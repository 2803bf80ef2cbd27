//! The functions that the library of a game exports: the library's side of the border.
//!
//! Only gamec calls them, from `library.rs`, and keeps what each of them asks for: slices are
//! alive during a call and nobody writes to them but through atomic operations, a game is used
//! only between `gamec_make` and `gamec_free`.
//!
//! A panic in here ends the process: it would be a mistake in generated code.

use crate::LABEL;
use crate::border::{
    Label, NO_INDEX, SharedList, SharedPlace, SharedPosition, SharedSlots, SharedTable, SharedTask,
    SharedTier, SharedWork, Slice,
};
use crate::game::Game;
use crate::jobs;
use crate::kernel::{inspect, sweep};
use crate::listing::List;
use crate::rules::Rules;
use crate::slots::Slots;
use crate::task::{Counts, Inspection, Orders, TableSlice, Task};
use crate::work::{self, Abilities, Done, Tier, Work};

/// Threads share a game and may hand it to each other.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Game>();
};

/// The name of this library.
#[unsafe(no_mangle)]
pub extern "C" fn gamec_label() -> Label {
    LABEL
}

/// A new game, or nothing if it takes other tables than these.
///
/// # Safety
///
/// The tables are alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamec_make(tables: Slice<Slice<u64>>) -> Option<Box<Game>> {
    // SAFETY: the caller keeps the list alive.
    let tables = unsafe { slice(&tables) };
    // SAFETY: the caller keeps each table alive.
    let tables: Vec<&[u64]> = tables.iter().map(|table| unsafe { slice(table) }).collect();
    Game::new(&tables).map(Box::new)
}

/// Forgets a game.
#[unsafe(no_mangle)]
pub extern "C" fn gamec_free(_game: Box<Game>) {}

/// Number of indices.
#[unsafe(no_mangle)]
pub extern "C" fn gamec_size(game: &Game) -> u64 {
    game.size()
}

/// The index of a position, or `NO_INDEX` if its slices do not fit.
///
/// # Safety
///
/// The slices are alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamec_rank(game: &Game, shared: &SharedPosition) -> u64 {
    // SAFETY: the caller keeps the slices alive.
    let [cells, turns, counters] =
        [&shared.cells, &shared.turns, &shared.counters].map(|it| unsafe { slice(it) });
    Game::position(cells, turns, counters, shared.mover).map_or(NO_INDEX, |state| game.rank(&state))
}

/// Whether the game can be played backward.
#[unsafe(no_mangle)]
pub extern "C" fn gamec_knows_predecessors(_game: &Game) -> bool {
    <Game as Rules>::KNOWS_PREDECESSORS
}

/// What the state with an index tells.
#[unsafe(no_mangle)]
pub extern "C" fn gamec_inspect(game: &Game, index: u64) -> Inspection {
    inspect(game, index)
}

/// Does the part of a task from `first` to before `end`.
///
/// # Safety
///
/// All slices of the task are alive, and the cursor is one number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamec_sweep(
    game: &Game,
    task: &SharedTask<Orders>,
    first: usize,
    end: usize,
) -> Counts {
    // SAFETY: the caller keeps the lists alive.
    let [listed, claimed, cursor] =
        [&task.listed, &task.claimed, &task.cursor].map(|list| unsafe { slice(list) });
    // SAFETY: the caller keeps the tables alive.
    let [source, target] = [&task.source, &task.target].map(|table| unsafe { table_slice(table) });
    // SAFETY: the caller keeps the flags alive.
    let flags = unsafe { slice(&task.flags) };
    let cursor = &cursor[0];
    let task = Task { orders: task.orders, source, target, listed, flags, claimed, cursor };
    sweep(game, &task, first..end)
}

/// What the game can do for values.
#[unsafe(no_mangle)]
pub extern "C" fn gamec_abilities(_game: &Game) -> Abilities {
    jobs::abilities::<Game>()
}

/// Where the position with an index inside a tier stands.
///
/// # Safety
///
/// All slices of the work are alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamec_place(
    game: &Game,
    work: &SharedWork<work::Orders>,
    tier: usize,
    index: u64,
) -> SharedPlace {
    // SAFETY: the caller keeps the tables alive.
    let tiers = unsafe { tiers(work) };
    let work = Work { orders: work.orders, tiers: &tiers };
    let (tier, slot) = jobs::place(game, &work, tier, index);
    SharedPlace { tier: tier as u64, slot }
}

/// Does the part of some work from slot `first` to before slot `end`.
///
/// # Safety
///
/// All slices of the work are alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamec_work(
    game: &Game,
    work: &SharedWork<work::Orders>,
    first: u64,
    end: u64,
) -> Done {
    // SAFETY: the caller keeps the tables alive.
    let tiers = unsafe { tiers(work) };
    jobs::work(game, &Work { orders: work.orders, tiers: &tiers }, first..end)
}

/// Says what is asked about the slots of a list.
///
/// # Safety
///
/// All slices of the work and of the list are alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gamec_list(
    game: &Game,
    work: &SharedWork<work::Orders>,
    list: &SharedList,
) -> Done {
    // SAFETY: the caller keeps the tables alive.
    let tiers = unsafe { tiers(work) };
    // SAFETY: the caller keeps the slots alive.
    let slots = unsafe { slice(&list.slots) };
    // SAFETY: the caller keeps the outbox alive.
    let outbox = unsafe { slice(&list.outbox) };
    jobs::list(game, &Work { orders: work.orders, tiers: &tiers }, &List { slots, outbox })
}

/// The tables of all tiers.
///
/// # Safety
///
/// They are alive as long as the result is used.
unsafe fn tiers(work: &SharedWork<work::Orders>) -> Vec<Tier<'_>> {
    // SAFETY: the caller keeps the list alive.
    let tiers = unsafe { slice(&work.tiers) };
    let tier = |tier: &SharedTier| {
        // SAFETY: the caller keeps the tables alive.
        let [values, reached, fresh] =
            [&tier.values, &tier.reached, &tier.fresh].map(|it| unsafe { slots(it) });
        Tier {
            values,
            reached,
            fresh,
            slots: tier.slots,
            shift: tier.shift,
            exchange: tier.exchange,
        }
    };
    tiers.iter().map(tier).collect()
}

/// Entries of a tier.
///
/// # Safety
///
/// They are alive as long as the result is used.
unsafe fn slots<'a>(shared: &SharedSlots) -> Slots<'a> {
    // SAFETY: it was made from a slice, and the caller keeps that alive.
    let words = unsafe { std::slice::from_raw_parts(shared.words.first, shared.words.length) };
    Slots { words, bits: shared.bits }
}

/// The slice of a table itself.
///
/// # Safety
///
/// It is alive as long as the result is used.
unsafe fn table_slice(shared: &SharedTable) -> TableSlice<'_> {
    // SAFETY: the caller keeps the entries alive.
    let words = unsafe { slice(&shared.words) };
    TableSlice { words, first: shared.first, size: shared.size }
}

/// The slice itself.
///
/// # Safety
///
/// It is alive as long as the result is used.
unsafe fn slice<T>(slice: &Slice<T>) -> &[T] {
    // SAFETY: it was made from a slice, and the caller keeps that alive.
    unsafe { std::slice::from_raw_parts(slice.first, slice.length) }
}
