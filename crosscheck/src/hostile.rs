//! Hostile inputs: every command ends by itself, with an exit code that says whose fault it is,
//! one clear message, and nothing written.
//!
//! A case is a file of `tests/hostile/`; its `README.md` says what the folders hold.

use crate::command::{Ran, run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, io, thread};

mod damage;

/// After this time a command counts as endless.
const ENDLESS: Duration = Duration::from_secs(60);

/// Kibibytes of address space that a command may have.
const MEMORY: u64 = 3 << 20;

/// Bytes of the longest message: what an author wrote may be quoted, but not again and again.
const LONGEST: usize = 1 << 15;

/// Where cases are and where they are tried.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// gamec.
    pub program: PathBuf,
    /// The folder of the project.
    pub root: PathBuf,
    /// A folder for the files of cases.
    pub folder: PathBuf,
    /// How many cases at once.
    pub jobs: usize,
}

/// What is expected of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// Exit code 0.
    Works,
    /// Exit code 1 or 2.
    Fails,
    /// Any of them.
    Either,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many cases there are, by folder.
    pub cases: BTreeMap<String, usize>,
    /// How many commands were run.
    pub commands: usize,
    /// What went wrong, a line or more each.
    pub failures: Vec<String>,
}

/// The commands that every text goes through, and whether a good game must get through them.
const TEXT_COMMANDS: [(&str, Expected); 15] = [
    ("check FILE", Expected::Works),
    ("check --json FILE", Expected::Works),
    ("fmt --check FILE", Expected::Either),
    ("show FILE", Expected::Works),
    ("moves FILE", Expected::Works),
    ("perft FILE 2", Expected::Works),
    ("explain FILE", Expected::Works),
    ("emit facts FILE", Expected::Works),
    ("emit rust FILE", Expected::Works),
    ("emit wgsl FILE", Expected::Either),
    ("audit FILE --moves 100 --sample 20 --entries 2000", Expected::Works),
    ("solve FILE --on interp --limit-states 20000", Expected::Works),
    ("solve FILE --on native --limit-states 20000", Expected::Works),
    ("solve FILE --hash raw --on native --limit-states 20000", Expected::Either),
    ("verify FILE", Expected::Either),
];

/// Those that every database goes through.
const DATABASE_COMMANDS: [(&str, Expected); 7] = [
    ("verify FILE", Expected::Fails),
    ("info FILE", Expected::Either),
    ("stats FILE", Expected::Either),
    ("query FILE", Expected::Either),
    ("line FILE", Expected::Either),
    ("find FILE --value win", Expected::Either),
    ("repack FILE -o repacked.db", Expected::Either),
];

/// Those that every position goes through.
const POSITION_COMMANDS: [(&str, Expected); 3] = [
    ("moves GAME -- POSITION", Expected::Fails),
    ("perft GAME 1 -- POSITION", Expected::Fails),
    ("solve GAME --limit-states 2000 --from=POSITION", Expected::Fails),
];

impl Corpus {
    /// Tries all cases.
    ///
    /// # Errors
    /// If files cannot be read or written.
    pub fn run(&self) -> io::Result<Report> {
        let mut cases: Vec<(String, PathBuf)> = Vec::new();
        for kind in ["refused", "played", "positions", "arguments", "databases"] {
            let mut files: Vec<PathBuf> = fs::read_dir(self.root.join("tests/hostile").join(kind))?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<io::Result<_>>()?;
            files.sort();
            cases.extend(files.into_iter().map(|file| (kind.to_owned(), file)));
        }
        let report = Mutex::new(Report::default());
        let next = AtomicUsize::new(0);
        let work = |job: usize| -> io::Result<()> {
            let folder = self.folder.join(format!("job-{job}"));
            while let Some((kind, file)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut own = Report::default();
                own.cases.insert(kind.clone(), 1);
                Trial { corpus: self, folder: &folder, kind, file, report: &mut own }.run()?;
                if let Ok(mut report) = report.lock() {
                    report.add(own);
                }
            }
            Ok(())
        };
        let results: Vec<io::Result<()>> = thread::scope(|scope| {
            let jobs: Vec<_> = (0..self.jobs).map(|job| scope.spawn(move || work(job))).collect();
            let failed = || io::Error::other("a job has panicked");
            jobs.into_iter().map(|job| job.join().unwrap_or_else(|_| Err(failed()))).collect()
        });
        let _ = fs::remove_dir_all(&self.folder);
        results.into_iter().collect::<io::Result<()>>()?;
        let mut report = report.into_inner().unwrap_or_default();
        report.failures.sort();
        Ok(report)
    }
}

impl Report {
    fn add(&mut self, other: Report) {
        for (kind, cases) in other.cases {
            *self.cases.entry(kind).or_default() += cases;
        }
        self.commands += other.commands;
        self.failures.extend(other.failures);
    }
}

/// A case that is being tried.
struct Trial<'a> {
    corpus: &'a Corpus,
    folder: &'a Path,
    kind: &'a str,
    file: &'a Path,
    report: &'a mut Report,
}

impl Trial<'_> {
    fn run(&mut self) -> io::Result<()> {
        self.prepare()?;
        match self.kind {
            "refused" => self.text(&[], |_| Expected::Fails),
            "played" => {
                let text = String::from_utf8_lossy(&fs::read(self.file)?).into_owned();
                let excepted: Vec<&str> =
                    text.lines().filter_map(|line| line.strip_prefix("// except: ")).collect();
                self.text(&excepted, |expected| expected)
            }
            "positions" => self.position(),
            "arguments" => {
                let text = fs::read_to_string(self.file)?;
                let arguments: Vec<String> = text.lines().map(str::to_owned).collect();
                self.command(&arguments, Expected::Fails, false)
            }
            _ => self.database(),
        }
    }

    /// A fresh folder with the games and databases that cases speak of.
    fn prepare(&self) -> io::Result<()> {
        let _ = fs::remove_dir_all(self.folder);
        for part in ["games", "tests/databases"] {
            let to = self.folder.join(part);
            fs::create_dir_all(&to)?;
            for entry in fs::read_dir(self.corpus.root.join(part))? {
                let entry = entry?;
                fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
        Ok(())
    }

    fn text(&mut self, excepted: &[&str], expected: fn(Expected) -> Expected) -> io::Result<()> {
        fs::copy(self.file, self.folder.join("case.gdl"))?;
        for (command, usual) in TEXT_COMMANDS {
            let is_excepted = excepted.iter().any(|name| command.starts_with(name));
            let expected = if is_excepted { Expected::Either } else { expected(usual) };
            self.command(&words(command, &[("FILE", "case.gdl")]), expected, false)?;
        }
        Ok(())
    }

    fn position(&mut self) -> io::Result<()> {
        let text = fs::read_to_string(self.file)?;
        let (game, position) = text.split_once('\n').unwrap_or_default();
        let position = position.strip_suffix('\n').unwrap_or(position);
        for (command, expected) in POSITION_COMMANDS {
            let words = words(command, &[("GAME", game), ("POSITION", position)]);
            self.command(&words, expected, true)?;
        }
        Ok(())
    }

    fn database(&mut self) -> io::Result<()> {
        let text = fs::read_to_string(self.file)?;
        let bytes = damage::damaged(&self.corpus.root.join("tests/databases"), &text)?;
        fs::write(self.folder.join("case.db"), bytes)?;
        for (command, expected) in DATABASE_COMMANDS {
            self.command(&words(command, &[("FILE", "case.db")]), expected, true)?;
            let _ = fs::remove_file(self.folder.join("repacked.db"));
        }
        Ok(())
    }

    /// Runs a command and judges it; `single` if there must be exactly one message.
    fn command(
        &mut self,
        arguments: &[String],
        expected: Expected,
        single: bool,
    ) -> io::Result<()> {
        let before = contents(self.folder)?;
        let limited = format!("ulimit -v {MEMORY}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited, "sh"]).arg(&self.corpus.program).args(arguments);
        command.current_dir(self.folder).env("GAMEC_EVALUATE", "1");
        let ran = run(&mut command, "", ENDLESS)?;
        self.report.commands += 1;
        let mut wrong = judged(&ran, expected, single);
        let may_write =
            arguments.first().is_some_and(|name| name == "repack") && ran.code == Some(0);
        if !may_write && contents(self.folder)? != before {
            wrong.push("something was written".to_owned());
        }
        if !wrong.is_empty() {
            let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
            let shown: String = arguments.join(" ").chars().take(120).collect();
            let said: String =
                ran.err.lines().last().unwrap_or_default().chars().take(160).collect();
            self.report.failures.push(format!(
                "{}/{name}: `{shown}`: {} ({said})",
                self.kind,
                wrong.join("; ")
            ));
        }
        Ok(())
    }
}

/// A command with what its words stand for.
fn words(command: &str, meanings: &[(&str, &str)]) -> Vec<String> {
    let meant = |word: &str| {
        meanings.iter().fold(word.to_owned(), |word, (name, meaning)| word.replace(name, meaning))
    };
    command.split(' ').map(meant).collect()
}

/// What is wrong with what a command did.
fn judged(ran: &Ran, expected: Expected, single: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    if ran.has_crashed() {
        wrong.push(ran.crash());
        return wrong;
    }
    let has_failed = ran.code != Some(0);
    match expected {
        Expected::Works if has_failed => wrong.push(format!("exit code {:?}", ran.code)),
        Expected::Fails if !has_failed => wrong.push("it works".to_owned()),
        _ => {}
    }
    let messages = ran.err.lines().filter(|line| line.starts_with("error")).count();
    let is_json = ran.out.starts_with('[') || ran.out.starts_with('{') || ran.err.contains("{\"");
    if has_failed && messages == 0 && !is_json && !ran.err.contains("Usage") && ran.out.is_empty() {
        wrong.push("no message".to_owned());
    }
    if has_failed && single && messages > 1 {
        wrong.push(format!("{messages} messages"));
    }
    if ran.err.len() > LONGEST {
        wrong.push(format!("a message of {} bytes", ran.err.len()));
    }
    wrong
}

/// Every file below a folder with its length and what stands in it, in short.
fn contents(folder: &Path) -> io::Result<BTreeMap<PathBuf, blake3::Hash>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path.clone());
                found.insert(path, blake3::hash(b"folder"));
            } else {
                let hash = blake3::hash(&fs::read(&path)?);
                found.insert(path, hash);
            }
        }
    }
    Ok(found)
}
