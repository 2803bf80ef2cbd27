//! The driver of all breadth-first searches: layer by layer until a layer is empty.
//!
//! Engines differ in how they store positions and how they expand a layer: in memory, on disk,
//! many positions at once, on a graphics processor, or in the hash table of the interpreter. Each
//! is a [`LayeredTable`], which can expand one layer. [`drive`] does the rest for all of them: it
//! counts layers, notes the nearest goal, reports to the observer, decides when to save a
//! checkpoint, and stops early when that is asked for.

mod checkpoint;
mod parities;
mod search;

pub(crate) use checkpoint::{restore_distances, save_distances};
pub(crate) use parities::Parities;
pub use search::Search;

use crate::engine::Goal;
use crate::engine::workers::Stopped;
use crate::{Layer, Observer, Progress, SolveError};
use std::mem;

/// A table of positions that can expand the last layer it has reached, the *open* layer.
pub(crate) trait LayeredTable {
    /// Why a layer could not be expanded.
    type Error: Cancellation;

    /// Returns the number of indices, which limits the number of positions, and the number of
    /// bytes in memory.
    fn extent(&self) -> (u64, u64);

    /// Returns the layer of the starts. It is asked for if there is no checkpoint.
    fn first_layer(&mut self) -> Result<OpenLayer, Self::Error>;

    /// Makes room for the layer that follows the layer at `depth`, which becomes the open layer.
    fn enter(&mut self, _depth: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Expands the open layer.
    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, Self::Error>;

    /// Returns the first positions of the layer that was expanded last, in the order of their
    /// indices and at most `limit`. None if the table cannot tell.
    fn farthest(&mut self, _limit: usize) -> Vec<u64> {
        Vec::new()
    }

    /// Whether it is time to save a checkpoint.
    fn is_save_due(&mut self) -> bool {
        false
    }

    /// Saves a checkpoint of what was known before the open layer was expanded. A table that
    /// cannot tell what was known before, or that keeps no checkpoints, saves nothing.
    fn save(&mut self, _known: &Snapshot<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Goes on from the last checkpoint, if there is one.
    fn resume(&mut self) -> Result<Option<Resumption>, Self::Error> {
        Ok(None)
    }
}

/// A layer whose positions are known and not expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpenLayer {
    /// Number of entries in the table.
    pub(crate) entries: u64,
    /// Number of positions that they stand for; none if that is known only after expanding them.
    pub(crate) states: Option<u64>,
}

impl OpenLayer {
    /// Returns a layer in which each entry stands for one position, or up to symmetry for an
    /// unknown number of images.
    pub(crate) fn new(entries: u64, up_to_symmetry: bool) -> Self {
        OpenLayer { entries, states: (!up_to_symmetry).then_some(entries) }
    }
}

/// What a table is told when it has to expand a layer.
pub(crate) struct Step<'a> {
    /// The depth of the open layer.
    pub(crate) depth: usize,
    /// Whether goals in the layer matter: none was found before.
    pub(crate) seeks_goal: bool,
    /// How far the search is.
    pub(crate) before: Progress,
    /// Who watches.
    pub(crate) observer: &'a mut dyn Observer,
}

impl Step<'_> {
    /// Reports what share of the layer is done, and asks whether to stop. For tables that do not
    /// expand layers with [`Workers`](crate::engine::workers::Workers), which do that as well.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_cancelled(&mut self, layer_done: f64) -> bool {
        self.observer.progress(&Progress { layer_done, ..self.before });
        self.observer.cancelled()
    }
}

/// The result of expanding a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advanced {
    /// Number of positions of the layer.
    pub(crate) states: u64,
    /// Number of successors that were generated.
    pub(crate) successors: u64,
    /// Number of moves of the layer's positions; none if it was not counted.
    pub(crate) moves: Option<u64>,
    /// The smallest index of a goal in the layer, if goals are sought.
    pub(crate) goal: Option<u64>,
    /// The layer that was found.
    pub(crate) next: OpenLayer,
}

/// An error that can say that the observer asked to stop.
pub(crate) trait Cancellation: From<Stopped> {
    /// Returns the finished layers that the error names, if the observer asked to stop.
    fn layers_mut(&mut self) -> Option<&mut Vec<u64>>;
}

impl Cancellation for SolveError {
    fn layers_mut(&mut self) -> Option<&mut Vec<u64>> {
        if let SolveError::Cancelled { layers, .. } = self { Some(layers) } else { None }
    }
}

/// What is known before a layer is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Snapshot<'a> {
    /// The depth of the open layer.
    pub(crate) depth: usize,
    /// The open layer.
    pub(crate) open: OpenLayer,
    /// The sizes of the layers before it.
    pub(crate) layers: &'a [u64],
    /// What was counted in them.
    pub(crate) found: &'a Search,
    /// Whether the search ends here.
    pub(crate) is_finished: bool,
}

/// A [`Snapshot`] of an earlier run.
#[derive(Debug)]
pub(crate) struct Resumption {
    /// The open layer.
    pub(crate) open: OpenLayer,
    /// What was found before it: layers, counts and a goal.
    pub(crate) found: Search,
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Request {
    /// Whether goals matter.
    pub(crate) goal: Goal,
    /// How many positions of the last layer are wanted.
    pub(crate) hardest: usize,
    /// After how many layers to stop.
    pub(crate) max_layers: Option<u64>,
}

/// Searches until a layer is empty, a goal ends the search, or there are enough layers.
///
/// # Errors
///
/// Fails if a layer cannot be expanded, a checkpoint cannot be saved or restored, or the observer
/// asks to stop. In the last case a checkpoint is saved first.
pub(crate) fn drive<T: LayeredTable + ?Sized>(
    table: &mut T,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Search, T::Error> {
    let mut driver = match table.resume()? {
        Some(Resumption { open, mut found }) => {
            let known = mem::take(&mut found.layers);
            let mut driver = Driver { found, depth: known.len(), open };
            known.into_iter().for_each(|states| driver.announce(states, observer));
            driver
        }
        None => {
            let found = Search { moves: Some(0), ..Search::default() };
            Driver { found, depth: 0, open: table.first_layer()? }
        }
    };
    while driver.open.entries > 0 {
        if driver.has_enough(request) {
            driver.found.moves = None;
            break;
        }
        table.enter(driver.depth)?;
        if driver.depth > 0 && table.is_save_due() {
            table.save(&driver.snapshot(false))?;
        }
        if let Some(states) = driver.open.states {
            driver.announce(states, observer);
            if driver.has_enough(request) {
                driver.found.explored += driver.open.entries;
                driver.found.moves = None;
                break;
            }
        }
        driver.advance(table, request, observer)?;
    }
    table.save(&driver.snapshot(true))?;
    let mut found = driver.found;
    found.hardest = table.farthest(request.hardest);
    (_, found.bytes) = table.extent();
    Ok(found)
}

/// A search on its way.
struct Driver {
    found: Search,
    /// The depth of the open layer.
    depth: usize,
    open: OpenLayer,
}

impl Driver {
    /// Whether the search ends here, though there may be more layers.
    fn has_enough(&self, request: &Request) -> bool {
        let has_goal = request.goal == Goal::Stop && self.found.goal.is_some();
        let layers = self.found.layers.len() as u64;
        has_goal || request.max_layers.is_some_and(|most| layers >= most)
    }

    /// Expands a layer.
    fn advance<T: LayeredTable + ?Sized>(
        &mut self,
        table: &mut T,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<(), T::Error> {
        let (states, (size, bytes)) = (self.found.explored + self.open.entries, table.extent());
        let before = Progress { states, depth: self.depth, layer_done: 0.0, size, bytes };
        let seeks_goal = request.goal != Goal::Ignore && self.found.goal.is_none();
        let mut step = Step { depth: self.depth, seeks_goal, before, observer };
        let advanced = match table.advance(&mut step) {
            Ok(advanced) => advanced,
            Err(mut error) => {
                if let Some(layers) = error.layers_mut() {
                    layers.clone_from(&self.found.layers);
                    table.save(&self.snapshot(false))?;
                }
                return Err(error);
            }
        };
        if self.open.states.is_none() {
            self.announce(advanced.states, observer);
        }
        self.found.explored += self.open.entries;
        self.found.successors += advanced.successors;
        self.found.moves = self.found.moves.zip(advanced.moves).map(|(known, more)| known + more);
        if seeks_goal {
            self.found.goal = advanced.goal.map(|goal| (self.depth, goal));
        }
        self.open = advanced.next;
        self.depth += 1;
        Ok(())
    }

    /// Adds a layer.
    fn announce(&mut self, states: u64, observer: &mut dyn Observer) {
        self.found.layers.push(states);
        self.found.states += states;
        let depth = self.found.layers.len() - 1;
        observer.layer(Layer { depth, states, total: self.found.states });
    }

    fn snapshot(&self, is_finished: bool) -> Snapshot<'_> {
        let layers = &self.found.layers[..self.depth.min(self.found.layers.len())];
        Snapshot { depth: self.depth, open: self.open, layers, found: &self.found, is_finished }
    }
}
