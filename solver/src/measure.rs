//! Values that are found to measure the engine.

use crate::error::Error;
use crate::machine::{Clock, Taken};
use crate::problem::{Choices, Execution, Job, Limits, Problem};
use crate::reporter::Quiet;
use crate::values::{TableValues, unsolved};
use gdl::plan::Family;
use gdl_runtime::Observer;
use gdl_runtime::values::{Values, solve_values};

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
