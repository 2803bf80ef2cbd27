//! Values, checked another way than they were found.
//!
//! Every value is compared with those after its moves, forward and from scratch, or only samples
//! are, by the interpreter ([`verify`]). Small games are also solved a second time by the
//! interpreter's own search, which has no tables; its numbers must be the same. The values of a
//! database are checked where they lie ([`verify_database`]).

use crate::error::{Error, Message};
use crate::machine::{Clock, Taken};
use crate::problem::{Choices, Execution, Job, Limits, Problem};
use crate::reporter::{Expected, Reporter};
use crate::run::NativeRun;
use crate::text::tier_text;
use crate::values::book::Book;
use crate::values::claims::TableClaims;
use crate::values::{Ready, TableValues, has_values, unsolved};
use gdl_runtime::SolveError;
use gdl_runtime::interp::{
    SampleOptions, SampleReport, check_samples, position_text, tier_positions,
};
use gdl_runtime::values::{Checked, ValueOptions, Values, Worker, solve_values};

mod again;
mod distances;
mod file;

pub use again::Again;
pub use file::{VerifiedDatabase, verify_database};

/// How values are checked.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// The number of samples that the interpreter checks; none: every value is compared with those
    /// after its moves.
    pub samples: Option<u64>,
    /// The seed of the samples.
    pub seed: u64,
}

/// What checking the values of a game has found.
#[derive(Debug)]
pub struct Verified {
    /// What ran the rules.
    pub on: Execution,
    /// The number of positions with a value.
    pub states: u64,
    /// What checking every value has found.
    pub checked: Option<Checked>,
    /// The first wrong value of these.
    pub fault: Option<Fault>,
    /// What checking samples has found.
    pub samples: Option<SampleReport>,
    /// What the interpreter has found.
    pub again: Option<Again>,
    /// Which tiers have no values.
    pub unsolved: Option<Message>,
    /// How long finding the values took.
    pub solving: Taken,
    /// How long checking them took.
    pub checking: Taken,
    /// How the values were found.
    pub tables: NativeRun,
}

/// A wrong value.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The tier of the position.
    pub tier: Vec<(String, i64)>,
    /// The position.
    pub position: String,
}

impl Verified {
    /// Returns whether all is well.
    ///
    /// # Errors
    ///
    /// If something is wrong, or could not be solved: what is wrong first of all.
    pub fn verdict(self) -> Result<(), Error> {
        let checked = self.checked.unwrap_or_default();
        if checked.wrong > 0 {
            let mut text = format!("{} of {} values are wrong", checked.wrong, checked.positions);
            if let Some(Fault { tier, position }) = &self.fault {
                let inside =
                    if tier.is_empty() { String::new() } else { format!(" ({})", tier_text(tier)) };
                text.push_str(&format!(", first that of {position}{inside}"));
            }
            return Err(Error::machine(text));
        }
        if let Some(first) = self.samples.as_ref().and_then(|samples| samples.failures.first()) {
            return Err(Error::machine(format!("a value is wrong: {first}")));
        }
        if let Some(first) = self.again.as_ref().and_then(|again| again.differences.first()) {
            return Err(Error::machine(format!("the interpreter finds something else: {first}")));
        }
        self.unsolved.map_or(Ok(()), |message| Err(Error::Machine(message)))
    }
}

/// Finds the values of a question, and checks them.
///
/// # Errors
///
/// If the game has no values, no layout suits the question, the machine fails, or the user
/// interrupts the search.
pub fn verify(
    problem: &Problem<'_>,
    limits: &Limits,
    choices: &Choices,
    options: VerifyOptions,
    reporter: &dyn Reporter,
) -> Result<Verified, Error> {
    let job = Job::new(problem, limits, choices, reporter);
    has_values(job.interp.model())?;
    if let Some(tier) = &job.question.tier {
        // It knows which names are meant.
        tier_positions(job.interp, tier)?;
    }
    let planned = TableValues::planned(job).map_err(|error| match error {
        // What no table holds cannot be looked up again.
        Error::Input(Message { text, .. }) if !choices.decide_table() => Error::machine_with_help(
            format!(
                "only the interpreter can solve this, and its values cannot be checked: {text}"
            ),
            "`gamec solve` solves it, if it is small",
        ),
        error => error,
    })?;
    let ready = planned.ready(job)?;
    let verification = Verification { job, options, ready: &ready };
    Ok(ready.with_worker(job.interp, |worker| verification.run(worker))?)
}

/// A question whose values are verified.
struct Verification<'a> {
    job: Job<'a>,
    options: VerifyOptions,
    ready: &'a Ready<'a>,
}

impl Verification<'_> {
    fn run(&self, worker: &dyn Worker) -> Result<Verified, SolveError> {
        let Verification { job, ready, .. } = *self;
        let planned = ready.planned;
        let is_sample = self.options.samples.is_some();
        let options = ValueOptions {
            check: !is_sample,
            keep: is_sample || planned.all_fit(worker),
            ..planned.options.clone()
        };
        let clock = Clock::start();
        let mut observer = job.reporter.observer(Some(planned.expected()));
        let values = solve_values(worker, &planned.structure, &options, &mut *observer)?;
        drop(observer);
        let (solving, mut checking) = clock.elapsed().split(values.check_time);
        let book = Book::new(worker, &planned.structure, &planned.plan.hash, &values);
        let unsolved = unsolved::message(&planned.structure, &values);
        let mut samples = None;
        if let (Some(wanted), None) = (self.options.samples, &unsolved) {
            let clock = Clock::start();
            samples = Some(self.check_samples(&book, wanted));
            checking = clock.elapsed();
        }
        let states = states(&values);
        let again = match &unsolved {
            None => again::solve_again(job, planned, &book, states)?,
            Some(_) => None,
        };
        Ok(Verified {
            on: match ready.is_compiled() {
                true => Execution::Compiled,
                false => Execution::Interpreter,
            },
            states,
            fault: self.first_fault(&values),
            checked: values.checked.clone(),
            samples,
            again,
            unsolved,
            solving,
            checking,
            tables: ready.run(&values),
        })
    }

    /// Checks samples of what tables say.
    fn check_samples(&self, book: &Book<'_>, samples: u64) -> SampleReport {
        let planned = self.ready.planned;
        let claims = TableClaims::new(book, planned.options.depth);
        let options =
            SampleOptions { samples, seed: self.options.seed, ..SampleOptions::default() };
        let mut observer = self.job.reporter.observer(Some(Expected::Samples));
        check_samples(self.job.interp, &claims, &planned.samples(), &options, &mut *observer)
    }

    /// Returns the first wrong value that was found where every one was checked.
    fn first_fault(&self, values: &Values) -> Option<Fault> {
        let (tier, slot) = values.checked.as_ref()?.first?;
        let planned = self.ready.planned;
        let hash = &planned.plan.hash;
        let state = hash.unrank(hash.tier_start(tier) + (slot << values.shift(tier)));
        Some(Fault {
            tier: planned.structure.tiers[tier].key.clone(),
            position: position_text(self.job.interp.model(), &state),
        })
    }
}

/// Returns how many positions have a value.
fn states(values: &Values) -> u64 {
    let solved = values.wanted.iter().filter_map(|tier| values.tier(*tier));
    solved.map(|tier| tier.positions[0].and(tier.positions[1]).total()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl_runtime::interp::SampleFailure;
    use gdl_runtime::values::{Evaluation, Outcome};

    fn verified() -> Verified {
        Verified {
            on: Execution::Compiled,
            states: 20,
            checked: None,
            fault: None,
            samples: None,
            again: None,
            unsolved: Some(Message::new("not solved: goose=3")),
            solving: Taken::default(),
            checking: Taken::default(),
            tables: NativeRun {
                threads: 1,
                bits: 8,
                symmetries: 1,
                explored: 20,
                table_bytes: 20,
                on_disk: false,
                word_parallel: false,
            },
        }
    }

    #[track_caller]
    fn fails(verified: Verified, expected: &str) {
        match verified.verdict() {
            Err(Error::Machine(message)) => assert_eq!(message.text, expected),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_wrong_value_is_named_before_all_else() {
        let checked =
            Checked { positions: 10, wrong: 2, first: Some((3, 7)), ..Checked::default() };
        let fault =
            Fault { tier: vec![("goose".to_owned(), 3)], position: "f../g.. fox".to_owned() };
        fails(
            Verified { checked: Some(checked), fault: Some(fault), ..verified() },
            "2 of 10 values are wrong, first that of f../g.. fox (goose = 3)",
        );
    }

    #[test]
    fn a_wrong_sample_is_told() {
        let failure = SampleFailure {
            position: "w.. white".to_owned(),
            claimed: Some(Evaluation::after(Outcome::Win, 3)),
            expected: gdl_runtime::interp::Expected::ByMoves(Evaluation::new(Outcome::Draw)),
        };
        let samples = SampleReport { wrong: 1, failures: vec![failure], ..SampleReport::default() };
        fails(
            Verified { samples: Some(samples), ..verified() },
            "a value is wrong: w.. white: won in 3 plies, but drawn by the values after its moves",
        );
    }

    #[test]
    fn differences_come_before_what_is_missing() {
        let again = Again { states: 21, differences: vec!["positions: 20, 21".to_owned()] };
        fails(
            Verified { again: Some(again), ..verified() },
            "the interpreter finds something else: positions: 20, 21",
        );
        fails(verified(), "not solved: goose=3");
        assert!(Verified { unsolved: None, ..verified() }.verdict().is_ok());
    }
}
