//! Distances in a database, checked against the moves.
//!
//! In a graph without directions, numbers are the distances from the start if the start alone has 0, every other position that has a number has a neighbour with one less
//! and none with two less, and no neighbour is without a number: then no way can be shorter, and a way of that length is there. Positions without a number have no
//! neighbour with one. That takes each position and its moves once, in any order.

use crate::database::{Opened, failure};
use crate::failure::Failure;
use gdl::plan::Hash;
use gdl_runtime::SolveError;
use gdl_runtime::engine::{Sweep, View, neighbours};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// How many numbers are read at a time.
const AT_ONCE: usize = 1 << 14;

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// How many positions have a distance.
    pub(super) positions: u64,
    /// How many distances are wrong.
    pub(super) wrong: u64,
    /// The smallest index of these.
    pub(super) first: Option<u64>,
}

/// The numbers of all positions, by index.
pub(super) fn load(opened: &Opened, limit: Option<u64>) -> Result<Vec<u16>, Failure> {
    let size = opened.plan.hash.size();
    let needed = size.saturating_mul(2);
    let room = usize::try_from(size).ok().filter(|_| limit.is_none_or(|limit| needed <= limit));
    let Some(room) = room else {
        let error = SolveError::TableMemory { needed, limit };
        return Err(Failure::machine_with_help(
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
                    Failure::machine("distances beyond 65534 can only be checked by `--sample`")
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

/// The numbers of the positions that one hash numbers, in the order of another. Positions that only the other has get none.
pub(super) fn renumbered(hash: &Hash, numbers: &[u16], other: &Hash) -> Vec<u16> {
    let number = |index: u64| {
        let state = other.unrank(index);
        let own = hash.rank(&state).filter(|own| hash.unrank(*own) == state)?;
        numbers.get(usize::try_from(own).ok()?).copied()
    };
    (0..other.size()).into_par_iter().map(|index| number(index).unwrap_or(0)).collect()
}

/// Checks every number against those of its neighbours.
pub(super) fn check(sweep: &dyn Sweep, start: u64, numbers: &[u16]) -> Found {
    let one = |index: usize| {
        let number = numbers[index];
        let index = index as u64;
        let found = Found { positions: u64::from(number > 0), ..Found::default() };
        if is_right(sweep, index, start, numbers) {
            found
        } else {
            Found { wrong: 1, first: Some(index), ..found }
        }
    };
    let both = |one: Found, other: Found| Found {
        positions: one.positions + other.positions,
        wrong: one.wrong + other.wrong,
        first: one.first.into_iter().chain(other.first).min(),
    };
    (0..numbers.len()).into_par_iter().map(one).reduce(Found::default, both)
}

fn is_right(sweep: &dyn Sweep, index: u64, start: u64, numbers: &[u16]) -> bool {
    let at = |index: u64| usize::try_from(index).ok().and_then(|index| numbers.get(index)).copied();
    let Some(number) = at(index) else { return false };
    let mut around = neighbours(sweep, index, View::AsIs).into_iter().map(at);
    match number {
        0 => around.all(|other| other == Some(0)),
        1 => {
            index == start
                && around.all(|other| other.is_some_and(|other| (1..=2).contains(&other)))
        }
        _ => {
            let near = number - 1..=number.saturating_add(1);
            let others: Option<Vec<u16>> = around.collect();
            others.is_some_and(|others| {
                others.contains(&(number - 1)) && others.iter().all(|other| near.contains(other))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl_runtime::engine::{PerState, Rules};

    /// A row of places with a gap in the middle; a move goes to the next place.
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
            for next in [place.wrapping_sub(1), place + 1] {
                if next < 9 && (next < 5) == (*place < 5) {
                    visit(&next);
                }
            }
        }
    }

    #[test]
    fn right_distances_pass_and_every_other_number_is_found() {
        let right = [2, 1, 2, 3, 4, 0, 0, 0, 0];
        let all = check(&PerState(&Row), 1, &right);
        assert_eq!(all, Found { positions: 5, wrong: 0, first: None });
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
