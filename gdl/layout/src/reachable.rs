//! An enumerated set of states: the index of a state is the number of smaller members.
//!
//! When no formula is close to the states that can really be reached (rigid blocks, odd guards),
//! they are enumerated once and numbered in the order of their keys: minimal by construction, and
//! the only layout that can tell members from other states. The keys are numbers (an index of a
//! larger layout, or packed cells) or byte strings of one width.
//!
//! Keys below 2^36 that are dense enough are the set bits of a vector with a two-level index
//! ([`rank_select`](super::rank_select)): a little more than one bit per *possible* key. Otherwise
//! the keys are kept sorted, 8 or 16 bytes each, and found through a guide of their leading bits,
//! which is interpolation search with the interpolation precomputed (W. Peterson, *Addressing for
//! random-access storage*, IBM Journal 1957, for evenly spread keys).

use super::LayoutError;
use super::counting::{entry, narrow};
use super::guide::Guide;
use super::rank_select::RankSelect;
use bitvec::bitvec;
use bitvec::order::Lsb0;
use bitvec::vec::BitVec;

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachable {
    form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Bits(RankSelect),
    Narrow(Sorted<u64>),
    Wide(Sorted<u128>),
}

impl Reachable {
    /// The layout of these keys, in any order, also repeated.
    pub fn new(mut keys: Vec<u128>) -> Result<Self, LayoutError> {
        keys.sort_unstable();
        keys.dedup();
        check_length(keys.len())?;
        let largest = keys.last().copied().unwrap_or(0);
        // As many bits as possible keys, if that is no more than a word per key.
        if largest < 1 << 36 && largest / 64 <= u128::from(narrow(keys.len())) {
            let place = |key: u128| usize::try_from(key).expect("as many bits are in memory");
            let mut bits = bitvec![u64, Lsb0; 0; place(largest + 1)];
            keys.iter().for_each(|key| bits.set(place(*key), true));
            return Ok(Reachable::from_bits(bits));
        }
        let narrow: Result<Vec<u64>, _> = keys.iter().map(|key| u64::try_from(*key)).collect();
        let form = match narrow {
            Ok(keys) => Form::Narrow(Sorted::new(keys)),
            Err(_) => Form::Wide(Sorted::new(keys)),
        };
        Ok(Reachable { form })
    }

    /// The layout of the places of the set bits.
    pub fn from_bits(bits: BitVec<u64, Lsb0>) -> Self {
        Reachable { form: Form::Bits(RankSelect::new(bits)) }
    }

    /// Number of keys.
    pub fn size(&self) -> u64 {
        match &self.form {
            Form::Bits(bits) => bits.ones(),
            Form::Narrow(sorted) => narrow(sorted.keys.len()),
            Form::Wide(sorted) => narrow(sorted.keys.len()),
        }
    }

    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        match &self.form {
            Form::Bits(bits) => bits.bytes(),
            Form::Narrow(sorted) => sorted.bytes(),
            Form::Wide(sorted) => sorted.bytes(),
        }
    }

    /// The index of a key, if it belongs to the set.
    #[inline]
    pub fn rank(&self, key: u128) -> Option<u64> {
        match &self.form {
            Form::Bits(bits) => bits.rank(u64::try_from(key).ok()?),
            Form::Narrow(sorted) => sorted.rank(u64::try_from(key).ok()?),
            Form::Wide(sorted) => sorted.rank(key),
        }
    }

    /// The key with an index.
    #[inline]
    pub fn select(&self, index: u64) -> u128 {
        match &self.form {
            Form::Bits(bits) => bits.select(index).into(),
            Form::Narrow(sorted) => sorted.keys[entry(index)].into(),
            Form::Wide(sorted) => sorted.keys[entry(index)],
        }
    }
}

/// Different keys in order, with a guide to their leading bits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sorted<K> {
    keys: Vec<K>,
    guide: Guide,
    guide_shift: u32,
}

impl<K: Copy + Ord + Into<u128>> Sorted<K> {
    fn new(keys: Vec<K>) -> Self {
        let first = keys.first().map_or(0, |key| (*key).into());
        let (guide, guide_shift) = guide(keys.iter().map(|key| (*key).into() - first));
        Sorted { keys, guide, guide_shift }
    }

    fn bytes(&self) -> usize {
        size_of_val(self.keys.as_slice()) + (self.guide.buckets() + 1) * size_of::<u32>()
    }

    #[inline]
    fn rank(&self, key: K) -> Option<u64> {
        let offset = key.into().checked_sub((*self.keys.first()?).into())?;
        let bucket = usize::try_from(offset >> self.guide_shift).ok()?;
        if bucket >= self.guide.buckets() {
            return None;
        }
        let range = self.guide.range(bucket);
        let start = range.start;
        let place = self.keys[range].binary_search(&key).ok()?;
        Some(narrow(start + place))
    }
}

/// A guide with about as many buckets as keys, for keys that rise from 0.
fn guide(offsets: impl ExactSizeIterator<Item = u128> + Clone) -> (Guide, u32) {
    let largest = offsets.clone().last().unwrap_or(0);
    let bits = u128::BITS - largest.leading_zeros();
    let shift = bits.saturating_sub(offsets.len().max(1).ilog2());
    // Only all 128 bits with a single key need a shift that is too wide.
    let shift = shift.min(127);
    let bucket = |offset: u128| usize::try_from(offset >> shift).expect("about as many as keys");
    (Guide::new(bucket(largest) + 1, offsets.map(bucket)), shift)
}

fn check_length(keys: usize) -> Result<(), LayoutError> {
    match u32::try_from(keys) {
        Ok(_) => Ok(()),
        Err(_) => Err(LayoutError::TablesTooLarge { entries: u128::from(narrow(keys)) }),
    }
}

/// A set of byte strings of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachableStrings {
    width: usize,
    size: usize,
    /// The strings one after the other, in order.
    bytes: Vec<u8>,
    /// How many leading bytes all strings share.
    shared: usize,
    guide: Guide,
    guide_shift: u32,
}

impl ReachableStrings {
    /// The layout of these strings, in any order, also repeated; all have the same width.
    pub fn new(mut strings: Vec<Vec<u8>>) -> Result<Self, LayoutError> {
        strings.sort_unstable();
        strings.dedup();
        check_length(strings.len())?;
        let width = strings.first().map_or(0, Vec::len);
        if strings.iter().any(|string| string.len() != width) {
            return Err(LayoutError::Impossible { reason: "strings of different widths" });
        }
        let shared = match (strings.first(), strings.last()) {
            (Some(first), Some(last)) => first.iter().zip(last).take_while(|(a, b)| a == b).count(),
            _ => 0,
        };
        let first = strings.first().map_or(0, |string| leading(string, shared));
        let offsets = strings.iter().map(|string| leading(string, shared) - first);
        let (guide, guide_shift) = guide(offsets);
        let size = strings.len();
        Ok(ReachableStrings { width, size, bytes: strings.concat(), shared, guide, guide_shift })
    }

    /// Number of strings.
    pub fn size(&self) -> u64 {
        narrow(self.size)
    }

    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len() + (self.guide.buckets() + 1) * size_of::<u32>()
    }

    /// The index of a string, if it belongs to the set.
    #[inline]
    pub fn rank(&self, string: &[u8]) -> Option<u64> {
        if self.size == 0 || string.len() != self.width {
            return None;
        }
        let first = self.string(0);
        if string[..self.shared] != first[..self.shared] {
            return None;
        }
        let offset = leading(string, self.shared).checked_sub(leading(first, self.shared))?;
        let bucket = usize::try_from(offset >> self.guide_shift).ok()?;
        if bucket >= self.guide.buckets() {
            return None;
        }
        let range = self.guide.range(bucket);
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low.midpoint(high);
            if self.string(middle) < string {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < range.end && self.string(low) == string).then(|| narrow(low))
    }

    /// The string with an index.
    #[inline]
    pub fn select(&self, index: u64) -> &[u8] {
        self.string(entry(index))
    }

    #[inline]
    fn string(&self, number: usize) -> &[u8] {
        &self.bytes[number * self.width..][..self.width]
    }
}

/// The eight bytes after the shared ones as a number in their order; missing bytes count as 0.
#[inline]
fn leading(string: &[u8], shared: usize) -> u128 {
    let bytes = string[shared..].iter().copied().chain(std::iter::repeat(0)).take(8);
    bytes.fold(0, |number, byte| number << 8 | u128::from(byte))
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    fn check(keys: Vec<u128>) {
        let layout = Reachable::new(keys.clone()).unwrap();
        let mut sorted = keys;
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(layout.size(), narrow(sorted.len()));
        for (key, index) in sorted.iter().zip(0..) {
            assert_eq!(layout.rank(*key), Some(index));
            assert_eq!(layout.select(index), *key);
            for other in [key.wrapping_add(1), key.wrapping_sub(1)] {
                let expected = sorted.binary_search(&other).ok().map(narrow);
                assert_eq!(layout.rank(other), expected);
            }
        }
        assert_eq!(layout.rank(u128::MAX).is_some(), sorted.contains(&u128::MAX));
        assert_eq!(layout.rank(0).is_some(), sorted.contains(&0));
    }

    #[test]
    fn select_inverts_rank() {
        let mut random = Random(81);
        let mut wide = || u128::from(random.next()) << 64 | u128::from(random.next());
        for length in [0, 1, 2, 3, 10, 100, 1_000, 5_000] {
            check((0..length).map(|_| wide()).collect());
            check((0..length).map(|_| wide() >> 64).collect());
            check((0..length).map(|_| wide() >> 100).collect());
            check((0..length).map(|_| wide() >> 112).collect());
            // Skewed: dense at both ends, nothing between.
            check(
                (0..length).map(|number| if number % 2 == 0 { number } else { !number }).collect(),
            );
            check((0..length).map(|number| 1 << (number % 128)).collect());
        }
        check(vec![u128::MAX]);
        check(vec![u128::MAX, 0]);
    }

    #[test]
    fn dense_keys_cost_about_a_bit_each() {
        let dense = Reachable::new((0..100_000).map(|key| 2 * key).collect()).unwrap();
        assert!(dense.bytes() < 200_000 / 8 * 11 / 10);
        let sparse = Reachable::new((0..1_000).map(|key| 1_000_000 * key).collect()).unwrap();
        assert!(sparse.bytes() < 1_000 * 13);
        let bits = Reachable::from_bits(BitVec::from_vec(vec![0b1010, 0, 1]));
        assert_eq!((bits.size(), bits.select(2), bits.rank(3)), (3, 128, Some(1)));
    }

    #[test]
    fn select_inverts_rank_for_strings() {
        let mut random = Random(82);
        for (length, width, colors) in [(0, 3, 2), (1, 0, 1), (500, 20, 3), (700, 3, 9), (9, 40, 2)]
        {
            let strings: Vec<Vec<u8>> = (0..length)
                .map(|_| (0..width).map(|_| u8::try_from(random.below(colors)).unwrap()).collect())
                .collect();
            let layout = ReachableStrings::new(strings.clone()).unwrap();
            let mut sorted = strings;
            sorted.sort();
            sorted.dedup();
            assert_eq!(layout.size(), narrow(sorted.len()));
            for (string, index) in sorted.iter().zip(0..) {
                assert_eq!(layout.rank(string), Some(index));
                assert_eq!(layout.select(index), string);
                let mut other = string.clone();
                if let Some(last) = other.last_mut() {
                    *last += 1;
                }
                assert_eq!(layout.rank(&other), sorted.binary_search(&other).ok().map(narrow));
                other.push(0);
                assert_eq!(layout.rank(&other), None);
            }
        }
        assert!(ReachableStrings::new(vec![vec![1], vec![1, 2]]).is_err());
    }
}
