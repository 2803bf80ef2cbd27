//! What the rewrites of a game need, as patterns of bits: enough to count moves word-parallel.
//!
//! A need on a cell with two contents is met by both, by one or by none of them. So the needs of a
//! rewrite are a pattern of the position; there is no need to take it apart as for [what it
//! does](super::exact).

use super::Affine;
use super::bit_roles::Pattern;
use crate::WordParallelGame;
use crate::model::{CellId, Content, ContentSet};
use crate::rewrite::Rewrite;
use std::collections::BTreeMap;

/// What some rewrites need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precondition {
    /// How many rewrites need it.
    pub rewrites: u64,
    /// What the place in the line must be.
    pub low: Pattern,
    /// What the determined low bits must be.
    pub determined_low: Pattern,
    /// What the free high bits must be.
    pub high: Pattern,
    /// What the determined high bits must be.
    pub determined_high: Pattern,
}

impl Affine {
    /// What the rewrites of a game need, without those that can never be made.
    pub fn preconditions(&self, game: &WordParallelGame<'_>) -> Vec<Precondition> {
        let mut found: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        for needed in game.rewrites.iter().filter_map(|rewrite| self.needed(game, rewrite)) {
            *found.entry(needed).or_default() += 1;
        }
        let precondition = |((mask, value), rewrites): ((u64, u64), u64)| {
            let [low, determined_low, high, determined_high] = self.roles.patterns(mask, value);
            Precondition { rewrites, low, determined_low, high, determined_high }
        };
        found.into_iter().map(precondition).collect()
    }

    /// The bits that a rewrite looks at, and what they must be; none if it can never be made.
    fn needed(&self, game: &WordParallelGame<'_>, rewrite: &Rewrite) -> Option<(u64, u64)> {
        let (mut mask, mut value) = (0, 0);
        for (cell, contents) in &rewrite.needs {
            let Some(number) = self.bits.iter().position(|bit| bit.cell == *cell) else {
                if !contents.contains(at_start(game, *cell)) {
                    return None;
                }
                continue;
            };
            let meets = |content: Content, contents: &ContentSet| contents.contains(content);
            match self.bits[number].contents.map(|content| meets(content, contents)) {
                [true, true] => {}
                [false, false] => return None,
                [_, set] => {
                    mask |= 1 << number;
                    value |= u64::from(set) << number;
                }
            }
        }
        Some((mask, value))
    }
}

/// What a cell holds at the start, and always if it does not vary.
fn at_start(game: &WordParallelGame<'_>, cell: CellId) -> Content {
    Content(game.start.cells[cell.index()])
}
