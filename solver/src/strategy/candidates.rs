//! The ways to answer a question, each planned and predicted, or refused with a reason.

use super::Method;
use crate::compiled;
use crate::cost::{Prediction, Rates, Size, Table};
use crate::error::{Error, Message};
use crate::facts;
#[cfg(feature = "gpu")]
use crate::gpu::GpuSolve;
use crate::probe::{Probe, probe, successors};
use crate::problem::{Choices, Execution, Job};
use crate::refusal::{Refusal, impossible, too_large};
use crate::search::{Kind, TableSearch};
use crate::values::{TableValues, Target};
use crate::word_parallel::{self, Purpose};
use crate::word_parallel_values::WordParallelSolve;
use gdl::analyze::inverse::Inverse;
use gdl::facts::Facts;
use gdl::plan::{Enumerate, Family, Plan, PlanOptions};
use gdl::word_parallel::{Layouts, WordParallelPlan};
use std::cell::RefCell;

/// A way to answer a question, with what it takes or why it is not possible.
pub(super) struct Candidate {
    pub(super) execution: Execution,
    pub(super) layout: Option<Family>,
    pub(super) planned: Result<(Method, Prediction), Refusal>,
}

/// What all candidates of a question share.
pub(super) struct Candidates<'a> {
    pub(super) job: Job<'a>,
    facts: Facts,
    pub(super) rates: Rates,
    /// The number of successors of a position, on average.
    successors: f64,
    /// What play has shown so far.
    seen: RefCell<Option<Probe>>,
}

impl<'a> Candidates<'a> {
    /// Analyzes the game for the question.
    pub(super) fn new(job: Job<'a>) -> Result<Self, Error> {
        let facts = facts::of_question(job.interp, job.question, job.choices.family)?;
        let rates = Rates::new(job.interp.model(), job.limits.threads);
        // A tier is asked for at one of its placements.
        let from = match facts.domain.beginning() {
            Some(_) => job.from(),
            None => facts.domain.example().clone(),
        };
        let successors = successors(job.interp, &from);
        Ok(Candidates { job, facts, rates, successors, seen: RefCell::new(None) })
    }

    /// Plays up to `most` positions, unless that was done before; returns how many there are if
    /// these are all.
    pub(super) fn play(&self, most: u64) -> Result<Option<u64>, Error> {
        let mut seen = self.seen.borrow_mut();
        if seen.as_ref().is_none_or(|seen| !seen.is_complete && seen.positions < most) {
            let limit = self.job.limits.states.map_or(most, |limit| most.min(limit));
            let mut observer = self.job.reporter.observer(None);
            let memory = self.job.limits.memory;
            let from = self.job.from();
            *seen = Some(probe(
                self.job.interp,
                &from,
                limit,
                memory,
                self.successors,
                &mut *observer,
            )?);
        }
        Ok(seen.as_ref().filter(|seen| seen.is_complete).map(|seen| seen.positions))
    }

    /// Estimates the size of a game with at most this number of positions.
    fn size(&self, most: f64) -> Size {
        match &*self.seen.borrow() {
            Some(seen) => Size::new(seen, most),
            None => Size::unseen(self.successors, most),
        }
    }

    /// Plans the interpreter's own search of at most this number of positions, if that is known.
    pub(super) fn interpreter(&self, most: Option<f64>) -> Candidate {
        let prediction = most.map_or(Rates::UNKNOWN, |most| {
            self.rates.interpreter(self.size(most), self.job.asks_for_values())
        });
        let planned = Ok((Method::Interpreter, prediction));
        Candidate { execution: Execution::Interpreter, layout: None, planned }
    }

    /// Plans the interpreter's own search of a game that a look at it has not finished, and that
    /// has at most this number of positions. While layers grow, it is taken to have that many.
    pub(super) fn unfinished(&self, most: f64) -> Candidate {
        let mut candidate = self.interpreter(Some(most));
        let grows = self.seen.borrow().as_ref().is_some_and(Probe::grows);
        if let (Ok((_, prediction)), Some(limit), true) =
            (&candidate.planned, self.job.limits.memory, grows)
            && prediction.bytes > limit
        {
            candidate.planned = Err(too_large(prediction.bytes, limit));
        }
        candidate
    }

    /// Plans the layouts of a search from a start.
    pub(super) fn layouts(&self, wanted: PlanOptions, by_play: bool) -> Result<Layouts, Refusal> {
        let Job { interp, .. } = self.job;
        let play = by_play.then_some(interp as &dyn Enumerate);
        let layouts = Layouts::new(interp.model(), &self.facts, wanted, play)
            .map_err(|error| impossible(&error))?;
        Ok(match word_parallel::is_allowed(self.job) && wanted.family.is_none() {
            true => layouts.with_word_parallel(interp.model()),
            false => layouts,
        })
    }

    /// Returns what layouts of a search the user leaves open.
    pub(super) fn search_options(&self) -> PlanOptions {
        let Choices { family, bits, .. } = *self.job.choices;
        PlanOptions { family, bits, ..PlanOptions::default() }
    }

    /// Returns what layouts of a table of distances the user leaves open: every position has an
    /// index of its own.
    pub(super) fn distance_options(&self) -> Result<PlanOptions, Refusal> {
        if self.facts.inverse != Inverse::Undirected {
            return Err(impossible(
                &"not every move can be undone, so distances from the start say nothing about the way to it",
            ));
        }
        let family = self.job.choices.family;
        Ok(PlanOptions { family, one_to_one: true, ..PlanOptions::default() })
    }

    /// Plans a search with compiled code. Compiling counts, unless the code is part of this
    /// program.
    pub(super) fn compiled_search(&self, plan: &Plan, distances: bool) -> Candidate {
        let planned =
            TableSearch::per_state(self.job, plan.clone(), distances).and_then(|search| {
                let Kind::PerState { fitted, .. } = &search.kind else {
                    unreachable!("it looks at one position at a time")
                };
                let entries = search.plan.hash.size();
                let table = Table {
                    family: search.plan.family,
                    entries: entries as f64,
                    bytes: match fitted.on_disk {
                        true => self.job.limits.memory.unwrap_or(0),
                        false => fitted.options.bytes(entries),
                    },
                    symmetries: search.symmetries() as f64,
                    rounds: 1.0,
                    on_disk: fitted.on_disk,
                };
                let size = self.size(self.most_positions(&search.plan));
                let mut prediction = self.rates.search(size, table);
                let code = gdl::lower::game(self.job.interp.model(), &search.plan);
                if compiled::must_be_compiled(&code, entries).map_err(Refusal::Failed)? {
                    prediction.seconds += self.rates.compiler();
                }
                Ok((Method::Search(Box::new(search)), prediction))
            });
        Candidate { execution: Execution::Compiled, layout: Some(plan.family), planned }
    }

    /// Plans a word-parallel search.
    pub(super) fn word_parallel_search(&self, layouts: &Layouts, purpose: Purpose) -> Candidate {
        let layout = match &layouts.word_parallel {
            WordParallelPlan::Used { family, .. } => Some(*family),
            _ => None,
        };
        let planned = self.word_parallel_layouts(layouts, layout, purpose).and_then(|layouts| {
            let search = TableSearch::word_parallel(self.job, layouts, purpose)?;
            let Kind::WordParallel(words) = &search.kind else {
                unreachable!("it is word-parallel")
            };
            let size = self.size(self.most_positions(&search.plan));
            let prediction = self.rates.word_parallel(size, &words.layout, words.bytes);
            Ok((Method::Search(Box::new(search)), prediction))
        });
        Candidate { execution: Execution::WordParallel, layout, planned }
    }

    /// Returns the layouts whose numbers a word-parallel search has: for a table of distances
    /// those of its own.
    fn word_parallel_layouts(
        &self,
        layouts: &Layouts,
        layout: Option<Family>,
        purpose: Purpose,
    ) -> Result<Layouts, Refusal> {
        match (purpose, layout) {
            (Purpose::Distances, Some(family)) => {
                let wanted = PlanOptions { family: Some(family), ..self.distance_options()? };
                self.layouts(wanted, true)
            }
            _ => Ok(layouts.clone()),
        }
    }

    /// Returns the most positions that a game can have by the tables of a plan.
    pub(super) fn most_positions(&self, plan: &Plan) -> f64 {
        let formulas = plan.candidates.iter().filter(|it| it.family != Family::Orbits);
        let smallest = formulas.filter_map(|it| it.entries).min();
        plan.reachable.or(smallest).unwrap_or(plan.hash.size()) as f64
    }

    /// Plans values on tables.
    pub(super) fn values(&self, family: Option<Family>) -> Result<TableValues, Refusal> {
        let family = family.or(self.job.choices.family);
        let choices = Choices { family, ..self.job.choices.clone() };
        let Job { interp, question, .. } = self.job;
        // Positions are enumerated by play from where the question begins.
        let enumerated = (family == Some(Family::Reachable))
            .then(|| facts::of_question(interp, question, family))
            .transpose()
            .map_err(|error| impossible(&error))?;
        let facts = enumerated.as_ref().unwrap_or(&self.facts);
        TableValues::new(Job { choices: &choices, ..self.job }, facts)
            .map(|values| values.with_scratch(self.job))
    }

    /// Predicts values on tables, with compiled code or without.
    pub(super) fn table_values(
        &self,
        values: Result<TableValues, Refusal>,
        execution: Execution,
    ) -> Candidate {
        let layout = values.as_ref().ok().map(|values| values.plan.family);
        let planned = values.and_then(|mut values| {
            self.check_entries(&values)?;
            values.is_compiled = execution == Execution::Compiled;
            let bytes = values.interpreted(self.job.interp, |worker| values.bytes(worker));
            let on_disk = values.options.scratch.is_some();
            let table = Table {
                family: values.plan.family,
                entries: values.entries() as f64,
                bytes: if on_disk { self.job.limits.memory.unwrap_or(bytes) } else { bytes },
                symmetries: 1.0,
                rounds: Rates::rounds(values.plan.engine, self.facts.layers.number.is_none()),
                on_disk,
            };
            let size = self.size(table.entries);
            let prediction = if values.is_compiled {
                compiled::compiler_is_there().map_err(Refusal::Failed)?;
                let mut prediction = self.rates.values(size, table);
                prediction.seconds += self.rates.compiler();
                prediction
            } else {
                self.rates.interpreted_values(size, table)
            };
            Ok((Method::Values(Box::new(values)), prediction))
        });
        Candidate { execution, layout, planned }
    }

    /// Refuses tables with more entries than positions are wanted, and tables from a start that
    /// do not even fit one after the other.
    fn check_entries(&self, values: &TableValues) -> Result<(), Refusal> {
        let entries = values.entries();
        if let Some(limit) = self.job.limits.states.filter(|limit| entries > *limit) {
            let text =
                format!("the tables have {entries} entries, and {limit} positions are the limit");
            return Err(Refusal::TooLarge(Message::new(text)));
        }
        let is_from_start = matches!(values.target, Target::From { .. });
        let is_in_memory = self.job.limits.scratch.is_none();
        let needed = values.least_bytes();
        match self.job.limits.memory.filter(|_| is_from_start && is_in_memory) {
            Some(limit) if needed > limit => Err(too_large(needed, limit)),
            _ => Ok(()),
        }
    }

    /// Plans word-parallel values.
    pub(super) fn word_parallel_values(&self) -> Candidate {
        let planned = WordParallelSolve::new(self.job, &self.facts).map(|values| {
            let positions = values.positions() as f64;
            let prediction = self.rates.word_parallel_values(positions, values.bytes());
            (Method::WordParallelValues(Box::new(values)), prediction)
        });
        Candidate { execution: Execution::WordParallel, layout: None, planned }
    }

    /// Plans a search on a graphics processor.
    #[cfg(feature = "gpu")]
    pub(super) fn gpu(&self) -> Candidate {
        let planned = GpuSolve::new(self.job, &self.facts).map(|search| {
            let (plan, entries) = (search.plan(), search.plan().hash.size());
            let table = Table {
                family: plan.family,
                entries: entries as f64,
                bytes: entries / 4,
                symmetries: 1.0,
                rounds: 1.0,
                on_disk: false,
            };
            let prediction = self.rates.search(self.size(table.entries), table);
            (Method::Gpu(Box::new(search)), prediction)
        });
        let layout = match &planned {
            Ok((Method::Gpu(search), _)) => Some(search.plan().family),
            _ => None,
        };
        Candidate { execution: Execution::Gpu, layout, planned }
    }

    /// Plans a search on a graphics processor.
    #[cfg(not(feature = "gpu"))]
    pub(super) fn gpu(&self) -> Candidate {
        let refusal = Refusal::Impossible(Message::without_gpu());
        Candidate { execution: Execution::Gpu, layout: None, planned: Err(refusal) }
    }
}
