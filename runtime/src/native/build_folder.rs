//! Folders in which one process compiles something.
//!
//! Each has a random name, because processes of two containers may have the same number, and a
//! file in it that its process keeps locked. The lock ends with the process, whatever ends that.
//! So others see which folders are in use, and which ones gamec has made: a folder without the
//! file is somebody else's and never removed.

use crate::disk::lock::lock;
use crate::disk::{Locked, random_number};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How the names of these folders begin.
const PREFIX: &str = "making-";

/// The name of the file that is locked.
const MARKER: &str = "gamec-is-compiling";

/// What is in it, so that nothing else is taken for it.
const MARKER_TEXT: &[u8] = b"gamec compiles a game in this folder\n";

/// How often a name is tried. A second time is hardly ever needed.
const ATTEMPTS: usize = 100;

/// A folder in which this process compiles something; removed when dropped.
#[derive(Debug)]
pub(super) struct BuildFolder {
    path: PathBuf,
    /// Open, and locked, as long as the folder is used.
    lock: Option<File>,
}

impl BuildFolder {
    /// Makes a folder inside of one that exists.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub(super) fn create_in(parent: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let path = parent.join(random_name());
            match create_private_folder(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                created => created?,
            }
            let mut folder = BuildFolder { path, lock: None };
            // Somebody who clears the cache may be quicker; then there is another try.
            if let Some(lock) = folder.mark()? {
                folder.lock = Some(lock);
                return Ok(folder);
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "no name for a new folder is free"))
    }

    /// The folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes and locks the file; none if somebody removes the folder.
    fn mark(&self) -> io::Result<Option<File>> {
        let path = self.path.join(MARKER);
        let mut file = match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        file.write_all(MARKER_TEXT)?;
        // It may have been removed before it was locked.
        Ok((lock(&file, &path)? == Locked::Yes).then_some(file))
    }
}

impl Drop for BuildFolder {
    fn drop(&mut self) {
        // What cannot be removed stays for the next process that cleans. Files cannot be removed
        // on all systems while they are open.
        let removed = fs::remove_dir_all(&self.path);
        if self.lock.take().is_some() && removed.is_err() {
            drop(fs::remove_dir_all(&self.path));
        }
    }
}

/// Removes the folders that processes have left behind which are no more.
///
/// # Errors
///
/// If the folder that they are in cannot be read.
pub(super) fn remove_abandoned(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        // The type of a link is that of the link itself.
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            // Somebody else may be as quick.
            drop(remove_if_abandoned(&entry.path()));
        }
    }
    Ok(())
}

fn remove_if_abandoned(path: &Path) -> io::Result<()> {
    let marker = path.join(MARKER);
    let is_file = |path: &Path| fs::symlink_metadata(path).is_ok_and(|it| it.is_file());
    if !is_file(&marker) {
        return Ok(());
    }
    // Who was killed while writing it has left the beginning of it.
    if !MARKER_TEXT.starts_with(&fs::read(&marker)?) {
        return Ok(());
    }
    let file = fs::OpenOptions::new().append(true).open(&marker)?;
    match lock(&file, &marker)? {
        Locked::InUse | Locked::Gone => Ok(()),
        // The lock is held until the folder is gone: a process that just made it sees that it is.
        Locked::Yes => fs::remove_dir_all(path),
    }
}

/// Makes a folder that only its owner may look into and change: what is in it will be run.
///
/// # Errors
///
/// If it cannot be made, or is there already.
pub(super) fn create_private_folder(path: &Path) -> io::Result<()> {
    private_builder().create(path)
}

/// Makes a folder with all that are missing above it; only their owner may look into them and
/// change them.
///
/// # Errors
///
/// If one cannot be made.
pub(super) fn create_private_folders(path: &Path) -> io::Result<()> {
    private_builder().recursive(true).create(path)
}

fn private_builder() -> fs::DirBuilder {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is no mode to set"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// A name that nobody else comes upon.
fn random_name() -> String {
    format!("{PREFIX}{:016x}{:016x}", random_number(), random_number())
}

#[cfg(test)]
mod tests {
    use super::{BuildFolder, MARKER, PREFIX, random_name, remove_abandoned};
    use std::fs;
    use std::path::PathBuf;

    fn folder(test: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("gamec-test-{test}-{}", random_name()));
        fs::create_dir(&path).expect("a folder can be made");
        path
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| random_name()).collect();
        assert_eq!(names.len(), 1000);
    }

    #[test]
    fn a_folder_that_is_used_stays_and_goes_afterwards() {
        let parent = folder("used");
        let used = BuildFolder::create_in(&parent).expect("a folder can be made");
        fs::write(used.path().join("library"), "code").expect("a file can be written");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(used.path()).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        remove_abandoned(&parent).expect("the folder can be read");
        assert!(used.path().join("library").exists());
        drop(used);
        assert_eq!(fs::read_dir(&parent).expect("it is there").count(), 0);
        fs::remove_dir(&parent).expect("it is empty");
    }

    #[test]
    fn only_what_gamec_left_behind_is_removed() {
        let parent = folder("foreign");
        let made = |name: &str, files: &[(&str, &str)]| {
            let path = parent.join(format!("{PREFIX}{name}"));
            fs::create_dir(&path).expect("a folder can be made");
            for (name, text) in files {
                fs::write(path.join(name), text).expect("a file can be written");
            }
            path
        };
        let left = made("1-0", &[(MARKER, "gamec compiles a game"), ("game.rs", "")]);
        let users = made("music", &[("song", "la")]);
        let similar = made("notes", &[(MARKER, "to do: not what gamec writes")]);
        remove_abandoned(&parent).expect("the folder can be read");
        assert!(!left.exists() && users.join("song").exists() && similar.exists());
        fs::remove_dir_all(&parent).expect("it is ours");
    }
}
