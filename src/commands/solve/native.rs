//! `gamec solve` with compiled code: whether it can be had, and the search with it.

use crate::environment;
use crate::failure::Message;
use gdl::facts::{Facts, analyze};
use gdl::plan::{Plan, PlanOptions, plan, plan_with_play};
use gdl_runtime::engine::{SearchOptions, Table, search};
use gdl_runtime::interp::{Interp, Solution, SolveOptions, solve};
use gdl_runtime::native::{self, Compiler, NativeError, NativeGame};
use gdl_runtime::{Layer, Observer, Silent, SolveError};
use std::fmt;

/// Below so many entries the interpreter is quick enough, and finds out more.
const WORTH_IT: u64 = 1_000_000;

/// Up to so many positions the interpreter adds what compiled code does not find out.
const FOR_BOTH: u64 = 100_000;

/// What the user decides about a search with compiled code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wishes {
    /// The number of threads.
    pub(super) threads: usize,
    /// The most positions.
    pub(super) limit: Option<u64>,
}

/// A game in compiled code, ready to be searched.
#[derive(Debug)]
pub(super) struct Prepared {
    game: NativeGame,
    start: u64,
}

/// Why a game is not searched with compiled code.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It would not be worth it.
    NotNeeded,
    /// There is no code for such a game.
    Impossible(Message),
    /// The machine is at fault, or gamec is.
    Failed(Message),
}

/// Prepares a game if it is a puzzle for which that is worth while.
pub(super) fn prepare_if_large(
    interp: &Interp<'_>,
    memory_limit: Option<u64>,
) -> Result<Prepared, Refusal> {
    let model = interp.model();
    if !model.players.is_empty() {
        return Err(Refusal::NotNeeded);
    }
    let start = &model.starts[interp.start_index()];
    let facts = analyze(model, start);
    // Games whose positions must be enumerated to be numbered are done when they are numbered.
    let plan =
        plan(model, start, &facts, PlanOptions::default()).map_err(|_| Refusal::NotNeeded)?;
    if plan.hash.size() < WORTH_IT {
        return Err(Refusal::NotNeeded);
    }
    let needed = Table::bytes(plan.hash.size());
    if let Some(limit) = memory_limit.filter(|limit| needed > *limit) {
        return Err(impossible(&format!("its table takes {needed} bytes, and {limit} are free")));
    }
    compiled(interp, &facts, &plan)
}

/// Prepares a game in any case.
pub(super) fn prepare(interp: &Interp<'_>) -> Result<Prepared, Refusal> {
    let model = interp.model();
    if !model.players.is_empty() {
        return Err(impossible(&"there is no code for games for two yet"));
    }
    let start = &model.starts[interp.start_index()];
    let facts = analyze(model, start);
    let plan = plan_with_play(model, start, &facts, PlanOptions::default(), interp);
    let plan = plan.map_err(|error| impossible(&error))?;
    compiled(interp, &facts, &plan)
}

/// Searches everything that can be reached.
pub(super) fn run(
    interp: &Interp<'_>,
    prepared: &Prepared,
    wishes: Wishes,
    options: &SolveOptions,
    observer: &mut dyn Observer,
) -> Result<Solution, SolveError> {
    let Wishes { threads, limit } = wishes;
    let search_options = SearchOptions { threads, memory_limit: options.memory_limit, hardest: 0 };
    let limit = limit.unwrap_or(u64::MAX);
    let mut limited = Limited { observer, limit, exceeded: false };
    let found = search(&prepared.game, &[prepared.start], &search_options, &mut limited);
    if limited.exceeded {
        return Err(SolveError::StateLimit { limit });
    }
    let found = found?;
    if found.states <= FOR_BOTH {
        let rest = solve(interp, options, &mut Silent)?;
        assert_eq!(found.layers, rest.layers, "compiled code does what the interpreter does");
        return Ok(Solution { successors: found.successors, ..rest });
    }
    let first_moves = interp.successors(&interp.start()).len() as u64;
    Ok(Solution::counted(found.layers, found.successors, first_moves))
}

/// Compiles and loads the code of a game.
fn compiled(interp: &Interp<'_>, facts: &Facts, plan: &Plan) -> Result<Prepared, Refusal> {
    let module =
        gdl::lower::game(interp.model(), facts, plan).map_err(|error| impossible(&error))?;
    if plan.hash.is_up_to_symmetry() {
        return Err(impossible(&"its positions are numbered up to symmetry"));
    }
    let cache = environment::cache().map_err(Refusal::Failed)?;
    let compiler = Compiler::find(&environment::compiler()).map_err(failed)?;
    let game = native::compile(&module, &compiler, &cache).map_err(failed)?;
    let start = native::index(&game, &plan.hash, &interp.start());
    Ok(Prepared { game, start: start.expect("the hash has the start") })
}

fn impossible(reason: &impl fmt::Display) -> Refusal {
    Refusal::Impossible(Message { text: reason.to_string(), help: None })
}

fn failed(error: NativeError) -> Refusal {
    let help = match &error {
        NativeError::NoCompiler { .. } | NativeError::OldCompiler { .. } => {
            Some("the variable RUSTC names another compiler; https://rustup.rs has one".to_owned())
        }
        NativeError::Cache { .. } => {
            Some("the variable GAMEC_CACHE names another folder".to_owned())
        }
        NativeError::NotCompiled { .. }
        | NativeError::NotLoaded { .. }
        | NativeError::WrongLibrary
        | NativeError::WrongTables => None,
    };
    Refusal::Failed(Message { text: error.to_string(), help })
}

/// An observer that stops a search with too many positions.
struct Limited<'a> {
    observer: &'a mut dyn Observer,
    limit: u64,
    exceeded: bool,
}

impl Observer for Limited<'_> {
    fn layer(&mut self, layer: Layer) {
        self.exceeded |= layer.total > self.limit;
        self.observer.layer(layer);
    }

    fn progress(&mut self, states: u64) {
        self.exceeded |= states > self.limit;
        self.observer.progress(states);
    }

    fn cancelled(&mut self) -> bool {
        self.exceeded || self.observer.cancelled()
    }
}
