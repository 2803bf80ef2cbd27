//! Whose a folder is: code is run from places that nobody else can change, and from no others.
//!
//! A checksum tells whether a library is damaged, not whose it is: anybody who can write into the
//! folder can compute checksums. So the folder and the libraries that are used must belong to the
//! user, and nobody else may write to them. The folders above are looked at as well, from the root
//! down: anybody who may rename what is in one of them could put another folder in place of the one
//! that was checked. Since each folder is safe before the next one is looked at, and everything is
//! used by the path that was checked, nothing can change in between.

use super::{Distrust, NativeError};
use std::env;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Returns the path of a folder by which it may be used, with all links above it resolved.
///
/// # Errors
///
/// [`NativeError::Untrusted`] if anybody but the user could change what is in it, and
/// [`NativeError::Cache`] if it cannot be looked at.
pub(super) fn trusted_folder(path: &Path) -> Result<PathBuf, NativeError> {
    let above = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    };
    let folder = match path.file_name() {
        Some(name) => trusted_parent(above)?.join(name),
        // A path such as `..` or `/`.
        None => trusted_parent(path)?,
    };
    let metadata = look(&folder)?;
    let distrust = if metadata.is_dir() { private(&metadata) } else { Some(Distrust::Kind) };
    match distrust {
        None => Ok(folder),
        Some(reason) => Err(NativeError::Untrusted { path: folder, reason }),
    }
}

/// Returns the resolved path of a folder in which only the user can rename what the user has made.
///
/// # Errors
///
/// Those of [`trusted_folder`].
pub(super) fn trusted_parent(path: &Path) -> Result<PathBuf, NativeError> {
    let resolved = fs::canonicalize(path).map_err(|error| failed(path, error))?;
    let mut folders: Vec<&Path> = resolved.ancestors().collect();
    folders.reverse();
    for folder in folders {
        let metadata = look(folder)?;
        let distrust = if metadata.is_dir() { shared(&metadata) } else { Some(Distrust::Kind) };
        if let Some(reason) = distrust {
            return Err(NativeError::Untrusted { path: folder.to_owned(), reason });
        }
    }
    Ok(resolved)
}

/// Returns the resolved path of the system's folder for temporary files.
///
/// # Errors
///
/// Those of [`trusted_folder`].
pub(super) fn temporary_folder() -> Result<PathBuf, NativeError> {
    trusted_parent(&env::temp_dir())
}

/// Reads a file of the user's that nobody else may write to.
///
/// # Errors
///
/// Those of [`trusted_folder`].
pub(super) fn read_trusted(path: &Path) -> Result<Vec<u8>, NativeError> {
    // Opening a pipe would wait for somebody who writes to it.
    let before = look(path)?;
    let untrusted = |reason| NativeError::Untrusted { path: path.to_owned(), reason };
    if !before.is_file() {
        return Err(untrusted(Distrust::Kind));
    }
    let mut file = open_no_link(path).map_err(|error| failed(path, error))?;
    let metadata = file.metadata().map_err(|error| failed(path, error))?;
    let distrust = if metadata.is_file() { private(&metadata) } else { Some(Distrust::Kind) };
    if let Some(reason) = distrust {
        return Err(untrusted(reason));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| failed(path, error))?;
    Ok(bytes)
}

/// Looks at a file or folder that must not be a link.
fn look(path: &Path) -> Result<Metadata, NativeError> {
    let metadata = fs::symlink_metadata(path).map_err(|error| failed(path, error))?;
    if metadata.is_symlink() {
        return Err(NativeError::Untrusted { path: path.to_owned(), reason: Distrust::Link });
    }
    Ok(metadata)
}

fn failed(path: &Path, error: io::Error) -> NativeError {
    NativeError::Cache { path: path.to_owned(), error }
}

#[cfg(unix)]
fn open_no_link(path: &Path) -> io::Result<File> {
    use nix::fcntl::OFlag;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK;
    fs::OpenOptions::new().read(true).custom_flags(flags.bits()).open(path)
}

#[cfg(not(unix))]
fn open_no_link(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Why something is not the user's alone.
#[cfg(unix)]
fn private(metadata: &Metadata) -> Option<Distrust> {
    Rights::of(metadata).private(user())
}

/// Why others could move what the user has in a folder.
#[cfg(unix)]
fn shared(metadata: &Metadata) -> Option<Distrust> {
    use std::os::unix::fs::MetadataExt;
    // The owner of the root of all folders can do anything; this is not number 0 where users are
    // mapped to other numbers.
    let administrator = fs::metadata("/").map_or(0, |root| root.uid());
    Rights::of(metadata).shared(user(), administrator)
}

/// Other systems keep the folders of users apart by other means, which the standard library does
/// not show.
#[cfg(not(unix))]
fn private(_metadata: &Metadata) -> Option<Distrust> {
    None
}

#[cfg(not(unix))]
fn shared(_metadata: &Metadata) -> Option<Distrust> {
    None
}

/// The number of the user whose rights count.
#[cfg(unix)]
fn user() -> u32 {
    nix::unistd::geteuid().as_raw()
}

/// What decides who may change a file or folder.
#[cfg(unix)]
#[derive(Clone, Copy, Debug)]
struct Rights {
    owner: u32,
    group: u32,
    mode: u32,
}

#[cfg(unix)]
impl Rights {
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Rights { owner: metadata.uid(), group: metadata.gid(), mode: metadata.mode() }
    }

    fn private(self, user: u32) -> Option<Distrust> {
        if self.owner != user {
            return Some(Distrust::Owner);
        }
        // Where there are access control lists, the bits of the group stand for all that they
        // grant.
        (self.mode & 0o022 != 0).then_some(Distrust::Writable)
    }

    fn shared(self, user: u32, administrator: u32) -> Option<Distrust> {
        const STICKY: u32 = 0o1000;
        if ![user, administrator, 0].contains(&self.owner) {
            return Some(Distrust::Owner);
        }
        // A group with the number of the user is the user's own: many systems let its members
        // write by default, and it has no others.
        let own_group = self.owner == user && self.group == user && user != 0;
        let others = if own_group { 0o002 } else { 0o022 };
        (self.mode & others != 0 && self.mode & STICKY == 0).then_some(Distrust::Writable)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Distrust, Rights};

    const ALICE: u32 = 1000;
    const BOB: u32 = 1001;

    fn rights(owner: u32, group: u32, mode: u32) -> Rights {
        Rights { owner, group, mode }
    }

    #[test]
    fn a_cache_is_the_users_alone() {
        let private = |owner, mode| rights(owner, 100, mode).private(ALICE);
        assert_eq!(private(ALICE, 0o40_700), None);
        assert_eq!(private(ALICE, 0o40_755), None);
        assert_eq!(private(ALICE, 0o40_775), Some(Distrust::Writable));
        assert_eq!(private(ALICE, 0o41_777), Some(Distrust::Writable));
        assert_eq!(private(BOB, 0o40_700), Some(Distrust::Owner));
        // Root could change it anyway, but does not put libraries there.
        assert_eq!(private(0, 0o40_700), Some(Distrust::Owner));
        // As with `sudo`, which keeps the user's home.
        assert_eq!(rights(ALICE, ALICE, 0o40_700).private(0), Some(Distrust::Owner));
    }

    #[test]
    fn folders_above_let_nobody_rename_the_cache() {
        let shared = |owner, group, mode| rights(owner, group, mode).shared(ALICE, 0);
        assert_eq!(shared(0, 0, 0o40_755), None);
        assert_eq!(shared(ALICE, ALICE, 0o40_755), None);
        assert_eq!(shared(0, 0, 0o41_777), None, "as /tmp");
        assert_eq!(shared(0, 0, 0o40_777), Some(Distrust::Writable));
        assert_eq!(shared(ALICE, 100, 0o40_775), Some(Distrust::Writable));
        assert_eq!(shared(ALICE, ALICE, 0o40_775), None, "the user's own group");
        assert_eq!(shared(ALICE, ALICE, 0o40_777), Some(Distrust::Writable));
        assert_eq!(shared(BOB, BOB, 0o41_777), Some(Distrust::Owner));
        // Where users are mapped to other numbers, root has one of them.
        assert_eq!(rights(65_534, 65_534, 0o40_755).shared(ALICE, 65_534), None);
        assert_eq!(rights(0, 0, 0o40_775).shared(0, 0), Some(Distrust::Writable));
    }
}
