//! A file under a temporary name, in the folder of its final one.
//!
//! Part of the name is random and the file is locked, so two processes never write into one file,
//! wherever they run. Whatever ends a writer removes its file, but for a crash; what a crash has
//! left is not locked, and the next writer of the same file removes it.

use super::{Disk, DiskFile, Locked};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const ENDING: &str = ".unfinished";

/// Digits of the random part of a name.
const DIGITS: usize = 16;

/// How often a file is made, each time with another name, before giving up.
const ATTEMPTS: usize = 16;

/// What happens if a file gets its final name and another one has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// The other one is replaced.
    #[default]
    Replace,
    /// The other one stays, and it is an error.
    Keep,
}

/// A file that is removed unless it gets its final name.
#[derive(Debug)]
pub struct Temporary {
    disk: Disk,
    name: PathBuf,
    path: PathBuf,
    file: Option<DiskFile>,
}

impl Temporary {
    /// Makes a new file beside this path.
    ///
    /// # Errors
    ///
    /// If it cannot be made, also because the path is that of a folder.
    pub fn create(disk: &Disk, path: &Path) -> io::Result<Self> {
        let file_name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
        if path.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        remove_leftovers(disk, path, file_name);
        for _ in 0..ATTEMPTS {
            let mut name = beginning(file_name);
            name.push(format!("{:0DIGITS$x}{ENDING}", random_number()));
            let name = path.with_file_name(name);
            let file = match disk.create_new(&name) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            let temporary =
                Temporary { disk: disk.clone(), name, path: path.to_owned(), file: Some(file) };
            // Between the two another process may have taken it for one that is left.
            let locked = temporary.file.as_ref().map_or(Ok(Locked::Gone), DiskFile::lock)?;
            if locked == Locked::Yes {
                return Ok(temporary);
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// The name that it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes bytes at a place.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write_at(&self, bytes: &[u8], place: u64) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.write_at(bytes, place))
    }

    /// Gives it the permissions of another file.
    ///
    /// # Errors
    ///
    /// If the system does not allow it.
    pub fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.set_permissions(permissions))
    }

    /// Gives it its final name when all of its bytes are safe.
    ///
    /// # Errors
    ///
    /// If something cannot be written, or if a file has the name that shall stay. Then nothing has
    /// changed.
    pub fn publish(mut self, existing: Existing) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        match existing {
            Existing::Replace => self.disk.publish(file, &self.path)?,
            Existing::Keep => self.disk.publish_new(file, &self.path)?,
        }
        self.name.clear();
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.name.as_os_str().is_empty() {
            // There is nobody to tell, and nobody takes the file for a finished one.
            let _ = self.disk.remove(&self.name);
        }
        self.file = None;
    }
}

impl Disk {
    /// Writes a whole file, which appears at once or not at all.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or if a file has the name that shall stay.
    pub fn write_file(&self, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
        let file = Temporary::create(self, path)?;
        file.write_at(bytes, 0)?;
        file.publish(existing)
    }
}

/// A number that is another one each time, in every process.
pub fn random_number() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

/// How temporary names for a file begin.
fn beginning(file_name: &OsStr) -> OsString {
    let mut name = OsString::from(".");
    name.push(file_name);
    name.push(".");
    name
}

/// Whether a name is a temporary one for some file.
pub fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix('.').and_then(|it| it.strip_suffix(ENDING)?.rsplit_once('.'));
    random.is_some_and(|(file, random)| !file.is_empty() && is_random(random))
}

fn is_random(digits: &str) -> bool {
    digits.len() == DIGITS
        && digits.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it))
}

/// Removes what processes that are gone have left.
fn remove_leftovers(disk: &Disk, path: &Path, file_name: &OsStr) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beginning = beginning(file_name);
    let (Some(beginning), Ok(entries)) =
        (beginning.to_str(), fs::read_dir(folder.unwrap_or(Path::new("."))))
    else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|it| it.strip_prefix(beginning)?.strip_suffix(ENDING));
        let is_file = entry.file_type().is_ok_and(|it| it.is_file());
        if !is_file || !random.is_some_and(is_random) {
            continue;
        }
        let path = entry.path();
        // It is only in the way. Where it cannot be locked, somebody writes it.
        if let Ok(file) = disk.open(&path)
            && let Ok(Locked::Yes) = file.lock()
        {
            let _ = disk.remove(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::tests::Folder;

    #[test]
    fn what_is_being_written_stays_and_what_a_crash_left_goes() {
        let folder = Folder::new();
        let path = folder.0.join("file");
        let left = folder.0.join(".file.0123456789abcdef.unfinished");
        let others = [".file.1-2.unfinished", ".other.0123456789abcdef.unfinished", "file.txt"];
        fs::write(&left, "half").expect("written");
        for name in others {
            fs::write(folder.0.join(name), "a user's").expect("written");
        }
        let disk = Disk::new();
        let one = Temporary::create(&disk, &path).expect("made");
        assert!(!left.exists());
        let other = Temporary::create(&disk, &path).expect("made");
        assert!(one.name.exists() && other.name.exists() && one.name != other.name);
        assert!(one.name.file_name().and_then(OsStr::to_str).is_some_and(is_temporary));
        one.write_at(b"one", 0).expect("written");
        other.write_at(b"other", 0).expect("written");
        one.publish(Existing::Keep).expect("nothing has the name");
        let refused = other.publish(Existing::Keep).expect_err("the name is taken");
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).expect("there"), b"one");
        disk.write_file(&path, b"two", Existing::Replace).expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert!(others.iter().all(|name| folder.0.join(name).exists()));
        assert_eq!(fs::read_dir(&folder.0).expect("there").count(), others.len() + 1);
        let refused = Temporary::create(&disk, &folder.0).expect_err("a folder");
        assert_eq!(refused.kind(), ErrorKind::IsADirectory);
    }

    #[test]
    fn temporary_names_are_known() {
        assert!(is_temporary(".label.0123456789abcdef.unfinished"));
        for name in [".0123456789abcdef.unfinished", "label", ".a.0123456789ABCDEF.unfinished"] {
            assert!(!is_temporary(name), "{name}");
        }
    }
}
