//! What a search for values is asked.

use super::work::Abilities;
use crate::scratch::Scratch;

/// What is to be solved, and how.
#[derive(Clone, Debug, Default)]
pub struct ValueOptions {
    /// Whether the plies to the end are found, in a byte for each position (two where that is too
    /// few), or only who wins, in two bits.
    pub depth: bool,
    /// Number of threads; 0 for one for each processor.
    pub threads: usize,
    /// The most bytes for tables.
    pub memory_limit: Option<u64>,
    /// The tiers that are wanted; with them all that they depend on are solved.
    pub tiers: Vec<usize>,
    /// The position that play begins with, by tier and index inside it. If there is one, only what
    /// can be reached from it is counted.
    pub from: Option<(usize, u64)>,
    /// Whether every value is checked, with another algorithm.
    pub check: bool,
    /// Whether all tables are kept, for questions about single positions.
    pub keep: bool,
    /// Where tables lie that do not fit into memory; without it tiers that need them are not
    /// solved.
    pub scratch: Option<Scratch>,
}

impl ValueOptions {
    /// How many bits an entry has at first.
    pub fn bits(&self, abilities: Abilities) -> u32 {
        match (abilities.scores, self.depth) {
            (true, _) => 16,
            (false, true) => 8,
            (false, false) => 2,
        }
    }

    /// Whether one player takes the place of the other. What can be reached is not the same for
    /// both, so then none does.
    pub fn exchanges(&self, abilities: Abilities) -> bool {
        abilities.exchanges_players && self.from.is_none()
    }
}
