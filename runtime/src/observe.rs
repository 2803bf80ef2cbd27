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

/// How far a search is, in the middle of a layer. What a search does not know is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// How many states are stored; up to symmetry, if it searches so.
    pub states: u64,
    /// The depth of the layer whose successors are looked for.
    pub depth: usize,
    /// What share of that layer is done.
    pub layer_done: f64,
    /// How many states there is room for: more than there are, perhaps many more.
    pub size: u64,
    /// How many bytes the tables take.
    pub bytes: u64,
}

/// Somebody who watches a search. Every method may be left out.
pub trait Observer {
    /// All states of a layer are known.
    fn layer(&mut self, _layer: Layer) {}

    /// The search is so far; called now and then.
    fn progress(&mut self, _progress: &Progress) {}

    /// Whether the search is to stop; asked now and then, so it should be cheap.
    fn cancelled(&mut self) -> bool {
        false
    }
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
