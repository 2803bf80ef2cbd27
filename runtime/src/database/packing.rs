//! Numbers as bytes.
//!
//! Tables are packed before they are compressed: zstd looks for repeated bytes, so with five
//! numbers to a byte it finds runs five times as long, and what its entropy coder cannot do, a
//! fraction of a bit per number, is mostly done already: five numbers of three kinds in a byte
//! take 1.6 bits each, where log2(3) = 1.585.

use std::fmt;

/// How numbers become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Packing {
    /// 1, 2 and 3, five to a byte: the digits of a number with base three, the first the lowest,
    /// less one.
    Trits,
    /// 0 to 3, four to a byte, the first in the lowest bits.
    Pairs,
    /// 0 to 255, a byte each.
    Bytes,
    /// 0 to 65535, two bytes each, the lower first.
    Words,
    /// Any 32 bits, four bytes each, the lowest first.
    LongWords,
}

/// The weights of the five digits of a byte.
const POWERS: [u8; 5] = [1, 3, 9, 27, 81];

/// Bytes from here on are no five digits.
const TRITS_END: u8 = 243;

/// What stands for a byte that is none.
const NO_TRITS: [u8; 5] = [0; 5];

/// The numbers of each byte.
const TRITS: [[u8; 5]; 256] = {
    let mut table = [NO_TRITS; 256];
    let mut byte = 0;
    while byte < TRITS_END {
        let mut place = 0;
        while place < 5 {
            table[byte as usize][place] = byte / POWERS[place] % 3 + 1;
            place += 1;
        }
        byte += 1;
    }
    table
};

impl Packing {
    /// All of them, by the code that they have in files.
    pub const ALL: [Packing; 5] =
        [Packing::Trits, Packing::Pairs, Packing::Bytes, Packing::Words, Packing::LongWords];

    /// The smallest number that can be packed.
    pub fn smallest(self) -> u32 {
        u32::from(self == Packing::Trits)
    }

    /// The largest number that can be packed.
    pub fn largest(self) -> u32 {
        match self {
            Packing::Trits | Packing::Pairs => 3,
            Packing::Bytes => u32::from(u8::MAX),
            Packing::Words => u32::from(u16::MAX),
            Packing::LongWords => u32::MAX,
        }
    }

    /// The number of bytes of `entries` numbers, if it fits into 64 bits.
    pub fn bytes(self, entries: u64) -> Option<u64> {
        let Group { numbers, bytes } = self.group();
        entries.div_ceil(numbers as u64).checked_mul(bytes as u64)
    }

    /// The code in files.
    pub(super) fn code(self) -> u32 {
        match self {
            Packing::Trits => 0,
            Packing::Pairs => 1,
            Packing::Bytes => 2,
            Packing::Words => 3,
            Packing::LongWords => 4,
        }
    }

    /// The packing with a code.
    pub(super) fn from_code(code: u32) -> Option<Self> {
        Packing::ALL.into_iter().find(|packing| packing.code() == code)
    }

    /// The numbers that share bytes.
    pub(super) fn group(self) -> Group {
        let (numbers, bytes) = match self {
            Packing::Trits => (5, 1),
            Packing::Pairs => (4, 1),
            Packing::Bytes => (1, 1),
            Packing::Words => (1, 2),
            Packing::LongWords => (1, 4),
        };
        Group { numbers, bytes }
    }

    /// Packs numbers behind other bytes. A last group that is not full gets zeros; numbers must be
    /// such as can be packed.
    pub(super) fn pack(self, numbers: &[u32], packed: &mut Vec<u8>) {
        let low_byte = |number: &u32| number.to_le_bytes()[0];
        match self {
            Packing::Trits => packed.extend(numbers.chunks(5).map(|group| {
                let digits = group.iter().zip(POWERS);
                digits.map(|(number, power)| (low_byte(number) - 1) * power).sum::<u8>()
            })),
            Packing::Pairs => packed.extend(numbers.chunks(4).map(|group| {
                let pairs = group.iter().zip([0, 2, 4, 6]);
                pairs.fold(0, |byte, (number, shift)| byte | low_byte(number) << shift)
            })),
            Packing::Bytes => packed.extend(numbers.iter().map(low_byte)),
            Packing::Words => packed.extend(numbers.iter().flat_map(|number| {
                let [low, high, ..] = number.to_le_bytes();
                [low, high]
            })),
            Packing::LongWords => {
                packed.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
    }

    /// The number at a place among packed ones; none if there is none.
    pub(super) fn number(self, packed: &[u8], place: usize) -> Option<u32> {
        match self {
            Packing::Trits => {
                let number = TRITS[usize::from(*packed.get(place / 5)?)][place % 5];
                (number > 0).then_some(u32::from(number))
            }
            Packing::Pairs => Some(u32::from(packed.get(place / 4)? >> (place % 4 * 2) & 3)),
            Packing::Bytes => packed.get(place).copied().map(u32::from),
            Packing::Words => {
                let bytes = packed.as_chunks::<2>().0.get(place)?;
                Some(u32::from(u16::from_le_bytes(*bytes)))
            }
            Packing::LongWords => {
                packed.as_chunks::<4>().0.get(place).map(|bytes| u32::from_le_bytes(*bytes))
            }
        }
    }

    /// Unpacks the numbers from a place on, as many as there is room for; the bytes must be
    /// [valid](Packing::is_valid) and enough.
    pub(super) fn unpack(self, packed: &[u8], first: usize, numbers: &mut [u32]) {
        let group = self.group();
        let packed = packed.get(first / group.numbers * group.bytes..).unwrap_or_default();
        let skipped = first % group.numbers;
        match self {
            Packing::Trits => {
                let unpacked = packed.iter().flat_map(|byte| TRITS[usize::from(*byte)]);
                fill(numbers, unpacked.skip(skipped).map(u32::from));
            }
            Packing::Pairs => {
                let unpacked =
                    packed.iter().flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
                fill(numbers, unpacked.skip(skipped).map(u32::from));
            }
            Packing::Bytes => fill(numbers, packed.iter().copied().map(u32::from)),
            Packing::Words => {
                let words = packed.as_chunks::<2>().0;
                fill(numbers, words.iter().map(|bytes| u32::from(u16::from_le_bytes(*bytes))));
            }
            Packing::LongWords => {
                let words = packed.as_chunks::<4>().0;
                fill(numbers, words.iter().map(|bytes| u32::from_le_bytes(*bytes)));
            }
        }
    }

    /// Whether all of the bytes stand for numbers.
    pub(super) fn is_valid(self, packed: &[u8]) -> bool {
        self != Packing::Trits || packed.iter().all(|byte| *byte < TRITS_END)
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Packing::Trits => "five to a byte",
            Packing::Pairs => "four to a byte",
            Packing::Bytes => "bytes",
            Packing::Words => "two bytes each",
            Packing::LongWords => "four bytes each",
        })
    }
}

/// Numbers that share bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) numbers: usize,
    pub(super) bytes: usize,
}

fn fill(numbers: &mut [u32], unpacked: impl Iterator<Item = u32>) {
    for (number, unpacked) in numbers.iter_mut().zip(unpacked) {
        *number = unpacked;
    }
}
