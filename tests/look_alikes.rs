//! Games that look alike but differ in one rule get different answers, the right ones: every pair
//! is also played through.

use gdl::analyze::potential::AlternatingForm;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{Content, Model, State};
use gdl::{Params, Source, Style};
use gdl_runtime::interp::Interp;
use std::collections::BTreeSet;

fn compiled(text: &str) -> Model {
    let source = Source::new("test.gdl", text);
    match gdl::compile(&source, &Params::new()) {
        Ok((model, _)) => model,
        Err(errors) => panic!("{}", errors.render(&source, Style::Plain)),
    }
}

fn facts(text: &str) -> Facts {
    let model = compiled(text);
    analyze(&model, Domain::start(&model, 0))
}

/// All positions that can be reached, with all moves between them.
fn played(text: &str) -> (BTreeSet<State>, Vec<(State, State)>) {
    let model = compiled(text);
    let interp = Interp::new(&model);
    let mut seen = BTreeSet::from([interp.start()]);
    let mut open = vec![interp.start()];
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        for next in interp.successors(&state) {
            moves.push((state.clone(), next.state.clone()));
            if seen.insert(next.state.clone()) {
                open.push(next.state);
            }
        }
    }
    (seen, moves)
}

#[test]
fn one_more_move_breaks_the_parity() {
    let even = "board row(4) pieces 1 .. 4 start 1 .. 4 goal start
        move left:  cycle 1 2 3
        move right: cycle 2 3 4";
    let any = format!("{even} move ends: cycle 1 4");
    let invariants = |text: &str| facts(text).potentials.invariants.len();
    assert_eq!((invariants(even), played(even).0.len()), (1, 12), "even permutations");
    assert_eq!((invariants(&any), played(&any).0.len()), (0, 24), "all of them");
}

/// Two men on a row, one of whom cannot move.
const STEPS: &str = "players A facing next, B facing prev board row(4)
    pieces a = man of A, b = boy of B start boy, man, empty, empty
    move step along fwd: [mine | empty] -> [empty | mine] stuck ";

#[test]
fn a_pass_breaks_the_alternation_of_places() {
    let count = |text: &str| facts(text).layers.number.is_some();
    let (strict, loose) = (format!("{STEPS} loses"), format!("{STEPS} passes"));
    assert!(count(&strict), "every move brings the men on");
    assert!(!count(&loose), "a pass does not");
    // And it is true: somebody does pass.
    let passes = |text: &str| played(text).1.iter().any(|(one, two)| one.cells == two.cells);
    assert!(!passes(&strict) && passes(&loose));
    // Whose turn it is alternates in both; if a player moves again it does not, and something else
    // has to make up for it.
    let alternating = |text: &str| facts(text).potentials.alternating.map(|it| it.form);
    assert_eq!(alternating(&loose), Some(AlternatingForm::Mover));
    let again = loose.replace("-> [empty | mine]", "-> [empty | mine], again");
    assert_eq!(
        alternating(&again),
        Some(AlternatingForm::General),
        "cells for steps, turns for passes"
    );
    let far =
        format!("{again} move leap along fwd: [mine | empty | empty] -> [empty | _ | mine], again");
    assert_eq!(alternating(&far), None);
}

#[test]
fn a_pass_breaks_what_stones_tell_of_the_turn() {
    let placing = "players A, B board row(3) pieces a = man of A, b = boy of B
        move place: [empty] -> [mine] illegal when count(mine) > 2 stuck ";
    let tells = |text: &str| facts(text).potentials.mover_follows().is_some();
    assert!(tells(&format!("{placing} draws")));
    assert!(!tells(&format!("{placing} passes")));
}

#[test]
fn one_corner_breaks_the_symmetry() {
    let whole = "board {
            o o o
            o . o
            o o o
        } pieces o = peg
        move jump: [peg | peg | empty] -> [empty | empty | peg] move step: [peg | empty] -> [empty | peg]";
    let corner = whole.replacen("o o o", "o o  ", 1);
    let order = |text: &str| facts(text).symmetries.order;
    assert_eq!((order(whole), order(&corner)), (Some(8), Some(2)));
    let wall = whole.replacen("o o o", "o o x", 1).replace("o = peg", "o = peg, x = wall");
    assert_eq!(order(&wall), Some(2), "a wall is as good as no cell");
}

#[test]
fn one_cell_of_a_goal_or_end_breaks_the_symmetry() {
    let placing = "players A, B board grid(3, 3) pieces a = man of A, b = boy of B
        move place: [empty] -> [mine] stuck draws win when ";
    let order = |text: &str| facts(&format!("{placing} {text}")).symmetries.order;
    assert_eq!(order("some mine in b2"), Some(40_320), "the cells around it are alike");
    assert_eq!(order("all edge n is mine or all edge s is mine"), Some(432));
    assert_eq!(order("all edge n is mine"), Some(4_320));
}

#[test]
fn a_counter_breaks_what_is_conserved() {
    let men = "players A, B board row(4) pieces a = man of A, b = boy of B counter hand = 2 each
        move place when hand > 0: [empty] -> [mine], hand -= 1 stuck draws";
    let sums = |text: &str| facts(text).conserved.sums.len();
    assert_eq!(sums(men), 3, "men and hands, and whose turn it is");
    assert_eq!(sums(&men.replace("hand -= 1", "hand -= 2")), 3, "two for each");
    assert_eq!(sums(&men.replace("hand -= 1", "hand -= count(mine)")), 1, "only the turn");
}

/// A game that is none of the shipped ones: knights of two colors that change places on a ring of
/// eight (after Guarini, 1512).
#[test]
fn a_game_nobody_has_seen_gets_the_right_facts() {
    let knights = "board ring(8) pieces w = white, b = black
        start white, white, empty, empty, black, black, empty, empty
        goal some black in 1
        move step: [any | empty] -> [empty | any]";
    let found = facts(knights);
    assert!(found.counts.all_pieces_constant());
    assert_eq!(found.symmetries.order, Some(16), "turns and reflections of the ring");
    assert_eq!(found.symmetries.interchangeable.len(), 1, "no rule tells the colors apart");
    assert_eq!(found.inverse, gdl::analyze::inverse::Inverse::Undirected);
    let alternating = found.potentials.alternating.expect("a step changes the color of a cell");
    assert_eq!(alternating.form, AlternatingForm::General);
    for (before, after) in played(knights).1 {
        assert_ne!(alternating.potential.is_odd(&before), alternating.potential.is_odd(&after));
    }
    assert!(found.layers.number.is_none() && found.tiers.tiers.len() == 1);
    assert!(found.terrain.possible.iter().all(|it| it.contains(Content::EMPTY) && it.len() == 3));
}
