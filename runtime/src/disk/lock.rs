//! Locks on files.
//!
//! The system holds a lock for an open file, and drops it when that is closed, whatever ends the
//! process. It belongs to the file and not to a process number, so it also counts between
//! containers that share a folder, and on network folders as far as their servers know locks. A
//! name that was removed and made again is another file; so a process that gets a lock looks
//! whether the file it holds still has the name.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

/// What became of the wish to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locked {
    /// It is locked until it is closed.
    Yes,
    /// Another process has locked it.
    InUse,
    /// The file no longer has its name.
    Gone,
}

/// Locks an open file that has this name, without waiting.
///
/// Where a file system knows no locks, every wish is granted: then nothing tells two processes
/// apart, but single ones can work.
///
/// # Errors
///
/// If the system cannot say whether it is locked.
pub(crate) fn lock(file: &File, name: &Path) -> io::Result<Locked> {
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(Locked::InUse),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => return Err(error),
    }
    match is_named(file, name) {
        Ok(true) => Ok(Locked::Yes),
        Ok(false) => Ok(Locked::Gone),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Locked::Gone),
        Err(error) => Err(error),
    }
}

/// Whether an open file has this name.
#[cfg(unix)]
fn is_named(file: &File, name: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let [held, named] = [file.metadata()?, fs::symlink_metadata(name)?];
    Ok(held.dev() == named.dev() && held.ino() == named.ino())
}

/// Whether an open file has this name. Files have no numbers here, so one with the same name is
/// taken for it.
#[cfg(not(unix))]
fn is_named(_file: &File, name: &Path) -> io::Result<bool> {
    fs::symlink_metadata(name).map(|named| named.is_file())
}
