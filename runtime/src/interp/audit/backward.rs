//! Moves backwards: moves that take back moves, and predecessors against successors.

use super::{Audit, Claim, move_text};
use crate::interp::notation::position_text;
use gdl::analyze::inverse::Inverse;
use gdl::model::State;
use gdl::plan::Hash;
use std::collections::{BTreeMap, BTreeSet};

impl Audit<'_> {
    /// Where every move can be taken back, this one can.
    pub(super) fn taken_back(&mut self, before: &State, after: &State) {
        if self.facts.inverse == Inverse::Undirected {
            let model = self.model;
            let holds = self.leads(after, before);
            self.check(Claim::TakenBack, holds, || move_text(model, before, after));
        }
    }

    /// The position before a move is among the predecessors of the one after it, and each of them
    /// leads there.
    pub(super) fn predecessor(&mut self, before: &State, after: &State) {
        let model = self.model;
        let found = match (self.predecessors)(after) {
            Ok(found) => found,
            Err(error) => return self.unchecked(Claim::Predecessors, error.to_string()),
        };
        let holds = found.contains(before) && found.iter().all(|state| self.leads(state, after));
        self.check(Claim::Predecessors, holds, || move_text(model, before, after));
    }

    /// The moves of all entries of a table are those that the predecessors of all entries tell.
    pub(super) fn whole_table(&mut self, hash: &Hash) {
        let model = self.model;
        let mut leading: BTreeMap<State, BTreeSet<State>> =
            (0..hash.size()).map(|index| (hash.unrank(index), BTreeSet::new())).collect();
        leading.retain(|state, _| self.facts.hold_in(model, state));
        let entries: Vec<State> = leading.keys().cloned().collect();
        for state in &entries {
            for successor in self.interp.successors(state) {
                if let Some(before) = leading.get_mut(&successor.state) {
                    before.insert(state.clone());
                }
            }
        }
        for (state, before) in &leading {
            let found = match (self.predecessors)(state) {
                Ok(found) => found,
                Err(error) => return self.unchecked(Claim::Predecessors, error.to_string()),
            };
            let inside = |state: &State| leading.contains_key(state);
            let found: BTreeSet<State> = found.into_iter().filter(inside).collect();
            self.check(Claim::Predecessors, found == *before, || position_text(model, state));
        }
    }

    fn leads(&self, from: &State, to: &State) -> bool {
        self.interp.successors(from).iter().any(|successor| successor.state == *to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AuditOptions, Check};
    use super::*;
    use crate::interp::Interp;
    use crate::interp::games::compiled;
    use gdl::domain::Domain;
    use gdl::facts::analyze;
    use gdl::plan::{PlanOptions, plan};

    const WALK: &str = "board { a . . b } pieces a = ant, b = bee
        move step: [ant | empty] -> [empty | ant]";
    const WALK_AND_FLY: &str = "board { a . . b } pieces a = ant, b = bee
        move step: [ant | empty] -> [empty | ant]
        move fly along e: [ant | empty | empty] -> [empty | _ | ant]";

    /// Whether predecessors that come from other rules pass the test.
    fn passes(rules: &str, backward: &str, sample: u64) -> bool {
        let [model, other] = [rules, backward].map(|text| compiled(text, &[]));
        let (interp, other) = (Interp::new(&model), Interp::new(&other));
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = plan(&model, &facts, PlanOptions::default()).expect("it fits");
        let predecessors = |state: &State| other.predecessors(state);
        let mut audit = Audit::new(&interp, &facts, Some(&plan.hash), &predecessors);
        let options = AuditOptions { moves: 100, sample, ..AuditOptions::default() };
        audit.random_play(&options);
        audit.entries(&options);
        let is_about = |check: &&Check| check.claim == Claim::Predecessors;
        let check = audit.checks.iter().find(is_about).expect("it was tried");
        assert!(check.tried > 0 && check.unchecked.is_none(), "{check:?}");
        check.failure.is_none()
    }

    #[test]
    fn missing_and_surplus_predecessors_are_found() {
        // One sample looks at single moves, the other at the table of 12 entries as a whole.
        for sample in [10, 100] {
            assert!(passes(WALK, WALK, sample) && passes(WALK_AND_FLY, WALK_AND_FLY, sample));
            assert!(!passes(WALK_AND_FLY, WALK, sample), "a way back is missing");
            assert!(!passes(WALK, WALK_AND_FLY, sample), "a way back does not exist");
        }
    }
}
