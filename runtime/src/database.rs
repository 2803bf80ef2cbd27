//! Files with tables of numbers, of which any one can be read without unpacking more than a block.
//!
//! A database holds a text about itself and tables. A table is a row of numbers in one
//! [`Packing`]; the packed bytes are cut into blocks of equal size, and each block is compressed
//! on its own. What the numbers mean, the text says; nothing here knows games.
//!
//! The file is in the *seekable format* of zstd (`contrib/seekable_format` of its sources): a
//! frame for each block, and a table of their sizes at the end, in a frame that decoders skip.
//! Another such frame, at the beginning, is our header. So `zstd -d` unpacks a database, into the
//! packed numbers of all tables. `docs/database.md` has the format to the byte.
//!
//! What is read is checked first. A chain of checksums leads from the header to each number: the
//! header ends with its own BLAKE3 and has that of the seek table, which has the checksum of each
//! block, which is that of the unpacked bytes. A [`Writer`] writes the header last, into a
//! temporary file that gets its final name when all its bytes are safe. So a file is found to be
//! damaged when the damaged bytes are touched, and one that is unfinished is no database.

mod blocks;
mod cache;
mod error;
mod frames;
mod head;
mod index;
mod packing;
mod reader;
mod source;
#[cfg(test)]
mod tests;
mod writer;

pub use error::DatabaseError;
pub use packing::Packing;
pub use reader::{CACHE_BYTES, Reader};
pub use writer::Writer;

/// The version of the format that is written, and the latest that can be read. Versions differ in
/// what the text about a database must say, and in nothing else.
pub const VERSION: u32 = 2;

/// How many numbers a table has, and how they become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableShape {
    /// How many numbers there are.
    pub entries: u64,
    /// How they become bytes.
    pub packing: Packing,
}

/// How tables are cut into blocks and compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockOptions {
    /// Packed bytes in a block: a power of two from [`BlockOptions::SMALLEST`] to
    /// [`BlockOptions::LARGEST`]. Larger blocks are compressed better and take longer to unpack
    /// for a single number.
    pub block_bytes: u32,
    /// How hard zstd tries, from 1 to 22. Reading is as fast at every level.
    pub level: i32,
}

impl BlockOptions {
    /// The smallest number of packed bytes in a block.
    pub const SMALLEST: u32 = 1 << 10;
    /// The largest number of packed bytes in a block.
    pub const LARGEST: u32 = 1 << 20;

    /// Why blocks cannot be made like this, if so.
    fn fault(self) -> Option<String> {
        let BlockOptions { block_bytes, level } = self;
        if !has_block_size(block_bytes) {
            let (smallest, largest) = (BlockOptions::SMALLEST, BlockOptions::LARGEST);
            return Some(format!(
                "blocks have a power of two of bytes from {smallest} to {largest}, not {block_bytes}"
            ));
        }
        (!(1..=22).contains(&level))
            .then(|| format!("levels of compression are numbers from 1 to 22, not {level}"))
    }
}

impl Default for BlockOptions {
    /// 16 KiB are unpacked in some ten microseconds, and hardly compressed worse than larger
    /// blocks.
    fn default() -> Self {
        BlockOptions { block_bytes: 1 << 14, level: 3 }
    }
}

/// Reads every number of a database, in rows and one by one, and compares the two; gives how many
/// there are. This is what the fuzz target runs.
pub fn read_everything(reader: &Reader) -> Result<u64, DatabaseError> {
    const ROW: usize = 1 << 12;
    let mut total = 0;
    let mut row = vec![0; ROW];
    for (table, shape) in reader.tables().iter().enumerate() {
        let mut first = 0;
        while first < shape.entries {
            let count = usize::try_from(shape.entries - first).map_or(ROW, |left| left.min(ROW));
            let row = &mut row[..count];
            reader.read(table, first, row)?;
            for (entry, number) in (first..).zip(row.iter()) {
                if reader.number(table, entry)? != *number {
                    return Err(reader.damaged(format!("table {table} reads differently twice")));
                }
            }
            first += count as u64;
        }
        total += shape.entries;
    }
    Ok(total)
}

/// Whether a block may have this number of packed bytes.
fn has_block_size(bytes: u32) -> bool {
    bytes.is_power_of_two() && (BlockOptions::SMALLEST..=BlockOptions::LARGEST).contains(&bytes)
}
