//! Tiers: the states grouped by the piece counts and counters that change in one direction only.

use super::explore::Exploration;
use gdl::model::Model;
use gdl::model::State;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How many states are won, lost and drawn for the player to move. Where the scores decide, won means ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the player to move; of a puzzle, those that can be solved.
    pub won: u64,
    /// Lost for the player to move; of a puzzle, those that cannot be solved.
    pub lost: u64,
    /// Neither.
    pub drawn: u64,
    /// Won for each player, whoever is to move; empty for a puzzle.
    pub won_by: Vec<u64>,
}

/// The states with the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Piece counts and counters by label.
    pub key: Vec<(String, i64)>,
    /// Number of states.
    pub states: u64,
    /// How they divide, where they have values.
    pub counts: Option<Counts>,
}

impl Counts {
    pub(super) fn new(players: usize) -> Self {
        Self { won_by: vec![0; players], ..Self::default() }
    }

    /// Counts a state that is good (greater), bad (less) or neither for its player to move.
    pub(super) fn add(&mut self, state: &State, verdict: Ordering) {
        let mover = state.mover.index();
        match verdict {
            Ordering::Greater => self.won += 1,
            Ordering::Less => self.lost += 1,
            Ordering::Equal => self.drawn += 1,
        }
        for (player, won) in self.won_by.iter_mut().enumerate() {
            let wins = if player == mover { verdict.is_gt() } else { verdict.is_lt() };
            *won += u64::from(wins);
        }
    }
}

/// The tiers of all states found, in order of their keys; none if nothing changes in one direction only.
pub(super) fn tiers(
    model: &Model,
    found: &Exploration,
    verdicts: Option<&[Ordering]>,
) -> Vec<Tier> {
    let measures = found.one_way();
    if measures.is_empty() {
        return Vec::new();
    }
    let mut groups: BTreeMap<Vec<i64>, (u64, Counts)> = BTreeMap::new();
    for (index, state) in found.states.iter().enumerate() {
        let key = measures.iter().map(|measure| measure.value(model, &state)).collect();
        let (states, counts) =
            groups.entry(key).or_insert_with(|| (0, Counts::new(model.players.len())));
        *states += 1;
        if let Some(verdicts) = verdicts {
            counts.add(&state, verdicts[index]);
        }
    }
    let tier = |(key, (states, counts)): (Vec<i64>, (u64, Counts))| Tier {
        key: measures.iter().map(|measure| measure.label.clone()).zip(key).collect(),
        states,
        counts: verdicts.map(|_| counts),
    };
    groups.into_iter().map(tier).collect()
}
