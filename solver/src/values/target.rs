//! What is asked about values, and a layout that suits the question.
//!
//! Tables number positions, but not every layout numbers all that a question is about. A tier is
//! all placements of its pieces, also those that no play leads to, which some layouts leave out
//! because they break an invariant. What can be reached is counted exactly only if symmetric
//! positions, where a layout takes them for one, can all be reached or none: from a start that the
//! symmetries keep.

use crate::error::Message;
use crate::problem::{Job, Symmetry};
use crate::refusal::{Refusal, impossible};
use gdl::analyze::counts::What;
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::{Candidate, Family, Hash, Plan, PlanOptions, plan, plan_with_play};
use gdl_runtime::interp::{Samples, tier_positions};

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// All positions of a tier.
    Tier {
        /// Its number.
        tier: usize,
        /// As it was given.
        given: Vec<(String, i64)>,
    },
    /// What can be reached from a position.
    From {
        /// The position.
        state: State,
        /// The number of its tier.
        tier: usize,
        /// Its index there.
        index: u64,
    },
}

impl Target {
    /// The tier that it is about, or that play begins in.
    pub(crate) fn tier(&self) -> usize {
        match self {
            Target::Tier { tier, .. } | Target::From { tier, .. } => *tier,
        }
    }

    /// The position that play begins with, if it is one.
    pub(crate) fn position(&self) -> Option<&State> {
        match self {
            Target::Tier { .. } => None,
            Target::From { state, .. } => Some(state),
        }
    }

    /// Where play begins.
    pub(crate) fn beginning(&self) -> Option<(usize, u64)> {
        match self {
            Target::Tier { .. } => None,
            Target::From { tier, index, .. } => Some((*tier, *index)),
        }
    }

    /// Returns where samples of the positions that were asked for come from: play, or those of
    /// these tiers of which all positions have values.
    pub(crate) fn samples<'a>(
        &self,
        hash: &'a Hash,
        tiers: impl Iterator<Item = usize>,
    ) -> Vec<Samples<'a>> {
        match self {
            // Only what can be reached has a value.
            Target::From { state, .. } => vec![Samples::Play(state.clone())],
            Target::Tier { .. } => {
                let numbered = tiers.filter(|tier| hash.tier_size(*tier) > 0);
                numbered.map(|tier| Samples::Tier(hash, tier)).collect()
            }
        }
    }
}

/// A plan that suits the question.
pub(crate) fn planned(job: Job<'_>, facts: &Facts) -> Result<(Plan, Target), Refusal> {
    let Job { interp, choices, .. } = job;
    if choices.family.is_some_and(Family::is_word_parallel) {
        return Err(impossible(&"this layout is for searches from a start, not for values"));
    }
    let model = interp.model();
    let asked = Asked::new(job, facts)?;
    // The bits of a puzzle's entries are those of a search from the start, which this is not.
    let bits = choices.bits.filter(|_| !model.players.is_empty());
    let with = |family: Option<Family>| {
        let wanted = PlanOptions { family, bits, ..PlanOptions::default() };
        match family {
            // Positions that are enumerated must be played.
            Some(Family::Reachable) => plan_with_play(model, facts, wanted, interp),
            _ => plan(model, facts, wanted),
        }
    };
    let divides = |plan: &Plan| plan.hash.is_up_to_symmetry();
    let symmetric = |plan: &Plan| choices.symmetry != Symmetry::Off || !divides(plan);
    if choices.family.is_some() {
        let plan = with(choices.family).map_err(|error| impossible(&error))?;
        let question = asked.question(&plan.hash)?;
        return Ok((plan, question));
    }
    let mut first = with(None).map_err(|error| impossible(&error))?;
    if choices.symmetry == Symmetry::On && !divides(&first) {
        first = with(Some(Family::Orbits)).unwrap_or(first);
    }
    let families = others(&first.candidates);
    let mut refused = impossible(&"no layout suits the question");
    if symmetric(&first) {
        match asked.question(&first.hash) {
            Ok(question) => return Ok((first, question)),
            Err(refusal) => refused = refusal,
        }
    }
    for family in families {
        let Ok(plan) = with(Some(family)) else { continue };
        match asked.question(&plan.hash) {
            Ok(question) => return Ok((plan, question)),
            Err(refusal) => refused = refusal,
        }
    }
    Err(refused)
}

/// What is asked, in the numbers of a plan.
pub(crate) fn target(job: Job<'_>, plan: &Plan) -> Result<Target, Refusal> {
    Asked::new(job, &plan.facts)?.question(&plan.hash)
}

/// The layouts that are not up to symmetry, the smallest first.
fn others(candidates: &[Candidate]) -> Vec<Family> {
    let is_other = |it: &&Candidate| !matches!(it.family, Family::Orbits | Family::Reachable);
    let mut fitting: Vec<&Candidate> =
        candidates.iter().filter(is_other).filter(|it| it.entries.is_some()).collect();
    fitting.sort_by(|one, other| {
        one.entries.cmp(&other.entries).then(one.cost.total_cmp(&other.cost))
    });
    fitting.into_iter().map(|candidate| candidate.family).collect()
}

/// What is asked, before there are numbers for it.
enum Asked<'a> {
    Tier { key: Vec<i64>, given: &'a [(String, i64)], positions: u128 },
    From(State),
}

impl<'a> Asked<'a> {
    fn new(job: Job<'a>, facts: &Facts) -> Result<Self, Refusal> {
        let interp = job.interp;
        let Some(given) = &job.question.tier else { return Ok(Asked::From(job.from())) };
        let number = |what: &What| what.of(interp.model().heap, facts.domain.example());
        let tiers = &facts.tiers;
        let key = if tiers.tiers.is_empty() { &[][..] } else { &tiers.key };
        let key = key.iter().map(number).collect();
        let positions = tier_positions(interp, given).map_err(|error| impossible(&error))?;
        Ok(Asked::Tier { key, given, positions })
    }

    /// The question in the numbers of a hash.
    fn question(&self, hash: &Hash) -> Result<Target, Refusal> {
        match self {
            Asked::Tier { key, given, positions } => {
                let tier = hash.tiers().iter().position(|tier| tier.key == *key);
                let tier = tier.filter(|tier| numbered(hash, *tier) == Some(*positions));
                let tier = tier.ok_or_else(|| {
                    impossible(&"this layout does not number all positions of the tier")
                })?;
                Ok(Target::Tier { tier, given: given.to_vec() })
            }
            Asked::From(state) => {
                let place = hash.tier_of(state).zip(hash.rank(state));
                let place = place
                    .filter(|(_, index)| hash.is_up_to_symmetry() || hash.unrank(*index) == *state);
                let (tier, index) = place.ok_or_else(|| {
                    Refusal::Impossible(Message {
                        text: "no play from the start leads to this position".to_owned(),
                        help: Some("`--on interp` finds out where play from it leads".to_owned()),
                    })
                })?;
                let class = hash.class_members(state);
                if class.len() > 1 {
                    return Err(impossible(&"this layout is for play from a symmetric position"));
                }
                let index = index - hash.tier_start(tier);
                Ok(Target::From { state: state.clone(), tier, index })
            }
        }
    }
}

/// How many positions of a tier have an index; none if that is not known.
fn numbered(hash: &Hash, tier: usize) -> Option<u128> {
    if !hash.is_up_to_symmetry() {
        return Some(u128::from(hash.tier_size(tier)));
    }
    let some = hash.unrank(hash.tier_start(tier));
    let mut numbers = vec![0_u128; usize::from(u8::MAX) + 1];
    let mut arrangements = 1_u128;
    for (placed, cell) in (1..).zip(hash.cells()) {
        let number = &mut numbers[usize::from(some.cells[cell.index()])];
        *number += 1;
        // The product of these numbers of ways is a multinomial coefficient at every step.
        arrangements = arrangements.checked_mul(placed)? / *number;
    }
    let movers = u128::try_from(hash.tiers()[tier].movers.len()).ok()?;
    arrangements.checked_mul(movers)?.checked_mul(hash.counter_values().into())
}
