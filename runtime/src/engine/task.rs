//! What a sweep is to do, and what it has done.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`](super::Rules), into
//! libraries for a single game. What crosses the border to them has the layout of C.

use std::sync::atomic::{AtomicU8, AtomicU64};

/// What stands for "no such index".
pub const NO_INDEX: u64 = u64::MAX;

/// How the rules are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum View {
    /// As they are.
    #[default]
    AsIs,
    /// Each state stands for all its symmetric images, and counts as often.
    UpToSymmetry,
    /// Every move in the other direction: for rules that know predecessors.
    Backward,
}

/// What becomes of the states that are visited and of their successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Order {
    /// New successors are claimed: they get the mark of the next layer.
    Push,
    /// Unreached states are visited, and claimed if a successor belongs to the layer: the same in
    /// a graph without directions.
    Pull,
    /// The smallest state is sought that has the successor [`Orders::wanted`].
    Find,
    /// All successors are listed, whether new or not.
    Collect,
}

/// Which states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Origin {
    /// Those whose entry is the mark of the layer; in a pull those whose entry is 0.
    Entries,
    /// Those of a list.
    List,
}

/// What becomes of the entry of a state when it is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum After {
    /// It stays.
    Keep,
    /// It gets all bits: the state is closed.
    Close,
    /// It becomes 0: the state cannot come again.
    Clear,
}

/// What a sweep is to do, as far as it takes numbers only.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Orders {
    /// How the rules are looked at.
    pub view: View,
    /// What becomes of successors.
    pub order: Order,
    /// Which states are visited.
    pub origin: Origin,
    /// What becomes of the entries of expanded states.
    pub after: After,
    /// Number of bits of an entry: 1, 2, 8, 16 or 32.
    pub bits: u32,
    /// Whether expanded states are asked if they are a goal.
    pub goals: bool,
    /// The entry of the states to expand.
    pub open: u64,
    /// The entry that new states get.
    pub mark: u64,
    /// Which bits of a state's phase count; 0 if the phase does not matter.
    pub phase_mask: u64,
    /// What they must be for a state to be expanded.
    pub phase: u64,
    /// The successor that is sought.
    pub wanted: u64,
}

impl Orders {
    /// Expands all states with entry 1, and gives their new successors the same entry.
    pub fn new(view: View, bits: u32) -> Self {
        Orders {
            view,
            order: Order::Push,
            origin: Origin::Entries,
            after: After::Keep,
            bits,
            goals: false,
            open: 1,
            mark: 1,
            phase_mask: 0,
            phase: 0,
            wanted: NO_INDEX,
        }
    }
}

/// A table, or the slice of one that belongs to a range of indices.
#[derive(Clone, Copy, Debug)]
pub struct TableSlice<'a> {
    /// The entries.
    pub words: &'a [AtomicU64],
    /// The index of the first entry.
    pub first: u64,
    /// Number of entries.
    pub size: u64,
}

/// What a sweep is to do.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The numbers.
    pub orders: Orders,
    /// Where the states of the layer are.
    pub source: TableSlice<'a>,
    /// Where those of the next layer come: the same entries, or others.
    pub target: TableSlice<'a>,
    /// The states to visit, if they are listed.
    pub listed: &'a [AtomicU64],
    /// For each chunk of the target: whether it has states that were claimed. Empty if nobody
    /// wants to know.
    pub flags: &'a [AtomicU8],
    /// Room for the indices of the states that are claimed.
    pub claimed: &'a [AtomicU64],
    /// How many were claimed, if there has been room.
    pub cursor: &'a AtomicU64,
}

impl<'a> Task<'a> {
    /// A task on one table, without lists and flags.
    pub fn new(orders: Orders, table: TableSlice<'a>, cursor: &'a AtomicU64) -> Self {
        Task { orders, source: table, target: table, listed: &[], flags: &[], claimed: &[], cursor }
    }
}

/// What a sweep has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Counts {
    /// How many states were expanded.
    pub expanded: u64,
    /// How many states they stand for.
    pub states: u64,
    /// How many successors were generated.
    pub successors: u64,
    /// How many moves all those states have.
    pub moves: u64,
    /// How many new states were claimed.
    pub claimed: u64,
    /// The smallest index that was sought: of an expanded goal, or of a state with the wanted
    /// successor. [`NO_INDEX`] if there is none.
    pub found: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Counts { expanded: 0, states: 0, successors: 0, moves: 0, claimed: 0, found: NO_INDEX }
    }
}

impl Counts {
    /// What two sweeps have done.
    pub fn and(self, other: Counts) -> Counts {
        Counts {
            expanded: self.expanded + other.expanded,
            states: self.states + other.states,
            successors: self.successors + other.successors,
            moves: self.moves + other.moves,
            claimed: self.claimed + other.claimed,
            found: self.found.min(other.found),
        }
    }
}

/// What one state tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Inspection {
    /// Its phase.
    pub phase: u64,
    /// The index of the symmetric image that stands for it.
    pub canonical: u64,
    /// How many different images it has.
    pub orbit: u64,
    /// Whether it is a goal.
    pub is_goal: bool,
}
