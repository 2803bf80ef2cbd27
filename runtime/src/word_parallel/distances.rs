//! How far away every state is: an entry for each place of a table.

use crate::SolveError;
use crate::engine::Table;

/// A byte for each place, and two or four from depth 255 or 65535 on.
#[derive(Debug)]
pub(super) struct Distances(pub(super) Table);

impl Distances {
    /// Creates a table of places that are not reached.
    pub(super) fn new(places: u64) -> Result<Self, SolveError> {
        let refused = || SolveError::TableMemory { needed: places, limit: None };
        Table::new(0..places, 8).map(Distances).ok_or_else(refused)
    }

    /// Makes room for the marks of the layer after this one.
    pub(super) fn widen(&mut self, depth: usize) -> Result<(), SolveError> {
        let Distances(table) = self;
        if depth as u64 + 2 <= u64::MAX >> (64 - table.bits()) || table.widen() {
            return Ok(());
        }
        let needed = table.size().saturating_mul(u64::from(table.bits()) / 4);
        Err(SolveError::TableMemory { needed, limit: None })
    }
}
