//! The tiers of a planned game.

use super::structure::{Structure, TierShape};
use gdl::model::Model;
use gdl::plan::{Plan, structure};

impl Structure {
    /// Returns the tiers that a plan numbers, in the order of its hash.
    pub fn new(model: &Model, plan: &Plan) -> Self {
        let structure::Structure { tiers, divided_by, keeps_ways, stuck, puzzle } =
            structure::Structure::new(model, plan);
        let shape = |tier: structure::TierShape| TierShape {
            key: tier.key,
            indices: tier.indices,
            has_mover_digit: tier.has_mover_digit,
            first_moves: tier.can_move[0],
            second_moves: tier.can_move[1],
            next: tier.next,
            mirror: tier.mirror,
        };
        let tiers = tiers.into_iter().map(shape).collect();
        Structure { tiers, divided_by, keeps_ways, stuck, puzzle }
    }
}
