//! A game against itself: everything the compiler claims about it is tried on positions of real play and, where the table is small, on every
//! entry of it.
//!
//! The interpreter knows nothing of facts and layouts, so agreement means something. A claim that fails is reported with the position.

use super::notation::position_text;
use super::rules::Interp;
use gdl::analyze::counts::{Trend, What};
use gdl::analyze::inverse::Inverse;
use gdl::facts::Facts;
use gdl::model::{Body, Content, Model, State};
use gdl::plan::Hash;
use std::collections::{BTreeMap, BTreeSet};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct AuditOptions {
    /// Number of moves of random play.
    pub moves: u64,
    /// Where the random play begins; equal seeds play equal games.
    pub seed: u64,
    /// Tables with at most so many entries are tried entry by entry; of larger ones so many spread entries.
    pub entries: u64,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self { moves: 2_000, seed: 1, entries: 100_000 }
    }
}

/// One claim and how it fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is claimed.
    pub claim: &'static str,
    /// How often it was tried.
    pub tried: u64,
    /// Where it does not hold: the first case found.
    pub failure: Option<String>,
}

/// Tries every claim on a game that begins with the interpreter's start.
pub fn audit(
    interp: &Interp<'_>,
    facts: &Facts,
    hash: Option<&Hash>,
    options: &AuditOptions,
) -> Vec<Check> {
    let mut checks = Checks::default();
    let claims = Claims { model: interp.model(), facts, hash };
    walk(interp, options, |before, after| claims.of_a_move(interp, before, after, &mut checks));
    if let Some(hash) = hash {
        for index in entries(hash.size(), options.entries) {
            claims.of_an_entry(interp, hash, index, &mut checks);
        }
    }
    checks.list
}

/// Random play from the start, beginning again at every end.
fn walk(interp: &Interp<'_>, options: &AuditOptions, mut look: impl FnMut(&State, &State)) {
    let mut numbers = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |bound: usize| {
        numbers ^= numbers << 13;
        numbers ^= numbers >> 7;
        numbers ^= numbers << 17;
        let bound = u64::try_from(bound).expect("few moves");
        usize::try_from(numbers % bound).expect("few moves")
    };
    let mut state = interp.start();
    for _ in 0..options.moves {
        let mut next = interp.successors(&state);
        if next.is_empty() {
            state = interp.start();
            continue;
        }
        let chosen = next.swap_remove(below(next.len())).state;
        look(&state, &chosen);
        state = chosen;
    }
}

/// All entries of a small table, spread ones of a large one.
fn entries(size: u64, most: u64) -> impl Iterator<Item = u64> {
    let step = (size / most.max(1)).max(1);
    (0..size.min(most)).map(move |number| number * step)
}

#[derive(Default)]
struct Checks {
    list: Vec<Check>,
}

impl Checks {
    fn check(&mut self, claim: &'static str, holds: bool, case: impl FnOnce() -> String) {
        let position = self.list.iter().position(|check| check.claim == claim);
        let position = position.unwrap_or_else(|| {
            self.list.push(Check { claim, tried: 0, failure: None });
            self.list.len() - 1
        });
        let check = &mut self.list[position];
        check.tried += 1;
        if !holds && check.failure.is_none() {
            check.failure = Some(case());
        }
    }
}

struct Claims<'a> {
    model: &'a Model,
    facts: &'a Facts,
    hash: Option<&'a Hash>,
}

impl Claims<'_> {
    fn of_a_move(&self, interp: &Interp<'_>, before: &State, after: &State, checks: &mut Checks) {
        let text = || {
            format!("{} to {}", position_text(self.model, before), position_text(self.model, after))
        };
        self.contents(after, checks);
        for quantity in &self.facts.counts.quantities {
            let (old, new) =
                (self.number(before, quantity.what), self.number(after, quantity.what));
            let holds = match quantity.trend {
                Trend::Constant => new == old,
                Trend::Falls => new <= old,
                Trend::Rises => new >= old,
                Trend::Free => true,
            };
            checks.check("numbers change as claimed", holds, text);
            let inside = (quantity.range.low..=quantity.range.high).contains(&new);
            checks.check("numbers stay in their range", inside, text);
        }
        self.tiers(before, after, checks);
        self.potentials(before, after, checks);
        self.symmetries(interp, after, checks);
        if self.facts.inverse == Inverse::Undirected {
            let holds = interp.successors(after).iter().any(|back| back.state == *before);
            checks.check("moves can be taken back", holds, text);
        }
        if let Some(hash) = self.hash {
            let index = hash.rank(after);
            checks.check(
                "positions have an index in the table",
                index.is_some_and(|index| index < hash.size()),
                text,
            );
            let back = index.filter(|index| *index < hash.size()).map(|index| hash.unrank(index));
            checks.check(
                "the index of a position gives it back",
                back.as_ref() == Some(after),
                text,
            );
        }
    }

    fn potentials(&self, before: &State, after: &State, checks: &mut Checks) {
        let text = |claim: &str| {
            format!(
                "{claim}: {} to {}",
                position_text(self.model, before),
                position_text(self.model, after)
            )
        };
        for invariant in &self.facts.potentials.invariants {
            let holds = invariant.potential.is_odd(after) == invariant.odd;
            checks.check("what is even stays even", holds, || text(&invariant.text));
        }
        if let Some(alternating) = &self.facts.potentials.alternating {
            let holds = alternating.potential.is_odd(before) != alternating.potential.is_odd(after);
            checks.check("what alternates alternates", holds, || text(&alternating.text));
        }
        if let Some(number) = &self.facts.layers.number {
            let holds = number.weights.value(after) == number.weights.value(before) + number.change;
            checks.check("what counts the moves counts them", holds, || text("the number"));
        }
        for sum in &self.facts.conserved.sums {
            let holds = sum.weights.value(after) == sum.value;
            checks.check("sums stay as they are", holds, || text("the sum"));
        }
        for sum in &self.facts.orientation.sums {
            let holds = sum.value(after) % sum.divisor == 0;
            checks.check("sums of turns stay as they are", holds, || text("the sum of turns"));
        }
    }

    /// Every symmetry that the others come from maps what can be played to what can be played.
    fn symmetries(&self, interp: &Interp<'_>, state: &State, checks: &mut Checks) {
        for symmetry in &self.facts.symmetries.generators {
            let image = |state: &State| interp.canonical(symmetry.image(self.model, state));
            let all = |state: &State| {
                interp.successors(state).into_iter().map(|successor| successor.state)
            };
            let mapped: BTreeSet<State> = all(state).map(|successor| image(&successor)).collect();
            let played: BTreeSet<State> = all(&image(state)).collect();
            checks.check("symmetries keep the moves", mapped == played, || {
                position_text(self.model, state)
            });
        }
    }

    fn of_an_entry(&self, interp: &Interp<'_>, hash: &Hash, index: u64, checks: &mut Checks) {
        let state = hash.unrank(index);
        let text = || format!("entry {index}: {}", position_text(self.model, &state));
        checks.check(
            "every entry is a position with that index",
            hash.rank(&state) == Some(index),
            text,
        );
        // An entry that cannot be reached may break a rule of the board; what can be played from it must still have a place.
        for successor in interp.successors(&state).into_iter().take(64) {
            let holds = hash.rank(&successor.state).is_some_and(|index| index < hash.size());
            checks.check("moves lead from entries to entries", holds, text);
        }
    }

    fn contents(&self, state: &State, checks: &mut Checks) {
        let possible = |(held, possible): (&u8, &gdl::model::ContentSet)| {
            possible.contains(Content(if self.model.heap { (*held).min(1) } else { *held }))
        };
        let holds = state.cells.iter().zip(&self.facts.terrain.possible).all(possible);
        checks.check("cells hold only what they can", holds, || position_text(self.model, state));
    }

    fn number(&self, state: &State, what: What) -> i64 {
        match what {
            What::Counter(counter) => i64::from(state.counters[usize::from(counter)]),
            What::Content(_) if self.model.heap => {
                state.cells.iter().map(|height| i64::from(*height)).sum()
            }
            What::Content(content) => {
                let count = state.cells.iter().filter(|held| **held == content.0).count();
                i64::try_from(count).expect("few cells")
            }
        }
    }

    fn tiers(&self, before: &State, after: &State, checks: &mut Checks) {
        let tiers = &self.facts.tiers;
        if tiers.tiers.is_empty() {
            return;
        }
        let text = || {
            format!("{} to {}", position_text(self.model, before), position_text(self.model, after))
        };
        let numbers: BTreeMap<&Vec<i64>, usize> =
            tiers.tiers.iter().enumerate().map(|(number, tier)| (&tier.key, number)).collect();
        let tier = |state: &State| {
            let key: Vec<i64> = tiers.key.iter().map(|what| self.number(state, *what)).collect();
            numbers.get(&key).copied()
        };
        let (old, new) = (tier(before), tier(after));
        checks.check("every position belongs to a tier", old.is_some() && new.is_some(), text);
        let (Some(old), Some(new)) = (old, new) else { return };
        // A chain or a settling move may pass through several tiers in one move.
        let one_step =
            self.model.moves.iter().all(|declared| matches!(declared.body, Body::Once(_)));
        let follows =
            old == new || tiers.tiers[old].next.contains(&new) || (!one_step && new < old);
        checks.check("tiers follow each other as claimed", follows, text);
        checks.check(
            "a tier has the movers it claims",
            tiers.tiers[new].movers.contains(&after.mover),
            text,
        );
    }
}
