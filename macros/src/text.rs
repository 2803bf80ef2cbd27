//! The text of a game: in a file, or in the program itself.
//!
//! Messages about a file name it as the program does. Messages about a text in the program name
//! the lines of the program: such a text is compiled with as many empty lines before it as the
//! program has, so that line 40 of what is compiled is line 40 of the file.

use gdl_lang::{MAX_SOURCE_BYTES, Source};
use std::path::{Path, PathBuf};
use std::{env, fs, io};
use syn::{Error, LitStr, Result};

/// A game in a file.
#[derive(Debug)]
pub(crate) struct File {
    /// Its text, under the name that the program gives it.
    pub(crate) source: Source,
    /// Where it is.
    pub(crate) path: PathBuf,
}

/// Where a path that stands in a program leads: from the folder of the crate that is being
/// compiled.
pub(crate) fn from_crate(path: &str) -> PathBuf {
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    Path::new(&folder).join(path)
}

/// Reads the game that the program names.
pub(crate) fn file(name: &LitStr) -> Result<File> {
    let path = from_crate(&name.value());
    let text = fs::read_to_string(&path).map_err(|error| unreadable(name, &error))?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    checked_size(name, &text)?;
    Ok(File { source: Source::new(name.value(), text), path })
}

/// The game that is written in the program.
pub(crate) fn inline(literal: &LitStr) -> Result<Source> {
    let text = literal.value();
    let span = literal.span().unwrap();
    // Escapes make lines that the program does not have; some tools do not tell where a token
    // stands.
    let has_the_lines_of_the_program = literal.token().to_string().contains(text.as_str());
    let (name, before) = match span.file() {
        file if has_the_lines_of_the_program && !file.is_empty() => {
            let column = span.column() + literal.token().to_string().find('"').unwrap_or(0);
            (file, "\n".repeat(span.line() - 1) + &" ".repeat(column))
        }
        _ => ("gdl!".to_owned(), String::new()),
    };
    let text = before + &text;
    checked_size(literal, &text)?;
    Ok(Source::new(name, text))
}

fn checked_size(literal: &LitStr, text: &str) -> Result<()> {
    if text.len() <= MAX_SOURCE_BYTES {
        return Ok(());
    }
    let message =
        format!("this is too large for a game: at most {MAX_SOURCE_BYTES} bytes are read");
    Err(Error::new(literal.span(), message))
}

fn unreadable(name: &LitStr, error: &io::Error) -> Error {
    let file = name.value();
    let message = match error.kind() {
        io::ErrorKind::NotFound => format!(
            "there is no file `{file}`\n\nhelp: paths begin at the folder that holds Cargo.toml"
        ),
        io::ErrorKind::IsADirectory => format!("`{file}` is a folder, not a game file"),
        io::ErrorKind::InvalidData => format!("`{file}` is not UTF-8 text"),
        _ => format!("cannot read `{file}`: {error}"),
    };
    Error::new(name.span(), message)
}
