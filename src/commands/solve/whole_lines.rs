//! `gamec solve` for puzzles whose layout lets a search move whole lines of positions at once.

use super::refusal::{Refusal, disagrees, impossible};
use crate::args::{Execution, SolveArgs, Symmetry, thread_count};
use crate::failure::Message;
use crate::report;
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

/// A search of whole lines, ready to begin.
pub(super) struct Lines {
    pub(super) layout: Arc<Wide>,
    /// The indices that it begins with and that are looked out for.
    start: u64,
    goals: Vec<u64>,
    pub(super) options: WideOptions,
}

/// What a search of whole lines is to find, besides layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Layers,
    /// Distances too, for a line.
    Line,
    /// The distance of every position, each with an index of its own.
    Distances,
}

/// Whether the user leaves it to gamec how positions are looked at, or has asked for this.
pub(super) fn is_allowed(args: &SolveArgs) -> bool {
    let is_asked_for = args.plan.family.is_some_and(|family| family.is_wide());
    is_asked_for || is_left_open(args) && !args.plan.decide()
}

/// The same for values.
pub(super) fn is_allowed_for_values(args: &SolveArgs) -> bool {
    is_left_open(args) && args.plan.family.is_none()
}

/// Whether nothing but the plan may stand against it.
fn is_left_open(args: &SolveArgs) -> bool {
    let is_plain = args.symmetry == Symmetry::Auto && args.scratch.is_none();
    !args.no_word && is_plain && args.on == Execution::Auto
}

/// Prepares a search of whole lines, if the plan has a layout for it; `None` if positions are looked at one by one.
pub(super) fn prepare(
    interp: &Interp<'_>,
    facts: &Facts,
    plan: &Plan,
    from: &State,
    args: &SolveArgs,
    wanted: Wanted,
    memory_limit: Option<u64>,
) -> Result<Option<Lines>, Refusal> {
    let is_asked_for = plan.family.is_wide();
    let WholeLines::Used { layout, .. } = &plan.whole_lines else { return Ok(None) };
    if let (true, Some(reason)) = (is_asked_for, contradiction(args)) {
        return Err(impossible(&reason));
    }
    let is_from_start = *from == interp.start();
    let one_to_one = wanted == Wanted::Distances || !is_from_start;
    let layout = match own_numbers(&plan.hash) {
        Some(hashed) if one_to_one => hashed,
        // Symmetries keep the start, and perhaps nothing else.
        None if one_to_one && layout.is_up_to_symmetry() => return Ok(None),
        _ => Arc::clone(layout),
    };
    let distances = wanted != Wanted::Layers;
    let needed = layout.cost().bytes + if distances { layout.places() } else { 0 };
    if let Some(limit) = memory_limit.filter(|limit| needed > *limit) {
        let (needed, limit) = (bytes_text(needed), bytes_text(limit));
        let text = format!("the table takes {needed}, and {limit} may be used");
        let help = Some("`--no-word` looks at one position at a time".to_owned());
        return if is_asked_for {
            Err(Refusal::TooLarge(Message { text, help }))
        } else {
            Ok(None)
        };
    }
    let Some(start) = layout.find(from) else { return Ok(None) };
    let at = |index: u64| {
        let mut state = from.clone();
        layout.unrank(index, &mut state);
        state
    };
    spot_check_numbers(interp, plan, from, &|state| layout.find(state), &at).map_err(disagrees)?;
    let game = game(interp, facts);
    let goals = match goals(&game, &layout, &|state| interp.is_goal(state)) {
        Ok(goals) => goals,
        Err(refusal) if is_asked_for => return Err(impossible(&refusal)),
        Err(refusal) => {
            report::note(&format!("positions are looked at one at a time: {refusal}"), args.json);
            return Ok(None);
        }
    };
    let threads = thread_count(args.threads);
    let options = WideOptions { threads, hardest: args.hardest, distances, moves: false };
    Ok(Some(Lines { layout, start, goals, options }))
}

/// What else the user has asked for that a search of whole lines cannot do.
fn contradiction(args: &SolveArgs) -> Option<&'static str> {
    if args.scratch.is_some() {
        Some("a search that moves many positions at once has its tables in memory")
    } else if args.plan.bits.is_some_and(|bits| bits != 1) {
        Some("a search that moves many positions at once has one bit for each entry")
    } else if args.on == Execution::Gpu || args.on == Execution::Interp {
        Some("a search that moves many positions at once runs on the processor")
    } else {
        None
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

impl Lines {
    /// The search itself.
    pub(super) fn search(
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
    pub(super) fn position(&self, index: u64, like: &State) -> State {
        let mut state = like.clone();
        self.layout.unrank(index, &mut state);
        state
    }

    /// Reads distances from an index on, with one added, or 0.
    pub(super) fn read(&self, table: &Table, first: u64, numbers: &mut [u32]) {
        for (index, number) in (first..).zip(numbers) {
            let mut one = [0];
            table.read(self.layout.place(index), &mut one);
            *number = one[0];
        }
    }

    /// A shortest way from the start to a position with an index.
    pub(super) fn line(
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
                // Whatever cannot be undone in so many ways has no line.
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

/// The moves along a way.
fn steps(interp: &Interp<'_>, way: &[State]) -> Vec<LineStep> {
    let step = |pair: &[State]| {
        let mut plays = interp.moves(&pair[0]).into_iter();
        let play = plays.find(|play| play.state == pair[1]).expect("the way follows moves");
        LineStep { text: play.text, state: play.state }
    };
    way.windows(2).map(step).collect()
}
