//! What a database says about itself: JSON in its header, described in `docs/database.md`.

use gdl_runtime::values::coding::{Coding, Decided};
use gdl_runtime::values::{KeptTier, Known, Worth};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a database is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// The program that made it, with its version.
    pub(crate) made_by: String,
    /// What was solved.
    #[serde(flatten)]
    pub(crate) label: super::Label,
    /// The tables, in the order of the file.
    pub(crate) tables: Vec<TableAbout>,
    /// How many positions there are at each distance from the start, if that is what the database holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) layers: Vec<u64>,
}

/// What the numbers of tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Holds {
    /// Who wins, and after how many plies.
    Values,
    /// Who wins.
    ValuesWithoutDepth,
    /// By how many points the player to move gets more than the other.
    Margins,
    /// The distance from the start and one more; 0 for what cannot be reached.
    Distances,
}

/// A table: the positions of a tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableAbout {
    /// The tier, by its number in the layout.
    pub(crate) tier: usize,
    /// The numbers that make the tier.
    pub(crate) key: BTreeMap<String, i64>,
    /// How many bits an entry had.
    pub(crate) bits: u32,
    /// The counts of the search, as it keeps them.
    pub(crate) counts: Vec<u64>,
}

impl TableAbout {
    /// What was kept of a tier with so many slots.
    pub(crate) fn kept(&self, slots: u64) -> KeptTier {
        KeptTier { slots, bits: self.bits, counts: self.counts.clone() }
    }
}

impl Holds {
    /// What a number in a table whose entries had so many bits says; none if there is no position, or none that can be reached.
    pub(crate) fn known(self, number: u32, bits: u32) -> Option<Known> {
        if number == 0 {
            return None;
        }
        Some(match self {
            Holds::Distances => Known::after(Worth::Won, number - 1),
            Holds::Margins => Known::new(Worth::Margin(i64::from(number) - (1 << 15))),
            Holds::Values | Holds::ValuesWithoutDepth => {
                let known = |worth, plies| match self {
                    Holds::Values => Known::after(worth, plies),
                    _ => Known::new(worth),
                };
                match Coding::new(bits).read(u64::from(number)) {
                    Decided::Won(plies) => known(Worth::Won, plies),
                    Decided::Lost(plies) => known(Worth::Lost, plies),
                    Decided::Neither => Known::new(Worth::Drawn),
                }
            }
        })
    }
}
