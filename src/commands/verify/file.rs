//! What `gamec verify` has found in a database: for people, as JSON, and as an exit code.

use crate::failure::Failure;
use crate::json;
use gdl::words::bytes_text;
use gdl_solver::VerifiedDatabase;
use gdl_solver::database::Opened;
use gdl_solver::text::{counted, grouped};
use serde::Serialize;
use std::path::Path;

/// The contract's value, described in `docs/json.md`.
#[derive(Debug, Serialize)]
pub(super) struct Findings<'a> {
    file: String,
    game: &'a str,
    params: serde_json::Map<String, serde_json::Value>,
    bytes: u64,
    #[serde(flatten)]
    found: &'a VerifiedDatabase,
}

/// Puts what was found into JSON.
pub(super) fn json<'a>(
    path: &Path,
    opened: &'a Opened,
    found: &'a VerifiedDatabase,
) -> Findings<'a> {
    Findings {
        file: path.display().to_string(),
        game: &opened.model.title,
        params: json::params(&opened.model),
        bytes: opened.reader.bytes(),
        found,
    }
}

/// Puts what was found into words.
pub(super) fn text(path: &Path, opened: &Opened, found: &VerifiedDatabase) -> String {
    let mut text = format!(
        "{}: {}\n{} ({}): all as they were written\n",
        path.display(),
        opened.model.title,
        counted(found.blocks, "block"),
        bytes_text(opened.reader.bytes())
    );
    let wrong = match found.wrong {
        0 => "all right".to_owned(),
        wrong => format!("{} wrong", grouped(wrong)),
    };
    if let Some(checked) = found.checked {
        let checked = counted(checked, "position");
        text.push_str(&format!("{checked} against their moves: {wrong}\n"));
    }
    if let Some(samples) = found.samples {
        let samples = counted(samples, "sample");
        text.push_str(&format!("{samples} by the interpreter: {wrong}\n"));
    }
    text
}

/// Fails if something is wrong.
pub(super) fn verdict(found: &VerifiedDatabase) -> Result<(), Failure> {
    match (found.wrong, &found.first_wrong) {
        (0, _) => Ok(()),
        (wrong, first) => {
            let first = first.as_deref().unwrap_or("not known");
            Err(Failure::input(format!("{} wrong; the first: {first}", counted(wrong, "value"))))
        }
    }
}
