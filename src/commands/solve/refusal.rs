//! Why a game is not searched on tables.

use crate::failure::Message;
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
    /// The machine is at fault, or gamec is.
    Failed(Message),
}

impl Refusal {
    /// Why, in a line; none if it would not be worth it.
    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Refusal::NotNeeded => None,
            Refusal::TooLarge(message)
            | Refusal::Impossible(message)
            | Refusal::Failed(message) => Some(message.first_line()),
        }
    }
}

/// It cannot be done, for this reason.
pub(super) fn impossible(reason: &impl fmt::Display) -> Refusal {
    Refusal::Impossible(Message { text: reason.to_string(), help: None })
}
