//! Files that are written so that a crash at any moment leaves nothing half-written under its
//! final name.
//!
//! Everything that gamec writes in the course of a search goes through a [`Disk`]: it counts the
//! calls that change something, and tests make any one of them fail, as on a disk that is full. A
//! file gets its final name by [`Disk::publish`], after all its bytes are safe. What belongs to
//! one process alone is locked, and a folder is only ever removed if it is an [`OwnedFolder`].

mod folder;
pub(crate) mod lock;
mod temporary;

pub use folder::{Contents, FolderError, LOCK_NAME, OwnedFolder};
pub use lock::Locked;
pub use temporary::{Existing, Temporary, is_temporary, random_number};

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where files are written.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    calls: Arc<AtomicU64>,
    fault: Option<Fault>,
}

/// A call that fails, and what comes of it.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Its number, from 0 on.
    pub at: u64,
    /// What is wrong.
    pub kind: ErrorKind,
    /// Whether all later calls fail as well.
    pub lasting: bool,
}

/// A file that is being written.
#[derive(Debug)]
pub struct DiskFile {
    disk: Disk,
    file: File,
    path: PathBuf,
}

impl Disk {
    /// The disk of this machine.
    pub fn new() -> Self {
        Disk::default()
    }

    /// A disk on which a call fails.
    pub fn failing(fault: Fault) -> Self {
        Disk { calls: Arc::default(), fault: Some(fault) }
    }

    /// How many calls there have been that change something.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Counts a call that changes something; an error if it is to fail.
    fn change(&self) -> io::Result<()> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        match self.fault {
            Some(Fault { at, kind, lasting }) if call == at || (lasting && call > at) => {
                Err(io::Error::from(kind))
            }
            _ => Ok(()),
        }
    }

    /// A new file, in place of one with the same name.
    pub fn create(&self, path: &Path) -> io::Result<DiskFile> {
        self.change()?;
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        Ok(DiskFile { disk: self.clone(), file, path: path.to_owned() })
    }

    /// Makes a file that is not there yet.
    pub fn create_new(&self, path: &Path) -> io::Result<DiskFile> {
        self.change()?;
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        Ok(DiskFile { disk: self.clone(), file, path: path.to_owned() })
    }

    /// A file that is there already, or a new one, to be read and written.
    pub fn open_or_create(&self, path: &Path) -> io::Result<DiskFile> {
        self.change()?;
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        Ok(DiskFile { disk: self.clone(), file, path: path.to_owned() })
    }

    /// A file that is there already, to be read and written.
    pub fn open(&self, path: &Path) -> io::Result<DiskFile> {
        let file = File::options().read(true).write(true).open(path)?;
        Ok(DiskFile { disk: self.clone(), file, path: path.to_owned() })
    }

    /// Makes a folder and those above it, unless they are there.
    pub fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.change()?;
        fs::create_dir_all(path)
    }

    /// Gives a file that is safe on the disk its final name, in place of an older one, and sees
    /// that the name is safe as well.
    pub fn publish(&self, file: DiskFile, name: &Path) -> io::Result<()> {
        file.sync()?;
        self.change()?;
        fs::rename(&file.path, name)?;
        self.change()?;
        sync_folder(name)
    }

    /// Like [`publish`](Self::publish), unless another file has that name: then this is an error,
    /// and nothing has changed.
    pub fn publish_new(&self, file: DiskFile, name: &Path) -> io::Result<()> {
        file.sync()?;
        self.change()?;
        match fs::hard_link(&file.path, name) {
            Ok(()) => self.remove(&file.path)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            // There are no second names on this file system, and so no way to do it at once.
            Err(_) if fs::symlink_metadata(name).is_ok() => {
                return Err(ErrorKind::AlreadyExists.into());
            }
            Err(_) => fs::rename(&file.path, name)?,
        }
        self.change()?;
        sync_folder(name)
    }

    /// Removes a file, if it is there.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.change()?;
        unless_missing(fs::remove_file(path))
    }

    /// Removes a folder, if it is there; an error if something is in it.
    pub fn remove_empty_folder(&self, path: &Path) -> io::Result<()> {
        self.change()?;
        unless_missing(fs::remove_dir(path))
    }
}

impl DiskFile {
    /// Its name for now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of bytes.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Locks it for this process, without waiting, until it is closed.
    pub fn lock(&self) -> io::Result<Locked> {
        lock::lock(&self.file, &self.path)
    }

    /// Says who may do what with it.
    pub fn set_permissions(&self, permissions: fs::Permissions) -> io::Result<()> {
        self.disk.change()?;
        self.file.set_permissions(permissions)
    }

    /// Reads its first bytes, at most `most` of them.
    fn read_some(&self, most: usize) -> io::Result<Vec<u8>> {
        let length = usize::try_from(self.length()?).map_or(most, |length| length.min(most));
        let mut bytes = vec![0; length];
        self.read_at(&mut bytes, 0)?;
        Ok(bytes)
    }

    /// Makes it shorter, or longer with zeros.
    pub fn set_length(&self, bytes: u64) -> io::Result<()> {
        self.disk.change()?;
        self.file.set_len(bytes)
    }

    /// Writes bytes at a place. A write that is to fail writes half of them first, as happens on a
    /// disk that is full.
    pub fn write_at(&self, bytes: &[u8], place: u64) -> io::Result<()> {
        if let Err(error) = self.disk.change() {
            write_all_at(&self.file, &bytes[..bytes.len() / 2], place)?;
            return Err(error);
        }
        write_all_at(&self.file, bytes, place)
    }

    /// Reads bytes at a place; an error if there are not enough.
    pub fn read_at(&self, bytes: &mut [u8], place: u64) -> io::Result<()> {
        read_exact_at(&self.file, bytes, place)
    }

    /// Waits until all bytes are safe on the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.disk.change()?;
        self.file.sync_all()
    }
}

/// What is not there needs no removing.
fn unless_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Reads bytes at a place of a file, which several threads may do at once.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

#[cfg(unix)]
fn write_all_at(file: &File, bytes: &[u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, place)
}

/// A name is safe when its folder is.
#[cfg(unix)]
fn sync_folder(name: &Path) -> io::Result<()> {
    let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Reads bytes at a place of a file, which several threads may do at once.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, place)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                place += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(windows)]
fn write_all_at(file: &File, mut bytes: &[u8], mut place: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_write(bytes, place)? {
            0 => return Err(ErrorKind::WriteZero.into()),
            written => {
                bytes = &bytes[written..];
                place += written as u64;
            }
        }
    }
    Ok(())
}

/// Folders cannot be opened as files here; the system keeps names safe by itself.
#[cfg(windows)]
fn sync_folder(_name: &Path) -> io::Result<()> {
    Ok(())
}
