//! Writing databases: from the tiers of a checkpoint, or from a table of distances.

use super::about::EntryBits;
use super::checkpoint::storage;
use super::{About, Checkpoint, Label, TableAbout, made_by};
use gdl::plan::Hash;
use gdl_runtime::SolveError;
use gdl_runtime::database::{BlockOptions, Packing, TableShape, Writer};
use gdl_runtime::disk::{Disk, Existing};
use gdl_runtime::values::Keeper;
use std::collections::BTreeMap;
use std::path::Path;

/// How many numbers are written at a time.
const AT_ONCE: usize = 1 << 14;

/// Joins the tiers that a checkpoint has kept to a database, all of these; gives its bytes.
pub(crate) fn write_values(
    path: &Path,
    label: &Label,
    checkpoint: &mut Checkpoint,
    tiers: &[usize],
    (options, existing): (BlockOptions, Existing),
) -> Result<u64, SolveError> {
    let mut tables = Vec::new();
    let mut shapes = Vec::new();
    for &tier in tiers {
        let kept = checkpoint.kept(tier)?;
        let shape = checkpoint.tier(tier)?.and_then(|reader| reader.tables().first().copied());
        let (Some(kept), Some(shape)) = (kept, shape) else { return Err(gone(tier)) };
        tables.push(checkpoint.table_about(tier, &kept)?);
        shapes.push(shape);
    }
    let about = About {
        made_by: made_by(),
        label: label.clone(),
        tiers: Some(tiers.to_vec()),
        tables,
        layers: Vec::new(),
    };
    let disk = checkpoint.disk.clone();
    let writer = Writer::create(&disk, path, &text(&about)?, &shapes, options);
    let mut writer = writer.map_err(storage)?.with_existing(existing);
    for &tier in tiers {
        let reader = checkpoint.tier(tier)?.ok_or_else(|| gone(tier))?;
        writer.copy(reader, 0).map_err(storage)?;
    }
    writer.finish().map_err(storage)
}

/// A tier that was solved is not there any more.
fn gone(tier: usize) -> SolveError {
    SolveError::Storage { message: format!("what was kept of tier {tier} has disappeared") }
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
    (options, existing): (BlockOptions, Existing),
) -> Result<u64, SolveError> {
    let Distances { hash, keys, layers, read } = distances;
    let bits = EntryBits::of_distances(layers.len());
    let packing = match bits {
        EntryBits::Two | EntryBits::Eight => Packing::Bytes,
        EntryBits::Sixteen => Packing::Words,
        EntryBits::ThirtyTwo => Packing::LongWords,
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
        tiers: Some(tiers.clone().collect()),
        tables: tiers.clone().map(table).collect(),
        layers: layers.to_vec(),
    };
    let shape = |tier: usize| TableShape { entries: hash.tier_size(tier), packing };
    let shapes: Vec<TableShape> = tiers.clone().map(shape).collect();
    let writer = Writer::create(disk, path, &text(&about)?, &shapes, options);
    let mut writer = writer.map_err(storage)?.with_existing(existing);
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
