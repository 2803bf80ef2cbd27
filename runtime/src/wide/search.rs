//! The driver: layer by layer, until a layer is empty.

use super::distances::Distances;
use super::line::{Line, PLACES};
use crate::engine::workers::{Outcome, Stopped, Workers};
use crate::engine::{Search, Table};
use crate::{Layer, Observer, Pause, Progress, SolveError};

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct WideOptions {
    /// Number of threads; 0 for one for each processor.
    pub threads: usize,
    /// How many states of the last layer are wanted.
    pub hardest: usize,
    /// Whether the distance of every state is kept.
    pub distances: bool,
    /// Whether the moves of all states are counted, when they are known.
    pub moves: bool,
}

/// A table of bits on which a whole layer is made at once.
pub(crate) trait WideTable: Send {
    /// Number of places, gaps included.
    fn places(&self) -> u64;

    /// Number of bytes of all it has in memory.
    fn bytes(&self) -> u64;

    /// Sets a place, as reached before the next layer.
    fn open(&mut self, place: u64);

    /// Whether a place is set.
    fn is_reached(&self, place: u64) -> bool;

    /// After all places were set that a search begins with: takes the memory that steps need.
    fn ready(&mut self) -> Result<(), SolveError> {
        Ok(())
    }

    /// Adds everything that one move leads to from what is set. `step.depth` is the depth of the layer whose successors are looked for.
    fn step(&mut self, step: &mut Step<'_>) -> Result<NewLayer, Stopped>;

    /// How many moves all states have together that are reached: for each state the rewrites of the game whose needs hold, also if several lead to the same
    /// state. None if the table cannot tell.
    fn moves(&self, workers: &Workers) -> Option<u64>;

    /// The depth that a place has if it is reached, if a state tells.
    fn depth(&self, _place: u64) -> Option<usize> {
        None
    }

    /// Finds everything in one sweep, if the table can do that and knows the [`depth`](Self::depth) of every place: the layers after the first, up to the
    /// last that is not empty. Distances are marked if they are wanted.
    fn all_layers(&mut self, _step: &mut Step<'_>) -> Option<Result<Vec<NewLayer>, Stopped>> {
        None
    }
}

/// What a step needs besides the table.
pub(crate) struct Step<'a> {
    /// The threads.
    pub(crate) workers: &'a Workers,
    /// How far the search is.
    pub(crate) before: Progress,
    /// Who watches.
    pub(crate) observer: &'a mut dyn Observer,
    /// The depth of the layer whose successors are looked for.
    pub(crate) depth: usize,
    /// What is done with new states.
    pub(crate) finder: Finder<'a>,
}

impl std::fmt::Debug for Step<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Step").field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// What is done with new states, besides counting them. It is the same for all threads.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Finder<'a> {
    /// Where distances go, and the mark of this layer.
    distances: Option<(&'a Table, u64)>,
    /// How many states are wanted.
    wanted: usize,
}

/// What a part of a step has found, or all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NewLayer {
    /// How many states are new.
    pub(crate) states: u64,
    /// How many places: fewer, if some stand for several states.
    pub(crate) entries: u64,
    /// The first of their places that were met.
    pub(crate) first: Vec<u64>,
}

impl Finder<'_> {
    /// The same for another layer.
    #[must_use]
    pub(crate) fn at_depth(&self, depth: usize) -> Self {
        Finder { distances: self.distances.map(|(table, _)| (table, depth as u64 + 1)), ..*self }
    }

    /// Whether new states are to be noted.
    #[inline(always)]
    pub(crate) fn looks(&self, layer: &NewLayer) -> bool {
        self.distances.is_some() || layer.first.len() < self.wanted
    }

    /// Notes the new states of a line; `line` is its number in the table. They are counted elsewhere.
    #[inline(always)]
    pub(crate) fn note(&self, line: usize, new: &Line, layer: &mut NewLayer) {
        if self.looks(layer) {
            self.note_places(line, new, layer);
        }
    }

    #[inline(never)]
    fn note_places(&self, line: usize, new: &Line, layer: &mut NewLayer) {
        for place in new.places() {
            let place = (line * PLACES + place) as u64;
            if let Some((table, mark)) = self.distances {
                table.put(place, mark);
            }
            if layer.first.len() < self.wanted {
                layer.first.push(place);
            }
        }
    }
}

impl Outcome for NewLayer {
    fn and(mut self, mut other: Self) -> Self {
        self.states += other.states;
        self.entries += other.entries;
        self.first.append(&mut other.first);
        self
    }

    fn new_states(&self) -> u64 {
        self.entries
    }
}

/// Finds everything that can be reached from some places. The places of `goals` are looked out for, and the nearest is noted. Indices in the result are
/// places.
pub(crate) fn search(
    table: &mut dyn WideTable,
    starts: &[u64],
    goals: &[u64],
    options: &WideOptions,
    pause: &mut dyn Pause,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    let workers = Workers::new(options.threads)?;
    let found = Search { bytes: table.bytes(), ..Search::default() };
    let distances = if options.distances { Some(Distances::new(table)?) } else { None };
    let mut driver = Driver { table, goals, options, workers, found, distances, depth: 0 };
    if !driver.go_on(pause, observer)? {
        driver.begin(starts, observer);
    }
    driver.table.ready()?;
    driver.found.bytes = driver.table.bytes();
    driver.run(pause, observer)?;
    driver.found.hardest.sort_unstable();
    driver.found.hardest.truncate(options.hardest);
    driver.found.moves = if options.moves { driver.table.moves(&driver.workers) } else { None };
    driver.found.table = driver.distances.map(|distances| distances.0);
    Ok(driver.found)
}

/// A search on its way.
pub(super) struct Driver<'a> {
    pub(super) table: &'a mut dyn WideTable,
    goals: &'a [u64],
    pub(super) options: &'a WideOptions,
    workers: Workers,
    pub(super) found: Search,
    pub(super) distances: Option<Distances>,
    /// The depth of the layer whose successors are looked for.
    pub(super) depth: usize,
}

impl Driver<'_> {
    /// Opens the starts.
    fn begin(&mut self, starts: &[u64], observer: &mut dyn Observer) {
        let mut layer = NewLayer::default();
        for &start in starts {
            if self.table.is_reached(start) {
                continue;
            }
            self.table.open(start);
            if let Some(Distances(table)) = &self.distances {
                table.put(start, 1);
            }
            layer = layer.and(NewLayer { states: 1, entries: 1, first: vec![start] });
        }
        self.announce(layer, observer);
    }

    /// Makes layers until one is empty.
    fn run(
        &mut self,
        pause: &mut dyn Pause,
        observer: &mut dyn Observer,
    ) -> Result<(), SolveError> {
        if self.depth == 0
            && let Some(layers) = self.step(observer, |table, step| table.all_layers(step))?
        {
            let layers = layers.map_err(|stopped| self.cancelled(stopped))?;
            let reached = self.goals.iter().filter(|goal| self.table.is_reached(**goal));
            let depths = reached.filter_map(|goal| Some((self.table.depth(*goal)?, *goal)));
            self.found.goal = depths.min();
            for layer in layers {
                self.depth += 1;
                self.announce(layer, observer);
            }
            return Ok(());
        }
        loop {
            if self.depth > 0 && pause.is_due() {
                self.keep(pause)?;
            }
            let layer = match self.step(observer, |table, step| table.step(step))? {
                Ok(layer) => layer,
                Err(stopped) => {
                    self.keep(pause)?;
                    return Err(self.cancelled(stopped));
                }
            };
            if layer.entries == 0 {
                return Ok(());
            }
            self.depth += 1;
            self.announce(layer, observer);
        }
    }

    fn step<T>(
        &mut self,
        observer: &mut dyn Observer,
        make: impl FnOnce(&mut dyn WideTable, &mut Step<'_>) -> T,
    ) -> Result<T, SolveError> {
        if let Some(distances) = &mut self.distances {
            distances.widen(self.depth)?;
        }
        let before = Progress {
            states: self.found.explored,
            depth: self.depth,
            layer_done: 0.0,
            size: self.table.places(),
            bytes: self.found.bytes,
        };
        let mark = self.depth as u64 + 2;
        let distances = self.distances.as_ref().map(|Distances(table)| (table, mark));
        let finder = Finder { distances, wanted: self.options.hardest };
        let workers = &self.workers;
        let mut step = Step { workers, before, observer, depth: self.depth, finder };
        Ok(make(self.table, &mut step))
    }

    fn announce(&mut self, layer: NewLayer, observer: &mut dyn Observer) {
        let NewLayer { states, entries, first } = layer;
        self.found.layers.push(states);
        self.found.states += states;
        self.found.explored += entries;
        self.found.hardest = first;
        let depth = self.found.layers.len() - 1;
        if self.found.goal.is_none() && depth == self.depth {
            let reached = self.goals.iter().copied().filter(|goal| self.table.is_reached(*goal));
            self.found.goal = reached.min().map(|goal| (depth, goal));
        }
        observer.layer(Layer { depth, states, total: self.found.states });
    }

    fn cancelled(&self, stopped: Stopped) -> SolveError {
        SolveError::Cancelled { states: stopped.states, layers: self.found.layers.clone() }
    }
}
