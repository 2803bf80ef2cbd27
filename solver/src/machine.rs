//! How much memory this process has used and may use. Known on Linux only.

use std::fs;

/// Returns the most memory this process has had so far, in bytes.
pub fn peak_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Returns the memory that a search may take by default: most of what is free now, in bytes.
pub fn free_bytes() -> Option<u64> {
    Some(kilobytes("/proc/meminfo", "MemAvailable:")? / 10 * 9)
}

/// Returns the number in the line that begins with `word`, in bytes.
fn kilobytes(path: &str, word: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}
