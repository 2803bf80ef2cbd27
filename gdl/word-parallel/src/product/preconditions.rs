//! What the rewrites of a game need, as the empty cell sees it: enough to count moves
//! word-parallel.
//!
//! A stored state stands for images of it, and may have more moves than an image if the rules do
//! the same thing twice in one direction only. So these are the needs of all images of a
//! state together: on average over the symmetries, a state and its images have as many moves as
//! are counted here.

use super::Product;
use super::moves::KindMask;
use super::symmetry::BoardMap;
use crate::WordParallelGame;
use crate::model::{Content, ContentSet};
use crate::rewrite::Rewrite;
use std::collections::BTreeMap;

/// What some rewrites need.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Precondition {
    /// The cell that must be empty.
    pub empty: u8,
    /// The kinds that a cell must hold one of, by cell in order, where not all will do.
    pub needs: Vec<(u8, KindMask)>,
}

impl Product {
    /// What the rewrites of a game need, and how many of them need it, in the images of a state
    /// under all [symmetries](Self::symmetries) taken together.
    pub fn preconditions(&self, game: &WordParallelGame<'_>) -> BTreeMap<Precondition, u64> {
        let exchanged = self.exchange.as_ref().map(|_| self.maps_after_crossing());
        let maps: Vec<BoardMap> =
            self.column_maps.iter().cloned().chain(exchanged.into_iter().flatten()).collect();
        let mut all = BTreeMap::new();
        for one in game.rewrites.iter().filter_map(|rewrite| self.precondition(game, rewrite)) {
            for map in &maps {
                *all.entry(one.before(&map.inverse())).or_default() += 1;
            }
        }
        all
    }

    /// What a rewrite needs; none if it can never be made.
    fn precondition(&self, game: &WordParallelGame<'_>, rewrite: &Rewrite) -> Option<Precondition> {
        let (mut empty, mut needs) = (None, Vec::new());
        for (cell, contents) in &rewrite.needs {
            let Ok(number) = self.cells.binary_search(cell) else {
                if !contents.contains(Content(game.start.cells[cell.index()])) {
                    return None;
                }
                continue;
            };
            let number = u8::try_from(number).expect("at most MAX_CELLS");
            if *contents == ContentSet::EMPTY_CELL {
                // There is no second empty cell.
                if empty.replace(number).is_some() {
                    return None;
                }
                continue;
            }
            match self.pieces.mask(*contents) {
                0 => return None,
                kinds if kinds == self.pieces.all() => {}
                kinds => needs.push((number, kinds)),
            }
        }
        // All moves of a game with this layout take place at the empty cell.
        Some(Precondition { empty: empty?, needs })
    }
}

impl Precondition {
    /// What a state must be so that its image is as needed; `back` is the way back from the image.
    fn before(&self, back: &BoardMap) -> Self {
        let kinds = |set: KindMask| {
            let members = (0..back.kinds.len()).filter(|kind| set >> kind & 1 == 1);
            members.fold(0, |before, kind| before | 1 << back.kinds[kind])
        };
        let cell = |cell: u8| back.cells[usize::from(cell)];
        let mut needs: Vec<(u8, KindMask)> =
            self.needs.iter().map(|(at, set)| (cell(*at), kinds(*set))).collect();
        needs.sort_unstable();
        Precondition { empty: cell(self.empty), needs }
    }
}
