//! Positions before, found by hand and by going through all positions.

use super::*;
use crate::interp::games::compiled;
use crate::interp::{parse_position, position_text};
use gdl::model::Model;
use std::collections::BTreeMap;

/// The positions before one, as texts.
fn before(model: &Model, position: &str) -> Vec<String> {
    let state = parse_position(model, position).expect("a position of the game");
    let found = Interp::new(model).predecessors(&state).expect("few candidates");
    let mut texts: Vec<String> = found.iter().map(|state| position_text(model, state)).collect();
    texts.sort();
    texts
}

/// Goes through everything reachable and compares what the moves say with what undoing them says.
fn both_ways_agree(text: &str) {
    let model = compiled(text, &[]);
    let interp = Interp::new(&model);
    let mut forward: BTreeMap<State, BTreeSet<State>> = BTreeMap::new();
    let mut open = vec![interp.start()];
    forward.insert(interp.start(), BTreeSet::new());
    while let Some(state) = open.pop() {
        for successor in interp.successors(&state) {
            if !forward.contains_key(&successor.state) {
                open.push(successor.state.clone());
            }
            forward.entry(successor.state).or_default().insert(state.clone());
        }
    }
    assert!((3..5_000).contains(&forward.len()), "{}: {text}", forward.len());
    for (state, expected) in &forward {
        let found = interp.predecessors(state).expect("few candidates");
        let reachable: BTreeSet<State> =
            found.into_iter().filter(|state| forward.contains_key(state)).collect();
        assert_eq!(reachable, *expected, "before {}: {text}", position_text(&model, state));
    }
}

#[test]
fn overwritten_pieces_come_back() {
    let model = compiled(
        "board { a b . } pieces a = ant, b = bee
         move take: [ant | bee or empty] -> [empty | ant]",
        &[],
    );
    assert_eq!(before(&model, ".a."), ["..a", ".ba", "a..", "ab."]);
    assert_eq!(before(&model, "b.a"), ["ba.", "bab"]);
}

#[test]
fn chains_are_undone_with_one_piece() {
    let model = compiled(
        "board { a b . b . } pieces a = ant, b = bee
         move hop chain along e: [ant | bee | empty] -> [empty | empty | ant]",
        &[],
    );
    assert_eq!(before(&model, "....a"), ["..ab.", "ab.b."]);
}

#[test]
fn what_has_settled_may_have_stood_anywhere() {
    let model = compiled(
        "board { . a . } pieces a = ant
         move tilt along e settle: [ant | empty] -> [empty | ant]",
        &[],
    );
    assert_eq!(before(&model, "..a"), [".a.", "a.."]);
    assert_eq!(before(&model, ".a."), Vec::<String>::new());
}

#[test]
fn too_many_ways_are_refused() {
    let model = compiled(
        "board grid(6, 6) pieces a = ant, b = bee
         move tilt along e settle: [ant or bee | empty] -> [empty | empty]",
        &[],
    );
    let empty = State { cells: vec![0; 36], ..Interp::new(&model).start() };
    assert_eq!(Interp::new(&model).predecessors(&empty), Err(TooManyCandidates));
}

#[test]
fn predecessors_invert_successors() {
    for text in [
        // Overwriting, chains that branch, two players.
        "players w, b board { w b . . b . } pieces w = man of w, b = man of b
         move step: [mine | empty] -> [empty | mine]
         move hunt chain: [mine | theirs | empty] -> [empty | empty | mine] stuck loses",
        // Settling.
        "board {
            a . b
            . . .
            b . a
         }
         pieces a = ant, b = bee
         move tilt along orth settle: [p:any | empty] -> [empty | p]",
        // Settling that may move nothing, with a consequence that changes a counter all the same.
        "board { a . . b } pieces a = ant, b = bee counter n = 0
         move tilt along e w settle when n < 5: [any | empty] -> [empty | any]
         after tilt: n += 1",
        "board { a . . } pieces a = ant counter n = 0 counter m = 3
         move tilt along e w settle when n < 5: [any | empty] -> [empty | any]
         after tilt if some ant in c1: n += 1
         after tilt if n > 2: m -= 1 then [empty] -> [ant]",
        // Harvesting that may take nothing.
        "players x, y board ring(4) area home = 1 .. 2 of x, 3 .. 4 of y pieces seed heap start 1 each
         counter n = 0
         move sow when n < 4: sow [seed in my home] along next
             then harvest along prev while here in their home and count(seed at here) in 2 .. 3
         after sow: n += 1
         stuck by score",
        // Sowing and harvesting.
        "players x, y board ring(4) area home = 1 .. 2 of x, 3 .. 4 of y pieces seed heap start 2 each
         move sow: sow [seed in my home] along next skip source
             then harvest along prev while here in their home and count(seed at here) in 2 .. 3
         stuck by score",
        // Turns and permutations, up to rotation.
        "board ring(4) pieces 1 .. 4 turns 3 start 1 .. 4 same rotations
         move turn: cycle 1 2 3 turn 1 2 0",
        // Counters, consequences, another turn, passing.
        "players x, y board grid(2, 2) pieces x = token of x, o = token of y counter hand = 2 each
         shape side = line(2)
         move put when my hand > 0: [empty] -> [mine], my hand -= count(mine)
         after put if here in side: [theirs] -> [empty] stuck passes",
        // What depends on the cell that was filled, alternatives, steps.
        "board { a . . b } pieces a = ant, b = bee counter sum = 0
         move go when sum < 6:
             [ant | empty] -> [empty | ant], sum += count(ant at here) then [bee | empty] -> [empty | bee]
             else [ant | empty] -> [empty | ant], sum += 2",
    ] {
        both_ways_agree(text);
    }
}
