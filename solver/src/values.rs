//! Values on tables: what all positions of a game with players are worth, or those of a tier.
//!
//! The rules run as compiled code, or in the interpreter with the same search.

use crate::compiled::{self, Code};
use crate::database::{Holds, Label, Opened};
use crate::error::{Error, Message};
use crate::problem::{Choices, Execution, Job};
use crate::refusal::{Refusal, disagrees, impossible};
use crate::reporter::{Expected, Reporter};
use crate::run::NativeRun;
use crate::sampled::check_some;
use crate::scratch::scratch;
use crate::solution::Answer;
use book::Book;
use claims::TableClaims;
use gdl::analyze::counts::{Quantity, Trend, What};
use gdl::analyze::tiers::placed;
use gdl::facts::Facts;
use gdl::model::{ContentSet, Model, Stuck};
use gdl::plan::structure::why_no_values;
use gdl::plan::{Family, Plan};
use gdl::words::bytes_text;
use gdl_runtime::engine::{PerState, Rules, View};
use gdl_runtime::interp::{Interp, Interpreted, Samples, Work, spot_check, tier_domain};
use gdl_runtime::values::{Structure, ValueOptions, Values, Worker, solve_values};
use gdl_runtime::{Observer, SolveError};
use std::collections::BTreeMap;
use std::fmt;
pub(crate) use target::Target;

pub(crate) mod answer;
pub(crate) mod book;
pub(crate) mod claims;
mod classes;
mod line;
mod target;
pub(crate) mod unsolved;

/// A search for values that is planned down to the last detail.
#[derive(Debug)]
pub(crate) struct TableValues {
    /// The layout and what it is made from.
    pub(crate) plan: Plan,
    /// The tiers, and which follow which.
    pub(crate) structure: Structure,
    /// What is asked, in the numbers of the layout.
    pub(crate) target: Target,
    /// Whether the rules run as compiled code.
    pub(crate) is_compiled: bool,
    /// How the engine is called.
    pub(crate) options: ValueOptions,
}

/// A search that can begin: its code, if it is compiled, is compared with the interpreter.
pub(crate) struct Ready<'a> {
    /// What is searched.
    pub(crate) planned: &'a TableValues,
    game: Option<Box<dyn Code>>,
}

impl TableValues {
    /// Plans a search for values in the best layout that suits the question, or in the one that
    /// was chosen.
    ///
    /// # Errors
    ///
    /// If the game has no values, or no layout suits the question.
    pub(crate) fn new(job: Job<'_>, facts: &Facts) -> Result<Self, Refusal> {
        has_values(job.interp.model())?;
        let (plan, target) = target::planned(job, facts)?;
        Ok(TableValues::with_target(job, plan, target))
    }

    /// Plans a search for the values of a question, however few its positions are: in the layout
    /// of formulas, or if that does not fit into memory, of what play reaches.
    ///
    /// # Errors
    ///
    /// If the game has no values, or no layout suits the question.
    pub(crate) fn planned(job: Job<'_>) -> Result<Self, Error> {
        let by = |family: Option<Family>| -> Result<Self, Error> {
            let facts = crate::facts::of_question(job.interp, job.question, family)?;
            let choices = Choices { family, ..job.choices.clone() };
            Ok(TableValues::new(Job { choices: &choices, ..job }, &facts)?)
        };
        let values = by(job.choices.family)?;
        let is_free = job.choices.family.is_none() && job.question.tier.is_none();
        match job.limits.memory {
            Some(limit) if is_free && values.least_bytes() > limit => {
                by(Some(Family::Reachable)).or(Ok(values))
            }
            _ => Ok(values),
        }
    }

    /// Plans a search for values in the layout of a database.
    ///
    /// # Errors
    ///
    /// If the game has no values, or the layout does not suit the question.
    pub(crate) fn of(opened: &Opened, job: Job<'_>) -> Result<Self, Refusal> {
        has_values(job.interp.model())?;
        let target = target::target(job, &opened.plan)?;
        Ok(TableValues::with_target(job, opened.plan.clone(), target))
    }

    fn with_target(job: Job<'_>, plan: Plan, target: Target) -> Self {
        let structure = Structure::new(job.interp.model(), &plan);
        let options = ValueOptions {
            depth: job.choices.bits != Some(2),
            threads: job.limits.threads,
            memory_limit: job.limits.memory,
            tiers: vec![target.tier()],
            from: target.beginning(),
            ..ValueOptions::default()
        };
        TableValues { plan, structure, target, is_compiled: true, options }
    }

    /// Lets tables lie on disk, if there is a folder for them and they do not fit into memory.
    pub(crate) fn with_scratch(mut self, job: Job<'_>) -> Self {
        self.options.scratch = self.interpreted(job.interp, |worker| {
            let limit = self.options.memory_limit.filter(|_| !self.all_fit(worker))?;
            scratch(job, &self.label(job.interp, worker), limit)
        });
        self
    }

    /// Returns what the user should know about the search.
    pub(crate) fn note(&self) -> Option<String> {
        let scratch = self.options.scratch.as_ref()?;
        let memory = bytes_text(scratch.memory());
        Some(format!("the tables do not fit into {memory} together: they lie on disk"))
    }

    /// Compiles the code and compares it with the interpreter.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled, or disagrees with the interpreter.
    pub(crate) fn ready(&self, job: Job<'_>) -> Result<Ready<'_>, Refusal> {
        if !self.is_compiled {
            return Ok(Ready { planned: self, game: None });
        }
        let game = match code(job.interp.model(), &self.plan, job.reporter) {
            Ok(game) => game,
            Err(message) if job.choices.execution == Some(Execution::Compiled) => {
                return Err(Refusal::Failed(message));
            }
            Err(message) => {
                let reason = message.first_line();
                job.reporter.note(&format!("the interpreter runs this game: {reason}"));
                return Ok(Ready { planned: self, game: None });
            }
        };
        let from = self.target.position().unwrap_or(self.plan.facts.domain.example());
        spot_check(job.interp, &self.plan, from, &*game, View::AsIs).map_err(disagrees)?;
        Ok(Ready { planned: self, game: Some(game) })
    }

    /// Returns the number of entries of all tables.
    pub(crate) fn entries(&self) -> u64 {
        let below = self.structure.below(&self.options.tiers);
        below.iter().map(|tier| self.structure.tiers[*tier].indices).sum()
    }

    /// Returns the tiers that will be solved, by their slots.
    pub(crate) fn expected(&self) -> Expected {
        let below = self.structure.below(&self.options.tiers);
        let mut ends = Vec::new();
        for tier in below {
            let slots = self.structure.tiers[tier].indices;
            ends.push(ends.last().copied().unwrap_or(0) + slots);
        }
        Expected::Tiers(ends)
    }

    /// Says what is solved.
    pub(crate) fn label(&self, interp: &Interp<'_>, worker: &dyn Worker) -> Label {
        let abilities = worker.abilities();
        let holds = match (abilities.scores, self.options.depth) {
            (true, _) => Holds::Margins,
            (false, true) => Holds::Values,
            (false, false) => Holds::ValuesWithoutDepth,
        };
        let (from, tier) = match &self.target {
            Target::From { state, .. } => (Some(state), None),
            Target::Tier { .. } => (None, Some(self.tier_numbers(interp))),
        };
        Label {
            tier,
            exchanged: self.options.exchanges(abilities),
            ..Label::new(interp, from, &self.plan, holds)
        }
    }

    /// Returns the numbers that tell the tier of the question from all others: those that can
    /// change, or are not as at the start, if they do; else all. A piece whose number is given is
    /// no terrain: so terrain is left out, and what would be terrain if it were left out is not.
    fn tier_numbers(&self, interp: &Interp<'_>) -> BTreeMap<String, i64> {
        let (heap, facts) = (interp.model().heap, &self.plan.facts);
        let start = interp.start();
        let terrain = facts.domain.terrain();
        let placed = placed::terrain(interp.model(), interp.start_index()).without(terrain);
        let is_in = |what: &What, set: ContentSet| matches!(what, What::Content(piece) if set.contains(*piece));
        let quantities = || {
            let all = facts.counts.quantities.iter();
            all.filter(|quantity| !is_in(&quantity.what, terrain))
        };
        let number = |quantity: &Quantity| quantity.what.of(heap, facts.domain.example());
        let named = |quantity: &Quantity| (quantity.name.clone(), number(quantity));
        let is_special = |quantity: &&Quantity| {
            quantity.trend != Trend::Constant
                || number(quantity) != quantity.what.of(heap, &start)
                || is_in(&quantity.what, placed)
        };
        let special: Vec<(String, i64)> = quantities().filter(is_special).map(named).collect();
        // A tier that play never comes to may be like the start in what must be given.
        match tier_domain(interp, &special) {
            Ok(domain) if domain == facts.domain => special.into_iter().collect(),
            _ => quantities().map(named).collect(),
        }
    }

    /// Returns where samples of the positions that were asked for come from.
    pub(crate) fn samples(&self) -> Vec<Samples<'_>> {
        let tiers = self.structure.below(&[self.target.tier()]).into_iter().rev();
        self.target.samples(&self.plan.hash, tiers)
    }

    /// Returns how many bytes all tables take together.
    pub(crate) fn bytes(&self, worker: &dyn Worker) -> u64 {
        let abilities = worker.abilities();
        let bits = u64::from(self.options.bits(abilities));
        let exchange = self.options.exchanges(abilities);
        let below = self.structure.below(&self.options.tiers);
        let sizes = || below.iter().map(|tier| self.structure.slots(*tier, exchange).0);
        // Marks for what can be reached, and for what is new in the largest tier.
        let all = sizes().sum::<u64>();
        all.saturating_mul(bits + 1) / 8 + sizes().max().unwrap_or(0) / 8 * bits
    }

    /// Returns how many bytes the search takes at least: a bit for each entry, and the table of
    /// the largest tier.
    pub(crate) fn least_bytes(&self) -> u64 {
        let below = self.structure.below(&self.options.tiers);
        let sizes = || below.iter().map(|tier| self.structure.tiers[*tier].indices);
        let bits = if self.options.depth { 8 } else { 2 };
        sizes().sum::<u64>() / 8 + sizes().max().unwrap_or(0).saturating_mul(bits) / 8
    }

    /// Returns whether all tables fit into memory together.
    pub(crate) fn all_fit(&self, worker: &dyn Worker) -> bool {
        self.options.memory_limit.is_none_or(|limit| self.bytes(worker) <= limit)
    }

    /// Does something with the rules as the interpreter runs them.
    pub(crate) fn interpreted<T>(
        &self,
        interp: &Interp<'_>,
        task: impl FnOnce(&dyn Worker) -> T,
    ) -> T {
        Interpreted::new(interp, &self.plan).knowing(OnInterpreter(task))
    }

    /// Returns by how many symmetries that move cells only the tables are divided.
    pub(crate) fn cell_symmetries(&self) -> usize {
        if self.plan.hash.is_up_to_symmetry() { self.plan.symmetry.cells_only } else { 1 }
    }
}

impl Ready<'_> {
    /// Finds the values.
    pub(crate) fn solve(
        &self,
        interp: &Interp<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        self.with_worker(interp, |worker| self.solve_with(worker, interp, observer))
    }

    /// Returns whether the rules run as compiled code.
    pub(crate) fn is_compiled(&self) -> bool {
        self.game.is_some()
    }

    /// Does something with the rules, compiled or not.
    pub(crate) fn with_worker<T>(
        &self,
        interp: &Interp<'_>,
        task: impl FnOnce(&dyn Worker) -> T,
    ) -> T {
        match &self.game {
            Some(game) => task(&**game),
            None => self.planned.interpreted(interp, task),
        }
    }

    fn solve_with(
        &self,
        worker: &dyn Worker,
        interp: &Interp<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let planned = self.planned;
        let keep = planned.all_fit(worker);
        let options = ValueOptions { keep, ..planned.options.clone() };
        let values = solve_values(worker, &planned.structure, &options, observer)?;
        let book = Book::new(worker, &planned.structure, &planned.plan.hash, &values);
        if keep && self.game.is_some() && values.unsolved.is_empty() {
            let claims = TableClaims::new(&book, planned.options.depth);
            check_some(interp, &planned.plan, &claims, &planned.samples())?;
        }
        let solution = answer::solution(planned, interp, &book);
        if let Some(error) = values.trouble() {
            return Err(error.clone());
        }
        let has_no_line = !keep && planned.options.scratch.is_none() && solution.value.is_some();
        let note = has_no_line.then(|| {
            "there is no line: the tables of all tiers together do not fit into memory".to_owned()
        });
        Ok(Answer {
            native: self.is_compiled().then(|| self.run(&values)),
            note,
            unsolved: unsolved::message(&planned.structure, &values),
            ..Answer::new(solution)
        })
    }

    /// Returns what there is to say about a search that has ended.
    pub(crate) fn run(&self, values: &Values) -> NativeRun {
        let planned = self.planned;
        let solved = || values.wanted.iter().filter_map(|tier| values.tier(*tier));
        let is_exchanged = solved().any(|tier| values.mirror(tier.tier).is_some());
        NativeRun {
            threads: planned.options.threads,
            bits: solved().map(|tier| tier.bits).max().unwrap_or(0),
            symmetries: planned.cell_symmetries() * if is_exchanged { 2 } else { 1 },
            explored: values.slots,
            table_bytes: values.peak_bytes,
            on_disk: planned.options.scratch.is_some(),
            word_parallel: false,
        }
    }
}

/// Returns the compiled code of a game, if it finds values.
fn code(model: &Model, plan: &Plan, reporter: &dyn Reporter) -> Result<Box<dyn Code>, Message> {
    let game = compiled::both(&gdl::lower::game(model, plan), plan.hash.size(), reporter)?;
    if model.stuck == Some(Stuck::ByScore) && !game.abilities().scores {
        return Err(Message::new("compiled code does not count the points of this game"));
    }
    Ok(game)
}

/// Checks that best play is defined by the rules.
pub(crate) fn has_values(model: &Model) -> Result<(), Refusal> {
    why_no_values(model).map_or(Ok(()), |why| Err(impossible(&why)))
}

/// Something to do with the interpreter's rules.
struct OnInterpreter<F>(F);

impl<T, F: FnOnce(&dyn Worker) -> T> Work for OnInterpreter<F> {
    type Output = T;

    fn with<R: Rules<State = gdl_runtime::interp::Reached>>(self, rules: &R) -> Self::Output {
        (self.0)(&PerState(rules))
    }
}

impl fmt::Debug for Ready<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready").finish_non_exhaustive()
    }
}
