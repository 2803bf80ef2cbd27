//! How a search reports what it is doing, and is told to stop.

/// A finished layer of a breadth-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its distance from the start.
    pub depth: usize,
    /// Number of states in it.
    pub states: u64,
    /// Number of states in this and all earlier layers.
    pub total: u64,
}

/// Somebody who watches a search. Every method may be left out.
pub trait Observer {
    /// All states of a layer are known.
    fn layer(&mut self, _layer: Layer) {}

    /// So many states are stored; called now and then.
    fn progress(&mut self, _states: u64) {}

    /// Whether the search is to stop; asked now and then, so it should be cheap.
    fn cancelled(&mut self) -> bool {
        false
    }
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
