//! Databases: what was found about a game, in a file that can be asked.
//!
//! The file itself is made and read by [`gdl_runtime::database`], which knows nothing of games.
//! Here its tables get their meaning: an [`About`] in it says which game it is, with its whole
//! text, what the tables hold and how positions are numbered; [`Opened`] is a file whose game is
//! understood, [`Oracle`] answers questions about positions, and a `Checkpoint` is the folder of a
//! search that is not done.

use crate::error::Error;
use gdl_runtime::database::{DatabaseError, Reader};
use std::path::Path;

mod about;
mod checkpoint;
mod failure;
mod finished;
mod label;
mod opened;
mod oracle;
mod places;
mod written;

pub use about::{About, TableAbout};
pub(crate) use checkpoint::Checkpoint;
pub use failure::failure;
pub use finished::Finished;
pub use label::{Holds, Label};
pub use opened::Opened;
pub use oracle::Oracle;
pub use places::{Place, Places};
pub(crate) use written::{Distances, ReadDistances, write_distances, write_values};

/// The program that makes databases, with its version.
pub fn made_by() -> String {
    concat!("gamec ", env!("CARGO_PKG_VERSION")).to_owned()
}

/// Something that is said about a file, as JSON.
fn to_text(about: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(about)
        .map_err(|error| Error::machine(format!("cannot write JSON: {error}")))
}

/// Whether a file is a database, perhaps a damaged one, rather than the text of a game.
pub fn is_database(path: &Path) -> bool {
    let other = |error| {
        matches!(
            error,
            DatabaseError::Missing { .. }
                | DatabaseError::NotADatabase { .. }
                | DatabaseError::Io { .. }
        )
    };
    Reader::open(path).map_or_else(|error| !other(error), |_| true)
}
