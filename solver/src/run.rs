//! What is known about a run besides its result.

use serde::Serialize;

/// A search with compiled or word-parallel code.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NativeRun {
    /// The number of threads.
    pub threads: usize,
    /// The number of bits of an entry of the table.
    pub bits: u32,
    /// By how many symmetries the positions were divided, the trivial one included.
    pub symmetries: usize,
    /// The number of positions that were looked at.
    pub explored: u64,
    /// The size of the table in bytes.
    pub table_bytes: u64,
    /// Whether the table was on disk, and only parts of it in those bytes.
    pub on_disk: bool,
    /// Whether the search was word-parallel.
    pub word_parallel: bool,
}

/// A search on a graphics processor.
#[derive(Clone, Debug, Serialize)]
pub struct GpuRun {
    /// The name of the device.
    pub device: String,
    /// The number of bits of an entry of the table.
    pub bits: u32,
    /// By how many symmetries the positions were divided, the trivial one included.
    pub symmetries: usize,
    /// The number of positions that were looked at.
    pub explored: u64,
    /// The size of the table in bytes.
    pub table_bytes: u64,
    /// Whether the table stayed on the host.
    pub on_host: bool,
    /// How long the device was busy, if it tells.
    pub busy_seconds: Option<f64>,
}

/// A database that was written.
#[derive(Clone, Debug, Serialize)]
pub struct DatabaseRun {
    /// The file.
    pub file: String,
    /// Its size.
    pub bytes: u64,
}
