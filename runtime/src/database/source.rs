//! Where the bytes of a database are: in a file or in memory.

use super::DatabaseError;
use crate::disk::read_exact_at;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Bytes that are read at any place, by several threads at once.
#[derive(Debug)]
pub(super) struct Source {
    path: PathBuf,
    bytes: Bytes,
    length: u64,
}

#[derive(Debug)]
enum Bytes {
    File(File),
    Memory(Vec<u8>),
}

impl Source {
    /// The bytes of a file.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let file = File::open(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => DatabaseError::Missing { path: path.to_owned() },
            _ => DatabaseError::io(path, "open", &error),
        })?;
        let read = |error: io::Error| DatabaseError::io(path, "read", &error);
        let length = file.metadata().map_err(read)?.len();
        Ok(Source { path: path.to_owned(), bytes: Bytes::File(file), length })
    }

    /// Bytes in memory, with a name for messages.
    pub(super) fn memory(path: &Path, bytes: Vec<u8>) -> Self {
        let length = bytes.len() as u64;
        Source { path: path.to_owned(), bytes: Bytes::Memory(bytes), length }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes there were when it was opened.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads bytes that are there unless the file has become shorter.
    pub(super) fn read(&self, place: u64, bytes: &mut [u8]) -> Result<(), DatabaseError> {
        let read = match &self.bytes {
            Bytes::File(file) => read_exact_at(file, bytes, place),
            Bytes::Memory(memory) => copy(memory, place, bytes),
        };
        read.map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("it has become shorter while it was read"),
            _ => DatabaseError::io(&self.path, "read", &error),
        })
    }

    pub(super) fn damaged(&self, what: impl Into<String>) -> DatabaseError {
        DatabaseError::damaged(&self.path, what)
    }
}

fn copy(memory: &[u8], place: u64, bytes: &mut [u8]) -> io::Result<()> {
    let wanted = usize::try_from(place)
        .ok()
        .and_then(|place| memory.get(place..)?.get(..bytes.len()))
        .ok_or(ErrorKind::UnexpectedEof)?;
    bytes.copy_from_slice(wanted);
    Ok(())
}
