//! How many rewrites of a game each word allows.
//!
//! The classes are such that no move that changes something tells the contents of a class apart.
//! So whether it can be made follows from the word, and all states of a word have the same number
//! of moves.

use super::Lift;
use crate::WordParallelGame;
use crate::model::{Content, ContentSet};
use crate::rewrite::Rewrite;
use std::collections::BTreeMap;

/// By position, the symbols that must stand there, as a set of bits.
type Needs = Vec<(u8, u64)>;

impl Lift {
    /// By word: how many rewrites of a game can be made. None if a rewrite, one that changes
    /// nothing, tells contents of a class apart.
    pub fn ways(&self, game: &WordParallelGame<'_>) -> Option<Vec<u64>> {
        let mut all: BTreeMap<Needs, u64> = BTreeMap::new();
        for rewrite in &game.rewrites {
            if let Some(needs) = self.needs(game, rewrite)? {
                *all.entry(needs).or_default() += 1;
            }
        }
        let packing = self.words.packing();
        let ways = |word: &u64| {
            let held = |(at, symbols): &(u8, u64)| symbols >> packing.symbol(*word, *at) & 1 == 1;
            let possible = all.iter().filter(|(needs, _)| needs.iter().all(held));
            possible.map(|(_, rewrites)| rewrites).sum()
        };
        Some(self.words.all().iter().map(ways).collect())
    }

    /// What a rewrite needs, and in the inner option nothing if it can never be made; none if
    /// words do not tell.
    fn needs(&self, game: &WordParallelGame<'_>, rewrite: &Rewrite) -> Option<Option<Needs>> {
        let mut needs = Needs::new();
        for (cell, contents) in &rewrite.needs {
            if let Some(position) = self.cells.iter().position(|at| at == cell) {
                needs.push((u8::try_from(position).ok()?, self.symbols(*contents)?));
                continue;
            }
            // On a ring up to rotation the first cell is the only other one, and holds the anchor.
            let held = self.anchor.unwrap_or(Content(game.start.cells[cell.index()]));
            if !contents.contains(held) {
                return Some(None);
            }
        }
        Some(Some(needs))
    }

    /// The symbols of some contents, as a set of bits; none if these are only a part of a class.
    fn symbols(&self, contents: ContentSet) -> Option<u64> {
        let mut symbols = 0;
        for (symbol, class) in self.classes.sets.iter().enumerate() {
            let common = class.intersection(contents);
            if common == *class {
                symbols |= 1 << symbol;
            } else if !common.is_empty() {
                return None;
            }
        }
        Some(symbols)
    }
}
