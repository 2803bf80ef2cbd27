//! Numbers in mixed radix, digits that the others determine, and blocks side by side.
//!
//! Independent parts of a state (counters, hands, the side to move, the ranks of other layouts)
//! are the digits of a number in mixed radix: `index = d(0) w(0) + d(1) w(1) + ...`, where each
//! weight is the product of the radices after it, so the first digit leads (Knuth, *The Art of
//! Computer Programming* 2, section 4.1).
//!
//! *Orientations*: pieces that can be turned have digits modulo m, and often every move keeps the
//! sum of them, or a weighted sum, fixed modulo m (the corners of a cube modulo 3). Then one digit
//! follows from the others and is left out: m^(n - 1) instead of m^n, as in Korf, *Finding optimal
//! solutions to Rubik's cube using pattern databases*, AAAI 1997.
//!
//! States of different kinds (tiers) stand side by side as blocks of one range of indices.

use super::LayoutError;
use super::counting::{self, greatest_common_divisor, index_size};

/// Numbers whose digits have different radices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedRadix {
    radices: Vec<u64>,
    weights: Vec<u64>,
    size: u64,
}

impl MixedRadix {
    /// The layout with these radices, the leading one first.
    pub fn new(radices: &[u64]) -> Result<Self, LayoutError> {
        if radices.contains(&0) {
            return Err(LayoutError::Impossible { reason: "a digit without any value" });
        }
        let product = |radices: &[u64]| {
            radices.iter().fold(1_u128, |size, radix| size.saturating_mul(u128::from(*radix)))
        };
        let size = index_size(product(radices))?;
        let weights = (1..=radices.len())
            .map(|after| index_size(product(&radices[after..])))
            .collect::<Result<_, _>>()?;
        Ok(MixedRadix { radices: radices.to_vec(), weights, size })
    }

    /// Number of digit strings.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The radices.
    pub fn radices(&self) -> &[u64] {
        &self.radices
    }

    /// What each digit counts.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The index of a string of digits.
    #[inline]
    pub fn rank(&self, digits: &[u64]) -> u64 {
        digits.iter().zip(&self.radices).fold(0, |index, (digit, radix)| index * radix + digit)
    }

    /// Writes the digits of an index.
    #[inline]
    pub fn unrank(&self, index: u64, digits: &mut [u64]) {
        let mut rest = index;
        for (digit, radix) in digits.iter_mut().zip(&self.radices).rev() {
            let quotient = rest / radix;
            *digit = rest - quotient * radix;
            rest = quotient;
        }
    }
}

/// Digits of one modulus whose weighted sum is fixed; one of them is left out of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedSum {
    modulus: u8,
    /// By digit: its factor in the sum, below the modulus.
    factors: Vec<u8>,
    sum: u8,
    /// The digit that is left out.
    determined: usize,
    /// The inverse of its factor.
    inverse: u64,
    size: u64,
}

impl FixedSum {
    /// The layout of the digits below `modulus` for which the sum of factor x digit is `sum`
    /// modulo `modulus`.
    ///
    /// The last digit whose factor has an inverse is left out; there must be one.
    pub fn new(modulus: u8, factors: &[u8], sum: u8) -> Result<Self, LayoutError> {
        if modulus == 0 {
            return Err(LayoutError::Impossible { reason: "a digit without any value" });
        }
        let has_inverse =
            |factor: &u8| greatest_common_divisor((*factor).into(), modulus.into()) == 1;
        let Some(determined) = factors.iter().rposition(has_inverse) else {
            return Err(LayoutError::Impossible { reason: "no digit follows from the others" });
        };
        let size = index_size(counting::power(modulus.into(), factors.len() - 1))?;
        let reduced: Vec<u8> = factors.iter().map(|factor| factor % modulus).collect();
        let is_inverse = |candidate: &u64| {
            candidate * u64::from(reduced[determined]) % u64::from(modulus)
                == 1 % u64::from(modulus)
        };
        let inverse = (0..u64::from(modulus)).find(is_inverse).expect("coprime to the modulus");
        Ok(FixedSum { modulus, factors: reduced, sum: sum % modulus, determined, inverse, size })
    }

    /// Number of digit strings.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The position of the digit that is left out.
    pub fn determined(&self) -> usize {
        self.determined
    }

    /// The modulus of every digit.
    pub fn modulus(&self) -> u8 {
        self.modulus
    }

    /// By digit: its factor in the sum.
    pub fn factors(&self) -> &[u8] {
        &self.factors
    }

    /// The sum that is fixed.
    pub fn sum(&self) -> u8 {
        self.sum
    }

    /// The index of digits with the right sum.
    #[inline]
    pub fn rank(&self, digits: &[u8]) -> u64 {
        let mut index = 0;
        for (position, digit) in digits.iter().enumerate() {
            if position != self.determined {
                index = index * u64::from(self.modulus) + u64::from(*digit);
            }
        }
        index
    }

    /// Writes the digits with an index.
    #[inline]
    pub fn unrank(&self, index: u64, digits: &mut [u8]) {
        let modulus = u64::from(self.modulus);
        let (mut rest, mut others) = (index, 0);
        for position in (0..self.factors.len()).rev() {
            if position != self.determined {
                let quotient = rest / modulus;
                digits[position] = byte(rest - quotient * modulus);
                others += u64::from(digits[position]) * u64::from(self.factors[position]);
                rest = quotient;
            }
        }
        let missing = modulus - others % modulus + u64::from(self.sum);
        digits[self.determined] = byte(missing * self.inverse % modulus);
    }
}

/// Layouts side by side: each has a block of the indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// By block: its first index; one more at the end.
    starts: Vec<u64>,
}

impl Blocks {
    /// Blocks of the given sizes, in order.
    pub fn new(sizes: &[u64]) -> Result<Self, LayoutError> {
        index_size(sizes.iter().map(|size| u128::from(*size)).sum())?;
        let mut starts = vec![0];
        for size in sizes {
            starts.push(starts[starts.len() - 1] + size);
        }
        Ok(Blocks { starts })
    }

    /// The sum of the sizes.
    pub fn size(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// The first index of a block.
    #[inline]
    pub fn start(&self, block: usize) -> u64 {
        self.starts[block]
    }

    /// The block of an index, and the index inside it.
    #[inline]
    pub fn split(&self, index: u64) -> (usize, u64) {
        let block = self.starts.partition_point(|start| *start <= index) - 1;
        (block, index - self.starts[block])
    }
}

#[inline]
fn byte(number: u64) -> u8 {
    u8::try_from(number).expect("below the modulus")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrank_inverts_rank() {
        for radices in [vec![], vec![1], vec![2, 3, 5], vec![4, 1, 7], vec![10, 10]] {
            let layout = MixedRadix::new(&radices).unwrap();
            assert_eq!(layout.size(), radices.iter().product::<u64>());
            let mut digits = vec![0; radices.len()];
            let mut before = Vec::new();
            for index in 0..layout.size() {
                layout.unrank(index, &mut digits);
                assert!(digits.iter().zip(&radices).all(|(digit, radix)| digit < radix));
                assert!(index == 0 || before < digits);
                assert_eq!(layout.rank(&digits), index);
                let weighted: u64 = digits.iter().zip(layout.weights()).map(|(d, w)| d * w).sum();
                assert_eq!(weighted, index);
                before.clone_from(&digits);
            }
        }
    }

    #[test]
    fn sums_stay_fixed_and_unrank_inverts_rank() {
        let cases: [(u8, &[u8], u8); 6] = [
            (3, &[1; 7], 0),
            (3, &[1; 7], 2),
            (2, &[1, 1, 1, 0, 1, 0], 1),
            (4, &[1, 3, 2, 2], 3),
            (1, &[1, 1], 0),
            (6, &[2, 3, 5], 4),
        ];
        for (modulus, factors, sum) in cases {
            let layout = FixedSum::new(modulus, factors, sum).unwrap();
            assert_eq!(
                u128::from(layout.size()),
                counting::power(modulus.into(), factors.len() - 1)
            );
            let mut digits = vec![0; factors.len()];
            for index in 0..layout.size() {
                layout.unrank(index, &mut digits);
                let weighted: u64 =
                    digits.iter().zip(factors).map(|(d, f)| u64::from(*d) * u64::from(*f)).sum();
                assert_eq!(weighted % u64::from(modulus), u64::from(sum));
                assert!(digits.iter().all(|digit| *digit < modulus));
                assert_eq!(layout.rank(&digits), index);
            }
        }
        assert!(FixedSum::new(4, &[2, 2], 0).is_err());
        assert!(FixedSum::new(3, &[], 0).is_err());
    }

    #[test]
    fn products_beyond_64_bits_are_refused() {
        let error = MixedRadix::new(&[1 << 40, 1 << 40]).unwrap_err();
        assert_eq!(error, LayoutError::TooLarge { size: 1 << 80 });
        assert!(MixedRadix::new(&[1 << 40, 1 << 40, 0]).is_err());
        let pocket_cube = MixedRadix::new(&[5_040, 729]).unwrap();
        assert_eq!(pocket_cube.size(), 3_674_160);
    }

    #[test]
    fn blocks_follow_each_other() {
        let blocks = Blocks::new(&[3, 0, 4]).unwrap();
        let pairs: Vec<(usize, u64)> =
            (0..blocks.size()).map(|index| blocks.split(index)).collect();
        assert_eq!(pairs, [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2), (2, 3)]);
        assert!(
            pairs.iter().zip(0..).all(|((block, at), index)| blocks.start(*block) + at == index)
        );
        assert!(Blocks::new(&[u64::MAX, 1]).is_err());
    }
}
