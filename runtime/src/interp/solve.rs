//! Everything there is to say about a game: its positions, a shortest solution, its value.

use super::evaluate::{evaluate, goal_distances, movers};
use super::explore::{Exploration, ExploreOptions, Graph, Keep, explore};
use super::line::{LineStep, follow, line_by_margin, line_by_verdict};
use super::placement::placements;
use super::rules::Interp;
use super::score::margins;
use super::store::StateStore;
use super::tiers::{Counts, Standing, Summary, Tier, tiers};
use crate::values::coding::Decided;
use crate::values::{Longest, Outcome};
use crate::{Observer, SolveError};
use gdl::model::State;
use gdl::model::{Model, Stuck};
use std::cmp::Ordering;
use std::fmt;

/// What is to be solved, and what it may cost.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Where to begin; none: at the start.
    pub from: Option<State>,
    /// Instead of what can be reached: all positions with these piece counts and counters, by
    /// label.
    pub tier: Option<Vec<(String, i64)>>,
    /// The most positions.
    pub state_limit: u64,
    /// The most bytes for the positions and moves.
    pub memory_limit: Option<u64>,
    /// How many positions of the last layer are wanted.
    pub hardest: usize,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            from: None,
            tier: None,
            state_limit: StateStore::MOST,
            memory_limit: None,
            hardest: 0,
        }
    }
}

/// Where the nearest goal of a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// This number of moves away.
    At(usize),
    /// No position that can be reached is one.
    Nowhere,
    /// It was not looked for, or the game has none.
    NotSought,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Number of positions: reachable, or in the tier.
    pub states: u64,
    /// Number of positions at each distance from the beginning. For a tier of a puzzle, at each
    /// distance from the goal; for a tier of a game, none.
    pub layers: Vec<u64>,
    /// The largest distance, if there are layers.
    pub depth: Option<usize>,
    /// Number of moves in all the positions: pairs of a position and another one that a move leads
    /// to. None if it was not counted.
    pub successors: Option<u64>,
    /// How many moves were generated: the work that was done.
    pub generated: u64,
    /// Number of legal moves at the beginning; none for a tier.
    pub first_moves: Option<u64>,
    /// The goal of a puzzle that is nearest to the beginning.
    pub nearest: Nearest,
    /// A shortest way to it. None if there is no way or no goal, for a tier, or if it was not
    /// looked for.
    pub solution: Option<Vec<LineStep>>,
    /// The first positions of the last layer, as many as were wanted.
    pub hardest: Vec<State>,
    /// The value of the beginning for the player to move. None for a puzzle, for a tier, or for
    /// the reason in `no_value`.
    pub value: Option<Outcome>,
    /// After how many moves the game ends with best play, where it is a win or a loss.
    pub plies: Option<u32>,
    /// Best play from the beginning, in a game with a value.
    pub line: Vec<LineStep>,
    /// How the positions divide. None for a puzzle (but not for a tier of one) and for the reason
    /// in `no_value`.
    pub counts: Option<Counts>,
    /// The longest win and the longest loss among them.
    pub longest: Longest<State>,
    /// The positions by tier. None if nothing changes in one direction only; for a tier, that one,
    /// which comes after those it depends on if these were solved completely.
    pub tiers: Vec<Tier>,
    /// The tier that was asked for.
    pub tier: Option<Vec<(String, i64)>>,
    /// Why a game with players has no value.
    pub no_value: Option<NoValue>,
    /// Whether only the positions were counted: values and tiers were not looked for.
    pub only_counted: bool,
}

impl Solution {
    /// What another search has found that counts positions only.
    pub fn counted(states: u64, layers: Vec<u64>, generated: u64, first_moves: u64) -> Self {
        Solution {
            states,
            depth: layers.len().checked_sub(1),
            layers,
            successors: None,
            generated,
            first_moves: Some(first_moves),
            nearest: Nearest::NotSought,
            solution: None,
            hardest: Vec::new(),
            value: None,
            plies: None,
            line: Vec::new(),
            counts: None,
            longest: Longest::default(),
            tiers: Vec::new(),
            tier: None,
            no_value: None,
            only_counted: true,
        }
    }
}

/// Why a game with players has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// There are more than two players.
    MorePlayers {
        /// How many.
        players: usize,
    },
    /// A score can grow for ever.
    EndlessScore,
    /// Some ends are wins or losses, others are decided by score.
    EndsAndScore,
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoValue::MorePlayers { players } => {
                write!(f, "best play is only defined for one or two players, and there are {players}")
            }
            NoValue::EndlessScore => f.write_str("the score can grow for ever: a move that scores can be repeated"),
            NoValue::EndsAndScore => {
                f.write_str("`win`, `lose` or `draw` cannot be weighed against `stuck by score`: leave out one of them")
            }
        }
    }
}

/// Solves a game from its start (or another position), or one tier of it.
pub fn solve(
    interp: &Interp<'_>,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    match &options.tier {
        None => solve_from(interp, options, observer),
        Some(tier) => solve_tier(interp, tier, options, observer),
    }
}

fn solve_from(
    interp: &Interp<'_>,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    let model = interp.model();
    let from = interp.canonical(options.from.clone().unwrap_or_else(|| interp.start()));
    let mut no_value = why_no_value(model);
    let keep =
        if model.players.is_empty() || no_value.is_some() { Keep::States } else { Keep::Graph };
    let first_moves = interp.successors(&from).len() as u64;
    let found =
        explore(interp, &mut std::iter::once(from), &explore_options(options, keep), observer)?;
    let mut values = Values::default();
    if let Some(graph) = &found.graph {
        match valued(interp, &found, graph) {
            Ok(found) => values = found,
            Err(why) => no_value = Some(why),
        }
    }
    let all = found.states.len();
    let summary = values.standings.as_ref().map(|standings| summary(model, &found, standings, all));
    let (counts, longest) = parts(summary);
    let solution = found.goal.map(|goal| follow(interp, &found, &found.way_to(goal)));
    Ok(Solution {
        states: found.states.len() as u64,
        depth: found.layers.len().checked_sub(1),
        successors: Some(found.successors),
        generated: found.successors,
        first_moves: Some(first_moves),
        nearest: nearest(model, solution.as_deref()),
        solution,
        hardest: last_states(&found, options.hardest),
        value: values.start,
        plies: values.plies,
        line: values.line,
        counts,
        longest,
        tiers: tiers(model, &found, values.standings.as_deref()),
        tier: None,
        no_value,
        only_counted: false,
        layers: found.layers,
    })
}

fn solve_tier(
    interp: &Interp<'_>,
    tier: &[(String, i64)],
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    let model = interp.model();
    let (mut roots, size) = placements(interp, tier)?;
    // Positions that count as the same are fewer, but at most by the number of rotations.
    let least =
        if model.same_rotations { size / model.board.cells.len().max(1) as u128 } else { size };
    if least > u128::from(options.state_limit.min(StateStore::MOST)) {
        return Err(SolveError::StateLimit { limit: options.state_limit.min(StateStore::MOST) });
    }
    let mut no_value = why_no_value(model);
    let found = explore(interp, &mut roots, &explore_options(options, Keep::Graph), observer)?;
    let states = found.layers.first().copied().unwrap_or(0);
    let count = usize::try_from(states).unwrap_or(usize::MAX);
    let mut layers = Vec::new();
    let mut standings = None;
    if let Some(graph) = &found.graph {
        if model.players.is_empty() {
            if model.goal.is_some() {
                let distances = goal_distances(graph, found.states.len());
                layers = histogram(&distances[..count]);
                let solvable = |distance: &Option<u32>| match distance {
                    Some(plies) => Standing { verdict: Ordering::Greater, plies: *plies },
                    None => Standing { verdict: Ordering::Less, plies: 0 },
                };
                standings = Some(distances.iter().map(solvable).collect::<Vec<Standing>>());
            }
        } else if no_value.is_none() {
            match valued(interp, &found, graph) {
                Ok(values) => standings = values.standings,
                Err(why) => no_value = Some(why),
            }
        }
    }
    let summary = standings.map(|standings| summary(model, &found, &standings, count));
    let (counts, longest) = parts(summary);
    let own = Tier {
        key: tier.to_vec(),
        states,
        counts: counts.clone(),
        longest: longest.clone(),
        classes: None,
    };
    Ok(Solution {
        states,
        depth: layers.len().checked_sub(1),
        layers,
        successors: Some(found.successors),
        generated: found.successors,
        first_moves: None,
        nearest: Nearest::NotSought,
        solution: None,
        hardest: Vec::new(),
        value: None,
        plies: None,
        line: Vec::new(),
        tiers: vec![own],
        counts,
        longest,
        tier: Some(tier.to_vec()),
        no_value,
        only_counted: false,
    })
}

/// Where the goal is that a line leads to.
fn nearest(model: &Model, line: Option<&[LineStep]>) -> Nearest {
    match line {
        Some(line) => Nearest::At(line.len()),
        None if model.goal.is_some() => Nearest::Nowhere,
        None => Nearest::NotSought,
    }
}

/// The first states of the last layer, at most `most`.
fn last_states(found: &Exploration, most: usize) -> Vec<State> {
    let last = found.layers.last().copied().unwrap_or(0);
    let states = found.states.len();
    let first = states - usize::try_from(last).expect("the layer is in memory");
    let indices = (first..states).take(most);
    indices
        .map(|index| found.states.get(u32::try_from(index).expect("numbered with 32 bits")))
        .collect()
}

fn explore_options(options: &SolveOptions, keep: Keep) -> ExploreOptions {
    ExploreOptions { state_limit: options.state_limit, memory_limit: options.memory_limit, keep }
}

/// Why a game cannot have values, as far as its rules tell.
pub(super) fn why_no_value(model: &Model) -> Option<NoValue> {
    let players = model.players.len();
    if players > 2 {
        Some(NoValue::MorePlayers { players })
    } else if model.stuck == Some(Stuck::ByScore) && !model.ends.is_empty() {
        Some(NoValue::EndsAndScore)
    } else {
        None
    }
}

/// The values of a game.
#[derive(Default)]
struct Values {
    start: Option<Outcome>,
    plies: Option<u32>,
    line: Vec<LineStep>,
    /// What every state is to its player to move.
    standings: Option<Vec<Standing>>,
}

fn valued(interp: &Interp<'_>, found: &Exploration, graph: &Graph) -> Result<Values, NoValue> {
    let movers = movers(&found.states);
    if interp.model().stuck == Some(Stuck::ByScore) {
        let margins = margins(graph, &movers).ok_or(NoValue::EndlessScore)?;
        return Ok(Values {
            start: margins.values.first().map(|&margin| Outcome::Margin(margin)),
            plies: None,
            line: line_by_margin(interp, found, graph, &movers, &margins),
            standings: Some(margins.values.iter().map(by_margin).collect()),
        });
    }
    let verdicts = evaluate(graph, &movers);
    let (start, plies) = match verdicts.first() {
        Some(Decided::Won(plies)) => (Some(Outcome::Win), Some(*plies)),
        Some(Decided::Lost(plies)) => (Some(Outcome::Loss), Some(*plies)),
        Some(Decided::Neither) => (Some(Outcome::Draw), None),
        None => (None, None),
    };
    let standing = |verdict: &Decided| match verdict {
        Decided::Won(plies) => Standing { verdict: Ordering::Greater, plies: *plies },
        Decided::Lost(plies) => Standing { verdict: Ordering::Less, plies: *plies },
        Decided::Neither => Standing { verdict: Ordering::Equal, plies: 0 },
    };
    Ok(Values {
        start,
        plies,
        line: line_by_verdict(interp, found, graph, &movers, &verdicts),
        standings: Some(verdicts.iter().map(standing).collect()),
    })
}

/// A margin as a win or loss by that many points.
fn by_margin(margin: &i64) -> Standing {
    let points = u32::try_from(margin.unsigned_abs()).unwrap_or(u32::MAX);
    Standing { verdict: margin.cmp(&0), plies: points }
}

/// What there is to say about the first `members` states.
fn summary(model: &Model, found: &Exploration, standings: &[Standing], members: usize) -> Summary {
    let mut summary = Summary::new(model.players.len());
    for (state, standing) in found.states.iter().zip(standings).take(members) {
        summary.add(&state, *standing);
    }
    summary
}

fn parts(summary: Option<Summary>) -> (Option<Counts>, Longest<State>) {
    match summary {
        Some(Summary { counts, longest }) => (Some(counts), longest),
        None => (None, Longest::default()),
    }
}

/// How many states there are at each distance.
fn histogram(distances: &[Option<u32>]) -> Vec<u64> {
    let mut layers = Vec::new();
    for distance in distances.iter().flatten() {
        let place = *distance as usize;
        if layers.len() <= place {
            layers.resize(place + 1, 0);
        }
        layers[place] += 1;
    }
    layers
}

#[cfg(test)]
mod tests;
