//! `gamec solve` for puzzles with compiled code: whether it can be had, and the search with it.

use super::line::line;
use super::refusal::{Refusal, impossible};
use crate::args::{SolveArgs, Symmetry, thread_count};
use crate::compiled::compiled;
use crate::failure::Message;
use crate::fitting::{Chosen, Wishes, choose};
use crate::json::NativeRun;
use crate::progress::Expected;
use gdl::facts::{Facts, analyze};
use gdl::model::State;
use gdl::plan::{Plan, PlanOptions, plan, plan_with_play};
use gdl_runtime::engine::{Engine, Search, Sweep, View, search};
use gdl_runtime::interp::{Interp, Nearest, Solution, SolveOptions, solve};
use gdl_runtime::{Layer, Observer, Progress, Silent, SolveError};

/// Below so many entries the interpreter is quick enough, and finds out more.
pub(super) const WORTH_IT: u64 = 1_000_000;

/// Up to so many positions the interpreter adds what compiled code does not find out.
const FOR_BOTH: u64 = 100_000;

/// A game in compiled code, ready to be searched.
pub(super) struct Prepared {
    sweep: Box<dyn Sweep>,
    plan: Plan,
    chosen: Chosen,
    /// The index to begin with.
    start: u64,
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
    let start = &model.starts[interp.start_index()];
    let facts = analyze(model, start);
    // Games whose positions must be enumerated to be numbered are done when they are numbered.
    let plan =
        plan(model, start, &facts, PlanOptions::default()).map_err(|_| Refusal::NotNeeded)?;
    if plan.hash.size() < WORTH_IT {
        return Err(Refusal::NotNeeded);
    }
    prepare_planned(interp, &facts, plan, args, options)
}

/// Prepares a puzzle in any case.
pub(super) fn prepare(
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let model = interp.model();
    let start = &model.starts[interp.start_index()];
    let facts = analyze(model, start);
    let wanted =
        PlanOptions { family: args.plan.family, bits: args.plan.bits, ..PlanOptions::default() };
    let plan = plan_with_play(model, start, &facts, wanted, interp);
    let plan = plan.map_err(|error| impossible(&error))?;
    prepare_planned(interp, &facts, plan, args, options)
}

fn prepare_planned(
    interp: &Interp<'_>,
    facts: &Facts,
    plan: Plan,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Prepared, Refusal> {
    let from = options.from.clone().unwrap_or_else(|| interp.start());
    let start = index(&plan, &from)?;
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
    };
    let chosen = choose(&plan, facts, wishes).map_err(Refusal::TooLarge)?;
    let module = gdl::lower::game(interp.model(), facts, &plan);
    let sweep = compiled(&module, plan.hash.size()).map_err(Refusal::Failed)?;
    Ok(Prepared { sweep, plan, chosen, start })
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
        self.chosen.note.as_deref()
    }

    /// How many positions will be looked at.
    pub(super) fn expected(&self) -> Expected {
        let each = self.symmetries() as u64;
        match self.plan.reachable {
            Some(reachable) => Expected::About(reachable / each),
            None => Expected::AtMost(self.plan.hash.size() / each),
        }
    }

    /// By how many symmetries the positions are divided.
    fn symmetries(&self) -> usize {
        match self.chosen.options.view {
            View::UpToSymmetry => self.plan.hash.quotient().order(),
            View::AsIs | View::Backward => 1,
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
        let limit = args.limit_states.unwrap_or(u64::MAX);
        let mut limited = Limited { observer, limit, exceeded: false };
        let found = search(&*self.sweep, &[self.start], &self.chosen.options, &mut limited);
        if limited.exceeded {
            return Err(SolveError::StateLimit { limit });
        }
        let found = found?;
        let run = self.run(&found);
        let solution = match completed(interp, options, (found.states, &found.layers))? {
            Some(rest) => Solution { successors: found.successors, ..rest },
            None => self.solution(interp, options, found, observer)?,
        };
        Ok((solution, Some(run)))
    }

    /// What there is to say about the search itself.
    fn run(&self, found: &Search) -> NativeRun {
        let options = &self.chosen.options;
        NativeRun {
            threads: options.threads,
            bits: options.engine.bits(),
            symmetries: self.symmetries(),
            explored: found.explored,
            table_bytes: found.bytes,
        }
    }

    /// The result in the form of all results.
    fn solution(
        &self,
        interp: &Interp<'_>,
        options: &SolveOptions,
        found: Search,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        let from = options.from.clone().unwrap_or_else(|| interp.start());
        let first_moves = interp.successors(&from).len() as u64;
        let mut solution =
            Solution::counted(found.states, found.layers, found.successors, first_moves);
        solution.hardest = self.hardest(&found.hardest, options.hardest);
        if interp.model().goal.is_none() || self.chosen.options.engine == Engine::Reachability {
            return Ok(solution);
        }
        solution.nearest = match found.goal {
            Some((depth, _)) => Nearest::At(depth),
            None => Nearest::Nowhere,
        };
        if let (Some((_, goal)), Some(table)) = (found.goal, &found.table)
            && self.chosen.options.engine == Engine::Distances
        {
            let search = &self.chosen.options;
            let way = gdl_runtime::engine::line(&*self.sweep, table, goal, search, observer)?;
            solution.solution = way.map(|way| line(interp, &*self.sweep, &self.plan, from, &way));
        }
        Ok(solution)
    }

    /// The positions with these indices and their images, at most so many.
    fn hardest(&self, indices: &[u64], most: usize) -> Vec<State> {
        let mut states: Vec<State> = Vec::new();
        let is_divided = self.chosen.options.view == View::UpToSymmetry;
        for index in indices {
            let state = self.plan.hash.unrank(*index);
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
    (states, layers): (u64, &[u64]),
) -> Result<Option<Solution>, SolveError> {
    if states > FOR_BOTH {
        return Ok(None);
    }
    let rest = solve(interp, options, &mut Silent)?;
    let layers = if layers.is_empty() { &rest.layers } else { layers };
    assert_eq!(*layers, rest.layers, "generated code does what the interpreter does");
    assert_eq!(states, rest.states, "generated code finds as many positions");
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
