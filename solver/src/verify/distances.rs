//! Distances in a database, checked against the moves.
//!
//! In a graph without directions, numbers are the distances from the start if the start alone has
//! 0, no move leads from a position with a number to one without or to one whose number differs by
//! more than one, and a move leads to every other position with a number from one with one less.
//! Then no way can be shorter, and a way of that length is there. That takes each position with a
//! number and its moves once, in any order.
//!
//! Positions without a number are not looked at: no play leads to them, and code is only right
//! where play leads.

use crate::database::{Opened, failure};
use crate::error::Error;
use bitvec::bitvec;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use gdl::plan::Hash;
use gdl_runtime::SolveError;
use gdl_runtime::engine::{Sweep, View, neighbours};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::sync::atomic::AtomicU64;

/// How many numbers are read at a time.
const AT_ONCE: usize = 1 << 14;

/// The tally of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// How many positions have a distance.
    pub(super) positions: u64,
    /// How many distances are wrong.
    pub(super) wrong: u64,
    /// The smallest index of these.
    pub(super) first: Option<u64>,
}

/// The numbers of all positions, by index.
pub(super) fn load(opened: &Opened, limit: Option<u64>) -> Result<Vec<u16>, Error> {
    let size = opened.plan.hash.size();
    let needed = size.saturating_mul(2);
    let room = usize::try_from(size).ok().filter(|_| limit.is_none_or(|limit| needed <= limit));
    let Some(room) = room else {
        let error = SolveError::TableMemory { needed, limit };
        return Err(Error::machine_with_help(
            error.to_string(),
            "`--sample NUMBER` checks some positions, and takes no memory",
        ));
    };
    let mut numbers = Vec::with_capacity(room);
    let mut wide = vec![0; AT_ONCE];
    for (table, shape) in opened.reader.tables().iter().enumerate() {
        let mut first = 0;
        while first < shape.entries {
            let count =
                usize::try_from(shape.entries - first).map_or(AT_ONCE, |it| it.min(AT_ONCE));
            opened.reader.read(table, first, &mut wide[..count]).map_err(failure)?;
            for number in &wide[..count] {
                let narrow = u16::try_from(*number);
                numbers.push(narrow.map_err(|_| {
                    Error::machine("distances beyond 65534 can only be checked by `--sample`")
                })?);
            }
            first += count as u64;
        }
    }
    Ok(numbers)
}

/// Whether there are as many positions at each distance as a database says.
pub(super) fn has_layers(numbers: &[u16], layers: &[u64]) -> bool {
    let mut counts = vec![0_u64; layers.len()];
    for number in numbers.iter().filter(|number| **number > 0) {
        let Some(count) = counts.get_mut(usize::from(*number) - 1) else { return false };
        *count += 1;
    }
    counts == layers
}

/// The numbers of the positions that one hash numbers, in the order of another. Positions that
/// only the other has get none.
pub(super) fn renumbered(hash: &Hash, numbers: &[u16], other: &Hash) -> Vec<u16> {
    let number = |index: u64| {
        let state = other.unrank(index);
        let own = hash.rank(&state).filter(|own| hash.unrank(*own) == state)?;
        numbers.get(usize::try_from(own).ok()?).copied()
    };
    (0..other.size()).into_par_iter().map(|index| number(index).unwrap_or(0)).collect()
}

/// Positions that a move leads to from the layer before.
type Confirmed = BitSlice<AtomicU64, Lsb0>;

/// Checks every number against those of its neighbours.
pub(super) fn check(sweep: &dyn Sweep, start: u64, numbers: &[u16]) -> Tally {
    let confirmed = bitvec![AtomicU64, Lsb0; 0; numbers.len()];
    let agrees = |index: usize| confirm_neighbours(sweep, index, numbers, &confirmed);
    let first = count(numbers, |index, _| agrees(index));
    let second = count(numbers, |index, number| match number {
        1 => index as u64 == start,
        _ => confirmed[index],
    });
    Tally {
        positions: first.positions,
        wrong: first.wrong + second.wrong,
        first: first.first.into_iter().chain(second.first).min(),
    }
}

/// Counts the positions that have a number, and those of which something is not true.
fn count(numbers: &[u16], is_right: impl Fn(usize, u16) -> bool + Sync) -> Tally {
    let one = |index: usize| match numbers[index] {
        0 => Tally::default(),
        number if is_right(index, number) => Tally { positions: 1, ..Tally::default() },
        _ => Tally { positions: 1, wrong: 1, first: Some(index as u64) },
    };
    let both = |one: Tally, other: Tally| Tally {
        positions: one.positions + other.positions,
        wrong: one.wrong + other.wrong,
        first: one.first.into_iter().chain(other.first).min(),
    };
    (0..numbers.len()).into_par_iter().map(one).reduce(Tally::default, both)
}

/// Whether all neighbours have a number that differs by one at most; those with one more are
/// confirmed.
fn confirm_neighbours(
    sweep: &dyn Sweep,
    index: usize,
    numbers: &[u16],
    confirmed: &Confirmed,
) -> bool {
    let number = numbers[index];
    neighbours(sweep, index as u64, View::AsIs).into_iter().all(|next| {
        let next = usize::try_from(next).unwrap_or(usize::MAX);
        let Some(other) = numbers.get(next).copied() else { return false };
        if other == number.saturating_add(1) {
            confirmed.set_aliased(next, true);
        }
        other > 0 && other.abs_diff(number) <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl_runtime::engine::{PerState, Rules};

    /// A row of places; a move goes to the next place. Beyond a gap, where play does not lead,
    /// moves are wrong.
    struct Row;

    impl Rules for Row {
        type State = u64;

        fn size(&self) -> u64 {
            9
        }

        fn rank(&self, place: &u64) -> u64 {
            *place
        }

        fn unrank(&self, index: u64) -> u64 {
            index
        }

        fn successors(&self, place: &u64, visit: &mut impl FnMut(&u64)) {
            if *place >= 5 {
                return visit(&2);
            }
            for next in [place.wrapping_sub(1), place + 1] {
                if next < 5 {
                    visit(&next);
                }
            }
        }
    }

    #[test]
    fn right_distances_pass_and_every_other_number_is_found() {
        let right = [2, 1, 2, 3, 4, 0, 0, 0, 0];
        let all = check(&PerState(&Row), 1, &right);
        assert_eq!(all, Tally { positions: 5, wrong: 0, first: None });
        for place in 0..9 {
            for number in 0..6 {
                let mut wrong = right;
                wrong[place] = number;
                let found = check(&PerState(&Row), 1, &wrong);
                assert_eq!(found.wrong > 0, number != right[place], "{place} {number}");
            }
        }
    }
}
