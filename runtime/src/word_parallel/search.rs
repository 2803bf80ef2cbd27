//! Searches on tables of lines: what is done with new states, and the layers of such a table.

use super::distances::Distances;
use super::line::{Line, PLACES};
use crate::engine::breadth_first::{
    Advanced, LayeredTable, OpenLayer, Request, Resumption, Search, Snapshot, Step, drive,
    restore_distances, save_distances,
};
use crate::engine::workers::{Partial, Stopped, Workers};
use crate::engine::{Goal, Table};
use crate::{Checkpointer, Observer, Progress, SolveError};
use std::mem;

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct WordParallelOptions {
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
pub(crate) trait WordParallelTable: Send {
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

    /// Adds everything that one move leads to from what is set. `step.depth` is the depth of the
    /// layer whose successors are looked for.
    fn step(&mut self, step: &mut WordParallelStep<'_>) -> Result<NewLayer, Stopped>;

    /// How many moves all states have together that are reached: for each state the rewrites of
    /// the game whose needs hold, also if several lead to the same state. None if the table cannot
    /// tell.
    fn moves(&self, workers: &Workers) -> Option<u64>;

    /// The depth that a place has if it is reached, if a state tells.
    fn depth(&self, _place: u64) -> Option<usize> {
        None
    }

    /// Finds everything in one sweep, if the table can do that and knows the
    /// [`depth`](Self::depth) of every place: the layers after the first, up to the last that is
    /// not empty. Distances are marked if they are wanted.
    fn all_layers(
        &mut self,
        _step: &mut WordParallelStep<'_>,
    ) -> Option<Result<Vec<NewLayer>, Stopped>> {
        None
    }
}

/// What a step needs besides the table.
pub(crate) struct WordParallelStep<'a> {
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

impl std::fmt::Debug for WordParallelStep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WordParallelStep").field("depth", &self.depth).finish_non_exhaustive()
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
    /// The finder of the layer at this depth.
    #[must_use]
    pub(crate) fn at_depth(&self, depth: usize) -> Self {
        Finder { distances: self.distances.map(|(table, _)| (table, depth as u64 + 1)), ..*self }
    }

    /// Whether new states are to be noted.
    #[inline(always)]
    pub(crate) fn looks(&self, layer: &NewLayer) -> bool {
        self.distances.is_some() || layer.first.len() < self.wanted
    }

    /// Notes the new states of a line; `line` is its number in the table. They are counted
    /// elsewhere.
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

impl NewLayer {
    fn size(&self) -> OpenLayer {
        OpenLayer { entries: self.entries, states: Some(self.states) }
    }
}

impl Partial for NewLayer {
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

/// A search on a table of lines. Indices in its result are places.
pub(crate) struct WordParallelSearch<'a> {
    table: &'a mut dyn WordParallelTable,
    starts: &'a [u64],
    goals: &'a [u64],
    options: &'a WordParallelOptions,
    checkpointer: &'a mut dyn Checkpointer,
    workers: Workers,
    distances: Option<Distances>,
    /// The open layer.
    open: NewLayer,
    /// The first places of the layer that was expanded last.
    expanded: Vec<u64>,
    /// All further layers, if one sweep has made them.
    made: Option<std::vec::IntoIter<NewLayer>>,
    /// Whether one sweep makes all layers: then there is nothing to save.
    is_one_sweep: bool,
}

impl<'a> WordParallelSearch<'a> {
    /// Creates a search from some places. The places of `goals` are looked out for.
    pub(crate) fn new(
        table: &'a mut dyn WordParallelTable,
        starts: &'a [u64],
        goals: &'a [u64],
        options: &'a WordParallelOptions,
        checkpointer: &'a mut dyn Checkpointer,
    ) -> Result<Self, SolveError> {
        let distances =
            if options.distances { Some(Distances::new(table.places())?) } else { None };
        Ok(WordParallelSearch {
            table,
            starts,
            goals,
            options,
            checkpointer,
            workers: Workers::new(options.threads)?,
            distances,
            open: NewLayer::default(),
            expanded: Vec::new(),
            made: None,
            is_one_sweep: false,
        })
    }

    /// Finds everything that can be reached.
    pub(crate) fn run(mut self, observer: &mut dyn Observer) -> Result<Search, SolveError> {
        let hardest = self.options.hardest;
        let found =
            drive(&mut self, &Request { goal: Goal::Note, hardest, max_layers: None }, observer)?;
        let moves = if self.options.moves { self.table.moves(&self.workers) } else { None };
        Ok(Search { moves, table: self.distances.map(|distances| distances.0), ..found })
    }

    /// Makes the layer after the open one.
    fn next_layer(&mut self, step: &mut Step<'_>) -> Result<NewLayer, Stopped> {
        if let Some(made) = &mut self.made {
            return Ok(made.next().unwrap_or_default());
        }
        let mark = step.depth as u64 + 2;
        let distances = self.distances.as_ref().map(|Distances(table)| (table, mark));
        let mut table_step = WordParallelStep {
            workers: &self.workers,
            before: step.before,
            observer: &mut *step.observer,
            depth: step.depth,
            finder: Finder { distances, wanted: self.options.hardest },
        };
        let all = if step.depth == 0 { self.table.all_layers(&mut table_step) } else { None };
        let Some(layers) = all else { return self.table.step(&mut table_step) };
        self.is_one_sweep = true;
        let mut layers = layers?.into_iter();
        let next = layers.next().unwrap_or_default();
        self.made = Some(layers);
        Ok(next)
    }

    /// The first goal of the open layer. If one sweep has made all layers, goals tell their depth.
    fn goal(&self, depth: usize) -> Option<u64> {
        let is_here = |goal: &u64| {
            let is_open = self.made.is_none() || self.table.depth(*goal) == Some(depth);
            is_open && self.table.is_reached(*goal)
        };
        self.goals.iter().copied().filter(is_here).min()
    }
}

impl LayeredTable for WordParallelSearch<'_> {
    type Error = SolveError;

    fn extent(&self) -> (u64, u64) {
        (self.table.places(), self.table.bytes())
    }

    fn first_layer(&mut self) -> Result<OpenLayer, SolveError> {
        for &start in self.starts {
            if self.table.is_reached(start) {
                continue;
            }
            self.table.open(start);
            if let Some(Distances(table)) = &self.distances {
                table.put(start, 1);
            }
            self.open.states += 1;
            self.open.entries += 1;
            self.open.first.push(start);
        }
        self.table.ready()?;
        Ok(self.open.size())
    }

    fn enter(&mut self, depth: usize) -> Result<(), SolveError> {
        self.distances.as_mut().map_or(Ok(()), |distances| distances.widen(depth))
    }

    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, SolveError> {
        let goal = if step.seeks_goal { self.goal(step.depth) } else { None };
        let next = self.next_layer(step)?;
        let expanded = mem::replace(&mut self.open, next);
        self.expanded = expanded.first;
        Ok(Advanced {
            states: expanded.states,
            successors: 0,
            moves: None,
            goal,
            next: self.open.size(),
        })
    }

    fn farthest(&mut self, limit: usize) -> Vec<u64> {
        self.expanded.sort_unstable();
        self.expanded.truncate(limit);
        mem::take(&mut self.expanded)
    }

    fn is_save_due(&mut self) -> bool {
        self.checkpointer.is_due()
    }

    fn save(&mut self, known: &Snapshot<'_>) -> Result<(), SolveError> {
        match &self.distances {
            Some(Distances(table)) if !self.is_one_sweep && !known.is_finished => {
                save_distances(known, table, self.checkpointer)
            }
            _ => Ok(()),
        }
    }

    fn resume(&mut self) -> Result<Option<Resumption>, SolveError> {
        if self.distances.is_none() {
            return Ok(None);
        }
        let restored = restore_distances(self.table.places(), false, self.checkpointer)?;
        let Some((resumption, table)) = restored else { return Ok(None) };
        table.reached().for_each(|place| self.table.open(place));
        self.table.ready()?;
        let depth = resumption.found.layers.len() as u64;
        let is_open = |place: &u64| table.distance(*place) == Some(depth);
        let OpenLayer { entries, states } = resumption.open;
        let first = table.reached().filter(is_open).take(self.options.hardest).collect();
        self.open = NewLayer { states: states.unwrap_or(entries), entries, first };
        self.distances = Some(Distances(table));
        Ok(Some(resumption))
    }
}
