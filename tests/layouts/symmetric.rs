//! Positions up to symmetry.

use super::{GAMES, Game};
use gdl::model::{PieceId, State};
use gdl::plan::Family;
use std::collections::BTreeSet;

/// Games small enough to try every position, with players and without.
const SMALL: [(&str, &[(&str, i64)]); 8] = [
    ("tic-tac-toe", &[]),
    ("hexapawn", &[]),
    ("three-mens-morris", &[]),
    ("dots-and-boxes", &[]),
    ("peg-triangle", &[]),
    ("topspin", &[("n", 7)]),
    ("frogs", &[]),
    ("fore-and-aft", &[]),
];

#[test]
fn equivalent_positions_have_one_canonical_rank() {
    for (name, params) in SMALL {
        let game = Game::shipped(name, params);
        let states = game.states();
        for family in [None, Some(Family::Orbits)] {
            let Some(plan) = game.planned(family) else { continue };
            let hash = &plan.hash;
            // Every image is divided again, so with many symmetries some states must do.
            let order = hash.quotient().order();
            for state in states.iter().step_by((states.len() * order * order / 1_000_000).max(1)) {
                let canonical = hash.canonical(state);
                let index = hash.canonical_rank(state).expect("the hash has it");
                assert_eq!(hash.unrank(index), canonical, "{name}: {state:?}");
                assert!(hash.is_canonical(index), "{name}: {state:?}");
                assert_eq!(hash.canonical(&canonical), canonical, "{name}: {state:?}");
                for image in hash.quotient().images(state) {
                    assert_eq!(hash.canonical_rank(&image), Some(index), "{name}: {state:?}");
                }
            }
        }
    }
}

#[test]
fn images_are_those_of_the_analysis() {
    for game in GAMES.iter() {
        let Some(plan) = game.planned(None) else { continue };
        let Some(elements) = &game.facts.symmetries.elements else { continue };
        if game.model.same_rotations {
            continue; // There an image is one of several equal ones.
        }
        let state = plan.hash.unrank(plan.hash.size() / 3);
        let images: BTreeSet<_> =
            elements.iter().map(|symmetry| symmetry.image(&game.model, &state)).collect();
        let classes = &game.facts.symmetries.interchangeable;
        for image in plan.hash.quotient().images(&state) {
            let known = images.iter().any(|known| {
                *known == image || !game.model.heap && is_renamed(known, &image, classes)
            });
            assert!(known, "{}: {state:?} gives {image:?}", game.name);
        }
    }
}

/// Whether two positions differ only by the names of pieces, within classes that no rule tells
/// apart.
fn is_renamed(one: &State, other: &State, classes: &[Vec<PieceId>]) -> bool {
    let pairs: BTreeSet<(u8, u8)> =
        one.cells.iter().copied().zip(other.cells.iter().copied()).collect();
    let [from, to]: [BTreeSet<u8>; 2] =
        [pairs.iter().map(|pair| pair.0).collect(), pairs.iter().map(|pair| pair.1).collect()];
    let alike = |(one, other): &(u8, u8)| {
        let has = |class: &[PieceId], held: u8| class.iter().any(|it| it.content().0 == held);
        one == other || classes.iter().any(|class| has(class, *one) && has(class, *other))
    };
    let renamed = State { cells: other.cells.clone(), ..one.clone() };
    renamed == *other
        && pairs.len() == from.len()
        && pairs.len() == to.len()
        && pairs.iter().all(alike)
}

#[test]
fn tic_tac_toe_has_765_positions_up_to_symmetry() {
    let game = Game::shipped("tic-tac-toe", &[]);
    for family in [None, Some(Family::Orbits)] {
        let plan = game.planned(family).expect("it fits");
        let ranks: BTreeSet<u64> =
            game.states().iter().filter_map(|state| plan.hash.canonical_rank(state)).collect();
        assert_eq!(ranks.len(), 765);
    }
}

#[test]
fn orbits_divide_nearly_by_the_order_of_the_group() {
    let sizes = |name: &str| {
        let game = Game::shipped(name, &[]);
        assert!(game.planned(None).is_some_and(|plan| plan.symmetry.used), "{name}");
        let plan = game.planned(Some(Family::Sets)).expect("it fits");
        let symmetry = plan.symmetry.clone();
        (symmetry.order, symmetry.cells_only, plan.hash.size() / symmetry.entries.unwrap_or(1))
    };
    assert_eq!(sizes("nine-mens-morris"), (32, 16, 15));
    assert_eq!(sizes("six-mens-morris"), (32, 16, 14));
    assert_eq!(sizes("teeko"), (16, 8, 7));
    assert_eq!(
        sizes("fox-and-geese"),
        (8, 8, 4),
        "the only piece that can be canonical is the fox"
    );
}

#[test]
fn a_puzzle_is_divided_only_by_what_keeps_its_start() {
    let order = |name: &str| Game::shipped(name, &[]).planned(None).map(|plan| plan.symmetry.order);
    assert_eq!(order("peg-solitaire"), Some(8));
    assert_eq!(order("peg-triangle"), Some(2));
    assert_eq!(order("peg-french"), Some(1), "the hole at the start is not in the middle");
    assert_eq!(order("frogs"), Some(2), "the row is turned round and the two kinds are exchanged");
    assert_eq!(order("fore-and-aft"), Some(4));
    assert_eq!(order("frogs-and-toads"), Some(4));
    assert_eq!(order("sliding-tiles"), Some(1), "every tile has its own place at the start");
}
