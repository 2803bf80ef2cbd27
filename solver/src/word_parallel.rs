//! Word-parallel search of puzzles.

use crate::error::Message;
use crate::problem::{Execution, Job, Symmetry};
use crate::refusal::{NO_START, Refusal, disagrees, impossible};
use gdl::analyze::inverse::Inverse;
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::{Numbering, Plan};
use gdl::word_parallel::goals::goals;
use gdl::word_parallel::{Layouts, WordParallelGame, WordParallelLayout, WordParallelPlan};
use gdl::words::bytes_text;
use gdl_runtime::engine::{Search, Table};
use gdl_runtime::interp::{Interp, LineStep, line_by_distance, spot_check_numbers};
use gdl_runtime::word_parallel::{WordParallelOptions, search_word_parallel};
use gdl_runtime::{Checkpointer, Observer, SolveError};
use std::sync::Arc;

/// A word-parallel search, planned.
#[derive(Debug)]
pub(crate) struct WordParallelSearch {
    pub(crate) layout: Arc<WordParallelLayout>,
    /// The index to begin with.
    start: u64,
    /// The indices of the goal.
    goals: Vec<u64>,
    pub(crate) options: WordParallelOptions,
    /// How many bytes its tables take.
    pub(crate) bytes: u64,
}

/// What a word-parallel search is to find, besides layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Layers,
    /// Distances too, for a line.
    Line,
    /// The distance of every position, each with an index of its own.
    Distances,
}

/// Returns whether the user has left room for a word-parallel search, or has asked for one.
pub(crate) fn is_allowed(job: Job<'_>) -> bool {
    let is_asked_for = job.choices.family.is_some_and(|family| family.is_word_parallel());
    is_asked_for || is_left_open(job) && !job.choices.decide_table()
}

/// Returns whether the user has left room for word-parallel values.
pub(crate) fn is_allowed_for_values(job: Job<'_>) -> bool {
    is_left_open(job) && job.choices.family.is_none()
}

fn is_left_open(job: Job<'_>) -> bool {
    let is_plain = job.choices.symmetry == Symmetry::Auto && job.limits.scratch.is_none();
    job.choices.word_parallel
        && is_plain
        && matches!(job.choices.execution, None | Some(Execution::WordParallel))
}

/// Returns what else the user has asked for that a word-parallel search cannot do.
fn contradiction(job: Job<'_>) -> Option<&'static str> {
    if job.limits.scratch.is_some() {
        Some("a word-parallel search has its tables in memory")
    } else if job.choices.bits.is_some_and(|bits| bits != 1) {
        Some("a word-parallel search has one bit for each entry")
    } else if matches!(job.choices.execution, Some(Execution::Gpu | Execution::Interpreter)) {
        Some("a word-parallel search runs on the processor")
    } else {
        None
    }
}

impl WordParallelSearch {
    /// Plans a search in the layout that there is for it.
    pub(crate) fn new(job: Job<'_>, layouts: &Layouts, purpose: Purpose) -> Result<Self, Refusal> {
        let Layouts { plan, word_parallel } = layouts;
        let WordParallelPlan::Used { layout, one_to_one: own, .. } = word_parallel else {
            return Err(match word_parallel {
                WordParallelPlan::Refused { reason } => impossible(reason),
                _ => impossible(&"it is not allowed"),
            });
        };
        if let (true, Some(reason)) = (plan.family.is_word_parallel(), contradiction(job)) {
            return Err(impossible(&reason));
        }
        let (interp, from) = (job.interp, job.from());
        let one_to_one = purpose == Purpose::Distances || from != interp.start();
        let layout = match own {
            Some(own) if one_to_one => own,
            // Symmetries keep the start, and perhaps nothing else.
            None if one_to_one && layout.is_up_to_symmetry() => {
                return Err(impossible(&"this layout is for play from a symmetric position"));
            }
            _ => layout,
        };
        let distances = purpose != Purpose::Layers;
        let bytes = layout.cost().bytes + if distances { layout.places() } else { 0 };
        if let Some(limit) = job.limits.memory.filter(|limit| bytes > *limit) {
            let (bytes, limit) = (bytes_text(bytes), bytes_text(limit));
            return Err(Refusal::TooLarge(Message::with_help(
                format!("the table takes {bytes}, and {limit} may be used"),
                "`--no-word-parallel` looks at one position at a time",
            )));
        }
        let start = layout.find(&from).ok_or_else(|| impossible(&NO_START))?;
        let game = game(interp, &plan.facts);
        let goals = goals(&game, layout, &|state| interp.is_goal(state))
            .map_err(|refusal| impossible(&refusal))?;
        let (threads, hardest) = (job.limits.threads, job.question.hardest);
        let options = WordParallelOptions { threads, hardest, distances, moves: false };
        let layout = Arc::clone(layout);
        Ok(WordParallelSearch { layout, start, goals, options, bytes })
    }

    /// Compares the numbers of the layout with the interpreter.
    pub(crate) fn spot_check(&self, job: Job<'_>, plan: &Plan) -> Result<(), Refusal> {
        let (layout, from) = (&self.layout, job.from());
        let at = |index: u64| self.position(index, &from);
        spot_check_numbers(job.interp, plan, &from, &|state| layout.find(state), &at)
            .map_err(disagrees)
    }

    /// The search itself.
    pub(crate) fn search(
        &self,
        interp: &Interp<'_>,
        facts: &Facts,
        checkpointer: &mut dyn Checkpointer,
        observer: &mut dyn Observer,
    ) -> Result<Search, SolveError> {
        let (game, starts) = (game(interp, facts), [self.start]);
        search_word_parallel(
            &game,
            &self.layout,
            &starts,
            &self.goals,
            &self.options,
            checkpointer,
            observer,
        )
    }

    /// The position of an index, or the one that stands for several.
    pub(crate) fn position(&self, index: u64, like: &State) -> State {
        let mut state = like.clone();
        self.layout.unrank(index, &mut state);
        state
    }

    /// Reads distances from an index on, with one added, or 0.
    pub(crate) fn read(&self, table: &Table, first: u64, numbers: &mut [u32]) {
        for (index, number) in (first..).zip(numbers) {
            let mut one = [0];
            table.read(self.layout.place(index), &mut one);
            *number = one[0];
        }
    }

    /// A shortest way from the start to a position with an index.
    pub(crate) fn line(
        &self,
        interp: &Interp<'_>,
        facts: &Facts,
        table: &Table,
        from: &State,
        to: u64,
    ) -> Vec<LineStep> {
        let distance = |state: &State| {
            self.layout.find(state).and_then(|index| table.distance(self.layout.place(index)))
        };
        let undirected = facts.inverse == Inverse::Undirected;
        line_by_distance(interp, &self.position(to, from), undirected, distance)
    }
}

fn game<'a>(interp: &'a Interp<'_>, facts: &'a Facts) -> WordParallelGame<'a> {
    let model = interp.model();
    WordParallelGame::new(model, facts).expect("there is a layout for the game")
}
