//! What is asked about values, and a layout that suits the question.
//!
//! Tables number positions, but not every layout numbers all that a question is about. A tier is all placements of its pieces, also those that no play
//! leads to, which some layouts leave out because they break an invariant. What can be reached is counted exactly only if symmetric positions, where
//! a layout takes them for one, can all be reached or none: from a start that the symmetries keep.

use crate::args::Symmetry;
use crate::commands::solve::refusal::{Refusal, impossible};
use crate::failure::Message;
use gdl::analyze::counts::What;
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::{Candidate, Family, Hash, Plan, PlanOptions, plan, plan_with_play};
use gdl_runtime::interp::{Interp, SolveOptions, tier_positions};

/// What is asked.
#[derive(Clone, Debug)]
pub(in crate::commands) enum Question {
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

impl Question {
    /// The tier that it is about, or that play begins in.
    pub(in crate::commands) fn tier(&self) -> usize {
        match self {
            Question::Tier { tier, .. } | Question::From { tier, .. } => *tier,
        }
    }

    /// The position that play begins with, if it is one.
    pub(in crate::commands) fn position(&self) -> Option<&State> {
        match self {
            Question::Tier { .. } => None,
            Question::From { state, .. } => Some(state),
        }
    }

    /// Where play begins.
    pub(in crate::commands) fn beginning(&self) -> Option<(usize, u64)> {
        match self {
            Question::Tier { .. } => None,
            Question::From { tier, index, .. } => Some((*tier, *index)),
        }
    }
}

/// What the user decides about tables.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Choices {
    /// The layout; none: the best.
    pub(in crate::commands) family: Option<Family>,
    /// How many bits an entry takes.
    pub(in crate::commands) bits: Option<u64>,
    /// Whether symmetric positions are one.
    pub(in crate::commands) symmetry: Symmetry,
}

/// A plan that suits the question.
pub(in crate::commands) fn planned(
    interp: &Interp<'_>,
    facts: &Facts,
    choices: Choices,
    options: &SolveOptions,
) -> Result<(Plan, Question), Refusal> {
    if choices.family.is_some_and(Family::is_wide) {
        return Err(impossible(&"this layout is for searches from a start, not for values"));
    }
    let model = interp.model();
    let asked = Asked::new(interp, facts, options)?;
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
    let mut refused = Refusal::NotNeeded;
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
    fn new(interp: &Interp<'_>, facts: &Facts, options: &'a SolveOptions) -> Result<Self, Refusal> {
        let Some(given) = &options.tier else {
            return Ok(Asked::From(options.from.clone().unwrap_or_else(|| interp.start())));
        };
        let number = |what: &What| what.of(interp.model().heap, facts.domain.example());
        let tiers = &facts.tiers;
        let key = if tiers.tiers.is_empty() { &[][..] } else { &tiers.key };
        let key = key.iter().map(number).collect();
        let positions = tier_positions(interp, given).map_err(|error| impossible(&error))?;
        Ok(Asked::Tier { key, given, positions })
    }

    /// The question in the numbers of a hash.
    fn question(&self, hash: &Hash) -> Result<Question, Refusal> {
        match self {
            Asked::Tier { key, given, positions } => {
                let tier = hash.tiers().iter().position(|tier| tier.key == *key);
                let tier = tier.filter(|tier| numbered(hash, *tier) == Some(*positions));
                let tier = tier.ok_or_else(|| {
                    impossible(&"this layout does not number all positions of the tier")
                })?;
                Ok(Question::Tier { tier, given: given.to_vec() })
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
                Ok(Question::From { state: state.clone(), tier, index })
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
        // The product of so many numbers of ways is a multinomial coefficient at every step.
        arrangements = arrangements.checked_mul(placed)? / *number;
    }
    let movers = u128::try_from(hash.tiers()[tier].movers.len()).ok()?;
    arrangements.checked_mul(movers)?.checked_mul(hash.counter_values().into())
}
