//! The arguments that say what is asked about a game, what that may cost, and how it is done:
//! equal ones give equal strategies.

use super::{PlanArgs, assignment, memory_size, thread_count, workgroup};
use clap::ValueEnum;
use gdl_solver::{Choices, Execution, Limits};
use std::path::PathBuf;

/// A question about a game, with limits and choices.
#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
    /// What runs the rules
    #[arg(long, value_enum, default_value_t = Runs::Auto)]
    pub(crate) on: Runs,
    /// The graphics processor to use, as `gpus` numbers them. Alone, without `--on gpu`, the
    /// search falls back to the CPU if that one fails
    #[arg(long, value_name = "NUMBER")]
    pub(crate) gpu: Option<usize>,
    /// How many positions a graphics processor takes together: a power of two from 32 to 256
    #[arg(long, value_name = "NUMBER", value_parser = workgroup)]
    pub(crate) workgroup: Option<u32>,
    /// How many threads compiled code runs on; one for each processor if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Whether compiled code looks at only one of symmetric positions
    #[arg(long, value_enum, default_value_t = Symmetry::Auto)]
    pub(crate) symmetry: Symmetry,
    /// Look at one position at a time, even where a word-parallel search would move up to 512
    #[arg(long, alias = "no-word")]
    pub(crate) no_word_parallel: bool,
    /// Begin with this position, as `show` writes it, instead of the start
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["tier", "start"])]
    pub(crate) from: Option<String>,
    /// Solve all positions with these counts instead of those reachable from the start
    #[arg(long, value_name = "LABEL=NUMBER", value_parser = assignment, value_delimiter = ',')]
    pub(crate) tier: Vec<(String, i64)>,
    /// Show a shortest solution also where that takes more memory: a byte or more for each entry
    #[arg(long, conflicts_with_all = ["tier", "bits"])]
    pub(crate) line: bool,
    /// Show this number of the positions that are farthest from the start
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    #[arg(conflicts_with = "tier")]
    pub(crate) hardest: usize,
    /// Take at most this much memory, such as `512MiB`; most of what is free if left out
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub(crate) memory: Option<u64>,
    /// Where a table lies that does not fit into that memory: in parts, in this folder, on a disk
    /// with room for it several times over
    #[arg(long, value_name = "FOLDER", conflicts_with = "gpu")]
    pub(crate) scratch: Option<PathBuf>,
    /// Give up beyond this number of positions
    #[arg(long, value_name = "NUMBER")]
    pub(crate) limit_states: Option<u64>,
}

impl ProblemArgs {
    /// What solving may cost.
    pub(crate) fn limits(&self) -> Limits {
        let defaults = Limits::default();
        Limits {
            memory: self.memory.or(defaults.memory),
            states: self.limit_states,
            threads: thread_count(self.threads),
            scratch: self.scratch.clone(),
        }
    }

    /// What the user decides.
    pub(crate) fn choices(&self) -> Choices {
        Choices {
            execution: self.on.execution(),
            family: self.plan.family,
            bits: self.plan.bits,
            symmetry: self.symmetry.into(),
            word_parallel: !self.no_word_parallel,
            gpu: self.gpu,
            workgroup: self.workgroup,
            device_memory: self.memory,
        }
    }
}

/// Whether only one of symmetric positions is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    /// If that is expected to be faster
    Auto,
    /// If there are symmetries
    On,
    /// No
    Off,
}

impl From<Symmetry> for gdl_solver::Symmetry {
    fn from(symmetry: Symmetry) -> Self {
        match symmetry {
            Symmetry::Auto => gdl_solver::Symmetry::Auto,
            Symmetry::On => gdl_solver::Symmetry::On,
            Symmetry::Off => gdl_solver::Symmetry::Off,
        }
    }
}

/// What runs the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Runs {
    /// Whatever is fastest
    Auto,
    /// The reference interpreter
    #[value(alias = "interp")]
    Interpreter,
    /// Code for this game, compiled by the Rust compiler of this machine
    #[value(alias = "native")]
    Compiled,
    /// Tables of operations that move up to 512 positions at once
    WordParallel,
    /// A graphics processor
    Gpu,
}

impl Runs {
    fn execution(self) -> Option<Execution> {
        match self {
            Runs::Auto => None,
            Runs::Interpreter => Some(Execution::Interpreter),
            Runs::Compiled => Some(Execution::Compiled),
            Runs::WordParallel => Some(Execution::WordParallel),
            Runs::Gpu => Some(Execution::Gpu),
        }
    }
}
