//! What passes between gamec and the library of a game.
//!
//! This file is compiled on both sides, perhaps by different compilers, so everything in it has
//! the layout of C.

use std::sync::atomic::{AtomicU8, AtomicU64};

/// A borrowed slice.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Slice<T> {
    /// Where it begins.
    pub first: *const T,
    /// How many there are.
    pub length: usize,
}

impl<T> Slice<T> {
    /// A slice, for as long as somebody keeps it alive.
    pub(super) fn new(slice: &[T]) -> Self {
        Slice { first: slice.as_ptr(), length: slice.len() }
    }
}

/// A position.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedPosition {
    /// What stands on each cell that can change.
    pub cells: Slice<u8>,
    /// How far it is turned.
    pub turns: Slice<u8>,
    /// The counters.
    pub counters: Slice<u8>,
    /// Whose turn it is.
    pub mover: u8,
}

/// The task of a sweep. Its orders are numbers in the layout of C, from a file that both sides
/// have elsewhere.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedTask<O> {
    /// The numbers.
    pub orders: O,
    /// Where the states of the layer are.
    pub source: SharedTable,
    /// Where those of the next layer come.
    pub target: SharedTable,
    /// The states to visit.
    pub listed: Slice<AtomicU64>,
    /// The flags of chunks.
    pub flags: Slice<AtomicU8>,
    /// Room for states that are claimed.
    pub claimed: Slice<AtomicU64>,
    /// One number: how many were claimed.
    pub cursor: Slice<AtomicU64>,
}

/// A table, or a slice of one.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedTable {
    /// The entries.
    pub words: Slice<AtomicU64>,
    /// The index of the first.
    pub first: u64,
    /// How many there are.
    pub size: u64,
}

/// Some work on values. Its orders are numbers in the layout of C, from a file that both sides
/// have elsewhere.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedWork<O> {
    /// The numbers.
    pub orders: O,
    /// The tables of all tiers.
    pub tiers: Slice<SharedTier>,
}

/// Slots that are asked about, and room for what is said.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedList {
    /// The slots.
    pub slots: Slice<u64>,
    /// Room.
    pub outbox: Slice<AtomicU64>,
}

/// The tables of a tier.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedTier {
    /// The values.
    pub values: SharedSlots,
    /// Which positions can be reached.
    pub reached: SharedSlots,
    /// Which are new.
    pub fresh: SharedSlots,
    /// Number of slots.
    pub slots: u64,
    /// How many bits of an index are left out.
    pub shift: u32,
    /// Whether the players change places.
    pub exchange: bool,
}

/// Entries of a tier.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedSlots {
    /// The entries.
    pub words: Slice<AtomicU64>,
    /// How many bits each has.
    pub bits: u32,
}

/// A tier and a slot of it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct SharedPlace {
    /// The tier.
    pub tier: u64,
    /// The slot.
    pub slot: u64,
}

/// The name of a library: a number made from its source and its compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Label {
    /// The upper half.
    pub high: u64,
    /// The lower half.
    pub low: u64,
}

/// What stands for "no such index".
pub(super) const NO_INDEX: u64 = u64::MAX;
