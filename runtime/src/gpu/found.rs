//! What a search on the device has found so far, and what the sweep of the next layer is to do: the same for a table on the device and on the host.

use super::Game;
use super::buffers::{Counts, Orders};
use super::error::GpuError;
use super::options::{Coding, GpuSearchOptions};
use super::search::GpuSearch;
use crate::engine::Goal;
use crate::{Layer, Observer, Progress};
use std::mem;

/// What the layers of even or of odd depth have in all.
#[derive(Clone, Copy, Default)]
struct Sum {
    entries: u64,
    states: u64,
    moves: u64,
}

/// What has been found so far.
pub(super) struct Found<'a> {
    options: &'a GpuSearchOptions,
    size: u64,
    first_phase: u32,
    /// How many entries the layer has; those of the starts, without layers.
    entries: u64,
    /// Whether a sweep without layers has found nothing new.
    is_complete: bool,
    depth: usize,
    by_parity: [Sum; 2],
    pub(super) result: GpuSearch,
}

impl<'a> Found<'a> {
    /// Nothing but the starts.
    pub(super) fn new(
        game: &Game,
        starts: &[u64],
        first_phase: u32,
        options: &'a GpuSearchOptions,
    ) -> Self {
        Found {
            options,
            size: game.size,
            first_phase,
            entries: starts.len() as u64,
            is_complete: false,
            depth: 0,
            by_parity: [Sum::default(); 2],
            result: GpuSearch {
                layers: Vec::new(),
                states: 0,
                explored: 0,
                expanded: 0,
                successors: 0,
                moves: Some(0),
                goal_depth: None,
                gpu_seconds: None,
                table: None,
                bytes: 0,
                streamed: false,
            },
        }
    }

    pub(super) fn options(&self) -> &'a GpuSearchOptions {
        self.options
    }

    /// Begins with the next layer; false if there is none or no more are wanted.
    pub(super) fn begin_layer(&mut self, observer: &mut dyn Observer) -> bool {
        let is_enough =
            |layers: usize| self.options.max_layers.is_some_and(|most| layers as u64 >= most);
        let reached_goal = self.options.goal == Goal::Stop && self.result.goal_depth.is_some();
        if self.entries == 0 {
            return false;
        }
        if reached_goal || is_enough(self.result.layers.len()) {
            self.result.moves = None;
            return false;
        }
        self.by_parity[self.depth % 2].entries += self.entries;
        self.result.explored += self.entries;
        if self.options.canonical {
            return true;
        }
        self.announce(self.entries, observer);
        let goes_on = !is_enough(self.result.layers.len());
        if !goes_on {
            self.result.moves = None;
        }
        goes_on
    }

    /// Takes what the sweep of the layer has counted.
    pub(super) fn end_layer(
        &mut self,
        counts: &Counts,
        observer: &mut dyn Observer,
    ) -> Result<(), GpuError> {
        let expands_again = self.options.coding == Coding::OneBit;
        let sum = self.by_parity[self.depth % 2];
        self.check(counts.expanded, if expands_again { sum.entries } else { self.entries })?;
        self.result.expanded += counts.expanded;
        self.result.successors += counts.successors;
        let (states, moves) = if expands_again {
            (counts.states - sum.states, counts.moves - sum.moves)
        } else {
            (counts.states, counts.moves)
        };
        self.by_parity[self.depth % 2] =
            Sum { states: sum.states + states, moves: sum.moves + moves, ..sum };
        self.result.moves = self.result.moves.map(|known| known + moves);
        if counts.goals > 0 && self.result.goal_depth.is_none() {
            self.result.goal_depth = Some(self.depth as u64);
        }
        if self.options.canonical {
            self.announce(states, observer);
        }
        self.entries = counts.claimed;
        self.depth += 1;
        Ok(())
    }

    /// Whether everything was expanded, in a search without layers.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Takes what a sweep without layers has counted. The last one has expanded every position once, so its counts are those of all.
    pub(super) fn end_sweep(&mut self, counts: &Counts) -> Result<(), GpuError> {
        let result = &mut self.result;
        result.explored += counts.claimed + mem::take(&mut self.entries);
        result.expanded += counts.expanded;
        result.successors += counts.successors;
        result.states = counts.states;
        result.moves = Some(counts.moves);
        let explored = result.explored;
        self.is_complete = counts.claimed == 0;
        if self.is_complete {
            self.check(counts.expanded, explored)?;
        }
        self.depth += 1;
        Ok(())
    }

    /// What the sweep of the layer is to do: see `Orders` of the engine on the CPU.
    pub(super) fn orders(&self) -> Orders {
        let depth = u32::try_from(self.depth).expect("layers are counted one by one");
        let phase = self.first_phase.wrapping_add(depth);
        let orders = Orders { open: 1, mark: 1, ..Orders::default() };
        match self.options.coding {
            Coding::TwoBit => {
                let open = 1 + depth % 2;
                Orders { open, mark: 3 - open, ..orders }
            }
            Coding::OneBit => Orders { phase_mask: 1, phase: phase % 2, ..orders },
            Coding::OneBitByLayer => Orders { phase_mask: u32::MAX, phase, ..orders },
            Coding::Reachability => orders,
        }
    }

    /// Reports progress and asks whether to stop.
    pub(super) fn is_cancelled(&self, layer_done: f64, observer: &mut dyn Observer) -> bool {
        observer.progress(&Progress {
            states: self.result.explored,
            depth: self.depth,
            layer_done,
            size: self.size,
            bytes: self.result.bytes,
        });
        observer.cancelled()
    }

    pub(super) fn cancelled(&self) -> GpuError {
        GpuError::Cancelled { states: self.result.explored, layers: self.result.layers.clone() }
    }

    fn check(&self, expanded: u64, expected: u64) -> Result<(), GpuError> {
        if expanded == expected {
            Ok(())
        } else {
            Err(GpuError::WrongLayer { depth: self.depth, expanded, expected })
        }
    }

    fn announce(&mut self, states: u64, observer: &mut dyn Observer) {
        self.result.layers.push(states);
        self.result.states += states;
        let depth = self.result.layers.len() - 1;
        observer.layer(Layer { depth, states, total: self.result.states });
    }
}
