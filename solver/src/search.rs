//! Breadth-first search of a puzzle on a table: what is planned, and the search itself, with
//! compiled code for one position at a time or word-parallel.

use crate::compiled::compiled;
use crate::database::{Holds, Label, ReadDistances};
use crate::error::{Error, Message};
use crate::fitting::{Fitted, Wishes, fit};
use crate::line::line;
use crate::problem::{Job, Symmetry};
use crate::refusal::{NO_START, Refusal, disagrees, impossible};
use crate::reporter::Expected;
use crate::run::NativeRun;
use crate::scratch::{OnDisk, Searched, announce, scratch};
use crate::word_parallel::{Purpose, WordParallelSearch};
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::{Numbering, Plan};
use gdl::word_parallel::Layouts;
use gdl_runtime::engine::{
    self, Search, SearchKind, Sweep, View, search_on_disk, search_with_checkpoints,
};
use gdl_runtime::interp::{
    Nearest, Solution, check_first_layers, position_text, solve, spot_check,
};
use gdl_runtime::scratch::Scratch;
use gdl_runtime::{Checkpointer, Layer, NoCheckpoint, Observer, Progress, Silent, SolveError};

/// Up to this number of positions the interpreter adds what compiled code does not find out, such
/// as a solution.
const COMPLETED: u64 = 100_000;

/// A search that is planned down to the last detail.
#[derive(Debug)]
pub(crate) struct TableSearch {
    pub(crate) kind: Kind,
    pub(crate) plan: Plan,
    /// Where the table lies, if that is on disk.
    pub(crate) scratch: Option<Scratch>,
}

/// How positions are looked at.
#[derive(Debug)]
pub(crate) enum Kind {
    /// One at a time, by compiled code.
    PerState {
        fitted: Fitted,
        /// The index to begin with.
        start: u64,
    },
    /// Word-parallel, in a layout that is made for it.
    WordParallel(WordParallelSearch),
}

/// A search that can begin: its code is compiled and compared with the interpreter.
pub(crate) struct Ready<'a> {
    planned: &'a TableSearch,
    /// The code for one position at a time.
    sweep: Option<Box<dyn Sweep>>,
}

impl TableSearch {
    /// Plans a search that looks at one position at a time.
    pub(crate) fn per_state(job: Job<'_>, plan: Plan, distances: bool) -> Result<Self, Refusal> {
        if plan.family.is_word_parallel() {
            return Err(impossible(&NO_START));
        }
        let from = job.from();
        // The symmetries keep the start. From elsewhere play is not symmetric unless they keep
        // that as well.
        let is_symmetric = plan.hash.quotient().images(&from).all(|image| image == from);
        if plan.hash.is_up_to_symmetry() && !is_symmetric {
            return Err(impossible(&"this layout is for play from a symmetric position"));
        }
        let wishes = Wishes {
            threads: job.limits.threads,
            symmetry: match is_symmetric && !distances {
                true => job.choices.symmetry,
                false => Symmetry::Off,
            },
            line: job.question.line || distances,
            bits_are_decided: job.choices.bits.is_some() && !distances,
            hardest: job.question.hardest,
            memory_limit: job.limits.memory,
            has_scratch: job.limits.scratch.is_some(),
        };
        let start = index(&plan, &from)?;
        let fitted = fit(&plan, wishes).map_err(Refusal::TooLarge)?;
        let scratch = match wishes.memory_limit {
            Some(memory) if fitted.on_disk => {
                let label = Label::new(job.interp, Some(&from), &plan, Holds::Distances);
                scratch(job, &label, memory)
            }
            _ => None,
        };
        Ok(TableSearch { kind: Kind::PerState { fitted, start }, plan, scratch })
    }

    /// Plans a word-parallel search, if there is a layout for it.
    pub(crate) fn word_parallel(
        job: Job<'_>,
        layouts: Layouts,
        purpose: Purpose,
    ) -> Result<Self, Refusal> {
        let search = WordParallelSearch::new(job, &layouts, purpose)?;
        Ok(TableSearch { kind: Kind::WordParallel(search), plan: layouts.plan, scratch: None })
    }

    /// Compiles the code, and compares it and the layout with the interpreter.
    pub(crate) fn ready(&self, job: Job<'_>) -> Result<Ready<'_>, Refusal> {
        let sweep = match &self.kind {
            Kind::WordParallel(search) => {
                search.spot_check(job, &self.plan)?;
                None
            }
            Kind::PerState { fitted, .. } => {
                let module = gdl::lower::game(job.interp.model(), &self.plan);
                let sweep = compiled(&module, self.plan.hash.size(), job.reporter)
                    .map_err(Refusal::Failed)?;
                spot_check(job.interp, &self.plan, &job.from(), &*sweep, fitted.options.view)
                    .map_err(disagrees)?;
                Some(sweep)
            }
        };
        Ok(Ready { planned: self, sweep })
    }

    /// Returns what the user should know about the search.
    pub(crate) fn note(&self) -> Option<&str> {
        match &self.kind {
            Kind::PerState { fitted, .. } => fitted.note.as_deref(),
            Kind::WordParallel(_) => None,
        }
    }

    /// Returns how many positions will be looked at.
    pub(crate) fn expected(&self) -> Expected {
        let each = self.symmetries() as u64;
        match self.plan.reachable {
            Some(reachable) => Expected::About(reachable / each),
            None => Expected::AtMost(self.size() / each),
        }
    }

    /// Returns the number of entries of the table.
    fn size(&self) -> u64 {
        match &self.kind {
            Kind::PerState { .. } => self.plan.hash.size(),
            Kind::WordParallel(search) => search.layout.size() * search.layout.symmetries(),
        }
    }

    /// Returns by how many symmetries the positions are divided.
    pub(crate) fn symmetries(&self) -> usize {
        match &self.kind {
            Kind::PerState { fitted, .. } if fitted.options.view == View::UpToSymmetry => {
                self.plan.hash.quotient().order()
            }
            Kind::PerState { .. } => 1,
            Kind::WordParallel(search) => usize::try_from(search.layout.symmetries()).unwrap_or(1),
        }
    }

    /// Returns the number of bits of an entry.
    pub(crate) fn bits(&self) -> u32 {
        match &self.kind {
            Kind::PerState { fitted, .. } => fitted.options.kind.bits(),
            Kind::WordParallel(_) => 1,
        }
    }

    /// Adds how to resume to an error that has stopped the search.
    pub(crate) fn stopped(&self, error: Error) -> Error {
        let Some(scratch) = &self.scratch else { return error };
        let folder = scratch.folder().display();
        error.and_help(&format!("the same command goes on with what is in `{folder}`"))
    }

    /// Lets the interpreter add what it can to a search with this number of positions and these
    /// layers, unless it would need memory that there is not.
    pub(crate) fn completed(
        &self,
        job: Job<'_>,
        states: u64,
        layers: &[u64],
    ) -> Result<Option<Solution>, SolveError> {
        match self.scratch {
            Some(_) => Ok(None),
            None => completed(job, &self.plan, states, layers),
        }
    }

    fn facts(&self) -> &Facts {
        &self.plan.facts
    }
}

/// Returns the index of a position. One that only looks alike to the table has none.
pub(crate) fn index(plan: &Plan, state: &State) -> Result<u64, Refusal> {
    let is_same = |index: &u64| plan.hash.is_up_to_symmetry() || plan.hash.unrank(*index) == *state;
    plan.hash.rank(state).filter(is_same).ok_or_else(|| {
        Refusal::Impossible(Message::with_help(
            "no play from the start leads to this position",
            "`--on interp` finds out where play from it leads",
        ))
    })
}

impl Ready<'_> {
    /// Searches everything that can be reached.
    pub(crate) fn solve(
        &self,
        job: Job<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Solution, NativeRun), SolveError> {
        let searched = self.search(job, &mut NoCheckpoint, observer)?;
        let answer = self.answer(job, &searched, observer)?;
        searched.discard()?;
        Ok(answer)
    }

    /// Runs the search itself, from what was kept of it if there is something.
    pub(crate) fn search(
        &self,
        job: Job<'_>,
        checkpointer: &mut dyn Checkpointer,
        observer: &mut dyn Observer,
    ) -> Result<Searched, SolveError> {
        let limit = job.limits.states.unwrap_or(u64::MAX);
        let mut limited = Limited { observer, limit, exceeded: false };
        let found = match (&self.planned.kind, &self.sweep, &self.planned.scratch) {
            (Kind::WordParallel(search), ..) => search
                .search(job.interp, self.planned.facts(), checkpointer, &mut limited)
                .map(|found| Searched { found, on_disk: None }),
            (Kind::PerState { fitted, start }, Some(sweep), Some(scratch)) => {
                announce(scratch, job.reporter);
                search_on_disk(&**sweep, &[*start], &fitted.options, scratch, &mut limited).map(
                    |(found, table)| {
                        let scratch = scratch.clone();
                        Searched { found, on_disk: Some(OnDisk { table, scratch }) }
                    },
                )
            }
            (Kind::PerState { fitted, start }, Some(sweep), None) => search_with_checkpoints(
                &**sweep,
                &[*start],
                &fitted.options,
                checkpointer,
                &mut limited,
            )
            .map(|found| Searched { found, on_disk: None }),
            (Kind::PerState { .. }, None, _) => unreachable!("its code is compiled"),
        };
        if limited.exceeded {
            return Err(SolveError::StateLimit { limit });
        }
        found
    }

    /// Lets `visit` read the distances of a search that has ended, by index.
    pub(crate) fn with_distances<T>(
        &self,
        searched: &Searched,
        visit: impl FnOnce(ReadDistances<'_>) -> T,
    ) -> T {
        match (&self.planned.kind, &searched.found.table) {
            (Kind::WordParallel(search), Some(table)) => visit(&mut |first, numbers| {
                search.read(table, first, numbers);
                Ok(())
            }),
            _ => searched.with_distances(visit),
        }
    }

    /// Returns what a search has found.
    pub(crate) fn answer(
        &self,
        job: Job<'_>,
        searched: &Searched,
        observer: &mut dyn Observer,
    ) -> Result<(Solution, NativeRun), SolveError> {
        let found = &searched.found;
        if !found.layers.is_empty() {
            check_first_layers(job.interp, &self.planned.plan, &job.from(), &found.layers)?;
        }
        let rest = self.planned.completed(job, found.states, &found.layers)?;
        let solution = match rest {
            Some(rest) => Solution { generated: found.successors, ..rest },
            None => self.solution(job, searched, observer)?,
        };
        Ok((solution, self.run(found)))
    }

    /// Returns what there is to say about the search itself.
    fn run(&self, found: &Search) -> NativeRun {
        let threads = match &self.planned.kind {
            Kind::PerState { fitted, .. } => fitted.options.threads,
            Kind::WordParallel(search) => search.options.threads,
        };
        NativeRun {
            threads,
            bits: self.planned.bits(),
            word_parallel: matches!(self.planned.kind, Kind::WordParallel(_)),
            symmetries: self.planned.symmetries(),
            explored: found.explored,
            table_bytes: found.bytes,
            on_disk: self.planned.scratch.is_some(),
        }
    }

    /// Returns the result in the form of all results.
    fn solution(
        &self,
        job: Job<'_>,
        searched: &Searched,
        observer: &mut dyn Observer,
    ) -> Result<Solution, SolveError> {
        let Searched { found, on_disk } = searched;
        let (interp, from) = (job.interp, job.from());
        let first_moves = interp.successors(&from).len() as u64;
        let mut solution =
            Solution::counted(found.states, found.layers.clone(), found.successors, first_moves);
        solution.hardest = self.hardest(&from, &found.hardest, job.question.hardest);
        let has_layers = match &self.planned.kind {
            Kind::PerState { fitted, .. } => fitted.options.kind != SearchKind::Reachability,
            Kind::WordParallel(_) => true,
        };
        if interp.model().goal.is_none() || !has_layers {
            return Ok(solution);
        }
        solution.nearest = match found.goal {
            Some((depth, _)) => Nearest::At(depth),
            None => Nearest::Nowhere,
        };
        let Some((_, goal)) = found.goal else { return Ok(solution) };
        let (sweep, options) = match (&self.planned.kind, &self.sweep) {
            (Kind::PerState { fitted, .. }, Some(sweep)) => (&**sweep, &fitted.options),
            (Kind::WordParallel(search), _) => {
                let facts = self.planned.facts();
                let line = |table| search.line(interp, facts, table, &from, goal);
                solution.solution = found.table.as_ref().map(line);
                return Ok(solution);
            }
            (Kind::PerState { .. }, None) => unreachable!("its code is compiled"),
        };
        if options.kind != SearchKind::Distances {
            return Ok(solution);
        }
        let path = match (on_disk, &found.table) {
            (Some(on_disk), _) => {
                engine::line_on_disk(sweep, &on_disk.table, goal, options, observer)?
            }
            (None, Some(table)) => engine::line(sweep, table, goal, options, observer)?,
            (None, None) => None,
        };
        solution.solution = path.map(|path| line(interp, sweep, &self.planned.plan, from, &path));
        Ok(solution)
    }

    /// Returns the positions with these indices and their images, at most `most`.
    fn hardest(&self, from: &State, indices: &[u64], most: usize) -> Vec<State> {
        let mut states: Vec<State> = Vec::new();
        let is_divided = self.planned.symmetries() > 1;
        let hash = &self.planned.plan.hash;
        for index in indices {
            let state = match &self.planned.kind {
                Kind::PerState { .. } => hash.unrank(*index),
                Kind::WordParallel(search) => search.position(*index, from),
            };
            let images: Vec<State> = match is_divided {
                true => hash.quotient().images(&state).collect(),
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

/// Solves a game that was found to have `states` positions with the interpreter, and compares
/// the layers if any are known; none if there are too many positions for it.
pub(crate) fn completed(
    job: Job<'_>,
    plan: &Plan,
    states: u64,
    layers: &[u64],
) -> Result<Option<Solution>, SolveError> {
    if states > COMPLETED {
        return Ok(None);
    }
    let rest = solve(job.interp, &job.interpreter_options(), &mut Silent)?;
    let layers = if layers.is_empty() { &rest.layers } else { layers };
    if *layers != rest.layers || states != rest.states {
        return Err(SolveError::Disagreement {
            game: job.interp.model().title.clone(),
            layout: plan.family.name().to_owned(),
            position: position_text(job.interp.model(), &job.from()),
            what: format!("how many positions play reaches, {states} or {}", rest.states),
        });
    }
    Ok(Some(rest))
}

/// An observer that stops a search with too many positions.
pub(crate) struct Limited<'a> {
    pub(crate) observer: &'a mut dyn Observer,
    pub(crate) limit: u64,
    pub(crate) exceeded: bool,
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
