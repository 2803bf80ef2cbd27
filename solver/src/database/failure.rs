//! What is wrong with a database, for users.

use crate::error::Error;
use gdl_runtime::database::DatabaseError;
use gdl_runtime::disk::FolderError;
use std::path::Path;

/// The failure that an error of a database is.
pub fn failure(error: DatabaseError) -> Error {
    let text = error.to_string();
    match error {
        DatabaseError::Missing { .. } => {
            Error::input_with_help(text, "`gamec solve GAME.gdl -o FILE` makes one")
        }
        DatabaseError::NotADatabase { .. } => {
            Error::input_with_help(text, "`gamec solve GAME.gdl -o FILE` makes one")
        }
        DatabaseError::Newer { .. } => Error::input_with_help(text, "a newer gamec can read it"),
        DatabaseError::Damaged { .. } => Error::input_with_help(
            text,
            "make it again with `gamec solve GAME.gdl -o FILE`, or take a copy of it",
        ),
        DatabaseError::Refused { .. } => Error::input(text),
        DatabaseError::Io { .. } => Error::machine(text),
    }
}

/// The failure that a file of the right form is about something that is of no use here.
pub(super) fn foreign(path: &Path, reason: &str) -> Error {
    Error::input(format!("`{}` cannot be used: {reason}", path.display()))
}

/// The failure that the folder of a search cannot be used.
pub(super) fn folder_failure(error: &FolderError) -> Error {
    let text = error.to_string();
    match error {
        FolderError::InUse { .. } => Error::machine_with_help(
            text,
            "wait until it is done, or give the database another name",
        ),
        FolderError::Foreign { .. } => {
            Error::input_with_help(text, "move that away, or give the database another name")
        }
        FolderError::Io { .. } => Error::machine(text),
    }
}
