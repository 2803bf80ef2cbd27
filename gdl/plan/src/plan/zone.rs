//! Zones: cells that never hold a piece of another zone, such as the corners and the edges of a
//! cube.
//!
//! Two cells belong to one zone if some piece can stand on both, directly or by way of other
//! cells. So every piece has its zone, and as the number of each piece is known, the arrangements
//! of the zones are independent: their numbers multiply. Numbering all cells together would also
//! count arrangements with pieces in zones they never get to. Empty cells bind nothing together:
//! how many a zone has follows from the pieces.

use crate::analyze::contents::turning_cells;
use crate::facts::Facts;
use crate::model::{CellId, CellSet, ContentSet, Model};

/// Cells that exchange pieces with each other only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    /// The cells, as positions among the cells of the hash.
    pub(super) cells: Vec<usize>,
    /// These cells as cells of the board.
    pub(super) set: CellSet,
    /// What can stand on them.
    pub(super) contents: ContentSet,
}

/// The cells that a hash numbers, in reading order: those whose contents can change, and those on
/// which a piece may turn in its place.
pub fn changing_cells(model: &Model, facts: &Facts) -> Vec<CellId> {
    let turning = turning_cells(model, &facts.terrain.possible);
    // A piece that is turned from the beginning is numbered, so that all others may be left
    // unturned.
    let is_turned =
        |cell: CellId| facts.domain.example().turns.get(cell.index()).is_some_and(|turn| *turn > 0);
    let changes = |cell: &CellId| {
        facts.terrain.dynamic.contains(*cell) || turning.contains(*cell) || is_turned(*cell)
    };
    model.board.ids().filter(changes).collect()
}

/// Divides the cells of a hash into zones, in the order of their first cells.
pub(super) fn zones(model: &Model, facts: &Facts, cells: &[CellId]) -> Vec<Zone> {
    let mut zones: Vec<Zone> = Vec::new();
    // A heap has no contents to tell zones by, and turning the ring exchanges all cells.
    let whole = model.heap || model.same_rotations;
    for (position, cell) in cells.iter().enumerate() {
        let contents = facts.terrain.possible[cell.index()];
        let set = [*cell].into_iter().collect();
        let mut zone = Zone { cells: vec![position], set, contents };
        let pieces = contents.without(ContentSet::EMPTY_CELL);
        // Zones are apart from each other, so one pass finds everything that the new cell joins.
        zones.retain(|other| {
            let joined = whole || !other.contents.intersection(pieces).is_empty();
            if joined {
                zone.cells.extend(&other.cells);
                zone.set = zone.set.union(other.set);
                zone.contents = zone.contents.union(other.contents);
            }
            !joined
        });
        zone.cells.sort_unstable();
        zones.push(zone);
    }
    zones.sort_by_key(|zone| zone.cells[0]);
    zones
}
