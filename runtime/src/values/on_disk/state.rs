//! How far a unit on disk is between two depths, as a small file: with the table, which was
//! settled at the same moment, all that a later run needs to go on.
//!
//! The file is a row of numbers and a checksum. It gets its name when all its bytes are safe, so
//! it is never half-written. What was not written for the same unit, cut in the same way, is as
//! good as nothing.

use super::depths::Depths;
use crate::SolveError;
use crate::checksum::checksum;
use crate::scratch::{Place, Scratch, storage};
use crate::values::work::{Done, ValueCounts};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The first number of the file; another one when anything in it changes.
const FORMAT: u64 = 1;

/// How far a unit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// How many bits an entry has.
    pub(super) bits: u32,
    /// Number of slots of a partition.
    pub(super) part_slots: u64,
    /// The depth that is propagated next.
    pub(super) depth: u32,
    /// The largest depth so far.
    pub(super) deepest: u32,
    pub(super) moves: u64,
    /// What the initialization has counted, for each table.
    pub(super) looked: Vec<Done>,
    /// Which depths each partition may have.
    pub(super) depths: Vec<Depths>,
    /// Where the partitions are.
    pub(super) places: Vec<Option<Place>>,
}

impl State {
    /// What an earlier run has written last, if anything.
    pub(super) fn read(scratch: &Scratch) -> Result<Option<State>, SolveError> {
        let path = path(scratch);
        match fs::read(&path) {
            Ok(bytes) => Ok(State::decode(&bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(storage("read", &path, &error)),
        }
    }

    /// Whether an earlier run, or this one, has written something.
    pub(super) fn is_there(scratch: &Scratch) -> bool {
        path(scratch).exists()
    }

    /// Writes it in place of what was written last.
    pub(super) fn write(&self, scratch: &Scratch) -> Result<(), SolveError> {
        let path = path(scratch);
        let written = scratch.disk().create(&scratch.passing_file("state")).and_then(|file| {
            file.write_at(&self.encode(), 0)?;
            scratch.disk().publish(file, &path)
        });
        written.map_err(|error| storage("write", &path, &error))
    }

    /// Forgets what was written last.
    pub(super) fn remove(scratch: &Scratch) -> Result<(), SolveError> {
        let path = path(scratch);
        scratch.disk().remove(&path).map_err(|error| storage("remove", &path, &error))
    }

    fn encode(&self) -> Vec<u8> {
        let [bits, depth, deepest] = [self.bits, self.depth, self.deepest].map(u64::from);
        let mut numbers = vec![FORMAT, bits, self.part_slots, depth, deepest, self.moves];
        numbers.push(self.looked.len() as u64);
        for Done { positions, classes, .. } in &self.looked {
            numbers.extend([positions[0].drawn, positions[1].drawn, classes.drawn]);
        }
        for (depths, place) in self.depths.iter().map(Depths::words).zip(&self.places) {
            let side = place.map_or(0, |place| 1 + u64::from(place.second));
            numbers.extend([side, place.map_or(0, |place| place.sum), depths.len() as u64]);
            numbers.extend(depths);
        }
        let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// None if it was not written by [`encode`](State::encode).
    fn decode(bytes: &[u8]) -> Option<State> {
        let (bytes, sum) = bytes.split_last_chunk::<16>()?;
        if checksum(bytes) != u128::from_le_bytes(*sum) {
            return None;
        }
        let numbers = bytes.chunks_exact(8).map(|it| u64::from_le_bytes(it.try_into().expect("8")));
        let mut numbers = numbers.peekable();
        let mut next = || numbers.next();
        if bytes.len() % 8 != 0 || next()? != FORMAT {
            return None;
        }
        let bits = u32::try_from(next()?).ok()?;
        let part_slots = next()?;
        let [depth, deepest] = [next()?, next()?].map(|number| u32::try_from(number).ok());
        let (depth, deepest, moves) = (depth?, deepest?, next()?);
        let mut looked = Vec::new();
        for _ in 0..next()? {
            let mut drawn = || Some(ValueCounts { drawn: next()?, ..ValueCounts::default() });
            let (positions, classes) = ([drawn()?, drawn()?], drawn()?);
            looked.push(Done { positions, classes, ..Done::default() });
        }
        let (mut depths, mut places) = (Vec::new(), Vec::new());
        while numbers.peek().is_some() {
            let [side, sum, length] = [numbers.next()?, numbers.next()?, numbers.next()?];
            let place = match side {
                0 => None,
                1 | 2 => Some(Place { second: side == 2, sum }),
                _ => return None,
            };
            let mut words = Vec::new();
            for _ in 0..length {
                words.push(numbers.next()?);
            }
            depths.push(Depths::from_words(words));
            places.push(place);
        }
        Some(State { bits, part_slots, depth, deepest, moves, looked, depths, places })
    }
}

fn path(scratch: &Scratch) -> PathBuf {
    scratch.file("state")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> State {
        let sums = |drawn: u64| ValueCounts { drawn, ..ValueCounts::default() };
        let mut depths = Depths::default();
        [0, 3, 64, 200].into_iter().for_each(|depth| depths.insert(depth));
        State {
            bits: 16,
            part_slots: 1 << 20,
            depth: 7,
            deepest: 200,
            moves: 12_345,
            looked: vec![
                Done { positions: [sums(1), sums(2)], classes: sums(3), ..Done::default() };
                2
            ],
            depths: vec![depths, Depths::default(), Depths::default()],
            places: vec![
                Some(Place { second: true, sum: 5 }),
                None,
                Some(Place { second: false, sum: u64::MAX }),
            ],
        }
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(State::decode(&some().encode()), Some(some()));
    }

    #[test]
    fn what_is_damaged_is_nothing() {
        let bytes = some().encode();
        for length in 0..bytes.len() {
            assert_eq!(State::decode(&bytes[..length]), None);
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(State::decode(&damaged), None);
        }
    }

    /// Lengths that nothing follows, with a sum that fits.
    #[test]
    fn long_lists_that_are_not_there_are_not_made() {
        for numbers in
            [vec![1, 8, 64, 0, 0, 0, u64::MAX], vec![1, 8, 64, 0, 0, 0, 0, 1, 0, u64::MAX]]
        {
            let mut bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
            let sum = checksum(&bytes);
            bytes.extend_from_slice(&sum.to_le_bytes());
            assert_eq!(State::decode(&bytes), None);
        }
    }
}
