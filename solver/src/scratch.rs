//! `gamec solve --scratch FOLDER`: where tables lie that do not fit into memory.
//!
//! The folder gets a subfolder for each search, which a later run of the same search goes on with,
//! and which is removed when the search has ended well.

use crate::database::{Label, ReadDistances, made_by};
use crate::environment;
use crate::problem::Job;
use crate::reporter::Reporter;
use gdl_runtime::SolveError;
use gdl_runtime::engine::Search;
use gdl_runtime::scratch::{DiskEntries, DiskTable, Scratch};

/// The part of the scratch folder that belongs to a search; none if the user has given no folder.
pub(crate) fn scratch(job: Job<'_>, label: &Label, memory: u64) -> Option<Scratch> {
    let folder = job.limits.scratch.clone()?;
    let name = serde_json::json!({ "made_by": made_by(), "label": label }).to_string();
    Some(Scratch::new(environment::disk(), folder, memory, name))
}

/// Says so if an earlier run has left something to go on with.
pub(crate) fn announce(scratch: &Scratch, reporter: &dyn Reporter) {
    if scratch.folder().is_dir() {
        let folder = scratch.folder().display();
        reporter.note(&format!("goes on with what is in `{folder}`"));
    }
}

/// A search that has ended, and its table if that lies on disk.
pub(crate) struct Searched {
    pub(crate) found: Search,
    pub(crate) on_disk: Option<OnDisk>,
}

/// A table on disk, and the folder it lies in.
pub(crate) struct OnDisk {
    pub(crate) table: DiskTable,
    pub(crate) scratch: Scratch,
}

impl Searched {
    /// Lets somebody read the distances.
    pub(crate) fn with_distances<T>(&self, visit: impl FnOnce(ReadDistances<'_>) -> T) -> T {
        match &self.on_disk {
            Some(OnDisk { table, .. }) => {
                let mut entries = DiskEntries::new(table);
                visit(&mut |first, numbers| entries.read(first, numbers))
            }
            None => {
                let table = self.found.table.as_ref().expect("distances are kept");
                visit(&mut |first, numbers| {
                    table.read(first, numbers);
                    Ok(())
                })
            }
        }
    }

    /// Removes what lies on disk: nothing of it is needed any more.
    pub(crate) fn discard(&self) -> Result<(), SolveError> {
        self.on_disk.as_ref().map_or(Ok(()), |on_disk| on_disk.scratch.discard())
    }
}
