use super::*;
use crate::domain::Domain;
use crate::{Params, Source, compile};

fn signs(text: &str) -> Vec<ArrangementSigns> {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    let (model, _) = compile(&source, &Params::new()).expect("a game");
    parity(&model, &Domain::start(&model, 0), &Bounds::new(&model)).arrangements
}

fn only(text: &str) -> ArrangementSigns {
    let [signs] = signs(text).try_into().expect("one arrangement");
    signs
}

const TILES: &str = "board grid(2, 3) pieces 1 .. 5 start empty, 1 .. 5 goal start
    move slide: [any | empty] -> [empty | any] ";

#[test]
fn a_slide_is_one_exchange() {
    let signs = only(TILES);
    assert_eq!(signs.all, Sign::Odd);
    assert_eq!(signs.arrangement.cells.len(), 6);
    assert!(signs.arrangement.contents.contains(Content::EMPTY));
    assert_eq!(signs.rotation, None);
}

#[test]
fn passing_is_an_even_permutation() {
    let game = TILES.replace("goal start", "players A, B stuck draws");
    assert_eq!(only(&game).all, Sign::Odd);
    assert_eq!(only(&game.replace("draws", "passes")).all, Sign::Either);
}

#[test]
fn settling_with_nothing_to_do_is_an_even_permutation() {
    let game = "board row(3) pieces 1 .. 3 start 1 .. 3 goal start counter n = 9
        move swap: reverse 1 .. 2
        move tilt along next settle: [1 | empty] -> [empty | 1] ";
    assert_eq!(only(game).all, Sign::Odd, "tilting is no move");
    assert_eq!(only(&format!("{game} after tilt: n -= 1")).all, Sign::Either);
}

#[test]
fn longer_slides_have_both_signs() {
    let signs = only(&format!("{TILES} move far: [p:any | q:any | empty] -> [empty | p | q]"));
    assert_eq!(signs.all, Sign::Either);
    let sign_of = |name| signs.moves.iter().find(|one| one.name == name).map(|one| one.sign);
    assert_eq!(sign_of("slide"), Some(Sign::Odd));
    assert_eq!(sign_of("far"), Some(Sign::Even));
}

#[test]
fn pieces_by_name_are_followed() {
    let swap = only(&format!("{TILES} move swap: [1 | 2] -> [2 | 1]"));
    assert_eq!(swap.all, Sign::Odd);
    let never = only(&format!("{TILES} move never: [1 | 1 | 2] -> [1 | 2 | 2]"));
    assert_eq!(never.moves.len(), 1, "there is only one 1");
    assert!(signs(&format!("{TILES} move copy: [1 | 2] -> [1 | 1]")).is_empty());
}

#[test]
fn rings_turn_evenly_or_oddly() {
    let ring = |n: u32| {
        only(&format!(
            "board ring({n}) pieces 1 .. {n} start 1 .. {n} goal start same rotations
            move flip(i in 1 .. {n}): reverse i .. i + 3"
        ))
    };
    assert_eq!((ring(7).all, ring(7).rotation), (Sign::Even, Some(Sign::Even)));
    assert_eq!((ring(8).all, ring(8).rotation), (Sign::Even, Some(Sign::Odd)));
}

#[test]
fn prefixes_reversed_have_both_signs() {
    let signs = only(
        "board row(5) pieces 1 .. 5 start 1 .. 5 goal start move flip(k in 2 .. 5): reverse 1 .. k",
    );
    let list: Vec<Sign> = signs.moves.iter().map(|one| one.sign).collect();
    assert_eq!(list, [Sign::Odd, Sign::Odd, Sign::Even, Sign::Even]);
    assert_eq!(signs.all, Sign::Either);
}

#[test]
fn separate_pieces_have_separate_signs() {
    let signs = signs(
        "board points(A, B, C, D, E, F, G) pieces 1 .. 7 start 1 .. 7 goal start
        move both: cycle A B C D then cycle E F G",
    );
    assert_eq!(signs.len(), 2);
    assert_eq!((signs[0].all, signs[1].all), (Sign::Odd, Sign::Even));
}

#[test]
fn steps_multiply_and_chains_mix() {
    let row = "board row(5) pieces 1 .. 4 start 1 .. 4, empty goal start ";
    let twice = "[any | empty] -> [empty | any] then [any | empty] -> [empty | any]";
    assert_eq!(only(&format!("{row} move two: {twice}")).all, Sign::Even);
    let jump = "[p:any | any | empty] -> [empty | _ | p]";
    assert_eq!(only(&format!("{row} move one: {jump}")).all, Sign::Odd);
    assert_eq!(only(&format!("{row} move many chain: {jump}")).all, Sign::Either);
    assert_eq!(
        only(&format!("{row} move one: {jump} after one if here in 1: reverse 1 .. 2")).all,
        Sign::Either
    );
}

#[test]
fn like_pieces_and_several_empty_cells_have_no_sign() {
    let slide = "move slide: [any | empty] -> [empty | any]";
    let frogs = format!("board row(3) pieces f = frog start frog, empty, frog goal start {slide}");
    assert!(signs(&frogs).is_empty());
    let sparse = format!("board row(4) pieces 1 .. 2 start 1, empty, empty, 2 goal start {slide}");
    assert!(signs(&sparse).is_empty());
}

#[test]
fn signs_of_positions_follow_the_moves() {
    let Arrangement { cells, contents } = only(TILES).arrangement;
    let arrangement = Arrangement { cells, contents };
    assert!(!arrangement.is_odd(&[0, 1, 2, 3, 4, 5]));
    assert!(arrangement.is_odd(&[1, 0, 2, 3, 4, 5]));
    assert!(!arrangement.is_odd(&[1, 2, 0, 3, 4, 5]));
}

#[test]
fn text() {
    let source = Source::new("test.gdl", format!("game \"t\" {TILES}"));
    let (model, _) = compile(&source, &Params::new()).expect("a game");
    let parity = parity(&model, &Domain::start(&model, 0), &Bounds::new(&model));
    let text = "5 different pieces and one empty cell only change places: a position is a permutation of them
every move is an odd permutation\n";
    assert_eq!(parity.to_string(), text);
}
