//! Answers without a database: the game is solved when it is played.
//!
//! First the interpreter looks whether there are few positions, which takes about a second. What is larger is solved on tables, by compiled code; and
//! where no layout numbers the positions, by the interpreter again, with more patience.

use crate::answers::{Answers, Claimed, has_no_goal};
use crate::args::{Symmetry, thread_count};
use crate::commands::solve;
use crate::commands::solve::refusal::Refusal;
use crate::commands::solve::values::book::Book;
use crate::commands::solve::values::claims::TableClaims;
use crate::commands::solve::values::{Choices, Prepared, unsolved};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::table::grouped;
use crate::{memory, report};
use gdl::model::State;
use gdl_runtime::SolveError;
use gdl_runtime::interp::{ExploreOptions, Interp, Keep, NoValue, SolveOptions, Valued, value_all};
use gdl_runtime::values::{Claims, Known, ValueOptions, solve_values};

/// The interpreter solves so many positions in about a second.
const QUICK: u64 = 200_000;

/// The most positions that the interpreter solves.
const MOST_STATES: u64 = 4_000_000;

/// The most entries of tables: about a minute of compiled code.
const MOST_ENTRIES: u64 = 200_000_000;

/// The most entries of tables if there is no compiler.
const MOST_INTERPRETED: u64 = 2_000_000;

/// Solves a game from a position, and does something with the answers.
pub(super) fn with_answers<T>(
    interp: &Interp<'_>,
    from: &State,
    json: bool,
    task: impl FnOnce(&dyn Answers) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if has_no_goal(interp.model()) {
        report::note("this puzzle has no goal, so there is no best way to play it", json);
        return task(&Nobody);
    }
    if let Some(found) = by_interpreter(interp, from, QUICK, json)? {
        return with_values(found, json, task);
    }
    let options = SolveOptions {
        from: Some(from.clone()),
        memory_limit: memory::limit_bytes(),
        ..SolveOptions::default()
    };
    let choices = Choices { family: None, bits: None, symmetry: Symmetry::Auto };
    let prepared = Prepared::at_most(MOST_ENTRIES, interp, choices, thread_count(None), &options);
    match prepared {
        Ok(prepared) if is_quick(&prepared) => {
            return by_tables(&prepared, interp, from, json, task);
        }
        Ok(_) | Err(Refusal::NotNeeded | Refusal::Impossible(_) | Refusal::TooLarge(_)) => {}
        Err(Refusal::Failed(message) | Refusal::Disagrees(message)) => {
            return Err(Failure::Machine(message));
        }
    }
    match by_interpreter(interp, from, MOST_STATES, json)? {
        Some(found) => with_values(found, json, task),
        None => Err(too_large()),
    }
}

/// The values by the interpreter; none if there are too many positions.
fn by_interpreter(
    interp: &Interp<'_>,
    from: &State,
    most: u64,
    json: bool,
) -> Result<Option<Result<Valued, NoValue>>, Failure> {
    let limits = ExploreOptions {
        state_limit: most,
        memory_limit: memory::limit_bytes(),
        keep: Keep::Graph,
    };
    match value_all(interp, from, &limits, &mut Progress::new(json, None)) {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::StateLimit { .. } | SolveError::MemoryLimit { .. }) => Ok(None),
        Err(error) => Err(solve::failure(error)),
    }
}

fn with_values<T>(
    found: Result<Valued, NoValue>,
    json: bool,
    task: impl FnOnce(&dyn Answers) -> Result<T, Failure>,
) -> Result<T, Failure> {
    match found {
        Ok(valued) => task(&Claimed(&valued)),
        Err(reason) => {
            report::note(&format!("nobody knows best play: {reason}"), json);
            task(&Nobody)
        }
    }
}

/// Whether tables take no more than a minute or so.
fn is_quick(prepared: &Prepared) -> bool {
    let below = prepared.structure.below(&prepared.options.tiers);
    let entries: u64 = below.iter().map(|tier| prepared.structure.tiers[*tier].indices).sum();
    prepared.game.is_some() || entries <= MOST_INTERPRETED
}

fn by_tables<T>(
    prepared: &Prepared,
    interp: &Interp<'_>,
    from: &State,
    json: bool,
    task: impl FnOnce(&dyn Answers) -> Result<T, Failure>,
) -> Result<T, Failure> {
    prepared.with_worker(interp, |worker| {
        let options = ValueOptions { keep: true, ..prepared.options.clone() };
        let mut progress = Progress::new(json, Some(prepared.expected()));
        let values = solve_values(worker, &prepared.structure, &options, &mut progress);
        drop(progress);
        let values = values.map_err(solve::failure)?;
        if let Some(message) = unsolved::message(&prepared.structure, &values) {
            return Err(Failure::Machine(message));
        }
        let book = Book::new(worker, &prepared.structure, &prepared.plan.hash, &values);
        task(&FromHere { claims: TableClaims::new(&book, true), from })
    })
}

fn too_large() -> Failure {
    Failure::machine_with_help(
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
    fn known(&self, _state: &State) -> Result<Option<Known>, Failure> {
        Ok(None)
    }

    fn covers(&self, _state: &State) -> Result<bool, Failure> {
        Ok(true)
    }
}

/// Tables that know what can be reached from one position; what they say about others is not to be trusted.
struct FromHere<'a> {
    claims: TableClaims<'a>,
    from: &'a State,
}

impl Answers for FromHere<'_> {
    fn known(&self, state: &State) -> Result<Option<Known>, Failure> {
        Ok(self.claims.value(state))
    }

    fn covers(&self, state: &State) -> Result<bool, Failure> {
        Ok(state == self.from)
    }
}
