//! Values, tiers and expectations of games built by hand.

use super::super::expect::{UncheckedReason, check_expectations};
use super::super::toy::{
    alternative, cells, counter, duel, everywhere, once, otherwise, play, row, rule, some,
};
use super::*;
use crate::{Layer, Silent};
use gdl::Span;
use gdl::ast::Relation;
use gdl::model::{
    Action, Alternative, Body, CounterId, Effect, Expect, ExpectValue, Fact, Goal, Param, Payoff,
    Step,
};
use gdl::model::{PlayerId, Value as Number};

fn solved(model: &Model) -> Solution {
    solve(&Interp::new(model), &SolveOptions::default(), &mut Silent).unwrap()
}

fn texts(line: &[LineStep]) -> Vec<&str> {
    line.iter().map(|step| step.text.as_str()).collect()
}

/// A heap, as a counter, from which one or two are taken; who cannot, loses.
fn take_away(heap: u8, effects: &[Effect]) -> Model {
    let mut model = duel("ab");
    model.counters = vec![counter("heap", heap)];
    for player in [0, 1] {
        for (name, count) in [("one", -1), ("two", -2)] {
            let mut list =
                vec![Effect::Count { counter: CounterId(0), change: Number::Number(count) }];
            if count == -1 {
                list.extend_from_slice(effects);
            }
            let steps = vec![Step { action: Action::Nothing, effects: list }];
            model.moves.push(play(
                name,
                player,
                Body::Once(vec![Alternative { otherwise: false, steps }]),
            ));
        }
    }
    model
}

#[test]
fn a_win_is_fast_and_a_loss_is_slow() {
    let values: Vec<_> = (0..=6)
        .map(|heap| {
            let solution = solved(&take_away(heap, &[]));
            (solution.value.unwrap().to_string(), solution.plies.unwrap(), solution.line.len())
        })
        .collect();
    let value = |word: &str, plies| (word.to_owned(), plies, plies as usize);
    let expected =
        [("loss", 0), ("win", 1), ("win", 1), ("loss", 2), ("win", 3), ("win", 3), ("loss", 4)];
    assert_eq!(values, expected.map(|(word, plies)| value(word, plies)));
    assert_eq!(texts(&solved(&take_away(4, &[])).line), ["one", "one", "two"]);
}

#[test]
fn after_again_the_same_player_loses() {
    assert_eq!(solved(&take_away(1, &[Effect::Again])).value, Some(Outcome::Loss));
    let solution = solved(&take_away(2, &[Effect::Again]));
    assert_eq!((solution.value, solution.plies), (Some(Outcome::Win), Some(1)));
    // Taking one and then two wins too, but takes longer.
    let solution = solved(&take_away(3, &[Effect::Again]));
    assert_eq!((solution.value, solution.plies), (Some(Outcome::Win), Some(2)));
    assert_eq!(texts(&solution.line), ["one", "two"]);
}

#[test]
fn endless_play_is_a_draw() {
    let mut model = duel("a..b");
    let black = vec![rule(2, ".b", "b."), rule(2, "b.", ".b")];
    model.moves =
        vec![play("step", 0, once(everywhere(2, "a.", ".a"))), play("step", 1, once(black))];
    let solution = solved(&model);
    assert_eq!(solution.value, Some(Outcome::Draw));
    assert_eq!(solution.counts.unwrap().drawn, solution.states);
    assert_eq!(texts(&solution.line), ["step 1-2", "step 4-3", "step 2-1", "step 3-4"]);
    assert!(solution.tiers.is_empty());
}

#[test]
fn passes_are_moves_of_the_game() {
    let mut model = duel("a.b");
    model.stuck = Some(Stuck::Passes);
    model.moves = vec![play("step", 0, once(vec![rule(0, "a.", ".a")]))];
    model.ends = vec![gdl::model::End {
        verdict: gdl::ast::Verdict::Win,
        when: vec![(PlayerId(1), some(b'a', &[1]))],
        span: Span::default(),
    }];
    let mut start = Interp::new(&model).start();
    start.mover = PlayerId(1);
    let options = SolveOptions { from: Some(start), ..SolveOptions::default() };
    let solution = solve(&Interp::new(&model), &options, &mut Silent).unwrap();
    assert_eq!(texts(&solution.line), ["pass", "step 1-2"]);
    assert_eq!((solution.value, solution.plies), (Some(Outcome::Win), Some(2)));
}

/// White and black push a piece to and fro; taking it ends the game.
fn push(takes: &[(u8, u8, i64)]) -> Model {
    let mut model = duel("a.");
    model.stuck = Some(Stuck::ByScore);
    for player in [0, 1] {
        model.moves.push(play("push", player, once(everywhere(2, "a.", ".a"))));
    }
    for &(player, cell, amount) in takes {
        let score =
            Effect::Score(Payoff { player: PlayerId(player), amount: Number::Number(amount) });
        model.moves.push(play(
            "take",
            player,
            Body::Once(vec![alternative(vec![rule(cell, "a", ".")], vec![score])]),
        ));
    }
    model
}

#[test]
fn scores_count_to_the_end_and_endless_play_adds_nothing() {
    let value = |takes: &[(u8, u8, i64)]| solved(&push(takes)).value;
    assert_eq!(value(&[(0, 0, 1), (1, 0, 5), (1, 1, 5)]), Some(Outcome::Margin(1)));
    assert_eq!(value(&[(0, 1, 10), (1, 1, 5)]), Some(Outcome::Margin(-5)));
    assert_eq!(
        value(&[(0, 1, 10)]),
        Some(Outcome::Margin(0)),
        "black never leaves the piece where white can take it"
    );
    assert_eq!(value(&[(0, 0, -4), (1, 1, 5)]), Some(Outcome::Margin(-4)));
    assert_eq!(value(&[]), Some(Outcome::Margin(0)));
    let mut model = push(&[(0, 0, 1)]);
    model.finish = vec![Payoff { player: PlayerId(1), amount: Number::Number(3) }];
    let solution = solved(&model);
    assert_eq!(
        solution.value,
        Some(Outcome::Margin(0)),
        "white rather goes on than takes and pays"
    );
}

#[test]
fn a_score_that_can_grow_for_ever_has_no_value() {
    let mut model = push(&[]);
    let Body::Once(list) = &mut model.moves[0].body else { unreachable!() };
    list[0].steps[0].effects =
        vec![Effect::Score(Payoff { player: PlayerId(0), amount: Number::Number(1) })];
    let solution = solved(&model);
    assert_eq!((solution.value, solution.no_value), (None, Some(NoValue::EndlessScore)));
    assert_eq!(solution.states, 2);
    model.players.push(model.players[0].clone());
    assert_eq!(solved(&model).no_value, Some(NoValue::MorePlayers { players: 3 }));
}

/// A puzzle: the `a` must reach the end; `b` can be taken on the way.
fn crossing() -> Model {
    let mut model = row("a.b..");
    model.moves = vec![
        play("step", 0, once(everywhere(5, "a.", ".a"))),
        play("jump", 0, once(everywhere(5, "ab.", "..a"))),
    ];
    model.goal = Some(Goal::When(some(b'a', &[4])));
    model
}

#[test]
fn a_puzzle_has_layers_and_a_shortest_solution() {
    let mut layers = Vec::new();
    struct Watch<'a>(&'a mut Vec<Layer>);
    impl Observer for Watch<'_> {
        fn layer(&mut self, layer: Layer) {
            self.0.push(layer);
        }
    }
    let model = crossing();
    let solution =
        solve(&Interp::new(&model), &SolveOptions::default(), &mut Watch(&mut layers)).unwrap();
    assert_eq!(solution.layers, [1, 1, 1, 2, 1, 1]);
    assert_eq!((solution.states, solution.depth), (7, Some(5)));
    let line = solution.solution.unwrap();
    assert_eq!(texts(&line), ["step 1-2", "jump 2-4 x 3", "step 4-5"]);
    assert_eq!(cells(&line[2].state), "....a");
    let seen: Vec<u64> = layers.iter().map(|layer| layer.states).collect();
    assert_eq!(seen, solution.layers);
    assert_eq!(layers.last().map(|layer| layer.total), Some(7));
    let keys: Vec<_> = solution.tiers.iter().map(|tier| (tier.key.clone(), tier.states)).collect();
    assert_eq!(keys, [(vec![("b".to_owned(), 0)], 5), (vec![("b".to_owned(), 1)], 2)]);
    assert_eq!(solution.first_moves, Some(1));
}

#[test]
fn a_tier_of_a_puzzle_is_measured_from_the_goal() {
    let model = crossing();
    let solve_tier = |count| {
        let tier = Some(vec![("b".to_owned(), count)]);
        solve(&Interp::new(&model), &SolveOptions { tier, ..SolveOptions::default() }, &mut Silent)
    };
    let solution = solve_tier(0).unwrap();
    assert_eq!((solution.states, &solution.layers[..]), (5, &[1, 1, 1, 1, 1][..]));
    let solution = solve_tier(1).unwrap();
    // Only `b` on the last cell cannot be passed, unless `a` stands there.
    assert_eq!(solution.states, 20);
    let counts = solution.counts.unwrap();
    assert_eq!((counts.won, counts.lost), (16, 4));
    assert_eq!(solution.layers.iter().sum::<u64>(), 16);
    assert!(matches!(solve_tier(5), Err(SolveError::TierCount { most: 4, .. })));
}

#[test]
fn limits_and_cancellation_stop_the_search() {
    struct Stop(u32);
    impl Observer for Stop {
        fn cancelled(&mut self) -> bool {
            self.0 += 1;
            self.0 > 1
        }
    }
    let model = crossing();
    let interp = Interp::new(&model);
    let options = SolveOptions { state_limit: 3, ..SolveOptions::default() };
    assert_eq!(
        solve(&interp, &options, &mut Silent).unwrap_err(),
        SolveError::StateLimit { limit: 3 }
    );
    let options = SolveOptions { state_limit: 7, ..SolveOptions::default() };
    assert_eq!(solve(&interp, &options, &mut Silent).unwrap().states, 7);
    let options = SolveOptions { memory_limit: Some(1), ..SolveOptions::default() };
    assert_eq!(
        solve(&interp, &options, &mut Silent).unwrap_err(),
        SolveError::MemoryLimit { limit: 1 }
    );
    let stopped = solve(&interp, &SolveOptions::default(), &mut Stop(0)).unwrap_err();
    assert_eq!(stopped, SolveError::Cancelled { states: 1, layers: vec![1] });
    assert_eq!(stopped.to_string(), "stopped early; positions so far: 1, finished layers: 1");
}

fn expect(fact: Fact, value: ExpectValue) -> Expect {
    Expect {
        fact,
        op: Relation::Equal,
        value,
        tier: Vec::new(),
        start: None,
        params: Vec::new(),
        span: Span::default(),
    }
}

#[test]
fn expectations_are_compared_one_by_one() {
    let mut model = crossing();
    model.params = vec![Param { name: "n".to_owned(), value: 4, default: 4 }];
    let number = |fact, number| expect(fact, ExpectValue::Number(number));
    let word = |fact, word: &str| expect(fact, ExpectValue::Word(word.to_owned()));
    model.expects = vec![
        number(Fact::Positions, 7),
        number(Fact::Solution, 4),
        word(Fact::Solution, "none"),
        Expect { op: Relation::AtLeast, ..number(Fact::Depth, 5) },
        number(Fact::Symmetries, 1),
        number(Fact::Symmetries, 2),
        Expect { params: vec![("n".to_owned(), 5)], ..number(Fact::Positions, 1) },
        Expect { params: vec![("n".to_owned(), 4)], ..number(Fact::Moves, 2) },
        Expect { start: Some(1), ..number(Fact::Positions, 1) },
        Expect { tier: vec![("b".to_owned(), 1)], ..number(Fact::Won, 16) },
        word(Fact::Value, "win"),
    ];
    let interp = Interp::new(&model);
    let report = check_expectations(&interp, &solved(&model));
    assert_eq!(report.passed, ["positions = 7", "depth >= 5", "symmetries = 2"]);
    let failed: Vec<&str> = report.failed.iter().map(|failure| failure.message.as_str()).collect();
    assert_eq!(
        failed,
        [
            "expected solution = 4, found 3",
            "expected solution = none, found 3",
            "expected symmetries = 1, found 2",
            "expected moves = 2 with n = 4, found 1",
            "expected value = win, found none"
        ]
    );
    let unchecked: Vec<_> =
        report.unchecked.iter().map(|one| (one.text.as_str(), one.reason)).collect();
    assert_eq!(
        unchecked,
        [
            ("positions = 1 with n = 5", UncheckedReason::OtherParameters),
            ("positions = 1", UncheckedReason::OtherStart),
            ("won = 16 at b = 1", UncheckedReason::OtherTier)
        ]
    );
    let options = SolveOptions { tier: Some(vec![("b".to_owned(), 1)]), ..SolveOptions::default() };
    let report = check_expectations(&interp, &solve(&interp, &options, &mut Silent).unwrap());
    assert_eq!(report.passed, ["won = 16 at b = 1"]);
    assert!(report.failed.is_empty());
    model.params[0].value = 5;
    let report = check_expectations(&Interp::new(&model), &solved(&model));
    assert_eq!((report.passed.len(), report.failed.len(), report.unchecked.len()), (0, 1, 10));
}

#[test]
fn an_unreachable_goal_has_no_solution() {
    let mut model = crossing();
    model.goal = Some(Goal::When(some(b'b', &[4])));
    model.expects = vec![expect(Fact::Solution, ExpectValue::Word("none".to_owned()))];
    let solution = solved(&model);
    assert!(solution.solution.is_none());
    assert_eq!(check_expectations(&Interp::new(&model), &solution).passed, ["solution = none"]);
    model.moves = vec![play("no", 0, Body::Once(vec![otherwise(vec![rule(0, "b", "a")])]))];
    let solution = solved(&model);
    assert_eq!((solution.states, solution.depth, solution.successors), (1, Some(0), Some(0)));
}
