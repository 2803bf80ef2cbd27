//! What a search with this layout is expected to cost.
//!
//! A line takes an operation for each half and each move that leads to it, and a few to compare,
//! count and write it. A transfer takes tiles of 64 by 64 places, each with 64 words to collect, a
//! transposition and 64 words to spread. These are upper bounds: rows that nothing new leads to
//! are not looked at.

use super::{MoveKind, Product};
use crate::{Cost, Kind};

/// Operations for each line besides the moves: read, compare, count, write.
const LINE_OPERATIONS: f64 = 8.0;
/// Operations for each tile of a transfer.
const TILE_OPERATIONS: f64 = 200.0;
/// Rows and columns of a tile.
const TILE_SIDE: f64 = 64.0;

/// The cost of a layout.
pub(super) fn cost(product: &Product) -> Cost {
    let regions = &product.regions;
    let mut bytes = product.places() / 8;
    let mut operations = 0.0;
    let transfers = product.transfers();
    for (number, side) in product.sides.iter().enumerate() {
        let inside: usize = product.inside(number).count();
        let mut kept: Vec<u8> = transfers
            .iter()
            .filter(|transfer| transfer.source == number)
            .map(|transfer| transfer.empty_before)
            .collect();
        let sources = kept.len() as f64;
        kept.sort_unstable();
        kept.dedup();
        let entered = words_entered(product, number);
        let kinds = product.arranger.kinds().min(side.column_cells.len()) as f64;
        for tier in &side.tiers {
            // The newest states of some planes are kept twice, for this layer and the next.
            bytes += 2 * 64 * kept.len() as u64 * tier.plane_rows * tier.strips();
            bytes += 4 * tier.rows() + 4 * tier.plane_rows * inside as u64;
            let lines = (tier.plane_rows * tier.strips()) as f64;
            operations += lines * (2.0 * inside as f64 + LINE_OPERATIONS * tier.planes as f64);
            // Columns with the same piece at the border lie apart from each other, so every kind
            // that crosses has tiles of its own.
            let tiles = kinds * (tier.columns as f64 / TILE_SIDE).ceil() * entered;
            operations += sources * tiles * TILE_OPERATIONS;
        }
    }
    let count = |kind| product.moves.iter().filter(|one| regions.kind(one) == kind).count();
    let [first, second] = regions.cells.map(|cells| cells.count_ones());
    let mut notes = vec![format!(
        "the board is cut into regions of {first} and {second} cells, and what crosses takes {} transpositions",
        transfers.len(),
    )];
    if product.exchange.is_some() {
        notes.push(format!(
            "a symmetry exchanges the regions, and only one has a table: {} rules are images of others",
            count(MoveKind::AsImage)
        ));
    }
    if product.column_maps.len() > 1 {
        let order = product.column_maps.len();
        notes.push(format!("{order} symmetries keep the regions, and divide the columns"));
    }
    Cost {
        bytes,
        operations_per_state: operations / product.states() as f64,
        kinds: vec![
            (Kind::UnchangedLines, count(MoveKind::Inside)),
            (Kind::Transposed, count(MoveKind::Crossing)),
        ],
        notes,
    }
}

/// How many words of columns a tier has on average, of those that the empty cell enters when it
/// leaves a side.
fn words_entered(product: &Product, number: usize) -> f64 {
    let other = product.sides.get(1 - number).unwrap_or(&product.sides[number]);
    let columns: f64 = other.tiers.iter().map(|tier| tier.columns as f64).sum();
    (columns / other.tiers.len() as f64 / TILE_SIDE).ceil()
}
