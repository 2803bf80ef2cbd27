//! All positions that can be reached, for the planner, which cannot play itself.

use super::explore::{ExploreOptions, explore};
use super::rules::Interp;
use crate::Silent;
use gdl::model::State;
use gdl::plan::Enumerate;

impl Enumerate for Interp<'_> {
    fn visit(&self, from: &State, limit: u64, show: &mut dyn FnMut(&State)) -> bool {
        let options = ExploreOptions { state_limit: limit, ..ExploreOptions::default() };
        let mut roots = std::iter::once(from.clone());
        let Ok(found) = explore(self, &mut roots, &options, &mut Silent) else { return false };
        found.states.iter().for_each(|state| show(&state));
        true
    }
}
