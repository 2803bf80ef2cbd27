//! Which bits are low.
//!
//! The low bits are chosen greedily, several times with some noise, by what a line costs: a
//! rewrite is done in the lines whose high bits fit, as a plain OR if it looks at no low bit, with
//! a mask and a shift otherwise, and inside of the line if it changes no high bit.
//!
//! Besides, *weights* are looked for: whole numbers for the high bits such that their sum over the
//! set bits falls with every rewrite that changes one of them. Then lines have an order in which
//! nothing goes back, and a single sweep in that order finds everything. They are found by the
//! rule of the perceptron: as long as a rewrite does not fall, its change is taken off the
//! weights. Where there are none it goes on for ever, so it is given up.
//!
//! Cost: about a thousand sets are looked at, each in as many steps as there are rewrites.

use super::bit_roles::{Invariant, free_in};
use super::exact::Exact;
use crate::Kind;

/// Most free bits of a line: nine.
pub(super) const FREE: u32 = 9;

/// LIMIT: the most low bits that may be determined. Each doubles the masks.
const MOST_DETERMINED: u32 = 5;

/// How often a set is looked for.
const TRIES: u64 = 6;

/// How many times all rewrites are gone through for weights.
const PASSES: usize = 300;

/// LIMIT: larger weights make too many levels.
const HEAVIEST: i64 = 1000;

/// A choice of low bits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) low: u64,
    /// By bit, if there are weights; 0 for low bits.
    pub(super) weights: Option<Vec<i64>>,
}

/// How a rewrite is done.
pub(super) fn kind(rewrite: &Exact, low: u64) -> Kind {
    if rewrite.flip & !low == 0 {
        Kind::InsideLines
    } else if rewrite.mask & low == 0 {
        Kind::UnchangedLines
    } else {
        Kind::ShiftedLines
    }
}

/// Number of operations on 32 bytes that a rewrite takes for each line, on average.
pub(super) fn operations(rewrite: &Exact, low: u64) -> f64 {
    let each = match kind(rewrite, low) {
        Kind::UnchangedLines => 2.0,
        _ => 8.0,
    };
    each * 0.5_f64.powf(f64::from((rewrite.mask & !low).count_ones()))
}

/// Weights for the bits that are not low, beginning with others that are nearly right.
pub(super) fn weights(rewrites: &[Exact], low: u64, first: &[i64]) -> Option<Vec<i64>> {
    let mut weights = first.to_vec();
    for _ in 0..PASSES {
        let mut falls = true;
        for rewrite in rewrites.iter().filter(|it| it.flip & !low != 0) {
            let change = |bit: u32| if rewrite.value >> bit & 1 == 1 { -1 } else { 1 };
            let sum: i64 =
                ones(rewrite.flip & !low).map(|bit| change(bit) * weight(&weights, bit)).sum();
            if sum >= 0 {
                falls = false;
                ones(rewrite.flip & !low).for_each(|bit| weights[bit as usize] -= change(bit));
            }
        }
        if falls {
            ones(low).for_each(|bit| weights[bit as usize] = 0);
            let light = weights.iter().all(|weight| weight.abs() <= HEAVIEST);
            return light.then_some(weights);
        }
    }
    None
}

fn weight(weights: &[i64], bit: u32) -> i64 {
    weights[bit as usize]
}

pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(lowest)
    })
}

/// The best choice that was found: with weights if there are any for nearly as many low bits as a
/// line has.
pub(super) fn choose(rewrites: &[Exact], bits: usize, invariants: &[Invariant]) -> Choice {
    let all = u64::MAX >> (64 - bits);
    let most = FREE.min(free_in(all, invariants));
    let ctx = Ctx { rewrites, all, invariants };
    // A bit less in a line doubles the table, so there is a limit to what weights are worth.
    let ordered = ctx.best(true).filter(|it| free_in(it.low, invariants) + 1 >= most);
    let choice = ordered.or_else(|| ctx.best(false));
    choice.unwrap_or(Choice { low: 0, weights: None })
}

struct Ctx<'a> {
    rewrites: &'a [Exact],
    all: u64,
    invariants: &'a [Invariant],
}

impl Ctx<'_> {
    fn best(&self, ordered: bool) -> Option<Choice> {
        let grown = (0..TRIES).filter_map(|seed| self.grow(ordered, seed));
        // If all bits fit into a line, none of them has to be added before the others.
        let everything = self.fits(self.all).then(|| Choice {
            low: self.all,
            weights: ordered.then(|| vec![0; 64 - self.all.leading_zeros() as usize]),
        });
        grown.chain(everything).min_by(|one, other| self.merit(one).total_cmp(&self.merit(other)))
    }

    /// What a choice costs for each state.
    fn merit(&self, choice: &Choice) -> f64 {
        let states = 2.0_f64.powf(f64::from(free_in(choice.low, self.invariants)));
        (2.0 + self.cost(choice.low)) / states
    }

    fn cost(&self, low: u64) -> f64 {
        self.rewrites.iter().map(|rewrite| operations(rewrite, low)).sum()
    }

    /// Adds bits as long as they fit into a line, each time the cheapest; none if there are no
    /// weights to begin with.
    fn grow(&self, ordered: bool, seed: u64) -> Option<Choice> {
        let mut noise = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let ones_of = |low: u64| ones(self.all & !low);
        let bits = 64 - self.all.leading_zeros() as usize;
        let mut weights_now = vec![1; bits];
        if ordered {
            weights_now = weights(self.rewrites, 0, &weights_now)?;
        }
        let mut low = 0;
        loop {
            let mut next: Vec<(f64, u64)> = ones_of(low)
                .map(|bit| low | 1 << bit)
                .filter(|low| self.fits(*low))
                .map(|low| (self.cost(low) + f64::from(seed != 0) * random(&mut noise), low))
                .collect();
            next.sort_by(|one, other| one.0.total_cmp(&other.0));
            // Bits that are determined come for nothing if they spare more than they cost.
            let free = free_in(low, self.invariants);
            let useful = |set: &u64| free < FREE || self.cost(*set) <= self.cost(low);
            let mut sets = next.into_iter().map(|(_, set)| set).filter(useful);
            let found = if ordered {
                sets.find_map(|set| Some((set, weights(self.rewrites, set, &weights_now)?)))
            } else {
                sets.next().map(|set| (set, Vec::new()))
            };
            let Some((set, weights)) = found else { break };
            low = set;
            if ordered {
                weights_now = weights;
            }
        }
        Some(Choice { low, weights: ordered.then_some(weights_now) })
    }

    fn fits(&self, low: u64) -> bool {
        let free = free_in(low, self.invariants);
        free <= FREE && low.count_ones() - free <= MOST_DETERMINED
    }
}

/// A number between 0 and 2 (xorshift).
fn random(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 40) as f64 / f64::from(1 << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A jump upward over a neighbor, which disappears.
    fn jumps(cells: u32) -> Vec<Exact> {
        let jump = |at: u32| Exact { mask: 7 << at, value: 0b011 << at, flip: 7 << at };
        (0..cells - 2).map(jump).collect()
    }

    #[test]
    fn jumps_that_take_pieces_have_weights() {
        let rewrites = jumps(14);
        let choice = choose(&rewrites, 14, &[]);
        assert!(choice.low.count_ones() >= 8 && choice.low.count_ones() <= 9);
        let weights = choice.weights.expect("weights");
        for rewrite in rewrites {
            let change = |bit| if rewrite.value >> bit & 1 == 1 { -1 } else { 1 };
            let sum: i64 = ones(rewrite.flip).map(|bit| change(bit) * weights[bit as usize]).sum();
            assert!(sum < 0 || rewrite.flip & !choice.low == 0);
        }
    }

    #[test]
    fn moves_that_can_be_undone_have_no_weights() {
        let there = Exact { mask: 3, value: 1, flip: 3 };
        let back = Exact { mask: 3, value: 2, flip: 3 };
        assert_eq!(weights(&[there, back], 0, &[1, 1]), None);
        assert!(weights(&[there], 0, &[1, 1]).is_some());
    }
}
