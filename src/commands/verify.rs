//! `gamec verify`: the values of a game, found and then checked another way.
//!
//! Every value is compared with those after its moves, forward and from scratch, or only samples
//! are, by the interpreter. Small games are also solved a second time by the interpreter's own
//! search, which has no tables; its numbers must be the same.

use crate::args::{VerifyArgs, thread_count};
use crate::failure::{Failure, Message};
use crate::progress::{Progress, Terminal};
use crate::{cpu, interrupt, load, output};
use findings::{Fault, Findings, Times};
use gdl_runtime::SolveError;
use gdl_runtime::interp::{
    Interp, SampleOptions, SampleReport, SolveOptions, check_samples, position_text, tier_positions,
};
use gdl_runtime::values::{ValueOptions, Values, Worker, solve_values};
use gdl_solver::database::is_database;
use gdl_solver::values::book::Book;
use gdl_solver::values::claims::TableClaims;
use gdl_solver::values::{Ready, check_values, plan_tables, prepare, unsolved};
use gdl_solver::{Choices, Error, Expected, Limits, Problem, Question, machine};
use std::time::Instant;

mod again;
mod distances;
mod file;
mod findings;

/// Solves the game and checks what was found; fails if something is wrong.
pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    if is_database(&args.plan.game.file) {
        return file::run(args);
    }
    let model = load::game(&args.plan.game, args.json)?;
    let start = load::start(&model, args.plan.start.as_deref())?;
    let interp = Interp::with_start(&model, start)
        .ok_or_else(|| Failure::input("this game has no such start"))?;
    let tier = (!args.tier.is_empty()).then(|| args.tier.clone());
    let question = Question { tier, ..Question::default() };
    let problem = Problem { interp: &interp, question };
    let limits = Limits {
        memory: args.memory.or(Limits::default().memory),
        threads: thread_count(args.threads),
        ..Limits::default()
    };
    let choices = Choices {
        family: args.plan.family,
        bits: args.plan.bits,
        symmetry: args.symmetry.into(),
        ..Choices::default()
    };
    let terminal = Terminal::new(args.json);
    check_values(&model)?;
    if let Some(tier) = &problem.question.tier {
        // It knows which names are meant.
        tier_positions(&interp, tier).map_err(Error::from)?;
    }
    let planned = plan_tables(&problem, &limits, &choices, &terminal);
    let planned = planned.map_err(|error| match error {
        Error::Input(message) if !args.plan.decide() => only_interpreted(&message.text),
        error => error.into(),
    })?;
    let ready = prepare(&planned, &problem, &limits, &choices, &terminal)?;
    let options = SolveOptions {
        tier: problem.question.tier.clone(),
        memory_limit: limits.memory,
        ..SolveOptions::default()
    };
    let asked = Asked { args, interp: &interp, options: &options, ready: &ready };
    let findings =
        ready.with_worker(&interp, |worker| asked.verify(worker)).map_err(Error::from)?;
    let about = findings::About { model: &model, start, tier: options.tier.as_deref() };
    if args.json {
        output::write_json(&findings.json(&about))?;
    } else {
        output::write(&findings.text(&about))?;
    }
    if interrupt::requested() {
        let text = "interrupted before all samples were checked".to_owned();
        return Err(Failure::Interrupted(Message { text, help: None }));
    }
    findings.verdict()
}

/// What no table holds cannot be looked up again.
fn only_interpreted(reason: &str) -> Failure {
    Failure::machine_with_help(
        format!("only the interpreter can solve this, and its values cannot be checked: {reason}"),
        "`gamec solve` solves it, if it is small",
    )
}

/// What is to be verified.
struct Asked<'a> {
    args: &'a VerifyArgs,
    interp: &'a Interp<'a>,
    options: &'a SolveOptions,
    ready: &'a Ready<'a>,
}

impl Asked<'_> {
    fn verify(&self, worker: &dyn Worker) -> Result<Findings, SolveError> {
        let Asked { args, ready, .. } = *self;
        let prepared = ready.planned;
        let is_sample = args.sample.is_some();
        let options = ValueOptions {
            check: !is_sample,
            keep: is_sample || prepared.all_fit(worker),
            ..prepared.options.clone()
        };
        let begun = Clock::now();
        let mut progress = Progress::new(args.json, Some(prepared.expected()));
        let values = solve_values(worker, &prepared.structure, &options, &mut progress)?;
        drop(progress);
        let mut times = Times::split(begun.elapsed(), values.check_time);
        let book = Book::new(worker, &prepared.structure, &prepared.plan.hash, &values);
        let unsolved = unsolved::message(&prepared.structure, &values);
        let mut samples = None;
        if let (Some(wanted), None) = (args.sample, &unsolved) {
            let begun = Clock::now();
            samples = Some(self.check_samples(&book, wanted));
            times.check = begun.elapsed();
        }
        let states = states(&values);
        let again = match &unsolved {
            None => again::solve_again(self.interp, self.options, prepared, &book, states)?,
            Some(_) => None,
        };
        Ok(Findings {
            on: if ready.is_compiled() { "compiled" } else { "interpreter" },
            states,
            fault: self.first_fault(&values),
            checked: values.checked.clone(),
            samples,
            seed: args.seed,
            again,
            unsolved,
            times,
            tables: ready.run(&values),
            peak_memory_bytes: machine::peak_bytes(),
        })
    }

    /// Checks samples of what tables say.
    fn check_samples(&self, book: &Book<'_>, samples: u64) -> SampleReport {
        let Asked { args, interp, .. } = *self;
        let prepared = self.ready.planned;
        let sources = prepared.samples();
        let claims = TableClaims::new(book, prepared.options.depth);
        let options = SampleOptions { samples, seed: args.seed, ..SampleOptions::default() };
        let mut progress = Progress::new(args.json, Some(Expected::Samples));
        check_samples(interp, &claims, &sources, &options, &mut progress)
    }

    /// The first wrong value that was found where every one was checked.
    fn first_fault(&self, values: &Values) -> Option<Fault> {
        let (tier, slot) = values.checked.as_ref()?.first?;
        let hash = &self.ready.planned.plan.hash;
        let state = hash.unrank(hash.tier_start(tier) + (slot << values.shift(tier)));
        Some(Fault {
            tier: self.ready.planned.structure.tiers[tier].key.clone(),
            position: position_text(self.interp.model(), &state),
        })
    }
}

/// How many positions have a value.
fn states(values: &Values) -> u64 {
    let solved = values.wanted.iter().filter_map(|tier| values.tier(*tier));
    solved.map(|tier| tier.positions[0].and(tier.positions[1]).total()).sum()
}

/// When something began.
struct Clock {
    wall: Instant,
    cpu: Option<std::time::Duration>,
}

impl Clock {
    fn now() -> Self {
        Clock { wall: Instant::now(), cpu: cpu::time() }
    }

    fn elapsed(&self) -> findings::Taken {
        findings::Taken {
            wall: self.wall.elapsed(),
            cpu: cpu::time().zip(self.cpu).map(|(now, then)| now - then),
        }
    }
}
