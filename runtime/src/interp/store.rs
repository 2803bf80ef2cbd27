//! A set of states that numbers them in order of arrival.
//!
//! Every state is packed into a record of fixed length, bit by bit; the records stand one after
//! the other in one piece of memory, and a hash table holds their numbers. A state costs its
//! record plus 5 to 10 bytes of table.

use gdl::model::State;
use gdl::model::{Model, PlayerId};
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// The states of one game, numbered from 0.
#[derive(Clone, Debug)]
pub struct StateStore {
    packing: Packing,
    records: Vec<u8>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    scratch: Vec<u8>,
}

/// How many bits each part of a state takes.
#[derive(Clone, Copy, Debug)]
struct Packing {
    cells: usize,
    cell_bits: u32,
    /// 0 if nothing turns.
    turn_bits: u32,
    counters: usize,
    mover_bits: u32,
    /// Bytes of a record; at least 1.
    length: usize,
}

impl StateStore {
    /// The most states it can hold.
    pub const MOST: u64 = 4_000_000_000;

    /// An empty set for the states of a game.
    pub fn new(model: &Model) -> Self {
        let packing = Packing::new(model);
        Self {
            packing,
            records: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            scratch: Vec::with_capacity(packing.length),
        }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Adds a state, unless it is there. Gives its number and whether it is new.
    ///
    /// The caller keeps the number of states below [`StateStore::MOST`].
    pub fn insert(&mut self, state: &State) -> (u32, bool) {
        let mut numbers = Vec::with_capacity(1);
        self.insert_all(std::iter::once(state), &mut numbers);
        numbers[0]
    }

    /// Adds several states and puts the number of each, and whether it is new, into `numbers`.
    ///
    /// PERF: all are looked up before any is added. The lookups do not depend on each other, so
    /// the processor waits for memory, which is where most of the time goes, only about once for
    /// all of them.
    pub fn insert_all<'a>(
        &mut self,
        states: impl Iterator<Item = &'a State>,
        numbers: &mut Vec<(u32, bool)>,
    ) {
        let Self { packing, records, table, hasher, scratch } = self;
        let length = packing.length;
        scratch.clear();
        states.for_each(|state| packing.pack(state, scratch));
        numbers.clear();
        numbers.extend(scratch.chunks_exact(length).map(|packed| {
            let same = |&index: &u32| record(records, length, index) == packed;
            (table.find(hasher.hash_one(packed), same).copied().unwrap_or(NONE), false)
        }));
        for (packed, number) in scratch.chunks_exact(length).zip(numbers) {
            if number.0 != NONE {
                continue;
            }
            let same = |&index: &u32| record(records, length, index) == packed;
            let hash_of = |&index: &u32| hasher.hash_one(record(records, length, index));
            match table.entry(hasher.hash_one(packed), same, hash_of) {
                Entry::Occupied(entry) => *number = (*entry.get(), false),
                Entry::Vacant(entry) => {
                    let index = u32::try_from(records.len() / length)
                        .expect("the number of states is limited");
                    entry.insert(index);
                    *number = (index, true);
                    records.extend_from_slice(packed);
                }
            }
        }
    }

    /// The number of a state, if it is there.
    pub fn find(&self, state: &State) -> Option<u32> {
        let mut packed = Vec::with_capacity(self.packing.length);
        self.packing.pack(state, &mut packed);
        let hash = self.hasher.hash_one(packed.as_slice());
        self.table.find(hash, |&index| self.record(index) == packed.as_slice()).copied()
    }

    /// The state with this number, which must be below [`StateStore::len`].
    pub fn get(&self, index: u32) -> State {
        let mut state = State {
            cells: Vec::new(),
            turns: Vec::new(),
            counters: Vec::new(),
            mover: PlayerId(0),
        };
        self.read(index, &mut state);
        state
    }

    /// Puts the state with this number into `state`, without new memory if it held one of the same
    /// game.
    pub fn read(&self, index: u32, state: &mut State) {
        self.packing.unpack(self.record(index), state);
    }

    /// All states in order.
    pub fn iter(&self) -> impl Iterator<Item = State> {
        (0..u32::try_from(self.len()).expect("the number of states is limited"))
            .map(|index| self.get(index))
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.records.capacity() + self.table.allocation_size()
    }

    fn record(&self, index: u32) -> &[u8] {
        record(&self.records, self.packing.length, index)
    }
}

/// No state has this number.
const NONE: u32 = u32::MAX;

fn record(records: &[u8], length: usize, index: u32) -> &[u8] {
    &records[index as usize * length..][..length]
}

impl Packing {
    fn new(model: &Model) -> Self {
        let largest_turn =
            model.pieces.iter().map(|piece| usize::from(piece.turns)).max().unwrap_or(1).max(1) - 1;
        let mut packing = Self {
            cells: model.board.cells.len(),
            cell_bits: if model.heap { 8 } else { bits(model.pieces.len()) },
            turn_bits: bits(largest_turn),
            counters: model.counters.len(),
            mover_bits: bits(model.sides() - 1),
            length: 0,
        };
        let per_cell = (packing.cell_bits + packing.turn_bits) as usize;
        let total = packing.cells * per_cell + 8 * packing.counters + packing.mover_bits as usize;
        packing.length = total.div_ceil(8).max(1);
        packing
    }

    /// Adds the record of a state.
    fn pack(&self, state: &State, records: &mut Vec<u8>) {
        let end = records.len() + self.length;
        let mut waiting = 0_u32;
        let mut used = 0;
        let mut put = |value: u8, bits: u32| {
            waiting |= u32::from(value) << used;
            used += bits;
            if used >= 8 {
                records.push(waiting.to_le_bytes()[0]);
                waiting >>= 8;
                used -= 8;
            }
        };
        state.cells.iter().for_each(|&content| put(content, self.cell_bits));
        state.turns.iter().for_each(|&turn| put(turn, self.turn_bits));
        state.counters.iter().for_each(|&value| put(value, 8));
        put(state.mover.0, self.mover_bits);
        records.push(waiting.to_le_bytes()[0]);
        records.resize(end, 0);
    }

    fn unpack(&self, record: &[u8], state: &mut State) {
        let mut bytes = record.iter();
        let mut waiting = 0_u32;
        let mut held = 0;
        let mut take = |bits: u32| {
            if held < bits {
                waiting |= u32::from(bytes.next().copied().unwrap_or(0)) << held;
                held += 8;
            }
            let value = waiting & ((1 << bits) - 1);
            waiting >>= bits;
            held -= bits;
            value.to_le_bytes()[0]
        };
        let turning = if self.turn_bits > 0 { self.cells } else { 0 };
        state.cells.clear();
        state.cells.extend((0..self.cells).map(|_| take(self.cell_bits)));
        state.turns.clear();
        state.turns.extend((0..turning).map(|_| take(self.turn_bits)));
        state.counters.clear();
        state.counters.extend((0..self.counters).map(|_| take(8)));
        state.mover = PlayerId(take(self.mover_bits));
    }
}

/// Bits that hold the numbers 0 to `largest`, which is below 256.
fn bits(largest: usize) -> u32 {
    usize::BITS - largest.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::super::toy::{counter, duel, row};
    use super::*;

    #[test]
    fn reading_inverts_inserting() {
        let mut turning = row("abcdefg");
        turning.pieces[6].turns = 5;
        let mut heap = duel("..........");
        heap.heap = true;
        heap.pieces.truncate(1);
        let mut counting = duel("ab.ab");
        counting.counters = vec![counter("one", 0), counter("two", 0), counter("three", 0)];
        for (model, contents) in [(turning, 7), (heap, 255), (counting, 2)] {
            let mut store = StateStore::new(&model);
            let mut states = Vec::new();
            for seed in 0_u32..500 {
                let digit = |place: usize, base: u32| {
                    let mixed = (seed + 1)
                        .wrapping_mul(2_654_435_761)
                        .rotate_left(u32::try_from(5 * place).unwrap());
                    u8::try_from(mixed % base).unwrap()
                };
                let cells = model.board.cells.len();
                let turning = model.pieces.iter().any(|piece| piece.turns > 1);
                let state = State {
                    cells: (0..cells).map(|cell| digit(cell, contents + 1)).collect(),
                    turns: (0..if turning { cells } else { 0 })
                        .map(|cell| digit(cell + 9, 5))
                        .collect(),
                    counters: (0..model.counters.len())
                        .map(|index| digit(index + 3, 256))
                        .collect(),
                    mover: PlayerId(digit(4, u32::try_from(model.sides()).unwrap())),
                };
                let (index, is_new) = store.insert(&state);
                assert_eq!(is_new, !states.contains(&state));
                if is_new {
                    assert_eq!(index as usize, states.len());
                    states.push(state);
                } else {
                    assert_eq!(states[index as usize], state);
                }
            }
            assert_eq!(store.iter().collect::<Vec<_>>(), states);
            for (index, state) in (0..).zip(&states) {
                assert_eq!(store.find(state), Some(index));
            }
            assert_eq!(store.len(), states.len());
        }
    }

    #[test]
    fn a_record_is_no_longer_than_it_must_be() {
        assert_eq!(Packing::new(&row("abcdefg")).length, 3);
        assert_eq!(
            Packing::new(&duel("........")).length,
            3,
            "16 bits of cells and one for the mover"
        );
        assert_eq!(Packing::new(&row("a")).length, 1);
    }
}
