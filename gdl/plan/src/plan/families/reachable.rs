//! The family `reachable`: the positions that play finds, tier by tier
//! ([`crate::plan::enumerated`]).

use super::{HashFamily, Refusal};
use crate::analyze::counts::What;
use crate::model::PlayerId;
use crate::plan::enumerated::{Enumerate, Enumerated, Place};
use crate::plan::hash::{Frame, Hash, NewTier, TierStates};
use crate::plan::subject::{NOT_TRIED, Subject};
use std::collections::{BTreeMap, BTreeSet};

/// The most positions that are enumerated: a few seconds of play, in games with many moves.
pub(in crate::plan) const MOST_POSITIONS: u64 = 2_000_000;

/// What play has found of a tier: its movers, and its states as the values of all places one after
/// the other.
#[derive(Default)]
struct PlayedTier {
    movers: BTreeSet<PlayerId>,
    states: Vec<u8>,
}

pub(super) struct Enumeration;

impl HashFamily for Enumeration {
    fn hash(&self, _: &Subject<'_>) -> Result<Hash, Refusal> {
        Err(NOT_TRIED)
    }

    /// Not measured: put together from its parts.
    fn nanoseconds(&self, cells: f64, _: f64) -> f64 {
        cells + 40.0
    }

    fn leaves_out_mover(&self) -> bool {
        false
    }

    fn advantage(&self, _: &Subject<'_>, _: &dyn HashFamily) -> Option<String> {
        Some("only these positions can be reached; they were found by playing".to_owned())
    }
}

impl Subject<'_> {
    /// The hash of what can be reached.
    pub(in crate::plan) fn reachable(&self, play: &dyn Enumerate) -> Result<Hash, Refusal> {
        let Some(from) = self.facts.domain.beginning() else {
            return Err(Refusal::NotMadeForIt("all placements are asked for, not those of play"));
        };
        let turning = self.model.pieces.iter().any(|piece| piece.turns > 1);
        let places = Place::all(&self.cells, turning, self.model.counters.len());
        let tiers = &self.facts.tiers;
        let key: &[What] = if tiers.tiers.is_empty() { &[] } else { &tiers.key };
        let mut found: BTreeMap<Vec<i64>, PlayedTier> = BTreeMap::new();
        let complete = play.visit(from, MOST_POSITIONS, &mut |state| {
            let key = key.iter().map(|what| what.of(self.model.heap, state)).collect();
            let tier = found.entry(key).or_default();
            tier.movers.insert(state.mover);
            tier.states.extend(places.iter().map(|place| place.read(state)));
        });
        if !complete {
            return Err(Refusal::TooManyPositions { limit: MOST_POSITIONS });
        }
        let order: BTreeMap<&[i64], usize> =
            tiers.tiers.iter().map(|tier| tier.key.as_slice()).zip(0..).collect();
        let mut found: Vec<(Vec<i64>, PlayedTier)> = found.into_iter().collect();
        found.sort_by_key(|(key, _)| order.get(key.as_slice()).copied());
        let mut made = Vec::new();
        for (key, PlayedTier { movers, states }) in found {
            let states = TierStates::Enumerated(Enumerated::new(&places, &states)?);
            made.push(NewTier { key, movers: movers.into_iter().collect(), states });
        }
        let frame = Frame { mover: None, counters: Vec::new(), ..self.frame(key.to_vec()) };
        Ok(Hash::new(frame, made)?)
    }
}
