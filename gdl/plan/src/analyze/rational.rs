//! Linear equations over the rational numbers, solved modulo a large prime.
//!
//! Rows are sparse and kept in echelon form modulo the prime 2^61 - 1. Each number of a solution
//! is then turned back into the fraction with a small numerator and denominator that it stands for
//! (rational reconstruction by Euclid's algorithm), and everything is multiplied by the common
//! denominator. Both steps can miss a solution in theory, if its numbers are huge; what they give
//! must be checked by the caller with exact arithmetic, which is one multiplication per
//! coefficient.

use std::collections::BTreeMap;

/// 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Numerators and denominators up to this are found. Its square is much less than the prime, so
/// that a number that stands for no such fraction is seldom taken for one.
const LARGEST: u64 = 1 << 24;

/// A solution multiplied by its common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scaled {
    /// The numerators, by unknown.
    pub(super) numerators: Vec<i64>,
    /// The denominator, positive. The right-hand sides are multiplied by it as well.
    pub(super) denominator: i64,
}

/// Linear equations with right-hand sides, in echelon form modulo a prime.
#[derive(Clone, Debug)]
pub(super) struct System {
    unknowns: usize,
    /// By pivot: the row divided by its first coefficient. The right-hand side is the column after
    /// the last unknown.
    rows: BTreeMap<usize, Vec<(usize, u64)>>,
    contradiction: bool,
}

impl System {
    /// No equations.
    pub(super) fn new(unknowns: usize) -> Self {
        System { unknowns, rows: BTreeMap::new(), contradiction: false }
    }

    /// Adds an equation: unknowns with their coefficients, and the right-hand side.
    pub(super) fn insert(&mut self, terms: impl IntoIterator<Item = (usize, i64)>, right: i64) {
        let mut row: BTreeMap<usize, u64> = BTreeMap::new();
        for (unknown, factor) in terms.into_iter().chain([(self.unknowns, right)]) {
            add_to(&mut row, unknown, residue(factor));
        }
        while let Some((&pivot, &factor)) = row.first_key_value() {
            if pivot == self.unknowns {
                self.contradiction = true;
                return;
            }
            let Some(known) = self.rows.get(&pivot) else {
                let inverse = inverse(factor);
                let scaled = row.into_iter().map(|(unknown, it)| (unknown, times(it, inverse)));
                self.rows.insert(pivot, scaled.collect());
                return;
            };
            for (unknown, known) in known {
                add_to(&mut row, *unknown, PRIME - times(factor, *known));
            }
        }
    }

    /// Whether the equations contradict each other.
    pub(super) fn is_contradictory(&self) -> bool {
        self.contradiction
    }

    /// The unknowns that no equation determines.
    pub(super) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.unknowns).filter(|unknown| !self.rows.contains_key(unknown))
    }

    /// The solution in which every free unknown is 0. Nothing if there is none, or none with small
    /// numbers.
    pub(super) fn particular(&self) -> Option<Scaled> {
        if self.contradiction { None } else { scaled(&self.completed(None)) }
    }

    /// The solution with all right-hand sides replaced by 0 in which this free unknown is 1 and
    /// every other one 0.
    pub(super) fn homogeneous(&self, free: usize) -> Option<Scaled> {
        scaled(&self.completed(Some(free)))
    }

    /// Works out all unknowns from the last row to the first.
    fn completed(&self, one: Option<usize>) -> Vec<u64> {
        let mut values = vec![0; self.unknowns];
        if let Some(free) = one {
            values[free] = 1;
        }
        for (pivot, row) in self.rows.iter().rev() {
            values[*pivot] = row.iter().skip(1).fold(0, |sum, &(unknown, factor)| {
                let term = match values.get(unknown) {
                    Some(value) => PRIME - times(*value, factor),
                    None if one.is_none() => factor,
                    None => 0,
                };
                (sum + term) % PRIME
            });
        }
        values
    }
}

/// The fractions with a common denominator. Nothing if one of them is not small.
fn scaled(values: &[u64]) -> Option<Scaled> {
    let fractions: Option<Vec<(i64, i64)>> = values.iter().map(|value| fraction(*value)).collect();
    let fractions = fractions?;
    let mut denominator = 1_i64;
    for (_, divisor) in &fractions {
        let common = greatest_common_divisor(denominator, *divisor);
        denominator = denominator.checked_mul(divisor / common)?;
        (denominator <= i64::from(u32::MAX)).then_some(())?;
    }
    let numerators =
        fractions.iter().map(|(numerator, divisor)| numerator.checked_mul(denominator / divisor));
    Some(Scaled { numerators: numerators.collect::<Option<_>>()?, denominator })
}

/// The fraction with small numerator and denominator that is this number modulo the prime.
fn fraction(value: u64) -> Option<(i64, i64)> {
    // Euclid's algorithm keeps `rest = value * factor` modulo the prime; the first small rest
    // gives the fraction rest / factor.
    let (mut rest, mut next_rest) = (i128::from(PRIME), i128::from(value));
    let (mut factor, mut next_factor) = (0_i128, 1_i128);
    while next_rest > i128::from(LARGEST) {
        let quotient = rest / next_rest;
        (rest, next_rest) = (next_rest, rest - quotient * next_rest);
        (factor, next_factor) = (next_factor, factor - quotient * next_factor);
    }
    let sign = next_factor.signum();
    let denominator = i64::try_from(next_factor * sign).ok()?;
    let small = denominator > 0 && denominator.unsigned_abs() <= LARGEST;
    small.then_some((i64::try_from(next_rest * sign).ok()?, denominator))
}

/// The greatest common divisor of two numbers, at least one of which is not 0.
pub(super) fn greatest_common_divisor(one: i64, two: i64) -> i64 {
    let (mut one, mut two) = (one.abs(), two.abs());
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one
}

fn residue(number: i64) -> u64 {
    let residue = i128::from(number).rem_euclid(i128::from(PRIME));
    u64::try_from(residue).expect("smaller than the prime")
}

fn times(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two) % u128::from(PRIME);
    u64::try_from(product).expect("smaller than the prime")
}

fn inverse(number: u64) -> u64 {
    // By Fermat's little theorem: the power with exponent PRIME - 2.
    let (mut power, mut square, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent /= 2;
    }
    power
}

fn add_to(row: &mut BTreeMap<usize, u64>, unknown: usize, number: u64) {
    let sum = row.entry(unknown).or_insert(0);
    *sum = (*sum + number) % PRIME;
    if *sum == 0 {
        row.remove(&unknown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_come_back() {
        for (numerator, denominator) in [(0, 1), (1, 1), (-1, 1), (2, 3), (-355, 113), (7, 512)] {
            let value = times(residue(numerator), inverse(residue(denominator)));
            assert_eq!(fraction(value), Some((numerator, denominator)));
        }
        let large = times(residue(123_456_789_012_345), inverse(residue(9_876_543_210_987)));
        assert_eq!(fraction(large), None);
    }

    #[test]
    fn a_system_is_solved_exactly() {
        // 2x + 3y = 1, x - y + z = 0, so with z free: x = (1 - 3z) / 5, y = (1 + 2z) / 5
        let mut system = System::new(3);
        system.insert([(0, 2), (1, 3)], 1);
        system.insert([(0, 1), (1, -1), (2, 1)], 0);
        system.insert([(0, 3), (1, 2), (2, 1)], 1);
        assert!(!system.is_contradictory(), "the third is the sum of the others");
        assert_eq!(system.free().collect::<Vec<_>>(), [2]);
        let solution = system.particular().expect("there is one");
        assert_eq!(solution, Scaled { numerators: vec![1, 1, 0], denominator: 5 });
        let solution = system.homogeneous(2).expect("one is free");
        assert_eq!(solution, Scaled { numerators: vec![-3, 2, 5], denominator: 5 });
    }

    #[test]
    fn a_contradiction_is_seen() {
        let mut system = System::new(2);
        system.insert([(0, 1), (1, -1)], 1);
        system.insert([(0, -1), (1, 1)], 1);
        assert!(system.is_contradictory());
        assert_eq!(system.particular(), None);
        assert!(system.homogeneous(1).is_some());
    }

    #[test]
    fn divisors() {
        assert_eq!(greatest_common_divisor(12, -18), 6);
        assert_eq!(greatest_common_divisor(0, 5), 5);
    }
}
