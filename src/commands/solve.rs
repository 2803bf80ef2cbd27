//! `gamec solve`: every position that can arise, what they are worth, and whether the file's expectations hold.

use crate::args::{Execution, SolveArgs};
use crate::failure::{Failure, Message};
use crate::progress::Progress;
use crate::{json, load, memory, output, report};
use gdl::model::Model;
use gdl::{Code, Diagnostic, Diagnostics};
use gdl_runtime::SolveError;
use gdl_runtime::interp::{ExpectationReport, Interp, SolveOptions, check_expectations, solve};
use native::{Prepared, Refusal, Wishes};
use std::time::Instant;

mod native;
mod text;

/// Solves the game; fails if it is not as expected.
pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let model = load::game(&args.game, args.json)?;
    let start = load::start(&model, args.start.as_deref())?;
    let interp = Interp::with_start(&model, start)
        .ok_or_else(|| Failure::input("this game has no such start"))?;
    let mut options =
        SolveOptions { memory_limit: memory::limit_bytes(), ..SolveOptions::default() };
    if !args.tier.is_empty() {
        options.tier = Some(args.tier.clone());
    }
    if let Some(limit) = args.limit_states {
        options.state_limit = limit;
    }
    let wishes = wishes(args);
    let compiled = compiled(args, &interp, options.memory_limit)?;
    let begun = Instant::now();
    let mut progress = Progress::new(args.json);
    let solution = match &compiled {
        None => solve(&interp, &options, &mut progress),
        Some(game) => native::run(&interp, game, wishes, &options, &mut progress),
    };
    drop(progress);
    if let (Err(SolveError::Cancelled { layers, .. }), false) = (&solution, args.json) {
        // What is known so far may be what the user wanted.
        let known = if args.csv { text::csv(layers) } else { text::layers(layers) };
        output::write(&known)?;
    }
    let solution = solution.map_err(failure)?;
    let run = json::Run {
        model: &model,
        start: model.starts.get(start).and_then(|start| start.name.clone()),
        threads: compiled.as_ref().map(|_| wishes.threads),
        wall: begun.elapsed(),
        peak_memory_bytes: memory::peak_bytes(),
    };
    let expectations = check_expectations(&interp, &solution);
    if args.json {
        output::write_json(&json::solve(&run, &solution, &expectations))?;
    } else if args.csv {
        output::write(&text::csv(&solution.layers))?;
    } else {
        output::write(&text::text(&run, &solution, &expectations))?;
    }
    confirm(&model, &expectations)
}

/// What the user wants of compiled code.
fn wishes(args: &SolveArgs) -> Wishes {
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    Wishes { threads, limit: args.limit_states }
}

/// The game in compiled code, if it runs so.
fn compiled(
    args: &SolveArgs,
    interp: &Interp<'_>,
    memory_limit: Option<u64>,
) -> Result<Option<Prepared>, Failure> {
    let prepared = match args.on {
        Execution::Interp => return Ok(None),
        Execution::Native if !args.tier.is_empty() => {
            return Err(Failure::input_with_help(
                "compiled code does not solve tiers yet",
                "leave out `--on native`",
            ));
        }
        Execution::Auto if !args.tier.is_empty() => return Ok(None),
        Execution::Native => native::prepare(interp),
        Execution::Auto => native::prepare_if_large(interp, memory_limit),
    };
    match (prepared, args.on) {
        (Ok(prepared), _) => Ok(Some(prepared)),
        (Err(Refusal::NotNeeded), _) => Ok(None),
        (Err(Refusal::Impossible(message)), Execution::Native) => Err(Failure::Input(message)),
        (Err(Refusal::Failed(message)), Execution::Native) => Err(Failure::Machine(message)),
        (Err(Refusal::Impossible(message) | Refusal::Failed(message)), _) => {
            let reason = message.text.lines().next().unwrap_or_default();
            report::note(&format!("the interpreter runs this game: {reason}"), args.json);
            Ok(None)
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
        SolveError::TierCount { .. } | SolveError::CountOverflow { .. } => {
            Failure::input(error.to_string())
        }
        SolveError::StateLimit { .. } => {
            Failure::machine_with_help(error.to_string(), "`--limit-states` sets the limit")
        }
        SolveError::MemoryLimit { .. } => Failure::machine_with_help(
            error.to_string(),
            "this is most of the memory that was free; try a smaller game or tier",
        ),
        SolveError::TableMemory { .. } | SolveError::Threads { .. } => {
            Failure::machine(error.to_string())
        }
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
