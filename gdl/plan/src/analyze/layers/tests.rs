use super::*;
use crate::domain::Domain;
use crate::{Params, Source, compile};

fn number(text: &str) -> Option<LayerNumber> {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    let (model, _) = compile(&source, &Params::new()).expect("a game");
    layers(&model, &Domain::start(&model, 0), &Bounds::new(&model)).number
}

/// The number in words, its change, its value at the start, and the largest number of moves.
fn facts(text: &str) -> Option<(String, i64, i64, i64)> {
    number(text).map(|it| {
        let most = it.most_moves();
        (it.weights.text, it.change, it.at_start, most)
    })
}

const PLACING: &str =
    "players X, O board grid(2, 2) pieces x = mark of X, o = mark of O stuck draws
    move place: [empty] -> [mine] ";

#[test]
fn pegs_disappear_one_by_one() {
    let jumps = "board row(5) pieces o = peg start peg, peg, empty, peg, peg goal count(peg) = 1
        move jump: [p:peg | peg | empty] -> [empty | empty | p]";
    let found = number(jumps).expect("pegs");
    assert_eq!(found.form, LayerForm::Count(Content(1)));
    assert_eq!(facts(jumps), Some(("the number of peg".to_owned(), -1, 4, 4)));
    assert_eq!(number(&jumps.replace("jump:", "jump chain:")), None);
}

#[test]
fn placing_fills_the_board() {
    assert_eq!(facts(PLACING), Some(("the number of empty cells".to_owned(), -1, 4, 4)));
    assert_eq!(number(&format!("{PLACING} move step: [mine | empty] -> [empty | mine]")), None);
    assert_eq!(number(&PLACING.replace("draws", "passes")), None);
    let text = "every move lowers the number of empty cells by one, from 4 at the start: it tells how many moves were made, at most 4\n";
    assert_eq!(Layers { number: number(PLACING) }.to_string(), text);
}

#[test]
fn a_counter_can_count_the_moves() {
    let game = "board row(3) pieces a = man start man, empty, empty counter fuel = 7 goal fuel = 0
        move step: [man | empty] -> [empty | man], fuel -= 1";
    let found = number(game).expect("fuel");
    assert_eq!(found.form, LayerForm::Counter(CounterId(0)));
    assert_eq!((found.change, found.at_start, found.most_moves()), (-1, 7, 7));
}

#[test]
fn sums_are_found() {
    let game = "players W, B board grid(2, 2) pieces w = man of W, b = man of B
        counter hand = 2 each stuck loses
        move place when hand > 0: [empty] -> [mine], hand -= 1
        move swap: [mine | theirs] -> [empty | mine], hand -= 1";
    let (text, change, at_start, most) = facts(game).expect("both hands");
    assert_eq!(text, "hand of W plus hand of B");
    assert_eq!((change, at_start, most), (-1, 4, 4));
}

#[test]
fn turns_help_where_only_one_side_counts() {
    let game = "players W, B board {\nw .\n. b\n} pieces w = man of W, b = boy of B
        counter fuel = 5 stuck loses
        move walk by W: [man | empty] -> [empty | man], fuel -= 1
        move run by B: [boy | empty] -> [empty | boy]";
    let found = number(game).expect("fuel, and whose turn it is");
    assert_eq!((found.form, found.change.abs()), (LayerForm::Numbers, 1));
    assert_eq!(found.most_moves(), 10);
}

#[test]
fn places_can_count_the_moves() {
    let row = "board row(4) pieces a = man start man, man, empty, empty goal some man in 4
        move step along next: [man | empty] -> [empty | man]";
    let found = number(row).expect("the sum of the places");
    assert_eq!((found.form, found.change.abs()), (LayerForm::General, 1));
    assert_eq!(number(&row.replace("along next", "along next prev")), None);
}

#[test]
fn two_steps_in_one_move_change_by_the_same() {
    let row =
        "board row(6) pieces a = man start man, man, empty, empty, empty, empty goal some man in 6
        move two along next: [man | empty] -> [empty | man] then [man | empty] -> [empty | man]";
    let found = number(row).expect("the sum of the places");
    assert_eq!(found.form, LayerForm::General);
    assert_ne!(found.change, 0);
}
