//! The bits of a position in four roles.
//!
//! Every move adds one of a few vectors, so all positions lie in start + span, and the span has as
//! many dimensions as independent vectors. What is orthogonal to it are the linear invariants,
//! found by elimination. Given which bits are *low*, elimination of the invariants says which bits
//! are *determined*, low ones if possible:
//!
//! - the *free low* bits are the place inside a line,
//! - a *determined low* bit is a parity of free low bits, flipped in some lines: the same for the
//!   whole line but for a fixed pattern,
//! - the *free high* bits tell the line,
//! - a *determined high* bit is a parity of free high bits.

use super::exact::Exact;

/// An invariant: whether the number of set bits under a mask is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    pub(super) bits: u64,
    pub(super) odd: bool,
}

/// A bit that follows from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Determined {
    /// The bit.
    pub bit: u32,
    /// The free low bits whose parity it is, numbered as in the place inside a line.
    pub low: u64,
    /// The free high bits whose parity it is, numbered as in the number of a line's bits.
    pub high: u64,
    /// Whether it is the opposite.
    pub flipped: bool,
}

/// Which bit is what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitRoles {
    /// The bits that are the place inside a line, the lowest first.
    pub free_low: Vec<u32>,
    /// Those that follow from them and the line.
    pub determined_low: Vec<Determined>,
    /// The bits that tell the line, the lowest first.
    pub free_high: Vec<u32>,
    /// Those that follow from them.
    pub determined_high: Vec<Determined>,
}

/// What bits must be, of one role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The bits that matter.
    pub mask: u64,
    /// What they must be.
    pub value: u64,
}

impl Pattern {
    /// Whether bits are as they must be.
    #[inline]
    pub fn fits(&self, bits: u64) -> bool {
        bits & self.mask == self.value
    }
}

/// Whether an odd number of bits is set.
#[inline]
pub fn is_odd(bits: u64) -> bool {
    bits.count_ones() % 2 == 1
}

/// The invariants of the positions that differ from the start by sums of these vectors.
pub(super) fn invariants(rewrites: &[Exact], bits: usize, start: u64) -> Vec<Invariant> {
    // The basis is in reduced echelon form, each row with its pivot.
    let mut basis: Vec<(u32, u64)> = Vec::new();
    for rewrite in rewrites {
        let met = basis.iter().filter(|(pivot, _)| rewrite.flip >> pivot & 1 == 1);
        let row = met.fold(rewrite.flip, |row, (_, other)| row ^ other);
        if row == 0 {
            continue;
        }
        let pivot = row.trailing_zeros();
        for (_, other) in &mut basis {
            if *other >> pivot & 1 == 1 {
                *other ^= row;
            }
        }
        basis.push((pivot, row));
    }
    let is_pivot = |bit: u32| basis.iter().any(|(pivot, _)| *pivot == bit);
    let free = (0..64).take(bits).filter(|bit| !is_pivot(*bit));
    free.map(|bit| {
        let with = basis.iter().filter(|(_, row)| row >> bit & 1 == 1);
        let bits = with.fold(1_u64 << bit, |bits, (pivot, _)| bits | 1 << pivot);
        Invariant { bits, odd: is_odd(bits & start) }
    })
    .collect()
}

/// How many of the bits of a set are free once those outside of it are given.
pub(super) fn free_in(low: u64, invariants: &[Invariant]) -> u32 {
    let mut rows: Vec<u64> = invariants.iter().map(|it| it.bits & low).collect();
    let mut determined = 0;
    while let Some(row) = rows.pop() {
        if row == 0 {
            continue;
        }
        determined += 1;
        let pivot = row & row.wrapping_neg();
        for other in &mut rows {
            if *other & pivot != 0 {
                *other ^= row;
            }
        }
    }
    low.count_ones() - determined
}

impl BitRoles {
    /// Gives each bit its role. Where either of two bits can be determined by the other, it is the
    /// one that comes first in `order`; all low bits come first there.
    pub(super) fn new(low: u64, order: &[u32], invariants: &[Invariant]) -> Self {
        let mut equations = invariants.to_vec();
        let mut pivots: Vec<u32> = Vec::new();
        for bit in order {
            let done = pivots.len();
            let has_bit = |it: &Invariant| it.bits >> bit & 1 == 1;
            let Some(found) = equations[done..].iter().position(has_bit) else { continue };
            equations.swap(done, done + found);
            let pivot = equations[done];
            for (row, it) in equations.iter_mut().enumerate() {
                if row != done && has_bit(it) {
                    *it = Invariant { bits: it.bits ^ pivot.bits, odd: it.odd != pivot.odd };
                }
            }
            pivots.push(*bit);
        }
        let mut free: Vec<u32> =
            order.iter().copied().filter(|bit| !pivots.contains(bit)).collect();
        free.sort_unstable();
        let is_low = |bit: &u32| low >> bit & 1 == 1;
        let (free_low, free_high): (Vec<u32>, Vec<u32>) = free.into_iter().partition(is_low);
        let numbered = |bits: u64, list: &[u32]| {
            let has = |(_, bit): &(usize, &u32)| bits >> *bit & 1 == 1;
            list.iter().enumerate().filter(has).fold(0_u64, |all, (number, _)| all | 1 << number)
        };
        let (mut determined_low, mut determined_high) = (Vec::new(), Vec::new());
        for (bit, equation) in pivots.into_iter().zip(equations) {
            let determined = Determined {
                bit,
                low: numbered(equation.bits, &free_low),
                high: numbered(equation.bits, &free_high),
                flipped: equation.odd,
            };
            if is_low(&bit) {
                determined_low.push(determined);
            } else {
                determined_high.push(determined);
            }
        }
        BitRoles { free_low, determined_low, free_high, determined_high }
    }

    /// The place inside a line, and the free high bits, of a position; none if the invariants do
    /// not hold.
    pub fn place(&self, position: u64) -> Option<(u64, u64)> {
        let (low, high) = (gather(position, &self.free_low), gather(position, &self.free_high));
        (self.position(low, high) == position).then_some((low, high))
    }

    /// The position at a place.
    pub fn position(&self, low: u64, high: u64) -> u64 {
        let determined = self.determined_low.iter().chain(&self.determined_high);
        determined.fold(scatter(low, &self.free_low) | scatter(high, &self.free_high), |all, it| {
            all | u64::from(it.value(low, high)) << it.bit
        })
    }

    /// What a pattern of the position means for each role: free low, determined low, free high,
    /// determined high.
    pub(super) fn patterns(&self, mask: u64, value: u64) -> [Pattern; 4] {
        let pattern = |bits: &mut dyn Iterator<Item = u32>| {
            let bits: Vec<u32> = bits.collect();
            Pattern { mask: gather(mask, &bits), value: gather(value & mask, &bits) }
        };
        [
            pattern(&mut self.free_low.iter().copied()),
            pattern(&mut self.determined_low.iter().map(|it| it.bit)),
            pattern(&mut self.free_high.iter().copied()),
            pattern(&mut self.determined_high.iter().map(|it| it.bit)),
        ]
    }
}

impl Determined {
    /// The bit.
    #[inline]
    pub fn value(&self, low: u64, high: u64) -> bool {
        is_odd(self.low & low) ^ is_odd(self.high & high) ^ self.flipped
    }
}

/// Determined bits of free high bits alone, the first in the lowest bit.
#[inline]
pub fn code(determined: &[Determined], high: u64) -> u64 {
    let value = |it: &Determined| u64::from(it.value(0, high));
    determined.iter().enumerate().fold(0, |code, (number, it)| code | value(it) << number)
}

pub(super) fn gather(position: u64, bits: &[u32]) -> u64 {
    let value = |bit: &u32| position >> bit & 1;
    bits.iter().enumerate().fold(0, |all, (number, bit)| all | value(bit) << number)
}

fn scatter(packed: u64, bits: &[u32]) -> u64 {
    bits.iter().enumerate().fold(0, |all, (number, bit)| all | (packed >> number & 1) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps along a row keep the number of men, so it stays even.
    #[test]
    fn a_row_of_steps_has_one_invariant() {
        let step = |bit: u32| Exact { mask: 3 << bit, value: 1 << bit, flip: 3 << bit };
        let steps: Vec<Exact> = (0..4).map(step).collect();
        let found = invariants(&steps, 5, 0b11);
        assert_eq!(found, [Invariant { bits: 0b11111, odd: false }]);
        assert_eq!((free_in(0b111, &found), free_in(0b11111, &found)), (2, 4));
        let roles = BitRoles::new(0b00111, &[2, 0, 1, 3, 4], &found);
        assert_eq!((&roles.free_low[..], &roles.free_high[..]), (&[0, 1][..], &[3, 4][..]));
        for high in 0..4 {
            for low in 0..4 {
                let position = roles.position(low, high);
                assert!(!is_odd(position));
                assert_eq!(roles.place(position), Some((low, high)));
                assert_eq!(roles.place(position ^ 1), None);
            }
        }
    }
}
