//! Made-up graphs against a search with plain sets.

use super::by_table;
use gdl_runtime::engine::Rules;
use std::collections::BTreeSet;

/// Numbers below a prime; a move multiplies by, adds or takes what depends on the number. Most moves lead far away, many lead to the same number, and some
/// lead back.
struct Scattered {
    size: u64,
    moves: Vec<(u64, u64)>,
}

impl Rules for Scattered {
    type State = u64;

    fn size(&self) -> u64 {
        self.size
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        for (factor, summand) in &self.moves {
            visit(&((state * factor + summand) % self.size));
        }
    }
}

/// Arrangements of distinct letters, numbered in the order of a dictionary; a move exchanges two places.
struct Exchanges {
    letters: usize,
    pairs: Vec<(usize, usize)>,
}

impl Rules for Exchanges {
    type State = Vec<u8>;

    fn size(&self) -> u64 {
        (1..=self.letters as u64).product()
    }

    fn rank(&self, state: &Vec<u8>) -> u64 {
        let mut rank = 0;
        for (place, letter) in state.iter().enumerate() {
            let smaller = state[place..].iter().filter(|later| *later < letter).count();
            rank = rank * (self.letters - place) as u64 + smaller as u64;
        }
        rank
    }

    fn unrank(&self, index: u64) -> Vec<u8> {
        let mut rest = index;
        let mut digits = Vec::new();
        for radix in 1..=self.letters as u64 {
            digits.push(usize::try_from(rest % radix).expect("a digit"));
            rest /= radix;
        }
        let mut letters: Vec<u8> = (0..).take(self.letters).collect();
        digits.into_iter().rev().map(|digit| letters.remove(digit)).collect()
    }

    fn successors(&self, state: &Vec<u8>, visit: &mut impl FnMut(&Vec<u8>)) {
        for &(one, other) in &self.pairs {
            let mut next = state.clone();
            next.swap(one, other);
            visit(&next);
        }
    }
}

/// The layers and the number of moves, by sets of indices.
fn by_sets<R: Rules>(rules: &R, starts: &[u64]) -> (Vec<BTreeSet<u64>>, u64) {
    let mut seen: BTreeSet<u64> = starts.iter().copied().collect();
    let mut layers = vec![seen.clone()];
    let mut successors = 0;
    loop {
        let mut next = BTreeSet::new();
        for &index in layers.last().expect("there is a layer") {
            rules.successors(&rules.unrank(index), &mut |state| {
                successors += 1;
                let index = rules.rank(state);
                if seen.insert(index) {
                    next.insert(index);
                }
            });
        }
        if next.is_empty() {
            return (layers, successors);
        }
        layers.push(next);
    }
}

fn compare<R: Rules>(title: &str, rules: &R, starts: &[u64]) {
    let (layers, successors) = by_sets(rules, starts);
    let sizes: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
    let reached: BTreeSet<u64> = layers.iter().flatten().copied().collect();
    for threads in [1, 2, 5] {
        let found = by_table(rules, starts, threads);
        assert_eq!(found.layers, sizes, "{title}, {threads} threads");
        assert_eq!(found.successors, successors, "{title}, {threads} threads");
        assert!(found.table.reached().eq(reached.iter().copied()), "{title}, {threads} threads");
        assert!(found.hardest.iter().eq(layers.last().expect("a layer")), "{title}");
    }
}

#[test]
fn scattered_moves_are_all_found() {
    for size in [1, 2, 31, 32, 33, 16_383, 16_384, 16_385, 65_537, 300_007] {
        let moves = vec![(1, 1), (3, 5), (7, 11), (2, 0), (2, 0), (1, 0), (5, size - 1)];
        compare(&format!("{size} numbers"), &Scattered { size, moves }, &[0]);
        let moves = vec![(2, 0), (3, 0)];
        compare(&format!("{size} factors"), &Scattered { size, moves }, &[1 % size]);
    }
}

#[test]
fn long_thin_layers_are_all_found() {
    let ring = Scattered { size: 100_003, moves: vec![(1, 50_021)] };
    let (layers, _) = by_sets(&ring, &[17]);
    assert_eq!(layers.len(), 100_003);
    let found = by_table(&ring, &[17], 2);
    assert_eq!(found.layers, vec![1; 100_003]);
}

#[test]
fn several_starts_are_one_layer() {
    let rules = Scattered { size: 100_003, moves: vec![(1, 1), (2, 0)] };
    compare("three starts", &rules, &[5, 70_000, 5, 99_999]);
}

#[test]
fn exchanges_are_all_found() {
    for letters in [2, 5, 8] {
        let neighbours = (1..letters).map(|place| (place - 1, place)).collect();
        compare("neighbours", &Exchanges { letters, pairs: neighbours }, &[0]);
        let star: Vec<_> = (1..letters).map(|place| (0, place)).collect();
        let last = Exchanges { letters, pairs: star }.size() - 1;
        let star = (1..letters).map(|place| (0, place)).collect();
        compare("a star", &Exchanges { letters, pairs: star }, &[last]);
    }
}

#[test]
fn no_start_gives_nothing() {
    let rules = Scattered { size: 100, moves: vec![(1, 1)] };
    let found = by_table(&rules, &[], 1);
    assert_eq!((found.layers.len(), found.states, found.successors), (0, 0, 0));
}
