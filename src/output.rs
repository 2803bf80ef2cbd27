//! Writing results to standard output.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a result. A reader that went away is not an error.
pub(crate) fn write(text: &str) -> Result<(), Failure> {
    match write_more(text) {
        Err(Failure::Unread) => Ok(()),
        written => written,
    }
}

/// Writes a part of a result to which more will come. [`Failure::Unread`] if there is nobody for
/// whom to go on.
pub(crate) fn write_more(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::machine(format!("cannot write to standard output: {error}")),
        }
    })
}

/// Writes a result as JSON.
pub(crate) fn write_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut text = to_json(value)?;
    text.push('\n');
    write(&text)
}

/// A value as JSON over several lines.
pub(crate) fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map_err(|error| Failure::machine(format!("cannot write JSON: {error}")))
}
