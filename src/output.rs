//! Writing results to standard output.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a result. A reader that went away is not an error.
pub(crate) fn write(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::machine(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
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
