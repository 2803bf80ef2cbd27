//! A table together with the flags that say where it has states of a layer.

use super::options::{Layers, SearchKind, SearchOptions};
use super::table::{Flags, Table};
use std::ops::Range;

/// A table, and where it has states of a layer.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) table: Table,
    pub(super) flags: Flags,
}

impl Store {
    /// A table for these indices; none if there is not enough memory.
    pub(super) fn new(options: &SearchOptions, indices: Range<u64>) -> Option<Self> {
        let table = Table::new(indices, options.kind.bits())?;
        let flags = if options.kind.has_flags() { Flags::new(&table) } else { Flags::none() };
        Some(Store { table, flags })
    }

    /// The table for the starts: of their phase, if each has its own, or of all indices.
    pub(super) fn first(options: &SearchOptions, size: u64, phase: u64) -> Option<Self> {
        let indices = match &options.kind {
            SearchKind::OneBitByLayer(Layers::Ranges(ranges)) => range_of_phase(ranges, phase),
            _ => 0..size,
        };
        Store::new(options, indices)
    }

    /// Takes another table in which states can be anywhere.
    pub(super) fn replace(&mut self, table: Table) {
        self.flags = Flags::new(&table);
        self.flags.set_all();
        self.table = table;
    }

    /// Gives every entry twice as many bits: false if there is not enough memory.
    pub(super) fn widen(&mut self) -> bool {
        let is_wide = self.table.widen();
        // The chunks of wider entries are others.
        self.flags = Flags::new(&self.table);
        self.flags.set_all();
        is_wide
    }
}

/// The indices of a phase; none after the last.
pub(super) fn range_of_phase(ranges: &[Range<u64>], phase: u64) -> Range<u64> {
    usize::try_from(phase).ok().and_then(|phase| ranges.get(phase)).cloned().unwrap_or(0..0)
}
