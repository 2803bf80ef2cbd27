//! A folder for a test.

use gdl_runtime::disk::Disk;
use gdl_runtime::scratch::Scratch;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A folder for a test, removed with it.
pub(in crate::engines) struct Folder(PathBuf);

impl Folder {
    pub(in crate::engines) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("on-disk").join(name);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// A search in this folder.
    pub(in crate::engines) fn scratch(&self, disk: Disk, memory: u64) -> Scratch {
        Scratch::new(disk, self.0.clone(), memory, "a search".to_owned())
    }

    /// A search in this folder, which can be gone on with from every layer.
    pub(in crate::engines) fn settling(&self, disk: Disk, memory: u64) -> Scratch {
        self.scratch(disk, memory).with_interval(Duration::ZERO)
    }

    pub(in crate::engines) fn path(&self) -> &Path {
        &self.0
    }

    pub(in crate::engines) fn is_empty(&self) -> bool {
        fs::read_dir(&self.0).expect("it is there").next().is_none()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
