//! Reading databases.
//!
//! Opening reads the header and the seek table, twelve bytes for each block, and no block. Nothing
//! that a file says about itself is believed before it agrees with the file's length, and memory
//! is only taken for bytes that are there.

use super::blocks::Blocks;
use super::cache::Cache;
use super::frames::Decompressors;
use super::head::Head;
use super::index::{Frame, Index, index_bytes};
use super::source::Source;
use super::{BlockOptions, DatabaseError, TableShape};
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;

/// How many bytes of unpacked blocks a reader keeps, unless told otherwise.
pub const CACHE_BYTES: usize = 64 << 20;

/// How many blocks are checked between two reports.
const CHECKED_AT_ONCE: usize = 256;

/// A database that is being read, by any number of threads.
#[derive(Debug)]
pub struct Reader {
    source: Source,
    head: Head,
    blocks: Blocks,
    index: Index,
    decompressors: Decompressors,
    cache: Cache,
}

impl Reader {
    /// Opens a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        Reader::new(Source::open(path)?)
    }

    /// Opens a database that is in memory; the name is for messages.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, DatabaseError> {
        Reader::new(Source::memory(path, bytes))
    }

    fn new(source: Source) -> Result<Self, DatabaseError> {
        let (head, head_bytes) = Head::read(&source)?;
        let wrong_lengths = || source.damaged("its tables do not fit into its length");
        let blocks =
            Blocks::new(&head.shapes, head.options.block_bytes).ok_or_else(wrong_lengths)?;
        let index_bytes = index_bytes(blocks.count());
        let index_place = source
            .length()
            .checked_sub(index_bytes)
            .filter(|place| *place >= u64::from(head_bytes))
            .ok_or_else(wrong_lengths)?;
        let mut bytes = vec![0; usize::try_from(index_bytes).map_err(|_| wrong_lengths())?];
        source.read(index_place, &mut bytes)?;
        if *blake3::hash(&bytes).as_bytes() != head.index_hash {
            return Err(source.damaged("the checksum of its seek table is wrong"));
        }
        let index = Index::read(&bytes, head_bytes, &blocks)
            .filter(|index| index.end() == index_place)
            .ok_or_else(|| source.damaged("its seek table makes no sense"))?;
        let cache = cache(CACHE_BYTES, head.options);
        Ok(Reader { source, head, blocks, index, decompressors: Decompressors::new(), cache })
    }

    /// Keeps another number of bytes of unpacked blocks.
    #[must_use]
    pub fn with_cache(mut self, bytes: usize) -> Self {
        self.cache = cache(bytes, self.head.options);
        self
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        self.source.path()
    }

    /// The version of its format.
    pub fn version(&self) -> u32 {
        self.head.version
    }

    /// The text about the database.
    pub fn about(&self) -> &str {
        &self.head.about
    }

    /// The tables.
    pub fn tables(&self) -> &[TableShape] {
        &self.head.shapes
    }

    /// How the tables are cut into blocks and compressed.
    pub fn options(&self) -> BlockOptions {
        self.head.options
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.source.length()
    }

    /// Bytes of the compressed blocks of a table; 0 if there is no such table.
    pub fn table_bytes(&self, table: usize) -> u64 {
        let table = self.blocks.tables().get(table);
        table.map_or(0, |table| self.index.bytes_between(table.first, table.first + table.count))
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.blocks.count() as u64
    }

    /// A number of a table. At most one block is unpacked for it, and kept for a while.
    pub fn number(&self, table: usize, entry: u64) -> Result<u32, DatabaseError> {
        let found =
            self.blocks.tables().get(table).and_then(|table| Some((table, table.find(entry)?)));
        let (blocks, (block, place)) = found.ok_or_else(|| self.no_entry(table, entry))?;
        let look = |packed: &[u8]| blocks.packing.number(packed, place);
        let number = match self.cache.with(block, look) {
            Some(number) => number,
            None => {
                let packed = self.unpack(block)?;
                let number = look(&packed);
                self.cache.keep(block, packed);
                number
            }
        };
        number.ok_or_else(|| self.no_entry(table, entry))
    }

    /// Reads numbers of a table from an entry on, as many as there is room for. The blocks are not
    /// kept: this is for reading long rows.
    pub fn read(&self, table: usize, first: u64, numbers: &mut [u32]) -> Result<(), DatabaseError> {
        let Some(last) = (numbers.len() as u64).checked_sub(1) else {
            return Ok(());
        };
        let last = first.saturating_add(last);
        let blocks = self.blocks.tables().get(table).filter(|blocks| last < blocks.entries);
        let blocks = blocks.ok_or_else(|| self.no_entry(table, last))?;
        let (block, place) = blocks.find(first).ok_or_else(|| self.no_entry(table, first))?;
        let (begun, rest) = numbers.split_at_mut(numbers.len().min(blocks.numbers - place));
        self.unpack_row(block, place, begun)?;
        rest.par_chunks_mut(blocks.numbers)
            .enumerate()
            .try_for_each(|(after, numbers)| self.unpack_row(block + 1 + after, 0, numbers))
    }

    /// Unpacks every block, and tells how many of how many are done, until told to stop. That all
    /// is well means so only if it was not stopped.
    pub fn check(&self, report: &mut dyn FnMut(u64, u64) -> bool) -> Result<(), DatabaseError> {
        let count = self.blocks.count();
        let mut done = 0;
        while report(done as u64, count as u64) && done < count {
            let end = (done + CHECKED_AT_ONCE).min(count);
            (done..end).into_par_iter().try_for_each(|block| self.unpack(block).map(drop))?;
            done = end;
        }
        Ok(())
    }

    /// The blocks of a table.
    pub(super) fn table_blocks(&self, table: usize) -> Option<Range<usize>> {
        self.blocks.tables().get(table).map(|table| table.first..table.first + table.count)
    }

    /// The frame of a block; its content has been checked.
    pub(super) fn frame(&self, block: usize) -> Result<Vec<u8>, DatabaseError> {
        let (bytes, frame) = self.read_frame(block)?;
        self.unpack_frame(block, &bytes, frame)?;
        Ok(bytes)
    }

    /// The file is not as it was written.
    pub(super) fn damaged(&self, what: String) -> DatabaseError {
        self.source.damaged(what)
    }

    fn unpack_row(&self, block: usize, place: usize, row: &mut [u32]) -> Result<(), DatabaseError> {
        let packed = self.unpack(block)?;
        if let Some((_, table)) = self.blocks.table_of(block) {
            table.packing.unpack(&packed, place, row);
        }
        Ok(())
    }

    /// The packed numbers of a block.
    fn unpack(&self, block: usize) -> Result<Vec<u8>, DatabaseError> {
        let (bytes, frame) = self.read_frame(block)?;
        self.unpack_frame(block, &bytes, frame)
    }

    fn read_frame(&self, block: usize) -> Result<(Vec<u8>, Frame), DatabaseError> {
        let missing = || self.damaged(format!("there is no block {block}"));
        let (place, frame) = self.index.place(block).ok_or_else(missing)?;
        let mut bytes = vec![0; usize::try_from(frame.bytes).map_err(|_| missing())?];
        self.source.read(place, &mut bytes)?;
        Ok((bytes, frame))
    }

    fn unpack_frame(
        &self,
        block: usize,
        bytes: &[u8],
        frame: Frame,
    ) -> Result<Vec<u8>, DatabaseError> {
        let (number, table) = self
            .blocks
            .table_of(block)
            .ok_or_else(|| self.damaged(format!("there is no block {block}")))?;
        self.decompressors
            .decompress(bytes, frame, table.packing, table.packed_bytes(block))
            .map_err(|what| self.damaged(format!("block {block}, of table {number}: {what}")))
    }

    fn no_entry(&self, table: usize, entry: u64) -> DatabaseError {
        let what = match self.head.shapes.get(table) {
            None => format!("there is no table {table}"),
            Some(shape) => {
                format!("table {table} has {} entries and no entry {entry}", shape.entries)
            }
        };
        DatabaseError::refused(self.path(), what)
    }
}

fn cache(bytes: usize, options: BlockOptions) -> Cache {
    Cache::new(bytes, usize::try_from(options.block_bytes).unwrap_or(usize::MAX))
}
