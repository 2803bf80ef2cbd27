//! Symmetries, the duality, and canonical forms: of all images of a position, one stands for them.

use super::{Audit, Claim};
use crate::interp::notation::position_text;
use gdl::analyze::symmetry::Symmetry;
use gdl::model::{CellId, State};
use std::collections::BTreeSet;

impl Audit<'_> {
    /// Every symmetry that the others come from maps what can be played to what can be played, and
    /// the duality turns it round.
    pub(super) fn symmetries(&mut self, before: &State, after: &State) {
        let (model, interp, facts) = (self.model, self.interp, self.facts);
        let successors = |state: &State| -> BTreeSet<State> {
            interp.successors(state).into_iter().map(|successor| successor.state).collect()
        };
        for symmetry in &facts.symmetries.generators {
            let mapped: BTreeSet<State> =
                successors(after).iter().map(|state| self.image(symmetry, state)).collect();
            let played = successors(&self.image(symmetry, after));
            self.check(Claim::Symmetries, mapped == played, || position_text(model, after));
        }
        let tier = self.tier(after).and_then(|tier| facts.symmetries_by_tier.of_tier(tier));
        for cells in tier.iter().flat_map(|group| &group.generators) {
            let mapped: BTreeSet<State> =
                successors(after).iter().map(|state| moved(cells, state)).collect();
            let played = successors(&moved(cells, after));
            self.check(Claim::TierSymmetries, mapped == played, || position_text(model, after));
        }
        if let Some(duality) = &facts.symmetries.duality {
            let [old, new] = [before, after].map(|state| interp.canonical(duality.image(state)));
            let holds = successors(&new).contains(&old);
            self.check(Claim::Duality, holds, || super::move_text(model, before, after));
        }
    }

    /// The canonical form of a position, in a table that can divide by symmetry, is its own and
    /// that of every image.
    pub(super) fn canonical(&mut self, state: &State) {
        let (model, Some(hash)) = (self.model, self.hash) else { return };
        let text = || position_text(model, state);
        let canonical = hash.canonical(state);
        let idempotent = hash.canonical(&canonical) == canonical;
        self.check(Claim::CanonicalIdempotent, idempotent, text);
        for image in hash.quotient().images(state) {
            self.check(Claim::CanonicalOrbits, hash.canonical(&image) == canonical, text);
        }
    }

    fn image(&self, symmetry: &Symmetry, state: &State) -> State {
        self.interp.canonical(symmetry.image(self.model, state))
    }
}

/// A position with its contents carried to other cells.
fn moved(cells: &[CellId], state: &State) -> State {
    let mut image = state.clone();
    for (from, to) in cells.iter().enumerate() {
        image.cells[to.index()] = state.cells[from];
        if let Some(turn) = state.turns.get(from) {
            image.turns[to.index()] = *turn;
        }
    }
    image
}
