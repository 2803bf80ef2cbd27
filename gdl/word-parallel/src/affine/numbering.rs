//! The order of the lines.
//!
//! Lines of one *level*, the weight of their high bits, lie together, and levels come one after
//! the other, the heaviest first: a sweep reads earlier levels and writes the next. The number of
//! a line needs no table of all lines. The free high bits are cut in two halves. Lower halves with
//! the same weight and the same share in the determined bits form a *class*; for one upper half
//! the lines of a class are a *run* of neighbors, all of one level and with the same determined
//! high bits. So the number of a line is where its run begins, by upper half and class, plus the
//! place of its lower half in the class.
//!
//! Cost: 4 bytes for each run twice, some thousands of runs for a million of lines; two lookups
//! for a number.

use super::bit_roles::{BitRoles, Determined, code};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most bits of a lower half.
const LOWER_BITS: usize = 12;

/// Lower halves that weigh the same, and have the same share in determined bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What they weigh, determined bits aside.
    pub weight: i64,
    /// Their share in the determined high bits.
    pub share: u64,
    /// The lower halves, in order.
    pub members: Vec<u32>,
}

/// The lines with one upper half and the lower halves of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The upper half.
    pub upper: u32,
    /// The class.
    pub class: u32,
    /// Its first line.
    pub first: u32,
}

/// The order of the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// Number of bits of a lower half.
    pub lower_bits: u32,
    /// The classes.
    pub classes: Vec<Class>,
    /// By lower half: its class, and its place there.
    pub lower: Vec<(u32, u32)>,
    /// The runs, in the order of their lines.
    pub runs: Vec<Run>,
    /// The runs of each level.
    pub levels: Vec<Range<usize>>,
    /// By upper half and class: the first line.
    firsts: Vec<u32>,
    /// By upper half: its share in the determined high bits.
    upper_shares: Vec<u64>,
}

/// What the high bits weigh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HighWeights {
    /// By free high bit.
    pub(super) free: Vec<i64>,
    /// By determined high bit.
    pub(super) determined: Vec<i64>,
}

/// The sum of the weights of the bits that are set.
pub(super) fn sum(weights: &[i64], bits: u64) -> i64 {
    weights.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, it)| it).sum()
}

impl Numbering {
    /// Numbers the lines.
    pub(super) fn new(roles: &BitRoles, weights: &HighWeights) -> Self {
        let bits = roles.free_high.len();
        let lower_bits = bits.min(LOWER_BITS);
        let (classes, lower) = classes(roles, weights, lower_bits);
        let uppers = 1_u64 << (bits - lower_bits);
        let upper_shares: Vec<u64> =
            (0..uppers).map(|upper| code(&roles.determined_high, upper << lower_bits)).collect();
        let mut levels: BTreeMap<i64, Vec<Run>> = BTreeMap::new();
        for (upper, share) in (0..).zip(&upper_shares) {
            let weight = sum(&weights.free[lower_bits..], u64::from(upper));
            for (class, it) in (0..).zip(&classes) {
                let level = weight + it.weight + sum(&weights.determined, share ^ it.share);
                levels.entry(-level).or_default().push(Run { upper, class, first: 0 });
            }
        }
        let mut firsts = vec![0; upper_shares.len() * classes.len()];
        let (mut runs, mut ranges, mut line) = (Vec::with_capacity(firsts.len()), Vec::new(), 0);
        for level in levels.into_values() {
            let first = runs.len();
            for run in level {
                firsts[run.upper as usize * classes.len() + run.class as usize] = line;
                runs.push(Run { first: line, ..run });
                line += length(&classes[run.class as usize]);
            }
            ranges.push(first..runs.len());
        }
        let lower_bits = u32::try_from(lower_bits).expect("at most 64 bits");
        Numbering { lower_bits, classes, lower, runs, levels: ranges, firsts, upper_shares }
    }

    /// The number of the line with these free high bits.
    #[inline]
    pub fn line(&self, high: u64) -> u64 {
        let lower = high & ((1 << self.lower_bits) - 1);
        // Both halves were numbered.
        let (class, place) = self.lower[usize::try_from(lower).expect("a lower half")];
        let upper = usize::try_from(high >> self.lower_bits).expect("an upper half");
        u64::from(self.first(upper, class as usize) + place)
    }

    /// The first line of a run.
    #[inline]
    pub fn first(&self, upper: usize, class: usize) -> u32 {
        self.firsts[upper * self.classes.len() + class]
    }

    /// The free high bits of a line.
    pub fn high(&self, line: u64) -> u64 {
        let run = self.runs[self.run_of(line)];
        let place = usize::try_from(line - u64::from(run.first)).expect("lines are in memory");
        let lower = self.classes[run.class as usize].members[place];
        u64::from(run.upper) << self.lower_bits | u64::from(lower)
    }

    /// The run that a line is in.
    pub fn run_of(&self, line: u64) -> usize {
        self.runs.partition_point(|run| u64::from(run.first) <= line) - 1
    }

    /// The lines of a run.
    pub fn lines(&self, run: usize) -> Range<usize> {
        let Run { class, first, .. } = self.runs[run];
        first as usize..first as usize + self.classes[class as usize].members.len()
    }

    /// The determined high bits in the lines of a run.
    #[inline]
    pub fn determined(&self, run: Run) -> u64 {
        self.upper_shares[run.upper as usize] ^ self.classes[run.class as usize].share
    }

    /// Number of bytes.
    pub fn bytes(&self) -> u64 {
        16 * self.runs.len() as u64 + 12 * self.lower.len() as u64
    }
}

fn length(class: &Class) -> u32 {
    u32::try_from(class.members.len()).expect("a lower half has few bits")
}

/// The classes of the lower halves, and by lower half its class and its place there.
fn classes(
    roles: &BitRoles,
    weights: &HighWeights,
    lower_bits: usize,
) -> (Vec<Class>, Vec<(u32, u32)>) {
    // The upper half contributes what is constant.
    let share = |it: &Determined| Determined { flipped: false, ..*it };
    let determined: Vec<Determined> = roles.determined_high.iter().map(share).collect();
    let mut found: BTreeMap<(i64, u64), Vec<u32>> = BTreeMap::new();
    for lower in 0..1_u32 << lower_bits {
        let weight = sum(&weights.free[..lower_bits], lower.into());
        found.entry((weight, code(&determined, lower.into()))).or_default().push(lower);
    }
    let mut places = vec![(0, 0); 1 << lower_bits];
    for (class, members) in (0..).zip(found.values()) {
        for (place, lower) in (0..).zip(members) {
            places[*lower as usize] = (class, place);
        }
    }
    let made = found.into_iter().map(|((weight, share), members)| Class { weight, share, members });
    (made.collect(), places)
}
