//! A search that is kept between two layers, and goes on from there. Only with distances: they tell everything else.

use super::distances::Distances;
use super::search::Driver;
use crate::engine::Table;
use crate::{Layer, Observer, Pause, Paused, Resumed, SolveError, Stage};

/// What stands for "not known".
const UNKNOWN: u64 = u64::MAX;

impl Driver<'_> {
    /// Keeps the layers that are known.
    pub(super) fn keep(&self, pause: &mut dyn Pause) -> Result<(), SolveError> {
        let Some(Distances(table)) = &self.distances else { return Ok(()) };
        let (goal_depth, goal) =
            self.found.goal.map_or((UNKNOWN, 0), |(depth, goal)| (depth as u64, goal));
        let mut numbers = vec![self.depth as u64, self.found.explored, goal_depth, goal];
        numbers.extend(&self.found.layers);
        let tables = [table.as_words()];
        pause.pause(Stage::Layers, Paused { tiers: &[], numbers: &numbers, tables: &tables })
    }

    /// Takes over what was kept before; false if nothing was.
    pub(super) fn go_on(
        &mut self,
        pause: &mut dyn Pause,
        observer: &mut dyn Observer,
    ) -> Result<bool, SolveError> {
        if self.distances.is_none() {
            return Ok(false);
        }
        let most_words = Table::bytes(self.table.places(), 32) / 8;
        let Some(resumed) = pause.paused(Stage::Layers, &[], most_words)? else {
            return Ok(false);
        };
        let wrong = || SolveError::Storage {
            message: "the layers that were kept do not belong to this search".to_owned(),
        };
        let Some(([depth, explored, goal_depth, goal], layers)) =
            resumed.numbers.split_first_chunk()
        else {
            return Err(wrong());
        };
        let Ok([words]) = <[Vec<u64>; 1]>::try_from(resumed.tables) else { return Err(wrong()) };
        let mut table = Table::of_distances(words, self.table.places()).ok_or_else(wrong)?;
        self.depth = usize::try_from(*depth).map_err(|_| wrong())?;
        let is_sound = self.depth.checked_add(1) == Some(layers.len())
            && Resumed::are_counts(layers)
            && Resumed::are_counts(&[*explored]);
        if !is_sound {
            return Err(wrong());
        }
        // Of the layer that was being made, some states may have been marked.
        table.forget_above(depth + 1);
        let in_table = table.layers(layers.len());
        let fits = in_table.iter().zip(layers).all(|(places, states)| places <= states);
        if !fits || in_table.iter().sum::<u64>() != *explored {
            return Err(wrong());
        }
        for place in table.reached() {
            self.table.open(place);
        }
        for (depth, states) in layers.iter().enumerate() {
            self.found.states += states;
            observer.layer(Layer { depth, states: *states, total: self.found.states });
        }
        self.found.layers = layers.to_vec();
        self.found.explored = *explored;
        self.found.goal = usize::try_from(*goal_depth)
            .ok()
            .filter(|_| *goal_depth != UNKNOWN)
            .map(|at| (at, *goal));
        let of_layer = |place: &u64| table.distance(*place) == Some(*depth);
        self.found.hardest = table.reached().filter(of_layer).take(self.options.hardest).collect();
        self.distances = Some(Distances(table));
        Ok(true)
    }
}
