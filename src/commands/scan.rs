//! Going through the tables of a database from their first number to their last, with progress.

use crate::failure::{Failure, Message};
use crate::progress::Progress;
use gdl_runtime::{Observer, Progress as Reached};
use gdl_solver::Expected;
use gdl_solver::database::{Opened, failure};
use std::time::{Duration, Instant};

/// How many numbers are read at a time.
const ROW: u64 = 1 << 20;

/// Reads tables in rows.
pub(super) struct Scan<'a> {
    opened: &'a Opened,
    tables: &'a [usize],
    /// The table that is being read, among these.
    place: usize,
    /// Its next entry.
    entry: u64,
    numbers: Vec<u32>,
    done: u64,
    size: u64,
    progress: Progress,
    reported: Instant,
}

/// Numbers of a table.
pub(super) struct Row<'a> {
    pub(super) table: usize,
    /// The entry of the first of them.
    pub(super) first: u64,
    pub(super) numbers: &'a [u32],
}

impl<'a> Scan<'a> {
    /// Begins with the first of these tables.
    pub(super) fn new(opened: &'a Opened, tables: &'a [usize], json: bool) -> Self {
        let shapes = opened.reader.tables();
        let size = tables.iter().filter_map(|table| shapes.get(*table)).map(|it| it.entries).sum();
        Scan {
            opened,
            tables,
            place: 0,
            entry: 0,
            numbers: Vec::new(),
            done: 0,
            size,
            progress: Progress::new(json, Some(Expected::Entries)),
            reported: Instant::now(),
        }
    }

    /// The next numbers; none at the end of the last table.
    pub(super) fn next_row(&mut self) -> Result<Option<Row<'_>>, Failure> {
        if self.reported.elapsed() > Duration::from_millis(50) {
            self.reported = Instant::now();
            let reached = Reached { states: self.done, size: self.size, ..Reached::default() };
            self.progress.progress(&reached);
        }
        if self.progress.cancelled() {
            let text = "interrupted".to_owned();
            return Err(Failure::Interrupted(Message { text, help: None }));
        }
        let reader = &self.opened.reader;
        while let Some(&table) = self.tables.get(self.place) {
            let entries = reader.tables().get(table).map_or(0, |shape| shape.entries);
            let count = (entries - self.entry).min(ROW);
            if count == 0 {
                self.place += 1;
                self.entry = 0;
                continue;
            }
            let first = self.entry;
            self.numbers.resize(usize::try_from(count).unwrap_or(0), 0);
            reader.read(table, first, &mut self.numbers).map_err(failure)?;
            self.entry += count;
            self.done += count;
            return Ok(Some(Row { table, first, numbers: &self.numbers }));
        }
        Ok(None)
    }
}
