//! `gamec solve`: every position that can arise, what they are worth, and whether the file's expectations hold.

use crate::args::{Execution, SolveArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{json, load, memory, output};
use gdl::model::Model;
use gdl::{Code, Diagnostic, Diagnostics};
use gdl_runtime::SolveError;
use gdl_runtime::interp::{ExpectationReport, Interp, SolveOptions, check_expectations, solve};
use std::time::Instant;

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
    let begun = Instant::now();
    let solution = match args.on {
        Execution::Interp => {
            solve(&interp, &options, &mut Progress::new(args.json)).map_err(failure)?
        }
    };
    let run = json::Run {
        model: &model,
        start: model.starts.get(start).and_then(|start| start.name.clone()),
        on: "interp",
        wall: begun.elapsed(),
        peak_memory_bytes: memory::peak_bytes(),
    };
    let expectations = check_expectations(&interp, &solution);
    if args.json {
        output::write_json(&json::solve(run, &solution, &expectations))?;
    } else if args.csv {
        output::write(&text::csv(&solution))?;
    } else {
        output::write(&text::text(&run, &solution, &expectations))?;
    }
    confirm(&model, &expectations)
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
        SolveError::Cancelled { .. } => Failure::machine(error.to_string()),
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
