//! Joins the layouts of the language crate to their tables: indices become places, and places
//! indices.

use super::affine::AffineTable;
use super::lift::LiftTable;
use super::product::ProductTable;
use super::{WordParallelOptions, WordParallelSearch, WordParallelTable};
use crate::engine::Search;
use crate::{Checkpointer, Observer, SolveError};
use gdl::word_parallel::{WordParallelGame, WordParallelLayout};

/// Finds everything that can be reached from the states with these indices. `goals` are looked out
/// for, and the nearest is noted.
///
/// All indices are those of the layout; the table of distances, if one is wanted, is by
/// [place](WordParallelLayout::place).
pub fn search_word_parallel(
    game: &WordParallelGame<'_>,
    layout: &WordParallelLayout,
    starts: &[u64],
    goals: &[u64],
    options: &WordParallelOptions,
    checkpointer: &mut dyn Checkpointer,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    let places = |indices: &[u64]| indices.iter().map(|index| layout.place(*index)).collect();
    let (starts, goals): (Vec<u64>, Vec<u64>) = (places(starts), places(goals));
    let mut table: Box<dyn WordParallelTable + '_> = match layout {
        WordParallelLayout::Affine(layout) => Box::new(AffineTable::new(game, layout)?),
        WordParallelLayout::Product(layout) => Box::new(ProductTable::new(game, layout)?),
        WordParallelLayout::Lift(layout) => Box::new(LiftTable::new(game, layout)?),
    };
    let search = WordParallelSearch::new(&mut *table, &starts, &goals, options, checkpointer)?;
    let mut found = search.run(observer)?;
    // No gap is ever reached, but what was kept of a search may lie.
    let index = |place: u64| {
        let message = "what was kept of this search cannot be right";
        layout.index(place).ok_or_else(|| SolveError::Storage { message: message.to_owned() })
    };
    found.hardest = found.hardest.into_iter().map(index).collect::<Result<_, _>>()?;
    found.hardest.sort_unstable();
    found.goal = match found.goal {
        Some((depth, place)) => Some((depth, index(place)?)),
        None => None,
    };
    Ok(found)
}
