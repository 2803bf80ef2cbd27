//! The folder with the libraries of games that have been compiled.
//!
//! A library is a file whose name says what it is made from and what is in it: `KEY-CHECKSUM.so`,
//! where the key is a BLAKE3 hash of source, compiler and options, and the checksum one of the key
//! and the bytes of the library. So nothing else needs to be kept, and a file that was damaged is
//! known by its name. It is compiled in a folder of its own beside the libraries and then renamed:
//! under its final name a library is complete, whichever process is killed, and processes that make
//! the same one at once make the same file.
//!
//! Nothing is read or written where anybody but the user could put something: see
//! [`trusted_folder`].
//!
//! When there are too many, those go that were not used for the longest time; the time of change
//! of a file is that of its last use.

use super::build_folder::{BuildFolder, create_private_folders, remove_abandoned};
use super::trust::{read_trusted, trusted_folder};
use super::{Compiler, Key, NativeError};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most bytes that libraries take if nothing else is said.
pub const DEFAULT_LIMIT: u64 = 500_000_000;

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
    /// The cache in this folder, which need not exist yet, with at most `limit` bytes. Other files
    /// in the folder are left alone.
    pub fn new(folder: impl Into<PathBuf>, limit: u64) -> Self {
        Cache { folder: folder.into(), limit }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How much there is.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn contents(&self) -> Result<CacheContents, NativeError> {
        let entries = entries(&self.folder).map_err(|error| failed(&self.folder, error))?;
        Ok(sum(&entries))
    }

    /// Removes all libraries, and what was left behind by processes that were killed. Gives what
    /// there was.
    ///
    /// # Errors
    ///
    /// If something cannot be removed, or others may write to the folder.
    pub fn clear(&self) -> Result<CacheContents, NativeError> {
        let Some(folder) = self.trusted()? else { return Ok(CacheContents::default()) };
        let entries = entries(&folder).map_err(|error| failed(&folder, error))?;
        for entry in &entries {
            remove(&entry.path).map_err(|error| failed(&entry.path, error))?;
        }
        remove_abandoned(&folder).map_err(|error| failed(&folder, error))?;
        Ok(sum(&entries))
    }

    /// The library with a key, if there is one that is not damaged. Damaged ones are removed.
    ///
    /// # Errors
    ///
    /// If others may write to the folder or to the library.
    pub(super) fn find(&self, key: &Key) -> Result<Option<PathBuf>, NativeError> {
        let Some(folder) = self.trusted()? else { return Ok(None) };
        let prefix = format!("{key}-");
        let mut entries = all_names(&folder).map_err(|error| failed(&folder, error))?;
        entries.retain(|path| is_library(name(path)) && name(path).starts_with(&prefix));
        for path in entries {
            match read_trusted(&path) {
                Ok(bytes) if name(&path) == file_name(key, &bytes) => {
                    // Only the order in which libraries go depends on it.
                    let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
                    return Ok(Some(path));
                }
                // Loading it would end the program or worse.
                Ok(_) => drop(remove(&path)),
                // Somebody else clears the cache.
                Err(NativeError::Cache { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Compiles a library and keeps it.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled or kept, or others may write to the folder.
    pub(super) fn make(
        &self,
        key: &Key,
        source: &str,
        compiler: &Compiler,
    ) -> Result<PathBuf, NativeError> {
        create_private_folders(&self.folder).map_err(|error| failed(&self.folder, error))?;
        let folder = trusted_folder(&self.folder)?;
        let making = BuildFolder::create_in(&folder).map_err(|error| failed(&folder, error))?;
        let library = compiler.compile(source, making.path())?;
        let keep = || {
            let bytes = fs::read(&library)?;
            restrict(&library)?;
            // The name must not be on the disk before what it names.
            File::open(&library)?.sync_all()?;
            let path = folder.join(file_name(key, &bytes));
            fs::rename(&library, &path)?;
            Ok(path)
        };
        let made = keep().map_err(|error| failed(&library, error))?;
        drop(making);
        // A cache that is too large is no reason to fail.
        drop(self.shrink(&folder, &made));
        Ok(made)
    }

    /// The path by which the folder may be used, if there is one.
    fn trusted(&self) -> Result<Option<PathBuf>, NativeError> {
        match trusted_folder(&self.folder) {
            Err(NativeError::Cache { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            folder => folder.map(Some),
        }
    }

    /// Removes what was not used for the longest time until the rest is small enough, and what was
    /// left behind; keeps one library in any case.
    fn shrink(&self, folder: &Path, keep: &Path) -> io::Result<()> {
        let mut entries = entries(folder)?;
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
        remove_abandoned(folder)
    }
}

/// The libraries of a folder: plain files with their names.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for path in all_names(folder)? {
        // What somebody else has removed in the meantime is not there.
        let metadata = fs::symlink_metadata(&path).ok();
        let metadata = metadata.filter(|it| it.is_file() && is_library(name(&path)));
        if let Some(metadata) = metadata {
            entries.push(Entry { path, bytes: metadata.len(), used: metadata.modified()? });
        }
    }
    Ok(entries)
}

/// The paths of all that is in a folder, which need not be there.
fn all_names(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.map(|entry| Ok(entry?.path())).collect(),
    }
}

/// The name of a library.
fn file_name(key: &Key, bytes: &[u8]) -> String {
    format!("{key}-{}{}", key.checksum(bytes), std::env::consts::DLL_SUFFIX)
}

/// Whether this is the name of a library.
fn is_library(name: &str) -> bool {
    // Earlier versions had shorter numbers; their libraries are never loaded again, but count and
    // go.
    let is_number = |text: &str| {
        [32, 64].contains(&text.len()) && text.bytes().all(|it| it.is_ascii_hexdigit())
    };
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

/// Lets only its owner change a library, whatever the user's files are like.
fn restrict(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    let _ = path;
    Ok(())
}

fn failed(path: &Path, error: io::Error) -> NativeError {
    NativeError::Cache { path: path.to_owned(), error }
}
