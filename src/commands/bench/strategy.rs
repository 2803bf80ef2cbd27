//! `gamec bench strategy`: whether the strategies that are chosen are the fastest, and how far
//! their predictions are off.
//!
//! Each problem of a list is solved as `gamec solve` would, by a process of its own that finds no
//! compiled code, and then by everything else that could solve it. A choice is good if it takes at
//! most twice as long as the best of the others, or [`CLOSE`] longer. Times over predictions, by
//! what ran and what was sought, are what the constants of the cost model are to be corrected by.

use super::problems::{PROBLEMS, Problem};
use crate::args::{BenchArgs, thread_count};
use crate::failure::Failure;
use crate::table::table;
use crate::{interrupt, output};
use gdl_solver::seconds_text;
use gdl_solver::text::{counted, grouped};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, process, thread};

/// What can run the rules, as `--on` calls it.
const EXECUTIONS: [&str; 3] = ["interpreter", "compiled", "word-parallel"];

/// Seconds that a choice may take longer than the best.
const CLOSE: f64 = 0.3;

/// A choice may take this many times as long as the best.
const TIMES: f64 = 2.0;

/// Seconds that the others get, besides the time of the choice.
const PATIENCE: f64 = 1.0;

/// Times below this many seconds say nothing about the constants.
const MEASURABLE: f64 = 0.2;

/// With `--quick` only problems that are expected to take less are solved.
const QUICK: f64 = 0.2;

/// One way to solve a problem.
#[derive(Debug, Serialize)]
struct Run {
    on: String,
    predicted_seconds: Option<f64>,
    /// None if it was stopped because it took longer than the choice.
    seconds: Option<f64>,
}

/// A problem with the choice and what else could solve it.
#[derive(Debug, Serialize)]
struct Line {
    problem: &'static str,
    states: u64,
    /// Whether values were sought, or layers.
    values: bool,
    chosen: Run,
    others: Vec<Run>,
    good: bool,
}

/// Times over predictions of everything that ran in one way.
#[derive(Debug, Serialize)]
struct Correction {
    what: String,
    runs: usize,
    least: f64,
    median: f64,
    most: f64,
}

#[derive(Debug, Serialize)]
struct Report {
    problems: Vec<Line>,
    corrections: Vec<Correction>,
    good: usize,
}

/// Solves the problems in every way.
pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    interrupt::listen();
    let wanted = |it: &&Problem| args.only.as_ref().is_none_or(|only| it.name.contains(only));
    let folder = Folder::new().map_err(|error| Failure::machine(error.to_string()))?;
    let solver = Solver { folder, threads: thread_count(args.threads) };
    let mut problems = Vec::new();
    for problem in PROBLEMS.iter().filter(wanted) {
        if let Some(line) = solver.line(problem, args.quick)? {
            problems.push(line);
        }
        if interrupt::requested() {
            break;
        }
    }
    if problems.is_empty() {
        return Err(Failure::input("no problem of the list has such a name"));
    }
    let good = problems.iter().filter(|line| line.good).count();
    let report = Report { corrections: corrections(&problems), good, problems };
    if args.json {
        return output::write_json(&report);
    }
    output::write(&text(&report))
}

/// Runs gamec.
struct Solver {
    folder: Folder,
    threads: usize,
}

/// A folder for compiled code, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Self> {
        let folder = env::temp_dir().join(format!("gamec-bench-{}", process::id()));
        fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the temporary folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Solver {
    /// Solves a problem in every way; none if it is to be quick, and this one is not.
    fn line(&self, problem: &'static Problem, quick: bool) -> Result<Option<Line>, Failure> {
        let strategy = self.strategy(problem, None)?;
        let predicted = |strategy: &Json| strategy["prediction"]["seconds"].as_f64();
        let Some(on) = strategy["execution"].as_str().map(str::to_owned) else {
            return Err(Failure::machine(format!("{}: nothing solves it", problem.name)));
        };
        if quick && predicted(&strategy).is_none_or(|seconds| seconds > QUICK) {
            return Ok(None);
        }
        let (seconds, found) = self
            .solve(problem, None, Duration::MAX)?
            .ok_or_else(|| Failure::machine(format!("{} has no answer", problem.name)))?;
        if found["on"] != on.as_str() {
            let text = format!("{}: `explain` says {on}, `solve` {}", problem.name, found["on"]);
            return Err(Failure::machine(text));
        }
        let mut others = Vec::new();
        for other in EXECUTIONS.into_iter().filter(|other| *other != on) {
            let strategy = self.strategy(problem, Some(other))?;
            if strategy.is_null() {
                continue;
            }
            let time = Duration::from_secs_f64(seconds * TIMES + PATIENCE);
            let ran = self.solve(problem, Some(other), time)?;
            others.push(Run {
                on: other.to_owned(),
                predicted_seconds: predicted(&strategy),
                seconds: ran.map(|(seconds, _)| seconds),
            });
        }
        let best = others.iter().filter_map(|run| run.seconds).fold(seconds, f64::min);
        Ok(Some(Line {
            problem: problem.name,
            states: found["states"].as_u64().unwrap_or(0),
            values: !found["value"].is_null() || !found["won"].is_null(),
            good: seconds <= (best * TIMES).max(best + CLOSE),
            chosen: Run { on, predicted_seconds: predicted(&strategy), seconds: Some(seconds) },
            others,
        }))
    }

    /// Returns the strategy for a problem; null if there is none.
    fn strategy(&self, problem: &Problem, on: Option<&str>) -> Result<Json, Failure> {
        let ran = self.gamec("explain", problem, on, Duration::MAX)?;
        Ok(ran.map_or(Json::Null, |(_, mut found)| found["strategy"].take()))
    }

    /// Solves a problem with code that has to be compiled; none if it takes longer than a time, or
    /// cannot be done so.
    fn solve(
        &self,
        problem: &Problem,
        on: Option<&str>,
        most: Duration,
    ) -> Result<Option<(f64, Json)>, Failure> {
        let ran = self.gamec("solve", problem, on, most);
        // The next one finds nothing.
        let _ = fs::remove_dir_all(self.folder.0.join("cache"));
        ran
    }

    fn gamec(
        &self,
        command: &str,
        problem: &Problem,
        on: Option<&str>,
        most: Duration,
    ) -> Result<Option<(f64, Json)>, Failure> {
        let failed = |error: io::Error| Failure::machine(format!("gamec cannot be run: {error}"));
        let mut gamec = Command::new(env::current_exe().map_err(failed)?);
        gamec.args([command, "-", "--json", "--threads", &self.threads.to_string()]);
        gamec.args(problem.arguments).args(on.iter().flat_map(|on| ["--on", *on]));
        gamec.env("GAMEC_CACHE", self.folder.0.join("cache"));
        let out = self.folder.0.join("out");
        let begun = Instant::now();
        let mut child = gamec
            .stdin(Stdio::piped())
            .stdout(fs::File::create(&out).map_err(failed)?)
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(problem.text.as_bytes()).map_err(failed)?;
        }
        let status = loop {
            match child.try_wait().map_err(failed)? {
                Some(status) => break status,
                None if begun.elapsed() > most || interrupt::requested() => {
                    child.kill().and_then(|()| child.wait()).map_err(failed)?;
                    return Ok(None);
                }
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        let seconds = begun.elapsed().as_secs_f64();
        Ok(status.success().then(|| read(&out)).transpose()?.map(|found| (seconds, found)))
    }
}

fn read(file: &Path) -> Result<Json, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::machine(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| Failure::machine(error.to_string()))
}

/// Compares times with predictions, for each way to run each kind of search.
fn corrections(lines: &[Line]) -> Vec<Correction> {
    let mut ratios: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in lines {
        for run in std::iter::once(&line.chosen).chain(&line.others) {
            let (Some(seconds), Some(predicted)) = (run.seconds, run.predicted_seconds) else {
                continue;
            };
            if seconds >= MEASURABLE {
                let what = if line.values { "values" } else { "layers" };
                ratios.entry(format!("{} {what}", run.on)).or_default().push(seconds / predicted);
            }
        }
    }
    let correction = |(what, mut ratios): (String, Vec<f64>)| {
        ratios.sort_by(f64::total_cmp);
        let (runs, median) = (ratios.len(), ratios[ratios.len() / 2]);
        Correction { what, runs, least: ratios[0], median, most: ratios[runs - 1] }
    };
    ratios.into_iter().map(correction).collect()
}

fn text(report: &Report) -> String {
    let time = |seconds: Option<f64>| seconds.map_or_else(|| "-".to_owned(), seconds_text);
    let rows: Vec<Vec<String>> = report
        .problems
        .iter()
        .map(|line| {
            let Line { problem, states, chosen, others, good, .. } = line;
            let best = others.iter().filter(|run| run.seconds.is_some());
            let best = best.min_by(|a, b| a.seconds.partial_cmp(&b.seconds).expect("times"));
            vec![
                (*problem).to_owned(),
                grouped(*states),
                chosen.on.clone(),
                time(chosen.predicted_seconds),
                time(chosen.seconds),
                best.map_or_else(|| "-".to_owned(), |run| run.on.clone()),
                time(best.and_then(|run| run.predicted_seconds)),
                time(best.and_then(|run| run.seconds)),
                if *good { "" } else { "slower" }.to_owned(),
            ]
        })
        .collect();
    let headings =
        ["problem", "positions", "chosen", "predicted", "took", "or", "predicted", "took", ""];
    let mut text = table(&headings, &rows);
    let rows: Vec<Vec<String>> = report
        .corrections
        .iter()
        .map(|it| {
            let ratio = |ratio: f64| format!("{ratio:.2}");
            let ratios = [it.least, it.median, it.most].map(ratio);
            [it.what.clone(), it.runs.to_string()].into_iter().chain(ratios).collect()
        })
        .collect();
    text += "\ntimes over predictions\n";
    text += &table(&["what ran", "runs", "least", "median", "most"], &rows);
    let all = report.problems.len();
    text + &format!(
        "\n{} of {} solved at most {TIMES} times as long, or {CLOSE} s longer, than the best\n",
        report.good,
        counted(all, "problem")
    )
}
