//! Answers without a database: the game is solved when it is asked about.

use crate::answers::{Answers, Claimed, has_no_goal};
use crate::cost::PATIENCE;
use crate::error::Error;
use crate::problem::{Choices, Job, Limits, Problem, Question, Wants};
use crate::reporter::Reporter;
use crate::strategy::{Method, Strategy, strategy};
use crate::text::grouped;
use crate::values::book::Book;
use crate::values::claims::TableClaims;
use crate::values::{TableValues, unsolved};
use gdl::model::State;
use gdl_runtime::SolveError;
use gdl_runtime::interp::{ExploreOptions, Interp, Keep, NoValue, Valued, value_all};
use gdl_runtime::values::{Claims, Evaluation, ValueOptions, solve_values};

/// The most positions that the interpreter values in memory.
const MOST_STATES: u64 = 4_000_000;

/// Solves a game from a position, and does something with the answers.
///
/// # Errors
///
/// If the game is too large for that, the machine fails, or the user interrupts it.
pub fn with_answers<T, E: From<Error>>(
    interp: &Interp<'_>,
    from: &State,
    reporter: &dyn Reporter,
    task: impl FnOnce(&dyn Answers) -> Result<T, E>,
) -> Result<T, E> {
    if has_no_goal(interp.model()) {
        reporter.note("this puzzle has no goal, so there is no best way to play it");
        return task(&Nobody);
    }
    let question =
        Question { from: Some(from.clone()), wants: Wants::Values, ..Question::default() };
    let problem = Problem { interp, question };
    let (limits, choices) = (Limits::default(), Choices::default());
    let job = Job::new(&problem, &limits, &choices, reporter);
    match strategy(job) {
        Ok(found) if is_long(&found) => Err(too_large().into()),
        Ok(found) => match &found.method {
            Method::Values(values) => by_tables(job, values, from, task),
            _ => by_interpreter(job, from, task),
        },
        Err(Error::Machine(_)) => Err(too_large().into()),
        Err(error) => Err(error.into()),
    }
}

/// Answers from the values that the interpreter finds.
fn by_interpreter<T, E: From<Error>>(
    job: Job<'_>,
    from: &State,
    task: impl FnOnce(&dyn Answers) -> Result<T, E>,
) -> Result<T, E> {
    let limits = ExploreOptions {
        state_limit: MOST_STATES,
        memory_limit: job.limits.memory,
        keep: Keep::Graph,
    };
    let mut observer = job.reporter.observer(None);
    let found: Result<Result<Valued, NoValue>, SolveError> =
        value_all(job.interp, from, &limits, &mut *observer);
    drop(observer);
    match found {
        Ok(Ok(valued)) => task(&Claimed(&valued)),
        Ok(Err(reason)) => {
            job.reporter.note(&format!("nobody knows best play: {reason}"));
            task(&Nobody)
        }
        Err(SolveError::StateLimit { .. } | SolveError::MemoryLimit { .. }) => {
            Err(too_large().into())
        }
        Err(error) => Err(Error::from(error).into()),
    }
}

/// Answers from tables.
fn by_tables<T, E: From<Error>>(
    job: Job<'_>,
    values: &TableValues,
    from: &State,
    task: impl FnOnce(&dyn Answers) -> Result<T, E>,
) -> Result<T, E> {
    let ready = values.ready(job).map_err(Error::from)?;
    ready.with_worker(job.interp, |worker| {
        let options = ValueOptions { keep: true, ..values.options.clone() };
        let mut observer = job.reporter.observer(Some(values.expected()));
        let found = solve_values(worker, &values.structure, &options, &mut *observer);
        drop(observer);
        let found = found.map_err(Error::from)?;
        if let Some(message) = unsolved::message(&values.structure, &found) {
            return Err(Error::Machine(message).into());
        }
        let book = Book::new(worker, &values.structure, &values.plan.hash, &found);
        task(&FromHere { claims: TableClaims::new(&book, true), from })
    })
}

/// Returns whether nobody would wait for it.
fn is_long(strategy: &Strategy) -> bool {
    let seconds = strategy.prediction.seconds;
    seconds.is_finite() && seconds > PATIENCE
}

fn too_large() -> Error {
    Error::machine_with_help(
        format!(
            "this game has more than {} positions: too many to be solved at once",
            grouped(MOST_STATES)
        ),
        "`gamec solve GAME -o FILE` writes a database, and `gamec play FILE` plays with it",
    )
}

/// Nobody knows anything.
struct Nobody;

impl Answers for Nobody {
    fn known(&self, _state: &State) -> Result<Option<Evaluation>, Error> {
        Ok(None)
    }

    fn covers(&self, _state: &State) -> Result<bool, Error> {
        Ok(true)
    }
}

/// Tables that know what can be reached from one position; what they say about others is not to be
/// trusted.
struct FromHere<'a> {
    claims: TableClaims<'a>,
    from: &'a State,
}

impl Answers for FromHere<'_> {
    fn known(&self, state: &State) -> Result<Option<Evaluation>, Error> {
        Ok(self.claims.value(state))
    }

    fn covers(&self, state: &State) -> Result<bool, Error> {
        Ok(state == self.from)
    }
}
