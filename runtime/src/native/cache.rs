//! The folder with the libraries of games that have been compiled.
//!
//! A library is a file whose name says what it is made from and what is in it: `KEY-CHECKSUM.so`, where the key is a number made from source,
//! compiler and options. So nothing else needs to be kept, and a file that was damaged is known by its name. It is compiled in a folder of its
//! own beside the libraries and then renamed: under its final name a library is complete, whoever is killed, and whoever makes the same one at
//! the same time makes the same file.
//!
//! When there are too many, those go that were not used for the longest time; the time of change of a file is that of its last use.

use super::{Compiler, NativeError};
use crate::checksum::checksum;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// The most bytes that libraries take if nothing else is said.
pub const DEFAULT_LIMIT: u64 = 500_000_000;

/// How the names of folders begin in which something is compiled.
const MAKING: &str = "making-";

/// After this time a folder in which something is compiled has been left behind.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// The folder with the libraries of games that have been compiled.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

/// How much there is in a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheContents {
    /// Number of libraries.
    pub libraries: u64,
    /// Their size.
    pub bytes: u64,
}

/// A file of a cache.
struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Cache {
    /// The cache in this folder, which need not exist yet, with at most so many bytes. Other files in the folder are left alone.
    pub fn new(folder: impl Into<PathBuf>, limit: u64) -> Self {
        Cache { folder: folder.into(), limit }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How much there is.
    pub fn contents(&self) -> Result<CacheContents, NativeError> {
        let entries = self.entries().map_err(|error| failed(&self.folder, error))?;
        Ok(sum(&entries))
    }

    /// Removes everything. Gives what there was.
    pub fn clear(&self) -> Result<CacheContents, NativeError> {
        let entries = self.entries().map_err(|error| failed(&self.folder, error))?;
        for entry in &entries {
            remove(&entry.path).map_err(|error| failed(&entry.path, error))?;
        }
        self.clean(Duration::ZERO).map_err(|error| failed(&self.folder, error))?;
        Ok(sum(&entries))
    }

    /// The library with a key, if there is one that is not damaged. Damaged ones are removed.
    pub(super) fn find(&self, key: u128) -> Option<PathBuf> {
        let prefix = format!("{key:032x}-");
        let mut entries = self.entries().ok()?;
        entries.retain(|entry| name(&entry.path).starts_with(&prefix));
        for Entry { path, .. } in entries {
            match fs::read(&path) {
                Ok(bytes) if name(&path) == file_name(key, checksum(&bytes)) => {
                    // Only the order in which libraries go depends on it.
                    let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
                    return Some(path);
                }
                // Loading it would end the program or worse.
                _ => drop(remove(&path)),
            }
        }
        None
    }

    /// Compiles a library and keeps it.
    pub(super) fn make(
        &self,
        key: u128,
        source: &str,
        compiler: &Compiler,
    ) -> Result<PathBuf, NativeError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let making = self.folder.join(format!("{MAKING}{}-{number}", std::process::id()));
        create_folder(&self.folder).map_err(|error| failed(&self.folder, error))?;
        // A process with the same number may have been killed here.
        drop(fs::remove_dir_all(&making));
        create_folder(&making).map_err(|error| failed(&making, error))?;
        let made = compiler.compile(source, &making).and_then(|library| {
            let keep = |library: &Path| {
                // The name must not be on the disk before what it names.
                File::open(library)?.sync_all()?;
                let path = self.folder.join(file_name(key, checksum(&fs::read(library)?)));
                fs::rename(library, &path)?;
                Ok(path)
            };
            keep(&library).map_err(|error| failed(&library, error))
        });
        drop(fs::remove_dir_all(&making));
        let made = made?;
        // A cache that is too large is no reason to fail.
        drop(self.shrink(&made));
        Ok(made)
    }

    /// Removes what was not used for the longest time until the rest is small enough, and what was left behind; keeps one library in any case.
    fn shrink(&self, keep: &Path) -> io::Result<()> {
        let mut entries = self.entries()?;
        let mut bytes = sum(&entries).bytes;
        entries.retain(|entry| entry.path != keep);
        entries.sort_by_key(|entry| entry.used);
        for entry in entries {
            if bytes <= self.limit {
                break;
            }
            remove(&entry.path)?;
            bytes -= entry.bytes;
        }
        self.clean(LEFT_BEHIND)
    }

    /// Removes folders in which nothing was compiled for this time.
    fn clean(&self, age: Duration) -> io::Result<()> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            folder => folder?,
        };
        for entry in folder {
            let path = entry?.path();
            let is_old = |path: &Path| -> io::Result<bool> {
                let changed = fs::metadata(path)?.modified()?;
                Ok(changed.elapsed().is_ok_and(|elapsed| elapsed >= age))
            };
            if name(&path).starts_with(MAKING) && is_old(&path).unwrap_or(false) {
                // Somebody else may be as quick.
                drop(fs::remove_dir_all(path));
            }
        }
        Ok(())
    }

    /// The libraries.
    fn entries(&self) -> io::Result<Vec<Entry>> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folder => folder?,
        };
        let mut entries = Vec::new();
        for entry in folder {
            let path = entry?.path();
            // What somebody else has removed in the meantime is not there.
            if let Some(metadata) = fs::metadata(&path).ok().filter(|_| is_library(name(&path))) {
                entries.push(Entry { path, bytes: metadata.len(), used: metadata.modified()? });
            }
        }
        Ok(entries)
    }
}

/// The name of a library.
fn file_name(key: u128, checksum: u128) -> String {
    format!("{key:032x}-{checksum:032x}{}", std::env::consts::DLL_SUFFIX)
}

/// Whether this is the name of a library.
fn is_library(name: &str) -> bool {
    let is_number = |text: &str| text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
    let numbers = name.strip_suffix(std::env::consts::DLL_SUFFIX);
    let numbers = numbers.and_then(|numbers| numbers.split_once('-'));
    numbers.is_some_and(|(key, checksum)| is_number(key) && is_number(checksum))
}

/// The name of a file; libraries have names that are text.
fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

fn sum(entries: &[Entry]) -> CacheContents {
    let bytes = entries.iter().map(|entry| entry.bytes).sum();
    CacheContents { libraries: entries.len() as u64, bytes }
}

/// Removes a file that somebody else may be removing at the same time.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes a folder that only its owner may change: what is in it will be run.
fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn failed(path: &Path, error: io::Error) -> NativeError {
    NativeError::Cache { path: path.to_owned(), error }
}
