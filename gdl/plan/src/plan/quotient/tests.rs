//! Puzzles with pieces that no rule tells apart: which symmetries keep their starts and goals,
//! with other names where needed.

use super::{Quotient, StateMap};
use crate::domain::Domain;
use crate::facts::analyze;
use crate::model::{Model, PlayerId, State};
use crate::{Params, Source, Style};
use std::collections::BTreeSet;

const TWO_KINDS: &str = "pieces f = frog, t = toad
     move slide: [any | empty] -> [empty | any]
     move jump: [p:any | any | empty] -> [empty | _ | p]";

const TWO_BLOCKS: &str = "board {
     f f f
     f f f
     f f . t t
         t t t
         t t t
     }";

fn model(text: &str) -> Model {
    let source = Source::new("toy.gdl", format!("game \"Toy\"\n{text}"));
    match crate::compile(&source, &Params::default()) {
        Ok((model, _)) => model,
        Err(diagnostics) => panic!("{}", diagnostics.render(&source, Style::Plain)),
    }
}

/// The symmetries of a puzzle, after a look at what makes them of use: they are a group that keeps
/// the start.
fn quotient(text: &str) -> Quotient {
    let model = model(text);
    let start = &model.starts[0];
    let quotient = Quotient::new(&model, &analyze(&model, Domain::start(&model, 0)));
    let first = State {
        cells: start.cells.clone(),
        turns: Vec::new(),
        counters: Vec::new(),
        mover: PlayerId(0),
    };
    assert!(quotient.images(&first).all(|image| image == first), "{text}");
    let key = |map: &StateMap| (map.cells.clone(), map.contents.clone());
    let keys: BTreeSet<_> = quotient.maps().iter().map(key).collect();
    assert_eq!(keys.len(), quotient.order(), "{text}");
    assert!(quotient.maps()[0].cells.iter().zip(0..).all(|(to, cell)| *to == cell), "{text}");
    assert!(quotient.maps()[0].moves_cells_only(), "{text}");
    for (one, other) in
        quotient.maps().iter().flat_map(|one| quotient.maps().iter().map(move |other| (one, other)))
    {
        let through = |first: &[u8], second: &[u8]| -> Vec<u8> {
            first.iter().map(|image| second[usize::from(*image)]).collect()
        };
        let product = (through(&one.cells, &other.cells), through(&one.contents, &other.contents));
        assert!(quotient.order() == 1 || keys.contains(&product), "{text}: {product:?}");
    }
    quotient
}

/// How many symmetries there are, and how many of them leave every piece its name.
fn orders(text: &str) -> (usize, usize) {
    let quotient = quotient(text);
    (quotient.order(), quotient.maps().iter().filter(|map| map.moves_cells_only()).count())
}

#[test]
fn kinds_that_change_places_are_exchanged_by_half_of_the_symmetries() {
    let row = format!("board {{ f f f . t t t }} {TWO_KINDS} goal {{ t t t . f f f }}");
    assert_eq!(orders(&row), (2, 1));
    let blocks = format!(
        "{TWO_BLOCKS} {TWO_KINDS} goal {{
         t t t
         t t t
         t t . f f
             f f f
             f f f
         }}"
    );
    assert_eq!(orders(&blocks), (4, 2));
}

#[test]
fn without_a_goal_of_its_own_the_start_decides() {
    for goal in ["", "goal start"] {
        assert_eq!(orders(&format!("{TWO_BLOCKS} {TWO_KINDS} {goal}")), (4, 2));
        assert_eq!(orders(&format!("board {{ f f . t t t }} {TWO_KINDS} {goal}")), (1, 1));
        assert_eq!(orders(&format!("board {{ f t . f t }} {TWO_KINDS} {goal}")), (2, 1));
        assert_eq!(orders(&format!("board {{ f t . t f }} {TWO_KINDS} {goal}")), (2, 2));
    }
}

#[test]
fn a_goal_can_break_the_exchange_or_everything() {
    let goal = |outer: &str, beside: &str, inner: &str, last: &str| {
        format!(
            "{TWO_BLOCKS} {TWO_KINDS} goal {{
             {outer} f {beside}
             f f f
             f f . t t
                 t {inner} t
                 t t {last}
             }}"
        )
    };
    assert_eq!(orders(&goal("t", "f", "t", "f")), (4, 2), "the outer corners are exchanged");
    assert_eq!(orders(&goal("t", "f", "f", "t")), (2, 2), "other cells of the diagonal are");
    assert_eq!(orders(&goal("f", "t", "t", "f")), (1, 1), "a cell beside the diagonal is");
}

#[test]
fn a_goal_in_words_is_kept_if_it_says_the_same_with_other_names() {
    let row = |goal: &str| format!("board {{ f f f . t t t }} {TWO_KINDS} goal {goal}");
    assert_eq!(orders(&row("some toad in a1 and some frog in g1")), (2, 1));
    assert_eq!(orders(&row("some toad in a1 or some frog in g1")), (2, 1));
    assert_eq!(orders(&row("some toad in a1")), (1, 1));
    assert_eq!(orders(&row("some toad in a1 and some empty in g1")), (1, 1));
}

#[test]
fn more_than_two_kinds_are_renamed_unless_there_are_too_many_ways() {
    let slide = "move slide: [any | empty] -> [empty | any] goal start";
    let four = "board { 1 2 . 3 4 } pieces 1 = one, 2 = two, 3 = three, 4 = four";
    assert_eq!(orders(&format!("{four} {slide}")), (2, 1));
    let six = "board { 1 2 3 . 4 5 6 }
         pieces 1 = one, 2 = two, 3 = three, 4 = four, 5 = five, 6 = six";
    assert_eq!(orders(&format!("{six} {slide}")), (1, 1));
}
