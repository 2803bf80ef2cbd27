//! What is claimed about a position, whoever claims it: a table in memory, a file, a program.

use gdl::model::State;
use std::fmt;

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// She can win; a puzzle can be solved.
    Won,
    /// She cannot help losing.
    Lost,
    /// Neither.
    Drawn,
    /// So many points more than the other player from here on.
    Margin(i64),
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// What it is worth.
    pub worth: Worth,
    /// After how many plies a win or loss is over, wins as short and losses as long as possible; none if that is not known.
    pub plies: Option<u32>,
}

/// Somebody who knows values.
pub trait Claims {
    /// The value of a position for the player to move; none if there is none.
    fn value(&self, state: &State) -> Option<Known>;
}

impl Known {
    /// A value without plies.
    pub fn new(worth: Worth) -> Self {
        Known { worth, plies: None }
    }

    /// A win or loss with so many plies.
    pub fn after(worth: Worth, plies: u32) -> Self {
        Known { worth, plies: Some(plies) }
    }

    /// Whether both can be true: what is not known is not compared.
    pub fn agrees_with(&self, other: &Known) -> bool {
        let plies = self.plies.zip(other.plies);
        self.worth == other.worth && plies.is_none_or(|(own, other)| own == other)
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.worth {
            Worth::Won => f.write_str("won")?,
            Worth::Lost => f.write_str("lost")?,
            Worth::Drawn => f.write_str("drawn")?,
            Worth::Margin(0) => f.write_str("0")?,
            Worth::Margin(margin) => write!(f, "{margin:+}")?,
        }
        match self.plies {
            Some(1) => f.write_str(" in 1 ply"),
            Some(plies) => write!(f, " in {plies} plies"),
            None => Ok(()),
        }
    }
}
