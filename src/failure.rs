//! Why a command stopped, and the exit code that says so.

use crate::interrupt;
use gdl::{Diagnostics, Source};
use std::fmt;

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
    /// The same for the machine.
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

    /// A fault of the machine, and what to do about it.
    pub(crate) fn machine_with_help(text: impl Into<String>, help: impl Into<String>) -> Self {
        Failure::Machine(Message { text: text.into(), help: Some(help.into()) })
    }

    /// The same with something else to do about it.
    pub(crate) fn and_help(self, more: &str) -> Self {
        match self {
            Failure::Input(message) => Failure::Input(message.and_help(more)),
            Failure::Machine(message) => Failure::Machine(message.and_help(more)),
            Failure::Interrupted(message) => Failure::Interrupted(message.and_help(more)),
            Failure::Game(..) | Failure::Unread | Failure::Reported | Failure::ReportedMachine => {
                self
            }
        }
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

/// A line about what is wrong and perhaps one about what to do.
#[derive(Debug)]
pub(crate) struct Message {
    /// What is wrong.
    pub(crate) text: String,
    /// What to do.
    pub(crate) help: Option<String>,
}

impl Message {
    /// The same with something else to do about it.
    pub(crate) fn and_help(self, more: &str) -> Self {
        let help = match self.help {
            Some(help) => format!("{help}; {more}"),
            None => more.to_owned(),
        };
        Message { help: Some(help), ..self }
    }

    /// All of it, where there is one line for it.
    pub(crate) fn on_one_line(&self) -> String {
        match &self.help {
            Some(help) => format!("{} ({help})", self.text),
            None => self.text.clone(),
        }
    }

    /// The first line of what is wrong.
    pub(crate) fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.help {
            Some(help) => write!(f, "\n  = help: {help}"),
            None => Ok(()),
        }
    }
}
