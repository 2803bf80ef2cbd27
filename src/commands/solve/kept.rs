//! `gamec solve -o FILE`: the same results, kept in a database.
//!
//! Where the goal of a puzzle is its start and every move can be undone, or where it has no goal, the database holds the distance of every position from the start, by a
//! breadth-first search. Else it holds values: of a game for two, or the way to the goal. Both keep what they have found on the way in a [`Checkpoint`], and go on
//! with what an earlier run has kept.

use super::native::{self, completed};
use super::refusal::Refusal;
use super::values::answer;
use super::values::book::Book;
use super::values::{self, Question, unsolved};
use super::{Answer, failure};
use crate::answers::line::{LONGEST, best_line};
use crate::args::{Execution, SolveArgs};
use crate::database::{
    Checkpoint, Distances, Finished, Holds, Label, Opened, Oracle, write_distances, write_values,
};
use crate::environment;
use crate::failure::Failure;
use crate::json::DatabaseRun;
use crate::progress::Progress;
use crate::report;
use gdl::model::{Goal, Model, State};
use gdl_runtime::SolveError;
use gdl_runtime::database::BlockOptions;
use gdl_runtime::disk::{Disk, Existing};
use gdl_runtime::interp::{Interp, LineStep, Nearest, Solution, SolveOptions, Value};
use gdl_runtime::scratch::Scratch;
use gdl_runtime::values::{Keeper, Structure, Values, Worker, solve_and_keep_values};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Where the result is kept.
struct Target<'a> {
    path: &'a Path,
    disk: Disk,
    interp: &'a Interp<'a>,
    args: &'a SolveArgs,
    options: &'a SolveOptions,
}

/// What there is when a search begins.
enum Begun {
    /// The database.
    Complete(Box<Finished>),
    /// The folder of the search, which this process has locked.
    Unfinished(Box<Checkpoint>),
}

/// Solves a game and keeps the result in a file.
pub(super) fn solve(
    path: &Path,
    interp: &Interp<'_>,
    args: &SolveArgs,
    options: &SolveOptions,
) -> Result<Answer, Failure> {
    if args.on == Execution::Gpu || args.gpu.is_some() {
        return Err(Failure::input_with_help(
            "a graphics processor has no tables to keep",
            "leave out `-o`, or `--on gpu` and `--gpu`",
        ));
    }
    let target = Target { path, disk: environment::disk(), interp, args, options };
    if asks_for_distances(interp.model(), options) {
        match native::prepare_distances(interp, args, options) {
            Ok(prepared) => return target.distances(&prepared),
            Err(Refusal::TooLarge(message) | Refusal::Disagrees(message)) => {
                return Err(Failure::Machine(message));
            }
            Err(refusal) if interp.model().goal.is_none() => {
                return Err(refused(refusal, "without a goal positions have no value to keep"));
            }
            // Values tell as much, if it takes them longer.
            Err(_) => {}
        }
    }
    match values::prepare_always(interp, args, options) {
        Ok(prepared) => target.values(&prepared),
        Err(refusal) => Err(refused(refusal, "its values cannot be kept")),
    }
}

/// Whether the distances from the start are what is wanted.
fn asks_for_distances(model: &Model, options: &SolveOptions) -> bool {
    let is_from_start = options.from.is_none() && options.tier.is_none();
    let goal_is_start = matches!(model.goal, None | Some(Goal::Start));
    model.players.is_empty() && is_from_start && goal_is_start
}

fn refused(refusal: Refusal, otherwise: &str) -> Failure {
    match refusal {
        Refusal::Impossible(message) => Failure::Input(message),
        Refusal::TooLarge(message) | Refusal::Failed(message) | Refusal::Disagrees(message) => {
            Failure::Machine(message)
        }
        Refusal::NotNeeded => Failure::input(otherwise),
    }
}

impl Target<'_> {
    /// Finds the database, or else the folder of the search that will make it.
    fn begin(
        &self,
        label: &Label,
        structure: &Structure,
        tiers: &[usize],
    ) -> Result<Begun, Failure> {
        let find = || Finished::find(self.path, label, tiers, self.args.force);
        if let Some(finished) = find()? {
            return Ok(Begun::Complete(Box::new(finished)));
        }
        let checkpoint = self.checkpoint(label, structure)?;
        match find()? {
            None => {
                if checkpoint.goes_on() {
                    let folder = self.folder();
                    let text = format!("goes on with what is kept in `{folder}`");
                    report::note(&text, self.args.json);
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

    fn checkpoint(&self, label: &Label, structure: &Structure) -> Result<Checkpoint, Failure> {
        let every = Duration::from_secs(self.args.checkpoint);
        let options = BlockOptions::default();
        Checkpoint::open(self.disk.clone(), self.path, label, keys(structure), options, every)
    }

    fn folder(&self) -> String {
        Checkpoint::folder(self.path).display().to_string()
    }

    /// The failure that ends a search; what was found so far is kept, if there is something.
    fn stopped(&self, error: SolveError, checkpoint: Checkpoint) -> Failure {
        let ended = failure(error);
        if !checkpoint.has_kept() {
            // If an empty folder cannot be removed, that is not what the user wants to know now.
            let _ = checkpoint.remove();
            return ended;
        }
        ended.and_help(&self.how_to_go_on())
    }

    fn how_to_go_on(&self) -> String {
        let folder = self.folder();
        format!("what was found is kept in `{folder}`; the same command goes on from there")
    }

    fn run(&self, bytes: u64) -> Option<DatabaseRun> {
        Some(DatabaseRun { file: self.path.display().to_string(), bytes })
    }

    /// Says that there is nothing to do, and removes what is left of the search that made the file.
    fn complete(
        &self,
        bytes: u64,
        label: &Label,
        scratch: Option<&Scratch>,
    ) -> Result<Option<DatabaseRun>, Failure> {
        scratch.map_or(Ok(()), Scratch::discard).map_err(failure)?;
        report::note(&format!("`{}` is complete already", self.path.display()), self.args.json);
        Checkpoint::remove_left(&self.disk, self.path, label)?;
        Ok(self.run(bytes))
    }

    /// How the file is written. Nothing had its name, unless the user wants that replaced.
    fn options(&self) -> (BlockOptions, Existing) {
        let existing = if self.args.force { Existing::Replace } else { Existing::Keep };
        (BlockOptions::default(), existing)
    }

    /// Finds and keeps the distances of all positions from the start.
    fn distances(&self, prepared: &native::Prepared) -> Result<Answer, Failure> {
        let Target { path, interp, args, options, .. } = *self;
        let label = Label::new(interp, None, &prepared.plan, Holds::Distances);
        let answer =
            |solution, native, database| Answer { native, database, ..Answer::new(solution) };
        let structure = Structure::new(interp.model(), &prepared.plan);
        let tiers: Vec<usize> = (0..structure.tiers.len()).collect();
        let mut checkpoint = match self.begin(&label, &structure, &tiers)? {
            Begun::Unfinished(checkpoint) => *checkpoint,
            Begun::Complete(finished) => {
                let layers = finished.about.layers;
                let states = layers.iter().sum();
                let first_moves = interp.successors(&interp.start()).len() as u64;
                let rest =
                    prepared.completed(interp, options, (states, &layers)).map_err(failure)?;
                let mut known = Solution::counted(states, layers, 0, first_moves);
                known.nearest =
                    interp.model().goal.as_ref().map_or(Nearest::NotSought, |_| Nearest::At(0));
                let bytes = finished.reader.bytes();
                let database = self.complete(bytes, &label, prepared.scratch.as_ref())?;
                return Ok(answer(rest.unwrap_or(known), None, database));
            }
        };
        if let Some(note) = prepared.note() {
            report::note(note, args.json);
        }
        let mut progress = Progress::new(args.json, Some(prepared.expected()));
        let mut keep = || {
            let searched = prepared.search(interp, args, &mut checkpoint, &mut progress)?;
            let bytes = prepared.with_distances(&searched, |read| {
                let distances = Distances {
                    hash: &prepared.plan.hash,
                    keys: keys(&structure),
                    layers: &searched.found.layers,
                    read,
                };
                write_distances(&self.disk, path, &label, distances, self.options())
            })?;
            let answer = prepared.answer(interp, options, &searched, &mut progress)?;
            searched.discard()?;
            Ok((bytes, answer))
        };
        let (bytes, (solution, run)) = match keep() {
            Ok(kept) => kept,
            Err(error) => {
                return Err(prepared.stopped(self.stopped(error, checkpoint)));
            }
        };
        checkpoint.remove()?;
        Ok(answer(solution, run, self.run(bytes)))
    }

    /// Finds and keeps values.
    fn values(&self, prepared: &values::Prepared) -> Result<Answer, Failure> {
        if let Some(note) = prepared.note() {
            report::note(note, self.args.json);
        }
        prepared.with_worker(self.interp, |worker| self.values_with(prepared, worker))
    }

    fn values_with(
        &self,
        prepared: &values::Prepared,
        worker: &dyn Worker,
    ) -> Result<Answer, Failure> {
        let Target { path, args, .. } = *self;
        let label = prepared.label(self.interp, worker);
        let mut progress = Progress::new(args.json, Some(prepared.expected()));
        let mut solve = |keeper: &mut dyn Keeper| {
            solve_and_keep_values(
                worker,
                &prepared.structure,
                &prepared.options,
                keeper,
                &mut progress,
            )
        };
        let tiers = prepared.structure.tables(&prepared.options.tiers, label.exchanged);
        let mut checkpoint = match self.begin(&label, &prepared.structure, &tiers)? {
            Begun::Unfinished(checkpoint) => *checkpoint,
            Begun::Complete(mut finished) => {
                let values = solve(&mut *finished).map_err(failure)?;
                let scratch = prepared.options.scratch.as_ref();
                let database = self.complete(finished.reader.bytes(), &label, scratch)?;
                return self.answer(prepared, worker, &values, database);
            }
        };
        let values = match solve(&mut checkpoint) {
            Ok(values) => values,
            Err(error) => return Err(self.stopped(error, checkpoint)),
        };
        drop(progress);
        if !values.unsolved.is_empty() {
            let mut answer = self.answer(prepared, worker, &values, None)?;
            answer.unsolved = answer.unsolved.map(|it| it.and_help(&self.how_to_go_on()));
            return Ok(answer);
        }
        let written = write_values(path, &label, &mut checkpoint, &tiers, self.options());
        let bytes = match written {
            Ok(bytes) => bytes,
            Err(error) => return Err(self.stopped(error, checkpoint)),
        };
        checkpoint.remove()?;
        self.answer(prepared, worker, &values, self.run(bytes))
    }

    /// What is told about values that were found.
    fn answer(
        &self,
        prepared: &values::Prepared,
        worker: &dyn Worker,
        values: &Values,
        database: Option<DatabaseRun>,
    ) -> Result<Answer, Failure> {
        let interp = self.interp;
        let book = Book::new(worker, &prepared.structure, &prepared.plan.hash, values);
        let mut solution = answer::solution(prepared, interp, &book);
        if let (Question::From { state, .. }, Some(_), true) =
            (&prepared.question, &database, prepared.options.depth)
        {
            solution.line = line(self.path, interp, state)?;
        }
        if interp.model().players.is_empty() && solution.value.is_some() {
            let rest = match prepared.options.scratch {
                // The interpreter would need memory that there is not.
                Some(_) => None,
                None => {
                    let found = (solution.states, &[][..]);
                    completed(interp, self.options, &prepared.plan, found).map_err(failure)?
                }
            };
            solution = rest.unwrap_or_else(|| as_puzzle(solution));
        }
        Ok(Answer {
            native: prepared.game.is_some().then(|| prepared.run(values)),
            unsolved: unsolved::message(&prepared.structure, values),
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
fn line(path: &Path, interp: &Interp<'_>, from: &State) -> Result<Vec<LineStep>, Failure> {
    let opened = Opened::open(path)?;
    let best = best_line(interp, &Oracle::new(&opened), from, LONGEST)?;
    let plays = best.moves.into_iter().map(|rated| rated.play);
    Ok(plays.map(|play| LineStep { text: play.text, state: play.state }).collect())
}

/// The value of a puzzle's start as the way to its goal.
fn as_puzzle(mut solution: Solution) -> Solution {
    solution.nearest = match (&solution.value, solution.plies) {
        (Some(Value::Win), Some(plies)) => Nearest::At(plies as usize),
        (Some(Value::Win), None) => Nearest::NotSought,
        _ => Nearest::Nowhere,
    };
    solution.value = None;
    solution.plies = None;
    let line = std::mem::take(&mut solution.line);
    solution.solution = matches!(solution.nearest, Nearest::At(_)).then_some(line);
    solution
}
