//! Breadth-first search on the device.
//!
//! What is to be expanded in a layer, and what becomes of it, is as on the CPU ([`engine`](crate::engine)). Only chunks of the table are visited in which something was claimed. A
//! layer counts only if exactly its positions were expanded: a dispatch that a device drops without a word cannot go unnoticed.
//!
//! Memory on the device: the table; four bytes for each entry of a chunk, 16 MiB at the most; room for successors, 256 MiB at the most. Work: one reading of the table
//! for each layer, then unranking, moving, ranking and one or two accesses to the table for each successor.

use super::Game;
use super::device::Gpu;
use super::error::GpuError;
use super::found::Found;
use super::look::look_with;
use super::options::{Coding, GpuSearchOptions};
use super::readback::GpuTable;
use super::rig::{Rig, Swept};
use super::streamed::Streamed;
use super::table::{DeviceTable, Shape};
use super::text::{Kernel, Settings};
use crate::Observer;
use crate::engine::Goal;

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuSearch {
    /// How many positions there are at each distance from the starts. Empty without layers.
    pub layers: Vec<u64>,
    /// How many there are in all.
    pub states: u64,
    /// How many were stored: fewer, if each stood for its symmetric images.
    pub explored: u64,
    /// How many were expanded: more, if some were expanded again.
    pub expanded: u64,
    /// How many successors were generated.
    pub successors: u64,
    /// How many moves all positions have together. None if some were not expanded.
    pub moves: Option<u64>,
    /// The first layer in which there was a goal.
    pub goal_depth: Option<u64>,
    /// How long the device was busy, if it tells; the time between two chunks is part of it.
    pub gpu_seconds: Option<f64>,
    /// The table, if it was wanted.
    pub table: Option<GpuTable>,
    /// How many bytes the table took.
    pub bytes: u64,
    /// Whether the table stayed on the host.
    pub streamed: bool,
}

/// Finds everything that can be reached from the positions with these indices.
///
/// With [`max_layers`](GpuSearchOptions::max_layers) the last layer is counted and, unless positions stand for their images, not expanded, so goals in it are not noted.
pub fn search(
    gpu: &Gpu,
    game: &Game,
    starts: &[u64],
    options: &GpuSearchOptions,
    observer: &mut dyn Observer,
) -> Result<GpuSearch, GpuError> {
    options.gpu.check(gpu.info().workgroup)?;
    let (starts, first_phase) = prepared(gpu, game, starts, options)?;
    let found = Found::new(game, &starts, first_phase, options);
    match resident_table(gpu, game, options) {
        Ok(table) => on_device(gpu, game, &starts, found, table, observer),
        Err(error) if may_stream(&error, options) => {
            Streamed::new(gpu, game, &starts, found)?.run(observer)
        }
        Err(error) => Err(error),
    }
}

/// What can be reached, as a table on the device: 3 if it can, else 0. The options must ask for two bits and for everything.
pub(super) fn reached(
    gpu: &Gpu,
    game: &Game,
    starts: &[u64],
    options: &GpuSearchOptions,
    observer: &mut dyn Observer,
) -> Result<DeviceTable, GpuError> {
    let (starts, first_phase) = prepared(gpu, game, starts, options)?;
    let mut found = Found::new(game, &starts, first_phase, options);
    let table = resident_table(gpu, game, options)?;
    let mut rig = rig(gpu, game, options, table)?;
    rig.table.write(gpu, &starts, 1);
    by_layers(&mut rig, &starts, &mut found, observer)?;
    Ok(rig.table)
}

/// The starts in order, as they are stored, and the phase of the first.
fn prepared(
    gpu: &Gpu,
    game: &Game,
    starts: &[u64],
    options: &GpuSearchOptions,
) -> Result<(Vec<u64>, u32), GpuError> {
    let has_phase = matches!(options.coding, Coding::OneBit | Coding::OneBitByLayer);
    if let Some(&index) = starts.iter().find(|start| **start >= game.size) {
        return Err(GpuError::NoSuchIndex { index, size: game.size });
    }
    let mut indices = starts.to_vec();
    let mut first_phase = 0;
    if has_phase || options.canonical {
        let looked = look_with(gpu, game, starts, &options.gpu)?;
        first_phase = looked.first().map_or(0, |look| look.phase);
        if options.canonical {
            indices = looked.iter().map(|look| look.canonical).collect();
        }
    }
    indices.sort_unstable();
    indices.dedup();
    Ok((indices, first_phase))
}

fn resident_table(
    gpu: &Gpu,
    game: &Game,
    options: &GpuSearchOptions,
) -> Result<DeviceTable, GpuError> {
    let shape = Shape::new(game.size, options.coding.bits(), gpu, &options.gpu)?;
    if options.gpu.streamed == Some(true) {
        return Err(GpuError::TableTooLarge { needed: shape.bytes(), limit: 0 });
    }
    DeviceTable::new(gpu, shape)
}

/// Whether a search can go on with the table on the host.
fn may_stream(error: &GpuError, options: &GpuSearchOptions) -> bool {
    let is_about_memory =
        matches!(error, GpuError::TableTooLarge { .. } | GpuError::OutOfMemory { .. });
    is_about_memory && options.coding == Coding::TwoBit && options.gpu.streamed != Some(false)
}

fn rig<'a>(
    gpu: &'a Gpu,
    game: &'a Game,
    options: &'a GpuSearchOptions,
    table: DeviceTable,
) -> Result<Rig<'a>, GpuError> {
    let kernel = if options.coding == Coding::TwoBit { Kernel::Search } else { Kernel::OneBit };
    Rig::new(gpu, game, &options.gpu, (kernel, options.settings()), table)
}

fn on_device(
    gpu: &Gpu,
    game: &Game,
    starts: &[u64],
    mut found: Found<'_>,
    table: DeviceTable,
    observer: &mut dyn Observer,
) -> Result<GpuSearch, GpuError> {
    let options = found.options();
    found.result.bytes = table.shape.bytes();
    let mut rig = rig(gpu, game, options, table)?;
    rig.table.write(gpu, starts, 1);
    if options.coding == Coding::Reachability {
        reach(&mut rig, starts, &mut found, observer)?;
    } else {
        by_layers(&mut rig, starts, &mut found, observer)?;
    }
    let mut result = found.result;
    result.gpu_seconds = rig.seconds();
    if options.keep_table {
        result.table = Some(rig.table.read(gpu)?);
    }
    Ok(result)
}

fn by_layers(
    rig: &mut Rig<'_>,
    starts: &[u64],
    found: &mut Found<'_>,
    observer: &mut dyn Observer,
) -> Result<(), GpuError> {
    let mut marked = marked_by(rig, starts);
    while found.begin_layer(observer) {
        let swept = sweep(rig, &marked, found, observer)?;
        let stay = found.options().coding == Coding::OneBit;
        for (mark, new) in marked.iter_mut().zip(swept.marked) {
            *mark = *mark && stay || new;
        }
        found.end_layer(&swept.counts, observer)?;
    }
    Ok(())
}

/// Sweeps until one finds nothing new; that one has expanded every position once, and counts.
fn reach(
    rig: &mut Rig<'_>,
    starts: &[u64],
    found: &mut Found<'_>,
    observer: &mut dyn Observer,
) -> Result<(), GpuError> {
    let mut marked = marked_by(rig, starts);
    while !found.is_complete() {
        let swept = sweep(rig, &marked, found, observer)?;
        for (mark, new) in marked.iter_mut().zip(swept.marked) {
            *mark |= new;
        }
        found.end_sweep(&swept.counts)?;
    }
    Ok(())
}

/// Visits the marked chunks.
fn sweep(
    rig: &mut Rig<'_>,
    marked: &[bool],
    found: &Found<'_>,
    observer: &mut dyn Observer,
) -> Result<Swept, GpuError> {
    let chunks = (0..marked.len()).filter(|chunk| marked[*chunk]);
    let visits: Vec<_> = chunks.map(|chunk| rig.table.shape.chunk(chunk)).collect();
    let mut watch = |done| found.is_cancelled(done, observer);
    rig.sweep(&visits, &found.orders(), &mut watch)?.ok_or_else(|| found.cancelled())
}

/// The chunks in which some indices are.
fn marked_by(rig: &Rig<'_>, indices: &[u64]) -> Vec<bool> {
    let mut marked = vec![false; rig.table.shape.chunks()];
    for index in indices {
        marked[rig.table.shape.chunk_of(*index)] = true;
    }
    marked
}

impl GpuSearchOptions {
    /// What the text of a kernel depends on.
    pub(super) fn settings(&self) -> Settings<'static> {
        Settings {
            workgroup: self.gpu.workgroup,
            canonical: self.canonical,
            goals: self.goal != Goal::Ignore && self.coding != Coding::Reachability,
            clears: self.coding == Coding::OneBitByLayer,
            table: None,
        }
    }
}
