//! Rewrites with nothing left open: some cells must hold just this, and some of these flip.
//!
//! A cell with two contents is a bit. A rewrite that leaves open what stands on a cell it changes
//! is taken apart, one for each case, so that whatever remains adds the same vector over the field
//! of two elements wherever it is made. Cases that differ in a cell which does not change are then
//! joined again.

use crate::WordParallelGame;
use crate::model::{CellId, Content};
use crate::plan::Refusal;
use crate::rewrite::{Becomes, Rewrite};
use std::collections::BTreeSet;

/// LIMIT: the most cells that a rewrite looks at and may leave open.
const MOST_OPEN: usize = 6;

/// LIMIT: the most rewrites, all cases counted.
const MOST_REWRITES: usize = 4096;

/// A cell that varies: a bit of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    /// The cell.
    pub cell: CellId,
    /// What it holds if the bit is clear, and if it is set.
    pub contents: [Content; 2],
}

impl Bit {
    /// The value of the bit if the cell holds this; none if it never does.
    pub fn value(&self, content: Content) -> Option<bool> {
        self.contents.iter().position(|it| *it == content).map(|value| value == 1)
    }
}

/// What some bits must be, and which of them flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact {
    /// The bits that it looks at.
    pub mask: u64,
    /// What they must be.
    pub value: u64,
    /// The bits that flip, all of them among those that it looks at.
    pub flip: u64,
}

/// The bits of a game, what they are at the start, and everything that can happen to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BitGame {
    pub(super) bits: Vec<Bit>,
    pub(super) start: u64,
    pub(super) rewrites: Vec<Exact>,
}

impl BitGame {
    /// Looks at a game; refuses those with other cells, and those where nothing moves.
    pub(super) fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        let refuse = |reason| Err(Refusal::NotMadeForIt(reason));
        let all = bits(game)?;
        let mut cases = BTreeSet::new();
        for rewrite in &game.rewrites {
            expand(game, &all, rewrite, &mut cases)?;
            if cases.len() > MOST_REWRITES {
                return refuse("there are too many different moves");
            }
        }
        let held = |bit: &Bit| bit.contents[1].0 == game.start.cells[bit.cell.index()];
        let start = all
            .iter()
            .enumerate()
            .fold(0, |start, (number, bit)| start | u64::from(held(bit)) << number);
        let cases = without_constants(cases, start);
        let varying = cases.iter().fold(0, |all, exact| all | exact.flip);
        if varying == 0 {
            return refuse("nothing can move");
        }
        let packed = |bits: u64| pack(bits, varying);
        let cases = join(cases).into_iter().map(|it| Exact {
            mask: packed(it.mask),
            value: packed(it.value),
            flip: packed(it.flip),
        });
        let varies = |(number, _): &(usize, Bit)| varying >> number & 1 == 1;
        Ok(BitGame {
            bits: all.into_iter().enumerate().filter(varies).map(|(_, bit)| bit).collect(),
            start: packed(start),
            rewrites: cases.collect(),
        })
    }
}

/// The bits under a mask, moved together.
pub(super) fn pack(bits: u64, mask: u64) -> u64 {
    let places = (0..64).filter(|place| mask >> place & 1 == 1);
    places.enumerate().fold(0, |packed, (to, from)| packed | (bits >> from & 1) << to)
}

fn bits(game: &WordParallelGame<'_>) -> Result<Vec<Bit>, Refusal> {
    if game.model.sides() > 1 || game.model.same_rotations {
        return Err(Refusal::NotMadeForIt("positions are more than what stands on the cells"));
    }
    if game.model.pieces.iter().any(|piece| piece.turns > 1) {
        return Err(Refusal::NotMadeForIt("pieces turn"));
    }
    if game.cells.len() > 64 {
        return Err(Refusal::NotMadeForIt("more than 64 cells change"));
    }
    let bit = |cell: &CellId| {
        let contents: Vec<Content> = game.possible(*cell).iter().collect();
        let contents = <[Content; 2]>::try_from(contents).ok()?;
        Some(Bit { cell: *cell, contents })
    };
    let bits = game.cells.iter().map(bit).collect::<Option<Vec<Bit>>>();
    bits.ok_or(Refusal::NotMadeForIt("a cell that changes can hold more than two things"))
}

/// Adds every case of a rewrite.
fn expand(
    game: &WordParallelGame<'_>,
    bits: &[Bit],
    rewrite: &Rewrite,
    cases: &mut BTreeSet<Exact>,
) -> Result<(), Refusal> {
    let number = |cell: CellId| bits.iter().position(|bit| bit.cell == cell);
    let touched: Vec<usize> = rewrite.cells().into_iter().filter_map(number).collect();
    let open = touched.iter().filter(|bit| rewrite.needed(bits[**bit].cell).is_none()).count();
    if open > MOST_OPEN || touched.len() > 16 {
        return Err(Refusal::NotMadeForIt("a move looks at too many cells"));
    }
    let mask = touched.iter().fold(0_u64, |mask, bit| mask | 1 << bit);
    for case in 0..1_u64 << touched.len() {
        let spread = |(place, bit): (usize, &usize)| (case >> place & 1) << bit;
        let value = touched.iter().enumerate().map(spread).fold(0, |all, bit| all | bit);
        let held = |cell: CellId| match number(cell) {
            Some(bit) => bits[bit].contents[usize::from(value >> bit & 1 == 1)],
            None => Content(game.start.cells[cell.index()]),
        };
        if rewrite.needs.iter().any(|(cell, set)| !set.contains(held(*cell))) {
            continue;
        }
        let becomes = |(cell, becomes): &(CellId, Becomes)| {
            let content = match becomes {
                Becomes::Put(content) => *content,
                Becomes::Copy(from, _) => held(*from),
            };
            match number(*cell) {
                Some(bit) => Some((value >> bit & 1 ^ u64::from(bits[bit].value(content)?)) << bit),
                None => (content == held(*cell)).then_some(0),
            }
        };
        // A case that leads to something a cell never holds does not occur.
        let flips = rewrite.writes.iter().map(becomes).collect::<Option<Vec<u64>>>();
        let flip = flips.map_or(0, |flips| flips.into_iter().fold(0, |all, bit| all | bit));
        if flip != 0 {
            cases.insert(Exact { mask, value, flip });
        }
    }
    Ok(())
}

/// Takes out the cells that turn out to be constant, and the cases that need something else there.
fn without_constants(mut cases: BTreeSet<Exact>, start: u64) -> BTreeSet<Exact> {
    loop {
        let varying = cases.iter().fold(0, |all, exact| all | exact.flip);
        let possible = |it: &&Exact| (it.value ^ start) & it.mask & !varying == 0;
        let left: BTreeSet<Exact> = cases
            .iter()
            .filter(possible)
            .map(|it| Exact { mask: it.mask & varying, value: it.value & varying, flip: it.flip })
            .collect();
        if left == cases {
            return left;
        }
        cases = left;
    }
}

/// Joins cases that differ in one bit which does not flip.
fn join(mut cases: BTreeSet<Exact>) -> BTreeSet<Exact> {
    let bits = |it: &Exact| it.mask & !it.flip;
    loop {
        let pair = cases.iter().find_map(|it| {
            let looked_at = (0..64).map(|bit| 1 << bit).filter(|bit| bits(it) & bit != 0);
            let other = |bit: u64| Exact { value: it.value ^ bit, ..*it };
            looked_at.map(|bit| (*it, other(bit), bit)).find(|(_, other, _)| cases.contains(other))
        });
        let Some((one, other, bit)) = pair else { return cases };
        cases.remove(&one);
        cases.remove(&other);
        cases.insert(Exact { mask: one.mask & !bit, value: one.value & !bit, flip: one.flip });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_that_do_not_matter_are_joined() {
        let case = |value| Exact { mask: 0b111, value, flip: 0b001 };
        let joined = join([0b000, 0b010, 0b100, 0b110].map(case).into());
        assert_eq!(joined, [Exact { mask: 0b001, value: 0, flip: 0b001 }].into());
    }

    #[test]
    fn constant_cells_are_taken_out() {
        let needs = Exact { mask: 0b11, value: 0b10, flip: 0b01 };
        let left = without_constants([needs].into(), 0b10);
        assert_eq!(left, [Exact { mask: 0b01, value: 0, flip: 0b01 }].into());
        assert!(without_constants([needs].into(), 0b00).is_empty());
    }
}
