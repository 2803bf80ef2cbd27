//! Made-up graphs against a search with plain sets.

use super::plain::{Known, by_sets, compare};
use gdl_runtime::Silent;
use gdl_runtime::engine::{PerState, Rules, SearchKind, SearchOptions, Use, search};

/// Numbers below a size; a move multiplies by, adds or takes what depends on the number. Most
/// moves lead far away, many lead to the same number, and some lead back.
pub(super) struct Scattered {
    pub(super) size: u64,
    pub(super) moves: Vec<(u64, u64)>,
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

    fn is_goal(&self, state: &u64) -> bool {
        *state % 1_000 == 999
    }
}

/// Numbers that are even and odd in turn, by moves in one direction.
struct Alternating(Scattered);

impl Rules for Alternating {
    type State = u64;

    fn size(&self) -> u64 {
        2 * self.0.size
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        self.0.successors(&(state / 2), &mut |next| visit(&(2 * next + 1 - state % 2)));
    }

    fn phase(&self, state: &u64) -> u64 {
        state % 2
    }
}

/// Floors with the same numbers on each; every move leads to the next floor.
struct Stairs {
    floor: Scattered,
    floors: u64,
}

impl Stairs {
    fn known(&self) -> Known {
        let size = self.floor.size;
        let range = |floor: u64| floor * size..(floor + 1) * size;
        let ranges = Some((0..self.floors).map(range).collect());
        Known { counts_moves: true, ranges, ..Known::default() }
    }
}

impl Rules for Stairs {
    type State = u64;

    fn size(&self) -> u64 {
        self.floor.size * self.floors
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        let floor = state / self.floor.size;
        if floor + 1 < self.floors {
            let here = state % self.floor.size;
            let above = (floor + 1) * self.floor.size;
            self.floor.successors(&here, &mut |next| visit(&(above + next)));
        }
    }

    fn phase(&self, state: &u64) -> u64 {
        state / self.floor.size
    }
}

/// The corners of a cube with this number of dimensions; a move goes along an edge. All directions
/// are alike.
pub(super) struct Cube {
    pub(super) dimensions: u32,
    /// Whether moves go away from the corner 0 only.
    pub(super) rising: bool,
}

impl Rules for Cube {
    type State = u64;

    fn size(&self) -> u64 {
        1 << self.dimensions
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        for edge in 0..self.dimensions {
            if !self.rising || state >> edge & 1 == 0 {
                visit(&(state ^ 1 << edge));
            }
        }
    }

    const KNOWS_PREDECESSORS: bool = true;

    fn predecessors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        for edge in 0..self.dimensions {
            if !self.rising || state >> edge & 1 == 1 {
                visit(&(state ^ 1 << edge));
            }
        }
    }

    fn phase(&self, state: &u64) -> u64 {
        u64::from(state.count_ones())
    }

    fn is_goal(&self, state: &u64) -> bool {
        state.count_ones() == 3 && state & 1 == 0
    }

    fn canonical(&self, state: &u64) -> u64 {
        (1 << state.count_ones()) - 1
    }

    fn orbit(&self, state: &u64) -> u64 {
        let ones = u64::from(state.count_ones());
        (0..ones)
            .fold(1, |ways, chosen| ways * (u64::from(self.dimensions) - chosen) / (chosen + 1))
    }
}

/// Arrangements of distinct letters, numbered in the order of a dictionary; a move exchanges two
/// places.
struct Exchanges {
    letters: usize,
    pairs: Vec<(usize, usize)>,
}

impl Exchanges {
    /// Exchanges of neighbours: reading everything backward is a symmetry.
    fn of_neighbours(letters: usize) -> Self {
        Exchanges { letters, pairs: (1..letters).map(|place| (place - 1, place)).collect() }
    }

    fn backward(&self, state: &[u8]) -> Vec<u8> {
        let last = u8::try_from(self.letters - 1).expect("few letters");
        state.iter().rev().map(|letter| last - letter).collect()
    }
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

    fn phase(&self, state: &Vec<u8>) -> u64 {
        let inversions = |place: usize| {
            state[place..].iter().filter(|later| **later < state[place]).count() as u64
        };
        (0..self.letters).map(inversions).sum::<u64>() % 2
    }

    fn canonical(&self, state: &Vec<u8>) -> Vec<u8> {
        self.backward(state).min(state.clone())
    }

    fn orbit(&self, state: &Vec<u8>) -> u64 {
        if self.backward(state) == *state { 1 } else { 2 }
    }
}

#[test]
fn scattered_moves_are_all_found() {
    for size in [1, 2, 31, 32, 33, 64, 65, 16_384, 16_385, 50_021] {
        let moves = vec![(1, 1), (3, 5), (7, 11), (2, 0), (2, 0), (1, 0), (5, size - 1)];
        let rules = Scattered { size, moves };
        compare(&format!("{size} numbers"), &rules, &[0], &Known::default());
        let rules = Scattered { size, moves: vec![(2, 0), (3, 0)] };
        compare(&format!("{size} factors"), &rules, &[1 % size], &Known::default());
    }
}

#[test]
fn moves_that_alternate_are_all_found() {
    let known = Known { alternates: true, ..Known::default() };
    for size in [1, 33, 64, 5_000, 70_001] {
        let rules = Alternating(Scattered { size, moves: vec![(1, 1), (3, 5), (7, 11), (2, 0)] });
        for start in [0, 1] {
            compare(&format!("{size} in turn from {start}"), &rules, &[start], &known);
        }
    }
}

#[test]
fn moves_that_count_are_all_found() {
    for (size, floors) in [(1, 1), (1, 5), (37, 9), (64, 12), (20_011, 14)] {
        let floor = Scattered { size, moves: vec![(1, 1), (3, 5), (2, 0), (7, 3)] };
        let rules = Stairs { floor, floors };
        let title = format!("{floors} floors of {size}");
        compare(&title, &rules, &[0], &rules.known());
        let middle = size * (floors / 3);
        compare(&title, &rules, &[middle, middle + size / 2], &rules.known());
    }
}

#[test]
fn corners_of_a_cube_are_all_found() {
    for dimensions in [1, 5, 6, 7, 12, 16] {
        let rules = Cube { dimensions, rising: false };
        let known =
            Known { alternates: true, undirected: true, symmetric: true, ..Known::default() };
        compare(&format!("a cube of {dimensions}"), &rules, &[0], &known);
        let known = Known { symmetric: false, ..known };
        compare(&format!("a cube of {dimensions}"), &rules, &[rules.size() - 2], &known);
        let rules = Cube { dimensions, rising: true };
        let known = Known { counts_moves: true, symmetric: true, ..Known::default() };
        compare(&format!("a rising cube of {dimensions}"), &rules, &[0], &known);
    }
}

#[test]
fn exchanges_are_all_found() {
    let known = Known { alternates: true, undirected: true, ..Known::default() };
    for letters in [2, 5, 7] {
        let symmetric = Known { symmetric: true, ..known.clone() };
        compare("neighbours", &Exchanges::of_neighbours(letters), &[0], &symmetric);
        let pairs = (1..letters).map(|place| (0, place)).collect();
        let star = Exchanges { letters, pairs };
        compare("a star", &star, &[star.size() - 1], &known);
    }
}

/// A large part of the entries is never reached, and pulling must not reach them.
#[test]
fn parts_that_are_not_connected_stay_apart() {
    let rules = Exchanges { letters: 7, pairs: vec![(0, 1), (1, 2), (2, 3), (4, 5)] };
    let known = Known { alternates: true, undirected: true, ..Known::default() };
    compare("two groups", &rules, &[0, 7], &Known { alternates: false, ..known.clone() });
    compare("a group", &rules, &[100], &known);
}

#[test]
fn long_thin_layers_are_all_found() {
    let ring = Scattered { size: 100_003, moves: vec![(1, 50_021)] };
    let layers = by_sets(&ring, &[17]).layers;
    assert_eq!(layers.len(), 100_003);
    for (kind, lists) in [
        (SearchKind::TwoBit, Use::Auto),
        (SearchKind::TwoBit, Use::Never),
        (SearchKind::Distances, Use::Auto),
        (SearchKind::Distances, Use::Never),
    ] {
        let options =
            SearchOptions { kind: kind.clone(), lists, threads: 2, ..SearchOptions::default() };
        let found = search(&PerState(&ring), &[17], &options, &mut Silent).expect("it is small");
        assert_eq!(found.layers, vec![1; 100_003]);
        if kind == SearchKind::Distances {
            let table = found.table.expect("distances are kept");
            assert_eq!(table.bits(), 32);
            assert!((4 * 100_003..6 * 100_003).contains(&found.bytes), "{}", found.bytes);
            for (depth, layer) in (0_u64..).zip(&layers) {
                assert!(layer.iter().all(|index| table.distance(*index) == Some(depth)));
            }
        }
    }
}

/// Entries get more bits while a layer is small, and while it is large.
#[test]
fn distances_outgrow_a_byte() {
    let wide =
        Stairs { floor: Scattered { size: 4_507, moves: vec![(1, 1), (2, 0)] }, floors: 270 };
    let known = Known { counts_moves: false, ranges: None, ..wide.known() };
    compare("many floors", &wide, &[1], &known);
}

#[test]
fn several_starts_are_one_layer() {
    let rules = Scattered { size: 100_003, moves: vec![(1, 1), (2, 0)] };
    compare("three starts", &rules, &[5, 70_000, 5, 99_999], &Known::default());
}

#[test]
fn no_start_gives_nothing() {
    let rules = Scattered { size: 100, moves: vec![(1, 1)] };
    let found = search(&PerState(&rules), &[], &SearchOptions::default(), &mut Silent);
    let found = found.expect("it is small");
    assert_eq!((found.layers.len(), found.states, found.successors), (0, 0, 0));
}

/// Threads that claim the same entries and words at the same time lose nothing and count nothing
/// twice.
#[test]
fn many_threads_find_the_same_again_and_again() {
    let rules =
        Alternating(Scattered { size: 60_000, moves: vec![(1, 1), (3, 5), (7, 11), (2, 0)] });
    let expected = by_sets(&rules, &[0]);
    let sizes: Vec<u64> = expected.layers.iter().map(|layer| layer.len() as u64).collect();
    for kind in
        [SearchKind::TwoBit, SearchKind::OneBit, SearchKind::Distances, SearchKind::Reachability]
    {
        for round in 0..10 {
            let lists = if round % 2 == 0 { Use::Never } else { Use::Auto };
            let options =
                SearchOptions { kind: kind.clone(), lists, threads: 5, ..SearchOptions::default() };
            let found = search(&PerState(&rules), &[0], &options, &mut Silent).expect("small");
            assert_eq!(found.states, sizes.iter().sum::<u64>(), "{kind:?}, round {round}");
            assert_eq!(found.moves, Some(expected.moves), "{kind:?}, round {round}");
            if kind != SearchKind::Reachability {
                assert_eq!(found.layers, sizes, "{kind:?}, round {round}");
            }
        }
    }
}
