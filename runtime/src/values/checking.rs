//! Checking values: each against those of its successors.
//!
//! What is checked is what a search has found, tier by tier while it runs, or values that were
//! kept. Without depths, claims are also proven from the ends upward, because wins and losses in a
//! cycle can support each other.

use super::options::ValueOptions;
use super::result::{Checked, Values};
use super::search::Search;
use super::structure::Structure;
use super::tables::Entries;
use super::work::{Done, Job};
use super::worker::Worker;
use crate::{NoCheckpoint, Observer, SolveError};

/// Checks values that were kept: each against those of its successors. Tiers without a table are
/// missing.
pub fn check_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    values: &mut Values,
    observer: &mut dyn Observer,
) -> Result<Checked, SolveError> {
    let mut no_checkpoint = NoCheckpoint;
    let mut search = Search::new(worker, structure, options, &mut no_checkpoint, observer)?;
    std::mem::swap(&mut search.tables, &mut values.tables);
    let mut checked = Ok(());
    for unit in search.needed.clone() {
        let tables = search.units[unit].tables.clone();
        let is_missing = |tier: &usize| {
            let table = &search.tables[*tier];
            table.slots > 0 && table.values.bytes() == 0
        };
        let missing: Vec<usize> = tables.into_iter().filter(is_missing).collect();
        if missing.is_empty() && checked.is_ok() {
            // What follows it must be there as well.
            let gap = search.units[unit].next.iter().any(|next| search.gaps.contains(next));
            if !gap {
                checked = search.check(unit);
            }
        } else {
            search.gaps.push(unit);
            search.checked.missing.extend(missing);
        }
    }
    std::mem::swap(&mut search.tables, &mut values.tables);
    checked.map(|()| search.checked)
}

impl Search<'_> {
    /// Checks every value of a unit.
    pub(super) fn check(&mut self, unit: usize) -> Result<(), SolveError> {
        let done = self.run(Job::Check, unit, 0)?;
        self.checked.positions += done.slots;
        self.note_wrong(&done);
        let without_depth = !self.options.depth && !self.worker.abilities().scores;
        if !without_depth {
            return Ok(());
        }
        self.forget_marks(unit);
        for tier in self.units[unit].tables.clone() {
            let slots = self.tables[tier].slots;
            self.tables[tier].fresh = Entries::new(slots, 1, &mut self.memory)?;
        }
        loop {
            let done = self.run(Job::Prove, unit, 0)?;
            if done.changed == 0 {
                self.note_wrong(&done);
                self.forget_marks(unit);
                return Ok(());
            }
        }
    }

    fn note_wrong(&mut self, done: &Done) {
        self.checked.wrong += done.wrong;
        self.checked.first = self.checked.first.or(self.wrong_at);
    }
}
