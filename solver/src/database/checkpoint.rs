//! The folder of a search that is not done: `FILE.partial` beside the database that it will make.
//!
//! Everything in it is a file of the same format as the database, so what is damaged is found out,
//! and every file appears at once or not at all:
//!
//! | file | what it holds |
//! |---|---|
//! | `label` | what is solved; written first |
//! | `tier-N` | a tier that is solved, just as it will be in the database |
//! | `layers`, `reached`, `solving` | a stage of the search as it was when it was kept last |
//! | `gamec.lock` | the mark of such a folder; locked by the process that works there |
//!
//! When the database is complete and has its name, the folder is removed; never another one, see
//! [`OwnedFolder`]. Its lock is also that of the database: who has it is the only one who makes
//! that file.

use super::about::EntryBits;
use super::failure::folder_failure;
use super::{Label, TableAbout, failure};
use crate::error::Error;
use gdl_runtime::database::{BlockOptions, DatabaseError, Packing, Reader, TableShape, Writer};
use gdl_runtime::disk::{Contents, Disk, FolderError, OwnedFolder};
use gdl_runtime::values::{Keeper, KeptTier, ReadNumbers};
use gdl_runtime::{Checkpointer, Resumed, SolveError, Stage, Unfinished};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What is kept of a stage has changed with this number.
const VERSION: u32 = 2;

/// How many numbers are written at a time.
const AT_ONCE: usize = 1 << 14;

/// Tables that are kept in the middle are large and read once.
const QUICK: BlockOptions = BlockOptions { block_bytes: 1 << 18, level: 1 };

/// What can be in the folder.
const CONTENTS: Contents = Contents {
    is_file: |name| {
        let tier = name.strip_prefix("tier-");
        matches!(name, LABEL | "layers" | "reached" | "solving")
            || tier.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    },
    is_folder: |_| false,
    // Before there was a mark, the label was one.
    is_unmarked: |folder| {
        let reader = Reader::open(&folder.join(LABEL));
        reader.is_ok_and(|it| serde_json::from_str::<Kept>(it.about()).is_ok())
    },
};

/// The file that says what is solved.
const LABEL: &str = "label";

/// The folder of a search that is not done.
pub(crate) struct Checkpoint {
    pub(super) disk: Disk,
    owned: OwnedFolder,
    folder: PathBuf,
    options: BlockOptions,
    every: Duration,
    last: Instant,
    tiers: BTreeMap<usize, KeptTier>,
    /// The file that was read last, with its tier.
    reading: Option<(usize, Reader)>,
    /// The keys of tiers, for what is said about their tables.
    keys: Vec<BTreeMap<String, i64>>,
    /// Whether something of an earlier run was found.
    found: bool,
    /// Whether something was kept.
    has_kept: bool,
}

/// What the file `label` says.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    version: u32,
    made_by: String,
    label: Label,
}

/// What a file with a stage says.
#[derive(Debug, Serialize, Deserialize)]
struct StageAbout {
    tiers: Vec<usize>,
    numbers: Vec<u64>,
}

impl Checkpoint {
    /// The folder of the search that will make a database, and what an earlier run has left in it.
    /// From now on no other process can make that database.
    pub(crate) fn open(
        disk: Disk,
        database: &Path,
        label: &Label,
        keys: Vec<BTreeMap<String, i64>>,
        options: BlockOptions,
        every: Duration,
    ) -> Result<Self, Error> {
        let folder = Checkpoint::folder(database);
        let kept = Kept { version: VERSION, made_by: super::made_by(), label: label.clone() };
        let owned = OwnedFolder::claim(&disk, &folder, CONTENTS);
        let owned = owned.map_err(|error| folder_failure(&error))?;
        let found = is_kept(&folder, &kept)?;
        let checkpoint = Checkpoint {
            disk,
            owned,
            folder,
            options,
            every,
            last: Instant::now(),
            tiers: BTreeMap::new(),
            reading: None,
            keys,
            found,
            has_kept: found,
        };
        if !found {
            // Without a label nobody knows what the rest belongs to.
            checkpoint.owned.clear().map_err(|error| folder_failure(&error))?;
            let about = super::to_text(&kept)?;
            let labelled = checkpoint.write(LABEL, &about, &[], QUICK, &mut |_| Ok(()));
            if let Err(error) = labelled {
                // If an empty folder cannot be removed, that is not what the user wants to know
                // now.
                let _ = checkpoint.remove();
                return Err(failure(error));
            }
        }
        Ok(checkpoint)
    }

    /// The folder of the search that will make a database.
    pub(crate) fn folder(database: &Path) -> PathBuf {
        let mut name = database.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        database.with_file_name(name)
    }

    /// Whether something of an earlier run was found.
    pub(crate) fn goes_on(&self) -> bool {
        self.found
    }

    /// Whether there is anything to go on with.
    pub(crate) fn has_kept(&self) -> bool {
        self.has_kept
    }

    /// What will be said about the table of a tier.
    pub(super) fn table_about(
        &self,
        tier: usize,
        kept: &KeptTier,
    ) -> Result<TableAbout, SolveError> {
        let bits = EntryBits::try_from(kept.bits);
        let bits = bits.map_err(|message| SolveError::Storage { message })?;
        let key = self.keys.get(tier).cloned().unwrap_or_default();
        Ok(TableAbout { tier, key, bits, counts: kept.counts.clone() })
    }

    /// Removes the folder: the database is complete.
    pub(crate) fn remove(self) -> Result<(), Error> {
        // A file that is open cannot be removed everywhere.
        drop(self.reading);
        self.owned.remove().map_err(|error| folder_failure(&error))
    }

    /// Removes what a run has left that was killed when its database was complete. The folder of
    /// another search stays, and so does one that is in use.
    pub(crate) fn remove_left(disk: &Disk, database: &Path, label: &Label) -> Result<(), Error> {
        let folder = Checkpoint::folder(database);
        let kept = Kept { version: VERSION, made_by: super::made_by(), label: label.clone() };
        match OwnedFolder::find(disk, &folder, CONTENTS) {
            Ok(Some(owned)) => {
                let is_left = is_kept(&folder, &kept).is_ok();
                let removed = if is_left { owned.remove() } else { Ok(()) };
                removed.map_err(|error| folder_failure(&error))
            }
            Ok(None) | Err(FolderError::InUse { .. } | FolderError::Foreign { .. }) => Ok(()),
            // There is nothing to be had, and what cannot be written is not to be removed.
            Err(FolderError::Io { .. }) => Ok(()),
        }
    }

    fn write(
        &self,
        name: &str,
        about: &str,
        tables: &[TableShape],
        options: BlockOptions,
        numbers: &mut dyn FnMut(&mut Writer) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let path = self.folder.join(name);
        let mut writer = Writer::create(&self.disk, &path, about, tables, options)?;
        numbers(&mut writer)?;
        writer.finish().map(|_| ())
    }

    /// The file of a tier; none if it is not solved.
    pub(super) fn tier(&mut self, tier: usize) -> Result<Option<&Reader>, SolveError> {
        if self.reading.as_ref().is_none_or(|(reading, _)| *reading != tier) {
            let path = self.folder.join(format!("tier-{tier}"));
            let reader = match Reader::open(&path) {
                Err(DatabaseError::Missing { .. }) => return Ok(None),
                reader => reader.map_err(storage)?,
            };
            self.reading = Some((tier, reader));
        }
        Ok(self.reading.as_ref().map(|(_, reader)| reader))
    }
}

/// Whether a folder is that of a search; a failure if it is that of another one.
fn is_kept(folder: &Path, expected: &Kept) -> Result<bool, Error> {
    let reader = match Reader::open(&folder.join(LABEL)) {
        // A run was ended before it could write its label, or when it had removed it.
        Err(DatabaseError::Missing { .. }) => return Ok(false),
        reader => reader.map_err(failure)?,
    };
    let refused = |reason: String| {
        Error::input_with_help(
            format!("`{}` is of another search: {reason}", folder.display()),
            "remove that folder, or give the database another name",
        )
    };
    let Ok(kept) = serde_json::from_str::<Kept>(reader.about()) else {
        return Err(refused("another version of gamec has made it".to_owned()));
    };
    if kept.version != expected.version || kept.made_by != expected.made_by {
        return Err(refused(format!("{} has made it, another version", kept.made_by)));
    }
    expected.label.difference(&kept.label).map_or(Ok(true), |difference| Err(refused(difference)))
}

/// An error of a file as that of a search.
pub(super) fn storage(error: DatabaseError) -> SolveError {
    SolveError::Storage { message: error.to_string() }
}

impl Checkpointer for Checkpoint {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn save(&mut self, stage: Stage, unfinished: Unfinished<'_>) -> Result<(), SolveError> {
        let Unfinished { tiers, numbers, tables } = unfinished;
        let about = StageAbout { tiers: tiers.to_vec(), numbers: numbers.to_vec() };
        let about = serde_json::to_string(&about)
            .map_err(|error| SolveError::Storage { message: error.to_string() })?;
        let halves =
            |words: usize| TableShape { entries: 2 * words as u64, packing: Packing::LongWords };
        let shapes: Vec<TableShape> = tables.iter().map(|words| halves(words.len())).collect();
        let mut write = |writer: &mut Writer| {
            let mut numbers = Vec::with_capacity(2 * AT_ONCE);
            for words in tables.iter().flat_map(|words| words.chunks(AT_ONCE)) {
                numbers.clear();
                for word in words {
                    let word = word.load(Ordering::Relaxed);
                    numbers.extend([low(word), low(word >> 32)]);
                }
                writer.write(&numbers)?;
            }
            Ok(())
        };
        self.write(file_name(stage), &about, &shapes, QUICK, &mut write).map_err(storage)?;
        self.last = Instant::now();
        self.has_kept = true;
        Ok(())
    }

    fn restore(
        &mut self,
        stage: Stage,
        tiers: &[usize],
        most_words: u64,
    ) -> Result<Option<Resumed>, SolveError> {
        let path = self.folder.join(file_name(stage));
        let reader = match Reader::open(&path) {
            Err(DatabaseError::Missing { .. }) => return Ok(None),
            reader => reader.map_err(storage)?,
        };
        let about: StageAbout = serde_json::from_str(reader.about()).map_err(|_| {
            SolveError::Storage { message: format!("`{}` does not hold a stage", path.display()) }
        })?;
        if about.tiers != tiers {
            return Ok(None);
        }
        let halves = reader.tables().iter().try_fold(0_u64, |sum, it| sum.checked_add(it.entries));
        let are_halves =
            |it: &TableShape| it.packing == Packing::LongWords && it.entries.is_multiple_of(2);
        if halves.is_none_or(|it| it / 2 > most_words) || !reader.tables().iter().all(are_halves) {
            let message = format!("`{}` holds tables of something else", path.display());
            return Err(SolveError::Storage { message });
        }
        let mut tables = Vec::new();
        for (table, shape) in reader.tables().iter().enumerate() {
            tables.push(words(&reader, table, shape.entries).map_err(storage)?);
        }
        Ok(Some(Resumed { numbers: about.numbers, tables }))
    }
}

/// The words of a table that holds their halves.
fn words(reader: &Reader, table: usize, halves: u64) -> Result<Vec<u64>, DatabaseError> {
    let mut words = Vec::new();
    let mut numbers = vec![0; 2 * AT_ONCE];
    let mut first = 0;
    while first < halves {
        let count =
            usize::try_from(halves - first).map_or(numbers.len(), |it| it.min(numbers.len()));
        reader.read(table, first, &mut numbers[..count])?;
        let pairs = numbers[..count].chunks_exact(2);
        words.extend(pairs.map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32));
        first += count as u64;
    }
    Ok(words)
}

fn low(word: u64) -> u32 {
    u32::try_from(word & u64::from(u32::MAX)).expect("32 bits")
}

fn file_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Layers => "layers",
        Stage::Reached => "reached",
        Stage::Solving => "solving",
    }
}

impl Keeper for Checkpoint {
    fn kept(&mut self, tier: usize) -> Result<Option<KeptTier>, SolveError> {
        if let Some(kept) = self.tiers.get(&tier) {
            return Ok(Some(kept.clone()));
        }
        let Some(reader) = self.tier(tier)? else { return Ok(None) };
        let about: Option<TableAbout> = serde_json::from_str(reader.about()).ok();
        let sound = match (about, reader.tables()) {
            (Some(about), [shape]) if about.tier == tier && about.fault(*shape).is_none() => {
                Some(about.kept(shape.entries))
            }
            _ => None,
        };
        let Some(kept) = sound else {
            let message = format!("`{}` does not hold this tier", reader.path().display());
            return Err(SolveError::Storage { message });
        };
        self.tiers.insert(tier, kept.clone());
        Ok(Some(kept))
    }

    fn read(&mut self, tier: usize, first: u64, numbers: &mut [u16]) -> Result<(), SolveError> {
        let Some(reader) = self.tier(tier)? else {
            return Err(SolveError::Storage { message: format!("tier {tier} is not kept") });
        };
        read_narrow(reader, 0, first, numbers)
    }

    fn keep(
        &mut self,
        tier: usize,
        kept: &KeptTier,
        read: ReadNumbers<'_>,
    ) -> Result<(), SolveError> {
        let packing = packing(kept, read)?;
        let about = self.table_about(tier, kept)?;
        let about = serde_json::to_string(&about)
            .map_err(|error| SolveError::Storage { message: error.to_string() })?;
        let shape = TableShape { entries: kept.slots, packing };
        let path = self.folder.join(format!("tier-{tier}"));
        let mut writer =
            Writer::create(&self.disk, &path, &about, &[shape], self.options).map_err(storage)?;
        each(kept.slots, read, &mut |numbers| {
            let wide: Vec<u32> = numbers.iter().map(|number| u32::from(*number)).collect();
            writer.write(&wide).map_err(storage)
        })?;
        writer.finish().map_err(storage)?;
        self.tiers.insert(tier, kept.clone());
        // It may be the file from before.
        self.reading = None;
        self.last = Instant::now();
        self.has_kept = true;
        Ok(())
    }
}

/// Reads numbers of a table that have 16 bits.
pub(super) fn read_narrow(
    reader: &Reader,
    table: usize,
    first: u64,
    numbers: &mut [u16],
) -> Result<(), SolveError> {
    let mut wide = vec![0; numbers.len()];
    reader.read(table, first, &mut wide).map_err(storage)?;
    for (number, wide) in numbers.iter_mut().zip(wide) {
        *number = u16::try_from(wide).map_err(|_| SolveError::Storage {
            message: "a number is too large for a value".to_owned(),
        })?;
    }
    Ok(())
}

/// How the numbers of a tier are packed: as tightly as they can be.
fn packing(kept: &KeptTier, read: ReadNumbers<'_>) -> Result<Packing, SolveError> {
    if kept.bits != 2 {
        return Ok(if kept.bits == 8 { Packing::Bytes } else { Packing::Words });
    }
    let mut has_gaps = false;
    each(kept.slots, read, &mut |numbers| {
        has_gaps |= numbers.contains(&0);
        Ok(())
    })?;
    Ok(if has_gaps { Packing::Pairs } else { Packing::Trits })
}

/// Asks for all numbers of a table, some at a time.
fn each(
    slots: u64,
    read: ReadNumbers<'_>,
    visit: &mut dyn FnMut(&[u16]) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let mut numbers = vec![0; AT_ONCE];
    let mut first = 0;
    while first < slots {
        let count = usize::try_from(slots - first).map_or(AT_ONCE, |it| it.min(AT_ONCE));
        read(first, &mut numbers[..count])?;
        visit(&numbers[..count])?;
        first += count as u64;
    }
    Ok(())
}
