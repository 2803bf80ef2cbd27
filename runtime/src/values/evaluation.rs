//! What is claimed about a position: by a table in memory, a file, a program.

use super::coding::{Coding, Decided};
#[cfg(feature = "interp")]
use gdl::model::State;
use std::fmt;

/// The outcome of a game for the player to move, if both play as well as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// She can win; a puzzle can be solved.
    Win,
    /// She cannot help losing.
    Loss,
    /// Neither.
    Draw,
    /// The number of points that she gets from here on, less those of the other player.
    Margin(i64),
}

/// The value of a position: its outcome, and how far away that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The number of plies after which a win or loss is over, wins as short and losses as long as
    /// possible; none if it is not known.
    pub plies: Option<u32>,
}

/// Somebody who knows values.
#[cfg(feature = "interp")]
pub trait Claims {
    /// Returns the value of a position for the player to move; none if there is none.
    fn value(&self, state: &State) -> Option<Evaluation>;
}

impl Evaluation {
    /// Returns a value without plies.
    pub fn new(outcome: Outcome) -> Self {
        Evaluation { outcome, plies: None }
    }

    /// Returns a win or loss after a number of plies.
    pub fn after(outcome: Outcome, plies: u32) -> Self {
        Evaluation { outcome, plies: Some(plies) }
    }

    /// Returns what a [number that is kept](super::Keeper) says, of an entry of `bits` bits; none
    /// if there is no position, or none that can be reached.
    pub fn of_number(number: u32, bits: u32, by_score: bool) -> Option<Self> {
        if number == 0 {
            return None;
        }
        if by_score {
            return Some(Evaluation::new(Outcome::Margin(i64::from(number) - (1 << 15))));
        }
        let known = |outcome, plies| Evaluation { outcome, plies: (bits > 2).then_some(plies) };
        Some(match Coding::new(bits).read(u64::from(number)) {
            Decided::Won(plies) => known(Outcome::Win, plies),
            Decided::Lost(plies) => known(Outcome::Loss, plies),
            Decided::Neither => Evaluation::new(Outcome::Draw),
        })
    }

    /// Whether both can be true: what is not known is not compared.
    pub fn agrees_with(&self, other: &Evaluation) -> bool {
        let plies = self.plies.zip(other.plies);
        self.outcome == other.outcome && plies.is_none_or(|(own, other)| own == other)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win => f.write_str("win"),
            Outcome::Loss => f.write_str("loss"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Margin(0) => f.write_str("0"),
            Outcome::Margin(margin) => write!(f, "{margin:+}"),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Outcome::Win => f.write_str("won")?,
            Outcome::Loss => f.write_str("lost")?,
            Outcome::Draw => f.write_str("drawn")?,
            margin @ Outcome::Margin(_) => margin.fmt(f)?,
        }
        match self.plies {
            Some(1) => f.write_str(" in 1 ply"),
            Some(plies) => write!(f, " in {plies} plies"),
            None => Ok(()),
        }
    }
}
