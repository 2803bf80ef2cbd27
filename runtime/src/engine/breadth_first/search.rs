//! The result of a search.

use crate::engine::Table;

/// What a search has found.
#[derive(Debug, Default)]
pub struct Search {
    /// Number of states at each distance from the starts. Empty if the engine does not tell.
    pub layers: Vec<u64>,
    /// Number of states in all.
    pub states: u64,
    /// Number of states that were looked at: fewer, if each stood for its symmetric images.
    pub explored: u64,
    /// Number of successors that were generated: the work that was done.
    pub successors: u64,
    /// Number of moves of all states. None if some were not expanded: see
    /// [`pulled`](Search::pulled), or [`Goal::Stop`](crate::engine::Goal).
    pub moves: Option<u64>,
    /// The first states of the last layer in the order of their indices, as many as were wanted.
    /// Empty if the engine cannot tell: without layers, and with
    /// [`OneBit`](crate::engine::SearchKind::OneBit) if the layer is too large for a list.
    pub hardest: Vec<u64>,
    /// The nearest goal, if goals matter: its depth, and the smallest index of those with this
    /// depth.
    pub goal: Option<(usize, u64)>,
    /// Which states were reached, unless they were forgotten. If the search ended with a goal,
    /// some of the next layer are in it.
    pub table: Option<Table>,
    /// Number of bytes of the tables.
    pub bytes: u64,
    /// Number of layers that were expanded from a list.
    pub listed: usize,
    /// Number of layers that were found by looking at what was not reached.
    pub pulled: usize,
}
