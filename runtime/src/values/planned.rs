//! The tiers of a planned game.

use super::structure::{Structure, TierShape};
use gdl::model::{Model, PlayerId, Stuck};
use gdl::plan::Plan;

impl Structure {
    /// The tiers that a plan numbers, in the order of its hash.
    pub fn new(model: &Model, plan: &Plan) -> Self {
        let Plan { facts, hash, .. } = plan;
        let labels: Vec<&String> = facts.tiers.labels.iter().flatten().collect();
        let all = &facts.tiers.tiers;
        let number = |key: &[i64]| hash.tiers().iter().position(|tier| tier.key == key);
        let shape = |(position, tier): (usize, &gdl::plan::hash::TierHash)| {
            let known = all.iter().find(|known| known.key == tier.key);
            let next = known.map_or(&[][..], |known| &known.next);
            let can_move = |player: u8| tier.movers.contains(&PlayerId(player));
            TierShape {
                key: labels.iter().map(|label| (*label).clone()).zip(tier.key.clone()).collect(),
                indices: hash.tier_size(position),
                has_mover_digit: hash.has_mover_digit(position),
                first_moves: can_move(0),
                second_moves: can_move(1),
                mirror: hash.mirror(position),
                next: next.iter().filter_map(|next| number(&all[*next].key)).collect(),
            }
        };
        Structure {
            tiers: hash.tiers().iter().enumerate().map(shape).collect(),
            divided_by: if hash.is_up_to_symmetry() {
                hash.quotient().maps().iter().filter(|map| map.moves_cells_only()).count() as u64
            } else {
                1
            },
            keeps_ways: facts.symmetries.keeps_ways,
            stuck: match model.stuck {
                Some(Stuck::Wins) => 1,
                Some(Stuck::Loses) => 2,
                Some(Stuck::Draws | Stuck::Passes | Stuck::ByScore) | None => 3,
            },
            puzzle: model.players.is_empty(),
        }
    }
}
