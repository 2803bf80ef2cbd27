//! Boards with zones that share no piece: each is numbered on its own.

use super::{Game, are_different, unrank_inverts_rank};
use gdl::plan::Family;

/// Four corners with three orientations, three edges with two; both are permuted evenly, or both
/// oddly.
const CUBE: &str = "
    board  points(A, B, C, D, E, F, G)
    pieces 1 .. 4 turns 3
    pieces 5 .. 7 turns 2
    start  1 .. 7
    goal   start
    move left:  cycle A B C turn 1 2 0 then cycle E F G turn 1 1 0
    move right: cycle A B C D turn 1 1 1 0 then cycle F G turn 1 1
    move twist: cycle A B turn 1 2 then cycle E F turn 0 0
";

/// The cube with a move that exchanges two corners only.
const BROKEN_CUBE: &str = "
    board  points(A, B, C, D, E, F, G)
    pieces 1 .. 4 turns 3
    pieces 5 .. 7 turns 2
    start  1 .. 7
    goal   start
    move left:  cycle A B C turn 1 2 0 then cycle E F G turn 1 1 0
    move right: cycle A B C D turn 1 1 1 0 then cycle F G turn 1 1
    move twist: cycle A B turn 1 2
";

/// Four different pieces in one zone, two and two alike in the other.
const MIXED: &str = "
    board { 1 2 3 4 x x y y }
    pieces 1 .. 4
    pieces x = red, y = blue
    goal   start
    move left:  cycle a1 b1 c1 d1
    move right: cycle e1 f1 g1 h1 then cycle a1 b1
    move swap:  cycle e1 f1
";

/// Three zones of three pieces; all are evenly arranged, or all are oddly.
const THREE: &str = "
    board  points(A, B, C, D, E, F, G, H, I)
    pieces 1 .. 9
    start  1 .. 9
    goal   start
    move all:   cycle A B then cycle D E then cycle G H
    move one:   cycle A B C
    move two:   cycle D E F
    move three: cycle G H I
";

/// Tries every family on a game of which everything can be tried; gives the sizes.
fn try_all(text: &str) -> Vec<(Family, u64)> {
    let game = Game::made_up(text);
    let states = game.states();
    let mut sizes = Vec::new();
    for family in Family::ALL.into_iter().filter(|family| *family != Family::Orbits) {
        let Some(plan) = game.played(Some(family)) else { continue };
        unrank_inverts_rank("made-up", family, &plan.hash);
        are_different("made-up", family, &plan.hash, &states);
        sizes.push((family, plan.hash.size()));
    }
    sizes
}

#[test]
fn a_cube_is_permutations_times_turns_of_corners_and_edges() {
    // Corners: 4! orders, the last turn follows. Edges: 3!/2 orders, as the sign follows; the last
    // turn follows.
    let (corners, edges) = (24 * 27, 3 * 4);
    let expected = [
        (Family::Permutation, corners * edges),
        (Family::MyrvoldRuskey, corners * edges),
        (Family::Blank, corners * edges),
        (Family::Multinomial, corners * edges * 2),
        (Family::Sets, corners * edges * 2),
        (Family::Reachable, corners * edges),
    ];
    assert_eq!(try_all(CUBE), expected);
}

#[test]
fn the_signs_of_several_zones_follow_from_the_first() {
    let sizes = try_all(THREE);
    assert_eq!(sizes[0], (Family::Permutation, 6 * 3 * 3));
    assert_eq!(sizes.last(), Some(&(Family::Reachable, 6 * 3 * 3)));
}

#[test]
fn signs_that_are_not_linked_are_not_folded() {
    let sizes = try_all(BROKEN_CUBE);
    assert_eq!(sizes[0], (Family::Permutation, 24 * 27 * 6 * 4));
}

#[test]
fn a_zone_of_equal_pieces_is_counted_and_the_others_are_permuted() {
    let expected = [
        (Family::Permutation, 24 * 6),
        (Family::MyrvoldRuskey, 24 * 6),
        (Family::Blank, 24 * 6),
        (Family::Multinomial, 24 * 6),
        (Family::Sets, 24 * 6),
        (Family::Raw, 256 * 16),
        (Family::Reachable, 24 * 6),
    ];
    assert_eq!(try_all(MIXED), expected);
}
