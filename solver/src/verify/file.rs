//! Values of a database: every block, and every value against those after its moves.

use super::{VerifyOptions, distances};
use crate::compiled::compiled;
use crate::database::{Finished, Holds, Opened, Oracle, failure};
use crate::error::{Error, Message};
use crate::problem::{Choices, Job, Limits, Problem, Question, Wants};
use crate::reporter::{Expected, Reporter};
use crate::values::TableValues;
use gdl::plan::PlanOptions;
use gdl_runtime::interp::{
    Interp, SampleOptions, Samples, check_samples, parse_position, position_text,
};
use gdl_runtime::values::{ValueOptions, check_values, load_values};
use gdl_runtime::{Progress, SolveError};
use serde::Serialize;

/// What checking a database has found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct VerifiedDatabase {
    /// The number of blocks, which are all as they were written.
    pub blocks: u64,
    /// How many values were compared with those after their moves; none if only samples were.
    pub checked: Option<u64>,
    /// How many samples were checked.
    pub samples: Option<u64>,
    /// How many values are wrong.
    pub wrong: u64,
    /// The first of these.
    pub first_wrong: Option<String>,
}

/// Checks a database: its blocks, and its values.
///
/// # Errors
///
/// If a block is damaged, something that must be there is missing, the machine fails, or the user
/// interrupts it.
pub fn verify_database(
    opened: &Opened,
    limits: &Limits,
    options: VerifyOptions,
    reporter: &dyn Reporter,
) -> Result<VerifiedDatabase, Error> {
    let file = File { opened, interp: &opened.interp(), limits, options, reporter };
    let mut found = VerifiedDatabase { blocks: file.check_blocks()?, ..Default::default() };
    match (options.samples, opened.about.label.holds) {
        (Some(samples), _) => file.check_samples(samples, &mut found)?,
        (None, Holds::Distances) => file.check_distances(&mut found)?,
        (None, _) => file.check_values(&mut found)?,
    }
    Ok(found)
}

/// A database that is checked.
struct File<'a> {
    opened: &'a Opened,
    interp: &'a Interp<'a>,
    limits: &'a Limits,
    options: VerifyOptions,
    reporter: &'a dyn Reporter,
}

impl File<'_> {
    /// Reads every block, and returns how many there are.
    fn check_blocks(&self) -> Result<u64, Error> {
        let mut observer = self.reporter.observer(Some(Expected::Samples));
        let (mut blocks, mut is_cancelled) = (0, false);
        let mut go_on = |done: u64, all: u64| {
            blocks = all;
            observer.progress(&Progress { states: done, size: all, ..Progress::default() });
            is_cancelled = observer.cancelled();
            !is_cancelled
        };
        self.opened.reader.check(&mut go_on).map_err(failure)?;
        match is_cancelled {
            true => Err(Error::Interrupted(
                Message::new("interrupted before all blocks were read"),
                Vec::new(),
            )),
            false => Ok(blocks),
        }
    }

    /// Checks all distances.
    fn check_distances(&self, found: &mut VerifiedDatabase) -> Result<(), Error> {
        let Opened { model, plan, .. } = self.opened;
        let mut numbers = distances::load(self.opened, self.limits.memory)?;
        if !distances::has_layers(&numbers, &self.opened.about.layers) {
            return Err(Error::input("the layers of the database are not those of its numbers"));
        }
        let coded;
        let plan = if plan.family.is_word_parallel() {
            // Code that looks at one position at a time numbers them in another way.
            let wanted = PlanOptions { one_to_one: true, ..PlanOptions::default() };
            coded = gdl::plan::plan(model, &plan.facts, wanted)
                .map_err(|error| Error::input(error.to_string()))?;
            numbers = distances::renumbered(&plan.hash, &numbers, &coded.hash);
            &coded
        } else {
            plan
        };
        let module = gdl::lower::game(model, plan);
        let sweep = compiled(&module, plan.hash.size(), self.reporter).map_err(Error::Machine)?;
        let Some(start) = plan.hash.rank(&self.interp.start()) else {
            return Err(Error::input("the start has no number"));
        };
        let all = distances::check(&*sweep, start, &numbers);
        found.checked = Some(all.positions);
        found.wrong = all.wrong;
        found.first_wrong = all.first.map(|index| position_text(model, &plan.hash.unrank(index)));
        Ok(())
    }

    /// Checks all values.
    fn check_values(&self, found: &mut VerifiedDatabase) -> Result<(), Error> {
        let Opened { model, places, about, .. } = self.opened;
        let from = match &about.label.from {
            Some(text) => Some(parse_position(model, text).map_err(|error| {
                Error::input(format!("the position it begins with is wrong: {error}"))
            })?),
            None => None,
        };
        let tier = about.label.tier.clone().map(|tier| tier.into_iter().collect());
        let problem = Problem {
            interp: self.interp,
            question: Question { from, tier, wants: Wants::Values, ..Question::default() },
        };
        let choices = Choices {
            bits: (about.label.holds == Holds::ValuesWithoutDepth).then_some(2),
            ..Choices::default()
        };
        let job = Job::new(&problem, self.limits, &choices, self.reporter);
        let foreign = |_| Error::input("the tables of this database are not those of its game");
        let planned = TableValues::of(self.opened, job).map_err(foreign)?;
        let mut finished = Finished::of(self.opened);
        let checked = planned.ready(job)?.with_worker(self.interp, |worker| {
            let options = ValueOptions { keep: true, ..planned.options.clone() };
            let mut observer = self.reporter.observer(Some(planned.expected()));
            let structure = &planned.structure;
            let (mut values, marks) =
                load_values(worker, structure, &options, &mut finished, &mut *observer)?;
            let checked = check_values(worker, structure, &options, &mut values, &mut *observer)?;
            Ok::<_, SolveError>((marks, checked, values))
        });
        let (marks, checked, values) = checked?;
        found.checked = Some(checked.positions);
        found.wrong = marks.wrong + checked.wrong;
        found.first_wrong = marks.first.or(checked.first).map(|(tier, slot)| {
            let index = places.hash.tier_start(tier) + (slot << values.shift(tier));
            position_text(model, &places.hash.unrank(index))
        });
        match checked.missing.first() {
            Some(tier) => Err(Error::input(format!("the database has no table for tier {tier}"))),
            None => Ok(()),
        }
    }

    /// Checks some positions with the interpreter.
    fn check_samples(&self, samples: u64, found: &mut VerifiedDatabase) -> Result<(), Error> {
        let Opened { model, places, about, .. } = self.opened;
        if model.players.is_empty() && model.goal.is_none() {
            return Err(Error::input("without a goal the interpreter has nothing to compare"));
        }
        let sources: Vec<Samples<'_>> = match &about.label.tier {
            None => {
                let from = about.label.from.as_deref();
                let from = from.and_then(|text| parse_position(model, text).ok());
                vec![Samples::Play(from.unwrap_or_else(|| self.interp.start()))]
            }
            Some(_) => {
                let tiers = about.tables.iter().rev().map(|table| table.tier);
                let numbered = tiers.filter(|tier| places.hash.tier_size(*tier) > 0);
                numbered.map(|tier| Samples::Tier(&places.hash, tier)).collect()
            }
        };
        let oracle = Oracle::new(self.opened);
        let options =
            SampleOptions { samples, seed: self.options.seed, ..SampleOptions::default() };
        let mut observer = self.reporter.observer(Some(Expected::Samples));
        let report = check_samples(self.interp, &oracle, &sources, &options, &mut *observer);
        oracle.fault()?;
        found.samples = Some(report.checked_inclusive);
        found.wrong = report.wrong;
        found.first_wrong = report.failures.first().map(ToString::to_string);
        Ok(())
    }
}
