//! How the tables of a unit are cut, so that what is in memory at a time fits.
//!
//! Half of the memory is for one partition, of the unit or of a tier below it; a quarter for the
//! buffers of the buckets; and an eighth for the lists of their chunks, which limits how many
//! messages wait, and for lists for workers and what they answer.

use crate::SolveError;

/// The least number of bytes of a buffer.
const SHORTEST: u64 = 64;

/// The most bytes of a buffer: a disk does not get faster with more.
const LONGEST: u64 = 1 << 16;

/// Buffers may take this number of bytes in any case, and so may lists of chunks.
const ALWAYS: u64 = 1 << 20;

/// How many bytes the lists of chunks take for each chunk: while they grow, of requests, answers
/// and updates.
const LISTED: u64 = 3 * 32;

/// The most slots that are handed to workers at a time.
const MOST_AT_ONCE: u64 = 1 << 13;

/// The least slots that are handed to workers at a time.
const LEAST_AT_ONCE: u64 = 16;

/// About how many bytes a slot takes then, with twenty moves.
const LISTED_SLOT: u64 = 256;

/// How many bytes wait in buckets for each slot before they are emptied.
const WAITING: u64 = 8;

/// How tables are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// Number of slots of a partition.
    pub(super) part_slots: u64,
    /// Number of bytes of a buffer.
    pub(super) chunk_bytes: usize,
    /// How many bytes wait in buckets before they are emptied.
    pub(super) budget: u64,
    /// How many slots are handed to workers at a time.
    pub(super) at_once: usize,
    /// How many bytes of memory a partition and the buffers take.
    pub(super) bytes: u64,
}

impl Sizes {
    /// Cuts tables with these numbers of slots: those of a unit, and those below it.
    pub(super) fn new(
        memory: u64,
        entry_bytes: u64,
        own: &[u64],
        below: &[u64],
    ) -> Result<Self, SolveError> {
        let largest = own.iter().chain(below).copied().max().unwrap_or(1).max(64);
        let room = (memory / 2 / entry_bytes).clamp(64, 1 << 30);
        let part_slots = largest.next_power_of_two().min(1 << room.ilog2());
        let parts =
            |tables: &[u64]| -> u64 { tables.iter().map(|slots| slots.div_ceil(part_slots)).sum() };
        // Requests go to all partitions, answers and updates to those of the unit.
        let buffers = (3 * parts(own) + parts(below)).max(1);
        let chunk_bytes = chunk_bytes(memory, buffers)?;
        let waiting = own.iter().sum::<u64>().saturating_mul(WAITING);
        Ok(Sizes {
            part_slots,
            chunk_bytes: usize::try_from(chunk_bytes).expect("it is small"),
            budget: waiting.min(most_waiting(memory, chunk_bytes)),
            at_once: at_once(memory),
            bytes: part_slots * entry_bytes + buffers * chunk_bytes,
        })
    }
}

/// How the marks of all tiers are cut, which are one bit for each slot: four partitions of them
/// are in memory at a time while they are made, and one later, beside what values take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkSizes {
    /// Number of slots of a partition.
    pub(super) part_slots: u64,
    /// Number of bytes of a buffer.
    pub(super) chunk_bytes: usize,
    /// How many bytes wait in buckets before they are emptied.
    pub(super) budget: u64,
    /// How many slots are handed to workers at a time.
    pub(super) at_once: usize,
    /// How many bytes of memory partitions and buffers take.
    pub(super) bytes: u64,
}

impl MarkSizes {
    /// Cuts the marks of tiers with these numbers of slots.
    pub(super) fn new(memory: u64, tiers: &[u64]) -> Result<Self, SolveError> {
        let largest = tiers.iter().copied().max().unwrap_or(1).max(64);
        let room = (memory / 16).saturating_mul(8).clamp(64, 1 << 30);
        let part_slots = largest.next_power_of_two().min(1 << room.ilog2());
        let buffers = tiers.iter().map(|slots| slots.div_ceil(part_slots)).sum::<u64>().max(1);
        let chunk_bytes = chunk_bytes(memory, buffers)?;
        let waiting = tiers.iter().sum::<u64>().saturating_mul(WAITING);
        Ok(MarkSizes {
            part_slots,
            chunk_bytes: usize::try_from(chunk_bytes).expect("it is small"),
            budget: waiting.min(most_waiting(memory, chunk_bytes)),
            at_once: at_once(memory),
            bytes: 4 * part_slots / 8 + buffers * chunk_bytes,
        })
    }
}

/// The length of each of `buffers` buffers.
fn chunk_bytes(memory: u64, buffers: u64) -> Result<u64, SolveError> {
    let chunk_bytes = (memory / 4 / buffers).clamp(SHORTEST, LONGEST);
    if buffers.saturating_mul(chunk_bytes) <= (memory / 4).max(ALWAYS) {
        return Ok(chunk_bytes);
    }
    // Twice the memory makes half the partitions.
    let times = (buffers * SHORTEST).div_ceil((memory / 4).max(1)).isqrt() + 1;
    Err(SolveError::TableMemory { needed: memory.saturating_mul(times), limit: Some(memory) })
}

/// How many bytes may wait so that the lists of chunks fit.
fn most_waiting(memory: u64, chunk_bytes: u64) -> u64 {
    ((memory / 8).max(ALWAYS) / LISTED).saturating_mul(chunk_bytes)
}

/// How many slots are handed to workers at a time.
fn at_once(memory: u64) -> usize {
    let slots = (memory / 8 / LISTED_SLOT).clamp(LEAST_AT_ONCE, MOST_AT_ONCE);
    usize::try_from(slots).expect("they are few")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_cut_so_that_they_fit() {
        for memory in [1 << 12, 100_000, 1 << 20, 1 << 30] {
            for slots in [100, 1 << 20, 10_000_000_000] {
                let Ok(sizes) = Sizes::new(memory, 2, &[slots, 50], &[slots / 3]) else {
                    assert!(slots / memory > 1000, "{slots} slots with {memory} bytes");
                    continue;
                };
                assert!(sizes.part_slots.is_power_of_two() && sizes.part_slots >= 64);
                assert!(sizes.part_slots * 2 <= (memory / 2).max(128));
                let parts = |slots: u64| slots.div_ceil(sizes.part_slots);
                let buffers = 3 * (parts(slots) + parts(50)) + parts(slots / 3);
                assert!(buffers * sizes.chunk_bytes as u64 <= (memory / 4).max(ALWAYS));
                let chunks = sizes.budget / sizes.chunk_bytes as u64;
                assert!(chunks * LISTED <= (memory / 8).max(ALWAYS));
            }
        }
    }
}
