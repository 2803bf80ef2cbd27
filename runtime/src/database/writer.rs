//! Writing databases.
//!
//! Numbers are packed as they come; full blocks are gathered until it pays to compress them by all
//! threads, and then written in their order. So the file depends on the numbers and the options
//! alone. The place of the header is left free until all else is written.

use super::blocks::Blocks;
use super::frames::{Compressors, checksum};
use super::head::Head;
use super::index::{Frame, write_index};
use super::reader::Reader;
use super::{BlockOptions, DatabaseError, TableShape, VERSION};
use crate::disk::{Disk, Existing, Temporary};
use rayon::prelude::*;
use std::io::ErrorKind;
use std::path::Path;

/// How many packed bytes are compressed together.
const GATHERED_BYTES: usize = 4 << 20;

/// How many numbers are read together where a table is packed anew.
const NUMBERS_AT_ONCE: u64 = 1 << 20;

/// A database that is being written. Unless it is [finished](Writer::finish), nothing remains of
/// it.
#[derive(Debug)]
#[must_use = "a database that is not finished is removed"]
pub struct Writer {
    file: Temporary,
    existing: Existing,
    version: u32,
    /// Where the next frame goes.
    place: u64,
    about: String,
    shapes: Vec<TableShape>,
    options: BlockOptions,
    blocks: Blocks,
    head_bytes: u32,
    compressors: Compressors,
    /// The table that is being written, and how much of it there is.
    table: usize,
    entry: u64,
    /// Numbers of a group that is not full.
    group: Vec<u32>,
    /// Packed bytes of a block that is not full.
    block: Vec<u8>,
    /// Blocks that are not compressed yet.
    gathered: Vec<Vec<u8>>,
    frames: Vec<Frame>,
    has_failed: bool,
}

impl Writer {
    /// Begins a database with a text about it and these tables. It gets its name when it is
    /// finished, in place of an older file unless something else is said.
    pub fn create(
        disk: &Disk,
        path: &Path,
        about: &str,
        tables: &[TableShape],
        options: BlockOptions,
    ) -> Result<Self, DatabaseError> {
        let refused = |what: &str| DatabaseError::refused(path, what);
        if let Some(fault) = options.fault() {
            return Err(refused(&fault));
        }
        let blocks = Blocks::new(tables, options.block_bytes)
            .ok_or_else(|| refused("its tables are too large for blocks of this size"))?;
        let head_bytes = Head::length(tables.len(), about.len())
            .ok_or_else(|| refused("the text about it is too long"))?;
        let file = Temporary::create(disk, path).map_err(|error| match error.kind() {
            ErrorKind::IsADirectory | ErrorKind::InvalidFilename => {
                refused("this is the name of a folder")
            }
            _ => DatabaseError::io(path, "create", &error),
        })?;
        Ok(Writer {
            file,
            existing: Existing::Replace,
            version: VERSION,
            place: u64::from(head_bytes),
            about: about.to_owned(),
            shapes: tables.to_vec(),
            options,
            blocks,
            head_bytes,
            compressors: Compressors::new(options.level),
            table: 0,
            entry: 0,
            group: Vec::new(),
            block: Vec::new(),
            gathered: Vec::new(),
            frames: Vec::new(),
            has_failed: false,
        })
    }

    /// Sets what becomes of a file that has its name when it is finished.
    pub fn with_existing(self, existing: Existing) -> Self {
        Writer { existing, ..self }
    }

    /// Takes the version of another database, whose text it has.
    pub fn with_version_of(self, other: &Reader) -> Self {
        Writer { version: other.version(), ..self }
    }

    /// Writes the next numbers; after those of a table come those of the next.
    pub fn write(&mut self, numbers: &[u32]) -> Result<(), DatabaseError> {
        let written = self.write_numbers(numbers);
        self.has_failed |= written.is_err();
        written
    }

    /// Writes a whole table as it is in another database. If tables are packed, cut and compressed
    /// alike, its blocks are taken over as they are, after a look at their checksums.
    pub fn copy(&mut self, from: &Reader, table: usize) -> Result<(), DatabaseError> {
        let copied = self.copy_table(from, table);
        self.has_failed |= copied.is_err();
        copied
    }

    /// Writes what is missing and gives the file its name; gives the number of its bytes. When
    /// this returns, the file is safe on the disk.
    pub fn finish(mut self) -> Result<u64, DatabaseError> {
        self.skip_empty_tables();
        if self.has_failed {
            return Err(self.refused("something could not be written to it before"));
        }
        if let Some(shape) = self.shapes.get(self.table) {
            let missing = shape.entries - self.entry;
            let what = format!("table {} lacks {missing} numbers", self.table);
            return Err(self.refused(what));
        }
        self.compress()?;
        let index = write_index(self.head_bytes, &self.blocks, &self.frames)
            .ok_or_else(|| self.refused("it has too many blocks"))?;
        self.write_at(&index, self.place)?;
        let file_bytes = self.place + index.len() as u64;
        let head = Head {
            version: self.version,
            file_bytes,
            options: self.options,
            index_hash: *blake3::hash(&index).as_bytes(),
            shapes: std::mem::take(&mut self.shapes),
            about: std::mem::take(&mut self.about),
        };
        let head = head
            .to_bytes()
            .ok_or_else(|| DatabaseError::refused(self.file.path(), "its header is too long"))?;
        self.write_at(&head, 0)?;
        let path = self.file.path().to_owned();
        self.file.publish(self.existing).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                DatabaseError::refused(&path, "another file has got this name meanwhile")
            }
            _ => DatabaseError::io(&path, "write", &error),
        })?;
        Ok(file_bytes)
    }

    fn write_at(&self, bytes: &[u8], place: u64) -> Result<(), DatabaseError> {
        self.file
            .write_at(bytes, place)
            .map_err(|error| DatabaseError::io(self.file.path(), "write", &error))
    }

    fn write_numbers(&mut self, mut numbers: &[u32]) -> Result<(), DatabaseError> {
        while !numbers.is_empty() {
            self.skip_empty_tables();
            let Some(table) = self.blocks.tables().get(self.table).copied() else {
                return Err(self.refused("it gets more numbers than its tables have"));
            };
            let left_in_table = table.entries - self.entry;
            let left_in_block = table.numbers as u64 - self.entry % table.numbers as u64;
            let count = usize::try_from(left_in_table.min(left_in_block))
                .map_or(numbers.len(), |left| left.min(numbers.len()));
            let (taken, rest) = numbers.split_at(count);
            self.pack(taken)?;
            self.entry += count as u64;
            let is_last = self.entry == table.entries;
            if is_last || self.entry.is_multiple_of(table.numbers as u64) {
                self.end_block()?;
            }
            if is_last {
                (self.table, self.entry) = (self.table + 1, 0);
            }
            numbers = rest;
        }
        Ok(())
    }

    /// Packs numbers into the block.
    fn pack(&mut self, mut numbers: &[u32]) -> Result<(), DatabaseError> {
        let packing = self.shapes[self.table].packing;
        let allowed = packing.smallest()..=packing.largest();
        if let Some(wrong) = numbers.iter().find(|number| !allowed.contains(number)) {
            let what = format!("table {} cannot hold the number {wrong}", self.table);
            return Err(self.refused(what));
        }
        let width = packing.group().numbers;
        if !self.group.is_empty() {
            let (begun, rest) = numbers.split_at(numbers.len().min(width - self.group.len()));
            self.group.extend(begun);
            numbers = rest;
            if self.group.len() < width {
                return Ok(());
            }
            packing.pack(&self.group, &mut self.block);
            self.group.clear();
        }
        let (whole, rest) = numbers.split_at(numbers.len() / width * width);
        packing.pack(whole, &mut self.block);
        self.group.extend(rest);
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), DatabaseError> {
        self.shapes[self.table].packing.pack(&self.group, &mut self.block);
        self.group.clear();
        let next = Vec::with_capacity(self.block.len());
        self.gathered.push(std::mem::replace(&mut self.block, next));
        let gathered: usize = self.gathered.iter().map(Vec::len).sum();
        if gathered < GATHERED_BYTES { Ok(()) } else { self.compress() }
    }

    /// Compresses and writes the blocks that were gathered.
    fn compress(&mut self) -> Result<(), DatabaseError> {
        let frames: Result<Vec<Vec<u8>>, _> =
            self.gathered.par_iter().map(|block| self.compressors.compress(block)).collect();
        let frames =
            frames.map_err(|error| DatabaseError::io(self.file.path(), "compress", &error))?;
        self.gathered.clear();
        self.append(&frames)
    }

    /// Writes frames behind those that are there.
    fn append(&mut self, frames: &[Vec<u8>]) -> Result<(), DatabaseError> {
        if frames.is_empty() {
            return Ok(());
        }
        for frame in frames {
            let entry = u32::try_from(frame.len()).ok().zip(checksum(frame));
            let (bytes, checksum) = entry.ok_or_else(|| self.refused("a block has no frame"))?;
            self.frames.push(Frame { bytes, checksum });
        }
        let bytes = frames.concat();
        self.write_at(&bytes, self.place)?;
        self.place += bytes.len() as u64;
        Ok(())
    }

    fn copy_table(&mut self, from: &Reader, table: usize) -> Result<(), DatabaseError> {
        let (Some(shape), Some(blocks)) =
            (from.tables().get(table).copied(), from.table_blocks(table))
        else {
            return Err(DatabaseError::refused(from.path(), format!("there is no table {table}")));
        };
        if shape.entries > 0 {
            self.skip_empty_tables();
        }
        let goal = self.shapes.get(self.table).copied();
        let Some(goal) = goal.filter(|goal| goal.entries == shape.entries && self.entry == 0)
        else {
            return Err(self.refused(format!(
                "no table with {} numbers comes next, so none can be copied",
                shape.entries
            )));
        };
        if goal != shape || self.options != from.options() {
            return self.pack_anew(from, table, shape.entries);
        }
        self.compress()?;
        let block_bytes = usize::try_from(self.options.block_bytes).unwrap_or(GATHERED_BYTES);
        let at_once = GATHERED_BYTES / block_bytes;
        for first in blocks.clone().step_by(at_once) {
            let end = (first + at_once).min(blocks.end);
            let frames: Result<Vec<Vec<u8>>, _> =
                (first..end).into_par_iter().map(|block| from.frame(block)).collect();
            self.append(&frames?)?;
        }
        self.table += 1;
        Ok(())
    }

    fn pack_anew(
        &mut self,
        from: &Reader,
        table: usize,
        entries: u64,
    ) -> Result<(), DatabaseError> {
        if entries == 0 {
            self.table += 1;
        }
        let mut numbers = Vec::new();
        let mut first = 0;
        while first < entries {
            let count = NUMBERS_AT_ONCE.min(entries - first);
            numbers.resize(usize::try_from(count).unwrap_or(usize::MAX), 0);
            from.read(table, first, &mut numbers)?;
            self.write_numbers(&numbers)?;
            first += count;
        }
        Ok(())
    }

    fn skip_empty_tables(&mut self) {
        while self.shapes.get(self.table).is_some_and(|shape| shape.entries == 0) {
            self.table += 1;
        }
    }

    fn refused(&self, what: impl Into<String>) -> DatabaseError {
        DatabaseError::refused(self.file.path(), what)
    }
}
