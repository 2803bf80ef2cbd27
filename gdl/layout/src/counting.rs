//! How many: factorials, binomials and multinomials in `u128`, and whether an index can number
//! them.
//!
//! Every function is exact below `u128::MAX` and *saturates* there: the value `u128::MAX` means
//! "at least that many". Products and sums of saturated values stay saturated, so a size can be
//! computed to its end and tested once, by [`index_size`].
//!
//! A binomial grows factor by factor, C(n, i + 1) = C(n, i) (n - i) / (i + 1). Divided by the
//! common divisor first, the division is exact and no intermediate value is larger than the
//! result.

use super::LayoutError;

/// 1 x 2 x ... x n.
pub fn factorial(n: usize) -> u128 {
    (1..=n).fold(1, |product, factor| product.saturating_mul(wide(factor)))
}

/// The number of ways to choose `k` of `n`.
pub fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    let mut ways = 1_u128;
    for taken in 0..k.min(n - k) {
        let divisor = wide(taken + 1);
        let common = greatest_common_divisor(ways, divisor);
        // After removing the common factor, the rest of the divisor divides the new factor.
        let factor = wide(n - taken) / (divisor / common);
        match (ways / common).checked_mul(factor) {
            Some(product) => ways = product,
            None => return u128::MAX,
        }
    }
    ways
}

/// The number of strings with these numbers of equal symbols: n!/(k0! k1! ...) with n = k0 + k1 +
/// ...
pub fn multinomial(counts: &[usize]) -> u128 {
    let mut length = 0;
    counts.iter().fold(1_u128, |strings, count| {
        length += count;
        strings.saturating_mul(binomial(length, *count))
    })
}

/// `base` to the power `exponent`.
pub fn power(base: usize, exponent: usize) -> u128 {
    (0..exponent).fold(1, |product, _| product.saturating_mul(wide(base)))
}

/// The size as the type of an index, or the error that says how large it is.
pub fn index_size(size: u128) -> Result<u64, LayoutError> {
    u64::try_from(size).map_err(|_| LayoutError::TooLarge { size })
}

/// The greatest number that divides both; of 0 and a number, that number.
pub fn greatest_common_divisor(left: u128, right: u128) -> u128 {
    let (mut left, mut right) = (left, right);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// A position in a table from an index that is smaller than the table.
pub(super) fn entry(index: u64) -> usize {
    usize::try_from(index).expect("smaller than a table in memory")
}

/// A length as an index.
pub(super) fn narrow(length: usize) -> u64 {
    u64::try_from(length).expect("lengths have at most 64 bits")
}

fn wide(number: usize) -> u128 {
    u128::try_from(number).expect("lengths have at most 128 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_follow_pascals_rule_and_saturate_in_time() {
        for n in 1..200 {
            for k in 1..n {
                let sum = binomial(n - 1, k - 1).saturating_add(binomial(n - 1, k));
                assert_eq!(binomial(n, k), sum, "C({n}, {k})");
            }
        }
        assert_eq!(binomial(33, 16), 1_166_803_110);
        assert_eq!(binomial(59, 11), 279_871_768_995);
        assert_eq!(binomial(3, 4), 0);
        assert!(binomial(128, 64) < u128::MAX);
        assert_eq!(binomial(200, 100), u128::MAX);
    }

    #[test]
    fn multinomials_are_quotients_of_factorials() {
        assert_eq!(
            multinomial(&[3, 4, 5]),
            factorial(12) / (factorial(3) * factorial(4) * factorial(5))
        );
        assert_eq!(multinomial(&[1, 15, 15]), 4_808_643_120);
        assert_eq!(multinomial(&[]), 1);
        assert_eq!(multinomial(&[0, 0, 3]), 1);
        assert_eq!(multinomial(&[50, 50, 50]), u128::MAX);
    }

    #[test]
    fn sizes_fit_up_to_64_bits() {
        assert_eq!(index_size(factorial(20)), Ok(2_432_902_008_176_640_000));
        assert_eq!(index_size(1 << 64), Err(LayoutError::TooLarge { size: 1 << 64 }));
        assert_eq!(factorial(34), 295_232_799_039_604_140_847_618_609_643_520_000_000);
        assert_eq!(factorial(35), u128::MAX);
        assert_eq!(power(2, 127), 1 << 127);
        assert_eq!(power(3, 81), u128::MAX);
    }
}
