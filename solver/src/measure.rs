//! Parts of a solution by themselves, for those who measure engines.

use crate::compiled::compiled;
use crate::error::{Error, Message};
use crate::fitting::{Wishes, fit};
use crate::machine::{self, Clock, Taken};
use crate::problem::{Choices, Execution, Job, Limits, Problem, Symmetry};
use crate::reporter::Quiet;
use crate::values::{TableValues, unsolved};
use gdl::ir::Module;
use gdl::plan::{Family, Plan};
use gdl_runtime::Observer;
use gdl_runtime::engine::{Goal, SearchOptions, Sweep};
use gdl_runtime::values::{Values, solve_values};

/// Compiles the code of a game with this number of indices, or takes it from the cache.
///
/// # Errors
///
/// If it cannot be compiled.
pub fn compile(module: &Module, size: u64) -> Result<Box<dyn Sweep>, Message> {
    compiled(module, size, &Quiet)
}

/// Returns how a planned puzzle is searched in memory for all its layers.
///
/// # Errors
///
/// If its table does not fit.
pub fn search_options(plan: &Plan, threads: usize) -> Result<SearchOptions, Message> {
    let wishes = Wishes {
        threads,
        symmetry: Symmetry::Auto,
        line: false,
        bits_are_decided: false,
        hardest: 0,
        has_scratch: false,
        memory_limit: machine::free_bytes(),
    };
    Ok(SearchOptions { goal: Goal::Ignore, ..fit(plan, wishes)?.options })
}

/// The values of a question, and how long compiled code took to find them.
#[derive(Debug)]
pub struct MeasuredValues {
    /// What was found.
    pub values: Values,
    /// The layout of the tables.
    pub layout: Family,
    /// The time of the search alone, without the compiler.
    pub taken: Taken,
}

/// Finds the values of a question with compiled code.
///
/// # Errors
///
/// If it has no values, if some cannot be found, if the machine fails, or if the observer cancels
/// it.
pub fn measure_values(
    problem: &Problem<'_>,
    limits: &Limits,
    choices: &Choices,
    observer: &mut dyn Observer,
) -> Result<MeasuredValues, Error> {
    // The interpreter must not be measured instead.
    let choices = Choices { execution: Some(Execution::Compiled), ..choices.clone() };
    let job = Job::new(problem, limits, &choices, &Quiet);
    let planned = TableValues::planned(job)?;
    let ready = planned.ready(job)?;
    let clock = Clock::start();
    let values = ready.with_worker(job.interp, |worker| {
        solve_values(worker, &planned.structure, &planned.options, observer)
    })?;
    let taken = clock.elapsed();
    match unsolved::message(&planned.structure, &values) {
        Some(message) => Err(Error::Machine(message)),
        None => Ok(MeasuredValues { values, layout: planned.plan.family, taken }),
    }
}
