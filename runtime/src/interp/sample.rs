//! Values checked on samples, for tables that are too large to be checked everywhere.
//!
//! Nothing here is shared with the engines: moves and ends are the interpreter's, and a value is
//! only asked for by position. A sample is checked in two ways, which Neeleman names so
//! (*Optimisations and Generalisations of Retrograde Analysis*, 2015, section 3.3).
//!
//! *Inclusive*: the position must have a value, and it must follow from the values of the
//! positions after its moves: a win needs a move to a position that is lost for the other player
//! (or, after `again`, won for the same), with one ply more than the shortest such; a loss needs
//! that all moves lead to the opposite, with one ply more than the longest; everything else is a
//! draw. That finds single errors, but a set of wrong values can support itself: a cycle of
//! positions that all claim to be won by way of each other.
//!
//! *Exclusive*: short wins and losses are found again from nothing, by searching forward without
//! any table. What is claimed to be decided within the depth of the search must be, after as many
//! plies; what is claimed to be a draw or to take longer must not.
//!
//! Samples come from random play, which finds what matters in play, and from random indices of a
//! tier, all alike. Equal seeds give equal samples.

use super::{Ending, Interp, margin, position_text};
use crate::values::{Claims, Evaluation, Outcome};
use crate::{Observer, Progress};
use gdl::layout::random::Random;
use gdl::model::{Model, State, Stuck};
use gdl::plan::Hash;
use std::fmt;

#[cfg(test)]
mod tests;

/// After this number of moves, random play begins again.
const LONGEST_PLAY: u32 = 300;

/// The most failures that are reported.
const MOST_FAILURES: usize = 20;

/// Where samples come from.
#[derive(Clone, Debug)]
pub enum Samples<'a> {
    /// Random play from this position.
    Play(State),
    /// The positions with an index in a tier of a hash.
    Tier(&'a Hash, usize),
}

/// How much is checked.
#[derive(Clone, Copy, Debug)]
pub struct SampleOptions {
    /// Number of positions.
    pub samples: u64,
    /// Which ones: equal seeds give equal samples.
    pub seed: u64,
    /// How many plies deep short wins and losses are looked for.
    pub plies: u32,
    /// How many positions are looked at for that, for each sample.
    pub positions: u64,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self { samples: 1_000, seed: 1, plies: 4, positions: 1_000 }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampleReport {
    /// How many values were compared with those after their moves.
    pub checked_inclusive: u64,
    /// How many values were compared with what a search from nothing finds.
    pub checked_exclusive: u64,
    /// In how many of these cases the search found the value itself.
    pub proven_exclusive: u64,
    /// The values that are wrong; the first of them, if there are many.
    pub failures: Vec<SampleFailure>,
    /// How many values are wrong.
    pub wrong: u64,
}

/// A value that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleFailure {
    /// The position.
    pub position: String,
    /// What is claimed; none if there is no value.
    pub claimed: Option<Evaluation>,
    /// What it should be.
    pub expected: Expected,
}

/// What a value should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// There should be one.
    AnyValue,
    /// There should be one for this position, to which a move leads.
    AnyValueOf(String),
    /// This one, by the values after its moves.
    ByMoves(Evaluation),
    /// This one, by a search without a table.
    Proven(Evaluation),
    /// Neither a win nor a loss in this many plies, as a search without a table has found none.
    NotWithin(u32),
}

impl fmt::Display for SampleFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.position)?;
        match &self.claimed {
            Some(claimed) => write!(f, "{claimed}, but ")?,
            None => f.write_str("no value, but ")?,
        }
        self.expected.fmt(f)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::AnyValue => f.write_str("it is a position of the game"),
            Expected::AnyValueOf(next) => write!(f, "a move leads to {next}, which has no value"),
            Expected::ByMoves(known) => write!(f, "{known} by the values after its moves"),
            Expected::Proven(known) => write!(f, "{known} by a search without a table"),
            Expected::NotWithin(plies) => {
                write!(f, "a search without a table finds no win or loss in {plies} plies")
            }
        }
    }
}

/// Checks values on samples, taken from each source in turn. If the observer stops it, the report
/// is about what was checked before.
pub fn check_samples(
    interp: &Interp<'_>,
    claims: &dyn Claims,
    sources: &[Samples<'_>],
    options: &SampleOptions,
    observer: &mut dyn Observer,
) -> SampleReport {
    let mut random = Random(options.seed);
    let mut check =
        Check { interp, model: interp.model(), claims, report: SampleReport::default() };
    let mut drawing: Vec<Drawing<'_>> = sources.iter().map(Drawing::new).collect();
    if drawing.is_empty() {
        return check.report;
    }
    let sources = drawing.len();
    for (number, source) in (0..options.samples).zip((0..sources).cycle()) {
        if observer.cancelled() {
            break;
        }
        let state = drawing[source].next(interp, &mut random);
        check.sample(&state, options);
        observer.progress(&Progress {
            states: number + 1,
            size: options.samples,
            ..Progress::default()
        });
    }
    check.report
}

/// A source that samples are drawn from.
struct Drawing<'a> {
    source: &'a Samples<'a>,
    /// Where random play is.
    position: Option<State>,
    moves: u32,
}

impl<'a> Drawing<'a> {
    fn new(source: &'a Samples<'a>) -> Self {
        Drawing { source, position: None, moves: 0 }
    }

    fn next(&mut self, interp: &Interp<'_>, random: &mut Random) -> State {
        let from = match self.source {
            Samples::Tier(hash, tier) => {
                let index = random.below(hash.tier_size(*tier));
                return hash.unrank(hash.tier_start(*tier) + index);
            }
            Samples::Play(from) => from,
        };
        let mut next = self.position.as_ref().map_or(Vec::new(), |state| interp.successors(state));
        let position = if next.is_empty() || self.moves == LONGEST_PLAY {
            self.moves = 0;
            from.clone()
        } else {
            self.moves += 1;
            next.swap_remove(below(random, next.len())).state
        };
        self.position = Some(position.clone());
        position
    }
}

fn below(random: &mut Random, bound: usize) -> usize {
    let bound = u64::try_from(bound).expect("few moves");
    usize::try_from(random.below(bound)).expect("few moves")
}

/// A check that is under way.
struct Check<'a> {
    interp: &'a Interp<'a>,
    model: &'a Model,
    claims: &'a dyn Claims,
    report: SampleReport,
}

/// What there is to do in a position.
enum Next {
    /// Nothing: this is its value.
    Over(Evaluation),
    /// These moves: where they lead, what they bring, and whether the same player goes on.
    Moves(Vec<(State, i64, bool)>),
}

impl Check<'_> {
    /// Checks the value of a position in both ways; one failure for each position is enough.
    fn sample(&mut self, state: &State, options: &SampleOptions) {
        self.report.checked_inclusive += 1;
        let Some(claimed) = self.claims.value(state) else {
            return self.fail(state, None, Expected::AnyValue);
        };
        match self.by_moves(state) {
            Ok(known) if claimed.agrees_with(&known) => {}
            Ok(known) => return self.fail(state, Some(claimed), Expected::ByMoves(known)),
            Err(next) => {
                let text = position_text(self.model, &next);
                return self.fail(state, Some(claimed), Expected::AnyValueOf(text));
            }
        }
        self.report.checked_exclusive += 1;
        let mut left = options.positions;
        let mut searched = None;
        for plies in 0..=options.plies {
            match self.search(state, plies, &mut left) {
                Searched::Found(known) if claimed.agrees_with(&known) => {
                    self.report.proven_exclusive += 1;
                    return;
                }
                Searched::Found(known) => {
                    return self.fail(state, Some(claimed), Expected::Proven(known));
                }
                Searched::Open => searched = Some(plies),
                Searched::TooLarge => break,
            }
        }
        if let Some(plies) = searched
            && claimed.plies.is_some_and(|claimed| claimed <= plies)
        {
            self.fail(state, Some(claimed), Expected::NotWithin(plies));
        }
    }

    fn fail(&mut self, state: &State, claimed: Option<Evaluation>, expected: Expected) {
        self.report.wrong += 1;
        if self.report.failures.len() < MOST_FAILURES {
            let position = position_text(self.model, state);
            self.report.failures.push(SampleFailure { position, claimed, expected });
        }
    }

    /// The value that follows from the values after the moves, or the position that has none.
    fn by_moves(&self, state: &State) -> Result<Evaluation, State> {
        let moves = match self.next(state) {
            Next::Over(known) => return Ok(known),
            Next::Moves(moves) => moves,
        };
        let mut all = Vec::new();
        for (next, gain, again) in moves {
            let Some(known) = self.claims.value(&next) else { return Err(next) };
            all.push(by_move(known, gain, again));
        }
        Ok(best(&all))
    }

    /// Looks `plies` plies ahead.
    fn search(&self, state: &State, plies: u32, left: &mut u64) -> Searched {
        let Some(fewer) = left.checked_sub(1) else { return Searched::TooLarge };
        *left = fewer;
        let moves = match self.next(state) {
            Next::Over(known) => return Searched::Found(known),
            Next::Moves(_) if plies == 0 => return Searched::Open,
            Next::Moves(moves) => moves,
        };
        let mut all = Vec::new();
        let mut is_open = false;
        for (next, gain, again) in moves {
            match self.search(&next, plies - 1, left) {
                Searched::Found(known) => all.push(by_move(known, gain, again)),
                Searched::Open => is_open = true,
                Searched::TooLarge => return Searched::TooLarge,
            }
        }
        // A win that has not been found yet would take longer than one that has.
        let is_won = all.iter().any(|known| known.outcome == Outcome::Win);
        if is_open && !is_won { Searched::Open } else { Searched::Found(best(&all)) }
    }

    fn next(&self, state: &State) -> Next {
        let is_puzzle = self.model.players.is_empty();
        if is_puzzle && self.interp.is_goal(state) {
            return Next::Over(Evaluation::after(Outcome::Win, 0));
        }
        let mover = state.mover;
        let moves: Vec<(State, i64, bool)> = self
            .interp
            .successors(state)
            .into_iter()
            .map(|next| {
                let again = next.state.mover == mover;
                (next.state, margin(&next.gains, mover.index()), again)
            })
            .collect();
        if !moves.is_empty() {
            return Next::Moves(moves);
        }
        let by_score = self.model.stuck == Some(Stuck::ByScore);
        Next::Over(match self.interp.outcome(state) {
            Some(Ending::Won(player)) if player == mover => Evaluation::after(Outcome::Win, 0),
            Some(Ending::Lost(player)) if player != mover => Evaluation::after(Outcome::Win, 0),
            Some(Ending::Won(_) | Ending::Lost(_)) => Evaluation::after(Outcome::Loss, 0),
            Some(Ending::Score(points)) => {
                Evaluation::new(Outcome::Margin(margin(&points, mover.index())))
            }
            Some(Ending::Draw) | None if by_score => Evaluation::new(Outcome::Margin(0)),
            Some(Ending::Draw) | None => Evaluation::new(Outcome::Draw),
        })
    }
}

/// What a search without a table has found.
enum Searched {
    /// The value.
    Found(Evaluation),
    /// No win or loss within the plies that were asked for.
    Open,
    /// There are too many positions to tell.
    TooLarge,
}

/// What a position is worth to the player who can move to one with a known value.
fn by_move(next: Evaluation, gain: i64, again: bool) -> Evaluation {
    let outcome = match (next.outcome, again) {
        (Outcome::Margin(margin), true) => Outcome::Margin(gain.saturating_add(margin)),
        (Outcome::Margin(margin), false) => Outcome::Margin(gain.saturating_sub(margin)),
        (Outcome::Win, true) | (Outcome::Loss, false) => Outcome::Win,
        (Outcome::Loss, true) | (Outcome::Win, false) => Outcome::Loss,
        (Outcome::Draw, _) => Outcome::Draw,
    };
    Evaluation { outcome, plies: next.plies.map(|plies| plies.saturating_add(1)) }
}

/// The best of several values: a win as short, a loss as long as possible. Plies that are not all
/// known are not known of the best.
fn best(all: &[Evaluation]) -> Evaluation {
    let of = |outcome: Outcome| all.iter().filter(move |known| known.outcome == outcome);
    let plies =
        |outcome: Outcome| of(outcome).map(|known| known.plies).collect::<Option<Vec<u32>>>();
    let margins = all.iter().filter_map(|known| match known.outcome {
        Outcome::Margin(margin) => Some(margin),
        Outcome::Win | Outcome::Loss | Outcome::Draw => None,
    });
    if let Some(margin) = margins.max() {
        return Evaluation::new(Outcome::Margin(margin));
    }
    if of(Outcome::Win).next().is_some() {
        let plies = plies(Outcome::Win).and_then(|plies| plies.into_iter().min());
        return Evaluation { outcome: Outcome::Win, plies };
    }
    if of(Outcome::Draw).next().is_some() {
        return Evaluation::new(Outcome::Draw);
    }
    let plies = plies(Outcome::Loss).and_then(|plies| plies.into_iter().max());
    Evaluation { outcome: Outcome::Loss, plies }
}
