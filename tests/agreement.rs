//! The interpreter against the hand-written games of [`crate::independent`]: the same numbers of
//! ways to play, and the same successors in some thousand positions met on random walks.

use crate::independent::awari::Awari;
use crate::independent::fox_and_geese::{FoxAndGeese, Side, Version};
use crate::independent::morris::{Color, Morris};
use crate::independent::{Dice, Position, perft};
use crate::shipped;
use gdl::model::Model;
use gdl_runtime::Silent;
use gdl_runtime::interp::{self, Interp, PerftOptions};
use std::collections::BTreeSet;

#[test]
fn nine_mens_morris_perft() {
    agree_on_perft("nine-mens-morris", &Morris::nine(9), &[1, 24, 552, 12_144, 255_024]);
}

#[test]
fn six_mens_morris_perft() {
    agree_on_perft("six-mens-morris", &Morris::six(), &[1, 16, 240, 3_360, 43_680]);
}

#[test]
fn fox_and_geese_perft() {
    let start = FoxAndGeese::start(Version::Published);
    agree_on_perft("fox-and-geese", &start, &[1, 10, 54, 860, 4_086, 71_996]);
}

#[test]
fn traditional_fox_and_geese_perft() {
    let start = FoxAndGeese::start(Version::Traditional);
    agree_on_perft("fox-and-geese-traditional", &start, &[1, 10, 54, 812, 4_006, 64_686]);
}

#[test]
fn awari_perft() {
    let counts = [1, 6, 36, 190, 1_014, 5_219, 27_332];
    agree_on_perft("awari", &Awari::start(4), &counts);
}

#[test]
fn nine_mens_morris_successors() {
    let model = shipped::model("nine-mens-morris", &[]);
    let mut dice = Dice::new(0x9e37_79b9);
    let mut met = Vec::new();
    for _ in 0..20 {
        walk(&model, Morris::nine(9), 100, &mut dice, &mut met);
    }
    for (white, black, mover) in [
        (vec![0, 1, 14], vec![6, 16, 20], Color::White),
        (vec![0, 1, 14], vec![6, 16, 20], Color::Black),
        (vec![3, 4, 5], vec![9, 10, 22], Color::White),
        (vec![3, 4, 13], vec![18, 19, 20], Color::White),
        (vec![9, 10, 12], vec![0, 2, 21, 23], Color::Black),
        (vec![7, 8, 11], vec![1, 4, 13, 14, 15], Color::White),
        (vec![0, 1, 2, 9, 21], vec![6, 7, 8], Color::Black),
    ] {
        for _ in 0..4 {
            walk(&model, Morris::placed(&white, &black, mover), 40, &mut dice, &mut met);
        }
    }
    for _ in 0..60 {
        let (white, black) = (3 + dice.below(2), 3 + dice.below(4));
        let points = draw_points(24, white + black, &mut dice);
        let mover = if dice.below(2) == 0 { Color::White } else { Color::Black };
        let (white, black) = points.split_at(white);
        walk(&model, Morris::placed(white, black, mover), 30, &mut dice, &mut met);
    }
    let flying = met.iter().filter(|position| position.is_flying()).count();
    assert!(met.len() >= 2_000, "only {} positions were compared", met.len());
    assert!(flying >= 500, "only {flying} flying positions were compared");
}

#[test]
fn six_mens_morris_successors() {
    let model = shipped::model("six-mens-morris", &[]);
    let mut dice = Dice::new(0x0051_7cc1);
    let mut met = Vec::new();
    for _ in 0..40 {
        walk(&model, Morris::six(), 100, &mut dice, &mut met);
    }
    assert!(met.len() >= 1_000, "only {} positions were compared", met.len());
}

#[test]
fn fox_and_geese_successors() {
    agree_on_fox_and_geese("fox-and-geese", Version::Published);
}

#[test]
fn traditional_fox_and_geese_successors() {
    agree_on_fox_and_geese("fox-and-geese-traditional", Version::Traditional);
}

#[test]
fn awari_successors() {
    let model = shipped::model("awari", &[]);
    let interp = Interp::new(&model);
    let mut dice = Dice::new(0x0a3a_2121);
    let mut met = Vec::new();
    for _ in 0..30 {
        walk(&model, Awari::start(4), 120, &mut dice, &mut met);
    }
    for _ in 0..150 {
        let mut pits = [0; 12];
        for _ in 0..2 + dice.below(40) {
            pits[dice.below(12)] += 1;
        }
        walk(&model, Awari::placed(pits, dice.below(2) == 0), 15, &mut dice, &mut met);
    }
    assert!(met.len() >= 2_000, "only {} positions were compared", met.len());
    for position in &met {
        let state = interp::parse_position(&model, &position.text()).expect("a position");
        for next in interp.successors(&state) {
            let left: i64 = next.state.cells.iter().map(|seeds| i64::from(*seeds)).sum();
            let taken = i64::from(position.seeds()) - left;
            assert_eq!(next.gains[state.mover.index()], taken, "{}", position.text());
            assert_eq!(next.gains.iter().sum::<i64>(), taken, "{}", position.text());
        }
    }
}

fn agree_on_fox_and_geese(name: &str, version: Version) {
    let model = shipped::model(name, &[]);
    let mut dice = Dice::new(0x00f0_7a4d);
    let mut met = Vec::new();
    for _ in 0..20 {
        walk(&model, FoxAndGeese::start(version), 60, &mut dice, &mut met);
    }
    for _ in 0..150 {
        let geese = 1 + dice.below(20);
        let points = draw_points(33, geese + 1, &mut dice);
        let mover = if dice.below(2) == 0 { Side::Geese } else { Side::Fox };
        let position = FoxAndGeese::placed(version, &points[1..], points[0], mover);
        walk(&model, position, 12, &mut dice, &mut met);
    }
    let few = met.iter().filter(|position| position.geese() <= 6).count();
    assert!(met.len() >= 1_500, "only {} positions were compared", met.len());
    assert!(few >= 200, "only {few} positions with few geese were compared");
}

/// Interpreter, independent program and `counts` give the same numbers of ways to play.
fn agree_on_perft<P: Position>(name: &str, start: &P, counts: &[u64]) {
    let model = shipped::model(name, &[]);
    let interp = Interp::new(&model);
    let depth = u32::try_from(counts.len() - 1).expect("few depths");
    let options = PerftOptions { depth, ..PerftOptions::default() };
    let interpreted = interp::perft(&interp, &interp.start(), &options, &mut Silent).unwrap();
    assert_eq!(interpreted, counts, "{name}, interpreter");
    let by_hand: Vec<u64> = (0..=depth).map(|depth| perft(start, depth)).collect();
    assert_eq!(by_hand, counts, "{name}, by hand");
}

/// Plays random moves from `position`, at most `length`, and compares the successors on the way.
fn walk<P: Position>(
    model: &Model,
    mut position: P,
    length: usize,
    dice: &mut Dice,
    met: &mut Vec<P>,
) {
    for _ in 0..length {
        let successors = position.successors();
        compare_successors(model, &position, &successors);
        met.push(position);
        if successors.is_empty() {
            return;
        }
        let choice = dice.below(successors.len());
        position = successors.into_iter().nth(choice).expect("the choice is below the length");
    }
}

fn compare_successors<P: Position>(model: &Model, position: &P, successors: &BTreeSet<P>) {
    let text = position.text();
    let state =
        interp::parse_position(model, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(interp::position_text(model, &state), text);
    let by_hand: BTreeSet<String> = successors.iter().map(Position::text).collect();
    let interpreted: BTreeSet<String> = Interp::new(model)
        .successors(&state)
        .iter()
        .map(|next| interp::position_text(model, &next.state))
        .collect();
    assert_eq!(interpreted, by_hand, "after {text}");
}

/// Different points of a board, in random order.
fn draw_points(board: usize, count: usize, dice: &mut Dice) -> Vec<usize> {
    let mut points: Vec<usize> = (0..board).collect();
    (0..count).map(|_| points.swap_remove(dice.below(points.len()))).collect()
}
