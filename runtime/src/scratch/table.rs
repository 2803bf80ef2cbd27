//! A table on disk, in partitions.
//!
//! Entries lie as in memory: of a few bits each, side by side in words of 64 bits, here
//! little-endian. A partition has a number of entries that is a power of two, but for the last,
//! which may have fewer; so the partition of an index is found by a shift. A partition that was
//! never written is all zeros and takes no room.
//!
//! Each partition has two places in the file, one after the other: one for what was settled, one
//! for what came since. With each goes a sum of its words, which is kept in memory and looked at
//! when a partition is read: what others wrote to the file, or the disk lost, is found out.

use super::storage;
use super::sum::Sum;
use super::word::Word;
use crate::SolveError;
use crate::disk::{Disk, DiskFile};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;

/// How many bytes are converted at a time; a multiple of those of all lanes of a sum.
const STEP: usize = 1 << 16;

/// How large a table is, and how it is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOptions {
    /// Number of entries.
    pub size: u64,
    /// Number of bits of an entry: 1, 2, 8, 16 or 32.
    pub bits: u32,
    /// Number of entries of a partition: a power of two, and at least those of a word.
    pub part_entries: u64,
}

/// Where a partition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Whether it is in the second of its two places.
    pub second: bool,
    /// The sum of its words.
    pub sum: u64,
}

/// A table on disk.
#[derive(Debug)]
pub struct DiskTable {
    file: DiskFile,
    options: TableOptions,
    /// Where each partition is; none if it is all zeros.
    places: Vec<Option<Place>>,
    /// Where each partition was when the table was last settled.
    settled: Vec<Option<Place>>,
}

impl TableOptions {
    /// Number of partitions.
    pub fn parts(&self) -> usize {
        usize::try_from(self.size.div_ceil(self.part_entries)).expect("partitions can be counted")
    }

    /// The indices of a partition.
    pub fn range(&self, part: usize) -> Range<u64> {
        let first = part as u64 * self.part_entries;
        first..self.size.min(first.saturating_add(self.part_entries))
    }

    /// The partition of an index.
    #[inline]
    pub fn part_of(&self, index: u64) -> usize {
        usize::try_from(index >> self.part_entries.trailing_zeros()).unwrap_or(usize::MAX)
    }

    /// Number of words of a partition.
    pub fn words(&self, part: usize) -> usize {
        let range = self.range(part);
        let words = (range.end - range.start).div_ceil(u64::from(64 / self.bits));
        usize::try_from(words).expect("a partition fits into memory")
    }

    /// Number of bytes of a partition that is not the last.
    pub fn part_bytes(&self) -> u64 {
        (self.part_entries / u64::from(64 / self.bits)).saturating_mul(8)
    }

    /// Number of bytes of the file; none if no file can be that long.
    fn file_bytes(&self) -> Option<u64> {
        (self.parts() as u64).checked_mul(2)?.checked_mul(self.part_bytes())
    }
}

impl DiskTable {
    /// A table with all entries 0, in place of a file with the same name.
    pub fn create(disk: &Disk, path: &Path, options: TableOptions) -> Result<Self, SolveError> {
        let too_large = || io::Error::from(ErrorKind::FileTooLarge);
        let made = disk.create(path).and_then(|file| {
            file.set_length(options.file_bytes().ok_or_else(too_large)?)?;
            Ok(file)
        });
        let file = made.map_err(|error| storage("make the file", path, &error))?;
        let places = vec![None; options.parts()];
        Ok(DiskTable { file, options, settled: places.clone(), places })
    }

    /// A table that was settled with these places; none if the file is not there or not as long as
    /// it must be.
    pub fn open(
        disk: &Disk,
        path: &Path,
        options: TableOptions,
        places: Vec<Option<Place>>,
    ) -> Result<Option<Self>, SolveError> {
        let file = match disk.open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(storage("open", path, &error)),
        };
        let length = file.length().map_err(|error| storage("read", path, &error))?;
        let fits = Some(length) == options.file_bytes() && places.len() == options.parts();
        Ok(fits.then(|| DiskTable { file, options, settled: places.clone(), places }))
    }

    /// How large it is, and how it is cut.
    pub fn options(&self) -> TableOptions {
        self.options
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Where the partitions are: with that, the table can be opened again once it is settled.
    pub fn places(&self) -> &[Option<Place>] {
        &self.places
    }

    /// Reads a partition; the words get the right number.
    pub fn read<W: Word>(&self, part: usize, words: &mut Vec<W>) -> Result<(), SolveError> {
        let length = self.options.words(part);
        words.truncate(length);
        words.reserve_exact(length - words.len());
        words.resize_with(length, W::default);
        let Some(place) = self.places[part] else {
            words.iter_mut().for_each(|word| word.set(0));
            return Ok(());
        };
        let mut bytes = vec![0; STEP.min(8 * length)];
        let mut at = self.offset(part, place);
        let mut sum = Sum::default();
        for words in words.chunks_mut(STEP / 8) {
            let bytes = &mut bytes[..8 * words.len()];
            let read = self.file.read_at(bytes, at);
            read.map_err(|error| storage("read", self.file.path(), &error))?;
            sum.add(bytes);
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
                word.set(number(bytes));
            }
            at += bytes.len() as u64;
        }
        if sum.finish() == place.sum { Ok(()) } else { Err(self.damaged()) }
    }

    /// Writes a partition: all its words.
    pub fn write<W: Word>(&mut self, part: usize, words: &[W]) -> Result<(), SolveError> {
        assert_eq!(words.len(), self.options.words(part), "a partition is written as a whole");
        let second = self.settled[part].is_some_and(|settled| !settled.second);
        let mut at = self.offset(part, Place { second, sum: 0 });
        let mut bytes = Vec::with_capacity(STEP.min(8 * words.len()));
        let mut sum = Sum::default();
        for words in words.chunks(STEP / 8) {
            bytes.clear();
            bytes.extend(words.iter().flat_map(|word| word.get().to_le_bytes()));
            sum.add(&bytes);
            let written = self.file.write_at(&bytes, at);
            written.map_err(|error| storage("write", self.file.path(), &error))?;
            at += bytes.len() as u64;
        }
        self.places[part] = Some(Place { second, sum: sum.finish() });
        Ok(())
    }

    /// One entry, straight from the file and without a look at the sum; 0 beyond the size.
    pub fn entry(&self, index: u64) -> Result<u64, SolveError> {
        let TableOptions { size, bits, part_entries } = self.options;
        if index >= size {
            return Ok(0);
        }
        let part = self.options.part_of(index);
        let Some(place) = self.places[part] else { return Ok(0) };
        let per_word = u64::from(64 / bits);
        let position = index % part_entries;
        let mut bytes = [0; 8];
        let read =
            self.file.read_at(&mut bytes, self.offset(part, place) + position / per_word * 8);
        read.map_err(|error| storage("read", self.file.path(), &error))?;
        let shift = position % per_word * u64::from(bits);
        Ok(u64::from_le_bytes(bytes) >> shift & (u64::MAX >> (64 - bits)))
    }

    /// How far away the state with an index is; none if it has not been reached, or if the table
    /// does not hold distances.
    pub fn distance(&self, index: u64) -> Result<Option<u64>, SolveError> {
        if self.options.bits < 8 { Ok(None) } else { Ok(self.entry(index)?.checked_sub(1)) }
    }

    /// Waits until everything is safe, lets the caller note the [`places`](DiskTable::places), and
    /// does not write there before it is settled the next time.
    pub fn settle(
        &mut self,
        note: impl FnOnce(&[Option<Place>]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        self.file.sync().map_err(|error| storage("write", self.file.path(), &error))?;
        note(&self.places)?;
        self.settled.clone_from(&self.places);
        Ok(())
    }

    fn offset(&self, part: usize, place: Place) -> u64 {
        (2 * part as u64 + u64::from(place.second)) * self.options.part_bytes()
    }

    fn damaged(&self) -> SolveError {
        let path = self.file.path().display();
        let message = format!(
            "{path} is damaged, or another process writes to it: what is in its folder is of no use; to begin again, remove the folder"
        );
        SolveError::Storage { message }
    }
}

fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::super::sum::GOLDEN;
    use super::super::tests::Folder;
    use super::*;
    use std::fs;
    use std::sync::atomic::AtomicU64;

    const OPTIONS: TableOptions = TableOptions { size: 1_000, bits: 8, part_entries: 64 };

    fn some_words(part: usize, salt: u64) -> Vec<u64> {
        let word =
            |at: usize| (part as u64 + 1).wrapping_mul(GOLDEN).rotate_left(7) ^ at as u64 ^ salt;
        (0..OPTIONS.words(part)).map(word).collect()
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = Folder::new();
        for (size, bits, part_entries) in
            [(1, 2, 32), (32, 2, 32), (33, 2, 32), (5_000_000, 2, 1 << 20), (777, 32, 256)]
        {
            let options = TableOptions { size, bits, part_entries };
            let path = folder.0.join("table");
            let mut table = DiskTable::create(&Disk::new(), &path, options).expect("it is made");
            let mut words: Vec<AtomicU64> = Vec::new();
            for part in 0..options.parts() {
                table.read(part, &mut words).expect("it is all zeros");
                assert_eq!(words.len(), options.words(part));
                assert!(words.iter().all(|word| word.get() == 0));
                let of_part = |at: usize| GOLDEN.wrapping_mul(at as u64 + part as u64);
                let some: Vec<u64> = (0..words.len()).map(of_part).collect();
                table.write(part, &some).expect("there is room");
                table.read(part, &mut words).expect("it is there");
                assert!(words.iter().map(Word::get).eq(some));
                let range = options.range(part);
                assert_eq!(options.part_of(range.start), part);
                assert_eq!(options.part_of(range.end - 1), part);
                let entry = |index: u64| {
                    let [at, per_word] = [index - range.start, u64::from(64 / bits)];
                    let word = words[usize::try_from(at / per_word).expect("small")].get();
                    word >> (at % per_word * u64::from(bits)) & (u64::MAX >> (64 - bits))
                };
                for index in [range.start, (range.start + range.end) / 2, range.end - 1] {
                    assert_eq!(table.entry(index), Ok(entry(index)));
                }
            }
            assert_eq!(table.entry(size), Ok(0));
        }
    }

    #[test]
    fn what_was_settled_stays() {
        let folder = Folder::new();
        let path = folder.0.join("table");
        let mut table = DiskTable::create(&Disk::new(), &path, OPTIONS).expect("it is made");
        let mut kept = Vec::new();
        for round in 0..5 {
            for part in (round..OPTIONS.parts()).step_by(2) {
                table.write(part, &some_words(part, round as u64)).expect("there is room");
            }
            let note = |places: &[Option<Place>]| {
                kept = places.to_vec();
                Ok(())
            };
            table.settle(note).expect("it can be settled");
            for part in 0..OPTIONS.parts() {
                for salt in [100, 200] {
                    table.write(part, &some_words(part, salt)).expect("there is room");
                }
            }
            // As if the run had ended here.
            let opened = DiskTable::open(&Disk::new(), &path, OPTIONS, kept.clone());
            table = opened.expect("it can be read").expect("it fits");
            let mut words: Vec<u64> = Vec::new();
            for part in 0..OPTIONS.parts() {
                let last =
                    (0..=round).rev().find(|round| part >= *round && (part - round) % 2 == 0);
                let zeros = vec![0; OPTIONS.words(part)];
                table.read(part, &mut words).expect("it is as it was");
                assert_eq!(words, last.map_or(zeros, |round| some_words(part, round as u64)));
            }
        }
    }

    #[test]
    fn damage_is_found() {
        let folder = Folder::new();
        let path = folder.0.join("table");
        let mut table = DiskTable::create(&Disk::new(), &path, OPTIONS).expect("it is made");
        table.write(3, &some_words(3, 0)).expect("there is room");
        let places = table.places().to_vec();
        let bytes = fs::read(&path).expect("it can be read");
        let open = || DiskTable::open(&Disk::new(), &path, OPTIONS, places.clone());
        let mut words: Vec<u64> = Vec::new();
        for flipped in 6 * 64..7 * 64 {
            let mut damaged = bytes.clone();
            damaged[flipped] ^= 1 << (flipped % 8);
            fs::write(&path, damaged).expect("it can be written");
            let table = open().expect("it can be opened").expect("it is long enough");
            let SolveError::Storage { message } = table.read(3, &mut words).expect_err("damaged")
            else {
                panic!("another error")
            };
            assert!(message.contains("is damaged"), "{message}");
        }
        fs::write(&path, &bytes[1..]).expect("it can be written");
        assert!(open().expect("it can be opened").is_none());
        fs::remove_file(&path).expect("it is there");
        assert!(open().expect("nothing is wrong with the folder").is_none());
    }

    #[test]
    fn no_file_is_longer_than_files_can_be() {
        let folder = Folder::new();
        let options = TableOptions { size: u64::MAX, bits: 32, part_entries: 1 << 63 };
        let made = DiskTable::create(&Disk::new(), &folder.0.join("table"), options);
        assert!(matches!(made, Err(SolveError::Storage { .. })));
    }
}
