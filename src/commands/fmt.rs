//! `gamec fmt`: games in the canonical layout.
//!
//! A file is replaced by renaming a finished temporary file over it, so that it is never seen half
//! written.

use crate::args::FmtArgs;
use crate::failure::Failure;
use crate::{output, read, report};
use gdl::MAX_SOURCE_BYTES;
use gdl_runtime::disk::{Existing, Temporary};
use gdl_solver::environment;
use serde::Serialize;
use std::fs;
use std::io;
use std::path::Path;

/// Formats every file. One that cannot be parsed is left alone and reported.
pub(crate) fn run(args: &FmtArgs) -> Result<(), Failure> {
    let mut worst = None;
    let mut reports = Vec::new();
    let mut text = String::new();
    for file in &args.files {
        let name = file.display().to_string();
        let mut changed = None;
        let failure = match format(file, args.check) {
            Ok(Outcome::Text(formatted)) => {
                text.push_str(&formatted);
                None
            }
            Ok(Outcome::Same) => {
                changed = Some(false);
                None
            }
            Ok(Outcome::Changed) => {
                changed = Some(true);
                args.check.then(|| not_canonical(&name))
            }
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            report::failure(&failure, args.json);
            failure.keep_worst(&mut worst);
        }
        reports.push(FileReport { file: name, changed });
    }
    if args.json {
        output::write_json(&reports)?;
    } else if worst.is_none() {
        output::write(&text)?;
    }
    worst.map_or(Ok(()), Err)
}

/// What is reported about one file.
#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    /// Whether its layout would be changed; none if it could not be read or parsed.
    changed: Option<bool>,
}

enum Outcome {
    /// It was in the canonical layout.
    Same,
    /// It was not.
    Changed,
    /// It came from standard input; this is the new text.
    Text(String),
}

fn not_canonical(name: &str) -> Failure {
    let message = format!("`{name}` is not in the canonical layout");
    Failure::input_with_help(message, format!("run  gamec fmt {name}"))
}

fn format(file: &Path, check: bool) -> Result<Outcome, Failure> {
    let source = read::read(file)?;
    let ast =
        gdl::parse(&source).map_err(|diagnostics| Failure::Game(source.clone(), diagnostics))?;
    let formatted = gdl::print(&ast);
    if formatted.len() > MAX_SOURCE_BYTES {
        let message = format!("`{}` would be too large in the canonical layout", source.name());
        return Err(Failure::input_with_help(
            message,
            format!("at most {MAX_SOURCE_BYTES} bytes are read"),
        ));
    }
    if read::is_standard_input(file) && !check {
        return Ok(Outcome::Text(formatted));
    }
    if formatted == source.text() {
        return Ok(Outcome::Same);
    }
    if !check {
        replace(file, &formatted).map_err(|error| {
            Failure::machine(format!("cannot write `{}`: {error}", file.display()))
        })?;
    }
    Ok(Outcome::Changed)
}

/// Replaces the contents of a file at once, keeping its permissions. Links are followed.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let target = fs::canonicalize(file)?;
    let permissions = fs::metadata(&target)?.permissions();
    let new = Temporary::create(&environment::disk(), &target)?;
    new.write_at(text.as_bytes(), 0)?;
    new.set_permissions(permissions)?;
    new.publish(Existing::Replace)
}
