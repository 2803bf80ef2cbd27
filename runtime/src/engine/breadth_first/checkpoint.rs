//! Checkpoints of searches with distances: between two layers, or in the middle of one.
//!
//! Entries with distances stay as they are, so the table tells the layers that are done, and
//! whatever was found of the next one can be taken away and found again.

use super::{OpenLayer, Resumption, Search, Snapshot};
use crate::engine::table::Table;
use crate::{Checkpointer, Resumed, SolveError, Stage, Unfinished};

/// What stands for "not known".
const UNKNOWN: u64 = u64::MAX;

/// Saves what is known, with a table of distances.
///
/// # Errors
///
/// Fails if the checkpoint cannot be written.
pub(crate) fn save_distances(
    known: &Snapshot<'_>,
    table: &Table,
    checkpointer: &mut dyn Checkpointer,
) -> Result<(), SolveError> {
    let Snapshot { depth, open: OpenLayer { entries, states }, layers, found, .. } = *known;
    let (goal_depth, goal) = found.goal.map_or((UNKNOWN, 0), |(depth, goal)| (depth as u64, goal));
    let [states, moves] = [states, found.moves].map(|number| number.unwrap_or(UNKNOWN));
    let counts = [entries, states, found.explored, found.successors, moves, goal_depth, goal];
    let numbers: Vec<u64> = [depth as u64].iter().chain(&counts).chain(layers).copied().collect();
    let tables = [table.as_words()];
    checkpointer.save(Stage::Layers, Unfinished { tiers: &[], numbers: &numbers, tables: &tables })
}

/// Restores what was saved of the same search before, if anything was. With `is_plain`, each entry
/// of the table stands for one position.
///
/// # Errors
///
/// Fails if the checkpoint cannot be read, or does not belong to a search of this size.
pub(crate) fn restore_distances(
    size: u64,
    is_plain: bool,
    checkpointer: &mut dyn Checkpointer,
) -> Result<Option<(Resumption, Table)>, SolveError> {
    let most_words = Table::bytes(size, 32) / 8;
    let Some(resumed) = checkpointer.restore(Stage::Layers, &[], most_words)? else {
        return Ok(None);
    };
    let wrong = || SolveError::Storage {
        message: "the layers that were kept do not belong to this search".to_owned(),
    };
    decode(resumed, size, is_plain).ok_or_else(wrong).map(Some)
}

fn decode(resumed: Resumed, size: u64, is_plain: bool) -> Option<(Resumption, Table)> {
    let (numbers, layers) = resumed.numbers.split_first_chunk()?;
    let [depth, entries, states, explored, successors, moves, goal_depth, goal] = *numbers;
    let [words] = <[Vec<u64>; 1]>::try_from(resumed.tables).ok()?;
    let mut table = Table::of_distances(words, size)?;
    let some = |number: u64| (number != UNKNOWN).then_some(number);
    let (states, moves) = (some(states), some(moves));
    let counts = [entries, states.unwrap_or(0), explored, successors, moves.unwrap_or(0)];
    if layers.len() as u64 != depth || ![layers, &counts].into_iter().all(Resumed::are_counts) {
        return None;
    }
    // Some states of the layer that was being made may have been marked.
    table.forget_above(depth + 1);
    let in_table = table.layers(layers.len() + 1);
    let (done, open) = in_table.split_at(layers.len());
    let fits = |(entries, states): (&u64, &u64)| entries == states || !is_plain && entries < states;
    let is_sound = done.iter().zip(layers).all(fits)
        && done.iter().sum::<u64>() == explored
        && open == [entries]
        && states.is_none_or(|states| fits((&entries, &states)));
    let found = Search {
        layers: layers.to_vec(),
        explored,
        successors,
        moves,
        goal: match some(goal_depth) {
            Some(depth) => Some((usize::try_from(depth).ok()?, goal)),
            None => None,
        },
        ..Search::default()
    };
    is_sound.then_some((Resumption { open: OpenLayer { entries, states }, found }, table))
}
