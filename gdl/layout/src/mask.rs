//! Sets of cells as the bits of a word, in `u64` and `u128`, with the bit operations that ranking
//! needs.
//!
//! *Compress* packs the bits at chosen cells together (the PEXT instruction), *expand* spreads
//! them out again (PDEP). Both walk the word byte by byte through two tables of 256 x 256 bytes:
//! the result for a byte of chosen cells and a byte of the set. That is 4 steps for a board of 32
//! cells, on every machine; generated code may use the instruction where there is one.
//!
//! Squeezing a single cell out of a set, and making room for one, is two shifts and needs no
//! table.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A word that holds a set of cells: bit `c` is set if cell `c` belongs to it.
pub trait Mask:
    Copy
    + Debug
    + Default
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells it can hold.
    const WIDTH: usize;

    /// The first `cells` cells.
    fn first(cells: usize) -> Self;

    /// One cell.
    fn single(cell: usize) -> Self;

    /// The set with these lowest 128 bits; bits beyond the width are lost.
    fn from_wide(bits: u128) -> Self;

    /// The set as 128 bits.
    fn wide(self) -> u128;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// Number of cells.
    fn count(self) -> usize;

    /// The first cell; `WIDTH` if there is none.
    fn first_cell(self) -> usize;

    /// Without its first cell, which it must have.
    #[must_use]
    fn without_first(self) -> Self;

    /// Whether the number of cells is odd.
    fn is_odd(self) -> bool;

    /// The cells from `start` on, as a number of `width` bits, at most 32.
    fn field(self, start: usize, width: usize) -> usize;

    /// All cells from `start` on as a number; none may be above the next 32.
    fn field_from(self, start: usize) -> usize;

    /// Those of the lowest cells that are in a mask, as a number of at most 32 bits.
    fn low_field(self, mask: u64) -> usize;

    /// The set that has the bits of a number in its cells from `start` on.
    fn from_field(field: usize, start: usize) -> Self;

    /// Packs the bits at the given cells together, in their order.
    #[must_use]
    fn compress(self, cells: Self) -> Self;

    /// Spreads the lowest bits to the given cells, in their order: the inverse of `compress`.
    #[must_use]
    fn expand(self, cells: Self) -> Self;

    /// Removes a cell; those above it move down by one.
    #[must_use]
    fn squeeze_out(self, cell: usize) -> Self;

    /// Moves the cells from a given one on up by one; the cell itself is not in the result.
    #[must_use]
    fn make_room(self, cell: usize) -> Self;

    /// The cells in order.
    fn cells(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let cell = rest.first_cell();
            (cell < Self::WIDTH).then(|| {
                rest = rest.without_first();
                cell
            })
        })
    }
}

macro_rules! mask {
    ($word:ty) => {
        impl Mask for $word {
            const WIDTH: usize = <$word>::BITS as usize;

            #[inline]
            fn first(cells: usize) -> Self {
                if cells >= Self::WIDTH { <$word>::MAX } else { (1 << cells) - 1 }
            }

            #[inline]
            fn single(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the caller knows the width")]
            fn from_wide(bits: u128) -> Self {
                bits as $word
            }

            #[inline]
            fn wide(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the lowest bits are asked for")]
            #[allow(clippy::unnecessary_cast, reason = "one of the words has 64 bits itself")]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn first_cell(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_first(self) -> Self {
                self & (self - 1)
            }

            #[inline]
            fn is_odd(self) -> bool {
                self.count_ones() & 1 == 1
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "at most 32 bits are left")]
            fn field(self, start: usize, width: usize) -> usize {
                (self >> start) as usize & ((1 << width) - 1)
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "at most 32 bits are left")]
            fn field_from(self, start: usize) -> usize {
                self.checked_shr(start as u32).unwrap_or(0) as usize
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "at most 32 bits are left")]
            fn low_field(self, mask: u64) -> usize {
                (self.low() & mask) as usize
            }

            #[inline]
            fn from_field(field: usize, start: usize) -> Self {
                (field as $word) << start
            }

            #[inline]
            fn compress(self, cells: Self) -> Self {
                let (mut set, mut cells, mut packed, mut filled) = (self, cells, 0, 0);
                while cells != 0 {
                    let chosen = cells.field(0, 8);
                    packed |= <$word>::from(COMPRESSED[chosen][set.field(0, 8)]) << filled;
                    filled += COUNTS[chosen];
                    cells >>= 8;
                    set >>= 8;
                }
                packed
            }

            #[inline]
            fn expand(self, cells: Self) -> Self {
                let (mut packed, mut cells, mut set, mut start) = (self, cells, 0, 0);
                while cells != 0 {
                    let chosen = cells.field(0, 8);
                    set |= <$word>::from(EXPANDED[chosen][packed.field(0, 8)]) << start;
                    packed >>= COUNTS[chosen];
                    cells >>= 8;
                    start += 8;
                }
                set
            }

            #[inline]
            fn squeeze_out(self, cell: usize) -> Self {
                let below = (1 << cell) - 1;
                self & below | (self >> 1) & !below
            }

            #[inline]
            fn make_room(self, cell: usize) -> Self {
                let below = (1 << cell) - 1;
                self & below | (self & !below) << 1
            }
        }
    };
}

mask!(u64);
mask!(u128);

/// By chosen cells and set, both of a byte: the chosen bits packed together.
static COMPRESSED: [[u8; 256]; 256] = compressed();

/// By chosen cells and packed bits: the bits spread out to the cells.
static EXPANDED: [[u8; 256]; 256] = expanded();

/// Numbers of bits of a byte.
static COUNTS: [u8; 256] = counts();

const fn compressed() -> [[u8; 256]; 256] {
    let mut table = [[0_u8; 256]; 256];
    let mut cells = 1_usize;
    while cells < 256 {
        let first = cells.trailing_zeros();
        let mut set = 0;
        while set < 256 {
            let bit = if set >> first & 1 == 1 { 1 } else { 0 };
            table[cells][set] = table[cells & (cells - 1)][set] << 1 | bit;
            set += 1;
        }
        cells += 1;
    }
    table
}

const fn expanded() -> [[u8; 256]; 256] {
    let mut table = [[0_u8; 256]; 256];
    let mut cells = 1_usize;
    while cells < 256 {
        let first = cells.trailing_zeros();
        let mut packed = 0;
        while packed < 256 {
            let bit = if packed & 1 == 1 { 1 } else { 0 };
            table[cells][packed] = table[cells & (cells - 1)][packed >> 1] | bit << first;
            packed += 1;
        }
        cells += 1;
    }
    table
}

const fn counts() -> [u8; 256] {
    let mut table = [0_u8; 256];
    let mut cells = 1_usize;
    while cells < 256 {
        table[cells] = table[cells & (cells - 1)] + 1;
        cells += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    fn compress_by_bits(set: u128, cells: u128) -> u128 {
        cells.cells().enumerate().fold(0, |packed, (to, from)| packed | (set >> from & 1) << to)
    }

    fn random_wide(random: &mut Random) -> u128 {
        u128::from(random.next()) << 64 | u128::from(random.next())
    }

    #[test]
    fn compress_packs_the_chosen_bits_in_order() {
        let mut random = Random(1);
        for _ in 0..2_000 {
            let (set, cells) = (random_wide(&mut random), random_wide(&mut random));
            assert_eq!(set.compress(cells), compress_by_bits(set, cells));
            let narrow = set.low().compress(cells.low());
            assert_eq!(narrow.wide(), compress_by_bits(set.low().wide(), cells.low().wide()));
        }
        assert_eq!(u64::MAX.compress(u64::MAX), u64::MAX);
        assert_eq!(u128::MAX.expand(u128::MAX), u128::MAX);
    }

    #[test]
    fn expand_inverts_compress() {
        let mut random = Random(2);
        for _ in 0..2_000 {
            let (set, cells) = (random_wide(&mut random), random_wide(&mut random));
            assert_eq!(set.compress(cells).expand(cells), set & cells);
            assert_eq!(set.low().compress(cells.low()).expand(cells.low()), (set & cells).low());
        }
    }

    #[test]
    fn make_room_inverts_squeeze_out() {
        let mut random = Random(3);
        for cell in 0..64 {
            let set = random.next();
            assert_eq!(set.squeeze_out(cell), set.compress(!u64::single(cell)));
            assert_eq!(set.squeeze_out(cell).make_room(cell), set & !u64::single(cell));
        }
        assert_eq!(u128::MAX.squeeze_out(127), u128::MAX >> 1);
    }

    #[test]
    fn fields_are_cut_out_and_put_back() {
        let set = 0b1011_0110_u64;
        assert_eq!(set.field(2, 4), 0b1101);
        assert_eq!(u64::from_field(0b1101, 2), 0b11_0100);
        assert_eq!(set.cells().collect::<Vec<_>>(), [1, 2, 4, 5, 7]);
        assert_eq!(u64::first(64), u64::MAX);
        assert_eq!(u128::first(3), 0b111);
    }
}
