//! `gamec solve`: every position that can arise, what they are worth, and whether the file's
//! expectations hold.

use crate::args::{ProblemArgs, SolveArgs};
use crate::commands::moves::position;
use crate::failure::Failure;
use crate::progress::Terminal;
use crate::{json, load, output, report};
use gdl::model::Model;
use gdl::{Code, Diagnostic, Diagnostics};
use gdl_runtime::interp::{ExpectationReport, Interp, Solution, check_expectations};
use gdl_solver::{
    Answer, Error, KeepOptions, LONG, Problem, Question, Reporter, Strategy, Wants, machine,
};
use std::time::{Duration, Instant};

mod text;

/// Solves the game; fails if it is not as expected.
pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let model = load::game(&args.problem.plan.game, args.json)?;
    let start = load::start(&model, args.problem.plan.start.as_deref())?;
    let interp = Interp::with_start(&model, start)
        .ok_or_else(|| Failure::input("this game has no such start"))?;
    let problem = Problem { interp: &interp, question: question(args, &interp)? };
    if let Some(picture) = &args.plot {
        picture.see_that_it_is_free(args.force)?;
    }
    let begun = Instant::now();
    let (strategy, answer) = solved(args, &problem)?;
    let execution = answer.execution();
    let Answer { solution, native, gpu, note, unsolved, database } = answer;
    if let Some(note) = note {
        report::note(&note, args.json);
    }
    let run = json::Run {
        model: &model,
        start: model.starts.get(start).and_then(|start| start.name.clone()),
        from: problem.question.from.clone(),
        execution,
        strategy,
        native,
        gpu,
        database,
        wall: begun.elapsed(),
        peak_memory_bytes: machine::peak_bytes(),
    };
    // The file speaks of its starts, and of what was found completely.
    let is_checked = problem.question.from.is_none() && unsolved.is_none();
    let expectations = if is_checked {
        check_expectations(&interp, &solution)
    } else {
        ExpectationReport::default()
    };
    show(args, &run, &solution, &expectations)?;
    confirm(&model, &expectations)?;
    unsolved.map_or(Ok(()), |message| Err(Failure::Machine(message)))
}

/// Chooses a strategy and follows it.
fn solved(args: &SolveArgs, problem: &Problem<'_>) -> Result<(Strategy, Answer), Failure> {
    let (limits, choices) = (args.problem.limits(), args.problem.choices());
    let terminal = Terminal::new(args.json);
    let strategy = gdl_solver::choose(problem, &limits, &choices, &terminal)?;
    let seconds = strategy.prediction.seconds;
    if !args.json && seconds > LONG && seconds.is_finite() {
        terminal.note(&format!("this will take {}", strategy.prediction));
    }
    let answer = match &args.output {
        None => gdl_solver::run(&strategy, problem, &limits, &choices, &terminal),
        Some(path) => {
            let checkpoint = Duration::from_secs(args.checkpoint);
            let keep = KeepOptions { path, force: args.force, checkpoint };
            gdl_solver::run_and_keep(&strategy, keep, problem, &limits, &choices, &terminal)
        }
    };
    match answer {
        Ok(answer) => Ok((strategy, answer)),
        Err(Error::Interrupted(message, layers)) => {
            if !args.json && args.output.is_none() {
                // What is known so far may be what the user wanted.
                let known = if args.csv { text::csv(&layers) } else { text::layers(&layers) };
                output::write(&known)?;
            }
            Err(Failure::Interrupted(message))
        }
        Err(error) => Err(error.into()),
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

/// Reads what is asked.
fn question(args: &SolveArgs, interp: &Interp<'_>) -> Result<Question, Failure> {
    Ok(Question {
        layers: args.csv || args.plot.is_some(),
        wants: if args.output.is_some() { Wants::Database } else { Wants::Result },
        ..asked(&args.problem, interp)?
    })
}

/// Reads what is asked, as far as the arguments of all who ask say it.
pub(super) fn asked(args: &ProblemArgs, interp: &Interp<'_>) -> Result<Question, Failure> {
    let from = args.from.as_deref().map(|text| position(interp, Some(text))).transpose()?;
    Ok(Question {
        from,
        tier: (!args.tier.is_empty()).then(|| args.tier.clone()),
        line: args.line,
        hardest: args.hardest,
        ..Question::default()
    })
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
