//! Why a database cannot be written or read.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a database cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseError {
    /// There is no such file.
    Missing {
        /// Its name.
        path: PathBuf,
    },
    /// The file is something else.
    NotADatabase {
        /// Its name.
        path: PathBuf,
    },
    /// A later version of this program wrote it.
    Newer {
        /// Its name.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
    /// The file is not as it was written.
    Damaged {
        /// Its name.
        path: PathBuf,
        /// What shows it.
        what: String,
    },
    /// The system could not read or write it.
    Io {
        /// Its name.
        path: PathBuf,
        /// What was tried, as a verb.
        doing: &'static str,
        /// What the system says.
        error: String,
    },
    /// What was asked for cannot be done with this database.
    Refused {
        /// Its name.
        path: PathBuf,
        /// Why.
        what: String,
    },
}

impl DatabaseError {
    /// The file it is about.
    pub fn path(&self) -> &Path {
        match self {
            DatabaseError::Missing { path }
            | DatabaseError::NotADatabase { path }
            | DatabaseError::Newer { path, .. }
            | DatabaseError::Damaged { path, .. }
            | DatabaseError::Io { path, .. }
            | DatabaseError::Refused { path, .. } => path,
        }
    }

    /// The system could not do something.
    pub(super) fn io(path: &Path, doing: &'static str, error: &io::Error) -> Self {
        DatabaseError::Io { path: path.to_owned(), doing, error: error.to_string() }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        DatabaseError::Damaged { path: path.to_owned(), what: what.into() }
    }

    pub(super) fn refused(path: &Path, what: impl Into<String>) -> Self {
        DatabaseError::Refused { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path().display();
        match self {
            DatabaseError::Missing { .. } => write!(f, "there is no file `{path}`"),
            DatabaseError::NotADatabase { .. } => {
                write!(f, "`{path}` is not a database: it does not begin like one")
            }
            DatabaseError::Newer { version, .. } => write!(
                f,
                "`{path}` is a database of version {version}, and this program reads none after version {}",
                super::VERSION
            ),
            DatabaseError::Damaged { what, .. } => {
                write!(f, "the database `{path}` is damaged: {what}")
            }
            DatabaseError::Io { doing, error, .. } => write!(f, "cannot {doing} `{path}`: {error}"),
            DatabaseError::Refused { what, .. } => write!(f, "the database `{path}`: {what}"),
        }
    }
}

impl Error for DatabaseError {}
