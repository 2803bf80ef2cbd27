//! Searching a sorted table through a guide: buckets of equal leading bits.
//!
//! The keys of a sorted table are put into buckets that rise with the keys, such as their leading
//! bits. The guide holds where each bucket begins, so that a search looks at the keys of one
//! bucket only: with about as many buckets as keys that is one or two keys when the keys are
//! spread evenly, and never more than a binary search of the whole.

use std::ops::Range;

/// Where the buckets of a sorted table begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Guide {
    /// By bucket: the number of keys in smaller buckets; one more at the end.
    starts: Vec<u32>,
}

impl Guide {
    /// Makes the guide for keys given by their buckets, in order; there must be fewer than 2^32.
    pub(super) fn new(buckets: usize, keys: impl Iterator<Item = usize>) -> Self {
        let mut starts = vec![0; buckets + 1];
        for bucket in keys {
            starts[bucket + 1] += 1;
        }
        for bucket in 0..buckets {
            starts[bucket + 1] += starts[bucket];
        }
        Guide { starts }
    }

    /// The positions of the keys in a bucket.
    #[inline]
    pub(super) fn range(&self, bucket: usize) -> Range<usize> {
        self.starts[bucket] as usize..self.starts[bucket + 1] as usize
    }

    /// By bucket: the number of keys in smaller buckets; one more at the end.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Number of buckets.
    pub(super) fn buckets(&self) -> usize {
        self.starts.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other() {
        let keys: [u64; 7] = [0, 1, 1, 9, 12, 13, 30];
        let guide = Guide::new(8, keys.iter().map(|key| usize::try_from(key >> 2).unwrap()));
        assert_eq!(guide.buckets(), 8);
        assert_eq!(guide.range(0), 0..3);
        assert_eq!(guide.range(1), 3..3);
        assert_eq!(guide.range(2), 3..4);
        assert_eq!(guide.range(3), 4..6);
        assert_eq!(guide.range(7), 6..7);
    }
}
