//! Why a game is not searched on tables.

use crate::failure::Message;
use gdl_runtime::SolveError;
use std::fmt;

/// Why a game is not searched on tables.
#[derive(Debug)]
pub(in crate::commands) enum Refusal {
    /// It would not be worth it.
    NotNeeded,
    /// Its table does not fit into memory.
    TooLarge(Message),
    /// Tables cannot do this.
    Impossible(Message),
    /// The machine is at fault.
    Failed(Message),
    /// The code or the layout is wrong.
    Disagrees(Message),
}

impl Refusal {
    /// Why, in a line; none if it would not be worth it.
    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Refusal::NotNeeded => None,
            Refusal::TooLarge(message)
            | Refusal::Impossible(message)
            | Refusal::Failed(message)
            | Refusal::Disagrees(message) => Some(message.first_line()),
        }
    }
}

/// What to do about a mistake of gamec.
pub(super) const REPORT_IT: &str =
    "this is a mistake of gamec: please report it with the game; `--on interp` does without it";

/// What a check has found is wrong.
pub(super) fn disagrees(error: SolveError) -> Refusal {
    Refusal::Disagrees(Message { text: error.to_string(), help: Some(REPORT_IT.to_owned()) })
}

/// It cannot be done, for this reason.
pub(super) fn impossible(reason: &impl fmt::Display) -> Refusal {
    Refusal::Impossible(Message { text: reason.to_string(), help: None })
}
