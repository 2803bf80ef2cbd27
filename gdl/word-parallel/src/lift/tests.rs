//! The layout agrees with plain states and moves.

use super::*;
use crate::domain::Domain;
use crate::facts::analyze;
use crate::model::Model;
use crate::rewrite::Becomes;
use crate::{Params, Source, compile};

/// Numbered pieces in a row, with these moves.
fn row(cells: usize, moves: &str) -> String {
    format!("board row({cells}) pieces 1 .. {cells} start 1 .. {cells} goal start {moves}")
}

fn tiles(rows: usize, columns: usize) -> String {
    let last = rows * columns - 1;
    format!(
        "board grid({rows}, {columns}) pieces 1 .. {last} start empty, 1 .. {last} goal start
        move slide: [any | empty] -> [empty | any]"
    )
}

fn ring(cells: usize, turnstile: usize) -> String {
    format!(
        "board ring({cells}) pieces 1 .. {cells} start 1 .. {cells} goal start same rotations
        move flip(i in 1 .. {cells}): reverse i .. i + {turnstile} - 1"
    )
}

fn model(text: &str) -> Model {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    compile(&source, &Params::new()).expect("a game").0
}

/// All that one move leads to, by plain rewriting.
fn successors(game: &WordParallelGame<'_>, state: &State) -> Vec<State> {
    let holds =
        |(cell, set): &(CellId, ContentSet)| set.contains(Content(state.cells[cell.index()]));
    let possible = game.rewrites.iter().filter(|rewrite| rewrite.needs.iter().all(holds));
    let made = possible.map(|rewrite| {
        let mut next = state.clone();
        for (cell, becomes) in &rewrite.writes {
            match becomes {
                Becomes::Put(content) => next.cells[cell.index()] = content.0,
                Becomes::Copy(from, turn) => {
                    next.cells[cell.index()] = state.cells[from.index()];
                    if let Some(turned) = next.turns.get_mut(cell.index()) {
                        let held = Content(state.cells[from.index()]).piece().expect("a piece");
                        let turns = game.model.pieces[held.index()].turns;
                        *turned = (state.turns[from.index()] + turn) % turns;
                    }
                }
            }
        }
        next
    });
    made.collect()
}

/// Indices, places and states are the same thing, and no move leads out of the layout.
fn agrees(text: &str, size: u64) {
    let model = model(text);
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let lift = Lift::new(&game).expect("a layout");
    assert_eq!(lift.size(), size, "{text}");
    assert_eq!(lift.places() % LINE_PLACES, 0);
    let mut state = State::at_start(&model, &model.starts[0]);
    assert!(lift.rank(&state).is_some());
    for index in 0..size {
        lift.unrank(index, &mut state);
        assert_eq!(lift.rank(&state), Some(index), "{text}: {state:?}");
        let place = lift.place(index);
        assert!(place < lift.places());
        assert_eq!(lift.index(place), Some(index));
        for next in successors(&game, &state) {
            assert!(lift.rank(&next).is_some(), "{text}: {state:?} to {next:?}");
        }
    }
    assert_eq!(
        (0..lift.places()).filter(|place| lift.index(*place).is_some()).count() as u64,
        size
    );
}

#[test]
fn permutations_of_a_row() {
    agrees(&row(6, "move flip(k in 2 .. 6): reverse 1 .. k"), 720);
    agrees(&row(7, "move flip(k in 2 .. 7): reverse 1 .. k"), 5040);
}

#[test]
fn only_even_permutations() {
    agrees(&row(7, "move a: cycle 1 2 3 move b: cycle 3 4 5 move c: cycle 5 6 7"), 2520);
}

#[test]
fn sliding_tiles_have_half_of_all_arrangements() {
    agrees(&tiles(2, 2), 12);
    agrees(&tiles(2, 3), 360);
    agrees(&tiles(2, 4), 20160);
}

#[test]
fn rings_up_to_rotation() {
    agrees(&ring(8, 4), 5040);
    agrees(&ring(9, 4), 20160);
    agrees(&ring(7, 3), 720);
}

#[test]
fn identical_pieces_are_symbols() {
    agrees(
        "board grid(2, 4) pieces 1 .. 4, a = ant start empty, 1 .. 4, ant, ant, ant goal start
        move slide: [any | empty] -> [empty | any]",
        6720,
    );
}

#[test]
fn pieces_that_are_turned() {
    agrees(
        "board row(4) pieces 1 .. 4 turns 2 start 1 .. 4 goal start move flip(k in 1 .. 4): reverse 1 .. k turn 1",
        384,
    );
    agrees(
        "board row(5) pieces 1 .. 5 turns 3 start 1 .. 5 goal start
        move right: cycle 1 2 3 turn 1 1 1 move left: cycle 3 4 5 turn 1 2 0",
        60 * 81,
    );
}

#[test]
fn the_ring_comes_back_in_canonical_form() {
    let model = model(&ring(8, 4));
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let lift = Lift::new(&game).expect("a layout");
    let mut state = State::at_start(&model, &model.starts[0]);
    for index in (0..lift.size()).step_by(17) {
        lift.unrank(index, &mut state);
        assert_eq!(Some(&state.cells[0]), state.cells.iter().min());
        let mut turned = state.clone();
        turned.cells.rotate_left(3);
        assert_eq!(lift.rank(&turned), Some(index));
    }
}
