//! The flags and arguments of every command.

use crate::plot::PictureFile;
use clap::{Parser, Subcommand, ValueEnum};
use gdl::plan::Family;
use std::path::PathBuf;

mod asking;
mod problem;

pub(crate) use asking::{
    FindArgs, InfoArgs, LineArgs, PlayArgs, QueryArgs, RepackArgs, StatsArgs, WantedValue,
};
pub(crate) use problem::{ProblemArgs, Symmetry};

/// Checks, formats, explains, solves and plays games written in gamec GDL.
#[derive(Debug, Parser)]
#[command(name = "gamec", version, arg_required_else_help = true, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done, 1 the input is wrong, 2 the machine is (input and output, memory)."
)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// Whether messages are to be JSON.
    pub(crate) fn wants_json(&self) -> bool {
        match &self.command {
            Command::Check(args) => args.json,
            Command::Fmt(args) => args.json,
            Command::Emit(args) => args.json,
            Command::Explain(args) => args.json,
            Command::Audit(args) => args.json,
            Command::Bench(args) => args.json,
            Command::Show(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Perft(args) => args.json,
            Command::Solve(args) => args.json,
            Command::Verify(args) => args.json,
            Command::Play(args) => args.json,
            Command::Query(args) => args.json,
            Command::Line(args) => args.json,
            Command::Find(args) => args.json,
            Command::Stats(args) => args.json,
            Command::Info(args) => args.json,
            Command::Repack(args) => args.json,
            Command::Cache(args) => args.json,
            Command::Gpus(args) => args.json,
            Command::New(_) => false,
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report mistakes in games, then say in short what they are
    Check(CheckArgs),
    /// Rewrite games in the canonical layout
    Fmt(FmtArgs),
    /// Print what a stage of the compiler makes of a game
    Emit(EmitArgs),
    /// Say in words what follows from the rules of a game
    Explain(ExplainArgs),
    /// Try everything that is claimed about a game, on random play and on its table
    Audit(AuditArgs),
    /// Measure the speed of searches, of the layouts that number positions, or of databases
    Bench(BenchArgs),
    /// Draw the board with the names of its cells, and the start
    Show(ShowArgs),
    /// List the legal moves in a position
    Moves(MovesArgs),
    /// Count the move sequences of each length
    Perft(PerftArgs),
    /// Search a game exhaustively, and confirm what it expects
    Solve(SolveArgs),
    /// Find the values of a game, and check every one of them another way
    Verify(VerifyArgs),
    /// Play against the computer, which makes no mistakes, or solve a puzzle with its help
    Play(PlayArgs),
    /// Ask a database what positions are worth, and every move in them
    Query(QueryArgs),
    /// Show best play from a position to its end, from a database
    Line(LineArgs),
    /// List positions of a database that have a certain value; of symmetric ones, one
    Find(FindArgs),
    /// Count the positions of a database by value and depth
    Stats(StatsArgs),
    /// Say what a database is about and how large it is
    Info(InfoArgs),
    /// Write a database again with other blocks
    Repack(RepackArgs),
    /// Show or clear the folder with the compiled code of games
    Cache(CacheArgs),
    /// List the graphics processors of this machine
    Gpus(GpusArgs),
    /// Write a commented game to start from
    New(NewArgs),
}

/// A game and the values of its parameters.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// The game file; `-` reads standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) defines: DefineArgs,
}

/// Values of parameters.
#[derive(Debug, clap::Args)]
pub(crate) struct DefineArgs {
    /// Give a parameter another value than the file does
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) define: Vec<(String, i64)>,
}

/// A game, the start to look at, and what the user decides instead of the planner.
#[derive(Debug, clap::Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The start to look at, by name; the first if left out
    #[arg(long, value_name = "NAME")]
    pub(crate) start: Option<String>,
    /// The layout to use, by name, as `explain` lists them
    #[arg(long = "hash", value_name = "LAYOUT", value_parser = family)]
    pub(crate) family: Option<Family>,
    /// How many bits an entry takes
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=16))]
    pub(crate) bits: Option<u64>,
}

impl PlanArgs {
    /// Whether the user decided anything about the plan.
    pub(crate) fn decide(&self) -> bool {
        self.family.is_some() || self.bits.is_some()
    }
}

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The game files; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) defines: DefineArgs,
    /// Write messages and summaries as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `fmt`.
#[derive(Debug, clap::Args)]
pub(crate) struct FmtArgs {
    /// The game files; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; name the files that would change, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the report of `--check` as JSON
    #[arg(long, requires = "check")]
    pub(crate) json: bool,
}

/// Arguments of `emit`.
#[derive(Debug, clap::Args)]
pub(crate) struct EmitArgs {
    /// The stage to print
    pub(crate) stage: Stage,
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
    /// Of generated code, only this part
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<CodePart>,
    /// Write the stage as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A stage of the compiler.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Stage {
    /// What the author wrote, as a tree
    Ast,
    /// Every name looked up and every move spelled out
    Model,
    /// What follows from the rules
    Facts,
    /// The perfect hash and the engine that are chosen, and what else was possible
    Plan,
    /// Rust code for the game
    Rust,
    /// WGSL code for the game, for GPUs
    Wgsl,
}

/// A part of generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CodePart {
    /// Positions, and their numbers
    Hash,
}

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Write the sentences as JSON, by subject
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `audit`.
#[derive(Debug, clap::Args)]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
    /// Number of moves of random play
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000)]
    pub(crate) moves: u64,
    /// Tables with at most this number of entries are tried entry by entry
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    pub(crate) entries: u64,
    /// Number of positions at which predecessors and canonical forms are looked for
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    pub(crate) sample: u64,
    /// The seed of the random play
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// What to measure
    #[arg(value_enum, default_value_t = BenchSubject::Small)]
    pub(crate) subject: BenchSubject,
    /// Where to measure; on a graphics processor puzzles only, beside the same search by the
    /// processor
    #[arg(long, value_enum, default_value_t = BenchOn::Native)]
    pub(crate) on: BenchOn,
    /// The graphics processor, as `gpus` numbers them; the best if left out
    #[arg(long, value_name = "NUMBER")]
    pub(crate) gpu: Option<usize>,
    /// How many positions a graphics processor takes together: a power of two from 32 to 256
    #[arg(long, value_name = "NUMBER", value_parser = workgroup)]
    pub(crate) workgroup: Option<u32>,
    /// How many threads searches run on; one for each processor if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Compare with the plainest code for the same search: numbers of positions by loops, on one
    /// thread; puzzles only
    #[arg(long, conflicts_with_all = ["threads", "gpu"])]
    pub(crate) baseline: bool,
    /// Only puzzles and games whose name has this in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Of `hash`, only this family of layouts
    #[arg(long, value_name = "NAME")]
    pub(crate) family: Option<String>,
    /// Of `hash` and `database`, only see that everything works; of `strategy`, only small
    /// problems
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write the times as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where searches are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchOn {
    /// Compiled code on the processor
    Native,
    /// A graphics processor
    Gpu,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchSubject {
    /// Puzzles of up to some million positions, then games: a few seconds
    Small,
    /// Puzzles of up to five billion positions, then games: a few minutes
    Large,
    /// Ranking and unranking with each family of layouts
    Hash,
    /// Writing databases, and asking them for numbers
    Database,
    /// Whether `solve` chooses the fastest way, and how well it predicts the time: many minutes
    Strategy,
}

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Write the drawings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `moves`.
#[derive(Debug, clap::Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position, as `show` writes it; the start if left out
    pub(crate) position: Option<String>,
    /// Write the moves as JSON, with the positions they lead to
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The largest number of moves
    pub(crate) depth: u32,
    /// The position to begin with; the start if left out
    pub(crate) position: Option<String>,
    /// Write the counts as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Show all tiers, however many there are
    #[arg(long)]
    pub(crate) all_tiers: bool,
    /// Draw the number of positions at each depth, as `.svg` or `.png`
    #[arg(long, value_name = "FILE", value_parser = PictureFile::parse)]
    pub(crate) plot: Option<PictureFile>,
    /// Keep what is found in this file, to be asked and played with; a search that was ended goes
    /// on where it was
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file of `-o` or `--plot` that is there already and holds something else
    #[arg(long)]
    pub(crate) force: bool,
    /// Save an unfinished search at this interval, in seconds, besides tiers that are done
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "output")]
    pub(crate) checkpoint: u64,
    /// Write the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the number of positions at each depth as CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
    /// On how many threads; one for each processor if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Whether tables hold only one of symmetric positions
    #[arg(long, value_enum, default_value_t = Symmetry::Auto)]
    pub(crate) symmetry: Symmetry,
    /// All positions with these counts instead of those reachable from the start
    #[arg(long, value_name = "LABEL=NUMBER", value_parser = assignment, value_delimiter = ',')]
    pub(crate) tier: Vec<(String, i64)>,
    /// Take at most this much memory, such as `512MiB`; most of what is free if left out
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub(crate) memory: Option<u64>,
    /// Check only this number of positions, with the interpreter
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Which positions these are: equal seeds give equal samples
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,
    /// Write the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The size of a workgroup.
fn workgroup(text: &str) -> Result<u32, String> {
    let size = text.parse().ok().filter(|size| [32, 64, 128, 256].contains(size));
    size.ok_or_else(|| "a workgroup has 32, 64, 128 or 256 positions".to_owned())
}

/// The number of threads that was asked for, or one for each processor.
pub(crate) fn thread_count(threads: Option<u16>) -> usize {
    match threads {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Arguments of `gpus`.
#[derive(Debug, clap::Args)]
pub(crate) struct GpusArgs {
    /// Write them as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `cache`.
#[derive(Debug, clap::Args)]
pub(crate) struct CacheArgs {
    /// What to do; without it, folder and size are shown
    pub(crate) action: Option<CacheAction>,
    /// Write folder and size as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be done with the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheAction {
    /// Remove all compiled code
    Clear,
}

/// Arguments of `new`.
#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// The name of the game; the file is called NAME.gdl
    pub(crate) name: String,
}

/// Reads the name of a layout.
fn family(text: &str) -> Result<Family, String> {
    let names = || Family::ALL.iter().map(|family| family.name());
    Family::ALL.into_iter().find(|family| family.name() == text).ok_or_else(|| {
        match gdl::words::nearest(text, names()) {
            Some(near) => format!("no layout is called so; did you mean `{near}`?"),
            None => format!(
                "no layout is called so; layouts are: {}",
                names().collect::<Vec<_>>().join(", ")
            ),
        }
    })
}

/// Reads a number of bytes with its unit.
fn memory_size(text: &str) -> Result<u64, String> {
    let expected = || format!("`{text}` is no size; expected one such as `512MiB` or `2GiB`");
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let number: u64 = digits.trim().parse().map_err(|_| expected())?;
    let shift = match &text[digits.len()..] {
        "" | "B" => 0,
        "KiB" | "K" | "k" => 10,
        "MiB" | "M" => 20,
        "GiB" | "G" => 30,
        "TiB" | "T" => 40,
        _ => return Err(expected()),
    };
    number.checked_mul(1 << shift).ok_or_else(|| format!("`{text}` is more than any machine has"))
}

/// Reads `name=number`.
fn assignment(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as `n=9`")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err("there is no name before `=`".to_owned());
    }
    let number = value.parse::<i64>().ok().filter(|number| *number >= 0);
    let number = number.ok_or_else(|| format!("`{value}` is not a natural number"))?;
    Ok((name.to_owned(), number))
}
