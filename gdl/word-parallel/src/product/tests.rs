use super::*;
use crate::domain::Domain;
use crate::facts::analyze;
use crate::model::{Content, Model, State};
use crate::{Params, Source, compile};

const SLIDE: &str = "move slide: [any | empty] -> [empty | any]";

fn model(board: &str, moves: &str) -> Model {
    let text = format!(
        "game \"t\" board {{\n{board}}} pieces a = ant, b = bee, c = cat goal start {moves}"
    );
    compile(&Source::new("test.gdl", text), &Params::new()).expect("a game").0
}

fn layouts(model: &Model) -> [Result<Product, Refusal>; 2] {
    let facts = analyze(model, Domain::start(model, 0));
    let game = WordParallelGame::new(model, &facts).expect("rewrites");
    [Product::one_to_one(&game), Product::new(&game)]
}

#[test]
fn unrank_inverts_rank_and_index_inverts_place() {
    let boards = [
        "a b c . a\n",
        "a a . b b\n",
        "a b .\nc b a\n",
        "a a b\na . b\na b b\n",
        "  a\na . b\n  b\n",
        "a a   b b\na . c b b\n",
    ];
    for board in boards {
        let model = model(board, SLIDE);
        for layout in layouts(&model).map(|layout| layout.expect("a layout")) {
            let mut state = State::at_start(&model, &model.starts[0]);
            assert!(layout.rank(&state).is_some());
            let mut states = 0;
            for index in 0..layout.size() {
                layout.unrank(index, &mut state);
                assert_eq!(layout.rank(&state), Some(index));
                assert_eq!(layout.index(layout.place(index)), Some(index));
                states += layout.images(index);
            }
            let indices = (0..layout.places()).filter_map(|place| layout.index(place));
            assert!(indices.eq(0..layout.size()), "places are in the order of indices");
            assert_eq!(states, layout.states());
            assert_eq!(layout.size() < states, layout.symmetries() > 1);
        }
    }
}

#[test]
fn states_with_other_pieces_have_no_index() {
    let model = model("a b c . a\n", SLIDE);
    let [layout, _] = layouts(&model).map(|layout| layout.expect("a layout"));
    let start = State::at_start(&model, &model.starts[0]);
    for (cell, content) in [(0, 0), (0, 2), (3, 1)] {
        let mut state = start.clone();
        state.cells[cell] = Content(content).0;
        assert_eq!(layout.rank(&state), None);
    }
}

#[test]
fn images_have_the_same_index_or_one_each() {
    let model = model("a a a\na a . b b\n    b b b\n", SLIDE);
    let [every, best] = layouts(&model).map(|layout| layout.expect("a layout"));
    assert!(best.symmetries() > 1);
    let mut state = State::at_start(&model, &model.starts[0]);
    let mut stored = vec![false; usize::try_from(best.size()).expect("small")];
    for index in 0..every.size() {
        every.unrank(index, &mut state);
        let index = best.rank(&state).expect("every state has an image that is stored");
        stored[usize::try_from(index).expect("small")] = true;
    }
    assert!(stored.into_iter().all(|stored| stored));
}

#[test]
fn other_games_are_refused_with_a_reason() {
    let refused = |board: &str, moves: &str| -> String {
        let model = model(board, moves);
        let [layout, _] = layouts(&model);
        layout.expect_err("refused").to_string()
    };
    assert_eq!(refused("a . . b\n", SLIDE), "there is not exactly one empty cell");
    let swap = "move swap: [ant | bee] -> [bee | ant]";
    assert_eq!(
        refused("a b . b\n", &format!("{SLIDE} {swap}")),
        "a move does not take place at the empty cell"
    );
    let take = "move take: [ant | bee | empty] -> [bee | empty | bee]";
    assert_eq!(refused("a b . b a\n", take), "a move does not only carry pieces around");
}

#[test]
fn moves_that_ask_for_each_kind_are_one_move() {
    let each = "move one: [ant | empty] -> [empty | ant] move two: [bee | empty] -> [empty | bee]";
    let [one, _] = layouts(&model("a b . b a\n", each)).map(|layout| layout.expect("a layout"));
    let [other, _] = layouts(&model("a b . b a\n", SLIDE)).map(|layout| layout.expect("a layout"));
    assert_eq!(one.moves, other.moves);
}
