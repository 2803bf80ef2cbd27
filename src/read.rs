//! Reading game files. Every way in which a path can be wrong has a message of its own.

use crate::failure::Failure;
use gdl::{MAX_SOURCE_BYTES, Source};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The path that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Whether the path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Reads a game file, or standard input if the path is `-`.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    if is_standard_input(path) {
        let bytes = read_limited(io::stdin().lock())
            .map_err(|error| Failure::machine(format!("cannot read standard input: {error}")))?;
        return to_source("<stdin>", bytes);
    }
    let name = path.display().to_string();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::input(format!("there is no file `{name}`")),
        io::ErrorKind::IsADirectory => is_a_folder(&name),
        io::ErrorKind::NotADirectory => {
            Failure::input(format!("there is no file `{name}`: a part of its path is not a folder"))
        }
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename => {
            Failure::input(format!("`{name}` cannot be the name of a file"))
        }
        _ => Failure::machine(format!("cannot read `{name}`: {error}")),
    };
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(is_a_folder(&name));
    }
    let bytes = read_limited(file).map_err(failed)?;
    to_source(&name, bytes)
}

fn is_a_folder(name: &str) -> Failure {
    Failure::input_with_help(
        format!("`{name}` is a folder, not a game file"),
        "name the file in it, such as `games/frogs.gdl`",
    )
}

/// Reads at most one byte more than allowed.
fn read_limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let limit = u64::try_from(MAX_SOURCE_BYTES).map_or(u64::MAX, |limit| limit + 1);
    let mut bytes = Vec::new();
    reader.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn to_source(name: &str, bytes: Vec<u8>) -> Result<Source, Failure> {
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(Failure::input(format!(
            "`{name}` is too large for a game: at most {MAX_SOURCE_BYTES} bytes are read"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = format!("`{name}` is not UTF-8 text: the byte at offset {good} (line {line}) belongs to no character");
        Failure::input_with_help(message, "save the file as UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Failure::input_with_help(
            format!("`{name}` is empty"),
            "`gamec new NAME` writes a game to start from",
        ));
    }
    Ok(Source::new(name, text))
}
