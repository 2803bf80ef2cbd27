//! Why a game cannot run natively.

use std::ffi::OsString;
use std::path::PathBuf;
use std::{fmt, io};

/// The oldest compiler that works is 1.88: the engine's code, which is compiled with the game, is
/// written for it.
pub(super) const LEAST_MINOR: u32 = 88;

/// Why a game cannot run natively.
#[derive(Debug)]
pub enum NativeError {
    /// There is no Rust compiler.
    NoCompiler {
        /// What was looked for.
        program: OsString,
        /// Why it could not be run.
        reason: String,
    },
    /// The Rust compiler does not know the language of generated code yet.
    OldCompiler {
        /// Its version.
        release: String,
    },
    /// The compiler refused the code, or could not link it.
    NotCompiled {
        /// What the compiler said.
        message: String,
    },
    /// The folder for libraries cannot be read or written.
    Cache {
        /// A file or folder.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// Somebody else could put code there.
    Untrusted {
        /// A file or folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: Distrust,
    },
    /// The library cannot be loaded.
    NotLoaded {
        /// What the system said.
        message: String,
    },
    /// The library is not the one that was made.
    WrongLibrary,
    /// The tables that were handed over are not those of the game.
    WrongTables,
}

impl fmt::Display for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeError::NoCompiler { program, reason } => {
                write!(f, "no Rust compiler: cannot run `{}`: {reason}", program.display())
            }
            NativeError::OldCompiler { release } => write!(
                f,
                "the Rust compiler is too old: it is {release}, generated code needs 1.{}",
                LEAST_MINOR
            ),
            NativeError::NotCompiled { message } => write!(
                f,
                "the code of this game could not be compiled; unless the compiler itself is broken, this is a mistake in gamec\n{message}"
            ),
            NativeError::Cache { path, error } => {
                write!(f, "cannot use the cache: {}: {error}", path.display())
            }
            NativeError::Untrusted { path, reason } => {
                write!(f, "no compiled code is run from {}: {reason}", path.display())
            }
            NativeError::NotLoaded { message } => write!(f, "cannot load compiled code: {message}"),
            NativeError::WrongLibrary => f.write_str("the compiled code is not that of this game"),
            NativeError::WrongTables => f.write_str("the tables do not fit the compiled code"),
        }
    }
}

impl std::error::Error for NativeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NativeError::Cache { error, .. } => Some(error),
            NativeError::NoCompiler { .. }
            | NativeError::OldCompiler { .. }
            | NativeError::NotCompiled { .. }
            | NativeError::Untrusted { .. }
            | NativeError::NotLoaded { .. }
            | NativeError::WrongLibrary
            | NativeError::WrongTables => None,
        }
    }
}

/// Why no code is run from a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distrust {
    /// It is a symbolic link.
    Link,
    /// It is neither a plain file nor a folder.
    Kind,
    /// Somebody else owns it.
    Owner,
    /// Somebody else may write to it.
    Writable,
}

impl fmt::Display for Distrust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Distrust::Link => "it is a symbolic link",
            Distrust::Kind => "it is not what gamec has made there",
            Distrust::Owner => "it belongs to somebody else",
            Distrust::Writable => "others may write to it",
        })
    }
}
