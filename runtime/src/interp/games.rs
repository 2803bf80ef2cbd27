//! Whole games, compiled from their text: small enough for every test run, with numbers that are
//! known from elsewhere.

use super::*;
use crate::Silent;
use crate::values::Outcome;
use gdl::model::Model;
use gdl::{Params, Source, Style};

/// The model of a game with some parameters set.
pub(crate) fn compiled(text: &str, params: &[(&str, i64)]) -> Model {
    let source = Source::new("test.gdl", text);
    let params: Params = params.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    match gdl::compile(&source, &params) {
        Ok((model, _)) => model,
        Err(diagnostics) => panic!("{}", diagnostics.render(&source, Style::Plain)),
    }
}

fn solved(model: &Model) -> Solution {
    solve(&Interp::new(model), &SolveOptions::default(), &mut Silent).unwrap()
}

fn counted(model: &Model, depth: u32) -> Vec<u64> {
    let interp = Interp::new(model);
    let options = PerftOptions { depth, ..PerftOptions::default() };
    perft(&interp, &interp.start(), &options, &mut Silent).unwrap()
}

fn move_texts(model: &Model, position: &str) -> Vec<String> {
    let interp = Interp::new(model);
    let state = interp.canonical(parse_position(model, position).unwrap());
    interp.moves(&state).into_iter().map(|play| play.text).collect()
}

const TILES: &str = "param rows = 2, cols = 3
    board grid(rows, cols) pieces 1 .. rows*cols - 1
    start empty, 1 .. rows*cols - 1 goal start
    move slide: [any | empty] -> [empty | any]";

#[test]
fn sliding_tiles() {
    let solution = solved(&compiled(TILES, &[]));
    assert_eq!((solution.states, solution.depth), (360, Some(21)));
    assert!(solution.tiers.is_empty());
    let small = compiled(TILES, &[("cols", 2)]);
    assert_eq!(solved(&small).layers, [1, 2, 2, 2, 2, 2, 1]);
    let interp = Interp::new(&small);
    let options = SolveOptions {
        from: Some(parse_position(&small, "13/2.").unwrap()),
        ..SolveOptions::default()
    };
    let solution = solve(&interp, &options, &mut Silent).unwrap();
    let line: Vec<String> = solution.solution.unwrap().into_iter().map(|step| step.text).collect();
    assert_eq!(line, ["slide b2-b1", "slide a2-b2"]);
}

#[test]
fn pancakes_and_burnt_pancakes() {
    let pancakes = |turns: &str, turn: &str, n| {
        let text = format!(
            "param n = 5 board row(n) pieces 1 .. n {turns} start 1 .. n goal start \
             move flip(k in 1 .. n): reverse 1 .. k {turn}"
        );
        solved(&compiled(&text, &[("n", n)]))
    };
    let plain = pancakes("", "", 6);
    assert_eq!((plain.states, plain.depth), (720, Some(7)));
    let burnt = pancakes("turns 2", "turn 1", 4);
    assert_eq!((burnt.states, burnt.depth), (384, Some(8)));
}

#[test]
fn topspin_counts_rotations_once() {
    let text = "param n = 8 board ring(n) pieces 1 .. n start 1 .. n goal start same rotations \
                move flip(i in 1 .. n): reverse i .. i + 3";
    let solution = solved(&compiled(text, &[]));
    assert_eq!((solution.states, solution.depth), (5040, Some(9)));
    assert_eq!(solved(&compiled(text, &[("n", 7)])).states, 360);
}

#[test]
fn frogs_have_the_textbook_solution() {
    let text = "board { f f f . t t t } pieces f = frog, t = toad
        move slide: [any | empty] -> [empty | any]
        move jump: [p:any | any | empty] -> [empty | _ | p]
        goal { t t t . f f f }
        expect solution = 15
        expect positions = 141";
    let model = compiled(text, &[]);
    let solution = solved(&model);
    assert_eq!((solution.states, solution.solution.as_ref().unwrap().len()), (140, 15));
    let report = check_expectations(&Interp::new(&model), &solution);
    assert_eq!(report.passed, ["solution = 15"]);
    assert_eq!(report.failed[0].message, "expected positions = 141, found 140");
    assert_eq!(model.source.slice(report.failed[0].span), "expect positions = 141");
}

#[test]
fn tilting_slides_everything_and_refuses_to_lose_blue() {
    let text = "board { . b . g . O }
        pieces g = green, b = blue, O = hole
        class slider = green or blue
        move tilt along e w settle:
            [slider | empty] -> [empty | slider]
            [green | hole] -> [empty | hole]
            [blue | hole] -> illegal
        goal no green";
    let model = compiled(text, &[]);
    // To the east green falls in, and blue would follow.
    assert_eq!(move_texts(&model, ".b.g.O"), ["tilt w"]);
    assert_eq!(move_texts(&model, "...g.O"), ["tilt e", "tilt w"]);
    let solution = solved(&compiled(&text.replace("{ . b . g . O }", "{ . . . g . O }"), &[]));
    assert_eq!(solution.solution.unwrap().len(), 1);
}

pub(crate) const TIC_TAC_TOE: &str = "players X, O board grid(3, 3) links all
    pieces x = mark of X, o = mark of O shape three = line(3)
    move place: [empty] -> [mine] win when some three is mine stuck draws";

#[test]
fn tic_tac_toe() {
    let model = compiled(TIC_TAC_TOE, &[]);
    let solution = solved(&model);
    assert_eq!((solution.states, solution.value), (5478, Some(Outcome::Draw)));
    let counts = solution.counts.unwrap();
    assert_eq!((counts.won, counts.lost, counts.drawn), (2836, 1574, 1068));
    assert_eq!(solution.line.len(), 9);
    assert_eq!(
        counted(&model, 12),
        [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0]
    );
    assert_eq!(
        Interp::new(&model).outcome(&parse_position(&model, "xxx/oo./... O").unwrap()),
        Some(Ending::Won(gdl::model::PlayerId(0)))
    );
}

pub(crate) const HEXAPAWN: &str = "players white facing n, black facing s
    board {
        b b b
        . . .
        w w w
    }
    pieces w = pawn of white, b = pawn of black
    move step along fwd: [my pawn | empty] -> [empty | my pawn]
    move take along fwd_diag: [my pawn | theirs] -> [empty | my pawn]
    win when some my pawn in edge fwd
    stuck loses";

#[test]
fn hexapawn() {
    let model = compiled(HEXAPAWN, &[]);
    let solution = solved(&model);
    assert_eq!(
        (solution.states, solution.value, solution.plies),
        (135, Some(Outcome::Loss), Some(6))
    );
    assert_eq!(
        move_texts(&model, "b.b/.b./www"),
        ["step a1-a2", "step c1-c2", "take c1-b2", "take a1-b2"]
    );
}

#[test]
fn dots_and_boxes_by_score() {
    let text =
        "param rows = 1, cols = 1 players left, right board edges(rows, cols) pieces | = stroke
        shape box = face
        move draw: [empty] -> [stroke]
        after draw if here in box: score += count(box at here), again
        stuck by score";
    let value = |rows, cols| solved(&compiled(text, &[("rows", rows), ("cols", cols)])).value;
    assert_eq!(value(1, 1), Some(Outcome::Margin(-1)));
    assert_eq!(value(1, 2), Some(Outcome::Margin(0)));
    assert_eq!(value(2, 2), Some(Outcome::Margin(2)));
}

#[test]
fn awari() {
    let text = "param seeds = 4 players south, north board ring(12)
        area home = 1 .. 6 of south, 7 .. 12 of north
        pieces seed heap start seeds each
        move sow:
            sow [seed in my home] along next skip source
            then harvest along prev while here in their home and count(seed at here) in 2 .. 3
        illegal when no seed in their home
        finish score += count(seed in my home)
        stuck by score";
    let model = compiled(text, &[]);
    assert_eq!(counted(&model, 5), [1, 6, 36, 190, 1014, 5219]);
    let interp = Interp::new(&model);
    let state = parse_position(&model, "0,0,0,0,0,3,1,2,3,0,0,1 south").unwrap();
    let plays: Vec<_> =
        interp.moves(&state).into_iter().map(|play| (play.text, play.gains)).collect();
    // The last seed makes four: nothing is taken.
    assert_eq!(plays, [("sow 6".to_owned(), vec![0, 0])]);
    let state = parse_position(&model, "0,0,0,0,0,3,1,2,2,0,0,1 south").unwrap();
    let play = &interp.moves(&state)[0];
    assert_eq!(
        (position_text(&model, &play.state).as_str(), &play.gains[..]),
        ("0,0,0,0,0,0,0,0,0,0,0,1 north", &[8, 0][..])
    );
}

#[test]
fn nine_mens_morris() {
    let text = "players white, black
        board {
            .-----.-----.
            |     |     |
            | .---.---. |
            | |   |   | |
            | | .-.-. | |
            | | |   | | |
            .-.-.   .-.-.
            | | |   | | |
            | | .-.-. | |
            | |   |   | |
            | .---.---. |
            |     |     |
            .-----.-----.
        } links drawn
        pieces w = man of white, b = man of black
        counter hand = 9 each
        shape mill = line(3)
        move place when hand > 0: [empty] -> [mine], hand -= 1
        move slide when hand = 0 and count(mine) > 3: [mine | empty] -> [empty | mine]
        move fly when hand = 0 and count(mine) = 3: [mine] and [empty] -> [empty] and [mine]
        after any move if here in mill:
            [theirs not in mill] -> [empty]
            else [theirs] -> [empty]
        lose when hand = 0 and count(mine) < 3
        stuck loses";
    let model = compiled(text, &[]);
    assert_eq!(counted(&model, 3), [1, 24, 552, 12144]);
    // White closes a mill on the top line; of black's men only the one on a1 stands in no mill.
    let texts = move_texts(&model, "w.w/.../.../....../.../bbb/b.. white hand=1,1");
    assert!(texts.contains(&"place d7 x a1".to_owned()));
    assert!(!texts.iter().any(|text| text.starts_with("place d7 x b2")));
    // All in mills: any may be taken.
    let texts = move_texts(&model, "w.w/.../.../....../.../bbb/... white hand=1,1");
    assert_eq!(texts.iter().filter(|text| text.starts_with("place d7 x")).count(), 3);
    // Three men fly to 18 empty points; the one that closes a mill takes one of three.
    assert_eq!(
        move_texts(&model, "ww./w../.../....../.../.b./b.b white hand=0,0").len(),
        3 * 18 + 2
    );
}

pub(crate) const FOX_AND_GEESE: &str = "players geese, fox
    board {
        g-g-g
        |\\|/|
        .-F-.
        |/|\\|
        .-.-.
    } links drawn
    pieces g = goose of geese, F = fox of fox
    move walk by geese: [goose | empty] -> [empty | goose]
    move run by fox: [fox | empty] -> [empty | fox]
    move hunt by fox: [fox | goose | empty] -> [empty | empty | fox]
    draw when no goose
    stuck loses";

#[test]
fn fox_and_one_goose_in_every_placement() {
    let model = compiled(FOX_AND_GEESE, &[]);
    let interp = Interp::new(&model);
    let solution = |geese| {
        let options = SolveOptions {
            tier: Some(vec![("goose".to_owned(), geese)]),
            ..SolveOptions::default()
        };
        solve(&interp, &options, &mut Silent).unwrap()
    };
    assert_eq!(solution(1).states, 9 * 8 * 2);
    assert_eq!(solution(3).states, 9 * 56 * 2);
    let counts = solution(3).counts.unwrap();
    assert_eq!(counts.won + counts.lost + counts.drawn, 9 * 56 * 2);
    assert_eq!(counts.won_by[1], 0, "the fox cannot win");
    assert_eq!(move_texts(&model, "..g/.g./F.. fox"), ["run a1-a2", "run a1-b1"]);
    assert_eq!(
        move_texts(&model, ".../.g./F.. fox"),
        ["run a1-a2", "run a1-b1", "hunt a1-c3 x b2"]
    );
}

pub(crate) const HOPS: &str =
    "players red, blue board { r r . . . b b } pieces r = marble of red, b = marble of blue
    move step: [mine | empty] -> [empty | mine]
    move hop chain: [p:mine | any | empty] -> [empty | _ | p]
    win red when some mine in edge e
    win blue when some mine in edge w
    stuck passes";

#[test]
fn every_position_reads_back_and_every_text_means_one_move() {
    let burnt = "board row(4) pieces 1 .. 4 turns 3 start 1 .. 4 goal start \
                 move flip(k in 1 .. 4): reverse 1 .. k turn 2";
    for text in [TILES, TIC_TAC_TOE, HOPS, burnt] {
        let model = compiled(text, &[]);
        let interp = Interp::new(&model);
        let mut start = std::iter::once(interp.start());
        let found = explore(&interp, &mut start, &ExploreOptions::default(), &mut Silent).unwrap();
        let mut successors = 0;
        for state in found.states.iter() {
            assert_eq!(parse_position(&model, &position_text(&model, &state)), Ok(state.clone()));
            let plays = interp.moves(&state);
            let mut texts: Vec<&str> = plays.iter().map(|play| play.text.as_str()).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), plays.len());
            assert!(plays.iter().all(|play| found.states.find(&play.state).is_some()));
            successors += plays.len() as u64;
        }
        assert_eq!(successors, found.successors);
    }
}

#[test]
fn counting_says_when_it_cannot() {
    let model = compiled(TILES, &[]);
    let interp = Interp::new(&model);
    let count = |depth, state_limit| {
        perft(&interp, &interp.start(), &PerftOptions { depth, state_limit }, &mut Silent)
            .unwrap_err()
    };
    assert!(matches!(count(1000, 1000), crate::SolveError::CountOverflow { .. }));
    assert_eq!(count(1000, 20), crate::SolveError::StateLimit { limit: 20 });
}

#[test]
fn a_hop_may_go_on_and_stop_anywhere() {
    let text =
        "players red, blue board { r b . b . . . } pieces r = marble of red, b = marble of blue
        move hop chain: [p:mine | any | empty] -> [empty | _ | p]
        stuck passes";
    let model = compiled(text, &[]);
    assert_eq!(move_texts(&model, "rb.b... red"), ["hop a1-c1", "hop a1-c1-e1"]);
    assert_eq!(move_texts(&model, "r......"), Vec::<String>::new());
    assert_eq!(move_texts(&model, "rrr...b blue"), ["pass"]);
}
