//! `gamec solve`: every position that can arise, what they are worth, and whether the file's expectations hold.

use crate::args::{Execution, SolveArgs};
use crate::commands::moves::position;
use crate::failure::{Failure, Message};
use crate::progress::{Expected, Progress};
use crate::{json, load, memory, output, report};
use gdl::model::Model;
use gdl::{Code, Diagnostic, Diagnostics};
use gdl_runtime::SolveError;
use gdl_runtime::interp::{
    ExpectationReport, Interp, Solution, SolveOptions, check_expectations, solve,
};
use refusal::{REPORT_IT, Refusal};
use std::time::Instant;

#[cfg(feature = "gpu")]
mod gpu;
mod kept;
mod line;
mod native;
pub(super) mod refusal;
mod sampled;
mod scratch;
mod text;
pub(super) mod values;
mod whole_lines;
mod wide_values;

/// Solves the game; fails if it is not as expected.
pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let model = load::game(&args.plan.game, args.json)?;
    let start = load::start(&model, args.plan.start.as_deref())?;
    let interp = Interp::with_start(&model, start)
        .ok_or_else(|| Failure::input("this game has no such start"))?;
    let options = options(args, &interp)?;
    if let Some(picture) = &args.plot {
        picture.see_that_it_is_free(args.force)?;
    }
    let begun = Instant::now();
    let Answer { solution, native, gpu, note, unsolved, database } = match &args.output {
        Some(path) => kept::solve(path, &interp, args, &options)?,
        None => found(args, &interp, &options)?,
    };
    if let Some(note) = note {
        report::note(&note, args.json);
    }
    let run = json::Run {
        model: &model,
        start: model.starts.get(start).and_then(|start| start.name.clone()),
        from: options.from.clone(),
        native,
        gpu,
        database,
        wall: begun.elapsed(),
        peak_memory_bytes: memory::peak_bytes(),
    };
    // The file speaks of its starts, and of what was found completely.
    let is_checked = options.from.is_none() && unsolved.is_none();
    let expectations = if is_checked {
        check_expectations(&interp, &solution)
    } else {
        ExpectationReport::default()
    };
    show(args, &run, &solution, &expectations)?;
    confirm(&model, &expectations)?;
    unsolved.map_or(Ok(()), |message| Err(Failure::Machine(message)))
}

/// Solves the game, and forgets its tables.
fn found(args: &SolveArgs, interp: &Interp<'_>, options: &SolveOptions) -> Result<Answer, Failure> {
    let mut way = way(args, interp, options)?;
    let mut found = solved(&way, interp, args, options);
    if let (Err(SolveError::Device { message }), Execution::Auto) = (&found, args.on) {
        report::note(&format!("the processor takes over: {message}"), args.json);
        way = way_on_processor(args, interp, options)?;
        found = solved(&way, interp, args, options);
    }
    if let (Err(SolveError::Cancelled { layers, .. }), false) = (&found, args.json) {
        // What is known so far may be what the user wanted.
        let known = if args.csv { text::csv(layers) } else { text::layers(layers) };
        output::write(&known)?;
    }
    found.map_err(|error| way.stopped(failure(error)))
}

/// Solves the game in some way, with progress.
fn solved(
    way: &Way,
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Answer, SolveError> {
    let mut progress = Progress::new(args.json, way.expected());
    way.solve(interp, args, options, &mut progress)
}

/// What was found, and how.
struct Answer {
    solution: Solution,
    native: Option<json::NativeRun>,
    gpu: Option<json::GpuRun>,
    /// What else the user should know.
    note: Option<String>,
    /// What could not be solved.
    unsolved: Option<Message>,
    /// The file that was written.
    database: Option<json::DatabaseRun>,
}

impl Answer {
    /// What was found, and nothing about how.
    fn new(solution: Solution) -> Self {
        let (native, gpu, note, unsolved, database) = (None, None, None, None, None);
        Answer { solution, native, gpu, note, unsolved, database }
    }
}

/// How a game is solved.
enum Way {
    /// By the interpreter's own search, which is the reference.
    Interpreter,
    /// A puzzle, by a search on a table.
    Search(Box<native::Prepared>),
    /// Values on tables.
    Values(Box<values::Prepared>),
    /// Values, many positions at once.
    WideValues(Box<wide_values::Prepared>),
    /// On a graphics processor.
    #[cfg(feature = "gpu")]
    Gpu(Box<gpu::Prepared>),
}

impl Way {
    fn expected(&self) -> Option<Expected> {
        match self {
            Way::Interpreter => None,
            Way::Search(game) => Some(game.expected()),
            Way::Values(game) => Some(game.expected()),
            Way::WideValues(game) => Some(game.expected()),
            #[cfg(feature = "gpu")]
            Way::Gpu(game) => Some(game.expected()),
        }
    }

    fn note(&self) -> Option<&str> {
        match self {
            Way::Interpreter | Way::WideValues(_) => None,
            Way::Search(game) => game.note(),
            Way::Values(game) => game.note(),
            #[cfg(feature = "gpu")]
            Way::Gpu(_) => None,
        }
    }

    /// A failure that has stopped it, and how to go on.
    fn stopped(&self, failure: Failure) -> Failure {
        match self {
            Way::Search(game) => game.stopped(failure),
            Way::Values(game) if game.options.scratch.is_some() => {
                failure.and_help("with `-o FILE` tiers that are solved are kept for the next run")
            }
            _ => failure,
        }
    }

    fn solve(
        &self,
        interp: &Interp<'_>,
        args: &SolveArgs,
        options: &SolveOptions,
        progress: &mut Progress,
    ) -> Result<Answer, SolveError> {
        let (solution, native) = match self {
            Way::Interpreter => (solve(interp, options, progress)?, None),
            Way::Search(game) => game.solve(interp, args, options, progress)?,
            Way::Values(game) => return game.solve(interp, progress),
            Way::WideValues(game) => return game.solve(interp, progress),
            #[cfg(feature = "gpu")]
            Way::Gpu(game) => return game.solve(interp, args, options, progress),
        };
        Ok(Answer { native, ..Answer::new(solution) })
    }
}

/// Writes the result where the user wants it.
fn show(
    args: &SolveArgs,
    run: &json::Run<'_>,
    solution: &Solution,
    expectations: &ExpectationReport,
) -> Result<(), Failure> {
    if let Some(picture) = &args.plot {
        picture.write(&text::title(run), &solution.layers)?;
    }
    if args.json {
        output::write_json(&json::solve(run, solution, expectations))
    } else if args.csv {
        if solution.layers.is_empty() {
            report::note("values are found without layers: there is no line to write", args.json);
        }
        output::write(&text::csv(&solution.layers))
    } else {
        output::write(&text::text(run, solution, expectations, args.all_tiers))
    }
}

/// What is to be solved, and what it may cost.
fn options(args: &SolveArgs, interp: &Interp<'_>) -> Result<SolveOptions, Failure> {
    let defaults = SolveOptions::default();
    let from = args.from.as_deref().map(|text| position(interp, Some(text))).transpose()?;
    Ok(SolveOptions {
        from,
        tier: (!args.tier.is_empty()).then(|| args.tier.clone()),
        state_limit: args.limit_states.unwrap_or(defaults.state_limit),
        memory_limit: args.memory.or_else(memory::limit_bytes),
        hardest: args.hardest,
    })
}

/// How the game is solved.
fn way(args: &SolveArgs, interp: &Interp<'_>, options: &SolveOptions) -> Result<Way, Failure> {
    if args.scratch.is_some() && matches!(args.on, Execution::Interp | Execution::Gpu) {
        return Err(Failure::input_with_help(
            "only compiled code can have its tables on disk",
            "leave out `--on`, or `--scratch`",
        ));
    }
    let wants_gpu = args.on == Execution::Gpu || args.gpu.is_some();
    if !wants_gpu || args.on == Execution::Interp {
        return way_on_processor(args, interp, options);
    }
    match (way_on_gpu(args, interp, options), args.on) {
        (Ok(way), _) => Ok(way),
        (Err(Refusal::TooLarge(message) | Refusal::Failed(message)), Execution::Gpu)
        | (Err(Refusal::Disagrees(message)), _) => Err(Failure::Machine(message)),
        (Err(Refusal::Impossible(message)), Execution::Gpu) => Err(Failure::Input(message)),
        (Err(refusal), _) => {
            let reason = refusal.reason().unwrap_or_default();
            report::note(&format!("the processor takes over: {reason}"), args.json);
            way_on_processor(args, interp, options)
        }
    }
}

#[cfg(feature = "gpu")]
fn way_on_gpu(
    args: &SolveArgs,
    interp: &Interp<'_>,
    options: &SolveOptions,
) -> Result<Way, Refusal> {
    gpu::prepare(interp, args, options).map(Box::new).map(Way::Gpu)
}

#[cfg(not(feature = "gpu"))]
fn way_on_gpu(_: &SolveArgs, _: &Interp<'_>, _: &SolveOptions) -> Result<Way, Refusal> {
    Err(Refusal::Impossible(crate::without_gpu()))
}

/// How the processor solves the game.
fn way_on_processor(
    args: &SolveArgs,
    interp: &Interp<'_>,
    options: &SolveOptions,
) -> Result<Way, Failure> {
    if let Some(game) = wide_values::prepare(interp, args, options) {
        return Ok(Way::WideValues(Box::new(game)));
    }
    let found = match args.on {
        Execution::Interp => return Ok(Way::Interpreter),
        _ if values::is_asked(interp.model(), options) => {
            values::prepare(interp, args, options).map(Box::new).map(Way::Values)
        }
        Execution::Native => native::prepare(interp, args, options).map(Box::new).map(Way::Search),
        Execution::Auto | Execution::Gpu => {
            native::prepare_if_large(interp, args, options).map(Box::new).map(Way::Search)
        }
    };
    match (found, args.on) {
        (Ok(way), _) => {
            if let Some(note) = way.note() {
                report::note(note, args.json);
            }
            Ok(way)
        }
        (Err(Refusal::NotNeeded), _) => Ok(Way::Interpreter),
        (Err(Refusal::Disagrees(message)), _) => Err(Failure::Machine(message)),
        (Err(Refusal::TooLarge(message)), _) => Err(Failure::Machine(message)),
        (Err(Refusal::Impossible(message)), Execution::Native) => Err(Failure::Input(message)),
        (Err(Refusal::Failed(message)), Execution::Native) => Err(Failure::Machine(message)),
        (Err(Refusal::Impossible(message) | Refusal::Failed(message)), _) => {
            let reason = message.first_line();
            report::note(&format!("the interpreter runs this game: {reason}"), args.json);
            Ok(Way::Interpreter)
        }
    }
}

/// The failure that an error of the search is.
pub(super) fn failure(error: SolveError) -> Failure {
    match &error {
        SolveError::TierLabel { label, known } => {
            match gdl::words::nearest(label, known.iter().map(String::as_str)) {
                Some(near) => {
                    Failure::input_with_help(error.to_string(), format!("did you mean `{near}`?"))
                }
                None => Failure::input(error.to_string()),
            }
        }
        SolveError::TierCount { .. }
        | SolveError::TierEndless { .. }
        | SolveError::CountOverflow { .. } => Failure::input(error.to_string()),
        SolveError::StateLimit { .. } => {
            Failure::machine_with_help(error.to_string(), "`--limit-states` sets the limit")
        }
        SolveError::MemoryLimit { .. } => Failure::machine_with_help(
            error.to_string(),
            "without `--memory` it is most of the memory that was free; try a smaller game or tier",
        ),
        SolveError::Device { message } => match message.split_once('\n') {
            None => Failure::machine_with_help(
                message,
                "with `--on auto --gpu NUMBER` the processor takes over",
            ),
            Some(_) => Failure::machine(message),
        },
        SolveError::Storage { .. }
        | SolveError::TableMemory { .. }
        | SolveError::Threads { .. }
        | SolveError::WrongPhase { .. }
        | SolveError::NoPredecessors
        | SolveError::NoLayers => Failure::machine(error.to_string()),
        SolveError::Disagreement { .. } => Failure::machine_with_help(error.to_string(), REPORT_IT),
        SolveError::Cancelled { .. } => {
            Failure::Interrupted(Message { text: error.to_string(), help: None })
        }
    }
}

/// Reports the first expectation that does not hold, at its place in the file.
pub(super) fn confirm(model: &Model, expectations: &ExpectationReport) -> Result<(), Failure> {
    let Some(first) = expectations.failed.first() else { return Ok(()) };
    let mut diagnostic = Diagnostic::new(Code::ExpectFailed, first.span, first.message.clone())
        .label("this is not so");
    if expectations.failed.len() > 1 {
        diagnostic = diagnostic.note(format!(
            "{} expectations do not hold; this is the first",
            expectations.failed.len()
        ));
    }
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    Err(Failure::Game(model.source.clone(), diagnostics))
}
