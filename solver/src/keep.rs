//! Answers that are kept in a database.
//!
//! Where the goal of a puzzle is its start and every move can be undone, or where it has no goal,
//! the database holds the distance of every position from the start, by a breadth-first search.
//! Else it holds values: of a game for two, or the way to the goal. Both keep what they have found
//! on the way in a [`Checkpoint`], and go on with what an earlier run has kept.

use crate::answers::line::{LONGEST, best_line};
use crate::database::{
    Checkpoint, Distances, Finished, Holds, Label, Opened, Oracle, write_distances, write_values,
};
use crate::environment;
use crate::error::Error;
use crate::problem::{Choices, Job, Limits, Problem};
use crate::reporter::Reporter;
use crate::run::{DatabaseRun, NativeRun};
use crate::search::{TableSearch, completed};
use crate::solution::Answer;
use crate::strategy::{Method, Strategy};
use crate::values::book::Book;
use crate::values::{Ready, TableValues, Target, answer, unsolved};
use gdl::model::State;
use gdl_runtime::SolveError;
use gdl_runtime::database::BlockOptions;
use gdl_runtime::disk::{Disk, Existing};
use gdl_runtime::interp::{Interp, LineStep, Nearest, Solution};
use gdl_runtime::scratch::Scratch;
use gdl_runtime::values::{Keeper, Outcome, Structure, Values, Worker, solve_and_keep_values};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How an answer is kept.
#[derive(Clone, Copy, Debug)]
pub struct KeepOptions<'a> {
    /// The file.
    pub path: &'a Path,
    /// Whether a file that holds something else is replaced.
    pub force: bool,
    /// How often an unfinished search is kept, besides tiers that are done.
    pub checkpoint: Duration,
}

impl<'a> KeepOptions<'a> {
    /// Keeps an answer in a new file, and what is unfinished every five minutes.
    pub fn new(path: &'a Path) -> Self {
        KeepOptions { path, force: false, checkpoint: Duration::from_secs(300) }
    }
}

/// Where the result is kept.
struct Destination<'a> {
    keep: KeepOptions<'a>,
    disk: Disk,
    job: Job<'a>,
}

/// What there is when a search begins.
enum Begun {
    /// The database.
    Complete(Box<Finished>),
    /// The folder of the search, which this process has locked.
    Unfinished(Box<Checkpoint>),
}

/// Answers a question in the way of a strategy that was chosen for it, and keeps everything that
/// is found in a file. Resumes what an earlier run has kept.
///
/// # Errors
///
/// If the file or its checkpoint belong to something else, the machine fails, the limits are
/// exceeded, or the user interrupts it.
pub fn run_and_keep(
    strategy: &Strategy,
    keep: KeepOptions<'_>,
    problem: &Problem<'_>,
    limits: &Limits,
    choices: &Choices,
    reporter: &dyn Reporter,
) -> Result<Answer, Error> {
    let job = Job::new(problem, limits, choices, reporter);
    let destination = Destination { keep, disk: environment::disk(), job };
    match &strategy.method {
        Method::Search(search) => destination.distances(strategy, search),
        Method::Values(values) => destination.values(strategy, values),
        _ => Err(Error::input("its values cannot be kept")),
    }
}

impl Destination<'_> {
    /// Finds the database, or else the folder of the search that will make it.
    fn begin(&self, label: &Label, structure: &Structure, tiers: &[usize]) -> Result<Begun, Error> {
        let find = || Finished::find(self.keep.path, label, tiers, self.keep.force);
        if let Some(finished) = find()? {
            return Ok(Begun::Complete(Box::new(finished)));
        }
        let checkpoint = self.checkpoint(label, structure)?;
        match find()? {
            None => {
                if checkpoint.goes_on() {
                    let folder = self.folder();
                    let text = format!("goes on with what is kept in `{folder}`");
                    self.job.reporter.note(&text);
                }
                Ok(Begun::Unfinished(Box::new(checkpoint)))
            }
            // Another process has made it before this one got the folder.
            Some(finished) => {
                checkpoint.remove()?;
                Ok(Begun::Complete(Box::new(finished)))
            }
        }
    }

    fn checkpoint(&self, label: &Label, structure: &Structure) -> Result<Checkpoint, Error> {
        let every = self.keep.checkpoint;
        let options = BlockOptions::default();
        Checkpoint::open(self.disk.clone(), self.keep.path, label, keys(structure), options, every)
    }

    fn folder(&self) -> String {
        Checkpoint::folder(self.keep.path).display().to_string()
    }

    /// The failure that ends a search; what was found so far is kept, if there is something.
    fn stopped(&self, error: SolveError, checkpoint: Checkpoint) -> Error {
        self.ended(error.into(), checkpoint)
    }

    fn ended(&self, ended: Error, checkpoint: Checkpoint) -> Error {
        if !checkpoint.has_kept() {
            // If an empty folder cannot be removed, that is not what the user wants to know now.
            let _ = checkpoint.remove();
            return ended;
        }
        ended.and_help(&self.how_to_resume())
    }

    fn how_to_resume(&self) -> String {
        let folder = self.folder();
        format!("what was found is kept in `{folder}`; the same command goes on from there")
    }

    fn run(&self, bytes: u64) -> Option<DatabaseRun> {
        Some(DatabaseRun { file: self.keep.path.display().to_string(), bytes })
    }

    /// Says that there is nothing to do, and removes what is left of the search that made the
    /// file.
    fn complete(
        &self,
        bytes: u64,
        label: &Label,
        scratch: Option<&Scratch>,
    ) -> Result<Option<DatabaseRun>, Error> {
        scratch.map_or(Ok(()), Scratch::discard)?;
        let file = self.keep.path.display();
        self.job.reporter.note(&format!("`{file}` is complete already"));
        Checkpoint::remove_left(&self.disk, self.keep.path, label)?;
        Ok(self.run(bytes))
    }

    /// How the file is written. Nothing had its name, unless the user wants that replaced.
    fn options(&self) -> (BlockOptions, Existing) {
        let existing = if self.keep.force { Existing::Replace } else { Existing::Keep };
        (BlockOptions::default(), existing)
    }

    /// Finds and keeps the distances of all positions from the start.
    fn distances(&self, strategy: &Strategy, search: &TableSearch) -> Result<Answer, Error> {
        let Destination { keep, job, .. } = *self;
        let interp = job.interp;
        let label = Label::new(interp, None, &search.plan, Holds::Distances);
        let structure = Structure::new(interp.model(), &search.plan);
        let tiers: Vec<usize> = (0..structure.tiers.len()).collect();
        let mut checkpoint = match self.begin(&label, &structure, &tiers)? {
            Begun::Unfinished(checkpoint) => *checkpoint,
            Begun::Complete(finished) => {
                let solution = self.known(search, finished.about.layers)?;
                let bytes = finished.reader.bytes();
                let database = self.complete(bytes, &label, search.scratch.as_ref())?;
                return Ok(Answer { database, ..Answer::new(solution) });
            }
        };
        strategy.notes.iter().for_each(|note| job.reporter.note(note));
        let ready = match search.ready(job) {
            Ok(ready) => ready,
            Err(refusal) => {
                return Err(self.ended(refusal.into(), checkpoint));
            }
        };
        let mut observer = job.reporter.observer(Some(search.expected()));
        let mut search_and_write = || -> Result<(u64, (Solution, NativeRun)), SolveError> {
            let searched = ready.search(job, &mut checkpoint, &mut *observer)?;
            let bytes = ready.with_distances(&searched, |read| {
                let distances = Distances {
                    hash: &search.plan.hash,
                    keys: keys(&structure),
                    layers: &searched.found.layers,
                    read,
                };
                write_distances(&self.disk, keep.path, &label, distances, self.options())
            })?;
            let answer = ready.answer(job, &searched, &mut *observer)?;
            searched.discard()?;
            Ok((bytes, answer))
        };
        let (bytes, (solution, run)) = match search_and_write() {
            Ok(kept) => kept,
            Err(error) => return Err(search.stopped(self.stopped(error, checkpoint))),
        };
        checkpoint.remove()?;
        let database = self.run(bytes);
        Ok(Answer { native: Some(run), database, ..Answer::new(solution) })
    }

    /// Returns what the layers of a database say.
    fn known(&self, search: &TableSearch, layers: Vec<u64>) -> Result<Solution, Error> {
        let interp = self.job.interp;
        let states = layers.iter().sum();
        if let Some(solution) = search.completed(self.job, states, &layers)? {
            return Ok(solution);
        }
        let first_moves = interp.successors(&interp.start()).len() as u64;
        let mut known = Solution::counted(states, layers, 0, first_moves);
        known.nearest = interp.model().goal.as_ref().map_or(Nearest::NotSought, |_| Nearest::At(0));
        Ok(known)
    }

    /// Finds and keeps values.
    fn values(&self, strategy: &Strategy, values: &TableValues) -> Result<Answer, Error> {
        strategy.notes.iter().for_each(|note| self.job.reporter.note(note));
        let ready = values.ready(self.job)?;
        ready.with_worker(self.job.interp, |worker| self.values_with(&ready, worker))
    }

    fn values_with(&self, ready: &Ready<'_>, worker: &dyn Worker) -> Result<Answer, Error> {
        let planned = ready.planned;
        let label = planned.label(self.job.interp, worker);
        let mut observer = self.job.reporter.observer(Some(planned.expected()));
        let mut solve = |keeper: &mut dyn Keeper| {
            solve_and_keep_values(
                worker,
                &planned.structure,
                &planned.options,
                keeper,
                &mut *observer,
            )
        };
        let tiers = planned.structure.tables(&planned.options.tiers, label.exchanged);
        let mut checkpoint = match self.begin(&label, &planned.structure, &tiers)? {
            Begun::Unfinished(checkpoint) => *checkpoint,
            Begun::Complete(mut finished) => {
                let values = solve(&mut *finished)?;
                let scratch = planned.options.scratch.as_ref();
                let database = self.complete(finished.reader.bytes(), &label, scratch)?;
                return self.answer(ready, worker, &values, database);
            }
        };
        let values = match solve(&mut checkpoint) {
            Ok(values) => values,
            Err(error) => return Err(self.stopped(error, checkpoint)),
        };
        drop(observer);
        if !values.unsolved.is_empty() {
            let mut answer = self.answer(ready, worker, &values, None)?;
            answer.unsolved = answer.unsolved.map(|it| it.and_help(&self.how_to_resume()));
            return Ok(answer);
        }
        let written = write_values(self.keep.path, &label, &mut checkpoint, &tiers, self.options());
        let bytes = match written {
            Ok(bytes) => bytes,
            Err(error) => return Err(self.stopped(error, checkpoint)),
        };
        checkpoint.remove()?;
        self.answer(ready, worker, &values, self.run(bytes))
    }

    /// Returns what is told about values that were found.
    fn answer(
        &self,
        ready: &Ready<'_>,
        worker: &dyn Worker,
        values: &Values,
        database: Option<DatabaseRun>,
    ) -> Result<Answer, Error> {
        let (interp, planned) = (self.job.interp, ready.planned);
        let book = Book::new(worker, &planned.structure, &planned.plan.hash, values);
        let mut solution = answer::solution(planned, interp, &book);
        if let (Target::From { state, .. }, Some(_), true) =
            (&planned.target, &database, planned.options.depth)
        {
            solution.line = line(self.keep.path, interp, state)?;
        }
        if interp.model().players.is_empty() && solution.value.is_some() {
            let rest = match planned.options.scratch {
                // The interpreter would need memory that there is not.
                Some(_) => None,
                None => completed(self.job, &planned.plan, solution.states, &[])?,
            };
            solution = rest.unwrap_or_else(|| as_puzzle(solution));
        }
        Ok(Answer {
            native: ready.is_compiled().then(|| ready.run(values)),
            unsolved: unsolved::message(&planned.structure, values),
            database,
            ..Answer::new(solution)
        })
    }
}

/// The numbers that make each tier.
fn keys(structure: &Structure) -> Vec<BTreeMap<String, i64>> {
    structure.tiers.iter().map(|tier| tier.key.iter().cloned().collect()).collect()
}

/// Best play, as the database has it.
fn line(path: &Path, interp: &Interp<'_>, from: &State) -> Result<Vec<LineStep>, Error> {
    let opened = Opened::open(path)?;
    let best = best_line(interp, &Oracle::new(&opened), from, LONGEST)?;
    Ok(best.moves.into_iter().map(|rated| rated.play.into()).collect())
}

/// The value of a puzzle's start as the way to its goal.
fn as_puzzle(mut solution: Solution) -> Solution {
    solution.nearest = match (&solution.value, solution.plies) {
        (Some(Outcome::Win), Some(plies)) => Nearest::At(plies as usize),
        (Some(Outcome::Win), None) => Nearest::NotSought,
        _ => Nearest::Nowhere,
    };
    solution.value = None;
    solution.plies = None;
    let line = std::mem::take(&mut solution.line);
    solution.solution = matches!(solution.nearest, Nearest::At(_)).then_some(line);
    solution
}
