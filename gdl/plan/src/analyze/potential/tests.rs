use super::*;
use crate::analyze::parity::parity;
use crate::domain::Domain;
use crate::{Params, Source, compile};

fn found(text: &str) -> Potentials {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    let (model, _) = compile(&source, &Params::new()).expect("a game");
    let start = &Domain::start(&model, 0);
    let bounds = Bounds::new(&model);
    potentials(&model, start, &bounds, &parity(&model, start, &bounds))
}

/// Number of invariants, and the form of what alternates.
fn facts(text: &str) -> (usize, Option<AlternatingForm>) {
    let found = found(text);
    (found.invariants.len(), found.alternating.map(|it| it.form))
}

const EMPTY: Content = Content::EMPTY;
const FIRST: Content = Content(1);

const JUMPS: &str = "board row(7) pieces o = peg start peg, peg, empty, peg, peg, peg, peg
    goal count(peg) = 1 move jump: [peg | peg | empty] -> [empty | empty | peg] ";

#[test]
fn jumps_keep_two_of_three_colors() {
    let found = found(JUMPS);
    assert_eq!(found.invariants.len(), 2);
    let alternating = found.alternating.expect("pegs");
    assert_eq!(alternating.form, AlternatingForm::Count(FIRST));
    let lines = "the number of peg on 2, 3, 5, 6 is always odd
the number of peg on 1, 2, 4, 5, 7 is always odd
every move changes the number of peg from even to odd or back\n";
    assert_eq!(Potentials { alternating: Some(alternating), ..found }.to_string(), lines);
}

#[test]
fn a_step_breaks_what_jumps_keep() {
    let both = format!("{JUMPS} move step: [peg | empty] -> [empty | peg]");
    assert_eq!(facts(&both), (0, None));
    let takes = format!("{JUMPS} move take: [peg | peg] -> [empty | peg]");
    assert_eq!(facts(&takes), (0, Some(AlternatingForm::Count(FIRST))));
}

#[test]
fn a_chain_alternates_only_if_it_cannot_go_on() {
    let jump = "[p:peg | peg | empty] -> [empty | empty | p]";
    let game = |cells: u32, chain: &str| {
        format!(
            "board row({cells}) pieces o = peg start peg, peg, empty, 1 .. 0 goal count(peg) = 1
            move jump {chain}: {jump}"
        )
        .replace(", 1 .. 0", &", peg".repeat(usize::try_from(cells - 3).expect("small")))
    };
    assert_eq!(facts(&game(5, "")).1, Some(AlternatingForm::Count(FIRST)));
    assert_eq!(facts(&game(5, "chain")), (2, None), "invariants stay, alternation does not");
    assert_eq!(facts(&game(4, "chain")).1, Some(AlternatingForm::Count(FIRST)));
}

#[test]
fn settling_with_nothing_to_do_is_a_move_if_something_follows() {
    // Nothing ever slides, so the settling leaves the places alone; with the consequence it is a
    // move all the same.
    let game = "board row(2) pieces 1 .. 2 start 1, 2 goal start counter n = 9
        move swap: reverse 1 .. 2
        move tilt along next settle: [1 | empty] -> [empty | 1] ";
    let place = Some(AlternatingForm::Place(FIRST));
    assert_eq!(facts(game), (0, place), "tilting is no move");
    assert_eq!(facts(&format!("{game} after swap: n -= 1")).1, place);
    assert_eq!(facts(&format!("{game} after tilt: n -= 1")), (0, None));
    // The other way round: the settling does something, the consequence may have nothing to do.
    let game = "board row(3) pieces 1 .. 2 start 1, 2, empty goal start counter n = 9
        move tilt along next settle: [1 | empty] -> [empty | 1]
        after tilt if some 1 in 1: n -= 1 ";
    assert_eq!(facts(game), (0, None), "it may slide or count, or both");
}

#[test]
fn nobody_passes_where_nobody_can_move() {
    let game = "players A, B board row(2) pieces a = man start man, man stuck passes
        move step: [man | empty] -> [empty | man] ";
    assert_eq!(facts(game), (0, None));
    let moving = game.replace("start man, man", "start man, empty");
    assert_eq!(facts(&moving).1, Some(AlternatingForm::Mover), "a pass hands the turn on too");
}

const TILES: &str = "board grid(2, 2) pieces 1 .. 3 start empty, 1 .. 3 goal start
    move slide: [any | empty] -> [empty | any] ";

#[test]
fn slides_change_sign_and_color_together() {
    let found = found(TILES);
    assert_eq!(found.invariants.len(), 1);
    let invariant = &found.invariants[0];
    assert_eq!((invariant.potential.signs.len(), invariant.odd), (1, false));
    let alternating = found.alternating.expect("the color of the empty cell");
    assert_eq!(alternating.form, AlternatingForm::Place(EMPTY));
    assert_eq!(alternating.text, "every move changes whether the empty cell is one of b2, a1");
    let text = "the pieces, read cell by cell, are an odd permutation exactly when the empty cell is one of b2, a1";
    assert_eq!(invariant.text, text);
}

#[test]
fn one_more_move_breaks_the_invariant_or_the_alternation() {
    let swap = format!("{TILES} move swap: cycle a1 b2");
    assert_eq!(facts(&swap), (0, Some(AlternatingForm::Sign)));
    let spin = format!("{TILES} move spin: cycle a1 a2 b2");
    assert_eq!(facts(&spin), (0, None));
    let round = format!("{TILES} move round: cycle a1 a2 b2 b1");
    assert_eq!(facts(&round), (1, Some(AlternatingForm::Place(EMPTY))), "odd, and colors change");
    let across = format!("{TILES} move across: cycle a1 b2 then cycle a2 b1");
    assert_eq!(facts(&across), (1, None), "even, and the empty cell keeps its color");
}

const PLACING: &str = "players X, O board grid(2, 2) pieces x = mark of X, o = mark of O
    move place: [empty] -> [mine] ";

#[test]
fn passing_leaves_only_the_turn() {
    let strict = found(&format!("{PLACING} stuck draws"));
    assert_eq!(strict.alternating.as_ref().map(|it| it.form), Some(AlternatingForm::Count(EMPTY)));
    let mover = strict.mover_follows().expect("stones tell whose turn it is");
    assert_eq!(mover.text, "the number of empty cells is odd exactly when O is to move");
    let passing = format!("{PLACING} stuck passes");
    assert_eq!(facts(&passing), (0, Some(AlternatingForm::Mover)));
}

#[test]
fn moving_again_leaves_only_the_count() {
    let again = "after place if here in a1: again stuck draws";
    assert_eq!(facts(&format!("{PLACING} {again}")), (0, Some(AlternatingForm::Count(EMPTY))));
    let always = "after place if here in a1: [empty] -> [mine], again stuck draws";
    assert_eq!(facts(&format!("{PLACING} {always}")), (1, None), "one more stone, one turn less");
}

#[test]
fn three_players_do_not_alternate_by_turn() {
    let game = |number: &str| {
        format!(
            "players {number} board row(3) pieces x = mark start mark, empty, empty stuck loses
            move step: [mark | empty] -> [empty | mark] move jump: [mark | _ | empty] -> [empty | _ | mark]"
        )
    };
    assert_eq!(facts(&game("A, B")).1, Some(AlternatingForm::Mover));
    assert_eq!(facts(&game("A, B, C")).1, None);
    assert_eq!(facts(&game("A, B, C, D")).1, Some(AlternatingForm::Mover));
}

#[test]
fn steps_add_up() {
    let row =
        "board row(5) pieces a = man start man, empty, empty, empty, empty goal some man in 5 ";
    let step = "[man | empty] -> [empty | man]";
    assert_eq!(facts(&format!("{row} move one: {step}")).1, Some(AlternatingForm::Place(FIRST)));
    assert_eq!(facts(&format!("{row} move two: {step} then {step}")), (1, None));
    let three = format!("{row} move three: {step} then {step} then {step}");
    assert_eq!(facts(&three).1, Some(AlternatingForm::Place(FIRST)));
    let either = format!("{row} move one: {step} move two: {step} then {step}");
    assert_eq!(facts(&either), (0, None));
}

#[test]
fn what_may_follow_must_change_nothing() {
    let row = "board row(4) pieces a = man, b = boy start man, empty, empty, boy goal some man in 3
        move step: [man | empty] -> [empty | man] ";
    assert_eq!(facts(row).1, Some(AlternatingForm::Place(FIRST)));
    let taken = format!("{row} after step if here in 3: [boy] -> [empty]");
    assert_eq!(facts(&taken).1, Some(AlternatingForm::Place(FIRST)));
    let back = format!("{row} after step if here in 2: [man | empty] -> [empty | man]");
    assert_eq!(facts(&back).1, None);
}

#[test]
fn settling_keeps_what_every_rule_keeps() {
    let game = "board grid(3, 3) pieces a = man, b = boy start man, empty, empty, empty, boy, empty, empty, empty, empty
        goal some man in c3 move tilt along orth settle: [any | empty] -> [empty | any]";
    assert_eq!(facts(game), (0, None));
    let rows = game.replace("along orth", "along e w");
    let found = found(&rows);
    assert_eq!(found.alternating, None);
    assert!(found.invariants.is_empty(), "men in other rows never move: {found}");
}

#[test]
fn counters_count() {
    let game = |effect: &str| {
        format!(
            "board row(3) pieces a = man start man, empty, empty counter n = 9 goal n = 0
            move step: [man | empty] -> [empty | man], {effect}
            move jump: [man | _ | empty] -> [empty | _ | man], {effect}"
        )
    };
    let counter = Some(AlternatingForm::Counter(CounterId(0)));
    assert_eq!(facts(&game("n -= 1")), (0, counter));
    assert_eq!(facts(&game("n -= 3")), (0, counter));
    assert_eq!(facts(&game("n -= 2")), (1, None));
    assert_eq!(facts(&game("n -= count(man in 1 .. 2) + 1")), (0, None));
    assert_eq!(facts(&game("n -= 2 * count(man in 1 .. 2)")), (0, None));
}

#[test]
fn turns_of_the_ring_are_free() {
    let ring = |n: u32, k: u32, same: &str| {
        format!(
            "board ring({n}) pieces 1 .. {n} start 1 .. {n} goal start {same}
            move flip(i in 1 .. {n}): reverse i .. i + {k} - 1"
        )
    };
    assert_eq!(facts(&ring(7, 4, "")), (1, None));
    assert_eq!(facts(&ring(7, 4, "same rotations")), (1, None));
    assert_eq!(facts(&ring(7, 3, "same rotations")), (0, Some(AlternatingForm::Sign)));
    assert_eq!(facts(&ring(8, 4, "")), (1, None));
    assert_eq!(facts(&ring(8, 4, "same rotations")), (0, None));
    // Reversing three keeps the colors of the cells; turning the ring changes all of them, but not
    // which pieces share a color.
    assert_eq!(facts(&ring(8, 3, "same rotations")), (6, Some(AlternatingForm::General)));
}

#[test]
fn two_arrangements_share_a_parity() {
    let cube = "board points(A, B, C, D, E, F, G, H) pieces 1 .. 8 start 1 .. 8 goal start
        move a: cycle A B C D then cycle E F G H
        move b: cycle A B C then cycle E G F";
    let found = found(cube);
    assert_eq!(found.invariants.len(), 1);
    assert_eq!(found.invariants[0].potential.signs.len(), 2);
}

#[test]
fn a_single_seed_goes_round() {
    let game = |start: &str, harvest: &str| {
        format!(
            "players A, B board ring(4) pieces s = seed heap start {start} stuck by score
            move go: sow [seed] along next {harvest}"
        )
        .replace("pieces s = seed heap", "pieces seed heap")
    };
    assert_eq!(facts(&game("1, 0, 0, 0", "")).0, 1, "the seed's color tells whose turn it is");
    assert_eq!(facts(&game("2, 0, 0, 0", "")).0, 1, "the second seed comes back to its color");
    assert_eq!(facts(&game("3, 0, 0, 0", "")).0, 0);
    let taken = "then harvest along next while count(seed at here) = 1";
    assert_eq!(facts(&game("1, 0, 0, 0", taken)).0, 0);
}

#[test]
fn output_is_the_same_every_time() {
    assert_eq!(found(TILES), found(TILES));
    assert_eq!(found(JUMPS).to_string(), found(JUMPS).to_string());
}
