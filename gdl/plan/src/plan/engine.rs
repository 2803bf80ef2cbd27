//! How the positions will be searched, and with how many bits for each.

use super::PlanError;
use crate::facts::Facts;
use crate::model::{Model, Stuck};
use serde::Serialize;
use std::fmt;

/// How the positions will be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// Breadth-first search with one bit per entry: something read off a position tells its layer.
    OneBitByLayer,
    /// Breadth-first search with one bit per entry: something alternates with every move.
    OneBit,
    /// Breadth-first search with two bits per entry.
    TwoBit,
    /// One bit per entry where nothing tells layers apart: which positions can be reached, without
    /// distances.
    Reachability,
    /// Retrograde analysis with the number of moves to the end per entry.
    RetrogradeWithDepth,
    /// Retrograde analysis with two bits per entry: won, lost, drawn or not known.
    Retrograde,
    /// Retrograde analysis with a score per entry.
    Scores,
}

impl Engine {
    /// How many bits an entry takes.
    pub fn bits(self) -> u64 {
        match self {
            Engine::OneBitByLayer | Engine::OneBit | Engine::Reachability => 1,
            Engine::TwoBit | Engine::Retrograde => 2,
            Engine::RetrogradeWithDepth => 8,
            Engine::Scores => 16,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::OneBitByLayer => "breadth-first search, one layer after the other, because a position tells its layer",
            Engine::OneBit => "breadth-first search by what alternates, which looks at old positions again",
            Engine::TwoBit => "breadth-first search with a mark for each layer",
            Engine::Reachability => "sweeps until nothing is new: which positions can be reached, without distances",
            Engine::RetrogradeWithDepth => "retrograde analysis: won or lost in how many moves, or drawn",
            Engine::Retrograde => "retrograde analysis: won, lost, drawn or not known",
            Engine::Scores => "retrograde analysis with scores",
        })
    }
}

/// The engines that are sound for a game, the one that is used first.
///
/// One bit is enough where something alternates, but then old positions are expanded again in
/// every second layer; so it comes second there, for tables that do not fit otherwise.
fn sound(model: &Model, facts: &Facts) -> &'static [Engine] {
    match (model.players.is_empty(), model.stuck) {
        (true, _) if facts.layers.number.is_some() => &[Engine::OneBitByLayer, Engine::TwoBit],
        (true, _) if facts.potentials.alternating.is_some() => &[Engine::TwoBit, Engine::OneBit],
        (true, _) => &[Engine::TwoBit, Engine::Reachability],
        (false, Some(Stuck::ByScore)) => &[Engine::Scores],
        (false, _) => &[Engine::RetrogradeWithDepth, Engine::Retrograde],
    }
}

/// The engine that is used, or the one with the bits asked for.
pub(super) fn engine(model: &Model, facts: &Facts, bits: Option<u64>) -> Result<Engine, PlanError> {
    let sound = sound(model, facts);
    let reason = match sound {
        [Engine::Scores] => "a score takes 16",
        [Engine::RetrogradeWithDepth, _] => {
            "won, lost, drawn and not known take 2, and with the number of moves 8"
        }
        _ => "a search takes 1 or 2",
    };
    let Some(bits) = bits else { return Ok(sound[0]) };
    sound
        .iter()
        .copied()
        .find(|engine| engine.bits() == bits)
        .ok_or(PlanError::WrongBits { bits, reason })
}

/// The engine that does with fewer bits, if there is one.
pub(super) fn smaller(model: &Model, facts: &Facts, engine: Engine) -> Option<Engine> {
    sound(model, facts).iter().copied().find(|other| other.bits() < engine.bits())
}
