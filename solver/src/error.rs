//! What can go wrong, as a line for the user and perhaps advice.

use gdl_runtime::SolveError;
use gdl_runtime::native::{Distrust, NativeError};
use std::fmt;

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub enum Error {
    /// The user asks for something that is wrong or impossible.
    Input(Message),
    /// The machine is at fault: files, memory, a device.
    Machine(Message),
    /// The user wanted it to stop. Has the layers that were finished by then.
    Interrupted(Message, Vec<u64>),
}

/// A line about what is wrong, and perhaps one about what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What is wrong.
    pub text: String,
    /// What to do.
    pub help: Option<String>,
}

/// Advice for a mistake of gamec's own.
pub(crate) const REPORT_IT: &str =
    "this is a mistake of gamec: please report it with the game; `--on interp` does without it";

impl Error {
    /// Makes an error about a wrong input.
    pub fn input(text: impl Into<String>) -> Self {
        Error::Input(Message::new(text))
    }

    /// Makes an error about a wrong input, with advice.
    pub fn input_with_help(text: impl Into<String>, help: impl Into<String>) -> Self {
        Error::Input(Message::with_help(text, help))
    }

    /// Makes an error about the machine.
    pub fn machine(text: impl Into<String>) -> Self {
        Error::Machine(Message::new(text))
    }

    /// Makes an error about the machine, with advice.
    pub fn machine_with_help(text: impl Into<String>, help: impl Into<String>) -> Self {
        Error::Machine(Message::with_help(text, help))
    }

    /// Adds advice.
    pub fn and_help(self, more: &str) -> Self {
        match self {
            Error::Input(message) => Error::Input(message.and_help(more)),
            Error::Machine(message) => Error::Machine(message.and_help(more)),
            Error::Interrupted(message, layers) => {
                Error::Interrupted(message.and_help(more), layers)
            }
        }
    }

    /// Returns what is wrong.
    pub fn message(&self) -> &Message {
        match self {
            Error::Input(message) | Error::Machine(message) | Error::Interrupted(message, _) => {
                message
            }
        }
    }
}

impl Message {
    /// Makes a message without advice.
    pub fn new(text: impl Into<String>) -> Self {
        Message { text: text.into(), help: None }
    }

    /// Makes a message with advice.
    pub fn with_help(text: impl Into<String>, help: impl Into<String>) -> Self {
        Message { text: text.into(), help: Some(help.into()) }
    }

    /// Says why there are no graphics processors.
    #[cfg(not(feature = "gpu"))]
    pub fn without_gpu() -> Self {
        Message::with_help(
            "this gamec was built without support for graphics processors",
            "build it with `cargo build --release --features gpu`",
        )
    }

    /// Adds advice.
    pub fn and_help(self, more: &str) -> Self {
        let help = match self.help {
            Some(help) => format!("{help}; {more}"),
            None => more.to_owned(),
        };
        Message { help: Some(help), ..self }
    }

    /// Returns all of it where there is one line for it.
    pub fn on_one_line(&self) -> String {
        match &self.help {
            Some(help) => format!("{} ({help})", self.text),
            None => self.text.clone(),
        }
    }

    /// Returns the first line of what is wrong.
    pub fn first_line(&self) -> &str {
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Error {}

impl From<NativeError> for Message {
    fn from(error: NativeError) -> Self {
        let help = match &error {
            NativeError::NoCompiler { .. } | NativeError::OldCompiler { .. } => Some(
                "the variable RUSTC names another compiler; https://rustup.rs has one".to_owned(),
            ),
            NativeError::Cache { .. } => {
                Some("the variable GAMEC_CACHE names another folder".to_owned())
            }
            NativeError::Untrusted { path, reason: Distrust::Writable } => {
                let path = path.display();
                Some(format!(
                    "`chmod go-w {path}`, or let the variable GAMEC_CACHE name another folder"
                ))
            }
            NativeError::Untrusted { .. } => Some(
                "the variable GAMEC_CACHE names another folder, which must be your own".to_owned(),
            ),
            NativeError::NotCompiled { .. }
            | NativeError::NotLoaded { .. }
            | NativeError::WrongLibrary
            | NativeError::WrongTables => None,
        };
        Message { text: error.to_string(), help }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::TierLabel { ref label, ref known } => {
                match gdl::words::nearest(label, known.iter().map(String::as_str)) {
                    Some(near) => {
                        Error::input_with_help(error.to_string(), format!("did you mean `{near}`?"))
                    }
                    None => Error::input(error.to_string()),
                }
            }
            SolveError::TierCount { .. }
            | SolveError::TierEndless { .. }
            | SolveError::CountOverflow { .. } => Error::input(error.to_string()),
            SolveError::StateLimit { .. } => {
                Error::machine_with_help(error.to_string(), "`--limit-states` sets the limit")
            }
            SolveError::MemoryLimit { .. } => Error::machine_with_help(
                error.to_string(),
                "without `--memory` it is most of the memory that was free; try a smaller game or tier",
            ),
            SolveError::Device { message } if message.contains('\n') => Error::machine(message),
            SolveError::Device { message } => Error::machine_with_help(
                message,
                "with `--on auto --gpu NUMBER` the search falls back to the CPU",
            ),
            SolveError::Storage { .. }
            | SolveError::TableMemory { .. }
            | SolveError::Threads { .. }
            | SolveError::WrongPhase { .. }
            | SolveError::NoPredecessors
            | SolveError::NoLayers => Error::machine(error.to_string()),
            SolveError::Disagreement { .. } => {
                Error::machine_with_help(error.to_string(), REPORT_IT)
            }
            SolveError::Cancelled { ref layers, .. } => {
                Error::Interrupted(Message::new(error.to_string()), layers.clone())
            }
        }
    }
}
