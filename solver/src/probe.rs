//! A look at a game before it is solved: its first positions, by play.
//!
//! Tables say how many positions there can be; only play says that there are few.

use gdl::model::State;
use gdl_runtime::interp::{ExploreOptions, Interp, Keep, explore};
use gdl_runtime::{Layer, Observer, Progress, SolveError};
use std::collections::HashSet;

/// How many positions are expanded to see how many successors they have.
const EXPANDED: usize = 300;

/// What was seen.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// Whether these are all positions.
    pub(crate) is_complete: bool,
    /// The number of positions.
    pub(crate) positions: u64,
    /// The number of successors of a position, on average.
    pub(crate) successors: f64,
    /// The number of positions in each layer that is complete.
    pub(crate) layers: Vec<u64>,
}

/// While a layer is this many times as large as the one before, most positions are still to come.
const GROWS: f64 = 1.1;

impl Probe {
    /// Returns whether layers were still growing when it ended.
    pub(crate) fn grows(&self) -> bool {
        match self.layers[..] {
            [.., before, last] => last as f64 > before as f64 * GROWS,
            _ => true,
        }
    }
}

/// Plays from a position until there are more than `most` positions, or no memory for them. Then
/// a position has about `successors` successors.
///
/// # Errors
///
/// If the observer cancels it.
pub(crate) fn probe(
    interp: &Interp<'_>,
    from: &State,
    most: u64,
    memory: Option<u64>,
    successors: f64,
    observer: &mut dyn Observer,
) -> Result<Probe, SolveError> {
    let limits = ExploreOptions { state_limit: most, memory_limit: memory, keep: Keep::States };
    let mut layers = Layers { found: Vec::new(), observer };
    let explored = explore(interp, &mut std::iter::once(from.clone()), &limits, &mut layers);
    let layers = layers.found;
    match explored {
        Ok(found) => {
            let positions = found.layers.iter().sum::<u64>();
            let successors = found.successors as f64 / positions.max(1) as f64;
            Ok(Probe { is_complete: true, positions, successors, layers: found.layers })
        }
        Err(SolveError::StateLimit { .. } | SolveError::MemoryLimit { .. }) => {
            Ok(Probe { is_complete: false, positions: most, successors, layers })
        }
        Err(error) => Err(error),
    }
}

/// Returns the number of successors of a position, on average over the first positions of play.
pub(crate) fn successors(interp: &Interp<'_>, from: &State) -> f64 {
    let from = interp.canonical(from.clone());
    let mut seen = HashSet::from([from.clone()]);
    let mut queue = vec![from];
    let (mut expanded, mut all) = (0, 0);
    while let Some(state) = queue.get(expanded) {
        let after = interp.successors(state);
        all += after.len();
        expanded += 1;
        for successor in after {
            if queue.len() < EXPANDED && seen.insert(successor.state.clone()) {
                queue.push(successor.state);
            }
        }
    }
    all as f64 / expanded as f64
}

/// An observer that notes layers.
struct Layers<'a> {
    found: Vec<u64>,
    observer: &'a mut dyn Observer,
}

impl Observer for Layers<'_> {
    fn layer(&mut self, layer: Layer) {
        self.found.push(layer.states);
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn cancelled(&mut self) -> bool {
        self.observer.cancelled()
    }
}
