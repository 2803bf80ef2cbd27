//! Every claim about a game, tried on one position or one move of it.

use crate::symmetry;
use gdl::analyze::counts::Trend;
use gdl::analyze::inverse::Inverse;
use gdl::analyze::layers::LayerForm;
use gdl::analyze::parity::Sign;
use gdl::analyze::turn_order::TurnOrder;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{Content, Model, State};
use gdl_runtime::interp::Interp;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is claimed of one start of a game.
pub(super) struct Claims<'a> {
    interp: &'a Interp<'a>,
    model: &'a Model,
    facts: Facts,
    /// The tiers by their keys.
    tiers: BTreeMap<Vec<i64>, usize>,
}

impl<'a> Claims<'a> {
    /// What is claimed of the start of the interpreter.
    pub(super) fn of(interp: &'a Interp<'a>) -> Self {
        let model = interp.model();
        let facts = analyze(model, Domain::start(model, interp.start_index()));
        let keys = facts.tiers.tiers.iter().map(|tier| tier.key.clone());
        let tiers = keys.zip(0..).collect();
        Claims { interp, model, facts, tiers }
    }

    /// How many claims there are about numbers.
    pub(super) fn count(&self) -> usize {
        let facts = &self.facts;
        facts.potentials.invariants.len()
            + usize::from(facts.potentials.alternating.is_some())
            + usize::from(facts.layers.number.is_some())
            + usize::from(facts.falling.number.is_some())
            + facts.conserved.sums.len()
    }

    /// Whether some tier has more symmetries than the game.
    pub(super) fn has_symmetric_tier(&self) -> bool {
        !self.facts.symmetries_by_tier.groups.is_empty()
    }

    /// Checks all claims on about `positions` positions that can be reached, and says how many
    /// moves were looked at.
    pub(super) fn check_all(&self, positions: usize) -> u64 {
        let mut seen = BTreeSet::from([self.interp.start()]);
        let mut open = vec![self.interp.start()];
        let mut moves = 0;
        while let Some(state) = open.pop() {
            self.check_position(&state);
            for next in self.interp.successors(&state) {
                self.check_move(&state, &next.state);
                moves += 1;
                if seen.len() < positions && seen.insert(next.state.clone()) {
                    open.push(next.state);
                }
            }
        }
        for state in seen.iter().take(positions / 6) {
            self.check_symmetries(state);
        }
        if moves == 0 {
            self.check_silence();
        }
        moves
    }

    /// Checks what is claimed of single positions.
    pub(super) fn check_position(&self, state: &State) {
        let facts = &self.facts;
        for invariant in &facts.potentials.invariants {
            assert_eq!(invariant.potential.is_odd(state), invariant.odd, "{}", invariant.text);
        }
        for sum in &facts.conserved.sums {
            assert_eq!(sum.weights.value(state), sum.value, "{}", sum.weights.text);
        }
        for sum in &facts.orientation.sums {
            assert_eq!(sum.value(state) % sum.divisor, 0, "{}", facts.orientation);
        }
        if let Some(number) = &facts.layers.number {
            let value = number.weights.value(state);
            assert!((number.range.low..=number.range.high).contains(&value), "{}", facts.layers);
            if let LayerForm::Count(content) = number.form {
                let cells = state.cells.iter().zip(&facts.terrain.possible);
                let counted = cells.filter(|(held, it)| **held == content.0 && it.len() > 1);
                let cells = counted.count();
                assert_eq!(value, i64::try_from(cells).expect("few"), "{}", facts.layers);
            }
        }
        for signs in &facts.parity.arrangements {
            let held = signs.arrangement.cells.iter().map(|cell| state.cells[cell.index()]);
            let held: BTreeSet<u8> = held.collect();
            assert_eq!(held.len(), signs.arrangement.cells.len(), "{}", facts.parity);
        }
        for (held, possible) in state.cells.iter().zip(&facts.terrain.possible) {
            let content = Content(if self.model.heap { (*held).min(1) } else { *held });
            assert!(possible.contains(content), "{}", facts.terrain);
        }
        for quantity in &facts.counts.quantities {
            let value = quantity.what.of(self.model.heap, state);
            let range = quantity.range;
            assert!(
                (range.low..=range.high).contains(&value),
                "{}: {}",
                quantity.name,
                facts.counts
            );
        }
        self.check_blocks(state);
    }

    fn check_blocks(&self, state: &State) {
        for link in self.facts.blocks.blocks.iter().flat_map(|block| &block.links) {
            let direction = self.model.board.direction(&link.direction).expect("it exists");
            for (held, next) in state.cells.iter().zip(&direction.next) {
                if *held == link.piece.content().0 {
                    let beside = next.map(|cell| state.cells[cell.index()]);
                    assert_eq!(beside, Some(link.other.content().0), "{}", self.facts.blocks);
                }
            }
        }
    }

    /// Checks what is claimed of moves.
    pub(super) fn check_move(&self, before: &State, after: &State) {
        let facts = &self.facts;
        if let Some(alternating) = &facts.potentials.alternating {
            let [before, after] = [before, after].map(|it| alternating.potential.is_odd(it));
            assert_ne!(before, after, "{}", alternating.text);
        }
        if let Some(number) = &facts.layers.number {
            let [before, after] = [before, after].map(|it| number.weights.value(it));
            assert_eq!(after - before, number.change, "{}", facts.layers);
        }
        if let Some(number) = &facts.falling.number {
            let [before, after] = [before, after].map(|it| number.weights.value(it));
            assert!(after < before, "{}", facts.falling);
        }
        for sum in &facts.orientation.sums {
            let k = sum.orientations;
            let change = (sum.value(after) + k - sum.value(before)) % k;
            assert!(sum.changes.contains(&change), "{}", facts.orientation);
        }
        for signs in &facts.parity.arrangements {
            let [before, after] = [before, after].map(|it| signs.arrangement.is_odd(&it.cells));
            if signs.rotation != Some(Sign::Odd) {
                match signs.all {
                    Sign::Even => assert_eq!(before, after, "{}", facts.parity),
                    Sign::Odd => assert_ne!(before, after, "{}", facts.parity),
                    Sign::Either => {}
                }
            }
        }
        for quantity in &facts.counts.quantities {
            let value = |state| quantity.what.of(self.model.heap, state);
            let (old, new) = (value(before), value(after));
            let holds = match quantity.trend {
                Trend::Constant => new == old,
                Trend::Falls => new <= old,
                Trend::Rises => new >= old,
                Trend::Free => true,
            };
            assert!(holds, "{}: {}", quantity.name, facts.counts);
        }
        if facts.inverse == Inverse::Undirected {
            let back = self.interp.successors(after);
            assert!(back.iter().any(|back| back.state == *before), "{}", facts.inverse);
        }
        if facts.turns.order == TurnOrder::Strict {
            assert_eq!(after.mover, self.model.next_player(before.mover), "{}", facts.turns);
        }
        self.check_tiers(before, after);
    }

    fn tier(&self, state: &State) -> Option<usize> {
        let numbers = self.facts.tiers.key.iter();
        let key: Vec<i64> = numbers.map(|what| what.of(self.model.heap, state)).collect();
        self.tiers.get(&key).copied()
    }

    fn check_tiers(&self, before: &State, after: &State) {
        let tiers = &self.facts.tiers;
        if tiers.tiers.is_empty() {
            return;
        }
        let [old, new] = [before, after].map(|state| {
            let tier = self.tier(state).unwrap_or_else(|| panic!("{state:?} has no tier: {tiers}"));
            let movers = &tiers.tiers[tier].movers;
            assert!(movers.contains(&state.mover), "{state:?}: only {movers:?} move: {tiers}");
            tier
        });
        let next = &tiers.tiers[old].next;
        assert!(old == new || next.contains(&new), "{new} does not follow {old}: {tiers:?}");
        assert!(new <= old, "{new} comes after {old}: {tiers}");
    }

    /// Checks that the symmetries keep what can be done in a position.
    fn check_symmetries(&self, state: &State) {
        let found = &self.facts.symmetries;
        for symmetry in found.generators.iter().take(6) {
            symmetry::check_state("made up", self.interp, found, symmetry, state);
        }
        let of_tier = self.tier(state).and_then(|it| self.facts.symmetries_by_tier.of_tier(it));
        for cells in of_tier.iter().flat_map(|group| &group.generators).take(6) {
            let symmetry = symmetry::of_cells(self.model, cells);
            symmetry::check_state("a tier", self.interp, found, &symmetry, state);
        }
    }

    /// Where no move can be made, nothing is said of all moves, unless the analysis could not
    /// know.
    fn check_silence(&self) {
        let facts = &self.facts;
        if facts.inverse == Inverse::NoMoves {
            assert_eq!(self.count(), 0, "{facts}");
            let text = facts.to_string();
            assert!(!text.contains("every move"), "{text}");
        }
    }
}
