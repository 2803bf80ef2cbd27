//! Reading a table from its beginning to its end.

use super::{DiskTable, TableOptions};
use crate::SolveError;

/// Reads entries of a table on disk, in order: a partition is in memory.
#[derive(Debug)]
pub struct DiskEntries<'a> {
    table: &'a DiskTable,
    part: Option<usize>,
    words: Vec<u64>,
}

impl<'a> DiskEntries<'a> {
    /// Nothing is in memory yet.
    pub fn new(table: &'a DiskTable) -> Self {
        DiskEntries { table, part: None, words: Vec::new() }
    }

    /// Reads entries from an index on; all must be in the table.
    pub fn read(&mut self, first: u64, numbers: &mut [u32]) -> Result<(), SolveError> {
        let TableOptions { bits, part_entries, .. } = self.table.options();
        let per_word = u64::from(64 / bits);
        for (index, number) in (first..).zip(numbers) {
            let part = self.table.options().part_of(index);
            if self.part != Some(part) {
                self.part = None;
                self.table.read(part, &mut self.words)?;
                self.part = Some(part);
            }
            let position = index % part_entries;
            let word = usize::try_from(position / per_word).expect("a partition is in memory");
            let entry = self.words[word] >> (position % per_word * u64::from(bits));
            *number = u32::try_from(entry & (u64::MAX >> (64 - bits))).expect("at most 32 bits");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::*;
    use crate::disk::Disk;

    #[test]
    fn entries_come_in_order() {
        let folder = Folder::new();
        for bits in [2, 8, 16, 32] {
            let options = TableOptions { size: 1_000, bits, part_entries: 64 };
            let path = folder.0.join(format!("table-{bits}"));
            let mut table = DiskTable::create(&Disk::new(), &path, options).expect("it is made");
            // The partitions in the middle stay empty.
            for part in [0, 1, 15] {
                let word = |at: usize| (at as u64 + 3).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let words: Vec<u64> = (0..options.words(part)).map(word).collect();
                table.write(part, &words).expect("there is room");
            }
            let mut entries = DiskEntries::new(&table);
            let mut all = vec![0; 1_000];
            for (at, numbers) in all.chunks_mut(77).enumerate() {
                entries.read(at as u64 * 77, numbers).expect("it can be read");
            }
            for (index, number) in (0..).zip(all) {
                assert_eq!(table.entry(index), Ok(u64::from(number)), "{bits} bits, {index}");
            }
        }
    }
}
