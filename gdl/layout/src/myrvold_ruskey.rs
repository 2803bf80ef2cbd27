//! Permutations in the order of Myrvold and Ruskey: linear time, no tables.
//!
//! W. Myrvold, F. Ruskey: *Ranking and unranking permutations in linear time*, Information
//! Processing Letters 79 (2001). Every permutation is a product of exchanges of position m - 1
//! with a position s(m) <= m - 1, for m = n, n - 1, ..., 2, beginning with the identity. The
//! numbers s(m) are the digits of the rank, s(n) with weight 1, s(n - 1) with weight n, s(n - 2)
//! with weight n (n - 1) and so on (their `rank1` and `unrank1`). Ranking undoes the exchanges
//! with the help of the inverse permutation. The order is not lexicographic.
//!
//! Every exchange of two different positions changes the sign, so unranking yields it (Edelkamp,
//! Sulewski, Yücel: *Perfect hashing for state space exploration on the GPU*, ICAPS 2010).
//! *Folding*, from the same paper: the digit s(2) is 0 or 1 and has the largest weight, n!/2.
//! Ranks r and r + n!/2 differ by an exchange of the first two positions, so with a known sign the
//! index is the rank modulo n!/2, and that exchange corrects the sign.

use super::counting::{entry, narrow};
use super::sign::Sign;

/// The rank of a permutation of 0, 1, ..., n - 1 with n <= 20.
///
/// The permutation and its inverse are used as working space: afterwards both are the identity.
#[inline]
pub fn rank(permutation: &mut [u8], inverse: &mut [u8]) -> u64 {
    undo_exchanges(permutation, inverse, 2)
}

/// The rank of a permutation among those of its sign: `rank` modulo n!/2.
///
/// The permutation and its inverse are used as working space.
#[inline]
pub fn folded_rank(permutation: &mut [u8], inverse: &mut [u8]) -> u64 {
    undo_exchanges(permutation, inverse, 3)
}

/// Writes the permutation with a rank, and gives its sign.
#[inline]
pub fn unrank(index: u64, permutation: &mut [u8]) -> Sign {
    exchange(index, permutation)
}

/// Writes the permutation with this sign and folded rank.
#[inline]
pub fn folded_unrank(index: u64, sign: Sign, permutation: &mut [u8]) {
    // The digit s(2) of an index below n!/2 is 0: an exchange of the first two positions.
    if exchange(index, permutation) != sign && permutation.len() > 1 {
        permutation.swap(0, 1);
    }
}

/// Undoes the exchanges of the positions from the last down to `shortest - 1`, collecting their
/// digits.
#[inline]
fn undo_exchanges(permutation: &mut [u8], inverse: &mut [u8], shortest: usize) -> u64 {
    let (mut index, mut weight) = (0, 1);
    for length in (shortest..=permutation.len()).rev() {
        let last = length - 1;
        let element = permutation[last];
        let place = inverse[last];
        permutation.swap(last, usize::from(place));
        inverse.swap(usize::from(element), last);
        index += weight * u64::from(element);
        weight *= narrow(length);
    }
    index
}

#[inline]
fn exchange(index: u64, permutation: &mut [u8]) -> Sign {
    for (element, value) in permutation.iter_mut().zip(0..) {
        *element = value;
    }
    let (mut rest, mut exchanges) = (index, 0);
    for length in (2..=permutation.len()).rev() {
        let choices = narrow(length);
        let quotient = rest / choices;
        let place = entry(rest - quotient * choices);
        permutation.swap(length - 1, place);
        exchanges += u64::from(place != length - 1);
        rest = quotient;
    }
    Sign::of(exchanges)
}

#[cfg(test)]
mod tests {
    use super::super::counting::factorial;
    use super::super::permutation::sign;
    use super::*;
    use bitvec::bitvec;

    fn inverse(permutation: &[u8]) -> Vec<u8> {
        let mut inverse = vec![0; permutation.len()];
        for (element, position) in permutation.iter().zip(0..) {
            inverse[usize::from(*element)] = position;
        }
        inverse
    }

    #[test]
    fn unrank_inverts_rank() {
        for length in 0..=8 {
            let size = u64::try_from(factorial(length)).unwrap();
            let mut seen = bitvec![0; usize::try_from(size).unwrap()];
            let mut permutation = vec![0; length];
            for index in 0..size {
                assert_eq!(unrank(index, &mut permutation), sign(&permutation));
                let lexicographic = super::super::permutation::rank(&permutation);
                assert!(!seen.replace(entry(lexicographic), true));
                let mut inverse = inverse(&permutation);
                assert_eq!(rank(&mut permutation, &mut inverse), index);
                assert!(
                    permutation.iter().zip(0..).all(|(element, position)| *element == position)
                );
            }
        }
    }

    #[test]
    fn halves_differ_by_an_exchange_of_the_first_two() {
        for length in 2..=8 {
            let half = u64::try_from(factorial(length)).unwrap() / 2;
            let (mut first, mut second) = (vec![0; length], vec![0; length]);
            for index in 0..half {
                let found = unrank(index, &mut first);
                assert_ne!(unrank(index + half, &mut second), found);
                second.swap(0, 1);
                assert_eq!(first, second);
                let mut inverse = inverse(&first);
                assert_eq!(folded_rank(&mut first, &mut inverse), index);
            }
        }
    }

    #[test]
    fn the_first_ranks_of_four_elements_as_exchanged_by_hand() {
        let mut permutation = [0; 4];
        let expected: [(u64, [u8; 4]); 4] =
            [(0, [1, 2, 3, 0]), (1, [3, 2, 0, 1]), (2, [1, 3, 0, 2]), (23, [0, 1, 2, 3])];
        for (index, row) in expected {
            unrank(index, &mut permutation);
            assert_eq!(permutation, row, "rank {index}");
        }
    }
}
