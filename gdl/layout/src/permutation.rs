//! Permutations of n elements in lexicographic order, and their sign.
//!
//! The Lehmer code of a permutation p of 0..n has the digits d(i) = number of elements after
//! position i that are smaller than p(i), with 0 <= d(i) < n - i. Its value in the factorial base,
//! the sum of d(i) (n - 1 - i)!, is the lexicographic rank. The number of inversions is the sum of
//! the digits, so the *sign* is that sum modulo 2 and falls out of ranking and unranking.
//!
//! A digit is p(i) minus the number of smaller elements used before, which is a population count
//! of a mask: linear time (Korf, Schultze: *Large-scale parallel breadth-first search*, AAAI 2005,
//! who take the counts from a table of 2^n bytes: [`Tables`]). Unranking takes the d-th element
//! out of a list that is packed into one word, which is a shift and a mask.
//!
//! *Folding*: the last digit that is not always 0 is d(n - 2), which is 0 or 1 and has weight 1.
//! If the sign is known, it is determined by the others: ranks of one sign, halved, are onto
//! `0..n!/2` and keep their order (Edelkamp, Sulewski, Yücel: *Perfect hashing for state space
//! exploration on the GPU*, ICAPS 2010, fold Myrvold-Ruskey ranks; this is the lexicographic
//! twin).

use super::counting::{entry, factorial, narrow};
use super::{LayoutError, counting, myrvold_ruskey};
use serde::Serialize;

pub use super::sign::Sign;

/// The longest permutations whose ranks fit into an index: 20! < 2^64 < 21!.
pub const MAX_LENGTH: usize = 20;

/// In which order permutations are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// As in a dictionary.
    Lexicographic,
    /// As unranked by the exchanges of [`myrvold_ruskey`].
    MyrvoldRuskey,
}

/// All permutations of a length, or those of one sign, in one of the orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Permutations {
    length: usize,
    order: Order,
    sign: Option<Sign>,
}

impl Permutations {
    /// Creates the layout of all permutations of `length` elements, or of those with this sign.
    pub fn new(length: usize, order: Order, sign: Option<Sign>) -> Result<Self, LayoutError> {
        if length < 2 && sign == Some(Sign::Odd) {
            return Err(LayoutError::Impossible {
                reason: "fewer than two elements have no odd order",
            });
        }
        // 21!/2 does not fit either, so the arithmetic below may pass through n!.
        counting::index_size(permutation_count(length, sign))?;
        Ok(Permutations { length, order, sign })
    }

    /// Number of permutations.
    pub fn size(&self) -> u64 {
        u64::try_from(permutation_count(self.length, self.sign)).expect("checked when made")
    }

    /// Number of elements.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The order.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The sign that all have, if it is fixed.
    pub fn sign(&self) -> Option<Sign> {
        self.sign
    }

    /// The index of a permutation of the elements 0, 1, ..., of the fixed sign if there is one.
    pub fn rank(&self, permutation: &[u8]) -> u64 {
        match (self.order, self.sign) {
            (Order::Lexicographic, None) => rank(permutation),
            (Order::Lexicographic, Some(_)) => folded_rank(permutation),
            (Order::MyrvoldRuskey, sign) => {
                let (mut copy, mut inverse) = ([0; MAX_LENGTH], [0; MAX_LENGTH]);
                let copy = &mut copy[..self.length];
                copy.copy_from_slice(permutation);
                let inverse = &mut inverse[..self.length];
                for (element, position) in permutation.iter().zip(0..) {
                    inverse[usize::from(*element)] = position;
                }
                match sign {
                    None => myrvold_ruskey::rank(copy, inverse),
                    Some(_) => myrvold_ruskey::folded_rank(copy, inverse),
                }
            }
        }
    }

    /// Writes the permutation with an index, and gives its sign.
    pub fn unrank(&self, index: u64, permutation: &mut [u8]) -> Sign {
        match (self.order, self.sign) {
            (Order::Lexicographic, None) => unrank(index, permutation),
            (Order::Lexicographic, Some(sign)) => {
                folded_unrank(index, sign, permutation);
                sign
            }
            (Order::MyrvoldRuskey, None) => myrvold_ruskey::unrank(index, permutation),
            (Order::MyrvoldRuskey, Some(sign)) => {
                myrvold_ruskey::folded_unrank(index, sign, permutation);
                sign
            }
        }
    }
}

/// The number of permutations, of one sign or of both.
pub fn permutation_count(length: usize, sign: Option<Sign>) -> u128 {
    if sign.is_some() { folded_size(length) } else { factorial(length) }
}

/// The number of permutations of one sign: n!/2, or 1 for fewer than two elements.
pub fn folded_size(length: usize) -> u128 {
    match factorial(length) {
        u128::MAX => u128::MAX,
        all => (all / 2).max(1),
    }
}

/// The lexicographic rank of a permutation of 0, 1, ..., n - 1 with n <= 20.
#[inline]
pub fn rank(permutation: &[u8]) -> u64 {
    let (mut used, mut index) = (0_u32, 0_u64);
    for (element, choices) in permutation.iter().zip((1..=narrow(permutation.len())).rev()) {
        let bit = 1_u32 << element;
        let digit = u32::from(*element) - (used & (bit - 1)).count_ones();
        index = index * choices + u64::from(digit);
        used |= bit;
    }
    index
}

/// Writes the permutation with a lexicographic rank, and gives its sign.
#[inline]
pub fn unrank(index: u64, permutation: &mut [u8]) -> Sign {
    let mut digits = [0_u8; MAX_LENGTH];
    let length = permutation.len();
    let (mut rest, mut inversions) = (index, 0);
    for (digit, choices) in digits[..length].iter_mut().rev().zip(1..) {
        let (quotient, remainder) = divide(rest, choices);
        *digit = small(remainder);
        inversions += remainder;
        rest = quotient;
    }
    place(&digits[..length], permutation);
    Sign::of(inversions)
}

/// The rank of a permutation among those of its sign.
#[inline]
pub fn folded_rank(permutation: &[u8]) -> u64 {
    rank(permutation) / 2
}

/// Writes the permutation with this sign and folded rank.
#[inline]
pub fn folded_unrank(index: u64, sign: Sign, permutation: &mut [u8]) {
    let length = permutation.len();
    if unrank(index * 2, permutation) != sign && length > 1 {
        permutation.swap(length - 2, length - 1);
    }
}

/// The sign of a permutation.
pub fn sign(permutation: &[u8]) -> Sign {
    let (mut used, mut inversions) = (0_u64, 0);
    for element in permutation {
        inversions += u64::from((used >> element).count_ones());
        used |= 1 << element;
    }
    Sign::of(inversions)
}

/// Puts down, for each digit, the element that has that number of smaller ones left.
///
/// The elements left are a list packed into a word: 4 bits each up to 16 elements, else 5 bits.
#[inline]
fn place(digits: &[u8], permutation: &mut [u8]) {
    if digits.len() <= 16 {
        let mut list = 0xfedc_ba98_7654_3210_u64;
        for (digit, element) in digits.iter().zip(permutation) {
            let start = 4 * u32::from(*digit);
            *element = small(list >> start & 15);
            let below = (1 << start) - 1;
            list = list & below | (list >> 4) & !below;
        }
    } else {
        let mut list = (0..20_u128).fold(0, |list, element| list | element << (5 * element));
        for (digit, element) in digits.iter().zip(permutation) {
            let start = 5 * u32::from(*digit);
            *element = u8::try_from(list >> start & 31).expect("5 bits");
            let below = (1 << start) - 1;
            list = list & below | (list >> 5) & !below;
        }
    }
}

/// Quotient and remainder of a part of a rank by one of its radices.
///
/// PERF: a multiplication by m = 2^64/d, rounded up, instead of a division: the quotient is right
/// as long as the number times the error m d - 2^64 stays below 2^64. The error is smaller than d
/// <= 20, and 4 for d = 20, where the number is below 20! < 2^62. For d < 20 the number is below
/// 19! (from the first digit on) or below 20!/(d - 1)! (from the last).
#[inline]
pub(super) fn divide(number: u64, divisor: usize) -> (u64, u64) {
    let product = u128::from(number) * u128::from(RECIPROCALS[divisor]);
    let quotient = if divisor == 1 { number } else { upper_half(product) };
    (quotient, number - quotient * narrow(divisor))
}

/// By divisor: 2^64 divided by it, rounded up; unused for 0 and 1.
static RECIPROCALS: [u64; MAX_LENGTH + 1] = reciprocals();

const fn reciprocals() -> [u64; MAX_LENGTH + 1] {
    let mut table = [0; MAX_LENGTH + 1];
    let (mut divisor, mut place) = (2, 2);
    while place <= MAX_LENGTH {
        table[place] = (u64::MAX / divisor) + 1;
        (divisor, place) = (divisor + 1, place + 1);
    }
    table
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "64 bits are left")]
fn upper_half(product: u128) -> u64 {
    (product >> 64) as u64
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "digits and elements are smaller than 20")]
fn small(number: u64) -> u8 {
    number as u8
}

/// Lexicographic ranking from tables, for up to 16 elements.
///
/// One table counts the elements used (2^n bytes), the other holds the digits times their weights,
/// so that ranking is two lookups and an addition per element, with neither multiplication nor
/// population count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// By set of elements: how many.
    counts: Vec<u8>,
    /// By position from the end, digit: digit x position!.
    weights: Vec<[u64; 16]>,
}

impl Tables {
    /// Makes the tables for a length of at most 16.
    pub fn new(length: usize) -> Result<Self, LayoutError> {
        if length > 16 {
            return Err(LayoutError::TablesTooLarge { entries: counting::power(2, length) });
        }
        let counts = (0..1_u32 << length).map(|set| small(set.count_ones().into())).collect();
        let weight = |position: usize| {
            let unit = u64::try_from(factorial(position)).expect("at most 15!");
            std::array::from_fn(|digit| if digit > position { 0 } else { narrow(digit) * unit })
        };
        Ok(Tables { counts, weights: (0..length).map(weight).collect() })
    }

    /// Returns the same index as the function [`rank`](fn@rank).
    #[inline]
    pub fn rank(&self, permutation: &[u8]) -> u64 {
        let (mut used, mut index) = (0_u64, 0);
        for (element, weights) in permutation.iter().zip(self.weights.iter().rev()) {
            let bit = 1 << element;
            let digit = element - self.counts[entry(used & (bit - 1))];
            index += weights[usize::from(digit & 15)];
            used |= bit;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    #[test]
    fn unrank_inverts_rank() {
        for length in 0..=8 {
            let tables = Tables::new(length).unwrap();
            let mut permutation = vec![0; length];
            let mut before = Vec::new();
            for index in 0..u64::try_from(factorial(length)).unwrap() {
                let found = unrank(index, &mut permutation);
                assert_eq!(found, sign(&permutation));
                assert_eq!(rank(&permutation), index);
                assert_eq!(tables.rank(&permutation), index);
                assert!(index == 0 || before < permutation, "order of {permutation:?}");
                before.clone_from(&permutation);
            }
        }
    }

    #[test]
    fn folding_is_minimal_for_both_signs_and_orders() {
        for order in [Order::Lexicographic, Order::MyrvoldRuskey] {
            for length in 0..=8 {
                for fixed in [Sign::Even, Sign::Odd] {
                    let Ok(layout) = Permutations::new(length, order, Some(fixed)) else {
                        assert!(length < 2 && fixed == Sign::Odd);
                        continue;
                    };
                    assert_eq!(u128::from(layout.size()), folded_size(length));
                    let mut permutation = vec![0; length];
                    for index in 0..layout.size() {
                        layout.unrank(index, &mut permutation);
                        assert_eq!(sign(&permutation), fixed);
                        assert_eq!(layout.rank(&permutation), index);
                    }
                }
            }
        }
    }

    #[test]
    fn unrank_inverts_rank_for_long_permutations() {
        let mut random = Random(7);
        for length in 9..=MAX_LENGTH {
            for order in [Order::Lexicographic, Order::MyrvoldRuskey] {
                for fixed in [None, Some(Sign::Even), Some(Sign::Odd)] {
                    let layout = Permutations::new(length, order, fixed).unwrap();
                    let mut permutation = vec![0; length];
                    for _ in 0..500 {
                        let index = random.below(layout.size());
                        let found = layout.unrank(index, &mut permutation);
                        assert_eq!(found, sign(&permutation));
                        assert_eq!(layout.rank(&permutation), index);
                    }
                    for index in [0, layout.size() - 1] {
                        layout.unrank(index, &mut permutation);
                        assert_eq!(layout.rank(&permutation), index);
                    }
                }
            }
        }
    }

    #[test]
    fn reciprocals_divide_exactly_what_ranks_are_divided_by() {
        let check = |number: u64, divisor: usize| {
            let exact = (number / narrow(divisor), number % narrow(divisor));
            assert_eq!(divide(number, divisor), exact, "{number} / {divisor}");
        };
        let mut random = Random(9);
        for divisor in 1..=MAX_LENGTH {
            let from_first = factorial(divisor);
            let from_last = factorial(MAX_LENGTH) / factorial(divisor - 1);
            for bound in [from_first, from_last].map(|bound| u64::try_from(bound).unwrap()) {
                for distance in 1..=bound.min(1_000) {
                    check(bound - distance, divisor);
                    check(random.below(bound), divisor);
                    check(
                        (random.below(bound) / narrow(divisor) * narrow(divisor)).saturating_sub(1),
                        divisor,
                    );
                }
            }
        }
    }

    #[test]
    fn tables_agree_with_counting() {
        let mut random = Random(8);
        for length in [12, 16] {
            let tables = Tables::new(length).unwrap();
            let mut permutation = vec![0; length];
            for _ in 0..1_000 {
                unrank(random.below(u64::try_from(factorial(length)).unwrap()), &mut permutation);
                assert_eq!(tables.rank(&permutation), rank(&permutation));
            }
        }
        assert!(Tables::new(17).is_err());
    }

    #[test]
    fn too_many_elements_are_refused() {
        let error = Permutations::new(21, Order::Lexicographic, None).unwrap_err();
        assert_eq!(error, LayoutError::TooLarge { size: factorial(21) });
        assert!(Permutations::new(40, Order::MyrvoldRuskey, Some(Sign::Even)).is_err());
    }
}
