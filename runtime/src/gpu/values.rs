//! Win, loss and draw on the device, tier by tier.
//!
//! An index has two bits: not decided, won or lost for the player to move, not asked for. Passes
//! look at all undecided positions of a tier, forward, until one decides nothing; that needs no
//! predecessors and no counts, and every entry changes once. What is left is drawn. How many
//! passes there are is left to chance, the result is not: see `values.wgsl`. Depths are not found.
//!
//! Cost: each pass generates the moves of all undecided positions again, so tiers with many draws
//! and long wins take long; on the CPU values spread backward instead. If only reached positions
//! are asked for, a [search](fn@super::search) with two bits comes first, and its table becomes
//! that of the values.
//!
//! Memory on the device: that of a search with two bits.

use super::Game;
use super::buffers::Orders;
use super::device::Gpu;
use super::error::GpuError;
use super::options::{Coding, GpuSearchOptions, GpuValueOptions};
use super::readback::GpuTable;
use super::rig::Rig;
use super::search::reached;
use super::table::{DeviceTable, Shape};
use super::text::{Kernel, Settings};
use crate::engine::Goal;
use crate::values::work::ValueCounts;
use crate::{Observer, Progress};
use std::ops::Range;

/// What the positions of a game are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuValues {
    /// The positions of each tier by value, in the order in which the tiers were given.
    pub tiers: Vec<ValueCounts>,
    /// For each index: 1 won for the player to move, 2 lost, 3 not asked for, 0 drawn. If it was
    /// wanted. Indices of no tier have 0, or 3 if they are not reached.
    pub table: Option<GpuTable>,
    /// How many passes were made; not the same in every run.
    pub passes: u64,
    /// How many positions were looked at in them; not the same in every run.
    pub expanded: u64,
    /// How many successors were generated; not the same in every run.
    pub successors: u64,
    /// How long the device was busy with passes, if it tells.
    pub gpu_seconds: Option<f64>,
    /// How many bytes the tables took.
    pub bytes: u64,
}

/// Finds what positions are worth.
///
/// The tiers are ranges of indices, each after all that can follow it. `stuck` is what it means if
/// there is no move: 1 won for the player to move, 2 lost, 3 drawn. With `reached_from`, only
/// positions that can be reached from these are asked for and counted.
pub fn values(
    gpu: &Gpu,
    game: &Game,
    tiers: &[Range<u64>],
    stuck: u32,
    reached_from: Option<&[u64]>,
    options: &GpuValueOptions,
    observer: &mut dyn Observer,
) -> Result<GpuValues, GpuError> {
    options.gpu.check(gpu.info().workgroup)?;
    if let Some(tier) = tiers.iter().find(|tier| tier.end > game.size) {
        return Err(GpuError::NoSuchIndex { index: tier.end - 1, size: game.size });
    }
    let table = match reached_from {
        Some(starts) => reached(gpu, game, starts, &reaching(options), &mut Quiet(observer))
            .map_err(without_layers)?,
        None => DeviceTable::new(gpu, Shape::new(game.size, 2, gpu, &options.gpu)?)?,
    };
    let bytes = table.shape.bytes();
    let settings = Settings {
        workgroup: options.gpu.workgroup,
        canonical: options.canonical,
        goals: false,
        clears: false,
        table: None,
    };
    let mut solver = Solver {
        rig: Rig::new(gpu, game, &options.gpu, (Kernel::Values, settings), table)?,
        stuck,
        size: game.size,
        known: 0,
        found: GpuValues {
            tiers: Vec::new(),
            table: None,
            passes: 0,
            expanded: 0,
            successors: 0,
            gpu_seconds: None,
            bytes,
        },
    };
    if reached_from.is_some() {
        solver.rig.invert()?;
    }
    for tier in tiers {
        solver.solve(tier.clone(), observer)?;
    }
    let mut found = solver.found;
    found.gpu_seconds = solver.rig.seconds();
    if options.keep_table {
        found.table = Some(solver.rig.table.read(gpu)?);
    }
    Ok(found)
}

/// How to find out what can be reached.
fn reaching(options: &GpuValueOptions) -> GpuSearchOptions {
    GpuSearchOptions {
        coding: Coding::TwoBit,
        canonical: options.canonical,
        goal: Goal::Ignore,
        max_layers: None,
        keep_table: false,
        gpu: options.gpu,
    }
}

fn without_layers(error: GpuError) -> GpuError {
    match error {
        GpuError::Cancelled { states, .. } => GpuError::Cancelled { states, layers: Vec::new() },
        other => other,
    }
}

/// The observer of the search for reached positions: its layers are not what was asked for.
struct Quiet<'a>(&'a mut dyn Observer);

impl Observer for Quiet<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }

    fn cancelled(&mut self) -> bool {
        self.0.cancelled()
    }
}

struct Solver<'a> {
    rig: Rig<'a>,
    stuck: u32,
    size: u64,
    /// How many positions of earlier tiers are known.
    known: u64,
    found: GpuValues,
}

impl Solver<'_> {
    /// Passes over a tier until one decides nothing.
    fn solve(&mut self, tier: Range<u64>, observer: &mut dyn Observer) -> Result<(), GpuError> {
        let visits = self.rig.table.shape.visits(tier);
        let mut values = ValueCounts::default();
        let mut asked = 0;
        for pass in 0.. {
            let orders = Orders { stuck: self.stuck, is_first: pass == 0, ..Orders::default() };
            let progress = Progress {
                states: self.known,
                depth: self.found.tiers.len(),
                layer_done: 0.0,
                size: self.size,
                bytes: self.found.bytes,
            };
            let mut watch = |layer_done| {
                observer.progress(&Progress { layer_done, ..progress });
                observer.cancelled()
            };
            let swept = self.rig.sweep(&visits, &orders, &mut watch)?;
            let cancelled = GpuError::Cancelled { states: self.known, layers: Vec::new() };
            let counts = swept.ok_or(cancelled)?.counts;
            if counts.expanded != counts.listed {
                let (expanded, expected) = (counts.expanded, counts.listed);
                return Err(GpuError::WrongLayer { depth: pass, expanded, expected });
            }
            asked += counts.states;
            values.won += counts.won;
            values.lost += counts.lost;
            self.found.passes += 1;
            self.found.expanded += counts.expanded;
            self.found.successors += counts.successors;
            if counts.claimed == 0 {
                break;
            }
        }
        values.drawn = asked - values.won - values.lost;
        self.known += asked;
        self.found.tiers.push(values);
        Ok(())
    }
}
