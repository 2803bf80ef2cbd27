//! Writing databases: from the tiers of a checkpoint, or from a table of distances.

use super::checkpoint::storage;
use super::{About, Checkpoint, Label, TableAbout, made_by};
use gdl::plan::Hash;
use gdl_runtime::SolveError;
use gdl_runtime::database::{BlockOptions, Packing, TableShape, Writer};
use gdl_runtime::disk::Disk;
use gdl_runtime::values::Keeper;
use std::collections::BTreeMap;
use std::path::Path;

/// How many numbers are written at a time.
const AT_ONCE: usize = 1 << 14;

/// Joins the tiers that a checkpoint has kept to a database; gives its bytes.
pub(crate) fn write_values(
    path: &Path,
    label: &Label,
    checkpoint: &mut Checkpoint,
    tiers: &[usize],
    options: BlockOptions,
) -> Result<u64, SolveError> {
    let mut tables = Vec::new();
    let mut shapes = Vec::new();
    let mut solved = Vec::new();
    for &tier in tiers {
        // Positions of a tier without a table of its own stand in another.
        let Some(kept) = checkpoint.kept(tier)? else { continue };
        let shape = checkpoint.tier(tier)?.and_then(|reader| reader.tables().first().copied());
        let Some(shape) = shape else { continue };
        tables.push(checkpoint.table_about(tier, &kept));
        shapes.push(shape);
        solved.push(tier);
    }
    let about = About { made_by: made_by(), label: label.clone(), tables, layers: Vec::new() };
    let disk = checkpoint.disk.clone();
    let mut writer =
        Writer::create(&disk, path, &text(&about)?, &shapes, options).map_err(storage)?;
    for tier in solved {
        if let Some(reader) = checkpoint.tier(tier)? {
            writer.copy(reader, 0).map_err(storage)?;
        }
    }
    writer.finish().map_err(storage)
}

/// Reads distances from an index on: each and one more, or 0.
pub(crate) type ReadDistances<'a> = &'a mut dyn FnMut(u64, &mut [u32]) -> Result<(), SolveError>;

/// Distances from the start, to be written.
pub(crate) struct Distances<'a> {
    /// The numbering.
    pub(crate) hash: &'a Hash,
    /// The names of the numbers that make tiers.
    pub(crate) keys: Vec<BTreeMap<String, i64>>,
    /// How many positions there are at each distance.
    pub(crate) layers: &'a [u64],
    /// The distances themselves.
    pub(crate) read: ReadDistances<'a>,
}

/// Writes a database of distances; gives its bytes.
pub(crate) fn write_distances(
    disk: &Disk,
    path: &Path,
    label: &Label,
    distances: Distances<'_>,
    options: BlockOptions,
) -> Result<u64, SolveError> {
    let Distances { hash, keys, layers, read } = distances;
    let (bits, packing) = match layers.len() {
        0..=255 => (8, Packing::Bytes),
        256..=65535 => (16, Packing::Words),
        _ => (32, Packing::LongWords),
    };
    let tiers = 0..hash.tiers().len();
    let table = |tier: usize| TableAbout {
        tier,
        key: keys.get(tier).cloned().unwrap_or_default(),
        bits,
        counts: Vec::new(),
    };
    let about = About {
        made_by: made_by(),
        label: label.clone(),
        tables: tiers.clone().map(table).collect(),
        layers: layers.to_vec(),
    };
    let shape = |tier: usize| TableShape { entries: hash.tier_size(tier), packing };
    let shapes: Vec<TableShape> = tiers.clone().map(shape).collect();
    let mut writer =
        Writer::create(disk, path, &text(&about)?, &shapes, options).map_err(storage)?;
    let mut numbers = vec![0; AT_ONCE];
    for tier in tiers {
        let (mut index, end) =
            (hash.tier_start(tier), hash.tier_start(tier) + hash.tier_size(tier));
        while index < end {
            let count = usize::try_from(end - index).map_or(AT_ONCE, |it| it.min(AT_ONCE));
            read(index, &mut numbers[..count])?;
            writer.write(&numbers[..count]).map_err(storage)?;
            index += count as u64;
        }
    }
    writer.finish().map_err(storage)
}

fn text(about: &About) -> Result<String, SolveError> {
    serde_json::to_string(about).map_err(|error| SolveError::Storage { message: error.to_string() })
}
