//! Searches on cells with two contents: the table of the [affine
//! layout](gdl::word_parallel::affine).
//!
//! In pull form, a line is the OR of lines that lead to it, each masked and shifted ([`kernel`]).
//! Where lines have an order and positions tell their layer, one sweep makes everything, level by
//! level: a level reads those before it. Otherwise layers are made one by one, from one table into
//! another; a run of lines is left out if nothing that leads to it has changed in the layer
//! before.

mod depths;
mod kernel;
mod moves;
mod sweep;
#[cfg(test)]
mod tests;

use super::{Lines, NewLayer, WordParallelStep, WordParallelTable};
use crate::SolveError;
use crate::engine::workers::{Stopped, Workers};
use depths::Depths;
use gdl::word_parallel::affine::Affine;
use gdl::word_parallel::{LINE_PLACES, WordParallelGame};
use kernel::Kernel;
use sweep::{all_layers, one_layer};

/// The table of a search.
pub(super) struct AffineTable<'a> {
    game: &'a WordParallelGame<'a>,
    layout: &'a Affine,
    kernel: Kernel,
    /// What is reached.
    now: Lines,
    /// What is reached with the next move, if layers are made one by one.
    next: Lines,
    /// What counts the layers, as long as one sweep is right.
    depths: Option<Depths>,
    /// By run: whether it has changed with the layer before.
    changed: Vec<bool>,
}

impl<'a> AffineTable<'a> {
    /// An empty table.
    pub(super) fn new(
        game: &'a WordParallelGame<'_>,
        layout: &'a Affine,
    ) -> Result<Self, SolveError> {
        let lines = layout.places() / LINE_PLACES;
        let kernel = Kernel::new(layout);
        Ok(AffineTable {
            now: Lines::new(lines)?,
            next: Lines::default(),
            depths: layout.is_ordered().then(|| Depths::new(layout)).flatten(),
            changed: vec![true; kernel.numbering.runs.len()],
            kernel,
            game,
            layout,
        })
    }

    /// The line and the place in it.
    fn at(place: u64) -> (usize, usize) {
        // Lines are in memory, and have 512 places.
        let narrow = |number: u64| usize::try_from(number).expect("a table in memory");
        (narrow(place / LINE_PLACES), narrow(place % LINE_PLACES))
    }
}

impl WordParallelTable for AffineTable<'_> {
    fn places(&self) -> u64 {
        self.layout.places()
    }

    fn bytes(&self) -> u64 {
        Lines::bytes((self.now.len() + self.next.len()) as u64) + self.kernel.bytes()
    }

    fn open(&mut self, place: u64) {
        let (line, at) = Self::at(place);
        self.now[line].set(at);
        self.changed.fill(true);
        if self.layout.depth(place) != Some(0) {
            self.depths = None;
        }
    }

    fn is_reached(&self, place: u64) -> bool {
        let (line, at) = Self::at(place);
        self.now[line].has(at)
    }

    fn ready(&mut self) -> Result<(), SolveError> {
        if self.depths.is_none() {
            self.next = Lines::new(self.now.len() as u64)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &mut WordParallelStep<'_>) -> Result<NewLayer, Stopped> {
        let made = one_layer(&self.kernel, (&self.now, &mut self.next), &self.changed, step)?;
        self.changed.fill(false);
        made.changed.into_iter().for_each(|run| self.changed[run] = true);
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(made.layer)
    }

    fn moves(&self, workers: &Workers) -> Option<u64> {
        Some(moves::count(self, workers))
    }

    fn depth(&self, place: u64) -> Option<usize> {
        self.layout.depth(place)
    }

    fn all_layers(
        &mut self,
        step: &mut WordParallelStep<'_>,
    ) -> Option<Result<Vec<NewLayer>, Stopped>> {
        let depths = self.depths.as_ref()?;
        Some(all_layers(&self.kernel, depths, &mut self.now, step))
    }
}
