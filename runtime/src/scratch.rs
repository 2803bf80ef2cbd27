//! Tables that are larger than the memory, in a folder on disk.
//!
//! Entries at random places of a file take a disk access each: hundreds of times as long as in
//! memory. So a table lies in *partitions* ([`DiskTable`]), of which a few are in memory at a
//! time, and what is to be done to the others waits in *buckets* ([`Buckets`]), one for each
//! partition, which are written and read sequentially (delayed duplicate detection: Korf,
//! "Best-first frontier search with delayed duplicate detection", AAAI 2004; Roscoe 1994 for
//! buckets by partition).
//!
//! A [`Scratch`] says where that is and how much memory may be used. Each search has a subfolder
//! of its own, named after what is searched, so that a later run of the same search finds what an
//! earlier one left. It is an [`OwnedFolder`]: one process at a time has it, and nothing else is
//! ever removed.
//!
//! **Nothing that was settled is overwritten.** Every partition has two places in the file. One
//! holds what it was when the table was last [settled](DiskTable::settle); everything later goes
//! to the other. So whenever a run ends, by whatever cause, the table is there as it was settled,
//! and a run that goes on from there does exactly what an uninterrupted one would do.

mod buckets;
mod entries;
mod record;
mod sum;
mod table;
mod word;

pub use buckets::{BucketOptions, Buckets, Outbox};
pub use entries::DiskEntries;
pub use record::Record;
pub use table::{DiskTable, Place, TableOptions};
pub use word::Word;

use crate::SolveError;
use crate::checksum::checksum_of_all;
use crate::disk::{Contents, Disk, FolderError, OwnedFolder};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How files begin whose contents are of no use to a later run.
const PASSING: &str = "passing-";

/// How subfolders begin.
const FOLDER: &str = "gamec-";

/// What can be in a subfolder.
const CONTENTS: Contents = Contents {
    is_file: |name| {
        let is_table = |name: &str| {
            ["table-", "unit-"].iter().any(|it| name.strip_prefix(it).is_some_and(is_number))
        };
        matches!(name, "layers" | "state") || name.starts_with(PASSING) || is_table(name)
    },
    is_folder: |name| {
        let digits = name.strip_prefix(FOLDER);
        digits.is_some_and(|it| it.len() == 32 && it.bytes().all(|it| it.is_ascii_hexdigit()))
    },
    is_unmarked: |_| false,
};

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// How much time is between two moments from which a later run can go on, unless it is said
/// otherwise: losing so much does not hurt.
const INTERVAL: Duration = Duration::from_secs(5);

/// A folder for tables, and how much memory may be used for them.
#[derive(Clone, Debug)]
pub struct Scratch {
    disk: Disk,
    folder: PathBuf,
    memory: u64,
    label: String,
    interval: Duration,
    /// The subfolder of the whole search.
    root: Arc<Root>,
}

/// The subfolder of a search, for all who work in it.
#[derive(Debug)]
struct Root {
    folder: PathBuf,
    /// The folder, owned, once something is to be written there.
    owned: Mutex<Option<OwnedFolder>>,
}

impl Root {
    fn owned(&self) -> MutexGuard<'_, Option<OwnedFolder>> {
        self.owned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scratch {
    /// Creates a place for tables of what the label says, in a subfolder of this folder. Tables and
    /// buffers together take at most `memory` bytes of memory. Equal labels go on with each other's
    /// work, one after the other.
    pub fn new(disk: Disk, folder: PathBuf, memory: u64, label: String) -> Self {
        let folder = folder.join(name(&label));
        let root = Arc::new(Root { folder: folder.clone(), owned: Mutex::default() });
        Scratch { disk, folder, memory, label, interval: INTERVAL, root }
    }

    /// Sets the least time between two moments from which a later run can go on; if it is zero,
    /// there is such a moment wherever one is possible.
    #[must_use]
    pub fn with_interval(self, interval: Duration) -> Self {
        Scratch { interval, ..self }
    }

    /// Creates a place for a part of what is searched, in a subfolder of the subfolder: it goes
    /// with that.
    #[must_use]
    pub fn part(&self, label: String) -> Self {
        Scratch { folder: self.folder.join(name(&label)), label, ..self.clone() }
    }

    /// Where it is written.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// The subfolder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The most bytes of memory.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// What is searched.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// How much time is at least between two moments from which a later run can go on.
    pub fn interval(&self) -> Duration {
        self.interval
    }

    /// The path of a file that a later run may use.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The path of a file that is of no use to a later run. No other process has the same.
    pub fn passing_file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{PASSING}{}-{name}", std::process::id()))
    }

    /// Makes the subfolder if it is not there, and removes what a run that was killed left of no
    /// use. From now on no other process can work there.
    pub fn prepare(&self) -> Result<(), SolveError> {
        let mut owned = self.root.owned();
        if owned.is_none() {
            let claimed = OwnedFolder::claim(&self.disk, &self.root.folder, CONTENTS);
            *owned = Some(claimed.map_err(|error| refused(&error))?);
        }
        if self.folder != self.root.folder {
            let made = self.disk.create_folder(&self.folder);
            made.map_err(|error| storage("make the folder", &self.folder, &error))?;
        }
        let unreadable = |error| storage("read the folder", &self.folder, &error);
        for entry in fs::read_dir(&self.folder).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            if name.to_string_lossy().starts_with(PASSING) {
                let path = self.folder.join(name);
                self.disk.remove(&path).map_err(|error| storage("remove", &path, &error))?;
            }
        }
        Ok(())
    }

    /// Removes the subfolder: when what was found is safe elsewhere. One in which another process
    /// works stays, and so does whatever was not made here.
    pub fn discard(&self) -> Result<(), SolveError> {
        let mut owned = self.root.owned();
        let found = match owned.take() {
            Some(folder) => Some(folder),
            None => match OwnedFolder::find(&self.disk, &self.root.folder, CONTENTS) {
                Err(FolderError::InUse { .. } | FolderError::Foreign { .. }) => None,
                found => found.map_err(|error| refused(&error))?,
            },
        };
        let Some(folder) = found else { return Ok(()) };
        if self.folder == self.root.folder {
            return folder.remove().map_err(|error| refused(&error));
        }
        let removed = folder.remove_inside(&self.folder);
        *owned = Some(folder);
        removed.map_err(|error| refused(&error))
    }

    /// Removes the subfolder of the whole search if there is nothing in it that a later run can go
    /// on with.
    pub(crate) fn discard_if_empty(&self) -> Result<(), SolveError> {
        let mut owned = self.root.owned();
        match owned.take() {
            Some(folder) if folder.is_empty().map_err(|error| refused(&error))? => {
                folder.remove().map_err(|error| refused(&error))
            }
            folder => {
                *owned = folder;
                Ok(())
            }
        }
    }
}

/// The name of the subfolder for what a label says.
fn name(label: &str) -> String {
    format!("{FOLDER}{:032x}", checksum_of_all(&[label]))
}

fn refused(error: &FolderError) -> SolveError {
    SolveError::Storage { message: error.to_string() }
}

/// The error that something could not be done with a file or folder.
pub(crate) fn storage(doing: &str, path: &Path, error: &io::Error) -> SolveError {
    SolveError::Storage { message: format!("cannot {doing} {}: {error}", path.display()) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::disk::Fault;
    use std::io::ErrorKind;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A folder for a test, removed with it.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new() -> Self {
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("gamec-test-{}-{number}", std::process::id());
            let folder = Folder(std::env::temp_dir().join(name));
            fs::create_dir_all(&folder.0).expect("there is a folder for temporary files");
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn labels_have_folders_of_their_own() {
        let folder = Folder::new();
        let scratch =
            |label: &str| Scratch::new(Disk::new(), folder.0.clone(), 1 << 20, label.to_owned());
        let [one, other] = [scratch("one"), scratch("other")];
        assert_ne!(one.folder(), other.folder());
        assert_eq!(one.folder(), scratch("one").folder());
        for scratch in [&one, &other] {
            scratch.prepare().expect("a folder can be made");
            fs::write(scratch.file("table-8"), "a").expect("a file can be written");
            fs::write(scratch.folder().join("passing-1-x"), "a").expect("a file can be written");
        }
        one.prepare().expect("it is there");
        let SolveError::Storage { message } = scratch("one").prepare().expect_err("in use") else {
            panic!("another error")
        };
        assert!(message.contains("is in use"), "{message}");
        scratch("one").discard().expect("what is in use stays");
        assert!(one.file("table-8").exists() && !one.folder().join("passing-1-x").exists());
        assert!(other.folder().join("passing-1-x").exists());
        let part = one.part("part".to_owned());
        assert!(part.folder().starts_with(one.folder()));
        part.prepare().expect("a folder can be made");
        one.discard().expect("it can be removed");
        assert!(!part.folder().exists());
        assert!(!one.folder().exists() && other.folder().exists());
        one.discard().expect("nothing is to be removed");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = Folder::new();
        let file = folder.0.join("file");
        fs::write(&file, "").expect("a file can be written");
        let scratch = Scratch::new(Disk::new(), file.clone(), 1 << 20, "label".to_owned());
        let SolveError::Storage { message } = scratch.prepare().expect_err("it is a file") else {
            panic!("another error")
        };
        assert!(message.contains(&file.display().to_string()), "{message}");
        let full = Disk::failing(Fault { at: 0, kind: ErrorKind::StorageFull, lasting: false });
        let scratch = Scratch::new(full, folder.0.clone(), 1 << 20, "label".to_owned());
        assert!(matches!(scratch.prepare(), Err(SolveError::Storage { .. })));
        scratch.prepare().expect("only the first call fails");
    }
}
