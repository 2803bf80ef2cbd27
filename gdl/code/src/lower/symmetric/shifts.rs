//! Permutations of the bits of a word by few masked shifts.
//!
//! Bits that move equally far move together: a permutation with `d` different distances takes `d`
//! masks, shifts and unions (*grouped shifting*). With many distances it is cheaper to move bits
//! in stages: in each, some bits change places with those a fixed number of places further up,
//! which is six operations for any number of pairs. In `k` stages a bit can move by `3^k`
//! distances, so a row of seven is mirrored in two: by four, then by two. A small search looks for
//! shifts of which all distances are sums and differences, and for an order in which no two bits
//! meet; what it finds is tried on every single bit. (Knuth, The Art of Computer Programming 4A,
//! section 7.1.3, "swapping and moving bits".)

use std::collections::BTreeSet;

/// The most stages that are looked for.
const MOST_STAGES: usize = 4;

/// The most choices of shifts but the last that are looked at, for each number of stages.
const MOST_CHOICES: usize = 1_000;

/// The most orders of shifts in which all bits are followed, for each number of stages.
const MOST_TRIALS: usize = 6_000;

/// A permutation of bits, one stage after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shifts {
    pub(super) stages: Vec<Stage>,
}

/// What happens to a word at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It becomes the union of its parts, each moved so far up (or down, if negative).
    Union(Vec<(i64, u128)>),
    /// The bits of a mask change places with those so far above them.
    Exchange(u32, u128),
}

impl Shifts {
    /// The cheapest way found to move bit `i` to bit `images[i]`, in words of `word` bits.
    pub(super) fn new(images: &[usize], word: usize) -> Self {
        let grouped = Shifts { stages: vec![union(distances(images).into_iter().enumerate())] };
        let staged = staged(images, word, grouped.cost());
        let best = staged.filter(|staged| staged.cost() < grouped.cost()).unwrap_or(grouped);
        let right = (0..images.len()).all(|bit| best.apply(1 << bit) == 1 << images[bit]);
        assert!(right, "every bit goes where it belongs");
        best
    }

    /// Number of operations on words.
    pub(super) fn cost(&self) -> usize {
        if self.is_nothing() { 0 } else { self.stages.iter().map(Stage::cost).sum() }
    }

    /// Whether every bit stays.
    pub(super) fn is_nothing(&self) -> bool {
        self.stages.iter().all(|stage| match stage {
            Stage::Union(groups) => groups.iter().all(|(shift, _)| *shift == 0),
            Stage::Exchange(_, lower) => *lower == 0,
        })
    }

    /// What becomes of a word.
    fn apply(&self, word: u128) -> u128 {
        self.stages.iter().fold(word, |word, stage| match stage {
            Stage::Union(groups) => {
                groups.iter().fold(0, |moved, (shift, mask)| moved | shifted(word & mask, *shift))
            }
            Stage::Exchange(shift, lower) => {
                let different = (word >> shift ^ word) & lower;
                word ^ different ^ different << shift
            }
        })
    }
}

impl Stage {
    fn cost(&self) -> usize {
        match self {
            Stage::Union(groups) => {
                groups.iter().map(|(shift, _)| 2 + usize::from(*shift != 0)).sum::<usize>() - 1
            }
            Stage::Exchange(..) => 6,
        }
    }
}

fn shifted(word: u128, by: i64) -> u128 {
    if by < 0 { word >> by.unsigned_abs() } else { word << by.unsigned_abs() }
}

/// How far each bit moves.
fn distances(images: &[usize]) -> Vec<i64> {
    let number = |bit: usize| i64::try_from(bit).expect("at most 128");
    images.iter().enumerate().map(|(bit, image)| number(*image) - number(bit)).collect()
}

/// The stage that moves bits so far, by distance.
fn union(moves: impl Iterator<Item = (usize, i64)>) -> Stage {
    let mut groups: Vec<(i64, u128)> = Vec::new();
    for (bit, by) in moves {
        match groups.iter_mut().find(|(shift, _)| *shift == by) {
            Some((_, mask)) => *mask |= 1 << bit,
            None => groups.push((by, 1 << bit)),
        }
    }
    groups.sort_unstable_by_key(|(shift, _)| *shift);
    Stage::Union(groups)
}

/// Stages that cost less than `most`, as few of them as possible.
fn staged(images: &[usize], word: usize, most: usize) -> Option<Shifts> {
    let distances = distances(images);
    let wanted: BTreeSet<i64> = distances.iter().map(|by| by.abs()).collect();
    let pairs = wanted.iter().flat_map(|one| wanted.iter().map(move |other| (one, other)));
    let candidates: BTreeSet<i64> = pairs
        .flat_map(|(one, other)| {
            let (sum, difference) = (one + other, (one - other).abs());
            let half = |even: i64| (even % 2 == 0).then_some(even / 2);
            [Some(*one), Some(difference), half(sum), half(difference)]
        })
        .flatten()
        .filter(|shift| *shift > 0)
        .collect();
    let candidates: Vec<i64> = candidates.into_iter().collect();
    let search = Search { distances: &distances, wanted: &wanted, word };
    (1..=MOST_STAGES).take_while(|count| 6 * count < most).find_map(|count| {
        let mut budget = Budget { choices: MOST_CHOICES, trials: MOST_TRIALS };
        search.choose(&candidates, &mut Vec::new(), count, &mut budget)
    })
}

/// What a search for stages looks at.
struct Search<'a> {
    distances: &'a [i64],
    /// The distances without signs, each once.
    wanted: &'a BTreeSet<i64>,
    /// The number of bits of a word.
    word: usize,
}

/// What may still be tried.
struct Budget {
    choices: usize,
    trials: usize,
}

/// How each of the shifts counts in a sum: up, down or not at all.
type Signs = Vec<i64>;

/// Where a bit is before each stage and after the last, and how far each stage moves it.
type Path = (Vec<usize>, Vec<i64>);

impl Search<'_> {
    /// Chooses `more` more shifts, the largest first.
    fn choose(
        &self,
        candidates: &[i64],
        chosen: &mut Vec<i64>,
        more: usize,
        budget: &mut Budget,
    ) -> Option<Shifts> {
        if more == 1 {
            budget.choices = budget.choices.checked_sub(1)?;
            return self.last(chosen, budget);
        }
        for (position, shift) in candidates.iter().enumerate().rev() {
            chosen.push(*shift);
            let found = self.choose(&candidates[..position], chosen, more - 1, budget);
            chosen.pop();
            if found.is_some() || budget.choices == 0 || budget.trials == 0 {
                return found;
            }
        }
        None
    }

    /// Chooses the last shift: it must reach the farthest distance that the others do not.
    fn last(&self, chosen: &mut Vec<i64>, budget: &mut Budget) -> Option<Shifts> {
        let sums_so_far: BTreeSet<i64> = sums(chosen).into_iter().map(|(sum, _)| sum).collect();
        let missing: Vec<i64> =
            self.wanted.iter().copied().filter(|by| !sums_so_far.contains(by)).collect();
        let farthest = missing.last()?;
        let steps: BTreeSet<i64> = sums_so_far.iter().map(|sum| (farthest - sum).abs()).collect();
        for step in steps {
            let reached =
                |by: &i64| [by - step, by + step].iter().any(|sum| sums_so_far.contains(sum));
            if missing.iter().all(reached) {
                chosen.push(step);
                let found = self.arrange(chosen, budget);
                chosen.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Tries the shifts in every order.
    fn arrange(&self, chosen: &[i64], budget: &mut Budget) -> Option<Shifts> {
        let sums = sums(chosen);
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        loop {
            budget.trials = budget.trials.checked_sub(1)?;
            let found = self.follow(chosen, &sums, &order);
            if found.is_some() || !next_order(&mut order) {
                return found;
            }
        }
    }

    /// Finds a way for every bit through the stages, so that no two of them meet and none leaves
    /// the word.
    fn follow(&self, chosen: &[i64], sums: &[(i64, Signs)], order: &[usize]) -> Option<Shifts> {
        let path = |bit: usize, signs: &Signs| -> Option<Path> {
            let mut path = vec![bit];
            let mut shifts = Vec::new();
            for number in order {
                let shift = signs[*number] * chosen[*number];
                let at = i64::try_from(*path.last()?).ok()? + shift;
                path.push(usize::try_from(at).ok().filter(|at| *at < self.word)?);
                shifts.push(shift);
            }
            Some((path, shifts))
        };
        let mut paths: Vec<Vec<Path>> = Vec::new();
        for (bit, by) in self.distances.iter().enumerate() {
            let same = sums.iter().filter(|(sum, _)| sum == by);
            let own: Vec<Path> = same.filter_map(|(_, signs)| path(bit, signs)).collect();
            paths.push(Some(own).filter(|own| !own.is_empty())?);
        }
        // Bits that have no choice come first.
        paths.sort_by_key(Vec::len);
        let mut found = Vec::new();
        let mut tries = 8 * paths.len();
        place_all(&paths, &mut vec![0; order.len() + 1], &mut found, &mut tries).then(|| {
            let stage = |number: usize| {
                let moves =
                    found.iter().map(|(path, shifts): &Path| (path[number], shifts[number]));
                exchange(&moves.collect::<Vec<_>>())
            };
            Shifts { stages: (0..order.len()).map(stage).collect() }
        })
    }
}

/// Chooses a path for each bit so that no two are at one place at a time, within some tries.
fn place_all(
    paths: &[Vec<Path>],
    taken: &mut Vec<u128>,
    found: &mut Vec<Path>,
    tries: &mut usize,
) -> bool {
    let Some((choices, rest)) = paths.split_first() else { return true };
    for (path, shifts) in choices {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if path.iter().zip(&*taken).any(|(at, taken)| taken >> at & 1 == 1) {
            continue;
        }
        let flip = |taken: &mut Vec<u128>| {
            taken.iter_mut().zip(path).for_each(|(taken, at)| *taken ^= 1 << at);
        };
        flip(taken);
        found.push((path.clone(), shifts.clone()));
        if place_all(rest, taken, found, tries) {
            return true;
        }
        found.pop();
        flip(taken);
    }
    false
}

/// The stage that moves bits so far: as an exchange if those that move up change places with those
/// that move down, or with nothing.
fn exchange(moves: &[(usize, i64)]) -> Stage {
    let towards = |sign: i64| {
        let own = moves.iter().filter(move |(_, shift)| shift.signum() == sign);
        own.fold(0_u128, |bits, (bit, _)| bits | 1 << bit)
    };
    let (up, stay, down) = (towards(1), towards(0), towards(-1));
    let Some(shift) = moves.iter().map(|(_, shift)| shift.abs()).find(|shift| *shift > 0) else {
        return union(moves.iter().copied());
    };
    let lower = up | down >> shift;
    let others = stay | (up & lower << shift) | (down & lower);
    let partners = lower | lower << shift;
    if partners & stay == 0 && others == stay {
        let shift = u32::try_from(shift).expect("at most 128");
        Stage::Exchange(shift, lower)
    } else {
        union(moves.iter().copied())
    }
}

/// All sums and differences of some of the shifts, those of few of them first.
fn sums(shifts: &[i64]) -> Vec<(i64, Signs)> {
    let mut sums = vec![(0, Vec::new())];
    for shift in shifts {
        let with = |(sum, signs): &(i64, Signs)| {
            [0, 1, -1].map(|sign| (sum + sign * shift, [signs.as_slice(), &[sign]].concat()))
        };
        sums = sums.iter().flat_map(with).collect();
    }
    sums.sort_by_key(|(_, signs)| signs.iter().filter(|sign| **sign != 0).count());
    sums
}

/// The next order of some numbers; false after the last.
fn next_order(order: &mut [usize]) -> bool {
    let Some(rise) = (1..order.len()).rev().find(|at| order[at - 1] < order[*at]) else {
        return false;
    };
    let larger = (rise..order.len()).rev().find(|at| order[*at] > order[rise - 1]);
    order.swap(rise - 1, larger.expect("the next one is larger"));
    order[rise..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square board, each cell going where a function says.
    fn board(side: usize, image: fn(usize, usize, usize) -> (usize, usize)) -> Vec<usize> {
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        cells
            .map(|(row, column)| {
                let (row, column) = image(row, column, side);
                row * side + column
            })
            .collect()
    }

    #[test]
    fn mirrors_of_boards_take_few_operations() {
        let cost = |images: Vec<usize>| Shifts::new(&images, 64).cost();
        let costs = [3, 5, 7, 8].map(|side| {
            (
                cost(board(side, |row, column, side| (row, side - 1 - column))),
                cost(board(side, |row, column, side| (side - 1 - row, column))),
                cost(board(side, |row, column, _| (column, row))),
            )
        });
        assert_eq!(costs, [(6, 6, 12), (12, 12, 18), (12, 12, 20), (18, 18, 18)]);
    }

    #[test]
    fn words_without_room_are_permuted_as_well() {
        let mut images: Vec<usize> = (0..32).rev().collect();
        for step in 0..32 {
            assert_eq!(Shifts::new(&images, 32).apply(0x8000_0001).count_ones(), 2);
            images.swap(step, (step * 7 + 3) % 32);
        }
    }

    #[test]
    fn what_stays_costs_nothing() {
        let stays: Vec<usize> = (0..10).collect();
        let shifts = Shifts::new(&stays, 32);
        assert!(shifts.is_nothing() && shifts.cost() == 0);
    }

    #[test]
    fn orders_come_each_once() {
        let mut order = vec![0, 1, 2, 3];
        let mut seen = BTreeSet::from([order.clone()]);
        while next_order(&mut order) {
            assert!(seen.insert(order.clone()));
        }
        assert_eq!(seen.len(), 24);
    }
}
