//! The choice among the candidates: what the user has decided, else the fastest that fits.

use super::candidates::{Candidate, Candidates};
use super::{Alternative, Method, Reason, Strategy};
use crate::cost::{ENUMERATED, HOPELESS, Prediction, seconds_text};
use crate::error::Error;
use crate::problem::{Execution, Job, Wants};
use crate::refusal::{Refusal, too_large};
use crate::search::{Kind, TableSearch};
use crate::values::{TableValues, has_values};
use crate::word_parallel::Purpose;
use gdl::plan::{Engine, Family};

/// Chooses among candidates.
pub(super) struct Choice<'a> {
    candidates: &'a Candidates<'a>,
    job: Job<'a>,
}

impl<'a> Choice<'a> {
    pub(super) fn new(candidates: &'a Candidates<'a>) -> Self {
        Choice { candidates, job: candidates.job }
    }

    pub(super) fn on_gpu(&self) -> Result<Strategy, Error> {
        self.first(vec![self.candidates.gpu()], Reason::Decided)
    }

    pub(super) fn on_cpu(&self) -> Result<Strategy, Error> {
        let Job { choices, question, .. } = self.job;
        let is_decided =
            matches!(choices.execution, Some(Execution::Compiled | Execution::WordParallel))
                || choices.decide_table();
        if question.wants == Wants::Database {
            return self.database();
        }
        if choices.execution == Some(Execution::Interpreter) {
            return self.first(vec![self.candidates.interpreter(None)], Reason::Decided);
        }
        match (is_decided, self.job.asks_for_values()) {
            (true, true) => self.decided_values(),
            (true, false) => self.decided_search(),
            (false, true) => self.values(),
            (false, false) => self.search(),
        }
    }

    /// Follows what the user has decided about a search.
    fn decided_search(&self) -> Result<Strategy, Error> {
        let candidates = self.candidates;
        let layouts = match candidates.layouts(candidates.search_options(), true) {
            Ok(layouts) => layouts,
            Err(refusal) => return self.unless_interpreted(refusal),
        };
        let is_word_parallel = layouts.plan.family.is_word_parallel()
            || self.job.choices.execution == Some(Execution::WordParallel);
        let candidate = match is_word_parallel {
            true => candidates.word_parallel_search(&layouts, self.purpose()),
            false => candidates.compiled_search(&layouts.plan, false),
        };
        match candidate.planned {
            Err(refusal) => self.unless_interpreted(refusal),
            Ok(_) => self.first(vec![candidate], Reason::Decided),
        }
    }

    /// Follows what the user has decided about values.
    fn decided_values(&self) -> Result<Strategy, Error> {
        let candidates = self.candidates;
        let word_parallel = candidates.word_parallel_values();
        let execution = self.job.choices.execution;
        if execution == Some(Execution::WordParallel) {
            return self.first(vec![word_parallel], Reason::Decided);
        }
        let tables = |execution| candidates.table_values(candidates.values(None), execution);
        let mut all = vec![tables(Execution::Compiled), word_parallel];
        if execution.is_none() {
            all.push(tables(Execution::Interpreter));
        }
        match all.swap_remove(0) {
            Candidate { planned: Err(refusal), .. } if all.iter().all(|it| it.planned.is_err()) => {
                self.unless_interpreted(refusal)
            }
            compiled => {
                all.push(compiled);
                self.fastest(all)
            }
        }
    }

    /// Lets the interpreter answer, with a note, unless the user wants something else to do it.
    fn unless_interpreted(&self, refusal: Refusal) -> Result<Strategy, Error> {
        let is_fatal = matches!(refusal, Refusal::TooLarge(_) | Refusal::Disagrees(_));
        if is_fatal || self.job.choices.execution.is_some() {
            return Err(refusal.into());
        }
        let reason = refusal.message().first_line().to_owned();
        let mut strategy = self.first(vec![self.candidates.interpreter(None)], Reason::Only)?;
        strategy.notes.push(format!("the interpreter runs this game: {reason}"));
        Ok(strategy)
    }

    /// Chooses the fastest search of a puzzle.
    fn search(&self) -> Result<Strategy, Error> {
        let candidates = self.candidates;
        let may_be_interpreted = self.job.limits.scratch.is_none();
        if may_be_interpreted && let Some(all) = candidates.play(candidates.rates.first_look())? {
            return self.few(all);
        }
        let layouts = match candidates.layouts(candidates.search_options(), false) {
            Ok(layouts) => layouts,
            // Positions that no formula numbers must be played to be numbered.
            Err(_) => return self.first(vec![candidates.interpreter(None)], Reason::Only),
        };
        let mut all = vec![
            candidates.word_parallel_search(&layouts, self.purpose()),
            candidates.compiled_search(&layouts.plan, false),
        ];
        if may_be_interpreted {
            if let Some(few) = candidates.play(candidates.rates.look(best(&all)))? {
                return self.few(few);
            }
            all.push(candidates.unfinished(candidates.most_positions(&layouts.plan)));
        }
        self.fastest(all)
    }

    /// Chooses the fastest search for values.
    fn values(&self) -> Result<Strategy, Error> {
        let Job { question, limits, interp, .. } = self.job;
        let candidates = self.candidates;
        let by_interpreter = || self.first(vec![candidates.interpreter(None)], Reason::Only);
        // Layers and what is farthest are found by going on from the start; and the interpreter
        // says why there are no values.
        if question.hardest > 0 || question.layers || has_values(interp.model()).is_err() {
            return by_interpreter();
        }
        let may_be_interpreted = limits.scratch.is_none();
        let is_from_start = question.tier.is_none();
        if may_be_interpreted
            && is_from_start
            && let Some(all) = candidates.play(candidates.rates.first_look())?
        {
            return self.few(all);
        }
        let tables = |execution| candidates.table_values(candidates.values(None), execution);
        let compiled = tables(Execution::Compiled);
        let entries = match &compiled.planned {
            Ok((Method::Values(values), _)) => Some(values.entries() as f64),
            _ => None,
        };
        let mut all =
            vec![candidates.word_parallel_values(), compiled, tables(Execution::Interpreter)];
        if may_be_interpreted {
            if is_from_start
                && let Some(few) = candidates.play(candidates.rates.look(best(&all)))?
            {
                return self.few(few);
            }
            all.push(match entries {
                Some(entries) => candidates.unfinished(entries),
                None => candidates.interpreter(None),
            });
        }
        self.fastest(all)
    }

    /// Chooses how a database is made.
    fn database(&self) -> Result<Strategy, Error> {
        let candidates = self.candidates;
        let mut all = Vec::new();
        if self.job.asks_for_distances() {
            let layouts =
                candidates.distance_options().and_then(|wanted| candidates.layouts(wanted, true));
            match layouts {
                Ok(layouts) => {
                    if self.job.choices.family.is_none_or(Family::is_word_parallel) {
                        all.push(candidates.word_parallel_search(&layouts, Purpose::Distances));
                    }
                    if !layouts.plan.family.is_word_parallel() {
                        all.push(candidates.compiled_search(&layouts.plan, true));
                    }
                }
                Err(refusal) => all.push(Candidate {
                    execution: Execution::Compiled,
                    layout: self.job.choices.family,
                    planned: Err(refusal),
                }),
            }
            let has_answer = all.iter().any(|it| {
                matches!(it.planned, Ok(_) | Err(Refusal::TooLarge(_) | Refusal::Disagrees(_)))
            });
            if has_answer || self.job.interp.model().goal.is_none() {
                return self.fastest(all);
            }
        }
        // Values tell as much, if it takes them longer.
        self.values_for_database()
    }

    /// Chooses how a database of values is made: tables that formulas number, or a table of what
    /// play reaches if that is much smaller.
    fn values_for_database(&self) -> Result<Strategy, Error> {
        let candidates = self.candidates;
        let execution = self.job.choices.execution;
        let executions: Vec<Execution> = match execution {
            Some(only) => vec![only],
            None => vec![Execution::Compiled, Execution::Interpreter],
        };
        let with = |family: Option<Family>| -> Vec<Candidate> {
            let of = |execution: &Execution| {
                candidates.table_values(candidates.values(family), *execution)
            };
            executions.iter().map(of).collect()
        };
        let mut all = with(None);
        let may_enumerate = self.job.choices.family.is_none() && self.job.question.tier.is_none();
        if may_enumerate {
            let budget = match best(&all) {
                Some(best) if best.seconds < ENUMERATED => None,
                best => Some(candidates.rates.look(best)),
            };
            let few = budget.map(|budget| candidates.play(budget)).transpose()?.flatten();
            if few.is_some() || all.iter().all(|it| it.planned.is_err()) {
                let enumerated = with(Some(Family::Reachable));
                let gains = |it: &Candidate| match (&it.planned, best(&all)) {
                    (Ok((_, own)), Some(best)) => own.seconds + ENUMERATED < best.seconds,
                    (Ok(_), None) => true,
                    (Err(_), _) => false,
                };
                if enumerated.iter().any(gains) {
                    all = enumerated;
                }
            }
        }
        self.fastest(all)
    }

    /// Returns what a word-parallel search is to find.
    fn purpose(&self) -> Purpose {
        if self.job.question.line { Purpose::Line } else { Purpose::Layers }
    }

    /// Takes the fastest candidate that fits into memory.
    fn fastest(&self, mut all: Vec<Candidate>) -> Result<Strategy, Error> {
        for candidate in &mut all {
            if let Ok((_, prediction)) = &candidate.planned
                && let Err(refusal) = self.check_memory(candidate, *prediction)
            {
                candidate.planned = Err(refusal);
            }
        }
        all.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
        self.first(all, Reason::Fastest)
    }

    /// Refuses what takes more memory than there is. Tables on disk and tiers are looked at when
    /// they are solved: what fits of them is answered.
    fn check_memory(&self, candidate: &Candidate, prediction: Prediction) -> Result<(), Refusal> {
        let Some(limit) = self.job.limits.memory else { return Ok(()) };
        let is_checked =
            !matches!(candidate.planned, Ok((Method::Interpreter | Method::Values(_), _)) | Err(_));
        match is_checked && prediction.bytes > limit {
            true => Err(too_large(prediction.bytes, limit)),
            false => Ok(()),
        }
    }

    /// Lets the interpreter search a game whose positions it has played already.
    fn few(&self, positions: u64) -> Result<Strategy, Error> {
        let interpreter = self.candidates.interpreter(Some(positions as f64));
        self.first(vec![interpreter], Reason::Few(positions))
    }

    /// Takes the first candidate, and keeps the others as alternatives.
    fn first(&self, all: Vec<Candidate>, reason: Reason) -> Result<Strategy, Error> {
        let mut rest = all.into_iter();
        let Some(Candidate { execution, layout, planned }) = rest.next() else {
            return Err(Error::input("nothing can answer this"));
        };
        let (method, prediction) = match planned {
            Ok(planned) => planned,
            Err(refusal) => {
                // What is only too large can be made to fit, so its reason helps most.
                let others = rest.filter_map(|it| it.planned.err());
                let worst = others.fold(refusal, |one, other| match (&one, &other) {
                    (Refusal::TooLarge(_), _) => one,
                    (_, Refusal::TooLarge(_) | Refusal::Disagrees(_)) => other,
                    _ => one,
                });
                return Err(worst.into());
            }
        };
        if prediction.seconds > HOPELESS && prediction.seconds.is_finite() {
            let time = seconds_text(prediction.seconds);
            return Err(Error::machine_with_help(
                format!("this would take about {time}"),
                "`--limit-states` or a smaller tier makes it shorter",
            ));
        }
        let rest: Vec<Candidate> = rest.collect();
        let failure = rest.iter().find_map(|it| match &it.planned {
            Err(Refusal::Failed(message)) => Some(message.first_line().to_owned()),
            _ => None,
        });
        let alternatives = rest.into_iter().map(|it| Alternative {
            execution: it.execution,
            layout: it.layout,
            prediction: it.planned.as_ref().ok().map(|(_, prediction)| *prediction),
            refusal: it.planned.err().map(|refusal| refusal.message().text.clone()),
        });
        let chosen = Chosen { execution, layout, method, prediction, reason };
        let mut strategy = chosen.described(self.job, alternatives.collect());
        if let (Execution::Interpreter, Some(failure)) = (execution, failure) {
            strategy.notes.push(format!("the interpreter runs this game: {failure}"));
        }
        Ok(strategy)
    }
}

/// The candidate that is taken.
struct Chosen {
    execution: Execution,
    layout: Option<Family>,
    method: Method,
    prediction: Prediction,
    reason: Reason,
}

impl Chosen {
    /// Puts into words what is run.
    fn described(self, job: Job<'_>, alternatives: Vec<Alternative>) -> Strategy {
        let Chosen { execution, layout, method, prediction, reason } = self;
        let mut notes = Vec::new();
        let (engine, bits, symmetries, on_disk) = match &method {
            Method::Interpreter => {
                let engine = match job.asks_for_values() {
                    true => "play from the start, then values backward",
                    false => "breadth-first search by play",
                };
                (engine.to_owned(), None, 1, false)
            }
            Method::Search(search) => {
                notes.extend(search.note().map(str::to_owned));
                let engine = match search.kind {
                    Kind::WordParallel(_) => {
                        "breadth-first search, up to 512 positions at once".to_owned()
                    }
                    Kind::PerState { .. } => search_engine(search).to_string(),
                };
                let bits = Some(search.bits());
                (engine, bits, search.symmetries(), search.scratch.is_some())
            }
            Method::Values(values) => {
                notes.extend(values.note());
                let engine = values.plan.engine.to_string();
                let bits = Some(value_bits(values));
                (engine, bits, values.cell_symmetries(), values.options.scratch.is_some())
            }
            Method::WordParallelValues(values) => {
                (Engine::Retrograde.to_string(), Some(2), values.symmetries(), false)
            }
            #[cfg(feature = "gpu")]
            Method::Gpu(search) => {
                let plan = search.plan();
                (plan.engine.to_string(), Some(search.bits()), 1, false)
            }
        };
        let threads = match method {
            Method::Interpreter => 1,
            _ => job.limits.threads,
        };
        Strategy {
            execution,
            layout,
            engine,
            bits,
            symmetries,
            threads,
            on_disk,
            prediction,
            alternatives,
            reason,
            notes,
            method,
        }
    }
}

/// Returns the engine of a search.
fn search_engine(search: &TableSearch) -> Engine {
    match search.bits() {
        1 => match search.plan.engine {
            Engine::TwoBit => search.plan.smaller.unwrap_or(Engine::OneBit),
            engine => engine,
        },
        _ => Engine::TwoBit,
    }
}

fn value_bits(values: &TableValues) -> u32 {
    match (values.plan.engine, values.options.depth) {
        (Engine::Scores, _) => 16,
        (_, true) => 8,
        (_, false) => 2,
    }
}

/// Returns what the fastest candidate takes.
fn best(all: &[Candidate]) -> Option<Prediction> {
    let possible = all.iter().filter_map(|it| it.planned.as_ref().ok().map(|(_, it)| *it));
    possible.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

fn seconds(candidate: &Candidate) -> f64 {
    // What nobody can predict comes after all else that is possible.
    candidate.planned.as_ref().map_or(f64::INFINITY, |(_, it)| it.seconds.min(f64::MAX))
}
