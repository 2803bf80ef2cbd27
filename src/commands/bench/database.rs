//! `gamec bench database`: how small databases are, how fast they are written, and how long it
//! takes to ask them for a number.
//!
//! The numbers are made up: runs like those of real tables, whose length decides how well they are
//! compressed. So the times say something, and the sizes only in comparison with each other.
//! *Cold* is a number whose block must be read and unpacked first, *warm* one whose block is still
//! there; the bytes of the file are in the system's memory in both cases.

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use gdl_runtime::database::{BlockOptions, DatabaseError, Packing, Reader, TableShape, Writer};
use gdl_runtime::disk::{Disk, random_number};
use gdl_solver::text::grouped;
use serde::Serialize;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Sizes of blocks that are compared, with the one that is taken unless something else is asked
/// for among them.
const BLOCK_BYTES: [u32; 3] = [1 << 12, 1 << 14, 1 << 16];

/// What the numbers are like.
const KINDS: [Kind; 2] = [
    Kind { name: "win, loss, draw", packing: Packing::Trits },
    Kind { name: "with plies", packing: Packing::Bytes },
];

/// A kind of numbers.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: &'static str,
    packing: Packing,
}

/// A database and its times.
#[derive(Debug, Serialize)]
struct Line {
    numbers: &'static str,
    positions: u64,
    block_bytes: u32,
    bits_per_position: f64,
    written_per_second: f64,
    read_per_second: f64,
    cold_us: f64,
    warm_us: f64,
}

/// Writes databases into a folder of the system for such files, and measures them.
pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let folder = Folder::new()?;
    let positions = if args.quick { 1 << 17 } else { 10_000_000 };
    let mut lines = Vec::new();
    for kind in KINDS {
        let numbers = made_up(kind.packing, positions);
        for block_bytes in BLOCK_BYTES {
            let line = measure(&folder.0.join("bench.db"), kind, block_bytes, &numbers);
            lines.push(line.map_err(|error| Failure::machine(error.to_string()))?);
        }
    }
    if args.json {
        return output::write_json(&Report { databases: &lines });
    }
    output::write(&text(&lines))
}

fn measure(
    path: &Path,
    kind: Kind,
    block_bytes: u32,
    numbers: &[u32],
) -> Result<Line, DatabaseError> {
    let positions = numbers.len() as u64;
    let shape = TableShape { entries: positions, packing: kind.packing };
    let options = BlockOptions { block_bytes, ..BlockOptions::default() };
    let (bytes, written) = timed(|| {
        let mut writer = Writer::create(&Disk::new(), path, "", &[shape], options)?;
        writer.write(numbers)?;
        writer.finish()
    })?;
    let reader = Reader::open(path)?;
    let mut row = vec![0; numbers.len()];
    let ((), read) = timed(|| reader.read(0, 0, &mut row))?;
    assert_eq!(row, numbers, "what was written is read");
    let cold = probe(&Reader::open(path)?.with_cache(0), 40)?;
    // Every block is unpacked once before.
    for entry in (0..positions).step_by(1 << 10) {
        reader.number(0, entry)?;
    }
    let warm = probe(&reader, 10_000)?;
    Ok(Line {
        numbers: kind.name,
        positions,
        block_bytes,
        bits_per_position: bytes as f64 * 8.0 / positions as f64,
        written_per_second: positions as f64 / written,
        read_per_second: positions as f64 / read,
        cold_us: cold * 1e6,
        warm_us: warm * 1e6,
    })
}

/// Seconds for one of the random numbers of a round, in the median of many rounds. These are
/// short, so that other programs disturb few of them.
fn probe(reader: &Reader, numbers_of_a_round: u32) -> Result<f64, DatabaseError> {
    const ROUNDS: usize = 51;
    let entries = reader.tables()[0].entries;
    let mut random = Random(1);
    let mut round = || {
        let (sum, seconds) = timed(|| {
            (0..numbers_of_a_round).try_fold(0_u64, |sum, _| {
                Ok(sum + u64::from(reader.number(0, random.next() % entries)?))
            })
        })?;
        black_box(sum);
        Ok(seconds / f64::from(numbers_of_a_round))
    };
    let rounds: Result<Vec<f64>, DatabaseError> = (0..ROUNDS).map(|_| round()).collect();
    let mut rounds = rounds?;
    rounds.sort_by(f64::total_cmp);
    Ok(rounds[ROUNDS / 2])
}

fn timed<T>(work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<(T, f64), DatabaseError> {
    let begun = Instant::now();
    let result = work()?;
    Ok((result, begun.elapsed().as_secs_f64()))
}

/// Numbers as tables have them: the worth of a position is mostly that of the one before, and
/// plies differ by little.
fn made_up(packing: Packing, count: usize) -> Vec<u32> {
    const DRAW: u32 = 3;
    let mut random = Random(2);
    let (mut worth, mut plies) = (DRAW, 20_u32);
    let mut number = || {
        let drawn = random.next();
        if drawn.is_multiple_of(6) {
            worth = [1, 2, DRAW, DRAW][random.below(4)];
        }
        if drawn >> 8 & 3 == 0 {
            plies = (plies + [0, 1, 3, 4][random.below(4)]).saturating_sub(2).min(60);
        }
        match (packing, worth) {
            (Packing::Trits, worth) => worth,
            (_, DRAW) => packing.largest(),
            // Who wins makes the last move, so plies are odd for wins and even for losses.
            (_, worth) => worth + 2 * (plies / 2 * 2 + worth % 2),
        }
    };
    (0..count).map(|_| number()).collect()
}

fn text(lines: &[Line]) -> String {
    let headings = [
        "numbers",
        "positions",
        "block",
        "bits/position",
        "written/s",
        "read/s",
        "cold us",
        "warm us",
    ];
    let row = |line: &Line| {
        vec![
            line.numbers.to_owned(),
            grouped(line.positions),
            format!("{} KiB", line.block_bytes >> 10),
            format!("{:.3}", line.bits_per_position),
            format!("{:.0}M", line.written_per_second / 1e6),
            format!("{:.0}M", line.read_per_second / 1e6),
            format!("{:.1}", line.cold_us),
            format!("{:.3}", line.warm_us),
        ]
    };
    table(&headings, &lines.iter().map(row).collect::<Vec<_>>())
}

/// The result as JSON.
#[derive(Debug, Serialize)]
struct Report<'a> {
    databases: &'a [Line],
}

/// The splitmix generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u8) -> usize {
        usize::from(self.next().to_le_bytes()[7] % end)
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let number = random_number();
        let folder = std::env::temp_dir().join(format!("gamec-bench-{number:016x}"));
        // What is there already is somebody else's.
        fs::create_dir(&folder).map_err(|error| {
            Failure::machine(format!("cannot create `{}`: {error}", folder.display()))
        })?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // There is nobody to tell, and the system removes what is left there.
        let _ = fs::remove_dir_all(&self.0);
    }
}
