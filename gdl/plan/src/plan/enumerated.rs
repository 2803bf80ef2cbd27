//! Positions that were enumerated: their numbers are the order of their keys.
//!
//! Where pieces are rigid blocks or guards are odd, the positions that can be reached are a tiny
//! part of every formula's. Then they are found once by playing, and each is written as one key:
//! every cell, turn and counter and the mover is a digit whose values are those that occur. Keys
//! that fit are numbers of 128 bits, longer ones strings of bytes ([`crate::layout::reachable`]).
//! States outside of the set have no number.

use crate::layout::LayoutError;
use crate::layout::reachable::{Reachable, ReachableStrings};
use crate::model::{CellId, PlayerId, State};

/// Finds positions by playing. The compiler does not play, so this comes from outside.
pub trait Enumerate {
    /// Shows every state that can be reached from a state, in its canonical form, and says whether
    /// these are all: false if there are more than `limit`.
    fn visit(&self, from: &State, limit: u64, show: &mut dyn FnMut(&State)) -> bool;
}

/// An enumerated set of states.
#[derive(Clone, Debug)]
pub struct Enumerated {
    /// The digits of a key, the leading one first.
    pub fields: Vec<Field>,
    pub(crate) keys: Keys,
}

/// One digit of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it tells.
    pub place: Place,
    /// The values that occur, in order.
    pub values: Vec<u8>,
}

/// A part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// What a cell holds.
    Cell(CellId),
    /// How far the piece on a cell is turned.
    Turn(CellId),
    /// A counter, by number.
    Counter(usize),
    /// Whose turn it is.
    Mover,
}

/// The keys of a set.
#[derive(Clone, Debug)]
pub enum Keys {
    /// Numbers in mixed radix.
    Numbers(Reachable),
    /// The digits as bytes.
    Strings(ReachableStrings),
}

impl Place {
    /// Everything that can differ between states: the given cells, their turns if `turning`, the
    /// counters, the mover.
    pub(super) fn all(cells: &[CellId], turning: bool, counters: usize) -> Vec<Place> {
        let turns = cells.iter().filter(|_| turning).map(|cell| Place::Turn(*cell));
        let counters = (0..counters).map(Place::Counter);
        let held = cells.iter().map(|cell| Place::Cell(*cell));
        held.chain(turns).chain(counters).chain([Place::Mover]).collect()
    }

    /// Its value in a state.
    pub(super) fn read(self, state: &State) -> u8 {
        match self {
            Place::Cell(cell) => state.cells[cell.index()],
            Place::Turn(cell) => state.turns[cell.index()],
            Place::Counter(counter) => state.counters[counter],
            Place::Mover => state.mover.0,
        }
    }

    fn write(self, value: u8, state: &mut State) {
        match self {
            Place::Cell(cell) => state.cells[cell.index()] = value,
            Place::Turn(cell) => state.turns[cell.index()] = value,
            Place::Counter(counter) => state.counters[counter] = value,
            Place::Mover => state.mover = PlayerId(value),
        }
    }
}

impl Enumerated {
    /// The set of these states, given as the values of all places, one state after the other.
    pub(super) fn new(places: &[Place], states: &[u8]) -> Result<Self, LayoutError> {
        let field = |(number, place): (usize, &Place)| {
            let mut occurs = [false; 256];
            states.iter().skip(number).step_by(places.len()).for_each(|value| {
                occurs[usize::from(*value)] = true;
            });
            let values = (0..=u8::MAX).filter(|value| occurs[usize::from(*value)]).collect();
            Field { place: *place, values }
        };
        let fields: Vec<Field> = places.iter().enumerate().map(field).collect();
        let rows = states.chunks(places.len());
        let digits = |row: &[u8]| -> Vec<u8> {
            let digit = |(field, value): (&Field, &u8)| field.digit(*value);
            fields.iter().zip(row).filter_map(digit).collect()
        };
        let possible = fields.iter().try_fold(1_u128, |all, field| all.checked_mul(field.radix()));
        let keys = if possible.is_some() {
            let number = |row: &[u8]| {
                let digits = digits(row);
                fields.iter().zip(digits).fold(0, |key, (field, digit)| field.join(key, digit))
            };
            Keys::Numbers(Reachable::new(rows.map(number).collect())?)
        } else {
            Keys::Strings(ReachableStrings::new(rows.map(digits).collect())?)
        };
        Ok(Enumerated { fields, keys })
    }

    /// Number of states.
    pub fn size(&self) -> u64 {
        match &self.keys {
            Keys::Numbers(numbers) => numbers.size(),
            Keys::Strings(strings) => strings.size(),
        }
    }

    /// Number of bytes that the keys take.
    pub fn bytes(&self) -> u64 {
        let bytes = match &self.keys {
            Keys::Numbers(numbers) => numbers.bytes(),
            Keys::Strings(strings) => strings.bytes(),
        };
        u64::try_from(bytes).expect("memory has less than 2^64 bytes")
    }

    /// The number of a state, if it belongs to the set.
    pub(super) fn rank(&self, state: &State) -> Option<u64> {
        match &self.keys {
            Keys::Numbers(numbers) => {
                let mut key = 0;
                for field in &self.fields {
                    key = field.join(key, field.digit(field.place.read(state))?);
                }
                numbers.rank(key)
            }
            Keys::Strings(strings) => {
                let digit = |field: &Field| field.digit(field.place.read(state));
                let key: Option<Vec<u8>> = self.fields.iter().map(digit).collect();
                strings.rank(&key?)
            }
        }
    }

    /// The digits of the key with a number.
    pub fn digits(&self, index: u64) -> Vec<u8> {
        match &self.keys {
            Keys::Numbers(numbers) => {
                let mut rest = numbers.select(index);
                let digit = |field: &Field| {
                    let digit = u8::try_from(rest % field.radix()).expect("less than 256");
                    rest /= field.radix();
                    digit
                };
                let mut digits: Vec<u8> = self.fields.iter().rev().map(digit).collect();
                digits.reverse();
                digits
            }
            Keys::Strings(strings) => strings.select(index).to_vec(),
        }
    }

    /// Writes the state with a number.
    pub(super) fn unrank(&self, index: u64, state: &mut State) {
        match &self.keys {
            Keys::Numbers(numbers) => {
                let mut rest = numbers.select(index);
                for field in self.fields.iter().rev() {
                    let digit = usize::try_from(rest % field.radix()).expect("less than 256");
                    field.place.write(field.values[digit], state);
                    rest /= field.radix();
                }
            }
            Keys::Strings(strings) => {
                for (field, digit) in self.fields.iter().zip(strings.select(index)) {
                    field.place.write(field.values[usize::from(*digit)], state);
                }
            }
        }
    }
}

impl Field {
    fn radix(&self) -> u128 {
        u128::try_from(self.values.len()).expect("at most 256")
    }

    fn digit(&self, value: u8) -> Option<u8> {
        let digit = self.values.binary_search(&value).ok()?;
        Some(u8::try_from(digit).expect("at most 256 values"))
    }

    fn join(&self, key: u128, digit: u8) -> u128 {
        key * self.radix() + u128::from(digit)
    }
}
