//! From a question to its answer: the strategy, and the run that follows it.

use crate::error::Error;
use crate::problem::{Choices, Job, Limits, Problem};
use crate::refusal::Refusal;
use crate::reporter::{Expected, Reporter};
use crate::solution::Answer;
use crate::strategy::{Method, Strategy, strategy};
use gdl_runtime::interp::solve as interpret;
use gdl_runtime::{Observer, SolveError};

/// Chooses how a question is answered.
///
/// # Errors
///
/// If what is asked or decided is impossible, or nothing that answers it fits the limits.
pub fn choose(
    problem: &Problem<'_>,
    limits: &Limits,
    choices: &Choices,
    reporter: &dyn Reporter,
) -> Result<Strategy, Error> {
    strategy(Job::new(problem, limits, choices, reporter))
}

/// Answers a question in the way of a strategy that was chosen for it.
///
/// # Errors
///
/// If the machine fails, the limits are exceeded or the user interrupts it.
pub fn run(
    strategy: &Strategy,
    problem: &Problem<'_>,
    limits: &Limits,
    choices: &Choices,
    reporter: &dyn Reporter,
) -> Result<Answer, Error> {
    let job = Job::new(problem, limits, choices, reporter);
    strategy.notes.iter().for_each(|note| reporter.note(note));
    let mut observer = reporter.observer(strategy.method.expected());
    let answer = strategy.method.solve(job, &mut *observer);
    drop(observer);
    match answer {
        Ok(answer) => Ok(answer),
        Err(Failed::Refused(Refusal::Failed(message))) if choices.execution.is_none() => {
            let reason = message.first_line();
            reporter.note(&format!("the interpreter runs this game: {reason}"));
            let mut observer = reporter.observer(None);
            Ok(Answer::new(interpret(job.interp, &job.interpreter_options(), &mut *observer)?))
        }
        Err(Failed::Refused(refusal)) => Err(refusal.into()),
        Err(Failed::Stopped(SolveError::Device { message })) if choices.execution.is_none() => {
            reporter.note(&format!("falling back to the CPU: {message}"));
            let choices = Choices { gpu: None, ..choices.clone() };
            solve(problem, limits, &choices, reporter)
        }
        Err(Failed::Stopped(error)) => Err(strategy.method.stopped(error.into())),
    }
}

/// Answers a question in the fastest way.
///
/// # Errors
///
/// If what is asked or decided is impossible, nothing that answers it fits the limits, the
/// machine fails, or the user interrupts it.
pub fn solve(
    problem: &Problem<'_>,
    limits: &Limits,
    choices: &Choices,
    reporter: &dyn Reporter,
) -> Result<Answer, Error> {
    let strategy = choose(problem, limits, choices, reporter)?;
    run(&strategy, problem, limits, choices, reporter)
}

/// Why a run has no answer.
enum Failed {
    /// It could not begin.
    Refused(Refusal),
    /// It stopped.
    Stopped(SolveError),
}

impl From<SolveError> for Failed {
    fn from(error: SolveError) -> Self {
        Failed::Stopped(error)
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Failed::Refused(refusal)
    }
}

impl Method {
    /// Returns how much there is to do.
    fn expected(&self) -> Option<Expected> {
        match self {
            Method::Interpreter => None,
            Method::Search(search) => Some(search.expected()),
            Method::Values(values) => Some(values.expected()),
            Method::WordParallelValues(values) => Some(values.expected()),
            #[cfg(feature = "gpu")]
            Method::Gpu(search) => Some(search.expected()),
        }
    }

    fn solve(&self, job: Job<'_>, observer: &mut dyn Observer) -> Result<Answer, Failed> {
        Ok(match self {
            Method::Interpreter => {
                Answer::new(interpret(job.interp, &job.interpreter_options(), observer)?)
            }
            Method::Search(search) => {
                let (solution, run) = search.ready(job)?.solve(job, observer)?;
                Answer { native: Some(run), ..Answer::new(solution) }
            }
            Method::Values(values) => values.ready(job)?.solve(job.interp, observer)?,
            Method::WordParallelValues(values) => values.solve(job.interp, observer)?,
            #[cfg(feature = "gpu")]
            Method::Gpu(search) => search.solve(job, observer)?,
        })
    }

    /// Adds how to resume to an error that has stopped the run.
    fn stopped(&self, error: Error) -> Error {
        match self {
            Method::Search(search) => search.stopped(error),
            Method::Values(values) if values.options.scratch.is_some() => {
                error.and_help("with `-o FILE` tiers that are solved are kept for the next run")
            }
            _ => error,
        }
    }
}
