//! Sweeps over rows and columns: the table of [`gdl::word_parallel::product`].
//!
//! A step works on bundles of strips, each by one thread. First the transfers: the newest states
//! of other matrices are transposed into lines of their own. Then every row gets the lines of the
//! rows that it comes from, and what has come from elsewhere. Only rows are looked at to which
//! something new can have come, and none that are full. With a symmetry that exchanges the
//! regions, images of the new states follow in a second pass.
//!
//! There is one table. What a step needs of the layer before it are the flags of changed rows, and
//! the newest states of the few planes that transfers begin with; of both there are two, which
//! change roles from step to step.

mod collect;
mod crossings;
mod matrices;
mod moves;
mod sweep;
#[cfg(test)]
mod tests;
mod tile;
mod work;

use super::line::PLACES;
use super::vector::Processor;
use super::{Lines, NewLayer, WordParallelStep, WordParallelTable};
use crate::SolveError;
use crate::engine::workers::{Partial, Stopped, Workers, cut};
use collect::{Flags, Newest};
use crossings::{Crossing, crossings};
use gdl::word_parallel::WordParallelGame;
use gdl::word_parallel::product::Product;
use matrices::{Bundle, Matrices, Matrix, Side, matrices};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use sweep::Scratch;
use work::{BundleMut, Shared};

/// The table of a search.
pub(super) struct ProductTable<'a> {
    game: &'a WordParallelGame<'a>,
    layout: &'a Product,
    matrices: Vec<Matrix>,
    bundles: Vec<Bundle>,
    sides: Vec<Side>,
    crossings: Vec<Crossing>,
    processor: Processor,
    /// What is reached.
    lines: Lines,
    /// By bundle and row: the strips in which all columns are reached.
    full: Vec<Vec<u8>>,
    /// What the last step has found.
    newest: New,
    /// What the step before it has found; room for the next.
    before: New,
    /// By bundle: rows that have got images of new states.
    images: Vec<Flags>,
    /// What threads have needed, for the next to take.
    scratches: Mutex<Vec<Scratch>>,
}

/// What a step has found.
struct New {
    /// The new states of planes that transfers begin with, where the flags say that there are
    /// such.
    lines: Lines,
    /// By bundle: which rows have new states.
    flags: Vec<Flags>,
}

impl<'a> ProductTable<'a> {
    /// An empty table.
    pub(super) fn new(
        game: &'a WordParallelGame<'_>,
        layout: &'a Product,
    ) -> Result<Self, SolveError> {
        let Matrices { matrices, bundles, sides } = matrices(layout)?;
        let kept = matrices.iter().map(|it| it.kept_rows() * it.strips.len()).sum::<usize>();
        let no_rows = |bundle: &Bundle| vec![0; matrices[bundle.matrix].rows()];
        let flags = || -> Vec<Flags> {
            bundles.iter().map(|bundle| Flags { rows: no_rows(bundle), any: 0 }).collect()
        };
        let new = || Ok::<_, SolveError>(New { lines: Lines::new(kept as u64)?, flags: flags() });
        Ok(ProductTable {
            game,
            layout,
            lines: Lines::new(layout.places() / PLACES as u64)?,
            full: bundles.iter().map(no_rows).collect(),
            newest: new()?,
            before: new()?,
            images: flags(),
            scratches: Mutex::default(),
            crossings: crossings(layout),
            processor: Processor::best(),
            matrices,
            bundles,
            sides,
        })
    }

    /// Where a line is: the matrix, the strip and the row.
    fn find(&self, line: usize) -> (usize, usize, usize) {
        let number = self.matrices.partition_point(|it| it.first_line <= line) - 1;
        let matrix = &self.matrices[number];
        let within = line - matrix.first_line;
        (number, within / matrix.rows(), within % matrix.rows())
    }

    /// Makes a pass over all bundles.
    fn pass(&mut self, step: &mut WordParallelStep<'_>, pass: Pass) -> Result<NewLayer, Stopped> {
        let (source, mut kept, flags) = match pass {
            Pass::Moves => {
                let source = Newest { lines: &self.before.lines, flags: &self.before.flags };
                (source, &mut self.newest.lines[..], &mut self.newest.flags)
            }
            Pass::Images => {
                let source = Newest { lines: &self.newest.lines, flags: &self.newest.flags };
                (source, &mut [][..], &mut self.images)
            }
        };
        let mut lines = &mut self.lines[..];
        let mut bundles = Vec::with_capacity(self.bundles.len());
        for ((bundle, flags), full) in self.bundles.iter().zip(flags).zip(&mut self.full) {
            let matrix = &self.matrices[bundle.matrix];
            let strips = bundle.strips.len();
            let (own, others) = lines.split_at_mut(strips * matrix.rows());
            let own_kept = (strips * matrix.kept_rows()).min(kept.len());
            let (own_kept, others_kept) = kept.split_at_mut(own_kept);
            (lines, kept) = (others, others_kept);
            bundles.push(Mutex::new(BundleMut { lines: own, kept: own_kept, flags, full }));
        }
        let shared = Shared {
            matrices: &self.matrices,
            bundles: &self.bundles,
            sides: &self.sides,
            crossings: &self.crossings,
            processor: self.processor,
            source,
            finder: step.finder,
        };
        let scratches = &self.scratches;
        let work = |range: Range<usize>| {
            let lock = || scratches.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scratch = lock().pop().unwrap_or_default();
            let mut layer = NewLayer::default();
            for number in range {
                let mut own = bundles[number].lock().unwrap_or_else(PoisonError::into_inner);
                match pass {
                    Pass::Moves => shared.moves(number, &mut own, &mut scratch, &mut layer),
                    Pass::Images => shared.images(number, &mut own, &mut scratch, &mut layer),
                }
            }
            lock().push(scratch);
            layer
        };
        step.workers.run(&cut(0..bundles.len(), 1), &work, step.before, step.observer)
    }
}

/// The two passes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// What moves lead to.
    Moves,
    /// The images of that.
    Images,
}

impl WordParallelTable for ProductTable<'_> {
    fn places(&self) -> u64 {
        (self.lines.len() * PLACES) as u64
    }

    fn bytes(&self) -> u64 {
        let lines = self.lines.len() + self.newest.lines.len() + self.before.lines.len();
        let flags = self.full.iter().map(|flags| 4 * flags.len() as u64).sum::<u64>();
        Lines::bytes(lines as u64) + flags
    }

    fn open(&mut self, place: u64) {
        let place = usize::try_from(place).expect("a place of the table");
        let (number, strip, row) = self.find(place / PLACES);
        let matrix = &self.matrices[number];
        let bundle = matrix.bundles.start + strip / matrices::BUNDLE_STRIPS;
        let bit = 1 << (strip % matrices::BUNDLE_STRIPS);
        self.lines[place / PLACES].set(place % PLACES);
        self.newest.flags[bundle].rows[row] |= bit;
        self.newest.flags[bundle].any |= bit;
        if let Some(kept) = matrix.planes[row / matrix.plane_rows].kept {
            let plane = matrix.first_kept + (strip * matrix.kept + kept) * matrix.plane_rows;
            self.newest.lines[plane + row % matrix.plane_rows].set(place % PLACES);
        }
    }

    fn is_reached(&self, place: u64) -> bool {
        let place = usize::try_from(place).expect("a place of the table");
        self.lines[place / PLACES].has(place % PLACES)
    }

    fn moves(&self, workers: &Workers) -> Option<u64> {
        Some(moves::count(self, workers))
    }

    fn step(&mut self, step: &mut WordParallelStep<'_>) -> Result<NewLayer, Stopped> {
        std::mem::swap(&mut self.newest, &mut self.before);
        let mut layer = self.pass(step, Pass::Moves)?;
        if self.crossings.iter().any(|crossing| crossing.is_image) {
            layer = layer.and(self.pass(step, Pass::Images)?);
            for (flags, images) in self.newest.flags.iter_mut().zip(&mut self.images) {
                flags.take(images);
            }
        }
        Ok(layer)
    }
}
