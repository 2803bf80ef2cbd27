//! The counts of a table, and as the numbers that are kept of them.

use super::work::{Done, LongestSlot, NO_SLOT, ValueCounts};

/// The counts of a tier's table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tallied {
    pub(super) done: Done,
    pub(super) bits: u32,
}

impl Tallied {
    /// How many numbers it is.
    const NUMBERS: usize = 13;

    /// The counts as numbers, to be kept.
    pub(super) fn numbers(&self) -> Vec<u64> {
        let Done { positions: [first, second], classes, win, loss, .. } = &self.done;
        let sums = [first, second, classes].into_iter().flat_map(|it| [it.won, it.lost, it.drawn]);
        let longest = [win, loss].into_iter().flat_map(|it| [u64::from(it.plies), it.slot]);
        sums.chain(longest).collect()
    }

    /// The counts of a table with `bits` bits from their numbers; none if they are not such.
    pub(super) fn from_numbers(numbers: &[u64], bits: u32) -> Option<Self> {
        let numbers: &[u64; Self::NUMBERS] = numbers.try_into().ok()?;
        let sums = |at: usize| ValueCounts {
            won: numbers[at],
            lost: numbers[at + 1],
            drawn: numbers[at + 2],
        };
        let longest = |at: usize| {
            let plies = u32::try_from(numbers[at]).ok()?;
            Some(LongestSlot { plies, slot: numbers[at + 1] })
        };
        let done = Done {
            positions: [sums(0), sums(3)],
            classes: sums(6),
            win: longest(9)?,
            loss: longest(11)?,
            ..Done::default()
        };
        Some(Tallied { done, bits })
    }

    /// Whether they can be counts of a table with `slots` slots. Sums of them over all tiers have
    /// room in 64 bits.
    pub(super) fn is_sound(&self, slots: u64) -> bool {
        let Done { positions: [first, second], classes, win, loss, .. } = &self.done;
        let sums = [first, second, classes].into_iter().flat_map(|it| [it.won, it.lost, it.drawn]);
        let is_there = |longest: &LongestSlot| {
            longest.slot == NO_SLOT || longest.slot < slots && longest.plies <= 1 << 16
        };
        sums.into_iter().all(|sum| sum < 1 << 48) && is_there(win) && is_there(loss)
    }
}
