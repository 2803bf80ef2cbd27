//! How many positions have which value.

use gdl_runtime::values::{Evaluation, Outcome};
use std::collections::BTreeMap;

/// Counts by value and plies. Without plies all are in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Histogram {
    pub(super) won: BTreeMap<Option<u32>, u64>,
    pub(super) lost: BTreeMap<Option<u32>, u64>,
    pub(super) drawn: u64,
    pub(super) margins: BTreeMap<i64, u64>,
}

/// The sums of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) won: u64,
    pub(super) lost: u64,
    pub(super) drawn: u64,
}

impl Histogram {
    /// Counts a value `times` times.
    pub(super) fn count(&mut self, known: Evaluation, times: u64) {
        if times == 0 {
            return;
        }
        let place = match known.outcome {
            Outcome::Win => self.won.entry(known.plies).or_default(),
            Outcome::Loss => self.lost.entry(known.plies).or_default(),
            Outcome::Draw => &mut self.drawn,
            Outcome::Margin(margin) => self.margins.entry(margin).or_default(),
        };
        *place += times;
    }

    /// Adds the counts of another.
    pub(super) fn add(&mut self, other: &Histogram) {
        for (own, other) in [(&mut self.won, &other.won), (&mut self.lost, &other.lost)] {
            for (plies, count) in other {
                *own.entry(*plies).or_default() += count;
            }
        }
        for (margin, count) in &other.margins {
            *self.margins.entry(*margin).or_default() += count;
        }
        self.drawn += other.drawn;
    }

    /// How many are won, lost and drawn; by margin, who is ahead.
    pub(super) fn sums(&self) -> Sums {
        let by = |is_so: fn(i64) -> bool| {
            let found = self.margins.iter().filter(move |(margin, _)| is_so(**margin));
            found.map(|(_, count)| count).sum::<u64>()
        };
        Sums {
            won: self.won.values().sum::<u64>() + by(|margin| margin > 0),
            lost: self.lost.values().sum::<u64>() + by(|margin| margin < 0),
            drawn: self.drawn + by(|margin| margin == 0),
        }
    }

    /// How many there are.
    pub(super) fn total(&self) -> u64 {
        let Sums { won, lost, drawn } = self.sums();
        won + lost + drawn
    }

    /// The plies that occur, each with how many are won and lost.
    pub(super) fn plies(&self) -> BTreeMap<u32, (u64, u64)> {
        let mut rows: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for (plies, count) in &self.won {
            if let Some(plies) = plies {
                rows.entry(*plies).or_default().0 += count;
            }
        }
        for (plies, count) in &self.lost {
            if let Some(plies) = plies {
                rows.entry(*plies).or_default().1 += count;
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up() {
        let mut one = Histogram::default();
        one.count(Evaluation::after(Outcome::Win, 3), 5);
        one.count(Evaluation::after(Outcome::Loss, 2), 4);
        one.count(Evaluation::new(Outcome::Draw), 7);
        let mut two = one.clone();
        two.count(Evaluation::after(Outcome::Win, 3), 1);
        two.add(&one);
        assert_eq!(two.sums(), Sums { won: 11, lost: 8, drawn: 14 });
        assert_eq!(two.total(), 33);
        let rows: Vec<(u32, (u64, u64))> = two.plies().into_iter().collect();
        assert_eq!(rows, [(2, (0, 8)), (3, (11, 0))]);
    }

    #[test]
    fn margins_say_who_is_ahead() {
        let mut histogram = Histogram::default();
        for (margin, times) in [(-3, 2), (0, 4), (1, 8), (5, 16)] {
            histogram.count(Evaluation::new(Outcome::Margin(margin)), times);
        }
        assert_eq!(histogram.sums(), Sums { won: 24, lost: 2, drawn: 4 });
        assert!(histogram.plies().is_empty());
    }
}
