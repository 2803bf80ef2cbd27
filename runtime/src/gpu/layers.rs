//! Layers of a search on the device: their orders and their counts.
//!
//! They are the same whether the table is on the device or on the host.

use super::Game;
use super::buffers::{Counts, Orders};
use super::error::GpuError;
use super::options::{Coding, GpuSearchOptions};
use crate::engine::breadth_first::{Advanced, OpenLayer, Parities, Request};
use crate::engine::task::NO_INDEX;

/// What is known of the layers so far.
pub(super) struct Layers<'a> {
    pub(super) options: &'a GpuSearchOptions,
    pub(super) size: u64,
    first_phase: u32,
    /// How many entries the open layer has.
    entries: u64,
    parities: Parities,
    /// How many positions were expanded.
    pub(super) expanded: u64,
}

impl<'a> Layers<'a> {
    /// Nothing but the starts.
    pub(super) fn new(
        game: &Game,
        starts: &[u64],
        first_phase: u32,
        options: &'a GpuSearchOptions,
    ) -> Self {
        let entries = starts.len() as u64;
        let parities = Parities::default();
        Layers { options, size: game.size, first_phase, entries, parities, expanded: 0 }
    }

    pub(super) fn request(&self) -> Request {
        let GpuSearchOptions { goal, max_layers, .. } = *self.options;
        Request { goal, hardest: 0, max_layers }
    }

    /// The open layer.
    pub(super) fn open(&self) -> OpenLayer {
        OpenLayer::new(self.entries, self.options.canonical)
    }

    /// Takes what the sweep of the open layer has counted, and opens the next.
    ///
    /// # Errors
    ///
    /// Fails if other positions were expanded than those of the layer.
    pub(super) fn advance(&mut self, depth: usize, counts: &Counts) -> Result<Advanced, GpuError> {
        let expands_again = self.options.coding == Coding::OneBit;
        let of_parity = self.parities.open(depth, self.entries);
        check(depth, counts.expanded, if expands_again { of_parity } else { self.entries })?;
        self.expanded += counts.expanded;
        let (states, moves) = match expands_again {
            true => self.parities.newest(depth, counts.states, counts.moves),
            false => (counts.states, counts.moves),
        };
        self.entries = counts.claimed;
        Ok(Advanced {
            states,
            successors: counts.successors,
            moves: Some(moves),
            // The device counts goals, and does not say which they are.
            goal: (counts.goals > 0).then_some(NO_INDEX),
            next: self.open(),
        })
    }

    /// What the sweep of a layer is to do: see `Orders` of the engine on the CPU.
    pub(super) fn orders(&self, depth: usize) -> Orders {
        let depth = u32::try_from(depth).expect("layers are counted one by one");
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
}

/// Refuses counts of other positions than expected.
pub(super) fn check(depth: usize, expanded: u64, expected: u64) -> Result<(), GpuError> {
    if expanded == expected {
        Ok(())
    } else {
        Err(GpuError::WrongLayer { depth, expanded, expected })
    }
}
