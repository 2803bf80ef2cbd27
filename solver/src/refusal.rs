//! Why a question is not answered in some way.

use crate::error::{Error, Message, REPORT_IT};
use gdl::words::bytes_text;
use gdl_runtime::SolveError;
use std::fmt;

/// Why a layout that was asked for is of no use.
pub(crate) const NO_START: &str = "this layout does not have the position to begin with";

/// Why a question is not answered in some way.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// Its table does not fit into memory.
    TooLarge(Message),
    /// It cannot be done so.
    Impossible(Message),
    /// The machine is at fault.
    Failed(Message),
    /// The code or the layout is wrong.
    Disagrees(Message),
}

impl Refusal {
    /// Returns why.
    pub(crate) fn message(&self) -> &Message {
        match self {
            Refusal::TooLarge(message)
            | Refusal::Impossible(message)
            | Refusal::Failed(message)
            | Refusal::Disagrees(message) => message,
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Impossible(message) => Error::Input(message),
            Refusal::TooLarge(message) | Refusal::Failed(message) | Refusal::Disagrees(message) => {
                Error::Machine(message)
            }
        }
    }
}

/// Refuses what a check has found to be wrong.
pub(crate) fn disagrees(error: SolveError) -> Refusal {
    Refusal::Disagrees(Message::with_help(error.to_string(), REPORT_IT))
}

/// Refuses what cannot be done.
pub(crate) fn impossible(reason: &impl fmt::Display) -> Refusal {
    Refusal::Impossible(Message::new(reason.to_string()))
}

/// Refuses what takes more memory than there is.
pub(crate) fn too_large(needed: u64, limit: u64) -> Refusal {
    let (needed, limit) = (bytes_text(needed), bytes_text(limit));
    Refusal::TooLarge(Message::with_help(
        format!("the tables take {needed}, and {limit} may be used"),
        "`--scratch FOLDER` lets them lie on disk; `--memory` sets the limit",
    ))
}
