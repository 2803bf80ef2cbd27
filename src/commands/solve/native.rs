//! `gamec solve` for puzzles on tables: whether they can be had, and the search, with compiled code or of whole lines.

use super::line::line;
use super::refusal::{Refusal, disagrees, impossible};
use super::scratch::{OnDisk, Searched, announce, scratch};
use super::values::are_few;
use super::whole_lines::{self, Lines, Wanted};
use crate::args::{SolveArgs, Symmetry, thread_count};
use crate::asked;
use crate::compiled::compiled;
use crate::database::{Holds, Label, ReadDistances};
use crate::failure::{Failure, Message};
use crate::fitting::{Chosen, Wishes, choose};
use crate::json::NativeRun;
use crate::progress::Expected;
use gdl::analyze::inverse::Inverse;
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::{Plan, PlanOptions, WholeLines, plan, plan_with_play};
use gdl_runtime::engine::{self, Engine, Search, Sweep, View, search_and_pause, search_on_disk};
use gdl_runtime::interp::{
    Interp, Nearest, Solution, SolveOptions, check_first_layers, position_text, solve, spot_check,
};
use gdl_runtime::scratch::Scratch;
use gdl_runtime::{Forgetful, Layer, Observer, Pause, Progress, Silent, SolveError};

/// Below so many entries the interpreter is quick enough, and finds out more.
pub(super) const WORTH_IT: u64 = 1_000_000;

/// Up to so many positions the interpreter adds what compiled code does not find out.
const FOR_BOTH: u64 = 100_000;

/// Why a layout that was asked for is of no use.
const NOT_THERE: &str = "this layout does not have the position to begin with";

/// A puzzle, ready to be searched on a table.
pub(super) struct Prepared {
    way: Way,
    pub(super) facts: Facts,
    pub(super) plan: Plan,
    /// Where the table lies, if that is on disk.
    pub(super) scratch: Option<Scratch>,
}

/// How the positions of a table are looked at.
enum Way {
    /// One at a time, by compiled code.
    OneByOne {
        sweep: Box<dyn Sweep>,
        chosen: Chosen,
        /// The index to begin with.
        start: u64,
    },
    /// Whole lines of them, in a layout that is made for it.
    WholeLines(Lines),
}

/// Prepares a puzzle if that is worth while.
pub(super) fn prepare_if_large(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let model = interp.model();
    if args.plan.decide() {
        return prepare(interp, args, options);
    }
    let facts = facts(interp, args, options)?;
    // Games whose positions must be enumerated to be numbered are done when they are numbered.
    let wanted =
        PlanOptions { whole_lines: whole_lines::is_allowed(args), ..PlanOptions::default() };
    let plan = plan(model, &facts, wanted).map_err(|_| Refusal::NotNeeded)?;
    if plan.hash.size() < WORTH_IT && args.scratch.is_none() {
        return Err(Refusal::NotNeeded);
    }
    // A table that not even a bit for each entry makes small enough may be nearly empty.
    let size = plan.hash.size();
    if options.memory_limit.is_some_and(|limit| size / 8 > limit)
        && are_few(interp, options, size, plan.reachable, args.json)
    {
        return Err(Refusal::NotNeeded);
    }
    prepare_planned(interp, facts, plan, args, options)
}

/// Prepares a puzzle in any case.
pub(super) fn prepare(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let facts = facts(interp, args, options)?;
    let wanted = PlanOptions {
        family: args.plan.family,
        bits: args.plan.bits,
        whole_lines: whole_lines::is_allowed(args),
        ..PlanOptions::default()
    };
    let plan = planned(interp, &facts, wanted)?;
    prepare_planned(interp, facts, plan, args, options)
}

/// Prepares a puzzle for a table of the distances of all its positions from the start, which are also those to the start.
pub(super) fn prepare_distances(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let facts = facts(interp, args, options)?;
    if facts.inverse != Inverse::Undirected {
        return Err(impossible(
            &"not every move can be undone, so distances from the start say nothing about the way to it",
        ));
    }
    let wanted = PlanOptions {
        family: args.plan.family,
        one_to_one: true,
        whole_lines: whole_lines::is_allowed(args),
        ..PlanOptions::default()
    };
    let plan = planned(interp, &facts, wanted)?;
    let is_worth_it = plan.family.is_wide() || plan.hash.size() >= WORTH_IT;
    if let (WholeLines::Used { family, .. }, true) = (&plan.whole_lines, is_worth_it) {
        // The file is to be numbered in the order of the lines.
        let wide = PlanOptions { family: Some(*family), ..wanted };
        let (wide, from) = (planned(interp, &facts, wide)?, interp.start());
        let limit = options.memory_limit;
        let lines =
            whole_lines::prepare(interp, &facts, &wide, &from, args, Wanted::Distances, limit);
        match lines {
            Ok(Some(lines)) => {
                let way = Way::WholeLines(lines);
                return Ok(Prepared { way, facts, plan: wide, scratch: None });
            }
            Err(refusal) if plan.family.is_wide() => return Err(refusal),
            Ok(None) if plan.family.is_wide() => return Err(impossible(&NOT_THERE)),
            Ok(None) | Err(_) => {}
        }
    }
    let wishes = Wishes {
        threads: thread_count(args.threads),
        symmetry: Symmetry::Off,
        line: true,
        bits_are_decided: false,
        hardest: args.hardest,
        memory_limit: options.memory_limit,
        has_scratch: args.scratch.is_some(),
    };
    prepare_with(interp, facts, plan, &interp.start(), args, wishes)
}

/// What follows from the rules for the positions of the question.
fn facts(interp: &Interp<'_>, args: &SolveArgs, options: &SolveOptions) -> Result<Facts, Refusal> {
    asked::facts(interp, options, args.plan.family).map_err(|error| impossible(&error))
}

/// The best plan of those that are wanted.
fn planned(interp: &Interp<'_>, facts: &Facts, wanted: PlanOptions) -> Result<Plan, Refusal> {
    let model = interp.model();
    plan_with_play(model, facts, wanted, interp).map_err(|error| impossible(&error))
}

fn prepare_planned(
    interp: &Interp<'_>,
    facts: Facts,
    plan: Plan,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let from = options.from.clone().unwrap_or_else(|| interp.start());
    let wanted = if args.line { Wanted::Line } else { Wanted::Layers };
    let limit = options.memory_limit;
    let lines = whole_lines::prepare(interp, &facts, &plan, &from, args, wanted, limit)?;
    if let Some(lines) = lines {
        return Ok(Prepared { way: Way::WholeLines(lines), facts, plan, scratch: None });
    }
    if plan.family.is_wide() {
        return Err(impossible(&NOT_THERE));
    }
    // The symmetries keep the start. From elsewhere play is not symmetric unless they keep that as well.
    let is_symmetric = plan.hash.quotient().images(&from).all(|image| image == from);
    if plan.hash.is_up_to_symmetry() && !is_symmetric {
        return Err(impossible(&"this layout is for play from a symmetric position"));
    }
    let wishes = Wishes {
        threads: thread_count(args.threads),
        symmetry: if is_symmetric { args.symmetry } else { Symmetry::Off },
        line: args.line,
        bits_are_decided: args.plan.bits.is_some(),
        hardest: args.hardest,
        memory_limit: options.memory_limit,
        has_scratch: args.scratch.is_some(),
    };
    prepare_with(interp, facts, plan, &from, args, wishes)
}

fn prepare_with(
    interp: &Interp<'_>,
    facts: Facts,
    plan: Plan,
    from: &State,
    args: &SolveArgs,
    wishes: Wishes,
) -> Result<Prepared, Refusal> {
    let start = index(&plan, from)?;
    let chosen = choose(&plan, &facts, wishes).map_err(Refusal::TooLarge)?;
    let module = gdl::lower::game(interp.model(), &plan);
    let sweep = compiled(&module, plan.hash.size()).map_err(Refusal::Failed)?;
    spot_check(interp, &plan, from, &*sweep, chosen.options.view).map_err(disagrees)?;
    let scratch = match wishes.memory_limit {
        Some(memory) if chosen.on_disk => {
            let label = Label::new(interp, Some(from), &plan, Holds::Distances);
            scratch(args, &label, memory)
        }
        _ => None,
    };
    Ok(Prepared { way: Way::OneByOne { sweep, chosen, start }, facts, plan, scratch })
}

/// The index of a position, if the table has it. One that only looks alike to the table has none.
pub(super) fn index(plan: &Plan, state: &State) -> Result<u64, Refusal> {
    let is_same = |index: &u64| plan.hash.is_up_to_symmetry() || plan.hash.unrank(*index) == *state;
    plan.hash.rank(state).filter(is_same).ok_or_else(|| {
        Refusal::Impossible(Message {
            text: "no play from the start leads to this position".to_owned(),
            help: Some("`--on interp` finds out where play from it leads".to_owned()),
        })
    })
}

impl Prepared {
    /// What the user should know about the search.
    pub(super) fn note(&self) -> Option<&str> {
        match &self.way {
            Way::OneByOne { chosen, .. } => chosen.note.as_deref(),
            Way::WholeLines(_) => None,
        }
    }

    /// How many positions will be looked at.
    pub(super) fn expected(&self) -> Expected {
        let each = self.symmetries() as u64;
        match self.plan.reachable {
            Some(reachable) => Expected::About(reachable / each),
            None => Expected::AtMost(self.size() / each),
        }
    }

    /// How many entries the table has.
    fn size(&self) -> u64 {
        match &self.way {
            Way::OneByOne { .. } => self.plan.hash.size(),
            Way::WholeLines(lines) => lines.layout.size() * lines.layout.symmetries(),
        }
    }

    /// By how many symmetries the positions are divided.
    fn symmetries(&self) -> usize {
        match &self.way {
            Way::OneByOne { chosen, .. } if chosen.options.view == View::UpToSymmetry => {
                self.plan.hash.quotient().order()
            }
            Way::OneByOne { .. } => 1,
            Way::WholeLines(lines) => usize::try_from(lines.layout.symmetries()).unwrap_or(1),
        }
    }

    /// Searches everything that can be reached.
    pub(super) fn solve(
        &self,
        interp: &Interp<'_>,
        args: &SolveArgs,
        options: &SolveOptions,
        observer: &mut dyn Observer,
    ) -> Result<(Solution, Option<NativeRun>), SolveError> {
        let searched = self.search(interp, args, &mut Forgetful, observer)?;
        let answer = self.answer(interp, options, &searched, observer)?;
        searched.discard()?;
        Ok(answer)
    }

    /// The search itself, which goes on with what was kept of it.
    pub(super) fn search(
        &self,
        interp: &Interp<'_>,
        args: &SolveArgs,
        pause: &mut dyn Pause,
        observer: &mut dyn Observer,
    ) -> Result<Searched, SolveError> {
        let limit = args.limit_states.unwrap_or(u64::MAX);
        let mut limited = Limited { observer, limit, exceeded: false };
        let (sweep, chosen, start) = match &self.way {
            Way::OneByOne { sweep, chosen, start } => (&**sweep, chosen, *start),
            Way::WholeLines(lines) => {
                let found = lines.search(interp, &self.facts, pause, &mut limited);
                return match limited.exceeded {
                    true => Err(SolveError::StateLimit { limit }),
                    false => found.map(|found| Searched { found, on_disk: None }),
                };
            }
        };
        let (options, starts) = (&chosen.options, [start]);
        let found = match &self.scratch {
            Some(scratch) => {
                announce(scratch, args.json);
                search_on_disk(sweep, &starts, options, scratch, &mut limited).map(
                    |(found, table)| {
                        let scratch = scratch.clone();
                        Searched { found, on_disk: Some(OnDisk { table, scratch }) }
                    },
                )
            }
            None => search_and_pause(sweep, &starts, options, pause, &mut limited)
                .map(|found| Searched { found, on_disk: None }),
        };
        if limited.exceeded {
            return Err(SolveError::StateLimit { limit });
        }
        found
    }

    /// Lets somebody read the distances of a search that has ended, by index.
    pub(super) fn with_distances<T>(
        &self,
        searched: &Searched,
        visit: impl FnOnce(ReadDistances<'_>) -> T,
    ) -> T {
        match (&self.way, &searched.found.table) {
            (Way::WholeLines(lines), Some(table)) => visit(&mut |first, numbers| {
                lines.read(table, first, numbers);
                Ok(())
            }),
            _ => searched.with_distances(visit),
        }
    }

    /// A failure that has stopped it, and how to go on.
    pub(super) fn stopped(&self, failure: Failure) -> Failure {
        let Some(scratch) = &self.scratch else { return failure };
        let folder = scratch.folder().display();
        failure.and_help(&format!("the same command goes on with what is in `{folder}`"))
    }

    /// What a search has found.
    pub(super) fn answer(
        &self,
        interp: &Interp<'_>,
        options: &SolveOptions,
        searched: &Searched,
        observer: &mut dyn Observer,
    ) -> Result<(Solution, Option<NativeRun>), SolveError> {
        let found = &searched.found;
        let from = options.from.clone().unwrap_or_else(|| interp.start());
        if !found.layers.is_empty() {
            check_first_layers(interp, &self.plan, &from, &found.layers)?;
        }
        let rest = self.completed(interp, options, (found.states, &found.layers))?;
        let solution = match rest {
            Some(rest) => Solution { generated: found.successors, ..rest },
            None => self.solution(interp, options, searched, observer)?,
        };
        Ok((solution, Some(self.run(found))))
    }

    /// What the interpreter adds to so many positions and these layers, unless it would need memory that there is not.
    pub(super) fn completed(
        &self,
        interp: &Interp<'_>,
        options: &SolveOptions,
        found: (u64, &[u64]),
    ) -> Result<Option<Solution>, SolveError> {
        match self.scratch {
            Some(_) => Ok(None),
            None => completed(interp, options, &self.plan, found),
        }
    }

    /// What there is to say about the search itself.
    fn run(&self, found: &Search) -> NativeRun {
        let (threads, bits) = match &self.way {
            Way::OneByOne { chosen, .. } => (chosen.options.threads, chosen.options.engine.bits()),
            Way::WholeLines(lines) => (lines.options.threads, 1),
        };
        NativeRun {
            threads,
            bits,
            word_parallel: matches!(self.way, Way::WholeLines(_)),
            symmetries: self.symmetries(),
            explored: found.explored,
            table_bytes: found.bytes,
            on_disk: self.scratch.is_some(),
        }
    }

    /// The result in the form of all results.
    fn solution(
        &self,
        interp: &Interp<'_>,
        options: &SolveOptions,
        searched: &Searched,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        let Searched { found, on_disk } = searched;
        let from = options.from.clone().unwrap_or_else(|| interp.start());
        let first_moves = interp.successors(&from).len() as u64;
        let mut solution =
            Solution::counted(found.states, found.layers.clone(), found.successors, first_moves);
        solution.hardest = self.hardest(&from, &found.hardest, options.hardest);
        let has_layers = match &self.way {
            Way::OneByOne { chosen, .. } => chosen.options.engine != Engine::Reachability,
            Way::WholeLines(_) => true,
        };
        if interp.model().goal.is_none() || !has_layers {
            return Ok(solution);
        }
        solution.nearest = match found.goal {
            Some((depth, _)) => Nearest::At(depth),
            None => Nearest::Nowhere,
        };
        let Some((_, goal)) = found.goal else { return Ok(solution) };
        let (sweep, search) = match &self.way {
            Way::OneByOne { sweep, chosen, .. } => (&**sweep, &chosen.options),
            Way::WholeLines(lines) => {
                let table = found.table.as_ref();
                let line = |table| lines.line(interp, &self.facts, table, &from, goal);
                solution.solution = table.map(line);
                return Ok(solution);
            }
        };
        if search.engine != Engine::Distances {
            return Ok(solution);
        }
        let way = match (on_disk, &found.table) {
            (Some(on_disk), _) => {
                engine::line_on_disk(sweep, &on_disk.table, goal, search, observer)?
            }
            (None, Some(table)) => engine::line(sweep, table, goal, search, observer)?,
            (None, None) => None,
        };
        solution.solution = way.map(|way| line(interp, sweep, &self.plan, from, &way));
        Ok(solution)
    }

    /// The positions with these indices and their images, at most so many.
    fn hardest(&self, from: &State, indices: &[u64], most: usize) -> Vec<State> {
        let mut states: Vec<State> = Vec::new();
        let is_divided = self.symmetries() > 1;
        for index in indices {
            let state = match &self.way {
                Way::OneByOne { .. } => self.plan.hash.unrank(*index),
                Way::WholeLines(lines) => lines.position(*index, from),
            };
            let images: Vec<State> = match is_divided {
                true => self.plan.hash.quotient().images(&state).collect(),
                false => vec![state],
            };
            for image in images {
                if states.len() < most && !states.contains(&image) {
                    states.push(image);
                }
            }
        }
        states
    }
}

/// What the interpreter finds out about a search with so many positions and these layers, if any are known; none if there are too many for it.
pub(super) fn completed(
    interp: &Interp<'_>,
    options: &SolveOptions,
    plan: &Plan,
    (states, layers): (u64, &[u64]),
) -> Result<Option<Solution>, SolveError> {
    if states > FOR_BOTH {
        return Ok(None);
    }
    let rest = solve(interp, options, &mut Silent)?;
    let layers = if layers.is_empty() { &rest.layers } else { layers };
    if *layers != rest.layers || states != rest.states {
        let from = options.from.clone().unwrap_or_else(|| interp.start());
        return Err(SolveError::Disagreement {
            game: interp.model().title.clone(),
            layout: plan.family.name().to_owned(),
            position: position_text(interp.model(), &from),
            what: format!("how many positions play reaches, {states} or {}", rest.states),
        });
    }
    Ok(Some(rest))
}

/// An observer that stops a search with too many positions.
pub(super) struct Limited<'a> {
    pub(super) observer: &'a mut dyn Observer,
    pub(super) limit: u64,
    pub(super) exceeded: bool,
}

impl Observer for Limited<'_> {
    fn layer(&mut self, layer: Layer) {
        self.exceeded |= layer.total > self.limit;
        self.observer.layer(layer);
    }

    fn progress(&mut self, progress: &Progress) {
        self.exceeded |= progress.states > self.limit;
        self.observer.progress(progress);
    }

    fn cancelled(&mut self) -> bool {
        self.exceeded || self.observer.cancelled()
    }
}
