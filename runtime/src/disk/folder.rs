//! Folders that belong to one process at a time, and that are removed when they have served.
//!
//! A file in the folder is two things: its text is the mark by which a folder is known to be one
//! of these, and a [lock](super::lock) on it says that a process works there. Nothing is ever
//! removed from a folder without that mark, and from one that has it only what has a name that is
//! given there: whatever else a user may have put into it stays.

use super::temporary::is_temporary;
use super::{Disk, DiskFile, Locked};
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The file with the mark and the lock.
pub const LOCK_NAME: &str = "gamec.lock";

/// What the mark says.
const MARK: &[u8] =
    b"gamec folder, format 1\nA running gamec has this file locked. What is in this folder is removed when it is not needed any more.\n";

/// How often a folder that disappears meanwhile is made anew.
const ATTEMPTS: usize = 100;

/// What a folder may hold.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    /// Whether a file may have this name; lock and temporary files are known without it.
    pub is_file: fn(&str) -> bool,
    /// Whether a folder, with the same contents, may have this name.
    pub is_folder: fn(&str) -> bool,
    /// Whether a folder without a mark is one of these all the same.
    pub is_unmarked: fn(&Path) -> bool,
}

/// A folder that this process has locked.
#[derive(Debug)]
pub struct OwnedFolder {
    disk: Disk,
    path: PathBuf,
    contents: Contents,
    /// Locked as long as it is open.
    lock: DiskFile,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// Another process works there.
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// Something is there that was made by somebody else.
    Foreign {
        /// The folder.
        path: PathBuf,
        /// What shows it.
        what: String,
    },
    /// The system could not do something.
    Io {
        /// A file or folder.
        path: PathBuf,
        /// What was tried, as a verb.
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
}

impl FolderError {
    fn io(path: &Path, doing: &'static str, error: io::Error) -> Self {
        FolderError::Io { path: path.to_owned(), doing, error }
    }

    fn foreign(path: &Path, what: impl Into<String>) -> Self {
        FolderError::Foreign { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::InUse { path } => {
                write!(f, "`{}` is in use: another gamec works there", path.display())
            }
            FolderError::Foreign { path, what } => {
                write!(f, "`{}` is not a folder of gamec's: {what}", path.display())
            }
            FolderError::Io { path, doing, error } => {
                write!(f, "cannot {doing} `{}`: {error}", path.display())
            }
        }
    }
}

impl Error for FolderError {}

impl OwnedFolder {
    /// Makes a folder, or takes over one that was made like this, and locks it.
    ///
    /// # Errors
    ///
    /// If another process has it, if it is somebody else's, or if the system does not allow it.
    pub fn claim(disk: &Disk, path: &Path, contents: Contents) -> Result<Self, FolderError> {
        for _ in 0..ATTEMPTS {
            if fs::symlink_metadata(path).is_err() {
                let made = disk.create_folder(path);
                made.map_err(|error| FolderError::io(path, "make the folder", error))?;
            }
            if let Some(folder) = OwnedFolder::try_claim(disk, path, contents)? {
                return Ok(folder);
            }
        }
        Err(FolderError::InUse { path: path.to_owned() })
    }

    /// Locks a folder that was made like this; none if there is none, or none with a mark.
    ///
    /// # Errors
    ///
    /// As for [`claim`](OwnedFolder::claim).
    pub fn find(disk: &Disk, path: &Path, contents: Contents) -> Result<Option<Self>, FolderError> {
        let is_marked = fs::symlink_metadata(path.join(LOCK_NAME)).is_ok();
        if is_marked || (contents.is_unmarked)(path) {
            OwnedFolder::try_claim(disk, path, contents)
        } else {
            Ok(None)
        }
    }

    /// Locks a folder that is there; none if it has disappeared meanwhile.
    fn try_claim(
        disk: &Disk,
        path: &Path,
        contents: Contents,
    ) -> Result<Option<Self>, FolderError> {
        let lock_path = path.join(LOCK_NAME);
        let is_marked = match look(path, contents) {
            Err(FolderError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => {
                return Ok(None);
            }
            looked => looked?,
        };
        if is_marked == Marked::No && !(contents.is_unmarked)(path) {
            return Err(FolderError::foreign(path, format!("there is no `{LOCK_NAME}` in it")));
        }
        let lock = match disk.open_or_create(&lock_path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            lock => lock.map_err(|error| FolderError::io(&lock_path, "open", error))?,
        };
        match lock.lock().map_err(|error| FolderError::io(&lock_path, "lock", error))? {
            Locked::Yes => {}
            Locked::InUse => return Err(FolderError::InUse { path: path.to_owned() }),
            Locked::Gone => return Ok(None),
        }
        let folder = OwnedFolder { disk: disk.clone(), path: path.to_owned(), contents, lock };
        folder.mark()?;
        Ok(Some(folder))
    }

    /// Sees that the mark is there, or writes it where nothing else is.
    fn mark(&self) -> Result<(), FolderError> {
        let path = self.path.join(LOCK_NAME);
        let text = self.lock.read_some(MARK.len() + 1);
        let text = text.map_err(|error| FolderError::io(&path, "read", error))?;
        if text == MARK {
            return Ok(());
        }
        // Who was killed, or had no room, has written the beginning of it and nothing else.
        let is_begun = MARK.starts_with(&text)
            && (look(&self.path, self.contents)? == Marked::Empty
                || (self.contents.is_unmarked)(&self.path));
        if !is_begun {
            let what = format!("the text of `{LOCK_NAME}` in it is another");
            return Err(FolderError::foreign(&self.path, what));
        }
        let written = self.lock.write_at(MARK, 0).and_then(|()| self.lock.sync());
        written.map_err(|error| FolderError::io(&path, "write", error))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes everything in it that may be there, but for its mark.
    ///
    /// # Errors
    ///
    /// If something cannot be removed.
    pub fn clear(&self) -> Result<(), FolderError> {
        clear(&self.disk, &self.path, self.contents)
    }

    /// Removes a folder inside of it, with everything in that that may be there.
    ///
    /// # Errors
    ///
    /// If something cannot be removed.
    pub fn remove_inside(&self, path: &Path) -> Result<(), FolderError> {
        if !path.starts_with(&self.path) || !path.is_dir() {
            return Ok(());
        }
        clear(&self.disk, path, self.contents)?;
        remove_empty(&self.disk, path)
    }

    /// Whether nothing but its mark is in it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_empty(&self) -> Result<bool, FolderError> {
        let unreadable = |error| FolderError::io(&self.path, "read the folder", error);
        for entry in fs::read_dir(&self.path).map_err(unreadable)? {
            if entry.map_err(unreadable)?.file_name() != LOCK_NAME {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes it with everything that may be there. If something else is there, that stays, and
    /// so does the folder.
    ///
    /// # Errors
    ///
    /// If something cannot be removed.
    pub fn remove(self) -> Result<(), FolderError> {
        self.clear()?;
        let path = self.path.join(LOCK_NAME);
        self.disk.remove(&path).map_err(|error| FolderError::io(&path, "remove", error))?;
        remove_empty(&self.disk, &self.path)
    }
}

/// What the names in a folder tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marked {
    /// There is a file for the mark.
    Yes,
    /// There is nothing but perhaps a file for the mark.
    Empty,
    /// There is something, and no file for the mark.
    No,
}

/// Looks at the names in a folder; an error if there is one that is not known.
fn look(path: &Path, contents: Contents) -> Result<Marked, FolderError> {
    let unreadable = |error| FolderError::io(path, "read the folder", error);
    if !fs::symlink_metadata(path).map_err(unreadable)?.is_dir() {
        return Err(FolderError::foreign(path, "it is something else"));
    }
    let (mut is_marked, mut is_empty) = (false, true);
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        if name == LOCK_NAME {
            is_marked = true;
            continue;
        }
        is_empty = false;
        if !is_known(&entry, contents) {
            let what = format!("`{}` is in it", name.display());
            return Err(FolderError::foreign(path, what));
        }
    }
    Ok(match (is_marked, is_empty) {
        (_, true) => Marked::Empty,
        (true, false) => Marked::Yes,
        (false, false) => Marked::No,
    })
}

/// Whether something may be in a folder. Links may not.
fn is_known(entry: &fs::DirEntry, contents: Contents) -> bool {
    let name = entry.file_name();
    let Some(name) = name.to_str() else { return false };
    match entry.file_type() {
        Ok(kind) if kind.is_file() => (contents.is_file)(name) || is_temporary(name),
        Ok(kind) if kind.is_dir() => (contents.is_folder)(name),
        Ok(_) => false,
        // It has disappeared meanwhile.
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

fn clear(disk: &Disk, path: &Path, contents: Contents) -> Result<(), FolderError> {
    let unreadable = |error| FolderError::io(path, "read the folder", error);
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if !is_known(&entry, contents) {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            clear(disk, &path, contents)?;
            remove_empty(disk, &path)?;
        } else {
            disk.remove(&path).map_err(|error| FolderError::io(&path, "remove", error))?;
        }
    }
    Ok(())
}

/// Removes a folder unless something is in it that must stay, or that another process has made by
/// now.
fn remove_empty(disk: &Disk, path: &Path) -> Result<(), FolderError> {
    match disk.remove_empty_folder(path) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed.map_err(|error| FolderError::io(path, "remove the folder", error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Fault;
    use crate::scratch::tests::Folder;

    const CONTENTS: Contents = Contents {
        is_file: |name| name.starts_with("table"),
        is_folder: |name| name.starts_with("part"),
        is_unmarked: |path| path.join("table-old").exists(),
    };

    fn claim(path: &Path) -> Result<OwnedFolder, FolderError> {
        OwnedFolder::claim(&Disk::new(), path, CONTENTS)
    }

    #[test]
    fn a_folder_has_one_owner_and_goes_with_what_is_its_own() {
        let folder = Folder::new();
        let path = folder.0.join("owned");
        let owned = claim(&path).expect("nothing is there");
        fs::create_dir(path.join("part")).expect("made");
        for name in ["table", "part/table", ".table.0123456789abcdef.unfinished"] {
            fs::write(path.join(name), "a").expect("written");
        }
        assert!(matches!(claim(&path), Err(FolderError::InUse { .. })));
        assert!(!owned.is_empty().expect("readable"));
        drop(owned);
        let owned = claim(&path).expect("nobody has it");
        assert!(path.join("part/table").exists(), "what was left is there");
        owned.remove().expect("removed");
        assert!(!path.exists());
        assert!(OwnedFolder::find(&Disk::new(), &path, CONTENTS).expect("looked").is_none());
    }

    #[test]
    fn what_is_a_users_stays() {
        let folder = Folder::new();
        let path = folder.0.join("users");
        fs::create_dir(&path).expect("made");
        let note = path.join("chapter-1.txt");
        fs::write(&note, "years of work").expect("written");
        for _ in 0..2 {
            let refused = claim(&path).expect_err("it is not ours");
            assert!(refused.to_string().contains("chapter-1.txt"), "{refused}");
            let found = OwnedFolder::find(&Disk::new(), &path, CONTENTS);
            assert!(found.expect("looked").is_none());
        }
        fs::remove_file(&note).expect("there");
        // Names alone prove nothing, and neither does a file with another text.
        fs::write(path.join("table"), "a").expect("written");
        assert!(matches!(claim(&path), Err(FolderError::Foreign { .. })));
        fs::write(path.join(LOCK_NAME), "mine").expect("written");
        assert!(matches!(claim(&path), Err(FolderError::Foreign { .. })));
        fs::write(path.join(LOCK_NAME), "").expect("written");
        assert!(matches!(claim(&path), Err(FolderError::Foreign { .. })));
        assert!(path.join("table").exists());
        // What comes later stays as well.
        fs::remove_file(path.join("table")).expect("there");
        let owned = claim(&path).expect("it is empty");
        fs::write(&note, "years of work").expect("written");
        owned.remove().expect("what is ours goes");
        assert_eq!(fs::read_to_string(&note).expect("there"), "years of work");
        assert!(!path.join(LOCK_NAME).exists());
    }

    #[test]
    fn a_folder_from_before_there_were_marks_is_taken_over() {
        let folder = Folder::new();
        let path = folder.0.join("old");
        fs::create_dir(&path).expect("made");
        fs::write(path.join("table-old"), "a").expect("written");
        claim(&path).expect("it is known by what is in it").remove().expect("removed");
        assert!(!path.exists());
    }

    #[test]
    #[cfg(unix)]
    fn links_are_not_followed() {
        let folder = Folder::new();
        let [elsewhere, path] = ["elsewhere", "link"].map(|name| folder.0.join(name));
        fs::create_dir(&elsewhere).expect("made");
        std::os::unix::fs::symlink(&elsewhere, &path).expect("made");
        assert!(matches!(claim(&path), Err(FolderError::Foreign { .. })));
        let owned = folder.0.join("owned");
        claim(&owned).expect("nothing is there");
        std::os::unix::fs::symlink(&elsewhere, owned.join("part")).expect("made");
        assert!(matches!(claim(&owned), Err(FolderError::Foreign { .. })));
    }

    #[test]
    fn a_disk_that_is_full_leaves_a_folder_that_can_be_claimed() {
        for at in 0..6 {
            let folder = Folder::new();
            let path = folder.0.join("owned");
            let fault = Fault { at, kind: ErrorKind::StorageFull, lasting: true };
            let full = OwnedFolder::claim(&Disk::failing(fault), &path, CONTENTS);
            assert_eq!(full.is_ok(), at >= 4, "call {at}");
            drop(full);
            claim(&path).expect("there is room again").remove().expect("removed");
            assert!(!path.exists());
        }
    }
}
