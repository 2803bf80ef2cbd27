//! What can be wrong with the text of a position.

use std::error::Error;
use std::fmt;

/// Why a text is not a position of a game. Rows, cells and characters are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is empty.
    Empty,
    /// There are too many or too few rows.
    Rows {
        /// How many the board has.
        expected: usize,
        /// How many the text has.
        found: usize,
    },
    /// A row has too many or too few cells.
    Cells {
        /// The row, from the top.
        row: usize,
        /// How many cells it has on the board.
        expected: usize,
        /// How many it has in the text.
        found: usize,
    },
    /// A word or character stands for no piece.
    Piece {
        /// The word.
        word: String,
        /// The row, from the top.
        row: usize,
        /// The cell in the row, from the left.
        column: usize,
        /// What would be possible.
        known: Vec<String>,
    },
    /// A piece is turned further than it can be.
    Turn {
        /// The piece as written.
        word: String,
        /// The row, from the top.
        row: usize,
        /// The cell in the row, from the left.
        column: usize,
        /// Its number of orientations.
        orientations: u8,
    },
    /// A heap is no number from 0 to 255.
    Heap {
        /// The heap as written.
        word: String,
        /// The row, from the top.
        row: usize,
        /// The cell in the row, from the left.
        column: usize,
    },
    /// A move that settles may never come to rest from there on, or come to rest in several ways.
    Endless {
        /// Which move, and what it may do.
        message: String,
    },
    /// There is no such player.
    Player {
        /// The name.
        word: String,
        /// The players.
        known: Vec<String>,
    },
    /// The player to move is given twice.
    TwoPlayers {
        /// The second name.
        word: String,
    },
    /// There is no such counter.
    Counter {
        /// The name.
        name: String,
        /// The counters.
        known: Vec<String>,
    },
    /// A counter is given twice.
    TwoCounters {
        /// The name.
        name: String,
    },
    /// A counter has too many or too few values.
    CounterValues {
        /// The name.
        name: String,
        /// How many it has in the game.
        expected: usize,
        /// How many it has in the text.
        found: usize,
    },
    /// A value of a counter is no number from 0 to 255.
    CounterRange {
        /// The name.
        name: String,
        /// The value as written.
        word: String,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the position is empty"),
            Self::Rows { expected, found } => {
                write!(
                    f,
                    "the board has {}, but the position has {found}: rows are separated by `/`",
                    number(*expected, "row")
                )
            }
            Self::Cells { row, expected, found } => {
                write!(
                    f,
                    "row {row} has {}, but the position has {found} there",
                    number(*expected, "cell")
                )
            }
            Self::Piece { word, row, column, known } => {
                write!(f, "`{word}` in row {row}, cell {column} is no piece: use {}", list(known))
            }
            Self::Turn { word, row, column, orientations } => write!(
                f,
                "`{word}` in row {row}, cell {column} is turned too far: the piece has {}",
                number(usize::from(*orientations), "orientation")
            ),
            Self::Heap { word, row, column } => {
                write!(f, "`{word}` in row {row}, cell {column} is no number from 0 to 255")
            }
            Self::Endless { message } => write!(f, "from this position on, {message}"),
            Self::Player { word, known } if known.is_empty() => {
                write!(f, "did not expect `{word}` after the cells: the game has no players")
            }
            Self::Player { word, known } => {
                write!(f, "no player called `{word}`: players are {}", list(known))
            }
            Self::TwoPlayers { word } => {
                write!(f, "did not expect `{word}`: the player to move is already given")
            }
            Self::Counter { name, known } if known.is_empty() => {
                write!(f, "no counter called `{name}`: the game has no counters")
            }
            Self::Counter { name, known } => {
                write!(f, "no counter called `{name}`: counters are {}", list(known))
            }
            Self::TwoCounters { name } => write!(f, "counter `{name}` is given twice"),
            Self::CounterValues { name, expected, found } => {
                write!(
                    f,
                    "counter `{name}` has {}, but the position has {found}",
                    number(*expected, "value")
                )
            }
            Self::CounterRange { name, word } => {
                write!(
                    f,
                    "`{word}` is no value for counter `{name}`: it must be a number from 0 to 255"
                )
            }
        }
    }
}

impl Error for PositionError {}

fn number(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

fn list(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}
