//! Pieces that never move: walls, holes and the like, found from the rules.
//!
//! A piece is terrain if no cell that can hold it can ever hold anything else.

use gdl::analyze::contents::possible_from;
use gdl::model::{Content, ContentSet, Model};

/// The pieces that never move or change, starting from these contents. Heaps are never terrain.
pub(super) fn terrain(model: &Model, start: &[u8]) -> ContentSet {
    if model.heap {
        return ContentSet::NONE;
    }
    let possible = possible_from(model, [start]);
    let is_terrain = |piece: Content| {
        let mut holding = possible.iter().filter(|contents| contents.contains(piece));
        holding.all(|contents| contents.len() == 1)
    };
    let present =
        start.iter().map(|&content| Content(content)).filter(|&content| content != Content::EMPTY);
    present.filter(|&piece| is_terrain(piece)).collect()
}
