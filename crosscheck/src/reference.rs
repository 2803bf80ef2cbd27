//! The right answers, by the interpreter.

use crate::check::{About, Asked};
use crate::random::Random;
use gdl::analyze::tiers::named::known_names;
use gdl::model::{Model, PlayerId, State};
use gdl_runtime::interp::{
    Exploration, ExploreOptions, Interp, Keep, Solution, SolveOptions, Tier, Valued, explore,
    parse_position, position_text, solve, value_all,
};
use gdl_runtime::{Silent, SolveError};

/// A game with what the interpreter finds about it.
pub struct Reference<'m> {
    /// The game.
    pub model: &'m Model,
    /// What can be reached from its first start.
    pub reached: Exploration,
    limit: u64,
    /// The tiers of play from the first start.
    tiers: Vec<Tier>,
}

impl std::fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reference").finish_non_exhaustive()
    }
}

/// A question about a game, with the right answer.
#[derive(Debug)]
pub struct Question<'m> {
    /// The rules, from the start that it is about.
    pub interp: Interp<'m>,
    /// What is asked, for the command line.
    pub arguments: Vec<String>,
    /// Where play begins; none if it is about a tier.
    pub from: Option<State>,
    /// The answer, or why there is none.
    pub answer: Result<Solution, SolveError>,
}

/// The model of a text; none if it is no game.
pub fn model(text: &str) -> Option<Model> {
    let source = gdl::Source::new("game.gdl", text);
    gdl::compile(&source, &gdl::Params::new()).ok().map(|(model, _)| model)
}

impl<'m> Reference<'m> {
    /// Plays a game; none if there are more positions than that.
    pub fn new(model: &'m Model, limit: u64) -> Option<Self> {
        let interp = Interp::new(model);
        let mut roots = std::iter::once(interp.start());
        let options = explore_options(limit);
        let reached = explore(&interp, &mut roots, &options, &mut Silent).ok()?;
        let options = SolveOptions { state_limit: limit, ..SolveOptions::default() };
        let tiers = solve(&interp, &options, &mut Silent).ok()?.tiers;
        Some(Reference { model, reached, limit, tiers })
    }

    /// What is known about the game.
    pub fn about(&self) -> About {
        let alike = |one: &State| {
            let mut held: Vec<u8> = one.cells.iter().copied().filter(|it| *it != 0).collect();
            held.sort_unstable();
            held.len() > 1 && held.windows(2).all(|pair| pair[0] != pair[1])
        };
        About {
            puzzle: self.model.players.is_empty(),
            starts: self.model.starts.len(),
            heap: self.model.heap,
            two_contents: self.model.pieces.len() == 1,
            tiers: !self.tiers.is_empty(),
            numbered: self.reached.states.iter().next().is_some_and(|state| alike(&state)),
        }
    }

    /// A question with its answer; none if it makes no sense or is too large.
    pub fn question(&self, asked: Asked) -> Option<Question<'m>> {
        let model = self.model;
        let mut options = SolveOptions { state_limit: self.limit, ..SolveOptions::default() };
        let mut arguments = Vec::new();
        let mut start = 0;
        let mut from = None;
        match asked {
            Asked::Start(0) => {}
            Asked::Start(number) => {
                start = number;
                let name = model.starts.get(number)?.name.clone()?;
                arguments = vec!["--start".to_owned(), name];
            }
            Asked::From { seed, outside } => {
                let state = self.position(&mut Random::new(seed), outside)?;
                let text = position_text(model, &state);
                // What the text does not tell is as at the start.
                let state = Interp::new(model).canonical(parse_position(model, &text).ok()?);
                arguments = vec![format!("--from={text}")];
                options.from = Some(state.clone());
                from = Some(state);
            }
            Asked::Tier { seed } => {
                let tier = self.tier(&mut Random::new(seed))?;
                let texts: Vec<String> =
                    tier.iter().map(|(name, number)| format!("{name}={number}")).collect();
                arguments = vec!["--tier".to_owned(), texts.join(",")];
                options.tier = Some(tier);
            }
        }
        let interp = Interp::with_start(model, start)?;
        let answer = solve(&interp, &options, &mut Silent);
        if let Err(SolveError::StateLimit { .. }) = answer {
            return None;
        }
        let is_tier = options.tier.is_some();
        let from = from.or_else(|| (!is_tier).then(|| interp.start()));
        Some(Question { interp, arguments, from, answer })
    }

    /// A position: one that is reached, or another one.
    fn position(&self, random: &mut Random, outside: bool) -> Option<State> {
        let count = self.reached.states.iter().count();
        let mut state = self.reached.states.iter().nth(random.below(count))?;
        if !outside {
            return Some(state);
        }
        let model = self.model;
        for _ in 0..random.between(1, 2) {
            let cells = state.cells.len();
            let (one, other) = (random.below(cells), random.below(cells));
            match random.below(6) {
                0 | 1 => random.shuffle(&mut state.cells),
                2 => state.cells.swap(one, other),
                3 => {
                    let contents = if model.heap { 3 } else { model.pieces.len() + 1 };
                    state.cells[one] = u8::try_from(random.below(contents)).ok()?;
                }
                4 if !state.counters.is_empty() => {
                    let counter = random.below(state.counters.len());
                    state.counters[counter] = u8::try_from(random.below(5)).ok()?;
                }
                _ => {
                    state.mover = PlayerId(u8::try_from(random.below(model.sides())).ok()?);
                    random.shuffle(&mut state.cells);
                }
            }
        }
        Some(state)
    }

    /// Counts of a tier: of play, near it, or any.
    fn tier(&self, random: &mut Random) -> Option<Vec<(String, i64)>> {
        let names = known_names(self.model);
        let tiers = &self.tiers;
        let mut tier = match tiers.as_slice() {
            [] => Vec::new(),
            some => random.pick(some).key.clone(),
        };
        if tier.is_empty() || random.percent(15) {
            if names.is_empty() {
                return None;
            }
            tier.push((random.pick(&names), i64::try_from(random.below(4)).ok()?));
        }
        if random.percent(20) {
            let place = random.below(tier.len());
            tier[place].1 += if random.percent(50) { 1 } else { -1 };
        }
        if random.percent(15) && tier.len() > 1 {
            tier.remove(random.below(tier.len()));
        }
        Some(tier)
    }
}

impl Question<'_> {
    /// The values of all that can be reached; none for a tier, or if there are none.
    pub fn values(&self) -> Option<(Valued, Exploration)> {
        let from = self.from.as_ref()?;
        let options = ExploreOptions { keep: Keep::Graph, ..explore_options(u64::MAX) };
        let values = value_all(&self.interp, from, &options, &mut Silent).ok()?.ok()?;
        let mut roots = std::iter::once(from.clone());
        Some((values, explore(&self.interp, &mut roots, &options, &mut Silent).ok()?))
    }
}

fn explore_options(limit: u64) -> ExploreOptions {
    ExploreOptions { state_limit: limit, memory_limit: None, keep: Keep::States }
}
