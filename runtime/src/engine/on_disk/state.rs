//! What is known of a search on disk between two layers, as a small file.
//!
//! With the table, which was settled at the same moment, it is all that a later run needs. The
//! file gets its name when all its bytes are safe, so it is never half-written; it ends with a
//! checksum of everything before. What was not written by the same search is as good as nothing:
//! then the search begins anew.

use super::super::breadth_first::Snapshot;
use super::super::options::{Goal, SearchKind, SearchOptions};
use super::super::task::View;
use crate::SolveError;
use crate::checksum::checksum;
use crate::scratch::{Place, Scratch, TableOptions, storage};
use std::fs;
use std::io::ErrorKind;

/// How the file begins; another number when anything in it changes.
const BEGINNING: &[u8] = b"gamec layers 1\n";

/// Its name.
const NAME: &str = "layers";

/// What is known between two layers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The table that it was settled with.
    pub(super) table: TableOptions,
    /// Where its partitions are.
    pub(super) places: Vec<Option<Place>>,
    /// How many states of the layer that is to be expanded each partition has.
    pub(super) counts: Vec<u64>,
    /// Whether nothing is left to do.
    pub(super) is_finished: bool,
    /// See [`Search`](super::super::breadth_first::Search).
    pub(super) layers: Vec<u64>,
    pub(super) explored: u64,
    pub(super) successors: u64,
    pub(super) moves: Option<u64>,
    pub(super) hardest: Vec<u64>,
    pub(super) goal: Option<(usize, u64)>,
}

/// What is searched, as far as the result depends on it.
pub(super) fn identity(
    scratch: &Scratch,
    size: u64,
    starts: &[u64],
    options: &SearchOptions,
) -> Vec<u8> {
    let view = match options.view {
        View::AsIs => 0,
        View::UpToSymmetry => 1,
        View::Backward => 2,
    };
    let goal = match options.goal {
        Goal::Ignore => 0,
        Goal::Note => 1,
        Goal::Stop => 2,
    };
    let distances = u64::from(options.kind == SearchKind::Distances);
    let mut bytes = Vec::new();
    put_bytes(&mut bytes, scratch.label().as_bytes());
    for number in [size, view, goal, distances, options.hardest as u64] {
        put(&mut bytes, number);
    }
    put_all(&mut bytes, starts);
    bytes
}

impl State {
    /// Collects what a search has found so far.
    pub(super) fn of(
        known: &Snapshot<'_>,
        hardest: &[u64],
        table: TableOptions,
        places: &[Option<Place>],
        counts: &[u64],
    ) -> Self {
        let Snapshot { layers, found, is_finished, .. } = *known;
        State {
            table,
            places: places.to_vec(),
            counts: counts.to_vec(),
            is_finished,
            layers: layers.to_vec(),
            explored: found.explored,
            successors: found.successors,
            moves: found.moves,
            hardest: if is_finished { hardest.to_vec() } else { Vec::new() },
            goal: found.goal,
        }
    }

    /// What an earlier run of the same search has written last, if anything.
    pub(super) fn read(scratch: &Scratch, identity: &[u8]) -> Result<Option<State>, SolveError> {
        let path = scratch.file(NAME);
        match fs::read(&path) {
            Ok(bytes) => Ok(State::decode(&bytes, identity)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(storage("read", &path, &error)),
        }
    }

    /// Writes it in place of what was written last.
    pub(super) fn write(&self, scratch: &Scratch, identity: &[u8]) -> Result<(), SolveError> {
        let path = scratch.file(NAME);
        let written = scratch.disk().create(&scratch.passing_file(NAME)).and_then(|file| {
            file.write_at(&self.encode(identity), 0)?;
            scratch.disk().publish(file, &path)
        });
        written.map_err(|error| storage("write", &path, &error))
    }

    /// Forgets what was written last.
    pub(super) fn remove(scratch: &Scratch) -> Result<(), SolveError> {
        let path = scratch.file(NAME);
        scratch.disk().remove(&path).map_err(|error| storage("remove", &path, &error))
    }

    fn encode(&self, identity: &[u8]) -> Vec<u8> {
        let mut bytes = BEGINNING.to_vec();
        put_bytes(&mut bytes, identity);
        let TableOptions { size, bits, part_entries } = self.table;
        let (goal_depth, goal) = self.goal.map_or((0, 0), |(depth, goal)| (depth as u64, goal));
        for number in [
            size,
            u64::from(bits),
            part_entries,
            u64::from(self.is_finished),
            self.explored,
            self.successors,
            u64::from(self.moves.is_some()),
            self.moves.unwrap_or(0),
            u64::from(self.goal.is_some()),
            goal_depth,
            goal,
        ] {
            put(&mut bytes, number);
        }
        for numbers in [&self.layers, &self.hardest, &self.counts] {
            put_all(&mut bytes, numbers);
        }
        for place in &self.places {
            let side = place.map_or(0, |place| 1 + u64::from(place.second));
            put(&mut bytes, side);
            put(&mut bytes, place.map_or(0, |place| place.sum));
        }
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// None if the bytes were not written by the same search.
    fn decode(bytes: &[u8], identity: &[u8]) -> Option<State> {
        let (bytes, sum) = bytes.split_last_chunk::<16>()?;
        if checksum(bytes) != u128::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = Rest(bytes.strip_prefix(BEGINNING)?);
        let length = rest.length(1)?;
        if rest.take(length)? != identity {
            return None;
        }
        let table = TableOptions {
            size: rest.number()?,
            bits: u32::try_from(rest.number()?).ok()?,
            part_entries: rest.number()?,
        };
        let is_finished = rest.truth()?;
        let [explored, successors] = [rest.number()?, rest.number()?];
        let (has_moves, moves) = (rest.truth()?, rest.number()?);
        let (has_goal, goal_depth, goal) = (rest.truth()?, rest.number()?, rest.number()?);
        let [layers, hardest, counts] = [rest.numbers()?, rest.numbers()?, rest.numbers()?];
        let place = |rest: &mut Rest<'_>| {
            let [side, sum] = [rest.number()?, rest.number()?];
            match side {
                0 => Some(None),
                1 | 2 => Some(Some(Place { second: side == 2, sum })),
                _ => None,
            }
        };
        let places = counts.iter().map(|_| place(&mut rest)).collect::<Option<Vec<_>>>()?;
        let is_cut_well = matches!(table.bits, 2 | 8 | 16 | 32)
            && table.part_entries.is_power_of_two()
            && (u64::from(64 / table.bits)..=1 << 32).contains(&table.part_entries)
            && table.size.div_ceil(table.part_entries) == counts.len() as u64;
        (rest.0.is_empty() && is_cut_well).then_some(State {
            table,
            places,
            counts,
            is_finished,
            layers,
            explored,
            successors,
            moves: has_moves.then_some(moves),
            hardest,
            goal: if has_goal { Some((usize::try_from(goal_depth).ok()?, goal)) } else { None },
        })
    }
}

fn put(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn put_all(bytes: &mut Vec<u8>, numbers: &[u64]) {
    put(bytes, numbers.len() as u64);
    numbers.iter().for_each(|number| put(bytes, *number));
}

fn put_bytes(bytes: &mut Vec<u8>, more: &[u8]) {
    put(bytes, more.len() as u64);
    bytes.extend_from_slice(more);
}

/// Bytes that are still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn truth(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// A number of things with `bytes` bytes each that can all still come.
    fn length(&mut self, bytes: usize) -> Option<usize> {
        let length = usize::try_from(self.number()?).ok()?;
        (length <= self.0.len() / bytes).then_some(length)
    }

    fn numbers(&mut self) -> Option<Vec<u64>> {
        let length = self.length(8)?;
        (0..length).map(|_| self.number()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_state() -> State {
        State {
            table: TableOptions { size: 1_000, bits: 8, part_entries: 256 },
            places: vec![
                None,
                Some(Place { second: false, sum: 7 }),
                Some(Place { second: true, sum: u64::MAX }),
                None,
            ],
            counts: vec![1, 2, 3, 0],
            is_finished: true,
            layers: vec![1, 4],
            explored: 5,
            successors: 44,
            moves: Some(44),
            hardest: vec![17, 18],
            goal: Some((1, 9)),
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let other = State { goal: None, moves: None, is_finished: false, ..some_state() };
        for state in [some_state(), other] {
            assert_eq!(State::decode(&state.encode(b"this"), b"this"), Some(state));
        }
    }

    #[test]
    fn what_is_not_right_is_nothing() {
        let state = some_state();
        let bytes = state.encode(b"this");
        assert_eq!(State::decode(&bytes, b"that"), None);
        for length in 0..bytes.len() {
            assert_eq!(State::decode(&bytes[..length], b"this"), None);
        }
        for flipped in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[flipped / 8] ^= 1 << (flipped % 8);
            assert_eq!(State::decode(&damaged, b"this"), None, "bit {flipped}");
        }
        let table = state.table;
        for table in [
            TableOptions { bits: 5, ..table },
            TableOptions { bits: 0, ..table },
            TableOptions { part_entries: 0, ..table },
            TableOptions { part_entries: 4, ..table },
            TableOptions { part_entries: 255, ..table },
            TableOptions { size: 10_000, ..table },
        ] {
            let wrong = State { table, ..some_state() };
            assert_eq!(State::decode(&wrong.encode(b"this"), b"this"), None, "{table:?}");
        }
    }

    /// Numbers of things that cannot be there take no memory.
    #[test]
    fn long_lists_that_are_not_there_are_not_made() {
        let state = some_state();
        let bytes = state.encode(b"this");
        let without_sum = &bytes[..bytes.len() - 16];
        for at in BEGINNING.len()..without_sum.len() - 8 {
            let mut wrong = without_sum.to_vec();
            wrong[at..at + 8].copy_from_slice(&(u64::MAX >> 4).to_le_bytes());
            let sum = checksum(&wrong);
            wrong.extend_from_slice(&sum.to_le_bytes());
            // It may be a number that can be anything, but nothing may go wrong.
            let _ = State::decode(&wrong, b"this");
        }
    }
}
