//! What is wrong with a database, for users.

use crate::failure::Failure;
use gdl_runtime::database::DatabaseError;

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
