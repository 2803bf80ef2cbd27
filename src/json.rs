//! The JSON of `gamec solve`: a contract, described in `docs/json.md`.

use gdl::Source;
use gdl::model::{Model, State};
use gdl_runtime::interp::{
    Classes, Counts, ExpectationReport, LineStep, Nearest, Solution, Tier, position_text,
};
use gdl_runtime::values::{Farthest, Longest, Outcome};
use gdl_solver::run::{DatabaseRun, GpuRun, NativeRun};
use gdl_solver::{Execution, Strategy};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::time::Duration;

/// The result of a search.
#[derive(Debug, Serialize)]
pub(crate) struct Solve<'a> {
    game: String,
    params: Map<String, Json>,
    start: Option<String>,
    from: Option<String>,
    tier: Option<Map<String, Json>>,
    on: &'static str,
    strategy: &'a Strategy,
    threads: usize,
    engine: &'static str,
    states: u64,
    layers: Vec<u64>,
    depth: Option<usize>,
    solution: Option<Vec<String>>,
    solution_moves: Option<usize>,
    hardest: Vec<String>,
    value: Option<Json>,
    plies: Option<u32>,
    line: Vec<String>,
    won: Option<u64>,
    lost: Option<u64>,
    drawn: Option<u64>,
    longest: JsonLongest,
    tiers: Vec<JsonTier>,
    successors: Option<u64>,
    generated: u64,
    wall_seconds: f64,
    peak_memory_bytes: Option<u64>,
    native: Option<NativeRun>,
    gpu: Option<GpuRun>,
    database: Option<DatabaseRun>,
    expectations: JsonExpectations,
}

/// The positions with the same counts of something that only falls or only rises.
#[derive(Debug, Serialize)]
struct JsonTier {
    key: Map<String, Json>,
    states: u64,
    won: Option<u64>,
    lost: Option<u64>,
    drawn: Option<u64>,
    longest: JsonLongest,
    classes: Option<JsonClasses>,
}

/// The longest win and the longest loss.
#[derive(Debug, Serialize)]
struct JsonLongest {
    win: Option<JsonFarthest>,
    loss: Option<JsonFarthest>,
}

#[derive(Debug, Serialize)]
struct JsonFarthest {
    plies: u32,
    position: String,
}

/// The positions of a tier up to symmetry.
#[derive(Debug, Serialize)]
struct JsonClasses {
    symmetries: u64,
    states: u64,
    won: u64,
    lost: u64,
    drawn: u64,
}

/// What the file expects.
#[derive(Debug, Serialize)]
struct JsonExpectations {
    passed: Vec<String>,
    failed: Vec<JsonExpectation>,
    unchecked: Vec<JsonExpectation>,
}

#[derive(Debug, Serialize)]
struct JsonExpectation {
    line: usize,
    message: String,
}

/// What `solve` knows besides the solution.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    /// The game.
    pub(crate) model: &'a Model,
    /// The name of the start.
    pub(crate) start: Option<String>,
    /// The position it began with, if that was not the start.
    pub(crate) from: Option<State>,
    /// What ran the rules.
    pub(crate) execution: Execution,
    /// What was chosen to run, and why.
    pub(crate) strategy: Strategy,
    /// How compiled code searched; none for the interpreter.
    pub(crate) native: Option<NativeRun>,
    /// How a graphics processor searched; none if none did.
    pub(crate) gpu: Option<GpuRun>,
    /// The file that was written; none if none was.
    pub(crate) database: Option<DatabaseRun>,
    /// How long it took.
    pub(crate) wall: Duration,
    /// The memory it took.
    pub(crate) peak_memory_bytes: Option<u64>,
}

/// The contract's value for a solution.
pub(crate) fn solve<'a>(
    run: &'a Run<'_>,
    solution: &Solution,
    expectations: &ExpectationReport,
) -> Solve<'a> {
    let counts = solution.counts.as_ref();
    Solve {
        game: run.model.title.clone(),
        params: params(run.model),
        start: run.start.clone(),
        from: run.from.as_ref().map(|state| position_text(run.model, state)),
        tier: solution.tier.as_deref().map(key),
        on: run.execution.name(),
        strategy: &run.strategy,
        threads: run.native.map_or(1, |native| native.threads),
        engine: engine(run.model, solution),
        states: solution.states,
        layers: solution.layers.clone(),
        depth: solution.depth,
        solution: solution.solution.as_deref().map(texts),
        solution_moves: match solution.nearest {
            Nearest::At(depth) => Some(depth),
            Nearest::Nowhere | Nearest::NotSought => None,
        },
        hardest: solution.hardest.iter().map(|state| position_text(run.model, state)).collect(),
        value: solution.value.as_ref().map(value),
        plies: solution.plies,
        line: texts(&solution.line),
        won: counts.map(|counts| counts.won),
        lost: counts.map(|counts| counts.lost),
        drawn: counts.map(|counts| counts.drawn),
        longest: longest(run.model, &solution.longest),
        tiers: solution.tiers.iter().map(|it| tier(run.model, it)).collect(),
        successors: solution.successors,
        generated: solution.generated,
        wall_seconds: run.wall.as_secs_f64(),
        peak_memory_bytes: run.peak_memory_bytes,
        native: run.native,
        gpu: run.gpu.clone(),
        database: run.database.clone(),
        expectations: self::expectations(&run.model.source, expectations),
    }
}

/// The parameters of a game with the values used.
pub(crate) fn params(model: &Model) -> Map<String, Json> {
    model.params.iter().map(|param| (param.name.clone(), Json::from(param.value))).collect()
}

/// The way the result was found.
fn engine(model: &Model, solution: &Solution) -> &'static str {
    if solution.tier.is_some() {
        "tier"
    } else if model.players.is_empty() || solution.no_value.is_some() {
        "breadth-first"
    } else {
        "retrograde"
    }
}

fn value(value: &Outcome) -> Json {
    match value {
        Outcome::Win => Json::from("win"),
        Outcome::Loss => Json::from("loss"),
        Outcome::Draw => Json::from("draw"),
        Outcome::Margin(margin) => Json::from(*margin),
    }
}

fn texts(steps: &[LineStep]) -> Vec<String> {
    steps.iter().map(|step| step.text.clone()).collect()
}

fn tier(model: &Model, tier: &Tier) -> JsonTier {
    let count = |select: fn(&Counts) -> u64| tier.counts.as_ref().map(select);
    JsonTier {
        key: key(&tier.key),
        states: tier.states,
        won: count(|counts| counts.won),
        lost: count(|counts| counts.lost),
        drawn: count(|counts| counts.drawn),
        longest: longest(model, &tier.longest),
        classes: tier.classes.as_ref().map(classes),
    }
}

fn longest(model: &Model, longest: &Longest<State>) -> JsonLongest {
    let farthest = |farthest: &Option<Farthest<State>>| {
        farthest.as_ref().map(|farthest| JsonFarthest {
            plies: farthest.plies,
            position: position_text(model, &farthest.position),
        })
    };
    JsonLongest { win: farthest(&longest.win), loss: farthest(&longest.loss) }
}

fn classes(classes: &Classes) -> JsonClasses {
    let Classes { symmetries, won, lost, drawn } = *classes;
    JsonClasses { symmetries, states: classes.total(), won, lost, drawn }
}

/// The numbers of a tier by their labels.
pub(crate) fn key(key: &[(String, i64)]) -> Map<String, Json> {
    key.iter().map(|(label, number)| (label.clone(), Json::from(*number))).collect()
}

fn expectations(source: &Source, report: &ExpectationReport) -> JsonExpectations {
    let line = |offset: u32| source.line_column(offset).0;
    let failed = report.failed.iter();
    let unchecked = report.unchecked.iter();
    JsonExpectations {
        passed: report.passed.clone(),
        failed: failed
            .map(|it| JsonExpectation { line: line(it.span.start), message: it.message.clone() })
            .collect(),
        unchecked: unchecked
            .map(|it| JsonExpectation {
                line: line(it.span.start),
                message: format!("{}: {}", it.text, it.reason),
            })
            .collect(),
    }
}
