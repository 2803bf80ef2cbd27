//! What is asked about a game, what it may cost, and what the user decides.

use crate::machine;
use crate::reporter::Reporter;
use gdl::model::{Goal, State};
use gdl::plan::Family;
use gdl_runtime::interp::{Interp, SolveOptions};
use serde::Serialize;
use std::path::PathBuf;

/// A game, seen from one of its starts, and a question about it.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The game with its start.
    pub interp: &'a Interp<'a>,
    /// What is asked.
    pub question: Question,
}

impl<'a> Problem<'a> {
    /// Makes the question that is asked if nothing is said, which may be changed.
    pub fn new(interp: &'a Interp<'a>) -> Self {
        Problem { interp, question: Question::default() }
    }
}

/// What is asked about a game.
///
/// By default all positions that play reaches from the start: by depth if the game is a puzzle,
/// with their values if it has players.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Where play begins, instead of the start.
    pub from: Option<State>,
    /// All placements with these counts, instead of the positions that play reaches.
    pub tier: Option<Vec<(String, i64)>>,
    /// Whether a shortest solution is wanted even if it takes more memory.
    pub line: bool,
    /// The number of positions wanted that are farthest from the start.
    pub hardest: usize,
    /// Whether the number of positions at each depth is wanted of a game with players, too.
    pub layers: bool,
    /// What is wanted of each position.
    pub wants: Wants,
}

/// What is wanted of each position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wants {
    /// Nothing: the result is about the game as a whole.
    #[default]
    Result,
    /// Its value, also that of a puzzle: the distance to the goal.
    Values,
    /// Whatever a database has of it: its value, or its distance from the start.
    Database,
}

/// What solving may cost, and what the machine has for it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most bytes of memory; none: no limit.
    pub memory: Option<u64>,
    /// The most positions; none: no limit but the interpreter's own.
    pub states: Option<u64>,
    /// The number of threads.
    pub threads: usize,
    /// A folder for tables that do not fit into memory.
    pub scratch: Option<PathBuf>,
}

/// What the user decides instead of the strategy.
#[derive(Clone, Debug)]
pub struct Choices {
    /// What runs the rules; none: whatever is fastest.
    pub execution: Option<Execution>,
    /// The layout.
    pub family: Option<Family>,
    /// The number of bits of an entry.
    pub bits: Option<u64>,
    /// Whether symmetric positions are one.
    pub symmetry: Symmetry,
    /// Whether a search may be word-parallel.
    pub word_parallel: bool,
    /// The graphics processor, by number.
    pub gpu: Option<usize>,
    /// How many positions a graphics processor takes together.
    pub workgroup: Option<u32>,
    /// The most bytes of memory of a graphics processor; none: what it has.
    pub device_memory: Option<u64>,
}

/// What runs the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Execution {
    /// The reference interpreter, with a search of its own or on tables.
    Interpreter,
    /// Code for this game, which looks at one position at a time.
    Compiled,
    /// Tables of operations that move up to 512 positions at once.
    WordParallel,
    /// A graphics processor.
    Gpu,
}

impl Execution {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Execution::Interpreter => "interpreter",
            Execution::Compiled => "compiled",
            Execution::WordParallel => "word-parallel",
            Execution::Gpu => "gpu",
        }
    }
}

/// Whether only one of symmetric positions is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// If that is expected to be faster.
    Auto,
    /// If there are symmetries.
    On,
    /// Never.
    Off,
}

impl Default for Limits {
    /// Most of the memory that is free now, and a thread for each processor.
    fn default() -> Self {
        Limits {
            memory: machine::free_bytes(),
            states: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            scratch: None,
        }
    }
}

impl Default for Choices {
    /// Decides nothing.
    fn default() -> Self {
        Choices {
            execution: None,
            family: None,
            bits: None,
            symmetry: Symmetry::Auto,
            word_parallel: true,
            gpu: None,
            workgroup: None,
            device_memory: None,
        }
    }
}

impl Choices {
    /// Returns whether layout or bits are decided.
    pub(crate) fn decide_table(&self) -> bool {
        self.family.is_some() || self.bits.is_some()
    }
}

/// Everything that is known when a game is to be solved.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) interp: &'a Interp<'a>,
    pub(crate) question: &'a Question,
    pub(crate) limits: &'a Limits,
    pub(crate) choices: &'a Choices,
    pub(crate) reporter: &'a dyn Reporter,
}

impl<'a> Job<'a> {
    pub(crate) fn new(
        problem: &'a Problem<'a>,
        limits: &'a Limits,
        choices: &'a Choices,
        reporter: &'a dyn Reporter,
    ) -> Self {
        Job { interp: problem.interp, question: &problem.question, limits, choices, reporter }
    }

    /// Returns where play begins.
    pub(crate) fn from(&self) -> State {
        self.question.from.clone().unwrap_or_else(|| self.interp.start())
    }

    /// Returns whether values are asked for: those of a game with players or of a tier, or those
    /// of a puzzle if they are wanted.
    pub(crate) fn asks_for_values(&self) -> bool {
        let Question { tier, wants, .. } = self.question;
        !self.interp.model().players.is_empty() || tier.is_some() || *wants == Wants::Values
    }

    /// Returns whether the distances from the start say all that a database should: where the
    /// goal is the start, or where there is none.
    pub(crate) fn asks_for_distances(&self) -> bool {
        let Question { from, tier, wants, .. } = self.question;
        let model = self.interp.model();
        *wants == Wants::Database
            && model.players.is_empty()
            && from.is_none()
            && tier.is_none()
            && matches!(model.goal, None | Some(Goal::Start))
    }

    /// Returns the question and the limits as the interpreter's own search takes them.
    pub(crate) fn interpreter_options(&self) -> SolveOptions {
        let Question { from, tier, hardest, .. } = self.question.clone();
        let defaults = SolveOptions::default();
        SolveOptions {
            from,
            tier,
            state_limit: self.limits.states.unwrap_or(defaults.state_limit),
            memory_limit: self.limits.memory,
            hardest,
        }
    }
}
