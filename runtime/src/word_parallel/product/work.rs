//! What one thread does with one bundle of strips.

use super::collect::{self, Destination, Flags, Incoming, Newest};
use super::crossings::Crossing;
use super::matrices::{Bundle, Matrix, Side};
use super::sweep::{self, Scratch, Swept, add_images};
use crate::word_parallel::vector::{Machine, Processor, Task};
use crate::word_parallel::{Finder, Line, NewLayer};

/// What all threads read.
pub(super) struct Shared<'a> {
    pub(super) matrices: &'a [Matrix],
    pub(super) bundles: &'a [Bundle],
    pub(super) sides: &'a [Side],
    pub(super) crossings: &'a [Crossing],
    pub(super) processor: Processor,
    /// The states that transfers begin with.
    pub(super) source: Newest<'a>,
    pub(super) finder: Finder<'a>,
}

/// What one thread writes: the data of a bundle.
pub(super) struct BundleMut<'a> {
    /// The lines of the bundle.
    pub(super) lines: &'a mut [Line],
    /// The newest states of planes that transfers begin with; none while images are added.
    pub(super) kept: &'a mut [Line],
    /// Rows that change.
    pub(super) flags: &'a mut Flags,
    /// By row: the strips in which all columns are reached.
    pub(super) full: &'a mut [u8],
}

/// See [`sweep::sweep`].
struct Sweep<'a, 'b> {
    swept: &'a mut Swept<'b>,
    scratch: &'a mut Scratch,
    finder: Finder<'a>,
    layer: &'a mut NewLayer,
}

impl Task for Sweep<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        sweep::sweep(self.swept, self.scratch, self.finder, self.layer);
    }
}

/// See [`collect::collect`].
struct Collect<'a> {
    crossing: &'a Crossing,
    to: Destination,
    sources: &'a [Matrix],
    newest: Newest<'a>,
    incoming: &'a mut Incoming,
}

impl Task for Collect<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        collect::collect(self.crossing, self.to, self.sources, self.newest, self.incoming);
    }
}

impl Shared<'_> {
    /// Adds everything that one move leads to.
    pub(super) fn moves(
        &self,
        number: usize,
        own: &mut BundleMut<'_>,
        scratch: &mut Scratch,
        layer: &mut NewLayer,
    ) {
        let bundle = &self.bundles[number];
        let matrix = &self.matrices[bundle.matrix];
        own.flags.clear();
        let new = &self.source.flags[number];
        if new.any != 0 {
            sweep::find_active(matrix, &new.rows, own.full, &mut scratch.active);
        } else {
            scratch.active.clear();
            scratch.active.resize(matrix.rows(), 0);
        }
        scratch.incoming.prepare(&self.sides[bundle.side].entered, matrix.plane_rows);
        for (at, strip) in bundle.strips.clone().enumerate() {
            self.collect(bundle, strip, false, scratch);
            let mut swept = self.swept(bundle, at, own);
            if scratch.incoming.any || new.any & swept.bit != 0 {
                let (swept, finder) = (&mut swept, self.finder);
                self.processor.run(Sweep { swept, scratch, finder, layer });
            }
        }
    }

    /// Adds the images of the new states.
    pub(super) fn images(
        &self,
        number: usize,
        own: &mut BundleMut<'_>,
        scratch: &mut Scratch,
        layer: &mut NewLayer,
    ) {
        let bundle = &self.bundles[number];
        let matrix = &self.matrices[bundle.matrix];
        scratch.incoming.prepare(&self.sides[bundle.side].imaged, matrix.plane_rows);
        for (at, strip) in bundle.strips.clone().enumerate() {
            self.collect(bundle, strip, true, scratch);
            if scratch.incoming.any {
                let mut swept = self.swept(bundle, at, own);
                add_images(&mut swept, &mut scratch.incoming, self.finder, layer);
            }
        }
    }

    /// Collects what transfers bring to a strip.
    fn collect(&self, bundle: &Bundle, strip: usize, images: bool, scratch: &mut Scratch) {
        let to = Destination {
            tier: bundle.matrix - self.sides[bundle.side].matrices.start,
            strip,
            plane_rows: self.matrices[bundle.matrix].plane_rows,
        };
        for crossing in self.crossings {
            if crossing.target_side == bundle.side && crossing.is_image == images {
                let sources = self.sides[crossing.source_side].matrices.clone();
                let sources = &self.matrices[sources];
                let incoming = &mut scratch.incoming;
                let newest = self.source;
                self.processor.run(Collect { crossing, to, sources, newest, incoming });
            }
        }
    }

    /// A strip of a bundle, by its number there.
    fn swept<'a>(&'a self, bundle: &Bundle, at: usize, own: &'a mut BundleMut<'_>) -> Swept<'a> {
        let matrix = &self.matrices[bundle.matrix];
        let number = bundle.strips.start + at;
        let kept = matrix.kept_rows().min(own.kept.len());
        Swept {
            matrix,
            strip: &matrix.strips[number],
            number,
            bit: 1 << at,
            first_line: matrix.first_line + number * matrix.rows(),
            lines: &mut own.lines[at * matrix.rows()..(at + 1) * matrix.rows()],
            kept: &mut own.kept[at * kept..(at + 1) * kept],
            flags: own.flags,
            full: own.full,
        }
    }
}
