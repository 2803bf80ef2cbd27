//! The semantics, one construct at a time, on games built by hand.

use super::super::toy::{
    alternative, cells, counter, duel, everywhere, once, otherwise, play, row, rule, some, state,
};
use super::*;
use gdl::model::{
    After, Carry, CellId, CellSet, Cond, CounterId, End, Illegal, InOrOut, Payoff, Region, Settle,
    Shape,
};
use gdl::model::{ShapeId, Step, Value};
use gdl::{Span, ast::Relation};

/// The moves at the start with the contents they lead to.
fn plays(model: &Model) -> Vec<String> {
    let interp = Interp::new(model);
    let plays = interp.moves(&interp.start());
    let successors = interp.successors(&interp.start());
    assert_eq!(
        plays.iter().map(|play| (&play.state, &play.gains)).collect::<Vec<_>>(),
        successors.iter().map(|one| (&one.state, &one.gains)).collect::<Vec<_>>()
    );
    plays.iter().map(|play| format!("{}: {}", play.text, cells(&play.state))).collect()
}

fn count(counter: u8, change: i64) -> Effect {
    Effect::Count { counter: CounterId(counter), change: Value::Number(change) }
}

fn after(player: u8, condition: Option<Cond>, body: Vec<Alternative>) -> After {
    After { player: PlayerId(player), condition, body, span: Span::default() }
}

fn nothing(effects: Vec<Effect>) -> Alternative {
    Alternative { otherwise: false, steps: vec![Step { action: Action::Nothing, effects }] }
}

#[test]
fn else_counts_only_while_there_is_no_result() {
    let place = |at, piece| vec![rule(at, ".", piece)];
    let never = || vec![rule(0, "b", "a")];
    let list = |alternatives: Vec<Alternative>| {
        let mut model = row("...");
        model.moves = vec![play("m", 0, Body::Once(alternatives))];
        plays(&model)
    };
    let plain = |rules| alternative(rules, Vec::new());
    assert_eq!(
        list(vec![plain(never()), otherwise(place(1, "a")), otherwise(place(2, "a"))]),
        ["m 2: .a."]
    );
    assert_eq!(
        list(vec![plain(place(0, "a")), otherwise(place(1, "a")), plain(place(2, "a"))]),
        ["m 1: a..", "m 3: ..a"]
    );
    assert_eq!(list(vec![plain(never()), otherwise(never()), plain(place(2, "b"))]), ["m 3: ..b"]);
}

#[test]
fn then_goes_on_from_every_result_and_must_succeed() {
    let mut model = row("a..b");
    let steps = vec![
        Step { action: Action::Rewrite(everywhere(4, "a.", ".a")), effects: Vec::new() },
        Step { action: Action::Rewrite(vec![rule(3, "b", ".")]), effects: Vec::new() },
    ];
    model.moves = vec![play("go", 0, Body::Once(vec![Alternative { otherwise: false, steps }]))];
    assert_eq!(plays(&model), ["go 1-2 x 4: .a.."]);
    model.starts[0].cells[3] = 0;
    assert!(plays(&model).is_empty());
}

#[test]
fn a_counter_stays_within_its_bounds() {
    let mut model = row("...");
    model.counters = vec![counter("hand", 1), counter("full", 255)];
    let place = |name: &str, at, effect| {
        play(name, 0, Body::Once(vec![alternative(vec![rule(at, ".", "a")], vec![effect])]))
    };
    model.moves = vec![
        place("one", 0, count(0, -1)),
        place("two", 1, count(0, -2)),
        place("more", 2, count(1, 1)),
    ];
    assert_eq!(plays(&model), ["one 1: a.."]);
    let interp = Interp::new(&model);
    assert_eq!(interp.successors(&interp.start())[0].state.counters, [0, 255]);
}

#[test]
fn effects_alone_change_the_position() {
    let mut model = row("a");
    model.counters = vec![counter("clock", 0)];
    model.moves = vec![play("wait", 0, Body::Once(vec![nothing(vec![count(0, 1)])]))];
    assert_eq!(plays(&model), ["wait: a"]);
    model.moves = vec![play("wait", 0, Body::Once(vec![nothing(vec![count(0, 0)])]))];
    assert!(plays(&model).is_empty(), "a move that changes nothing is no move");
}

#[test]
fn a_chain_may_stop_anywhere_and_continues_with_the_same_piece() {
    let mut model = row("ab.b.ba.");
    model.moves = vec![play(
        "hop",
        0,
        Body::Chain(vec![alternative(everywhere(8, "ab.", "..a"), Vec::new())]),
    )];
    assert_eq!(
        plays(&model),
        [
            "hop 1-3 x 2: ..ab.ba.",
            "hop 7-5 x 6: ab.ba...",
            "hop 1-3-5 x 2,4: ....aba.",
            "hop 7-5-3 x 6,4: aba....."
        ]
    );
}

#[test]
fn a_chain_that_runs_in_a_circle_ends() {
    let mut model = row("a.....");
    let step = |from: u8, to: u8| {
        let mut one = rule(
            from.min(to),
            if from < to { "a." } else { ".a" },
            if from < to { ".a" } else { "a." },
        );
        one.needs.retain(|(cell, _)| cell.0 == from || cell.0 == to);
        one
    };
    let rules: Vec<_> = (0..5).flat_map(|at| [step(at, at + 1), step(at + 1, at)]).collect();
    let score = Effect::Score(Payoff { player: PlayerId(0), amount: Value::Number(1) });
    for effects in [Vec::new(), vec![score]] {
        model.moves = vec![play("run", 0, Body::Chain(vec![alternative(rules.clone(), effects)]))];
        let interp = Interp::new(&model);
        let mut ends: Vec<String> =
            interp.moves(&interp.start()).iter().map(|play| cells(&play.state)).collect();
        ends.sort();
        ends.dedup();
        assert_eq!(ends, [".....a", "....a.", "...a..", "..a...", ".a...."]);
    }
}

#[test]
fn settling_runs_to_the_end_or_is_forbidden() {
    let mut model = row("a..ac");
    let settle = |direction: &str, left: &str, right: &str, forbidden: &str| Settle {
        direction: direction.to_owned(),
        rules: (0..4).map(|at| rule(at, left, right)).collect(),
        forbidden: (0..4).map(|at| rule(at, forbidden, forbidden)).collect(),
    };
    let directions = vec![settle("e", "a.", ".a", "cc"), settle("w", ".a", "a.", "ac")];
    model.moves = vec![play("tilt", 0, Body::Settle(directions))];
    assert_eq!(plays(&model), ["tilt e: ..aac"]);
    model.starts[0].cells = state(&model, "a.a.c", 0).cells;
    assert_eq!(plays(&model), ["tilt e: ..aac", "tilt w: aa..c"]);
    model.starts[0].cells = state(&model, "..aac", 0).cells;
    assert!(plays(&model).is_empty(), "east changes nothing, west is forbidden");
}

#[test]
fn what_must_be_done_excludes_the_rest() {
    let mut model = row("ab..");
    let mut jump = play("jump", 0, once(everywhere(4, "ab.", "..a")));
    jump.must = true;
    let step = play("step", 0, once(everywhere(4, "b.", ".b")));
    for moves in [vec![step.clone(), jump.clone()], vec![jump, step]] {
        model.moves = moves;
        assert_eq!(plays(&model), ["jump 1-3 x 2: ..a."]);
        let interp = Interp::new(&model);
        assert_eq!(interp.successors(&state(&model, "a.b.", 0)).len(), 2);
    }
}

#[test]
fn an_illegal_result_is_dropped_before_must_is_looked_at() {
    let mut model = row("ab..");
    let mut jump = play("jump", 0, once(everywhere(4, "ab.", "..a")));
    jump.must = true;
    model.moves = vec![jump, play("step", 0, once(everywhere(4, "b.", ".b")))];
    model.illegal =
        vec![Illegal { player: PlayerId(0), when: Cond::Not(Box::new(some(b'b', &[0, 1, 2, 3]))) }];
    assert_eq!(plays(&model), ["step 2-3: a.b."]);
    model.illegal[0].player = PlayerId(1);
    assert_eq!(plays(&model), ["jump 1-3 x 2: ..a."]);
}

#[test]
fn a_guard_is_tested_before_the_move() {
    let mut model = row("a..");
    let mut step = play("step", 0, once(everywhere(3, "a.", ".a")));
    step.guard = Some(some(b'a', &[0]));
    model.moves = vec![step];
    assert_eq!(plays(&model), ["step 1-2: .a."]);
    assert!(Interp::new(&model).moves(&state(&model, ".a.", 0)).is_empty());
}

#[test]
fn consequences_follow_one_another_and_keep_here() {
    let mut model = row("a..b");
    let at_three = Cond::Here(Region { cells: CellSet(0b100), shape: None });
    let at_two = Cond::Here(Region { cells: CellSet(0b010), shape: None });
    let mut step = play("step", 0, once(vec![rule(0, "a.", ".a")]));
    step.afters = vec![0, 1, 2, 3];
    model.moves = vec![step];
    model.afters = vec![
        // Puts a piece on the third cell; `here` remains the second.
        after(0, Some(at_two), vec![alternative(vec![rule(2, ".", "b")], Vec::new())]),
        after(0, Some(at_three), vec![alternative(vec![rule(0, ".", "b")], Vec::new())]),
        // Cannot be done: nothing happens.
        after(0, None, vec![alternative(vec![rule(0, "b", "a")], Vec::new())]),
        // Two results.
        after(0, None, vec![alternative(vec![rule(2, "b", "."), rule(3, "b", ".")], Vec::new())]),
    ];
    assert_eq!(plays(&model), ["step 1-2 3 x 3: .a.b", "step 1-2 3 x 4: .ab."]);
}

#[test]
fn again_keeps_the_turn() {
    let mut model = duel("a..b");
    model.moves = vec![play(
        "step",
        0,
        Body::Once(vec![alternative(vec![rule(0, "a.", ".a")], vec![Effect::Again])]),
    )];
    let interp = Interp::new(&model);
    let next = &interp.successors(&interp.start())[0].state;
    assert_eq!(next.mover, PlayerId(0));
    assert_eq!(interp.outcome(next), Some(Ending::Lost(PlayerId(0))));
}

#[test]
fn passing_hands_over_the_turn_unless_nobody_can_move() {
    let mut model = duel("a..b");
    model.stuck = Some(Stuck::Passes);
    model.moves = vec![play("step", 1, once(everywhere(4, "b.", ".b")))];
    assert_eq!(plays(&model), ["pass: a..b"]);
    let interp = Interp::new(&model);
    assert_eq!(interp.successors(&interp.start())[0].state, state(&model, "a..b", 1));
    assert_eq!(interp.outcome(&interp.start()), None);
    let blocked = state(&model, "a.ab", 0);
    assert_eq!(interp.outcome(&blocked), Some(Ending::Draw));
    assert!(interp.moves(&blocked).is_empty());
}

#[test]
fn stuck_decides_and_finish_is_paid() {
    let mut model = duel("a..b");
    model.finish = vec![Payoff { player: PlayerId(1), amount: Value::Number(3) }];
    let outcome = |stuck| {
        let model = Model { stuck: Some(stuck), ..model.clone() };
        let interp = Interp::new(&model);
        interp.outcome(&interp.start())
    };
    assert_eq!(outcome(Stuck::Loses), Some(Ending::Lost(PlayerId(0))));
    assert_eq!(outcome(Stuck::Wins), Some(Ending::Won(PlayerId(0))));
    assert_eq!(outcome(Stuck::Draws), Some(Ending::Draw));
    assert_eq!(outcome(Stuck::Passes), Some(Ending::Draw));
    assert_eq!(outcome(Stuck::ByScore), Some(Ending::Score(vec![0, 3])));
}

#[test]
fn ends_come_in_file_order_then_the_player_who_moved() {
    let mut model = duel("ab.");
    let both = |verdict| End {
        verdict,
        when: vec![(PlayerId(0), some(b'a', &[0])), (PlayerId(1), some(b'b', &[1]))],
        span: Span::default(),
    };
    model.ends = vec![both(Verdict::Win), both(Verdict::Lose)];
    let interp = Interp::new(&model);
    assert_eq!(interp.outcome(&state(&model, "ab.", 0)), Some(Ending::Won(PlayerId(1))));
    assert_eq!(interp.outcome(&state(&model, "ab.", 1)), Some(Ending::Won(PlayerId(0))));
    assert_eq!(interp.outcome(&state(&model, "a..", 0)), Some(Ending::Won(PlayerId(0))));
    model.ends.reverse();
    let interp = Interp::new(&model);
    assert_eq!(interp.outcome(&state(&model, "ab.", 1)), Some(Ending::Lost(PlayerId(0))));
    assert!(interp.moves(&state(&model, "ab.", 1)).is_empty());
}

#[test]
fn rotations_are_one_position() {
    let mut model = row("aab");
    model.board.kind = gdl::model::BoardKind::Ring;
    model.same_rotations = true;
    let swap = |from: u8, to: u8| Carry { from: CellId(from), to: CellId(to), turn: 0 };
    let permute = |carries| {
        Body::Once(vec![Alternative {
            otherwise: false,
            steps: vec![Step { action: Action::Permute(carries), effects: Vec::new() }],
        }])
    };
    model.moves = vec![play("swap", 0, permute(vec![swap(0, 1), swap(1, 0)]))];
    assert!(plays(&model).is_empty(), "every result is a rotation of the start");

    model.starts[0].cells = vec![3, 1, 2];
    model.pieces.push(gdl::model::Piece { label: "c".to_owned(), ..model.pieces[0].clone() });
    model.goal = Some(Goal::When(Cond::Exactly(vec![(CellId(2), 1)])));
    let interp = Interp::new(&model);
    assert_eq!(interp.start().cells, [1, 2, 3]);
    assert_eq!(interp.successors(&interp.start()).len(), 1);
    assert!(interp.is_goal(&interp.start()));
}

#[test]
fn turns_add_up_and_travel_with_the_piece() {
    let mut model = row("ab.");
    model.pieces[0].turns = 3;
    let carry = |from: u8, to: u8, turn| Carry { from: CellId(from), to: CellId(to), turn };
    let carries = vec![carry(0, 1, 2), carry(1, 2, 2), carry(2, 0, 2)];
    let steps = vec![Step { action: Action::Permute(carries), effects: Vec::new() }];
    model.moves = vec![play("roll", 0, Body::Once(vec![Alternative { otherwise: false, steps }]))];
    let interp = Interp::new(&model);
    let mut place = interp.start();
    let mut turns = Vec::new();
    for _ in 0..3 {
        place = interp.successors(&place)[0].state.clone();
        turns.push((cells(&place), place.turns.clone()));
    }
    let expected = [(".ab", [0, 2, 0]), ("b.a", [0, 0, 1]), ("ab.", [0, 0, 0])];
    assert_eq!(turns, expected.map(|(cells, turns)| (cells.to_owned(), turns.to_vec())));
}

#[test]
fn a_shape_is_complete_with_one_and_the_same_piece() {
    let mut model = duel("aab.");
    model.shapes = vec![Shape {
        name: "pair".to_owned(),
        instances: vec![CellSet(0b0011), CellSet(0b0110), CellSet(0b1100)],
    }];
    let region = |shape| Region { cells: CellSet(0b1111), shape: Some((ShapeId(0), shape)) };
    let all = gdl::model::ContentSet(0b111);
    let start = state(&model, "aab.", 0);
    let view = |here| View { model: &model, state: &start, here };
    let value =
        |contents, shape| view(None).value(&Value::Count { contents, region: region(shape) });
    assert_eq!((value(all, InOrOut::In), value(all, InOrOut::Out)), (2, 2));
    let shapes = |here: Option<u8>, at_here| {
        view(here.map(CellId)).value(&Value::Shapes { shape: ShapeId(0), at_here })
    };
    assert_eq!((shapes(None, false), shapes(None, true)), (1, 0));
    assert_eq!((shapes(Some(1), true), shapes(Some(2), true)), (1, 0));
    let pieces = gdl::model::ContentSet(0b110);
    assert!(
        view(None).holds(&Cond::Shape { shape: ShapeId(0), contents: pieces }),
        "any pieces will do here"
    );
    let compare =
        Cond::Compare { left: Value::Number(2), op: Relation::Less, right: Value::Number(2) };
    assert!(!view(None).holds(&compare));
}
