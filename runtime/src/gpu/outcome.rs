//! What a search on the device has found.

use super::readback::GpuTable;

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuSearch {
    /// How many positions there are at each distance from the starts. Empty without layers.
    pub layers: Vec<u64>,
    /// How many there are in all.
    pub states: u64,
    /// How many were stored: fewer, if each stood for its symmetric images.
    pub explored: u64,
    /// How many were expanded: more, if some were expanded again.
    pub expanded: u64,
    /// How many successors were generated.
    pub successors: u64,
    /// How many moves all positions have together. None if some were not expanded.
    pub moves: Option<u64>,
    /// The first layer in which there was a goal.
    pub goal_depth: Option<u64>,
    /// How long the device was busy, if it tells; the time between two chunks is part of it.
    pub gpu_seconds: Option<f64>,
    /// The table, if it was wanted.
    pub table: Option<GpuTable>,
    /// How many bytes the table took.
    pub bytes: u64,
    /// Whether the table stayed on the host.
    pub streamed: bool,
}
