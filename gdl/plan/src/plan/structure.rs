//! The tiers of a plan as a search for values needs them, and whether positions have values.

use super::{Hash, Plan};
use crate::model::{Model, PlayerId, State, Stuck};

/// The tiers that a plan numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The tiers, in the order of the hash: each comes after all that can follow it.
    pub tiers: Vec<TierShape>,
    /// How many symmetries the layout divides positions by; 1 if every position has an index of
    /// its own.
    pub divided_by: u64,
    /// Whether a move can be made in as many ways in every symmetric position.
    pub keeps_ways: bool,
    /// What it means for the player to move if she cannot: 1 she wins, 2 she loses, 3 a draw.
    pub stuck: u32,
    /// Whether it is a puzzle.
    pub puzzle: bool,
}

/// One tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierShape {
    /// The numbers that make it, by name.
    pub key: Vec<(String, i64)>,
    /// Number of indices.
    pub indices: u64,
    /// Whether the lowest digit of an index says which of the two players is to move.
    pub has_mover_digit: bool,
    /// Whether the first and the second player can be to move.
    pub can_move: [bool; 2],
    /// The tiers that can follow it, itself left out.
    pub next: Vec<usize>,
    /// The tier that it becomes when the players change places; none if they cannot.
    pub mirror: Option<usize>,
}

impl Structure {
    /// Returns the tiers of a plan.
    pub fn new(model: &Model, plan: &Plan) -> Self {
        let Plan { facts, hash, .. } = plan;
        let labels: Vec<&String> = facts.tiers.labels.iter().flatten().collect();
        let all = &facts.tiers.tiers;
        let number = |key: &[i64]| hash.tiers().iter().position(|tier| tier.key == key);
        let shape = |(position, tier): (usize, &super::hash::TierHash)| {
            let known = all.iter().find(|known| known.key == tier.key);
            let next = known.map_or(&[][..], |known| &known.next);
            TierShape {
                key: labels.iter().map(|label| (*label).clone()).zip(tier.key.clone()).collect(),
                indices: hash.tier_size(position),
                has_mover_digit: hash.has_mover_digit(position),
                can_move: [0, 1].map(|player| tier.movers.contains(&PlayerId(player))),
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

/// Returns why the positions of a game have no values, if that is so.
pub fn why_no_values(model: &Model) -> Option<&'static str> {
    if model.players.len() > 2 {
        Some("best play is only defined for one or two players")
    } else if model.stuck == Some(Stuck::ByScore) && !model.ends.is_empty() {
        Some("ends cannot be weighed against scores")
    } else if model.players.is_empty() && model.goal.is_none() {
        Some("a puzzle without a goal has no values")
    } else {
        None
    }
}

/// Returns the tier of a position and its index there, if play from it can be counted in the
/// numbers of a hash: it is the only position with its index.
pub fn beginning(hash: &Hash, state: &State) -> Option<(usize, u64)> {
    let (tier, index) = hash.tier_of(state).zip(hash.rank(state))?;
    let is_numbered = hash.is_up_to_symmetry() || hash.unrank(index) == *state;
    (is_numbered && hash.class_members(state).len() <= 1)
        .then(|| (tier, index - hash.tier_start(tier)))
}
