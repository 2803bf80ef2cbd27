//! Databases that are written and read back, damaged, cut off, and written to disks that fail.

mod by_the_book;
mod damage;
mod faults;
mod round_trips;
mod wild;

use super::{BlockOptions, DatabaseError, Packing, Reader, TableShape, Writer};
use crate::disk::Disk;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// A table with its numbers.
#[derive(Clone, Debug)]
struct Table {
    packing: Packing,
    numbers: Vec<u32>,
}

impl Table {
    /// Numbers in runs, as in tables of games.
    fn in_runs(packing: Packing, entries: usize) -> Self {
        let count = u64::from(packing.largest() - packing.smallest()) + 1;
        let mut random = 1;
        let mut numbers = Vec::with_capacity(entries);
        while numbers.len() < entries {
            let drawn = next_random(&mut random);
            let number = packing.smallest() + u32::try_from((drawn >> 8) % count).expect("small");
            let run = usize::try_from(drawn % 11 + 1).expect("small").min(entries - numbers.len());
            numbers.extend(std::iter::repeat_n(number, run));
        }
        Table { packing, numbers }
    }

    fn shape(&self) -> TableShape {
        TableShape { entries: self.numbers.len() as u64, packing: self.packing }
    }
}

/// The splitmix generator.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The smallest blocks, so that small tables have several.
const SMALL_BLOCKS: BlockOptions = BlockOptions { block_bytes: BlockOptions::SMALLEST, level: 3 };

const ABOUT: &str = "{\"game\":\"Fröschesprung\"}";

/// A folder of a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = format!("gdl-runtime-database-{}-{number}", process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("the system has temporary folders");
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files in it.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the folder is there");
    }
}

/// Writes tables, the numbers in pieces of `piece`.
fn write(
    disk: &Disk,
    path: &Path,
    tables: &[Table],
    options: BlockOptions,
    piece: usize,
) -> Result<u64, DatabaseError> {
    let shapes: Vec<TableShape> = tables.iter().map(Table::shape).collect();
    let mut writer = Writer::create(disk, path, ABOUT, &shapes, options)?;
    let numbers: Vec<u32> = tables.iter().flat_map(|table| table.numbers.clone()).collect();
    for piece in numbers.chunks(piece) {
        writer.write(piece)?;
    }
    writer.finish()
}

/// The bytes of a database with these tables.
fn bytes_of(tables: &[Table], options: BlockOptions) -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.path("a.db");
    write(&Disk::new(), &path, tables, options, usize::MAX).expect("it can be written");
    fs::read(&path).expect("it is there")
}

fn reader(bytes: Vec<u8>) -> Result<Reader, DatabaseError> {
    Reader::from_bytes(Path::new("a.db"), bytes)
}

/// All numbers of a table.
fn numbers(reader: &Reader, table: usize) -> Result<Vec<u32>, DatabaseError> {
    let entries = reader.tables()[table].entries;
    let mut numbers = vec![0; usize::try_from(entries).expect("small")];
    reader.read(table, 0, &mut numbers)?;
    Ok(numbers)
}

/// Tables of all packings, some with several blocks, some empty, for tests that look at every
/// byte.
fn small_tables() -> Vec<Table> {
    vec![
        Table::in_runs(Packing::Trits, 6007),
        Table::in_runs(Packing::Pairs, 4099),
        Table::in_runs(Packing::Bytes, 0),
        Table::in_runs(Packing::Words, 1),
        Table::in_runs(Packing::Bytes, 40),
        Table::in_runs(Packing::LongWords, 300),
    ]
}
