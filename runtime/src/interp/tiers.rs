//! Tiers: the states grouped by the piece counts and counters that change in one direction only.

use super::explore::Exploration;
use crate::values::{Farthest, Longest};
use gdl::model::Model;
use gdl::model::State;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How many states are won, lost and drawn for the player to move. Where the scores decide, won
/// means ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the player to move; of a puzzle, those that can be solved.
    pub won: u64,
    /// Lost for the player to move; of a puzzle, those that cannot be solved.
    pub lost: u64,
    /// Neither.
    pub drawn: u64,
    /// Won for each player, regardless of who is to move; empty for a puzzle.
    pub won_by: Vec<u64>,
}

impl Counts {
    /// All of these together.
    pub fn sum<'a>(all: impl Iterator<Item = &'a Counts>) -> Self {
        all.fold(Counts::default(), |mut sum, counts| {
            sum.won += counts.won;
            sum.lost += counts.lost;
            sum.drawn += counts.drawn;
            sum.won_by.resize(sum.won_by.len().max(counts.won_by.len()), 0);
            sum.won_by.iter_mut().zip(&counts.won_by).for_each(|(sum, own)| *sum += own);
            sum
        })
    }
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
    /// The longest win and the longest loss among them.
    pub longest: Longest<State>,
    /// How they divide if symmetric states are one, where that was found out.
    pub classes: Option<Classes>,
}

/// How many classes of symmetric states are won, lost and drawn for the player to move. If the
/// players can change places, a state and its image under that are of one class as well, though
/// the image can be in another tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// By how many symmetries states are divided.
    pub symmetries: u64,
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Neither.
    pub drawn: u64,
}

impl Classes {
    /// How many there are.
    pub fn total(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

/// What a state is to its player to move: good (greater), bad (less) or neither; and how many
/// moves, or points, are to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) verdict: Ordering,
    pub(super) plies: u32,
}

/// What is counted of some states.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) counts: Counts,
    pub(super) longest: Longest<State>,
}

impl Summary {
    pub(super) fn new(players: usize) -> Self {
        let counts = Counts { won_by: vec![0; players], ..Counts::default() };
        Summary { counts, longest: Longest::default() }
    }

    /// Counts a state.
    pub(super) fn add(&mut self, state: &State, standing: Standing) {
        let Standing { verdict, plies } = standing;
        let Summary { counts, longest } = self;
        let is_puzzle = counts.won_by.is_empty();
        let farthest = match verdict {
            Ordering::Greater => {
                counts.won += 1;
                Some(&mut longest.win)
            }
            Ordering::Less => {
                counts.lost += 1;
                // A puzzle that cannot be solved has no end.
                (!is_puzzle).then_some(&mut longest.loss)
            }
            Ordering::Equal => {
                counts.drawn += 1;
                None
            }
        };
        if let Some(farthest) = farthest
            && farthest.as_ref().is_none_or(|known| known.plies < plies)
        {
            *farthest = Some(Farthest { plies, position: state.clone() });
        }
        for (player, won) in counts.won_by.iter_mut().enumerate() {
            let moves = player == state.mover.index();
            *won += u64::from(if moves { verdict.is_gt() } else { verdict.is_lt() });
        }
    }
}

/// The tiers of all states found, in order of their keys; none if nothing changes in one direction
/// only.
pub(super) fn tiers(
    model: &Model,
    found: &Exploration,
    standings: Option<&[Standing]>,
) -> Vec<Tier> {
    let measures = found.one_way();
    if measures.is_empty() {
        return Vec::new();
    }
    let mut groups: BTreeMap<Vec<i64>, (u64, Summary)> = BTreeMap::new();
    for (index, state) in found.states.iter().enumerate() {
        let key = measures.iter().map(|measure| measure.value(model, &state)).collect();
        let (states, summary) =
            groups.entry(key).or_insert_with(|| (0, Summary::new(model.players.len())));
        *states += 1;
        if let Some(standings) = standings {
            summary.add(&state, standings[index]);
        }
    }
    let tier = |(key, (states, summary)): (Vec<i64>, (u64, Summary))| Tier {
        key: measures.iter().map(|measure| measure.label.clone()).zip(key).collect(),
        states,
        counts: standings.map(|_| summary.counts),
        longest: summary.longest,
        classes: None,
    };
    groups.into_iter().map(tier).collect()
}
