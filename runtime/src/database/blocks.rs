//! Which numbers are in which block.
//!
//! Tables lie one after the other, and no block has numbers of two tables. All blocks of a table
//! are full but the last, so a number is found by one division.

use super::{Packing, TableShape};

/// As many frames as zstd's own library for the format allows, less the header.
pub(super) const MOST_BLOCKS: u64 = 0x800_0000 - 1;

/// The blocks of all tables.
#[derive(Debug)]
pub(super) struct Blocks {
    tables: Vec<TableBlocks>,
    count: usize,
}

/// The blocks of one table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableBlocks {
    pub(super) packing: Packing,
    pub(super) entries: u64,
    /// Its first block among those of all tables.
    pub(super) first: usize,
    /// How many it has.
    pub(super) count: usize,
    /// Numbers in a full block.
    pub(super) numbers: usize,
    /// Packed bytes in a full block, and in the last.
    bytes: [usize; 2],
}

impl Blocks {
    /// Cuts tables into blocks; none if there are too many blocks for a file.
    pub(super) fn new(shapes: &[TableShape], block_bytes: u32) -> Option<Self> {
        let mut tables = Vec::with_capacity(shapes.len());
        let mut total: u64 = 0;
        for TableShape { entries, packing } in shapes.iter().copied() {
            let first = usize::try_from(total).ok()?;
            let bytes = packing.bytes(entries)?;
            let count = bytes.div_ceil(u64::from(block_bytes));
            total = total.checked_add(count).filter(|total| *total <= MOST_BLOCKS)?;
            let full = usize::try_from(block_bytes).ok()?;
            let last = bytes - count.saturating_sub(1) * u64::from(block_bytes);
            let group = packing.group();
            tables.push(TableBlocks {
                packing,
                entries,
                first,
                count: usize::try_from(count).ok()?,
                numbers: full / group.bytes * group.numbers,
                bytes: [full, usize::try_from(last).ok()?],
            });
        }
        Some(Blocks { tables, count: usize::try_from(total).ok()? })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn tables(&self) -> &[TableBlocks] {
        &self.tables
    }

    /// The number of the table that a block belongs to, and its blocks.
    pub(super) fn table_of(&self, block: usize) -> Option<(usize, &TableBlocks)> {
        let after = self.tables.partition_point(|table| table.first <= block);
        let table = after.checked_sub(1)?;
        self.tables.get(table).filter(|found| block - found.first < found.count).map(|f| (table, f))
    }

    /// The packed bytes of each block, in their order.
    pub(super) fn packed_bytes(&self) -> impl Iterator<Item = usize> {
        self.tables.iter().flat_map(|table| {
            (table.first..table.first + table.count).map(|block| table.packed_bytes(block))
        })
    }
}

impl TableBlocks {
    /// The packed bytes of a block of this table.
    pub(super) fn packed_bytes(&self, block: usize) -> usize {
        let is_last = block + 1 == self.first + self.count;
        self.bytes[usize::from(is_last)]
    }

    /// The block with an entry of the table, and the entry's place there; none if the table is not
    /// that long.
    pub(super) fn find(&self, entry: u64) -> Option<(usize, usize)> {
        if entry >= self.entries {
            return None;
        }
        let numbers = self.numbers as u64;
        let block = self.first + usize::try_from(entry / numbers).ok()?;
        Some((block, usize::try_from(entry % numbers).ok()?))
    }
}
