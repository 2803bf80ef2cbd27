//! Why a command stopped, and the exit code that says so.

use crate::interrupt;
use gdl::{Diagnostics, Source};
pub(crate) use gdl_solver::Message;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The game is wrong: the messages about it.
    Game(Source, Diagnostics),
    /// Something else the user gave is wrong.
    Input(Message),
    /// The machine is at fault: input and output, memory.
    Machine(Message),
    /// The user wanted it to stop.
    Interrupted(Message),
    /// Nobody reads the results any more, so there is nothing to go on for.
    Unread,
    /// The input is wrong, and this has been said already.
    Reported,
    /// The machine is at fault, and this has been said already.
    ReportedMachine,
}

impl Failure {
    /// A wrong input.
    pub(crate) fn input(text: impl Into<String>) -> Self {
        Failure::Input(Message { text: text.into(), help: None })
    }

    /// A wrong input, and what to do about it.
    pub(crate) fn input_with_help(text: impl Into<String>, help: impl Into<String>) -> Self {
        Failure::Input(Message { text: text.into(), help: Some(help.into()) })
    }

    /// A fault of the machine.
    pub(crate) fn machine(text: impl Into<String>) -> Self {
        Failure::Machine(Message { text: text.into(), help: None })
    }

    /// What the process exits with.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Game(..) | Failure::Input(_) | Failure::Reported => 1,
            Failure::Machine(_) | Failure::ReportedMachine => 2,
            Failure::Interrupted(_) => interrupt::exit_code(),
            Failure::Unread => 0,
        }
    }

    /// Remembers a failure that has been shown, unless a worse one came before it.
    pub(crate) fn keep_worst(&self, worst: &mut Option<Failure>) {
        if worst.as_ref().is_none_or(|worst| worst.exit_code() < self.exit_code()) {
            *worst = Some(match self.exit_code() {
                2 => Failure::ReportedMachine,
                _ => Failure::Reported,
            });
        }
    }
}

impl From<gdl_solver::Error> for Failure {
    fn from(error: gdl_solver::Error) -> Self {
        match error {
            gdl_solver::Error::Input(message) => Failure::Input(message),
            gdl_solver::Error::Machine(message) => Failure::Machine(message),
            gdl_solver::Error::Interrupted(message, _) => Failure::Interrupted(message),
        }
    }
}
