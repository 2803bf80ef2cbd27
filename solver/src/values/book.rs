//! What tables say about a position.

use gdl::model::State;
use gdl::plan::Hash;
use gdl_runtime::values::coding::Decided;
use gdl_runtime::values::work::{Job, Tier, Work};
use gdl_runtime::values::{Structure, Values, Worker};
use std::fmt;

/// Values with all that is needed to ask for them.
pub(crate) struct Book<'a> {
    /// The rules.
    pub(crate) worker: &'a dyn Worker,
    pub(crate) structure: &'a Structure,
    pub(crate) hash: &'a Hash,
    pub(crate) values: &'a Values,
    tiers: Vec<Tier<'a>>,
}

impl<'a> Book<'a> {
    /// The values of a game.
    pub(crate) fn new(
        worker: &'a dyn Worker,
        structure: &'a Structure,
        hash: &'a Hash,
        values: &'a Values,
    ) -> Self {
        Book { worker, structure, hash, values, tiers: values.views() }
    }

    /// What a position is worth to its player to move; none if its table is not kept.
    pub(crate) fn decided(&self, state: &State) -> Option<Decided> {
        self.values.decided(self.place(state)?)
    }

    /// The margin of a position, where the scores decide.
    pub(crate) fn margin(&self, state: &State) -> Option<i64> {
        self.values.margin(self.place(state)?)
    }

    /// The tier and slot of a position.
    fn place(&self, state: &State) -> Option<(usize, u64)> {
        let tier = self.hash.tier_of(state)?;
        let index = self.hash.rank(state)? - self.hash.tier_start(tier);
        let mirror = self.values.mirror(tier).unwrap_or(tier);
        // Where a position stands is the same for every job.
        let orders = self.structure.orders(Job::Tally, (tier, mirror), 0);
        let work = Work { orders, tiers: &self.tiers };
        Some(self.worker.place(&work, tier, index))
    }
}

impl fmt::Debug for Book<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").finish_non_exhaustive()
    }
}
