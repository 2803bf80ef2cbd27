//! `crosscheck`: random games through every engine of gamec.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use clap::Parser;
use crosscheck::campaign::{Campaign, Counterexample};
use crosscheck::hostile::Corpus;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Duration;
use std::{env, fs, process, thread};

/// Checks gamec with random games: every engine against the interpreter.
#[derive(Debug, Parser)]
#[command(name = "crosscheck", max_term_width = 100)]
struct Args {
    /// Stop after this number of seconds
    #[arg(long, value_name = "NUMBER")]
    seconds: Option<u64>,
    /// Stop after this number of games
    #[arg(long, value_name = "NUMBER")]
    games: Option<u64>,
    /// The seed of the first game; the next game has the next seed
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How many games at once; one for each processor if left out
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Give every game every check
    #[arg(long)]
    thorough: bool,
    /// One in this many games goes through the Rust compiler; 0: none does
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    compiled: u64,
    /// Pass over games with more positions, but for one of twenty with up to ten times as many
    #[arg(long, value_name = "NUMBER", default_value_t = 150)]
    positions: u64,
    /// Where the games that show a difference are written
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// The gamec to check; built first if left out
    #[arg(long, value_name = "FILE")]
    gamec: Option<PathBuf>,
    /// Show differences with the games as they were made
    #[arg(long)]
    no_shrink: bool,
    /// Try the hostile inputs of `tests/hostile/` instead of random games
    #[arg(long)]
    hostile: bool,
    /// Print the game of the first seed, and nothing else
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.show {
        print!("{}", crosscheck::generate::game(args.seed).text);
        return ExitCode::SUCCESS;
    }
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything was as it should be.
fn run(args: &Args) -> Result<bool, String> {
    let program = match &args.gamec {
        Some(program) => {
            fs::canonicalize(program).map_err(|it| format!("{}: {it}", program.display()))?
        }
        None => built()?,
    };
    let jobs = args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let folder = env::temp_dir().join(format!("crosscheck-{}", process::id()));
    if args.hostile {
        return hostile(Corpus { program, root: root(), folder, jobs });
    }
    let limited = args.seconds.is_some() || args.games.is_some();
    let campaign = Campaign {
        program,
        folder,
        seed: args.seed,
        games: args.games,
        time: args.seconds.or((!limited).then_some(60)).map(Duration::from_secs),
        jobs,
        thorough: args.thorough,
        compiled: args.compiled,
        positions: args.positions,
        shrink: !args.no_shrink,
    };
    println!("seed {}, {} at once", campaign.seed, campaign.jobs);
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let number = Mutex::new(0);
    let tell = |found: &Counterexample| {
        let Ok(mut number) = number.lock() else { return };
        *number += 1;
        println!("{}", described(*number, found));
        if let Some(folder) = &args.output {
            keep(folder, *number, found);
        }
    };
    let statistics = campaign.run(&tell).map_err(|error| error.to_string())?;
    println!("\n{statistics}");
    Ok(statistics.different == 0)
}

/// Whether all hostile inputs were met as they should be.
fn hostile(corpus: Corpus) -> Result<bool, String> {
    let report = corpus.run().map_err(|error| error.to_string())?;
    for failure in &report.failures {
        println!("{failure}");
    }
    for (kind, cases) in &report.cases {
        println!("{cases:>5} {kind}");
    }
    let failed = report.failures.len();
    println!("{} passed, {failed} failed", report.commands - failed);
    Ok(failed == 0)
}

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn described(number: usize, found: &Counterexample) -> String {
    let Counterexample { seed, difference, text } = found;
    format!(
        "\n== difference {number}, seed {seed}: {}\n{}\n{text}\n{}",
        difference.signature,
        difference.detail.lines().take(12).collect::<Vec<_>>().join("\n"),
        difference.commands.join("\n"),
    )
}

fn keep(folder: &Path, number: usize, found: &Counterexample) {
    let write = |name: String, text: &str| {
        if let Err(error) = fs::write(folder.join(&name), text) {
            eprintln!("error: {name}: {error}");
        }
    };
    write(format!("{number:03}.gdl"), &found.text);
    write(format!("{number:03}.txt"), &described(number, found));
}

/// The gamec of this workspace, in the profile of this program.
fn built() -> Result<PathBuf, String> {
    let own = env::current_exe().map_err(|error| error.to_string())?;
    let folder = own.parent().ok_or("this program has no folder")?;
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        None | Some("debug") => "dev",
        Some(profile) => profile,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--package", "gamec", "--profile", profile])
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !status.success() {
        return Err("gamec cannot be built".to_owned());
    }
    Ok(folder.join(format!("gamec{}", env::consts::EXE_SUFFIX)))
}
