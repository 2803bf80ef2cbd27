//! The positions of a tier up to symmetry.
//!
//! Tables are divided by the symmetries of the whole game that move cells only. A tier can have
//! more of them ([`gdl::analyze::symmetry::by_tier`]): then each entry is compared with the
//! entries of its images, and counts if none of them is smaller. If `H` is the group of the tables
//! and `G` that of the tier, the entries of all images of a position `x` are those of `g x` for
//! one `g` of each coset `H g`, as `h g x` has the entry of `g x`.

use super::TableValues;
use super::book::Book;
use gdl::analyze::symmetry::by_tier::CellMap;
use gdl::model::{CellId, State};
use gdl_runtime::interp::Classes;
use gdl_runtime::values::TierValues;
use gdl_runtime::values::coding::Decided;

/// Tables with more entries than this are only counted by the symmetries of the whole game.
const MOST_ENTRIES: u64 = 2_000_000;

/// How the positions of a tier divide up to symmetry; none if its table is not divided.
pub(super) fn classes(
    planned: &TableValues,
    book: &Book<'_>,
    found: &TierValues,
) -> Option<Classes> {
    if !book.hash.is_up_to_symmetry() && book.values.mirror(found.tier).is_none() {
        return None;
    }
    let all = found.classes?;
    let by_game = Classes {
        symmetries: planned.cell_symmetries() as u64,
        won: all.won,
        lost: all.lost,
        drawn: all.drawn,
    };
    Some(by_tier(planned, book, found.tier).unwrap_or(by_game))
}

/// The classes by all symmetries of a tier; none if it has no more than the whole game, or if that
/// is not found out.
fn by_tier(planned: &TableValues, book: &Book<'_>, tier: usize) -> Option<Classes> {
    // What can be reached is not known here.
    let is_counted = planned.target.beginning().is_some();
    if is_counted || !book.hash.is_up_to_symmetry() || book.worker.abilities().scores {
        return None;
    }
    let key = &book.hash.tiers()[tier].key;
    let number = planned.plan.facts.tiers.tiers.iter().position(|tier| tier.key == *key)?;
    let symmetries = planned.plan.facts.symmetries_by_tier.of_tier(number)?.elements.as_ref()?;
    let representatives = cosets(book, symmetries);
    let mut classes = Classes { symmetries: symmetries.len() as u64, won: 0, lost: 0, drawn: 0 };
    let mirror = book.values.mirror(tier).unwrap_or(tier);
    let mut tables = vec![tier, mirror];
    tables.dedup();
    for table in tables {
        let indices = book.structure.tiers[table].indices;
        if indices > MOST_ENTRIES {
            return None;
        }
        add(&mut classes, book, table, &representatives)?;
    }
    Some(classes)
}

/// Counts the classes of a table; none if it is not kept.
fn add(classes: &mut Classes, book: &Book<'_>, tier: usize, symmetries: &[&CellMap]) -> Option<()> {
    let shift = book.values.shift(tier);
    let is_mirrored = book.values.mirror(tier).is_some();
    let start = book.hash.tier_start(tier);
    for slot in 0..book.structure.tiers[tier].indices >> shift {
        let index = start + (slot << shift);
        let state = book.hash.unrank(index);
        // The exchanged image stands for it.
        if is_mirrored && state.mover.index() == 1 {
            continue;
        }
        let is_smallest = book.hash.class(&state) == Some(index)
            && symmetries.iter().all(|map| book.hash.class(&image(&state, map)) >= Some(index));
        if !is_smallest {
            continue;
        }
        match book.values.decided((tier, slot))? {
            Decided::Won(_) => classes.won += 1,
            Decided::Lost(_) => classes.lost += 1,
            Decided::Neither => classes.drawn += 1,
        }
    }
    Some(())
}

/// One symmetry for each coset of those of the tables.
fn cosets<'a>(book: &Book<'_>, symmetries: &'a [CellMap]) -> Vec<&'a CellMap> {
    let divided: Vec<CellMap> = book
        .hash
        .quotient()
        .maps()
        .iter()
        .filter(|map| map.moves_cells_only())
        .map(|map| map.cells().iter().copied().map(CellId).collect())
        .collect();
    let mut known: Vec<CellMap> = Vec::new();
    let mut representatives = Vec::new();
    for map in symmetries {
        if !known.contains(map) {
            representatives.push(map);
            let after = |second: &CellMap| map.iter().map(|to| second[to.index()]).collect();
            known.extend(divided.iter().map(after));
        }
    }
    representatives
}

/// The image of a position.
fn image(state: &State, map: &CellMap) -> State {
    let mut image = state.clone();
    for (held, to) in state.cells.iter().zip(map) {
        image.cells[to.index()] = *held;
    }
    image
}
