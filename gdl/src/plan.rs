//! The plan: every layout that can number the positions of a game, the one that is chosen, and the engine that will run on it.
//!
//! Stage 4 of the walk. All combinatorics is done here and in [`crate::analyze`]; what comes later only follows the plan. The only thing that can
//! go wrong is that nothing fits.

use crate::ast::Relation;
use crate::facts::Facts;
use crate::model::{Expect, ExpectValue, Fact, Model, Param, Start, Stuck};
use serde::Serialize;
use std::fmt;

pub mod arrangement;
mod family;
pub mod hash;
mod known;

pub use family::{Family, Refusal};
pub use hash::Hash;
pub use known::{Known, SignRule};

use family::Subject;

/// One way to number the positions of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The family.
    pub family: Family,
    /// Number of entries of all tiers together; none if the family does not fit.
    pub entries: Option<u64>,
    /// Number of entries of the largest tier.
    pub largest_tier: Option<u64>,
    /// Nanoseconds for ranking a position, roughly.
    pub cost: f64,
    /// Why the family does not fit.
    pub refusal: Option<String>,
}

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
    /// Retrograde analysis with two bits per entry: won, lost, drawn or not known.
    Retrograde,
    /// Retrograde analysis with a score per entry.
    Scores,
}

impl Engine {
    /// How many bits an entry takes.
    pub fn bits(self) -> u64 {
        match self {
            Engine::OneBitByLayer | Engine::OneBit => 1,
            Engine::TwoBit | Engine::Retrograde => 2,
            Engine::Scores => 8,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::OneBitByLayer => "breadth-first search, one layer after the other, because a position tells its layer",
            Engine::OneBit => "breadth-first search by what alternates",
            Engine::TwoBit => "breadth-first search with a mark for each layer",
            Engine::Retrograde => "retrograde analysis: won, lost, drawn or not known",
            Engine::Scores => "retrograde analysis with scores",
        })
    }
}

/// The plan of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// Every family, in a fixed order.
    pub candidates: Vec<Candidate>,
    /// The family that is used.
    pub family: Family,
    /// Why this one.
    pub reason: String,
    /// The engine.
    pub engine: Engine,
    /// Number of positions that the file says can be reached.
    pub reachable: Option<u64>,
    /// The numbering itself.
    #[serde(skip)]
    pub hash: Hash,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The family that was asked for does not fit.
    Refused {
        /// The family.
        family: Family,
        /// Why.
        refusal: Refusal,
    },
    /// No engine for this game works with so many bits.
    WrongBits {
        /// What was asked for.
        bits: u64,
        /// What would be needed for it.
        reason: &'static str,
    },
    /// No family fits.
    NothingFits {
        /// Every family with its reason.
        refusals: Vec<(Family, Refusal)>,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Refused { family, refusal } => {
                write!(f, "the layout `{}` does not fit: {refusal}", family.name())
            }
            PlanError::WrongBits { bits, reason } => {
                write!(f, "a table with {bits}-bit entries does not work for this game: {reason}")
            }
            PlanError::NothingFits { refusals } => {
                write!(f, "no layout fits:")?;
                for (family, refusal) in refusals {
                    write!(f, "\n  {}: {refusal}", family.name())?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for PlanError {}

/// Choices that the user makes instead of the planner.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanOptions {
    /// The family to use.
    pub family: Option<Family>,
    /// How many bits an entry takes.
    pub bits: Option<u64>,
}

/// Plans a game that begins with this start.
pub fn plan(
    model: &Model,
    start: &Start,
    facts: &Facts,
    options: PlanOptions,
) -> Result<Plan, PlanError> {
    let engine = engine(model, facts, options.bits)?;
    let subject = Subject { model, start, facts, known: Known::new(model, start, facts) };
    let mut candidates = Vec::new();
    let mut hashes: Vec<(Family, Hash)> = Vec::new();
    let mut refusals = Vec::new();
    for family in Family::ALL {
        let (entries, largest_tier, refusal) = match subject.hash(family) {
            Ok(hash) => {
                let largest = (0..hash.tiers().len()).map(|tier| hash.tier_size(tier)).max();
                let size = hash.size();
                hashes.push((family, hash));
                (Some(size), largest, None)
            }
            Err(refusal) => {
                let reason = refusal.to_string();
                refusals.push((family, refusal));
                (None, None, Some(reason))
            }
        };
        candidates.push(Candidate {
            family,
            entries,
            largest_tier,
            cost: cost(family, model, facts),
            refusal,
        });
    }
    if let Some(family) = options.family
        && let Some(position) = refusals.iter().position(|(refused, _)| *refused == family)
    {
        return Err(PlanError::Refused { family, refusal: refusals.swap_remove(position).1 });
    }
    let wanted =
        hashes.iter().filter(|(family, _)| options.family.is_none_or(|wanted| wanted == *family));
    let better = |left: &&(Family, Hash), right: &&(Family, Hash)| {
        let sizes = left.1.size().cmp(&right.1.size());
        sizes.then(cost(left.0, model, facts).total_cmp(&cost(right.0, model, facts)))
    };
    let Some(family) = wanted.min_by(better).map(|(family, _)| *family) else {
        return Err(PlanError::NothingFits { refusals });
    };
    let position =
        hashes.iter().position(|(candidate, _)| *candidate == family).expect("just found");
    let hash = hashes.swap_remove(position).1;
    let reason = match options.family {
        Some(_) => "as asked for".to_owned(),
        None => "the fewest entries, and of those with equally many the fastest".to_owned(),
    };
    Ok(Plan { candidates, family, reason, engine, reachable: reachable(model), hash })
}

/// Nanoseconds for ranking a position, after measurements with the example `rank_bench`; the planner only compares them.
fn cost(family: Family, model: &Model, facts: &Facts) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).expect("cells and pieces are few"));
    let cells = number(facts.terrain.dynamic.len());
    match family {
        Family::Permutation => 2.8 * cells,
        Family::MyrvoldRuskey | Family::Blank => 4.0 * cells,
        Family::Multinomial => 0.9 * cells,
        Family::Sets => 7.0 * number(model.pieces.len()),
        Family::Heaps => 0.5 * cells,
        Family::Bits => 2.0,
        Family::Raw => cells,
    }
}

/// The engine with the fewest bits that is sound, or the one with the bits asked for.
fn engine(model: &Model, facts: &Facts, bits: Option<u64>) -> Result<Engine, PlanError> {
    let sound: &[Engine] = match (model.players.is_empty(), model.stuck) {
        (true, _) if facts.layers.number.is_some() => &[Engine::OneBitByLayer, Engine::TwoBit],
        (true, _) if facts.potentials.alternating.is_some() => &[Engine::OneBit, Engine::TwoBit],
        (true, _) => &[Engine::TwoBit],
        (false, Some(Stuck::ByScore)) => &[Engine::Scores],
        (false, _) => &[Engine::Retrograde],
    };
    let reason = match sound {
        [Engine::Scores] => "a score takes 8",
        [Engine::Retrograde] => "won, lost, drawn and not known take 2",
        _ => "nothing that can be read off a position changes with every move",
    };
    let Some(bits) = bits else { return Ok(sound[0]) };
    sound
        .iter()
        .copied()
        .find(|engine| engine.bits() == bits)
        .ok_or(PlanError::WrongBits { bits, reason })
}

/// The number of reachable positions, if the file states it for the parameters in use.
fn reachable(model: &Model) -> Option<u64> {
    let stated = |expect: &&Expect| {
        let params = if expect.params.is_empty() {
            !model.has_other_params()
        } else {
            let given = |param: &Param| {
                expect.params.iter().find(|(name, _)| *name == param.name).map(|(_, value)| *value)
            };
            model.params.iter().all(|param| param.value == given(param).unwrap_or(param.default))
        };
        expect.fact == Fact::Positions
            && expect.op == Relation::Equal
            && expect.tier.is_empty()
            && expect.start.is_none()
            && params
    };
    model.expects.iter().find(stated).and_then(|expect| match expect.value {
        ExpectValue::Number(number) => u64::try_from(number).ok(),
        ExpectValue::Word(_) => None,
    })
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "layout {}: {}", self.family.name(), self.reason)?;
        let tiers = self.hash.tiers().len();
        let bits = self.engine.bits();
        writeln!(
            f,
            "{} entries in {tiers} {}",
            self.hash.size(),
            if tiers == 1 { "table" } else { "tables, one for each tier" }
        )?;
        let bytes = u128::from(self.hash.size()) * u128::from(bits) / 8;
        let plural = if bits == 1 { "bit" } else { "bits" };
        let memory = memory(bytes);
        writeln!(f, "{}, {bits} {plural} for each entry: {memory} for all of them", self.engine)?;
        writeln!(f)?;
        writeln!(
            f,
            "  layout          entries             largest tier        used   cost  why not"
        )?;
        for candidate in &self.candidates {
            let mark = if candidate.family == self.family { "*" } else { " " };
            let number =
                |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
            let used = match (self.reachable, candidate.entries) {
                (Some(reachable), Some(entries)) if entries > 0 => {
                    format!("{:.1} %", percent(reachable, entries))
                }
                _ => "-".to_owned(),
            };
            writeln!(
                f,
                "{mark} {:<14}  {:<18}  {:<18}  {used:<7}{:>4.0}  {}",
                candidate.family.name(),
                number(candidate.entries),
                number(candidate.largest_tier),
                candidate.cost,
                candidate.refusal.as_deref().unwrap_or(""),
            )?;
        }
        Ok(())
    }
}

/// A share in per cent.
fn percent(part: u64, whole: u64) -> f64 {
    let thousandths = u128::from(part) * 100_000 / u128::from(whole);
    f64::from(u32::try_from(thousandths).unwrap_or(u32::MAX)) / 1000.0
}

/// A number of bytes in the largest unit that keeps it above 1.
fn memory(bytes: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut unit = 0;
    let mut rest = bytes;
    while rest >= 10_240 && unit + 1 < units.len() {
        rest /= 1024;
        unit += 1;
    }
    format!("{rest} {}", units[unit])
}
