//! Joins the layouts of the language crate to their tables: indices become places, and places indices.

use super::affine::AffineTable;
use super::lift::LiftTable;
use super::product::ProductTable;
use super::{WideOptions, WideSearch, WideTable};
use crate::engine::Search;
use crate::{Observer, Pause, SolveError};
use gdl::wide::{Wide, WideGame};

/// Finds everything that can be reached from the states with these indices. `goals` are looked out for, and the nearest is noted.
///
/// All indices are those of the layout; the table of distances, if one is wanted, is by [place](Wide::place).
pub fn search_wide(
    game: &WideGame<'_>,
    layout: &Wide,
    starts: &[u64],
    goals: &[u64],
    options: &WideOptions,
    pause: &mut dyn Pause,
    observer: &mut dyn Observer,
) -> Result<Search, SolveError> {
    let places = |indices: &[u64]| indices.iter().map(|index| layout.place(*index)).collect();
    let (starts, goals): (Vec<u64>, Vec<u64>) = (places(starts), places(goals));
    let mut table: Box<dyn WideTable + '_> = match layout {
        Wide::Affine(layout) => Box::new(AffineTable::new(game, layout)?),
        Wide::Product(layout) => Box::new(ProductTable::new(game, layout)?),
        Wide::Lift(layout) => Box::new(LiftTable::new(game, layout)?),
    };
    let search = WideSearch::new(&mut *table, &starts, &goals, options, pause)?;
    let mut found = search.run(observer)?;
    // No gap is ever reached, but what was kept of a search may lie.
    let index = |place: u64| {
        let message = "what was kept of this search cannot be right";
        layout.index(place).ok_or_else(|| SolveError::Storage { message: message.to_owned() })
    };
    found.hardest = found.hardest.into_iter().map(index).collect::<Result<_, _>>()?;
    found.hardest.sort_unstable();
    found.goal = found.goal.map(|(depth, place)| Ok((depth, index(place)?))).transpose()?;
    Ok(found)
}
