//! The search for values: tier after tier, from the end of play to its beginning.
//!
//! A tier is solved when all that can follow it are. Its positions get an
//! [initialization](super::initialize); then what is decided is [propagated](super::spread) to the
//! positions before it, depth by depth. What is never decided is a draw. A table is kept as long
//! as a tier that is still to be solved can lead to it.

use super::keep::Keeper;
use super::options::ValueOptions;
use super::result::Values;
use super::search::Search;
use super::solved_tiers::SolvedTiers;
use super::structure::Structure;
use super::tables::Entries;
use super::work::Job;
use super::worker::Worker;
use crate::{NoCheckpoint, Observer, SolveError};

/// Finds the values of positions.
pub fn solve_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    observer: &mut dyn Observer,
) -> Result<Values, SolveError> {
    let Some(scratch) = &options.scratch else {
        return solve_and_keep_values(worker, structure, options, &mut NoCheckpoint, observer);
    };
    let mut solved = SolvedTiers::new(scratch)?;
    let values = solve_with_keeper(worker, structure, options, &mut solved, observer)?;
    Ok(values.with_solved_tiers(solved.complete()))
}

/// Finds the values of positions and gives them to a keeper, tier by tier. What it has kept of an
/// earlier run is not found again. Tiers on disk are read through the keeper, so if there is a
/// scratch folder it must keep all.
pub fn solve_and_keep_values(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    keeper: &mut dyn Keeper,
    observer: &mut dyn Observer,
) -> Result<Values, SolveError> {
    let values = solve_with_keeper(worker, structure, options, keeper, observer);
    let discarded = match (&options.scratch, &values) {
        (Some(scratch), Ok(_)) if scratch.folder().is_dir() => scratch.discard(),
        (Some(scratch), Err(_)) => scratch.discard_if_empty(),
        _ => Ok(()),
    };
    let values = values?;
    discarded?;
    Ok(values)
}

fn solve_with_keeper(
    worker: &dyn Worker,
    structure: &Structure,
    options: &ValueOptions,
    keeper: &mut dyn Keeper,
    observer: &mut dyn Observer,
) -> Result<Values, SolveError> {
    let mut search = Search::new(worker, structure, options, keeper, observer)?;
    search.take_over_solved()?;
    let is_all_solved = search.needed.iter().all(|unit| search.is_solved(*unit));
    if let Some((tier, index)) = options.from.filter(|_| !is_all_solved) {
        search.find_reachable(tier, index)?;
    }
    for unit in search.needed.clone() {
        if search.is_solved(unit) {
            search.solved += search.slots(unit);
        } else {
            search.solve(unit)?;
        }
        search.forget_unneeded(unit);
    }
    search.load_wanted()?;
    let beginning = options.from.map(|from| search.kept_value(from)).transpose()?.flatten();
    let mut values = search.values();
    values.beginning = beginning;
    Ok(values)
}

impl Search<'_> {
    /// Marks everything that can be reached from a position.
    pub(super) fn find_reachable(&mut self, tier: usize, index: u64) -> Result<(), SolveError> {
        let start = self.place(tier, index);
        match self.mark_in_memory(start) {
            Err(SolveError::TableMemory { .. }) if self.options.scratch.is_some() => {
                self.mark_on_disk(start)
            }
            marked => marked,
        }
    }

    /// Marks everything that can be reached from a slot of a tier, in the order of play.
    fn mark_in_memory(&mut self, (start, slot): (usize, u64)) -> Result<(), SolveError> {
        if self.take_over_reached()? {
            return Ok(());
        }
        for unit in self.needed.clone() {
            for tier in self.units[unit].tables.clone() {
                let slots = self.tables[tier].slots;
                self.tables[tier].reached = Entries::new(slots, 1, &mut self.memory)?;
            }
        }
        self.tables[start].reached.slots().mark(slot);
        for unit in self.needed.clone().into_iter().rev() {
            let members = self.units[unit].tables.clone();
            for tier in &members {
                let table = &mut self.tables[*tier];
                table.fresh = Entries::new(table.slots, 1, &mut self.memory)?;
                table.fresh.copy_from(&mut table.reached);
            }
            while self.run(Job::Reach, unit, 0)?.slots > 0 {}
            for tier in members {
                self.tables[tier].fresh.drop_from(&mut self.memory);
            }
        }
        self.keep_reached()
    }
}
