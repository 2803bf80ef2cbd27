//! Breadth-first search on the device.
//!
//! What is to be expanded in a layer, and what becomes of it, is as on the CPU
//! ([`engine`](crate::engine)). Only chunks of the table are visited in which something was
//! claimed. A layer counts only if exactly its positions were expanded: a dispatch that a device
//! drops without a word cannot go unnoticed.
//!
//! Memory on the device: the table; four bytes for each entry of a chunk, 16 MiB at the most; room
//! for successors, 256 MiB at the most. Work: one reading of the table for each layer, then
//! unranking, moving, ranking and one or two accesses to the table for each successor.

use super::Game;
use super::buffers::Counts;
use super::device::Gpu;
use super::error::GpuError;
use super::layers::{Layers, check};
use super::look::look_with;
use super::options::{Coding, GpuSearchOptions};
use super::outcome::GpuSearch;
use super::rig::Rig;
use super::streamed::Streamed;
use super::table::{DeviceTable, Shape};
use super::text::{Kernel, Settings};
use crate::engine::Goal;
use crate::engine::breadth_first::{
    Advanced, Cancellation, LayeredTable, OpenLayer, Request, Search, Step, drive,
};
use crate::engine::workers::Stopped;
use crate::{Observer, Progress};

/// Finds everything that can be reached from the positions with these indices.
///
/// With [`max_layers`](GpuSearchOptions::max_layers) the last layer is counted and, unless
/// positions stand for their images, not expanded, so goals in it are not noted.
pub fn search(
    gpu: &Gpu,
    game: &Game,
    starts: &[u64],
    options: &GpuSearchOptions,
    observer: &mut dyn Observer,
) -> Result<GpuSearch, GpuError> {
    options.gpu.check(gpu.info().workgroup)?;
    let (starts, first_phase) = prepared(gpu, game, starts, options)?;
    let layers = Layers::new(game, &starts, first_phase, options);
    match resident_table(gpu, game, options) {
        Ok(table) => {
            Resident::new(rig(gpu, game, options, table)?, &starts, layers).run(&starts, observer)
        }
        Err(error) if may_stream(&error, options) => {
            Streamed::new(gpu, game, &starts, layers)?.run(observer)
        }
        Err(error) => Err(error),
    }
}

/// What can be reached, as a table on the device: 3 if it can, else 0. The options must ask for
/// two bits and for everything.
pub(super) fn reached(
    gpu: &Gpu,
    game: &Game,
    starts: &[u64],
    options: &GpuSearchOptions,
    observer: &mut dyn Observer,
) -> Result<DeviceTable, GpuError> {
    let (starts, first_phase) = prepared(gpu, game, starts, options)?;
    let layers = Layers::new(game, &starts, first_phase, options);
    let table = resident_table(gpu, game, options)?;
    let mut table = Resident::new(rig(gpu, game, options, table)?, &starts, layers);
    drive(&mut table, &Request::default(), observer)?;
    Ok(table.rig.table)
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
        let reports = look_with(gpu, game, starts, &options.gpu)?;
        first_phase = reports.first().map_or(0, |report| report.phase);
        if options.canonical {
            indices = reports.iter().map(|report| report.canonical).collect();
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

/// A search with its table on the device.
struct Resident<'a> {
    rig: Rig<'a>,
    layers: Layers<'a>,
    /// For each chunk of the table: whether it has positions to expand.
    marked: Vec<bool>,
}

impl<'a> Resident<'a> {
    fn new(rig: Rig<'a>, starts: &[u64], layers: Layers<'a>) -> Self {
        rig.table.write(rig.gpu, starts, 1);
        let mut marked = vec![false; rig.table.shape.chunks()];
        for start in starts {
            marked[rig.table.shape.chunk_of(*start)] = true;
        }
        Resident { rig, layers, marked }
    }

    fn run(mut self, starts: &[u64], observer: &mut dyn Observer) -> Result<GpuSearch, GpuError> {
        let options = self.layers.options;
        let found = match options.coding {
            Coding::Reachability => self.reach(starts, observer)?,
            _ => {
                let request = self.layers.request();
                drive(&mut self, &request, observer)?
            }
        };
        let mut result = GpuSearch::new(found, self.layers.expanded);
        result.gpu_seconds = self.rig.seconds();
        if options.keep_table {
            result.table = Some(self.rig.table.read(self.rig.gpu)?);
        }
        Ok(result)
    }

    /// Sweeps until one finds nothing new; that one has expanded every position once, and counts.
    fn reach(&mut self, starts: &[u64], observer: &mut dyn Observer) -> Result<Search, GpuError> {
        let (size, bytes) = self.extent();
        let mut found = Search { explored: starts.len() as u64, bytes, ..Search::default() };
        for depth in 0.. {
            let states = found.explored;
            let before = Progress { states, depth, layer_done: 0.0, size, bytes };
            let mut step = Step { depth, seeks_goal: false, before, observer: &mut *observer };
            let counts = self.sweep(&mut step, true)?;
            found.explored += counts.claimed;
            found.successors += counts.successors;
            self.layers.expanded += counts.expanded;
            if counts.claimed == 0 {
                check(depth, counts.expanded, found.explored)?;
                (found.states, found.moves) = (counts.states, Some(counts.moves));
                break;
            }
        }
        Ok(found)
    }

    /// Visits the marked chunks, and marks those with new positions. Other marks stay if wanted.
    fn sweep(&mut self, step: &mut Step<'_>, stay: bool) -> Result<Counts, GpuError> {
        let chunks = (0..self.marked.len()).filter(|chunk| self.marked[*chunk]);
        let visits: Vec<_> = chunks.map(|chunk| self.rig.table.shape.chunk(chunk)).collect();
        let orders = self.layers.orders(step.depth);
        let mut watch = |done| step.is_cancelled(done);
        let swept = self.rig.sweep(&visits, &orders, &mut watch)?;
        let swept = swept.ok_or(Stopped { states: step.before.states })?;
        for (mark, new) in self.marked.iter_mut().zip(swept.marked) {
            *mark = *mark && stay || new;
        }
        Ok(swept.counts)
    }
}

impl LayeredTable for Resident<'_> {
    type Error = GpuError;

    fn extent(&self) -> (u64, u64) {
        (self.layers.size, self.rig.table.shape.bytes())
    }

    fn first_layer(&mut self) -> Result<OpenLayer, GpuError> {
        Ok(self.layers.open())
    }

    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, GpuError> {
        let counts = self.sweep(step, self.layers.options.coding == Coding::OneBit)?;
        self.layers.advance(step.depth, &counts)
    }
}

impl Cancellation for GpuError {
    fn layers_mut(&mut self) -> Option<&mut Vec<u64>> {
        if let GpuError::Cancelled { layers, .. } = self { Some(layers) } else { None }
    }
}

impl From<Stopped> for GpuError {
    fn from(Stopped { states }: Stopped) -> Self {
        GpuError::Cancelled { states, layers: Vec::new() }
    }
}

impl GpuSearch {
    /// Creates the result from what a search has found.
    pub(super) fn new(found: Search, expanded: u64) -> Self {
        GpuSearch {
            layers: found.layers,
            states: found.states,
            explored: found.explored,
            expanded,
            successors: found.successors,
            moves: found.moves,
            goal_depth: found.goal.map(|(depth, _)| depth as u64),
            gpu_seconds: None,
            table: None,
            bytes: found.bytes,
            streamed: false,
        }
    }
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
