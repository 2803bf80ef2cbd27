//! The strategy: the one place that decides how a question is answered.
//!
//! Every way to answer it is planned and predicted ([`crate::cost`]); the fastest that fits is
//! taken, and the others are kept with their predictions or the reason why not. Nothing after
//! this decides anything: [`run`](crate::run()) follows it.

use crate::cost::Prediction;
use crate::error::Error;
#[cfg(feature = "gpu")]
use crate::gpu::GpuSolve;
use crate::problem::{Choices, Execution, Job, Wants};
use crate::search::TableSearch;
use crate::values::TableValues;
use crate::word_parallel_values::WordParallelSolve;
use candidates::Candidates;
use choice::Choice;
use gdl::plan::Family;
use serde::Serialize;

mod candidates;
mod choice;
mod text;

/// How a question will be answered.
#[derive(Debug, Serialize)]
pub struct Strategy {
    /// What runs the rules.
    pub execution: Execution,
    /// The layout of the tables; none: there are none.
    pub layout: Option<Family>,
    /// The search, in words.
    pub engine: String,
    /// The number of bits of an entry; none: there are no tables.
    pub bits: Option<u32>,
    /// By how many symmetries positions are divided, the trivial one included.
    pub symmetries: usize,
    /// The number of threads.
    pub threads: usize,
    /// Whether tables lie on disk.
    pub on_disk: bool,
    /// What it is expected to take.
    pub prediction: Prediction,
    /// The other ways, in the order in which they were looked at.
    pub alternatives: Vec<Alternative>,
    /// Why this one was chosen.
    pub reason: Reason,
    /// What the user should know about the choice.
    pub notes: Vec<String>,
    #[serde(skip)]
    pub(crate) method: Method,
}

/// Another way to answer a question.
#[derive(Clone, Debug, Serialize)]
pub struct Alternative {
    /// What would run the rules.
    pub execution: Execution,
    /// The layout, if it would have tables.
    pub layout: Option<Family>,
    /// What it would take; none if it is not possible.
    pub prediction: Option<Prediction>,
    /// Why it is not possible.
    pub refusal: Option<String>,
}

/// Why a way to answer a question was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It is the fastest that fits into memory.
    Fastest,
    /// Play reached all positions before anything else was planned: there are only this many.
    Few(u64),
    /// The user has decided it.
    Decided,
    /// Nothing else can answer the question.
    Only,
}

/// What is run, planned down to the last detail.
#[derive(Debug)]
pub(crate) enum Method {
    /// The interpreter's own search, which is the reference.
    Interpreter,
    /// A breadth-first search on a table.
    Search(Box<TableSearch>),
    /// Values on tables.
    Values(Box<TableValues>),
    /// Word-parallel values.
    WordParallelValues(Box<WordParallelSolve>),
    /// A graphics processor.
    #[cfg(feature = "gpu")]
    Gpu(Box<GpuSolve>),
}

/// Chooses how a question is answered.
///
/// # Errors
///
/// If what the user decides is impossible, if nothing fits into memory, or if it is hopeless.
pub(crate) fn strategy(job: Job<'_>) -> Result<Strategy, Error> {
    check_choices(job)?;
    let candidates = Candidates::new(job)?;
    let choice = Choice::new(&candidates);
    match job.choices.execution {
        Some(Execution::Gpu) => choice.on_gpu(),
        None if job.choices.gpu.is_some() => choice.on_gpu().or_else(|error| {
            let reason = error.message().first_line().to_owned();
            let mut otherwise = choice.on_cpu()?;
            otherwise.notes.insert(0, format!("falling back to the CPU: {reason}"));
            Ok(otherwise)
        }),
        _ => choice.on_cpu(),
    }
}

/// Refuses choices that contradict each other.
fn check_choices(job: Job<'_>) -> Result<(), Error> {
    let Choices { execution, gpu, .. } = job.choices;
    let uses_gpu = *execution == Some(Execution::Gpu) || gpu.is_some();
    if job.limits.scratch.is_some()
        && job.question.wants != Wants::Database
        && matches!(execution, Some(Execution::Interpreter | Execution::Gpu))
    {
        return Err(Error::input_with_help(
            "only compiled code can have its tables on disk",
            "leave out `--on`, or `--scratch`",
        ));
    }
    if job.question.wants == Wants::Database && uses_gpu {
        return Err(Error::input_with_help(
            "a graphics processor has no tables to keep",
            "leave out `-o`, or `--on gpu` and `--gpu`",
        ));
    }
    Ok(())
}
