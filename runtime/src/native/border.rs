//! What passes between gamec and the library of a game.
//!
//! This file is compiled on both sides, perhaps by different compilers, so everything in it has the layout of C.

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

/// What makes up a position.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Parts {
    /// What stands on each cell that can change.
    pub cells: Slice<u8>,
    /// How far it is turned.
    pub turns: Slice<u8>,
    /// The counters.
    pub counters: Slice<u8>,
    /// Whose turn it is.
    pub mover: u8,
}

/// The table of a sweep.
#[derive(Debug)]
#[repr(C)]
pub(super) struct SharedMarks {
    /// The entries.
    pub table: Slice<AtomicU64>,
    /// The flags of its chunks.
    pub flags: Slice<AtomicU8>,
    /// The mark of the states to expand.
    pub open: u64,
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
