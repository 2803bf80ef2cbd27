//! Numbers read off a position that stay, alternate, count or fall.

use super::{Audit, Claim, move_text};
use gdl::analyze::parity::Sign;
use gdl::model::State;

impl Audit<'_> {
    /// Potentials, signs, layers and sums, for a move.
    pub(super) fn sums(&mut self, before: &State, after: &State) {
        let (model, facts) = (self.model, self.facts);
        let text = |what: &str| format!("{what}: {}", move_text(model, before, after));
        for invariant in &facts.potentials.invariants {
            let holds = invariant.potential.is_odd(after) == invariant.odd;
            self.check(Claim::Invariants, holds, || text(&invariant.text));
        }
        if let Some(alternating) = &facts.potentials.alternating {
            let holds = alternating.potential.is_odd(before) != alternating.potential.is_odd(after);
            self.check(Claim::Alternation, holds, || text(&alternating.text));
        }
        if let Some(number) = &facts.layers.number {
            let [old, new] = [before, after].map(|state| number.weights.value(state));
            let inside = (number.range.low..=number.range.high).contains(&new);
            let holds = inside && new == old + number.change;
            self.check(Claim::LayerNumber, holds, || text(&number.weights.text));
        }
        if let Some(number) = &facts.falling.number {
            let [old, new] = [before, after].map(|state| number.weights.value(state));
            self.check(Claim::Falling, new < old, || text(&number.weights.text));
        }
        for sum in &facts.conserved.sums {
            let holds = sum.weights.value(after) == sum.value;
            self.check(Claim::Sums, holds, || text(&sum.weights.text));
        }
        for sum in &facts.orientation.sums {
            let all = sum.orientations;
            let change = (sum.value(after) + all - sum.value(before)) % all;
            let holds =
                sum.value(after) % sum.divisor == sum.first && sum.changes.contains(&change);
            self.check(Claim::TurnSums, holds, || text("the sum of turns"));
        }
        self.signs(before, after);
    }

    fn signs(&mut self, before: &State, after: &State) {
        let (model, facts) = (self.model, self.facts);
        for signs in &facts.parity.arrangements {
            // Where a turn of the ring is odd, the canonical one of the equal positions has no
            // sign to speak of.
            if signs.rotation == Some(Sign::Odd) {
                continue;
            }
            let [old, new] = [before, after].map(|state| signs.arrangement.is_odd(&state.cells));
            let holds = match signs.all {
                Sign::Even => old == new,
                Sign::Odd => old != new,
                Sign::Either => true,
            };
            self.check(Claim::Signs, holds, || move_text(model, before, after));
        }
    }
}
