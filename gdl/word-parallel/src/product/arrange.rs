//! Arrangements: ways to put given numbers of pieces of each kind on a row of cells, numbered in
//! dictionary order.
//!
//! What is left to place, a number of each kind, is a *stock*; every stock has a number. A table
//! has, for each stock and kind, how many arrangements begin with a lower kind. So the number of
//! an arrangement is a sum of one entry for each cell, whatever the number of kinds; one table
//! serves rows and columns of all tiers. It has as many entries as there are stocks (the product
//! of the counts plus one) times kinds.

/// Numbers arrangements.
#[derive(Clone, Debug)]
pub struct Arranger {
    kinds: usize,
    /// How many pieces of each kind there are.
    counts: Vec<usize>,
    /// What one piece of each kind adds to the number of a stock.
    strides: Vec<u32>,
    /// How many arrangements a stock has.
    totals: Vec<u64>,
    /// By stock and kind: how many arrangements begin with a lower kind.
    lower: Vec<u64>,
}

/// The most entries of the table.
const MOST_ENTRIES: u64 = 1 << 22;

impl Arranger {
    /// Creates an arranger for `counts[k]` pieces of kind `k`; none if there are too many kinds.
    pub(super) fn new(counts: &[u8]) -> Option<Self> {
        let mut strides = Vec::new();
        let mut stocks = 1_u64;
        for count in counts {
            strides.push(u32::try_from(stocks).ok()?);
            stocks = stocks.checked_mul(u64::from(*count) + 1)?;
            if stocks.checked_mul(counts.len() as u64)? > MOST_ENTRIES {
                return None;
            }
        }
        let stocks = usize::try_from(stocks).ok()?;
        let mut arranger = Arranger {
            kinds: counts.len(),
            counts: counts.iter().map(|count| usize::from(*count)).collect(),
            strides,
            totals: vec![0; stocks],
            lower: vec![0; stocks * counts.len()],
        };
        arranger.fill();
        Some(arranger)
    }

    fn fill(&mut self) {
        for stock in 0..self.totals.len() {
            let mut total = u64::from(stock == 0);
            for kind in 0..self.kinds {
                self.lower[stock * self.kinds + kind] = total;
                if self.left(stock, kind) > 0 {
                    let rest = stock - self.strides[kind] as usize;
                    total = total.saturating_add(self.totals[rest]);
                }
            }
            self.totals[stock] = total;
        }
    }

    /// Number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds
    }

    /// The stock with `counts[k]` pieces of each kind `k`.
    pub fn stock(&self, counts: &[u8]) -> u32 {
        counts.iter().zip(&self.strides).map(|(count, stride)| u32::from(*count) * stride).sum()
    }

    /// The stock of all pieces.
    pub fn full(&self) -> u32 {
        u32::try_from(self.totals.len() - 1).expect("a stock")
    }

    /// The stock of the pieces of an arrangement.
    pub fn stock_of(&self, arrangement: impl IntoIterator<Item = u8>) -> u32 {
        arrangement.into_iter().map(|kind| self.strides[usize::from(kind)]).sum()
    }

    /// How many arrangements a stock has; `u64::MAX` if these are too many to count.
    pub fn total(&self, stock: u32) -> u64 {
        self.totals[stock as usize]
    }

    /// By stock: how many arrangements on cycles of these lengths have the same kind all along
    /// each cycle.
    pub(super) fn constant_on(&self, cycles: &[usize]) -> Vec<u64> {
        let mut ways = vec![0_u64; self.totals.len()];
        ways[0] = 1;
        for length in cycles {
            let mut longer = vec![0_u64; ways.len()];
            for (stock, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                for kind in 0..self.kinds {
                    if self.left(stock, kind) + length <= self.counts[kind] {
                        let more = &mut longer[stock + length * self.strides[kind] as usize];
                        *more = more.saturating_add(*ways);
                    }
                }
            }
            ways = longer;
        }
        ways
    }

    /// How many pieces of a kind a stock has.
    fn left(&self, stock: usize, kind: usize) -> usize {
        stock / self.strides[kind] as usize % (self.counts[kind] + 1)
    }

    /// The number of an arrangement of all pieces of a stock.
    #[inline]
    pub fn rank(&self, stock: u32, arrangement: impl IntoIterator<Item = u8>) -> u64 {
        let (mut stock, mut number) = (stock, 0);
        for kind in arrangement {
            number += self.lower[stock as usize * self.kinds + usize::from(kind)];
            stock -= self.strides[usize::from(kind)];
        }
        number
    }

    /// Writes the arrangement with a number.
    pub fn unrank(&self, stock: u32, number: u64, arrangement: &mut [u8]) {
        let (mut stock, mut number) = (stock, number);
        for kind_here in arrangement {
            let lower = &self.lower[stock as usize * self.kinds..][..self.kinds];
            // Kinds that are used up have the same entry as the next one.
            let kind = lower.partition_point(|before| *before <= number) - 1;
            *kind_here = u8::try_from(kind).expect("a kind");
            number -= lower[kind];
            stock -= self.strides[kind];
        }
    }
}

/// Makes the next arrangement in dictionary order; false if it was the last.
pub fn next_arrangement(arrangement: &mut [u8]) -> bool {
    let Some(at) = arrangement.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let larger = arrangement.iter().rposition(|kind| *kind > arrangement[at]);
    arrangement.swap(at, larger.expect("the next one is larger"));
    arrangement[at + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_numbered_in_order() {
        let arranger = Arranger::new(&[2, 3, 1]).expect("few kinds");
        for counts in [[2, 3, 1], [1, 0, 1], [0, 2, 1], [2, 2, 0], [0, 0, 0]] {
            let stock = arranger.stock(&counts);
            let mut first: Vec<u8> = Vec::new();
            for (kind, count) in (0..).zip(counts) {
                first.extend(std::iter::repeat_n(kind, usize::from(count)));
            }
            let mut number = 0;
            loop {
                assert_eq!(arranger.rank(stock, first.iter().copied()), number);
                let mut again = vec![0; first.len()];
                arranger.unrank(stock, number, &mut again);
                assert_eq!(again, first);
                number += 1;
                if !next_arrangement(&mut first) {
                    break;
                }
            }
            assert_eq!(arranger.total(stock), number);
        }
    }

    #[test]
    fn too_many_kinds_have_no_table() {
        assert!(Arranger::new(&[1; 30]).is_none());
    }
}
