//! Word-parallel search of puzzles whose layout lets whole lines of positions move at once.

use crate::error::Message;
use crate::problem::{Execution, Job, Symmetry};
use crate::refusal::{Refusal, disagrees, impossible};
use crate::search::NO_START;
use gdl::analyze::inverse::Inverse;
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::{Hash, Plan, WholeLines};
use gdl::wide::goals::goals;
use gdl::wide::{Wide, WideGame};
use gdl::words::bytes_text;
use gdl_runtime::engine::{Search, Table};
use gdl_runtime::interp::{Interp, LineStep, spot_check_numbers};
use gdl_runtime::wide::{WideOptions, search_wide};
use gdl_runtime::{Observer, Pause, SolveError};
use std::sync::Arc;

/// A word-parallel search, planned.
#[derive(Debug)]
pub(crate) struct WordSearch {
    pub(crate) layout: Arc<Wide>,
    /// The index to begin with.
    start: u64,
    /// The indices of the goal.
    goals: Vec<u64>,
    pub(crate) options: WideOptions,
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
    let is_asked_for = job.choices.family.is_some_and(|family| family.is_wide());
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
        Some("a search that moves many positions at once has its tables in memory")
    } else if job.choices.bits.is_some_and(|bits| bits != 1) {
        Some("a search that moves many positions at once has one bit for each entry")
    } else if matches!(job.choices.execution, Some(Execution::Gpu | Execution::Interpreter)) {
        Some("a search that moves many positions at once runs on the processor")
    } else {
        None
    }
}

impl WordSearch {
    /// Plans a search in the layout that the plan has for it.
    pub(crate) fn new(job: Job<'_>, plan: &Plan, purpose: Purpose) -> Result<Self, Refusal> {
        let WholeLines::Used { layout, .. } = &plan.whole_lines else {
            return Err(match &plan.whole_lines {
                WholeLines::Refused { reason } => impossible(reason),
                _ => impossible(&"it is not allowed"),
            });
        };
        if let (true, Some(reason)) = (plan.family.is_wide(), contradiction(job)) {
            return Err(impossible(&reason));
        }
        let (interp, from) = (job.interp, job.from());
        let one_to_one = purpose == Purpose::Distances || from != interp.start();
        let layout = match own_numbers(&plan.hash) {
            Some(hashed) if one_to_one => hashed,
            // Symmetries keep the start, and perhaps nothing else.
            None if one_to_one && layout.is_up_to_symmetry() => {
                return Err(impossible(&"this layout is for play from a symmetric position"));
            }
            _ => Arc::clone(layout),
        };
        let distances = purpose != Purpose::Layers;
        let bytes = layout.cost().bytes + if distances { layout.places() } else { 0 };
        if let Some(limit) = job.limits.memory.filter(|limit| bytes > *limit) {
            let (bytes, limit) = (bytes_text(bytes), bytes_text(limit));
            return Err(Refusal::TooLarge(Message::with_help(
                format!("the table takes {bytes}, and {limit} may be used"),
                "`--no-word` looks at one position at a time",
            )));
        }
        let start = layout.find(&from).ok_or_else(|| impossible(&NO_START))?;
        let game = game(interp, &plan.facts);
        let goals = goals(&game, &layout, &|state| interp.is_goal(state))
            .map_err(|refusal| impossible(&refusal))?;
        let (threads, hardest) = (job.limits.threads, job.question.hardest);
        let options = WideOptions { threads, hardest, distances, moves: false };
        Ok(WordSearch { layout, start, goals, options, bytes })
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
        pause: &mut dyn Pause,
        observer: &mut dyn Observer,
    ) -> Result<Search, SolveError> {
        let (game, starts) = (game(interp, facts), [self.start]);
        search_wide(&game, &self.layout, &starts, &self.goals, &self.options, pause, observer)
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
        let mut state = self.position(to, from);
        let mut way = vec![state.clone()];
        while let Some(nearer) = distance(&state).and_then(|here| here.checked_sub(1)) {
            let before = if facts.inverse == Inverse::Undirected {
                interp.successors(&state).into_iter().map(|successor| successor.state).collect()
            } else {
                // A position with too many predecessors has no line.
                interp.predecessors(&state).unwrap_or_default()
            };
            let Some(next) = before.into_iter().find(|it| distance(it) == Some(nearer)) else {
                return Vec::new();
            };
            state = next;
            way.push(state.clone());
        }
        way.reverse();
        steps(interp, &way)
    }
}

/// The layout of a hash, if it is one for whole lines.
fn own_numbers(hash: &Hash) -> Option<Arc<Wide>> {
    hash.tiers().first()?.wide.clone()
}

fn game<'a>(interp: &'a Interp<'_>, facts: &'a Facts) -> WideGame<'a> {
    let model = interp.model();
    WideGame::new(model, facts).expect("there is a layout for the game")
}

/// The moves along a way.
fn steps(interp: &Interp<'_>, way: &[State]) -> Vec<LineStep> {
    let step = |pair: &[State]| {
        let mut plays = interp.moves(&pair[0]).into_iter();
        let play = plays.find(|play| play.state == pair[1]).expect("the way follows moves");
        LineStep { text: play.text, state: play.state }
    };
    way.windows(2).map(step).collect()
}
