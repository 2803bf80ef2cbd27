//! Why a search has no result.

use std::error::Error;
use std::fmt;

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// There are more states than allowed.
    StateLimit {
        /// The largest number allowed.
        limit: u64,
    },
    /// The search needs more memory than allowed.
    MemoryLimit {
        /// The largest number of bytes allowed.
        limit: u64,
    },
    /// A table takes more memory than allowed, or than there is.
    TableMemory {
        /// How many bytes it takes.
        needed: u64,
        /// The largest number of bytes allowed; none if the system refused.
        limit: Option<u64>,
    },
    /// The positions do not tell how many moves were made, as the engine expects of them.
    WrongPhase {
        /// The depth of the layer in which that shows.
        depth: usize,
    },
    /// The rules do not know the positions before a position.
    NoPredecessors,
    /// The engine has no distances, so there is no nearest goal.
    NoLayers,
    /// The system does not give this number of threads.
    Threads {
        /// How many were asked for; 0 for one for each processor.
        threads: usize,
    },
    /// A device has no result.
    Device {
        /// Why.
        message: String,
    },
    /// A file or folder could not be read or written.
    Storage {
        /// Which one, and why.
        message: String,
    },
    /// The observer asked to stop.
    Cancelled {
        /// How many states were known.
        states: u64,
        /// The layers that were finished.
        layers: Vec<u64>,
    },
    /// A tier is given by something the game does not have.
    TierLabel {
        /// What was given.
        label: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A tier is given by a number that is not possible.
    TierCount {
        /// The piece or counter.
        label: String,
        /// Its number.
        count: i64,
        /// The largest number possible.
        most: i64,
    },
    /// In some position of a tier, a move that settles may never come to rest, or come to rest in
    /// several ways.
    TierEndless {
        /// Which move, and what it may do.
        message: String,
    },
    /// A layout or generated code does not do what the interpreter does: a mistake of gamec.
    Disagreement {
        /// The title of the game.
        game: String,
        /// The name of the layout.
        layout: String,
        /// The position.
        position: String,
        /// What they disagree about.
        what: String,
    },
    /// The number of move sequences does not fit into 64 bits.
    CountOverflow {
        /// The length of the sequences.
        depth: u32,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::StateLimit { limit } => {
                write!(f, "there are more than {limit} positions, the limit")
            }
            SolveError::MemoryLimit { limit } => {
                write!(f, "the search needs more than {limit} bytes, the limit")
            }
            SolveError::TableMemory { needed, limit: Some(limit) } => {
                write!(f, "the table takes {needed} bytes, and the limit is {limit}")
            }
            SolveError::TableMemory { needed, limit: None } => {
                write!(f, "the table takes {needed} bytes, and there is not so much memory")
            }
            SolveError::WrongPhase { depth } => {
                write!(f, "the positions after {depth} moves do not tell that number of moves")
            }
            SolveError::Device { message } | SolveError::Storage { message } => {
                f.write_str(message)
            }
            SolveError::NoPredecessors => {
                write!(f, "it is not known which positions come before a position")
            }
            SolveError::NoLayers => {
                write!(f, "without distances there is no nearest goal")
            }
            SolveError::Threads { threads: 0 } => {
                write!(f, "the system does not give a thread for each processor")
            }
            SolveError::Threads { threads } => {
                write!(f, "the system does not give {threads} threads")
            }
            SolveError::Cancelled { states, layers } if layers.is_empty() => {
                write!(f, "stopped early; positions so far: {states}")
            }
            SolveError::Cancelled { states, layers } => {
                write!(
                    f,
                    "stopped early; positions so far: {states}, finished layers: {}",
                    layers.len()
                )
            }
            SolveError::TierLabel { label, known } if known.is_empty() => {
                write!(f, "no piece or counter called `{label}`: the game has none")
            }
            SolveError::TierLabel { label, known } => {
                write!(
                    f,
                    "no piece or counter called `{label}`: a tier is given by {}",
                    known.join(", ")
                )
            }
            SolveError::TierCount { label, count, most } => {
                write!(f, "`{label}` cannot be {count}: there is room for 0 to {most}")
            }
            SolveError::TierEndless { message } => {
                write!(f, "among the placements of this tier, {message}")
            }
            SolveError::Disagreement { game, layout, position, what } => write!(
                f,
                "the layout `{layout}` of \"{game}\" and the interpreter disagree about {what}: {position}"
            ),
            SolveError::CountOverflow { depth } => {
                write!(
                    f,
                    "the number of move sequences of length {depth} does not fit into 64 bits"
                )
            }
        }
    }
}

impl Error for SolveError {}
