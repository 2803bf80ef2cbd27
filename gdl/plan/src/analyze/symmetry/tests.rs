//! Small games with known symmetries, pairs that differ in one place, and the search against
//! trying everything.

use super::atoms::{Atom, AtomMap};
use super::game::{Game, game};
use super::{Symmetries, symmetries, symmetries_within};
use crate::analyze::contents::{possible_contents, possible_in};
use crate::domain::Domain;
use crate::model::{Action, Body, Content, Model};
use crate::{Params, Source, Style};

fn model(text: &str) -> Model {
    let source = Source::new("toy.gdl", format!("game \"Toy\"\n{text}"));
    match crate::compile(&source, &Params::default()) {
        Ok((model, _)) => model,
        Err(diagnostics) => panic!("{}", diagnostics.render(&source, Style::Plain)),
    }
}

fn found(text: &str) -> Symmetries {
    symmetries(&model(text))
}

fn orders(text: &str) -> (Option<u128>, Option<u128>) {
    let found = found(text);
    assert!(found.complete);
    (found.order, found.order_with_swaps)
}

const THREE_IN_A_ROW: &str = "pieces x = mark of X, o = mark of O shape three = line(3)
     players X, O move place: [empty] -> [mine] win when some three is mine stuck draws";

#[test]
fn a_missing_corner_breaks_symmetry() {
    let whole = "board {\n. . .\n. . .\n. . . } links all ";
    let broken = "board {\n  . .\n. . .\n. . . } links all ";
    assert_eq!(orders(&format!("{whole}{THREE_IN_A_ROW}")), (Some(8), Some(16)));
    assert_eq!(orders(&format!("{broken}{THREE_IN_A_ROW}")), (Some(2), Some(4)));
}

#[test]
fn a_corner_that_no_jump_reaches_breaks_symmetry() {
    let jump = "pieces o = peg move jump: [peg | peg | empty] -> [empty | empty | peg]";
    let whole = "board {\no o o o\no o . o\no o o o\no o o o } ";
    let broken = "board {\no o o o\no o . o\no o o o\no o o   } ";
    assert_eq!(orders(&format!("{whole}{jump}")), (Some(8), Some(8)));
    assert_eq!(orders(&format!("{broken}{jump}")), (Some(2), Some(2)));
}

#[test]
fn one_more_rule_breaks_symmetry() {
    let slide = "board { a a . . } pieces a = ant move slide: [ant | empty] -> [empty | ant]";
    assert_eq!(orders(slide), (Some(2), Some(2)));
    let more = " move leap along e: [ant | ant | empty] -> [empty | ant | ant]";
    assert_eq!(orders(&format!("{slide}{more}")), (Some(1), Some(1)));
}

#[test]
fn who_moves_how_decides_whether_players_change_places() {
    let board = "players white facing n, black facing s
         board {\nb b\n. .\nw w } pieces w = pawn of white, b = pawn of black stuck loses
         move step along fwd: [mine | empty] -> [empty | mine] ";
    assert_eq!(orders(board), (Some(2), Some(4)));
    let unfair = "move back by white along back: [mine | empty] -> [empty | mine]";
    assert_eq!(orders(&format!("{board}{unfair}")), (Some(2), Some(2)));
    let unfair = "win white when count(any) < 3";
    assert_eq!(orders(&format!("{board}{unfair}")), (Some(2), Some(2)));
}

#[test]
fn names_and_order_of_statements_do_not_count() {
    let one = "board { x . . y } pieces x = cat, y = dog
         move a along e: [cat | empty] -> [empty | cat]
         move b along w: [dog | empty] -> [empty | dog]";
    let other = "board { x . . y } pieces x = cat, y = dog
         move go along e: [cat | empty] <-> [empty | cat] [empty | dog] -> [dog | empty]
         move come along e: [dog | empty] -> [empty | dog]";
    assert_eq!(orders(one), (Some(2), Some(2)));
    let found = found(other);
    assert_eq!(found.order, Some(2));
    assert_eq!(found.interchangeable.len(), 1, "here cats and dogs may do the same");
}

#[test]
fn pieces_that_no_rule_tells_apart_are_one_class() {
    let text = "board grid(3, 3) pieces 1 .. 8 start 1 .. 8, empty
         move slide: [any | empty] -> [empty | any] ";
    let numbers =
        |found: &Symmetries| -> Vec<usize> { found.interchangeable.iter().map(Vec::len).collect() };
    let all = found(text);
    assert_eq!((all.order, numbers(&all)), (Some(8), vec![8]));
    let some = found(&format!("{text} move hop: [p:1 | 2 | empty] -> [empty | _ | p]"));
    assert_eq!((some.order, numbers(&some)), (Some(8), vec![6]));
}

#[test]
fn terrain_is_part_of_the_board() {
    let tray = |corner: char| {
        format!(
            "board {{\n. . {corner}\n. a .\n. . # }} pieces a = ball, # = wall
             move roll: [ball | empty] -> [empty | ball]"
        )
    };
    assert_eq!(orders(&tray('.')), (Some(2), Some(2)));
    assert_eq!(orders(&tray('#')), (Some(2), Some(2)));
    let open = found(&tray('.'));
    let elements = open.elements.expect("there are few");
    assert!(elements.iter().all(|one| one.cells[8].0 == 8), "the wall stays");
}

#[test]
fn only_starts_with_this_terrain_are_spoken_of() {
    let game = model(
        "board row(5) pieces a = man, x = wall
        start \"wall\" man, empty, wall, empty, man start \"open\" man, empty, empty, empty, man
        move step: [man | empty] -> [empty | man]",
    );
    let kept = |start: usize| {
        let possible = possible_in(&game, &Domain::start(&game, start));
        symmetries_within(&game, &possible, &|_| true).to_string()
    };
    assert!(kept(0).contains("2 of these keep the start \"wall\""), "{}", kept(0));
    assert!(!kept(0).contains("open") && !kept(1).contains("wall\""), "{}{}", kept(0), kept(1));
}

#[test]
fn the_whole_symmetric_group_is_counted_without_listing_it() {
    let text = |cells: usize| {
        format!("board row({cells}) pieces o = dot move put: [empty] -> [dot] start 0 each")
            .replace("start 0 each", &format!("start {}", vec!["empty"; cells].join(", ")))
    };
    assert_eq!(orders(&text(6)), (Some(720), Some(720)));
    assert_eq!(found(&text(6)).elements.map(|all| all.len()), Some(720));
    let ten = found(&text(10));
    assert_eq!((ten.order, ten.elements), (Some(3_628_800), None));
    let many = found(&text(120));
    assert!(many.complete);
    assert_eq!(many.order, None, "120! does not fit");
}

#[test]
fn elements_form_a_group() {
    let found = found(
        "board edges(2, 2) pieces | = stroke shape box = face
         players left, right move draw: [empty] -> [stroke]
         after draw if here in box: score += count(box at here), again stuck by score",
    );
    let elements = found.elements.expect("there are 256");
    let cells = |one: &super::Symmetry| -> Vec<u8> {
        one.cells.iter().map(|cell| cell.0).chain(one.players.iter().map(|it| it.0)).collect()
    };
    let mut all: Vec<Vec<u8>> = elements.iter().map(cells).collect();
    assert_eq!((found.order, all.len()), (Some(128), 256));
    assert!(all[0][..12].is_sorted(), "the first changes nothing");
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 256, "no two are equal");
    for one in elements.iter().step_by(17) {
        for other in &elements {
            let cells = one.cells.iter().map(|cell| other.cells[cell.index()].0);
            let players = one.players.iter().map(|player| other.players[player.index()].0);
            assert!(all.binary_search(&cells.chain(players).collect()).is_ok());
        }
    }
}

#[test]
fn dualities_turn_moves_round() {
    let text = |text: &str| {
        let text = found(text).to_string();
        let line = text.lines().find(|line| line.contains("backwards"));
        line.map(str::to_owned)
    };
    let jump = "board { o o . o o } pieces o = peg
         move jump: [peg | peg | empty] -> [empty | empty | peg]";
    let peg = "exchanging peg and empty turns every move into a move backwards";
    assert_eq!(text(jump).as_deref(), Some(peg));
    let frogs = "board { f f . t t } pieces f = frog, t = toad
         move hop along e:  [frog | any | empty] -> [empty | any | frog]
         move back along w: [toad | any | empty] -> [empty | any | toad]";
    let swap = "exchanging frog and toad turns every move into a move backwards";
    assert_eq!(text(frogs).as_deref(), Some(swap));
    let frogs = "board { f f . t t } pieces f = frog, t = toad
         move step along e: [frog | empty] -> [empty | frog]
         move back along w: [toad | empty] -> [empty | toad]";
    assert_eq!(text(frogs).as_deref(), Some(swap));
    let take = "board { a b . a . } pieces a = ant, b = bee
         move take: [ant | any | empty] -> [empty | empty | ant]";
    assert_eq!(found(take).duality, None, "nobody knows what was taken");
    let slide = "board { a a . b b } pieces a = ant, b = bee
         move slide: [any | empty] -> [empty | any]";
    assert_eq!(found(slide).duality, None, "moves can be taken back anyway");
    let shift = "board { a . . } pieces a = ant, b = bee start ant, bee, bee
         move go along e: [ant | bee] -> [bee | ant]";
    let swap = "exchanging ant and bee turns every move into a move backwards";
    assert_eq!(text(shift).as_deref(), Some(swap));
}

#[test]
fn sentences_say_what_was_found() {
    let text = "board grid(2, 3) pieces 1 .. 5 start empty, 1 .. 5 goal start
         move slide: [any | empty] -> [empty | any]";
    assert_eq!(
        found(text).to_string(),
        "1, 2, 3, 4 and 5 are interchangeable: no rule tells them apart\n\
         4 symmetries keep all rules, leaving everything as it is included\n\
         they are a left-right reflection; a top-bottom reflection; a half turn\n\
         1 of these keep the start, up to the names of pieces\n\
         1 of these keep the goal, up to the names of pieces\n"
    );
}

/// Every permutation of cells, contents but the empty one, players and counters, tried one by one.
fn by_trying(game: &Game<'_>) -> usize {
    let atoms = game.atoms;
    let kind = |atom: u32| match atoms.atom(atom) {
        Atom::Content(Content::EMPTY) => 0,
        Atom::Content(_) => 1,
        Atom::Cell(_) => 2,
        Atom::Player(_) => 3,
        Atom::Counter(_) => 4,
    };
    // What the rules do not speak of stays.
    let free = |atom: u32| game.below.binary_search(&atom).is_ok() || kind(atom) == 1;
    fn extend(
        map: &mut AtomMap,
        atoms: u32,
        may: &dyn Fn(u32, u32) -> bool,
        count: &mut dyn FnMut(&[u32]),
    ) {
        let next = u32::try_from(map.len()).expect("few");
        if next == atoms {
            return count(map);
        }
        for image in 0..atoms {
            if may(next, image) && !map.contains(&image) {
                map.push(image);
                extend(map, atoms, may, count);
                map.pop();
            }
        }
    }
    let may =
        |one: u32, other: u32| one == other || kind(one) == kind(other) && free(one) && free(other);
    let mut number = 0;
    extend(&mut Vec::new(), atoms.all().end, &may, &mut |map| {
        number += usize::from(game.terms.carries(&game.below, map, [(game.root, game.root)]));
    });
    number
}

#[test]
fn the_search_finds_as_many_as_trying_everything() {
    let texts = [
        "board grid(2, 3) pieces a = ant, b = bee start ant, bee, empty, empty, empty, ant
         move slide: [any | empty] -> [empty | any] move eat: [ant | bee] -> [empty | ant]",
        "players white, black board ring(5) pieces w = man of white, b = man of black
         counter hand = 2 each start empty, empty, empty, empty, empty
         move put when hand > 0: [empty] -> [mine], hand -= 1
         move go when hand = 0: [mine | empty] -> [empty | mine] stuck loses",
        "board row(5) pieces 1 .. 3 start 1, 2, 3, empty, empty
         move hop: [p:any | any | empty] -> [empty | _ | p] move step: [1 | empty] -> [empty | 1]",
        "board grid(2, 2) pieces a = ant, b = bee, c = cat start ant, bee, cat, empty
         move eat: [ant | bee] -> [empty | ant] [bee | cat] -> [empty | bee]
         move bite: [cat | ant] -> [empty | cat] move go: [any | empty] -> [empty | any]",
    ];
    // A linear congruential generator decides which rules stay.
    let mut random: u32 = 1;
    let mut compared = 0;
    for text in texts {
        let whole = model(text);
        for round in 0..25 {
            let mut model = whole.clone();
            for one in &mut model.moves {
                let Body::Once(alternatives) = &mut one.body else { continue };
                for step in alternatives.iter_mut().flat_map(|it| &mut it.steps) {
                    let Action::Rewrite(rules) = &mut step.action else { continue };
                    rules.retain(|_| {
                        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (random >> 16) % 24 >= round
                    });
                }
            }
            let possible = possible_contents(&model);
            // Those that differ on terrain only are counted once, and by trying more often.
            if possible.iter().any(|contents| contents.len() == 1) {
                continue;
            }
            compared += 1;
            let found = symmetries(&model);
            let renamings: usize = found
                .interchangeable
                .iter()
                .map(|class| (1..=class.len()).product::<usize>())
                .product();
            let order = usize::try_from(found.order_with_swaps.expect("few")).expect("few");
            let tried = by_trying(&game(&model, &possible, &|_| true));
            assert_eq!(order * renamings, tried, "{text}, round {round}\n{model}");
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Walls beside the board that nothing looks at, and pegs that can never move.
#[test]
fn what_moves_terrain_only_is_no_symmetry() {
    let pegs =
        "pieces o = peg move hop when count(peg) > 0: [peg | peg | empty] -> [empty | empty | peg]";
    let order = |board: &str| symmetries(&model(&format!("board {{ {board} }} {pegs}"))).order;
    let plain = order("o o . o o");
    assert_eq!(plain, Some(2));
    for frozen in ["o o . o o   o", "o o . o o   o   o   o", "o   o o . o o   o"] {
        assert_eq!(order(frozen), plain, "{frozen}");
    }
}
