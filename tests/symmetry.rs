//! Symmetries and dualities against the interpreter: for every shipped game, and for small games
//! with every kind of statement, the images of the successors are the successors of the image, in
//! positions of random play and in random positions.

use crate::independent::Dice;
use crate::shipped;
use gdl::analyze::contents::{possible_contents, possible_in};
use gdl::analyze::symmetry::{Duality, symmetries_within};
use gdl::analyze::symmetry::{Symmetries, Symmetry, symmetries, symmetries_of_rules};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::{Action, Body, CellId, Content, CounterId, Model, PieceId, PlayerId, State};
use gdl::{Params, Source, Style};
use gdl_runtime::interp::{Ending, Interp};
use std::collections::BTreeSet;

mod by_tier;

/// Number of symmetries that keep the players, number with those that do not, of those how many
/// keep the first start and the goal.
const KNOWN: [(&str, u128, u128, usize, usize); 26] = [
    ("awari", 1, 2, 2, 2),
    ("burnt-pancakes", 1, 1, 1, 1),
    ("chinese-checkers", 2, 4, 4, 4),
    ("connect-four", 2, 4, 4, 4),
    ("dots-and-boxes", 128, 256, 256, 256),
    ("fore-and-aft", 4, 4, 4, 4),
    ("fox-and-geese", 8, 8, 2, 8),
    ("fox-and-geese-traditional", 2, 2, 2, 2),
    ("frogs", 2, 2, 2, 2),
    ("frogs-and-toads", 4, 4, 4, 4),
    ("hexapawn", 2, 4, 4, 4),
    ("klotski", 4, 4, 2, 2),
    ("nine-mens-morris", 16, 32, 32, 32),
    ("pancakes", 1, 1, 1, 1),
    ("peg-french", 8, 8, 1, 1),
    ("peg-solitaire", 8, 8, 8, 8),
    ("peg-triangle", 6, 6, 2, 6),
    ("pocket-cube", 6, 6, 6, 6),
    ("rush-hour", 4, 4, 1, 1),
    ("six-mens-morris", 16, 32, 32, 32),
    ("sliding-tiles", 8, 8, 2, 2),
    ("teeko", 8, 16, 16, 16),
    ("three-mens-morris", 8, 16, 16, 16),
    ("tic-tac-toe", 8, 16, 16, 16),
    ("tilt", 8, 8, 1, 8),
    ("topspin", 2, 2, 2, 2),
];

#[test]
fn shipped_games_have_their_symmetries() {
    let names: Vec<&str> = KNOWN.iter().map(|known| known.0).collect();
    assert_eq!(names, shipped::names(), "every game has a line");
    for (name, order, with_swaps, start, goal) in KNOWN {
        let model = shipped::model(name, &[]);
        let found = symmetries(&model);
        assert!(found.complete, "{name}");
        assert_eq!(
            (found.order, found.order_with_swaps),
            (Some(order), Some(with_swaps)),
            "{name}"
        );
        let elements = found.elements.as_ref().expect("few are listed");
        assert_eq!(u128::try_from(elements.len()).ok(), Some(with_swaps), "{name}");
        let count = |keeps: fn(&Symmetry) -> bool| elements.iter().filter(|one| keeps(one)).count();
        assert_eq!(u128::try_from(count(Symmetry::keeps_players)).ok(), Some(order), "{name}");
        assert_eq!(count(|one| one.keeps_start[0]), start, "{name}, start");
        assert_eq!(count(|one| one.keeps_goal), goal, "{name}, goal");
        let dual = name.starts_with("peg-");
        assert_eq!(found.duality.is_some(), dual, "{name}, duality");
        assert_eq!(symmetries(&model), found, "{name}, a second time");
    }
}

#[test]
fn shipped_games_keep_their_rules_under_their_symmetries() {
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        check(&name, &model, &symmetries(&model), 150);
    }
}

#[test]
fn blocks_in_the_tray_break_its_symmetry() {
    let tilt = shipped::model("tilt", &[]);
    for (number, start) in tilt.starts.iter().enumerate() {
        let domain = Domain::start(&tilt, number);
        let possible = possible_in(&tilt, &domain);
        let found = symmetries_within(&tilt, &possible, &|_| true);
        assert_eq!(found.order, Some(1), "{:?}", start.name);
        assert_eq!(analyze(&tilt, domain).symmetries, found, "facts are about one start");
    }
}

#[test]
fn a_map_that_is_no_symmetry_is_noticed() {
    let model = shipped::model("connect-four", &[]);
    let found = symmetries(&model);
    let interp = Interp::new(&model);
    let states = walks(&interp, 50, &mut Dice::new(7));
    let mut upside_down = found.generators[0].clone();
    upside_down.cells = (0..42).rev().map(CellId).collect();
    upside_down.players.sort();
    upside_down.pieces.sort();
    assert!(!states.iter().all(|state| keeps_moves(&interp, &upside_down, state)));
}

#[test]
fn games_that_lose_a_rule_keep_what_is_left_of_their_symmetries() {
    let mut dice = Dice::new(0x0dd5);
    for name in ["hexapawn", "three-mens-morris", "peg-triangle", "frogs", "klotski", "tic-tac-toe"]
    {
        let whole = shipped::model(name, &[]);
        let order = symmetries(&whole).order_with_swaps;
        for _ in 0..4 {
            let mut model = whole.clone();
            let chosen = dice.below(model.moves.len());
            if let Body::Once(list) = &mut model.moves[chosen].body
                && let Action::Rewrite(rules) = &mut list[0].steps[0].action
            {
                rules.remove(dice.below(rules.len()));
            }
            let found = symmetries(&model);
            assert!(found.order_with_swaps < order, "{name}");
            check(name, &model, &found, 30);
        }
    }
}

#[test]
fn three_men_each_may_exchange_the_rings_of_the_morris_board() {
    let mut model = shipped::model("nine-mens-morris", &[]);
    let found = symmetries_of_rules(&model, &|one| one.name == "fly");
    assert_eq!((found.order, found.order_with_swaps), (Some(48), Some(96)));
    model.moves.retain(|one| one.name == "fly");
    model.counters.iter_mut().for_each(|counter| counter.initial = 0);
    model.starts[0].cells[..6].copy_from_slice(&[1, 2, 1, 2, 1, 2]);
    let found = symmetries(&model);
    assert_eq!((found.order, found.order_with_swaps), (Some(48), Some(96)));
    check("flying", &model, &found, 150);
}

#[test]
fn other_sizes_have_their_symmetries() {
    for (name, params, order, with_swaps) in [
        ("sliding-tiles", &[("rows", 2), ("cols", 3)][..], 4, 4),
        ("sliding-tiles", &[("rows", 4), ("cols", 4)], 8, 8),
        ("topspin", &[("n", 20), ("k", 4)], 2, 2),
        ("topspin", &[("n", 8), ("k", 3)], 4, 4),
        ("pancakes", &[("n", 4)], 2, 2),
        ("connect-four", &[("rows", 4), ("cols", 4)], 2, 4),
        ("dots-and-boxes", &[("rows", 1), ("cols", 1)], 24, 48),
        ("dots-and-boxes", &[("rows", 3), ("cols", 3)], 128, 256),
        ("dots-and-boxes", &[("rows", 2), ("cols", 3)], 64, 128),
        ("nine-mens-morris", &[("men", 3)], 16, 32),
    ] {
        let model = shipped::model(name, params);
        let found = symmetries(&model);
        let orders = (found.order, found.order_with_swaps);
        assert_eq!(orders, (Some(order), Some(with_swaps)), "{name} {params:?}");
        check(name, &model, &found, 30);
    }
}

#[test]
fn small_games_keep_their_rules_under_their_symmetries() {
    for (name, text, order, with_swaps) in TOYS {
        let source = Source::new(name, format!("game \"{name}\"\n{text}"));
        let (model, _) = gdl::compile(&source, &Params::default())
            .unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&source, Style::Plain)));
        let found = symmetries(&model);
        let orders = (found.order, found.order_with_swaps);
        assert_eq!(orders, (Some(order), Some(with_swaps)), "{name}: {found}");
        check(name, &model, &found, 100);
    }
}

/// Small games with the number of their symmetries that keep the players, and of all.
pub(crate) const TOYS: [(&str, &str, u128, u128); 16] = [
    (
        "ring for two",
        "players red, blue board ring(6) pieces r = ruby of red, s = sapphire of blue
         start ruby, ruby, empty, sapphire, sapphire, empty same rotations
         move walk along next: [mine | empty] -> [empty | mine]
         move oust along next must: [mine | mine | theirs] -> [empty | mine | mine]
         win when count(theirs) = 0 stuck draws",
        1,
        2,
    ),
    (
        // Cell 1 is whatever cell the smallest of the equal positions begins with.
        "ring with a goal that turns",
        "players red, blue board ring(6) pieces r = ruby of red, s = sapphire of blue
         start ruby, ruby, empty, sapphire, sapphire, empty same rotations
         move walk along next: [mine | empty] -> [empty | mine]
         win when some mine in 1 and some mine in 3 stuck draws",
        1,
        1,
    ),
    (
        // The ends are in order: when both rows are full, white wins.
        "ends in order",
        "players white, black board grid(2, 2) pieces w = man of white, b = man of black
         move place: [empty] -> [mine]
         win white when all edge n is any win black when all edge s is any stuck draws",
        4,
        4,
    ),
    (
        "ends for both",
        "players white facing n, black facing s board grid(2, 2)
         pieces w = man of white, b = man of black
         move place: [empty] -> [mine]
         win when all edge fwd is any stuck draws",
        4,
        8,
    ),
    (
        "must",
        "players white, black board { w . b . w } pieces w = man of white, b = man of black
         move step: [mine | empty] -> [empty | mine]
         move take along e must: [mine | theirs] -> [empty | mine]
         stuck loses",
        1,
        2,
    ),
    (
        "else",
        "board { x . . . y } pieces x = cross, y = dot
         move go: [cross | empty] -> [empty | cross] else [dot | empty] -> [empty | dot]",
        2,
        2,
    ),
    (
        "or",
        "board { x . . . y } pieces x = cross, y = dot
         move go: [cross | empty] -> [empty | cross] [dot | empty] -> [empty | dot]",
        2,
        2,
    ),
    (
        "chain",
        "players white, black
         board {
            w . b .
            . w . b
            . b . w
            b . w .
         }
         pieces w = man of white, b = man of black
         move hop along e s chain: [p:mine | theirs | empty] -> [empty | empty | p]
         move step: [mine | empty] -> [empty | mine]
         stuck loses",
        2,
        4,
    ),
    (
        "then",
        "players white, black board { . . . . } pieces w = man of white, b = man of black
         counter hand = 3 each
         move put when hand > 0: [empty] -> [mine], hand -= 1 then [theirs] -> [empty], their hand += 1
         move put_first when count(any) = 0: [empty] -> [mine]
         stuck loses",
        24,
        48,
    ),
    (
        "settle",
        "board { . a . . / }
         pieces a = ball, / = wall
         move tilt along e w settle: [ball | empty] -> [empty | ball]",
        2,
        2,
    ),
    (
        "three players",
        "players red, green, blue board ring(6)
         pieces r = ruby of red, g = jade of green, b = pearl of blue
         start ruby, empty, jade, empty, pearl, empty
         move walk along next: [mine | empty] -> [empty | mine]
         move oust along next: [mine | theirs] -> [empty | mine]
         stuck passes",
        6,
        18,
    ),
    (
        "stones, scissors, papers",
        "board grid(2, 2) pieces s = stone, c = scissors, p = paper
         start stone, scissors, paper, stone
         move cut:  [scissors | paper] -> [empty | scissors]
         move wrap: [paper | stone]    -> [empty | paper]
         move dull: [stone | scissors] -> [empty | stone]",
        24,
        24,
    ),
    (
        "twisted ring",
        "board points(A, B, C, D) pieces 1 .. 4 turns 3 start 1 .. 4 goal start
         move one: cycle A B C turn 1 2 0
         move two: cycle B C D turn 2 2 2
         move three: cycle C D A turn 2 1 0
         move four: cycle D A B turn 1 1 1",
        4,
        4,
    ),
    (
        "one way round",
        "board ring(6) pieces a = ant, b = bee start ant, bee, empty, empty, ant, empty
         same rotations
         move walk along next: [any | empty] -> [empty | any]",
        1,
        1,
    ),
    (
        "turned pieces that are put down",
        "board row(4) pieces 1 .. 2 turns 2 start 1, 2, empty, empty
         move flip: reverse 1 .. 4 turn 1
         move swap: reverse 2 .. 3
         move new: [1 | empty] -> [1 | 2]",
        2,
        2,
    ),
    (
        "heaps",
        "players left, right board ring(4) pieces chip heap start 2 each
         move deal: sow [chip] along next then harvest along prev while count(chip at here) = 4
         illegal when count(chip) = 3
         stuck by score",
        4,
        8,
    ),
];

/// Tries the symmetries of a game on positions of random play and on random positions.
fn check(name: &str, model: &Model, found: &Symmetries, positions: usize) {
    let few = found.elements.as_deref().filter(|elements| elements.len() <= 16);
    let tried = few.unwrap_or(&found.generators);
    let mut dice = Dice::new(0x5eed_0001);
    for start in 0..model.starts.len() {
        let interp = Interp::with_start(model, start).expect("the start exists");
        let mut states = walks(&interp, positions, &mut dice);
        states.extend((0..positions).map(|_| random_state(&interp, &mut dice)));
        for symmetry in tried {
            check_start(name, &interp, found, symmetry);
            for state in &states {
                check_state(name, &interp, found, symmetry, state);
            }
        }
        if let Some(duality) = &found.duality {
            states.iter().for_each(|state| check_duality(name, &interp, duality, state));
        }
    }
}

fn check_start(name: &str, interp: &Interp<'_>, found: &Symmetries, symmetry: &Symmetry) {
    let model = interp.model();
    let image = interp.canonical(symmetry.image(model, &interp.start()));
    if found.interchangeable.is_empty() && symmetry.turns.is_none() {
        let kept = image.same_position(&interp.start());
        assert_eq!(kept, symmetry.keeps_start[interp.start_index()], "{name}: {symmetry:?}");
    }
    let possible = possible_contents(model);
    let allowed = image.cells.iter().zip(&possible);
    if symmetry.keeps_contents && !model.heap {
        assert!(allowed.into_iter().all(|(held, all)| all.contains(Content(*held))), "{name}");
    }
}

/// The map of positions that only moves cells.
pub(crate) fn of_cells(model: &Model, cells: &[CellId]) -> Symmetry {
    let small = |number: usize| u8::try_from(number).expect("it is small");
    Symmetry {
        cells: cells.to_vec(),
        players: (0..model.sides()).map(|player| PlayerId(small(player))).collect(),
        pieces: (0..model.pieces.len()).map(|piece| PieceId(small(piece))).collect(),
        counters: (0..model.counters.len()).map(|counter| CounterId(small(counter))).collect(),
        turns: None,
        keeps_start: vec![false; model.starts.len()],
        keeps_goal: true,
        keeps_contents: true,
    }
}

pub(crate) fn check_state(
    name: &str,
    interp: &Interp<'_>,
    found: &Symmetries,
    symmetry: &Symmetry,
    state: &State,
) {
    assert!(keeps_moves(interp, symmetry, state), "{name}: {symmetry:?} in {state:?}");
    let image = |state: &State| interp.canonical(symmetry.image(interp.model(), state));
    let player = |player: PlayerId| symmetry.players[player.index()];
    let outcome = interp.outcome(state).map(|outcome| match outcome {
        Ending::Won(winner) => Ending::Won(player(winner)),
        Ending::Lost(loser) => Ending::Lost(player(loser)),
        Ending::Draw => Ending::Draw,
        Ending::Score(scores) => Ending::Score(permuted(symmetry, &scores)),
    });
    assert_eq!(outcome, interp.outcome(&image(state)), "{name}: {symmetry:?} in {state:?}");
    if symmetry.keeps_goal && found.interchangeable.is_empty() {
        assert_eq!(interp.is_goal(state), interp.is_goal(&image(state)), "{name}: {symmetry:?}");
    }
}

/// Whether the images of the successors of a position are the successors of its image.
fn keeps_moves(interp: &Interp<'_>, symmetry: &Symmetry, state: &State) -> bool {
    let image = |state: &State| interp.canonical(symmetry.image(interp.model(), state));
    let after =
        |state: &State| interp.successors(state).into_iter().map(|one| (one.state, one.gains));
    let of_image: BTreeSet<(State, Vec<i64>)> = after(&image(state)).collect();
    let images: BTreeSet<(State, Vec<i64>)> =
        after(state).map(|(next, gains)| (image(&next), permuted(symmetry, &gains))).collect();
    images == of_image
}

/// Numbers by player after the players have changed places.
fn permuted(symmetry: &Symmetry, values: &[i64]) -> Vec<i64> {
    let mut image = values.to_vec();
    for (player, value) in symmetry.players.iter().zip(values) {
        image[player.index()] = *value;
    }
    image
}

fn check_duality(name: &str, interp: &Interp<'_>, duality: &Duality, state: &State) {
    let image = |state: &State| interp.canonical(duality.image(state));
    for next in interp.successors(state) {
        let back = interp.successors(&image(&next.state));
        assert!(
            back.iter().any(|one| one.state == image(state)),
            "{name}: {duality:?} from {state:?} to {:?}",
            next.state
        );
    }
    if duality.start_to_goal[interp.start_index()] {
        assert!(interp.is_goal(&image(&interp.start())), "{name}");
    }
}

/// Positions met in random play, over and over from the start.
fn walks(interp: &Interp<'_>, positions: usize, dice: &mut Dice) -> Vec<State> {
    let mut states = Vec::new();
    let mut state = interp.start();
    for _ in 0..positions {
        let successors = interp.successors(&state);
        states.push(state);
        state = match successors.len() {
            0 => interp.start(),
            count => successors[dice.below(count)].state.clone(),
        };
    }
    states
}

/// A position in which cells that can change hold anything, and the others what they always hold.
fn random_state(interp: &Interp<'_>, dice: &mut Dice) -> State {
    let model = interp.model();
    let mut state = interp.start();
    let small = |number: usize| u8::try_from(number).expect("it is small");
    let emptiness = 1 + dice.below(4);
    for (cell, possible) in possible_contents(model).iter().enumerate() {
        let contents = if model.heap { 5 } else { model.pieces.len() + 1 };
        if model.heap || possible.len() > 1 {
            let empty = dice.below(4) < emptiness;
            state.cells[cell] = if empty { 0 } else { small(dice.below(contents)) };
        }
        let piece = Content(state.cells[cell]).piece().filter(|_| !model.heap);
        if let Some(turn) = state.turns.get_mut(cell) {
            let turns = piece.map_or(1, |piece| model.pieces[piece.index()].turns);
            *turn = small(dice.below(usize::from(turns)));
        }
    }
    for counter in &mut state.counters {
        *counter = small(dice.below(usize::from(*counter) + 1));
    }
    state.mover = PlayerId(small(dice.below(model.sides())));
    interp.canonical(state)
}
