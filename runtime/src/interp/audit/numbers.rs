//! What stands where, how many there are, and the tiers that follow from it.

use super::{Audit, Claim, move_text};
use crate::interp::notation::position_text;
use gdl::analyze::counts::Trend;
use gdl::analyze::turn_order::TurnOrder;
use gdl::model::{Body, CellId, Content, Move, State};

impl Audit<'_> {
    /// Contents, blocks, counts, tiers and turns, for a move.
    pub(super) fn numbers(&mut self, before: &State, after: &State) {
        self.contents(after);
        self.blocks(after);
        self.counts(before, after);
        self.tiers(before, after);
        if self.facts.turns.order == TurnOrder::Strict {
            let holds = after.mover == self.model.next_player(before.mover);
            let model = self.model;
            self.check(Claim::TurnOrder, holds, || move_text(model, before, after));
        }
    }

    fn contents(&mut self, state: &State) {
        let model = self.model;
        let seen = |held: u8| Content(if model.heap { held.min(1) } else { held });
        let mut cells = state.cells.iter().zip(&self.facts.terrain.possible);
        let holds = cells.all(|(held, possible)| possible.contains(seen(*held)));
        self.check(Claim::Contents, holds, || position_text(model, state));
    }

    fn blocks(&mut self, state: &State) {
        let (model, facts) = (self.model, self.facts);
        for link in facts.blocks.blocks.iter().flat_map(|block| &block.links) {
            let Some(direction) = model.board.direction(&link.direction) else { continue };
            let together = |(held, next): (&u8, &Option<CellId>)| {
                let beside = next.map(|cell| state.cells[cell.index()]);
                *held != link.piece.content().0 || beside == Some(link.other.content().0)
            };
            let holds = state.cells.iter().zip(&direction.next).all(together);
            self.check(Claim::Blocks, holds, || position_text(model, state));
        }
    }

    fn counts(&mut self, before: &State, after: &State) {
        let (model, facts) = (self.model, self.facts);
        for quantity in &facts.counts.quantities {
            let [old, new] = [before, after].map(|state| quantity.what.of(model.heap, state));
            let holds = match quantity.trend {
                Trend::Constant => new == old,
                Trend::Falls => new <= old,
                Trend::Rises => new >= old,
                Trend::Free => true,
            };
            let text = || format!("{}: {}", quantity.name, move_text(model, before, after));
            self.check(Claim::Trends, holds, text);
            let inside = (quantity.range.low..=quantity.range.high).contains(&new);
            self.check(Claim::Ranges, inside, text);
        }
    }

    /// The number of moves, where a move is no more than its first step and a turn of the ring.
    pub(super) fn fan_out(&mut self, state: &State, moves: usize) {
        let model = self.model;
        if model.moves.iter().all(is_one_step) {
            let turns = if model.same_rotations { model.board.cells.len() } else { 1 };
            // Who can do nothing may have to pass.
            let most = (self.facts.turns.fan_out[state.mover.index()] * turns).max(1);
            self.check(Claim::FanOut, moves <= most, || position_text(model, state));
        }
    }

    /// The number of the tier of a position.
    pub(super) fn tier(&self, state: &State) -> Option<usize> {
        let tiers = &self.facts.tiers;
        let values = tiers.key.iter().map(|what| what.of(self.model.heap, state));
        let key: Vec<i64> = values.collect();
        tiers.tiers.iter().position(|tier| tier.key == key)
    }

    fn tiers(&mut self, before: &State, after: &State) {
        let (model, tiers) = (self.model, &self.facts.tiers);
        if tiers.tiers.is_empty() {
            return;
        }
        let text = || move_text(model, before, after);
        let [old, new] = [before, after].map(|state| self.tier(state));
        self.check(Claim::Tiers, old.is_some() && new.is_some(), text);
        let (Some(old), Some(new)) = (old, new) else { return };
        let follows = old == new || new < old && tiers.tiers[old].next.contains(&new);
        self.check(Claim::TierOrder, follows, text);
        self.check(Claim::TierMovers, tiers.tiers[new].movers.contains(&after.mover), text);
    }
}

fn is_one_step(one: &Move) -> bool {
    one.afters.is_empty()
        && match &one.body {
            Body::Once(list) => list.iter().all(|alternative| alternative.steps.len() == 1),
            Body::Chain(_) => false,
            Body::Settle(_) => true,
        }
}
