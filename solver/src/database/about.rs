//! What a database says about itself: JSON in its header, described in `docs/database.md`.
//!
//! A file can say anything. What is read here has been [looked at](About::read): then tables,
//! widths, counts and layers fit together, and only the game is still to be understood.

use super::failure::foreign;
use super::label::{Holds, Label};
use crate::error::Error;
use gdl_runtime::database::{Packing, Reader, TableShape};
use gdl_runtime::values::{Evaluation, KeptTier, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What a database is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The program that made it, with its version.
    pub made_by: String,
    /// What was solved.
    #[serde(flatten)]
    pub label: Label,
    /// The tiers that must have a table, from version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiers: Option<Vec<usize>>,
    /// The tables, in the order of the file.
    pub tables: Vec<TableAbout>,
    /// How many positions there are at each distance from the start, if that is what the database
    /// holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<u64>,
}

/// A table: the positions of a tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableAbout {
    /// The tier, by its number in the layout.
    pub tier: usize,
    /// The numbers that make the tier.
    pub key: BTreeMap<String, i64>,
    /// How many bits an entry had.
    pub bits: EntryBits,
    /// The counts of the search, as it keeps them.
    pub counts: Vec<u64>,
}

/// How many bits an entry of a table had in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum EntryBits {
    Two,
    Eight,
    Sixteen,
    ThirtyTwo,
}

impl TryFrom<u32> for EntryBits {
    type Error = String;

    fn try_from(bits: u32) -> Result<Self, String> {
        match bits {
            2 => Ok(EntryBits::Two),
            8 => Ok(EntryBits::Eight),
            16 => Ok(EntryBits::Sixteen),
            32 => Ok(EntryBits::ThirtyTwo),
            _ => Err(format!("no entry has {bits} bits")),
        }
    }
}

impl From<EntryBits> for u32 {
    fn from(bits: EntryBits) -> u32 {
        match bits {
            EntryBits::Two => 2,
            EntryBits::Eight => 8,
            EntryBits::Sixteen => 16,
            EntryBits::ThirtyTwo => 32,
        }
    }
}

impl EntryBits {
    /// Whether numbers of such entries can be packed like this.
    fn fits(self, packing: Packing) -> bool {
        match self {
            EntryBits::Two => matches!(packing, Packing::Trits | Packing::Pairs),
            EntryBits::Eight => packing == Packing::Bytes,
            EntryBits::Sixteen => packing == Packing::Words,
            EntryBits::ThirtyTwo => packing == Packing::LongWords,
        }
    }
}

impl TableAbout {
    /// What was kept of a tier with `slots` slots.
    pub fn kept(&self, slots: u64) -> KeptTier {
        KeptTier { slots, bits: self.bits.into(), counts: self.counts.clone() }
    }

    /// What is wrong with it as the table of a tier with values, if something is.
    pub(super) fn fault(&self, shape: TableShape) -> Option<&'static str> {
        if !self.bits.fits(shape.packing) {
            return Some("a table is packed in another way than its entries");
        }
        let is_sound = self.kept(shape.entries).is_sound();
        (!is_sound).then_some("the counts of a table make no sense")
    }
}

impl About {
    /// Reads what a file says, and sees that it fits together.
    pub fn read(path: &Path, reader: &Reader) -> Result<Self, Error> {
        let about: About = serde_json::from_str(reader.about()).map_err(|error| {
            foreign(path, &format!("it does not say what it is about ({error})"))
        })?;
        match about.fault(reader) {
            Some(fault) => Err(foreign(path, &fault)),
            None => Ok(about),
        }
    }

    /// What does not fit together, if something does not.
    fn fault(&self, reader: &Reader) -> Option<String> {
        let shapes = reader.tables();
        if shapes.len() != self.tables.len() {
            let (there, told) = (shapes.len(), self.tables.len());
            return Some(format!("it has {there} tables and speaks of {told}"));
        }
        let own: BTreeSet<usize> = self.tables.iter().map(|table| table.tier).collect();
        if own.len() != self.tables.len() {
            return Some("two of its tables are of one tier".to_owned());
        }
        match &self.tiers {
            None if reader.version() > 1 => {
                return Some("it does not say which tiers must have a table".to_owned());
            }
            Some(tiers) => {
                if let Some(missing) = tiers.iter().find(|tier| !own.contains(tier)) {
                    return Some(lacking(*missing));
                }
                if tiers.len() != own.len() {
                    return Some("it has tables of tiers that it need not have".to_owned());
                }
            }
            None => {}
        }
        let mut tables = self.tables.iter().zip(shapes);
        let fault = match self.label.holds {
            Holds::Distances => return self.distances_fault(shapes),
            holds => tables.find_map(|(table, shape)| {
                let is_width = match holds {
                    Holds::Values => matches!(table.bits, EntryBits::Eight | EntryBits::Sixteen),
                    Holds::ValuesWithoutDepth => table.bits == EntryBits::Two,
                    Holds::Margins | Holds::Distances => table.bits == EntryBits::Sixteen,
                };
                let misfit = "the entries of a table do not have the width of what it holds";
                table.fault(*shape).or((!is_width).then_some(misfit))
            }),
        };
        let has_layers = "it holds no distances, and has layers";
        fault.or((!self.layers.is_empty()).then_some(has_layers)).map(str::to_owned)
    }

    /// What does not fit together where there are distances.
    fn distances_fault(&self, shapes: &[TableShape]) -> Option<String> {
        let bits = EntryBits::of_distances(self.layers.len());
        let is_table = |(table, shape): (&TableAbout, &TableShape)| {
            table.bits == bits && bits.fits(shape.packing) && table.counts.is_empty()
        };
        let entries = shapes.iter().try_fold(0_u64, |sum, shape| sum.checked_add(shape.entries));
        let positions = self.layers.iter().try_fold(0_u64, |sum, it| sum.checked_add(*it));
        let fault = if !self.tables.iter().zip(shapes).all(is_table) {
            "the entries of a table do not have the width that its distances need"
        } else if self.layers.is_empty() || self.layers.contains(&0) {
            "its distances have gaps"
        } else if positions.is_none_or(|positions| entries.is_none_or(|it| it < positions)) {
            "its layers have more positions than its tables"
        } else {
            return None;
        };
        Some(fault.to_owned())
    }
}

impl EntryBits {
    /// The bits of an entry that has room for the distances of `layers` layers.
    pub(super) fn of_distances(layers: usize) -> Self {
        match layers {
            0..=255 => EntryBits::Eight,
            256..=65535 => EntryBits::Sixteen,
            _ => EntryBits::ThirtyTwo,
        }
    }
}

/// A table is missing.
pub(super) fn lacking(tier: usize) -> String {
    format!("it lacks the table of tier {tier}, which it must have")
}

impl Holds {
    /// What a number in a table whose entries had `bits` bits says; none if there is no position,
    /// or none that can be reached.
    pub fn known(self, number: u32, bits: EntryBits) -> Option<Evaluation> {
        match self {
            Holds::Distances => {
                number.checked_sub(1).map(|plies| Evaluation::after(Outcome::Win, plies))
            }
            _ => Evaluation::of_number(number, bits.into(), self == Holds::Margins),
        }
    }
}
