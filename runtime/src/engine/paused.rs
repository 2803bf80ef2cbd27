//! A breadth-first search that is kept between two layers, and goes on from there.
//!
//! Only with distances: there entries stay as they are, so the table tells the layers that are done, and whatever was found of the next one can be taken away and
//! found again.

use super::layered::Layered;
use super::options::Engine;
use super::search::Search;
use super::table::Table;
use super::task::View;
use crate::{Layer, Observer, Pause, Paused, Resumed, SolveError, Stage};

/// What stands for "not known".
const UNKNOWN: u64 = u64::MAX;

/// What is known when the states of a layer are, and none of them has been expanded.
pub(super) struct Known {
    /// The depth of the layer, its entries, and what was counted before it.
    numbers: Vec<u64>,
}

impl Layered<'_> {
    /// What is known before a layer is expanded.
    pub(super) fn known(&self, depth: usize) -> Known {
        let Search { explored, successors, moves, goal, .. } = &self.found;
        let (goal_depth, goal) = goal.map_or((UNKNOWN, 0), |(depth, goal)| (depth as u64, goal));
        let moves = moves.unwrap_or(UNKNOWN);
        let mut numbers =
            vec![depth as u64, self.entries, *explored, *successors, moves, goal_depth, goal];
        numbers.extend(&self.found.layers);
        Known { numbers }
    }

    /// Keeps what was known before a layer.
    pub(super) fn keep(&self, known: &Known, pause: &mut dyn Pause) -> Result<(), SolveError> {
        if self.options.engine != Engine::Distances {
            return Ok(());
        }
        let Known { numbers } = known;
        let tables = [self.here.table.as_words()];
        pause.pause(Stage::Layers, Paused { tiers: &[], numbers, tables: &tables })
    }

    /// Takes over what was kept before, if anything was; gives the depth of the next layer to expand.
    pub(super) fn go_on(
        &mut self,
        pause: &mut dyn Pause,
        observer: &mut dyn Observer,
    ) -> Result<usize, SolveError> {
        if self.options.engine != Engine::Distances {
            return Ok(0);
        }
        let size = self.sweep.size();
        let most_words = Table::bytes(size, 32) / 8;
        let Some(resumed) = pause.paused(Stage::Layers, &[], most_words)? else { return Ok(0) };
        let wrong = || SolveError::Storage {
            message: "the layers that were kept do not belong to this search".to_owned(),
        };
        let Some(([depth, entries, explored, successors, moves, goal_depth, goal], layers)) =
            resumed.numbers.split_first_chunk()
        else {
            return Err(wrong());
        };
        let Ok([words]) = <[Vec<u64>; 1]>::try_from(resumed.tables) else { return Err(wrong()) };
        let table = Table::of_distances(words, size);
        let (Some(mut table), Ok(depth)) = (table, usize::try_from(*depth)) else {
            return Err(wrong());
        };
        let some = |number: &u64| (*number != UNKNOWN).then_some(*number);
        let counts = [*entries, *explored, *successors, some(moves).unwrap_or(0)];
        if layers.len() != depth || !Resumed::are_counts(layers) || !Resumed::are_counts(&counts) {
            return Err(wrong());
        }
        table.forget_above(depth as u64 + 1);
        let in_table = table.layers(depth + 1);
        let (done, next) = in_table.split_at(depth);
        let is_same = self.options.view != View::AsIs || done == layers;
        if !is_same || done.iter().sum::<u64>() != *explored || next != [*entries] {
            return Err(wrong());
        }
        self.here.replace(table);
        self.listed.overflow();
        self.entries = *entries;
        for (depth, states) in layers.iter().enumerate() {
            self.found.states += states;
            observer.layer(Layer { depth, states: *states, total: self.found.states });
        }
        let goal_depth = some(goal_depth).and_then(|depth| usize::try_from(depth).ok());
        self.found.layers = layers.to_vec();
        self.found.explored = *explored;
        self.found.successors = *successors;
        self.found.moves = some(moves);
        self.found.goal = goal_depth.map(|depth| (depth, *goal));
        Ok(depth)
    }
}
