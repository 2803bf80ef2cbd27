//! What is wrong with a database, for users.

use crate::failure::Failure;
use gdl_runtime::database::DatabaseError;
use gdl_runtime::disk::FolderError;
use std::path::Path;

/// The failure that an error of a database is.
pub(crate) fn failure(error: DatabaseError) -> Failure {
    let text = error.to_string();
    match error {
        DatabaseError::Missing { .. } => {
            Failure::input_with_help(text, "`gamec solve GAME.gdl -o FILE` makes one")
        }
        DatabaseError::NotADatabase { .. } => {
            Failure::input_with_help(text, "`gamec solve GAME.gdl -o FILE` makes one")
        }
        DatabaseError::Newer { .. } => Failure::input_with_help(text, "a newer gamec can read it"),
        DatabaseError::Damaged { .. } => Failure::input_with_help(
            text,
            "make it again with `gamec solve GAME.gdl -o FILE`, or take a copy of it",
        ),
        DatabaseError::Refused { .. } => Failure::input(text),
        DatabaseError::Io { .. } => Failure::machine(text),
    }
}

/// The failure that a file of the right form is about something that is of no use here.
pub(super) fn foreign(path: &Path, reason: &str) -> Failure {
    Failure::input(format!("`{}` cannot be used: {reason}", path.display()))
}

/// The failure that the folder of a search cannot be used.
pub(super) fn folder_failure(error: &FolderError) -> Failure {
    let text = error.to_string();
    match error {
        FolderError::InUse { .. } => Failure::machine_with_help(
            text,
            "wait until it is done, or give the database another name",
        ),
        FolderError::Foreign { .. } => {
            Failure::input_with_help(text, "move that away, or give the database another name")
        }
        FolderError::Io { .. } => Failure::machine(text),
    }
}
