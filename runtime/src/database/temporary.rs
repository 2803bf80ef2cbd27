//! A file under a temporary name, in the folder of its final one.
//!
//! The name has the number of the process in it, so that two processes that write the same file do not write into each other's. Whatever ends a writer
//! removes its file, but for a crash; where the system tells which processes there are, the next writer of the same file removes what a crash left.

use super::DatabaseError;
use crate::disk::{Disk, DiskFile};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

const ENDING: &str = ".unfinished";

/// Tells apart what one process writes at the same time.
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// A file that is removed unless it gets its final name.
#[derive(Debug)]
pub(super) struct Temporary {
    disk: Disk,
    name: PathBuf,
    path: PathBuf,
    file: Option<DiskFile>,
}

impl Temporary {
    /// A new file beside this path.
    pub(super) fn create(disk: &Disk, path: &Path) -> Result<Self, DatabaseError> {
        let file_name = path.file_name().filter(|_| !path.is_dir());
        let file_name = file_name
            .ok_or_else(|| DatabaseError::refused(path, "this is the name of a folder"))?;
        remove_leftovers(disk, path, file_name);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let mut name = beginning(file_name);
        name.push(format!("{}-{number}{ENDING}", process::id()));
        let name = path.with_file_name(name);
        let mut temporary =
            Temporary { disk: disk.clone(), name, path: path.to_owned(), file: None };
        let file = disk.create(&temporary.name);
        temporary.file = Some(file.map_err(|error| DatabaseError::io(path, "create", &error))?);
        Ok(temporary)
    }

    /// The name that it will have.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes bytes at a place.
    pub(super) fn write(&self, bytes: &[u8], place: u64) -> Result<(), DatabaseError> {
        let written = self.file.as_ref().map_or(Ok(()), |file| file.write_at(bytes, place));
        written.map_err(|error| DatabaseError::io(&self.path, "write", &error))
    }

    /// Gives it its final name when all of its bytes are safe.
    pub(super) fn publish(mut self) -> Result<(), DatabaseError> {
        let published = self.file.take().map_or(Ok(()), |file| self.disk.publish(file, &self.path));
        published.map_err(|error| DatabaseError::io(&self.path, "write", &error))?;
        self.name.clear();
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        self.file = None;
        if !self.name.as_os_str().is_empty() {
            // There is nobody to tell, and the file is no database.
            let _ = self.disk.remove(&self.name);
        }
    }
}

/// How temporary names for a file begin.
fn beginning(file_name: &OsStr) -> OsString {
    let mut name = OsString::from(".");
    name.push(file_name);
    name.push(".");
    name
}

/// Removes what processes that are gone have left.
fn remove_leftovers(disk: &Disk, path: &Path, file_name: &OsStr) {
    let processes = Path::new("/proc");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beginning = beginning(file_name);
    let (Some(beginning), Ok(entries), true) = (
        beginning.to_str(),
        fs::read_dir(folder.unwrap_or(Path::new("."))),
        processes.join("self").exists(),
    ) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name
            .to_str()
            .and_then(|name| name.strip_prefix(beginning)?.strip_suffix(ENDING)?.split_once('-'))
            .and_then(|(process, _)| process.parse::<u32>().ok());
        if owner.is_some_and(|owner| !processes.join(owner.to_string()).exists()) {
            // It is only in the way.
            let _ = disk.remove(&entry.path());
        }
    }
}
