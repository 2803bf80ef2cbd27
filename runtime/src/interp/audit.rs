//! A game against itself: everything the compiler claims about it is tried on positions of real
//! play and, where the table is small, on every entry of it.
//!
//! The interpreter knows nothing of facts and layouts, so agreement means something. Each kind of
//! claim is a [`Claim`]; one that fails is reported with the position.

use super::notation::position_text;
use super::predecessors::TooManyCandidates;
use super::rules::Interp;
use gdl::facts::Facts;
use gdl::model::{Model, State};
use gdl::plan::Hash;

mod backward;
mod claim;
mod numbers;
mod sums;
mod symmetric;
mod table;

pub use claim::Claim;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct AuditOptions {
    /// Number of moves of random play.
    pub moves: u64,
    /// Where the random play begins; equal seeds play equal games.
    pub seed: u64,
    /// Tables with at most this number of entries are tried entry by entry; of larger ones this
    /// number of spread entries.
    pub entries: u64,
    /// Number of positions at which what takes long is tried: predecessors and canonical forms. In
    /// tables with at most this number of entries the moves of all entries together are compared
    /// with all their predecessors.
    pub sample: u64,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self { moves: 2_000, seed: 1, entries: 100_000, sample: 200 }
    }
}

/// One claim and how it fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is claimed.
    pub claim: Claim,
    /// How often it was tried.
    pub tried: u64,
    /// Where it does not hold: the first case found.
    pub failure: Option<String>,
    /// Why it was not tried everywhere.
    pub unchecked: Option<String>,
}

/// Tries every claim on a game that begins with the interpreter's start.
pub fn audit(
    interp: &Interp<'_>,
    facts: &Facts,
    hash: Option<&Hash>,
    options: &AuditOptions,
) -> Vec<Check> {
    let predecessors = |state: &State| interp.predecessors(state);
    let mut audit = Audit::new(interp, facts, hash, &predecessors);
    audit.random_play(options);
    audit.entries(options);
    audit.checks
}

/// An audit that is under way.
struct Audit<'a> {
    interp: &'a Interp<'a>,
    model: &'a Model,
    facts: &'a Facts,
    hash: Option<&'a Hash>,
    predecessors: &'a Predecessors<'a>,
    checks: Vec<Check>,
}

/// What gives the positions before a position.
type Predecessors<'a> = dyn Fn(&State) -> Result<Vec<State>, TooManyCandidates> + 'a;

impl<'a> Audit<'a> {
    fn new(
        interp: &'a Interp<'a>,
        facts: &'a Facts,
        hash: Option<&'a Hash>,
        predecessors: &'a Predecessors<'a>,
    ) -> Self {
        Audit { interp, model: interp.model(), facts, hash, predecessors, checks: Vec::new() }
    }

    /// Tries what is claimed of positions and moves along random play that begins again at every
    /// end.
    fn random_play(&mut self, options: &AuditOptions) {
        let mut numbers = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |bound: usize| {
            numbers ^= numbers << 13;
            numbers ^= numbers >> 7;
            numbers ^= numbers << 17;
            let bound = u64::try_from(bound).expect("few moves");
            usize::try_from(numbers % bound).expect("few moves")
        };
        let often = (options.moves / options.sample.max(1)).max(1);
        let mut state = self.interp.start();
        for number in 0..options.moves {
            let mut next = self.interp.successors(&state);
            if next.is_empty() {
                state = self.interp.start();
                continue;
            }
            self.fan_out(&state, next.len());
            let chosen = next.swap_remove(below(next.len())).state;
            self.numbers(&state, &chosen);
            self.sums(&state, &chosen);
            self.symmetries(&state, &chosen);
            self.taken_back(&state, &chosen);
            self.index(&chosen);
            if number % often == 0 {
                self.canonical(&chosen);
                self.predecessor(&state, &chosen);
            }
            state = chosen;
        }
    }

    /// Notes that a claim was tried.
    fn check(&mut self, claim: Claim, holds: bool, case: impl FnOnce() -> String) {
        let check = self.of(claim);
        check.tried += 1;
        if !holds && check.failure.is_none() {
            check.failure = Some(case());
        }
    }

    /// Notes that a claim could not be tried.
    fn unchecked(&mut self, claim: Claim, reason: String) {
        self.of(claim).unchecked.get_or_insert(reason);
    }

    fn of(&mut self, claim: Claim) -> &mut Check {
        let position = self.checks.iter().position(|check| check.claim == claim);
        let position = position.unwrap_or_else(|| {
            self.checks.push(Check { claim, tried: 0, failure: None, unchecked: None });
            self.checks.len() - 1
        });
        &mut self.checks[position]
    }
}

/// A move as two positions.
fn move_text(model: &Model, before: &State, after: &State) -> String {
    format!("{} to {}", position_text(model, before), position_text(model, after))
}
