//! The plan: every layout that can number the positions of a game, the one that is chosen, and the
//! engine that will run on it.
//!
//! Stage 4 of the walk. All combinatorics is done here and in [`crate::analyze`]; what comes later
//! only follows the plan. The only thing that can go wrong is that nothing fits.

use crate::facts::Facts;
use crate::model::Model;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use subject::Subject;

pub mod arrangement;
mod by_layer;
mod by_zone;
mod choice;
mod engine;
pub mod enumerated;
mod families;
mod family;
mod fingerprint;
mod fitting;
pub mod hash;
mod known;
mod mirror;
pub mod mover;
pub mod quotient;
mod reason;
mod stated;
pub mod structure;
mod subject;
mod text;
pub mod turning;
mod zone;
pub mod zone_hash;

pub use choice::bits_per_state;
pub use engine::Engine;
pub use enumerated::Enumerate;
pub use family::{Family, Refusal};
pub use hash::{Hash, Numbering};
pub use zone::changing_cells;

/// One way to number the positions of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The family.
    pub family: Family,
    /// Number of entries of all tiers together; none if the family does not fit.
    pub entries: Option<u64>,
    /// Number of entries of the largest tier.
    pub largest_tier: Option<u64>,
    /// Number of bytes of the table with the engine's entries, and of the keys where states are
    /// enumerated.
    pub bytes: Option<u64>,
    /// Number of bits that the table has for each position that can be reached, if their number is
    /// known.
    pub bits_per_state: Option<f64>,
    /// Nanoseconds for ranking a position, roughly; of a word-parallel layout, those that one
    /// layer takes for each position.
    pub cost: f64,
    /// Why the family does not fit.
    pub refusal: Option<String>,
}

/// What symmetry would save.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SymmetryPlan {
    /// How many symmetries positions can be divided by, the trivial one included.
    pub order: usize,
    /// How many of them move cells only, which the layout `orbits` divides by.
    pub cells_only: usize,
    /// Number of entries of that layout, if it fits.
    pub entries: Option<u64>,
    /// Whether the plan uses it.
    pub used: bool,
    /// Whether it has at most half the entries of the best other layout.
    pub pays: bool,
    /// Whether a search that looks at only one of symmetric positions is expected to be faster, in
    /// any layout.
    pub saves_time: bool,
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
    /// What keeps the numbers of this family small, one sentence each.
    pub savings: Vec<String>,
    /// The engine.
    pub engine: Engine,
    /// An engine that does with fewer bits, and with more work or without distances.
    pub smaller: Option<Engine>,
    /// Number of positions that can be reached: enumerated, or stated by the file.
    pub reachable: Option<u64>,
    /// What symmetry would save.
    pub symmetry: SymmetryPlan,
    /// What the plan is made from. It is right for the domain of these facts and for no other
    /// positions.
    #[serde(skip)]
    pub facts: Arc<Facts>,
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
    /// No engine for this game works with this number of bits.
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
    /// Whether every position is to have an index of its own: then symmetric positions do not
    /// share one unless that family is asked for.
    pub one_to_one: bool,
}

/// Plans a game for the domain of the facts.
///
/// Positions are not enumerated: the family `reachable` is left out.
pub fn plan(model: &Model, facts: &Facts, options: PlanOptions) -> Result<Plan, PlanError> {
    choice::choose(Subject::new(model, facts), options, None)
}

/// Plans a game for the domain of the facts. If it is asked for or nothing else is small, `play`
/// enumerates the positions.
pub fn plan_with_play(
    model: &Model,
    facts: &Facts,
    options: PlanOptions,
    play: &dyn Enumerate,
) -> Result<Plan, PlanError> {
    choice::choose(Subject::new(model, facts), options, Some(play))
}

/// Plans a game for the domain of the facts in the word-parallel layout that is asked for, with
/// the numbers that it has there.
pub fn plan_with_numbering(
    model: &Model,
    facts: &Facts,
    options: PlanOptions,
    numbering: Result<Arc<dyn Numbering>, Refusal>,
) -> Result<Plan, PlanError> {
    choice::choose(Subject { numbering, ..Subject::new(model, facts) }, options, None)
}
