//! `gamec solve` for games with players, and for tiers: what all positions are worth, on tables.
//!
//! The rules run as compiled code; where there is no compiler, the interpreter runs them with the same search. A game whose positions are few, or few
//! beside what its tables would hold, is left to the search of the interpreter, which needs no tables.

use super::Answer;
use super::native::WORTH_IT;
use super::refusal::{Refusal, disagrees, impossible};
use super::sampled::{check_some, samples};
use super::scratch::scratch;
use crate::args::{Execution, SolveArgs, thread_count};
use crate::asked;
use crate::compiled::{self, Code};
use crate::database::{Holds, Label};
use crate::failure::Message;
use crate::json::NativeRun;
use crate::progress::{Expected, Progress};
use book::Book;
use claims::TableClaims;
use gdl::analyze::counts::{Quantity, Trend, What};
use gdl::analyze::tiers::placed;
use gdl::model::{ContentSet, Model, Stuck};
use gdl::plan::{Family, Plan};
use gdl::words::bytes_text;
use gdl_runtime::engine::{Interpreted, PerState, Rules, View, Work};
use gdl_runtime::interp::{
    ExploreOptions, Interp, Keep, SolveOptions, explore, spot_check, tier_domain,
};
use gdl_runtime::values::{Samples, Structure, ValueOptions, Values, Worker, solve_values};
use gdl_runtime::{Observer, SolveError};
pub(super) use question::planned;
pub(in crate::commands) use question::{Choices, Question};
use std::collections::BTreeMap;

mod always;
pub(in crate::commands) mod answer;
pub(in crate::commands) mod book;
pub(in crate::commands) mod claims;
mod classes;
mod line;
mod question;
pub(in crate::commands) mod unsolved;

/// Where at most one of so many entries is used, playing is faster than going through the table.
const FEW: u64 = 400;

/// The most positions that are found by playing to see whether they are few.
const MOST_TRIED: u64 = 2_000_000;

/// A game whose values can be found.
pub(in crate::commands) struct Prepared {
    pub(in crate::commands) plan: Plan,
    pub(in crate::commands) structure: Structure,
    pub(in crate::commands) question: Question,
    /// The compiled code; without it the interpreter runs the rules.
    pub(in crate::commands) game: Option<Box<dyn Code>>,
    /// What the user should know about it.
    note: Option<String>,
    pub(in crate::commands) options: ValueOptions,
}

/// Whether this is a question about values: of a game, or of a tier.
pub(super) fn is_asked(model: &Model, options: &SolveOptions) -> bool {
    !model.players.is_empty() || options.tier.is_some()
}

/// Prepares a game; unless that is decided, only if it is worth while.
pub(super) fn prepare(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let is_decided = args.on == Execution::Native || args.plan.decide();
    let model = interp.model();
    // The interpreter says why there are no values, or finds them where no layout fits.
    let unless_decided = |refusal| if is_decided { refusal } else { Refusal::NotNeeded };
    has_values(model).map_err(unless_decided)?;
    let choices =
        Choices { family: args.plan.family, bits: args.plan.bits, symmetry: args.symmetry };
    let facts = asked::facts(interp, options, args.plan.family)
        .map_err(|error| unless_decided(impossible(&error)))?;
    let (plan, question) = planned(interp, &facts, choices, options).map_err(unless_decided)?;
    let structure = Structure::new(model, &plan);
    let below = structure.below(&[question.tier()]);
    let entries: u64 = below.iter().map(|tier| structure.tiers[*tier].indices).sum();
    let limit = args.limit_states.unwrap_or(u64::MAX);
    if entries > limit && is_decided {
        let text =
            format!("the tables have {entries} entries, and {limit} positions are the limit");
        return Err(Refusal::TooLarge(Message { text, help: None }));
    }
    let depth = args.plan.bits != Some(2);
    if !is_decided {
        let positions = entries.saturating_mul(structure.divided_by);
        // Layers and what is farthest are found by going on from the start.
        let wants_layers = args.hardest > 0 || args.csv || args.plot.is_some();
        let is_small = positions < WORTH_IT && args.scratch.is_none();
        if is_small || entries > limit || wants_layers {
            return Err(Refusal::NotNeeded);
        }
        if let Question::From { .. } = question {
            let reachable = plan.reachable.filter(|_| options.from.is_none());
            let fits = least_bytes(&structure, &below, depth);
            let fits =
                options.memory_limit.is_none_or(|limit| fits <= limit) || args.scratch.is_some();
            if !fits || are_few(interp, options, entries, reachable, args.json) {
                return Err(Refusal::NotNeeded);
            }
        }
    }
    let planned = Planned { plan, question, structure };
    let compile = if args.on == Execution::Native { Compile::Must } else { Compile::IfPossible };
    let prepared = planned.prepared(interp, compile, depth, thread_count(args.threads), options)?;
    Ok(prepared.with_scratch(interp, args))
}

/// Prepares a game whose tables are wanted, however few its positions are.
pub(super) fn prepare_always(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let choices =
        Choices { family: args.plan.family, bits: args.plan.bits, symmetry: args.symmetry };
    let compile = match args.on {
        Execution::Native => Compile::Must,
        Execution::Interp => Compile::Never,
        Execution::Auto | Execution::Gpu => Compile::IfPossible,
    };
    let depth = args.plan.bits != Some(2);
    let enumerated = Choices { family: Some(Family::Reachable), ..choices };
    let planned = match Planned::always(interp, choices, options) {
        Ok(planned) if choices.family.is_none() && planned.are_few(interp, args, options) => {
            Planned::always(interp, enumerated, options).unwrap_or(planned)
        }
        Err(refusal) if choices.family.is_none() => {
            Planned::always(interp, enumerated, options).map_err(|_| refusal)?
        }
        planned => planned?,
    };
    let threads = thread_count(args.threads);
    let prepared = planned.prepared(interp, compile, depth, threads, options)?;
    Ok(prepared.with_scratch(interp, args))
}

/// A game with a plan that suits the question.
struct Planned {
    plan: Plan,
    question: Question,
    structure: Structure,
}

/// Whether there must be compiled code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compile {
    Never,
    Must,
    /// Else the interpreter runs the rules.
    IfPossible,
}

impl Planned {
    /// Whether few of the entries of large tables are used.
    fn are_few(&self, interp: &Interp<'_>, args: &SolveArgs, options: &SolveOptions) -> bool {
        let Question::From { tier, .. } = &self.question else { return false };
        let below = self.structure.below(&[*tier]);
        let entries: u64 = below.iter().map(|tier| self.structure.tiers[*tier].indices).sum();
        let reachable = self.plan.reachable.filter(|_| options.from.is_none());
        entries >= WORTH_IT && are_few(interp, options, entries, reachable, args.json)
    }

    fn prepared(
        self,
        interp: &Interp<'_>,
        compile: Compile,
        depth: bool,
        threads: usize,
        options: &SolveOptions,
    ) -> Result<Prepared, Refusal> {
        let Planned { plan, question, structure } = self;
        let made = (compile != Compile::Never).then(|| compiled(interp.model(), &plan));
        let (game, note) = match made {
            None => (None, None),
            Some(Ok(game)) => {
                let from = plan.facts.domain.example();
                let from = question.position().unwrap_or(from);
                spot_check(interp, &plan, from, &*game, View::AsIs).map_err(disagrees)?;
                (Some(game), None)
            }
            Some(Err(message)) if compile == Compile::Must => return Err(Refusal::Failed(message)),
            Some(Err(message)) => {
                let reason = message.first_line();
                (None, Some(format!("the interpreter runs this game: {reason}")))
            }
        };
        let options = ValueOptions {
            depth,
            threads,
            memory_limit: options.memory_limit,
            tiers: vec![question.tier()],
            from: question.beginning(),
            ..ValueOptions::default()
        };
        Ok(Prepared { plan, structure, question, game, note, options })
    }
}

/// The compiled code of a game, if it finds values.
fn compiled(model: &Model, plan: &Plan) -> Result<Box<dyn Code>, Message> {
    let game = compiled::both(&gdl::lower::game(model, plan), plan.hash.size())?;
    if model.stuck == Some(Stuck::ByScore) && !game.abilities().scores {
        let text = "compiled code does not count the points of this game".to_owned();
        return Err(Message { text, help: None });
    }
    Ok(game)
}

/// Whether best play is defined by the rules.
pub(in crate::commands) fn has_values(model: &Model) -> Result<(), Refusal> {
    if model.players.len() > 2 {
        return Err(impossible(&"best play is only defined for one or two players"));
    }
    if model.stuck == Some(Stuck::ByScore) && !model.ends.is_empty() {
        return Err(impossible(&"ends cannot be weighed against scores"));
    }
    if model.players.is_empty() && model.goal.is_none() {
        return Err(impossible(&"a puzzle without a goal has no values"));
    }
    Ok(())
}

/// How many bytes the search takes at least: a bit for each entry, and the table of the largest tier.
fn least_bytes(structure: &Structure, below: &[usize], depth: bool) -> u64 {
    let sizes = || below.iter().map(|tier| structure.tiers[*tier].indices);
    let bits = if depth { 8 } else { 2 };
    sizes().sum::<u64>() / 8 + sizes().max().unwrap_or(0).saturating_mul(bits) / 8
}

/// Whether few of the entries are used, so that playing is faster.
pub(super) fn are_few(
    interp: &Interp<'_>,
    options: &SolveOptions,
    entries: u64,
    reachable: Option<u64>,
    json: bool,
) -> bool {
    let few = (entries / FEW).min(MOST_TRIED);
    if let Some(reachable) = reachable {
        return reachable <= few;
    }
    let from = options.from.clone().unwrap_or_else(|| interp.start());
    let limits =
        ExploreOptions { state_limit: few, memory_limit: options.memory_limit, keep: Keep::States };
    explore(interp, &mut std::iter::once(from), &limits, &mut Progress::new(json, None)).is_ok()
}

impl Prepared {
    /// What the user should know about the search.
    pub(in crate::commands) fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The tiers that will be solved, by their slots.
    pub(in crate::commands) fn expected(&self) -> Expected {
        let below = self.structure.below(&self.options.tiers);
        let mut ends = Vec::new();
        for tier in below {
            let slots = self.structure.tiers[tier].indices;
            ends.push(ends.last().copied().unwrap_or(0) + slots);
        }
        Expected::Tiers(ends)
    }

    /// Finds the values.
    pub(super) fn solve(
        &self,
        interp: &Interp<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        self.with_worker(interp, |worker| self.solve_with(worker, interp, observer))
    }

    /// Does something with the rules, compiled or not.
    pub(in crate::commands) fn with_worker<T>(
        &self,
        interp: &Interp<'_>,
        task: impl FnOnce(&dyn Worker) -> T,
    ) -> T {
        match &self.game {
            Some(game) => task(&**game),
            None => {
                let rules = Interpreted::new(interp, &self.plan);
                rules.knowing(OnInterpreter(task))
            }
        }
    }

    /// The same with tables on disk, if the user lets them lie there and they do not fit into memory.
    fn with_scratch(mut self, interp: &Interp<'_>, args: &SolveArgs) -> Self {
        self.options.scratch = self.with_worker(interp, |worker| {
            let limit = self.options.memory_limit.filter(|_| !self.all_fit(worker))?;
            scratch(args, &self.label(interp, worker), limit)
        });
        if let Some(scratch) = &self.options.scratch {
            let note = format!(
                "the tables do not fit into {} together: they lie on disk",
                bytes_text(scratch.memory())
            );
            self.note = Some(self.note.map_or(note.clone(), |other| format!("{other}; {note}")));
        }
        self
    }

    /// What is solved.
    pub(super) fn label(&self, interp: &Interp<'_>, worker: &dyn Worker) -> Label {
        let abilities = worker.abilities();
        let holds = match (abilities.scores, self.options.depth) {
            (true, _) => Holds::Margins,
            (false, true) => Holds::Values,
            (false, false) => Holds::ValuesWithoutDepth,
        };
        let (from, tier) = match &self.question {
            Question::From { state, .. } => (Some(state), None),
            Question::Tier { .. } => (None, Some(self.tier_numbers(interp))),
        };
        Label {
            tier,
            exchanged: self.options.exchanges(abilities),
            ..Label::new(interp, from, &self.plan, holds)
        }
    }

    /// The numbers that tell the tier of the question from all others: those that can change, or are not as at the start, if they do; else all. A piece
    /// whose number is given is no terrain: so terrain is left out, and what would be terrain if it were left out is not.
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

    fn solve_with(
        &self,
        worker: &dyn Worker,
        interp: &Interp<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let keep = self.all_fit(worker);
        let options = ValueOptions { keep, ..self.options.clone() };
        let values = solve_values(worker, &self.structure, &options, observer)?;
        let book = Book::new(worker, &self.structure, &self.plan.hash, &values);
        if keep && self.game.is_some() && values.unsolved.is_empty() {
            let claims = TableClaims::new(&book, self.options.depth);
            check_some(interp, &self.plan, &claims, &self.samples())?;
        }
        let solution = answer::solution(self, interp, &book);
        if let Some(error) = values.trouble() {
            return Err(error.clone());
        }
        let has_no_line = !keep && self.options.scratch.is_none() && solution.value.is_some();
        let note = has_no_line.then(|| {
            "there is no line: the tables of all tiers together do not fit into memory".to_owned()
        });
        Ok(Answer {
            native: self.game.is_some().then(|| self.run(&values)),
            note,
            unsolved: unsolved::message(&self.structure, &values),
            ..Answer::new(solution)
        })
    }

    /// Where samples of the positions that were asked for come from.
    pub(in crate::commands) fn samples(&self) -> Vec<Samples<'_>> {
        let tiers = self.structure.below(&[self.question.tier()]).into_iter().rev();
        samples(&self.plan.hash, &self.question, tiers)
    }

    /// Whether all tables fit into memory together.
    pub(in crate::commands) fn all_fit(&self, worker: &dyn Worker) -> bool {
        let abilities = worker.abilities();
        let bits = u64::from(self.options.bits(abilities));
        let exchange = self.options.exchanges(abilities);
        let below = self.structure.below(&self.options.tiers);
        let sizes = || below.iter().map(|tier| self.structure.slots(*tier, exchange).0);
        // Marks for what can be reached, and for what is new in the largest tier.
        let all = sizes().sum::<u64>();
        let bytes = all.saturating_mul(bits + 1) / 8 + sizes().max().unwrap_or(0) / 8 * bits;
        self.options.memory_limit.is_none_or(|limit| bytes <= limit)
    }

    /// What there is to say about the search itself.
    pub(in crate::commands) fn run(&self, values: &Values) -> NativeRun {
        let solved = || values.wanted.iter().filter_map(|tier| values.tier(*tier));
        let is_exchanged = solved().any(|tier| values.mirror(tier.tier).is_some());
        NativeRun {
            threads: self.options.threads,
            bits: solved().map(|tier| tier.bits).max().unwrap_or(0),
            symmetries: self.cell_symmetries() * if is_exchanged { 2 } else { 1 },
            explored: values.slots,
            table_bytes: values.peak_bytes,
            on_disk: self.options.scratch.is_some(),
            word_parallel: false,
        }
    }

    /// By how many symmetries that move cells only the tables are divided.
    fn cell_symmetries(&self) -> usize {
        if self.plan.hash.is_up_to_symmetry() { self.plan.symmetry.cells_only } else { 1 }
    }
}

/// Something to do with the interpreter's rules.
struct OnInterpreter<F>(F);

impl<T, F: FnOnce(&dyn Worker) -> T> Work for OnInterpreter<F> {
    type Output = T;

    fn with<R: Rules<State = gdl_runtime::engine::Reached>>(self, rules: &R) -> Self::Output {
        (self.0)(&PerState(rules))
    }
}
