//! How the memory of a search on disk is divided.
//!
//! | share | for |
//! |---|---|
//! | 1/2 | the partition in memory |
//! | 1/4 | a buffer of each thread for each partition, and one for reading |
//! | 1/8 | what is known of each partition |
//! | 1/16 | a list of each thread for successors |
//! | 1/16 | the lists of chunks of the buckets |
//!
//! Partitions are as large as they can be: fewer of them leave longer buffers, and more successors
//! are found in the partition they came from.

use crate::scratch::TableOptions;

/// The most entries of a partition: positions in it are numbers of 32 bits.
const MOST_ENTRIES: u64 = 1 << 32;

/// The longest chunk of a bucket: longer ones would not be read faster.
const LONGEST_CHUNK: u64 = 1 << 18;

/// The shortest chunk of a bucket.
const SHORTEST_CHUNK: u64 = 64;

/// The longest list of successors: it should stay in the processor's cache.
const LONGEST_LIST: u64 = 1 << 14;

/// The shortest list of successors.
const SHORTEST_LIST: u64 = 64;

/// How many times as large as the table the buckets may become.
const BUCKETS_PER_TABLE: u64 = 8;

/// Buckets that are larger than the table are no larger than this.
const LARGE_BUCKETS: u64 = 2 << 30;

/// The most bytes that what is known of a partition takes, and the most for each thread.
const PART_BYTES: u64 = 160;
const PART_THREAD_BYTES: u64 = 24;

/// What a chunk of a bucket takes at most, while lists grow.
const CHUNK_BYTES: u64 = 32;

/// How a search is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The table.
    pub(super) table: TableOptions,
    /// How many successors a list has room for.
    pub(super) list: usize,
    /// Number of bytes of a chunk of the buckets.
    pub(super) chunk_bytes: usize,
    /// The number of bytes of chunks at which the buckets are full.
    pub(super) budget: u64,
}

impl Shape {
    /// The best shape for `memory` bytes; none if they are too few.
    pub(super) fn new(size: u64, bits: u32, threads: usize, memory: u64) -> Option<Self> {
        let fitting = (memory / 2).saturating_mul(8) / u64::from(bits);
        let fitting = MOST_ENTRIES.min(1 << fitting.checked_ilog2()?);
        let wanted = if size < fitting { size.next_power_of_two() } else { fitting };
        let part_entries = wanted.max(u64::from(64 / bits));
        Shape::with(TableOptions { size, bits, part_entries }, threads, memory)
    }

    /// The shape with a table that is cut like this; none if there is too little memory.
    pub(super) fn with(table: TableOptions, threads: usize, memory: u64) -> Option<Self> {
        let threads = threads as u64;
        let parts = table.size.div_ceil(table.part_entries);
        let for_parts = parts.checked_mul(PART_BYTES + PART_THREAD_BYTES * threads)?;
        let for_each_buffer = memory / 4 / threads.checked_mul(parts + 1)?;
        let fits = table.part_bytes() <= memory / 2
            && for_parts <= memory / 8
            && for_each_buffer >= SHORTEST_CHUNK;
        if !fits {
            return None;
        }
        let chunk_bytes = for_each_buffer.min(LONGEST_CHUNK) / 4 * 4;
        let table_bytes = parts.saturating_mul(table.part_bytes());
        let budget = (BUCKETS_PER_TABLE.saturating_mul(table_bytes))
            .min(LARGE_BUCKETS.max(table_bytes))
            .min(memory / 16 / CHUNK_BYTES * chunk_bytes);
        Some(Shape {
            table,
            list: usize::try_from((memory / 16 / 8 / threads).clamp(SHORTEST_LIST, LONGEST_LIST))
                .ok()?,
            chunk_bytes: usize::try_from(chunk_bytes).ok()?,
            budget: budget.max(chunk_bytes),
        })
    }

    /// About how much memory is enough for a search, if `memory` bytes are not.
    pub(super) fn needed(size: u64, bits: u32, threads: usize, memory: u64) -> u64 {
        let doubled = std::iter::successors(Some(memory.max(1)), |memory| memory.checked_mul(2));
        let enough = |memory: &u64| Shape::new(size, bits, threads, *memory).is_some();
        doubled.into_iter().find(enough).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is taken fits into the memory that was given.
    #[test]
    fn shares_are_kept() {
        for size in [1, 31, 40_000, 3_628_800, 479_001_600, 1 << 40] {
            for memory in [10_000, 65_536, 1 << 20, 123_456_789, 1 << 33] {
                for bits in [2, 8, 16, 32] {
                    for threads in [1, 2, 7, 64] {
                        let Some(shape) = Shape::new(size, bits, threads, memory) else { continue };
                        let table = shape.table;
                        let parts = table.parts() as u64;
                        let buffers = threads as u64 * (parts + 1) * shape.chunk_bytes as u64;
                        let chunks = shape.budget / shape.chunk_bytes as u64 * CHUNK_BYTES;
                        let lists = 8 * (threads * shape.list) as u64;
                        let known = parts * PART_BYTES;
                        let short = (threads as u64) * 8 * SHORTEST_LIST;
                        let all = table.part_bytes() + buffers + chunks + lists + known;
                        assert!(all <= memory + short, "{shape:?} in {memory}");
                        assert!(table.part_entries.is_power_of_two());
                        assert!(table.part_entries <= MOST_ENTRIES);
                        assert!(table.part_entries >= u64::from(64 / bits));
                    }
                }
            }
        }
    }

    #[test]
    fn too_little_memory_is_refused() {
        assert_eq!(Shape::new(1 << 40, 2, 2, 1 << 16), None);
        let needed = Shape::needed(1 << 40, 2, 2, 1 << 16);
        assert!(needed > 1 << 16 && needed < 1 << 30, "{needed}");
        assert!(Shape::new(1 << 40, 2, 2, needed).is_some());
        assert_eq!(Shape::new(1_000, 2, 1, 0), None);
        assert!(Shape::new(0, 2, 1, 1 << 16).is_some());
    }

    /// The 12 pancakes with a quarter of the table's bytes.
    #[test]
    fn a_quarter_of_the_table_gives_few_partitions() {
        let shape = Shape::new(479_001_600, 2, 2, 479_001_600 / 16).expect("it is enough");
        assert_eq!(shape.table.parts(), 15);
        assert!(shape.chunk_bytes > 200_000);
        assert_eq!(shape.budget, 8 * 15 * shape.table.part_bytes());
    }
}
