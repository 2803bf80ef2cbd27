//! The table: indices of positions, and positions of indices.

use super::{Audit, AuditOptions, Claim};
use crate::interp::notation::position_text;
use gdl::model::State;
use gdl::plan::Hash;

impl Audit<'_> {
    /// A position has an index, and the index gives it back, or one of its images if the table is
    /// up to symmetry.
    pub(super) fn index(&mut self, state: &State) {
        let (model, Some(hash)) = (self.model, self.hash) else { return };
        let text = || position_text(model, state);
        let index = hash.rank(state).filter(|index| *index < hash.size());
        self.check(Claim::Indexed, index.is_some(), text);
        let is_image = |back: &State| hash.quotient().images(state).any(|image| image == *back);
        let holds = index
            .map(|index| hash.unrank(index))
            .is_some_and(|back| back == *state || hash.is_up_to_symmetry() && is_image(&back));
        self.check(Claim::IndexBack, holds, text);
    }

    /// All entries of a small table, spread ones of a large one; then moves backwards.
    pub(super) fn entries(&mut self, options: &AuditOptions) {
        let Some(hash) = self.hash else { return };
        for index in spread(hash.size(), options.entries) {
            self.entry(hash, index);
        }
        if hash.size() <= options.sample {
            self.whole_table(hash);
        } else {
            for (number, index) in spread(hash.size(), options.sample).enumerate() {
                let state = hash.unrank(index);
                if !self.facts.hold_in(self.model, &state) {
                    continue;
                }
                let successors = self.interp.successors(&state);
                // A different move from each entry, so that all kinds of moves have their turn.
                if let Some(successor) = successors.iter().cycle().nth(number % 64) {
                    self.predecessor(&state, &successor.state);
                }
            }
        }
    }

    /// An entry has its index. What can be played from it must have a place, if the entry looks
    /// like a position of play: of others nothing is claimed.
    fn entry(&mut self, hash: &Hash, index: u64) {
        let model = self.model;
        let state = hash.unrank(index);
        let text = || format!("entry {index}: {}", position_text(model, &state));
        self.check(Claim::EntryIndex, hash.rank(&state) == Some(index), text);
        if !self.facts.hold_in(model, &state) {
            return;
        }
        for successor in self.interp.successors(&state) {
            let holds = hash.rank(&successor.state).is_some_and(|index| index < hash.size());
            self.check(Claim::EntryMoves, holds, text);
        }
    }
}

/// All indices below a small size, spread ones below a large one.
fn spread(size: u64, most: u64) -> impl Iterator<Item = u64> {
    let step = (size / most.max(1)).max(1);
    (0..size.min(most)).map(move |number| number * step)
}
