//! What the analysis claims of numbers, signs and turns, against the interpreter: on random walks through every shipped game, and on all
//! moves of small games made up at random.

use crate::shipped;
use gdl::analyze::bounds::Bounds;
use gdl::analyze::conserved::{Conserved, conserved};
use gdl::analyze::falling::{Falling, falling};
use gdl::analyze::layers::{LayerForm, Layers, layers};
use gdl::analyze::orientation::{Orientation, orientation};
use gdl::analyze::parity::{Parity, Sign, parity};
use gdl::analyze::potential::{AlternatingForm, Potentials, potentials};
use gdl::model::{Content, ContentSet, Model};
use gdl::{Params, Source};
use gdl_runtime::interp::{Interp, State};
use std::collections::BTreeSet;

mod made_up;

use made_up::{Random, made_up};

/// Everything that is claimed of one start of a game.
struct Claims {
    possible: Vec<ContentSet>,
    parity: Parity,
    potentials: Potentials,
    layers: Layers,
    falling: Falling,
    conserved: Conserved,
    orientation: Orientation,
}

impl Claims {
    fn of(model: &Model, start: usize) -> Self {
        let start = &model.starts[start];
        let bounds = Bounds::from_starts(model, std::slice::from_ref(start));
        let parity = parity(model, start, &bounds);
        let layers = layers(model, start, &bounds);
        Claims {
            possible: bounds.possible.clone(),
            potentials: potentials(model, start, &bounds, &parity),
            falling: falling(model, start, &bounds, &layers),
            conserved: conserved(model, start, &bounds),
            orientation: orientation(model, &bounds),
            parity,
            layers,
        }
    }

    /// How many claims there are.
    fn count(&self) -> usize {
        self.potentials.invariants.len()
            + usize::from(self.potentials.alternating.is_some())
            + usize::from(self.layers.number.is_some())
            + usize::from(self.falling.number.is_some())
            + self.conserved.sums.len()
    }

    /// Checks what is claimed of single positions.
    fn check_position(&self, state: &State) {
        for invariant in &self.potentials.invariants {
            assert_eq!(invariant.potential.is_odd(state), invariant.odd, "{}", invariant.text);
        }
        for sum in &self.conserved.sums {
            assert_eq!(sum.weights.value(state), sum.value, "{}", sum.weights.text);
        }
        for sum in &self.orientation.sums {
            assert_eq!(sum.value(state) % sum.divisor, 0, "{}", self.orientation);
        }
        if let Some(number) = &self.layers.number {
            let value = number.weights.value(state);
            assert!((number.range.low..=number.range.high).contains(&value), "{}", self.layers);
            if let LayerForm::Count(content) = number.form {
                let cells = state.cells.iter().zip(&self.possible);
                let counted = cells.filter(|(held, it)| **held == content.0 && it.len() > 1);
                let cells = counted.count();
                assert_eq!(value, i64::try_from(cells).expect("few"), "{}", self.layers);
            }
        }
        for signs in &self.parity.arrangements {
            let held = signs.arrangement.cells.iter().map(|cell| state.cells[cell.index()]);
            let held: BTreeSet<u8> = held.collect();
            assert_eq!(held.len(), signs.arrangement.cells.len(), "{}", self.parity);
        }
    }

    /// Checks what is claimed of moves.
    fn check_move(&self, before: &State, after: &State) {
        if let Some(alternating) = &self.potentials.alternating {
            let [before, after] = [before, after].map(|it| alternating.potential.is_odd(it));
            assert_ne!(before, after, "{}", alternating.text);
        }
        if let Some(number) = &self.layers.number {
            let [before, after] = [before, after].map(|it| number.weights.value(it));
            assert_eq!(after - before, number.change, "{}", self.layers);
        }
        if let Some(number) = &self.falling.number {
            let [before, after] = [before, after].map(|it| number.weights.value(it));
            assert!(after < before, "{}", self.falling);
        }
        for sum in &self.orientation.sums {
            let k = sum.orientations;
            let change = (sum.value(after) + k - sum.value(before)) % k;
            assert!(sum.changes.contains(&change), "{}", self.orientation);
        }
        let passed = before.same_position(after);
        for signs in &self.parity.arrangements {
            let [before, after] = [before, after].map(|it| signs.arrangement.is_odd(&it.cells));
            if signs.rotation != Some(Sign::Odd) && !passed {
                match signs.all {
                    Sign::Even => assert_eq!(before, after, "{}", self.parity),
                    Sign::Odd => assert_ne!(before, after, "{}", self.parity),
                    Sign::Either => {}
                }
            }
        }
    }
}

#[test]
fn claims_hold_on_random_walks() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        for start in 0..model.starts.len() {
            let claims = Claims::of(&model, start);
            let interp = Interp::with_start(&model, start).expect("there is such a start");
            claims.check_position(&interp.start());
            for _ in 0..8 {
                let mut state = interp.start();
                for _ in 0..100 {
                    let successors = interp.successors(&state);
                    if successors.is_empty() {
                        break;
                    }
                    for next in &successors {
                        claims.check_position(&next.state);
                        claims.check_move(&state, &next.state);
                    }
                    state = successors[random.below(successors.len())].state.clone();
                }
            }
        }
    }
}

/// Number of invariants, and what alternates.
fn linear(name: &str, params: &[(&str, i64)]) -> (usize, Option<AlternatingForm>) {
    let found = Claims::of(&shipped::model(name, params), 0).potentials;
    (found.invariants.len(), found.alternating.map(|it| it.form))
}

#[test]
fn shipped_games_have_the_known_invariants() {
    let (empty, first) = (Content::EMPTY, Content(1));
    let pegs = Some(AlternatingForm::Count(first));
    assert_eq!(linear("peg-solitaire", &[]), (4, pegs));
    assert_eq!(linear("peg-french", &[]), (4, pegs));
    assert_eq!(linear("peg-triangle", &[]), (2, pegs));
    for (rows, cols) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let tiles = linear("sliding-tiles", &[("rows", rows), ("cols", cols)]);
        assert_eq!(tiles, (1, Some(AlternatingForm::Place(empty))));
    }
    assert_eq!(linear("topspin", &[]), (1, None));
    assert_eq!(linear("topspin", &[("n", 12)]), (0, None));
    assert_eq!(linear("topspin", &[("n", 20)]), (0, None));
    for name in ["pancakes", "burnt-pancakes", "pocket-cube"] {
        assert_eq!(linear(name, &[]), (0, None), "{name}");
    }
    for name in ["frogs", "fore-and-aft", "frogs-and-toads"] {
        assert_eq!(linear(name, &[]), (0, None), "{name}: slides change the color, jumps do not");
    }
    let turn = Some(AlternatingForm::Mover);
    for name in ["awari", "chinese-checkers", "fox-and-geese", "hexapawn", "nine-mens-morris"] {
        assert_eq!(linear(name, &[]), (0, turn), "{name}");
    }
    let stones = Some(AlternatingForm::Count(empty));
    assert_eq!(linear("tic-tac-toe", &[]), (1, stones));
    assert_eq!(linear("connect-four", &[]), (1, stones));
    assert_eq!(linear("dots-and-boxes", &[]), (0, Some(AlternatingForm::Count(first))));
}

#[test]
fn shipped_games_have_the_known_layers() {
    let form = |name: &str| {
        let number = Claims::of(&shipped::model(name, &[]), 0).layers.number;
        number.map(|number| (number.form, number.change, number.at_start))
    };
    let (empty, first) = (Content::EMPTY, Content(1));
    assert_eq!(form("peg-solitaire"), Some((LayerForm::Count(first), -1, 32)));
    assert_eq!(form("dots-and-boxes"), Some((LayerForm::Count(first), 1, 0)));
    assert_eq!(form("tic-tac-toe"), Some((LayerForm::Count(empty), -1, 9)));
    assert_eq!(form("connect-four"), Some((LayerForm::Count(empty), -1, 42)));
    for name in ["sliding-tiles", "frogs", "nine-mens-morris", "hexapawn", "awari", "tilt"] {
        assert_eq!(form(name), None, "{name}");
    }
    assert!(Claims::of(&shipped::model("hexapawn", &[]), 0).falling.number.is_some());
}

#[test]
fn shipped_games_have_the_known_signs_and_turns() {
    let signs = |name: &str, params: &[(&str, i64)]| {
        let parity = Claims::of(&shipped::model(name, params), 0).parity;
        parity.arrangements.first().map(|signs| (signs.all, signs.rotation))
    };
    assert_eq!(signs("topspin", &[("n", 9)]), Some((Sign::Even, Some(Sign::Even))));
    assert_eq!(signs("topspin", &[("n", 12)]), Some((Sign::Even, Some(Sign::Odd))));
    assert_eq!(signs("sliding-tiles", &[]), Some((Sign::Odd, None)));
    assert_eq!(signs("pancakes", &[]), Some((Sign::Either, None)));
    assert_eq!(signs("frogs", &[]), None);
    let divisors = |name: &str| {
        let sums = Claims::of(&shipped::model(name, &[]), 0).orientation.sums;
        sums.iter().map(|sum| (sum.orientations, sum.divisor)).collect::<Vec<_>>()
    };
    assert_eq!(divisors("pocket-cube"), [(3, 3)]);
    assert_eq!(divisors("burnt-pancakes"), [(2, 1)]);
    assert_eq!(divisors("pancakes"), []);
}

#[test]
fn claims_hold_for_made_up_games() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut games, mut claimed, mut moves) = (0, 0, 0);
    for _ in 0..2500 {
        let text = made_up(&mut random);
        let source = Source::new("made-up.gdl", text.clone());
        let Ok((model, _)) = gdl::compile(&source, &Params::new()) else { continue };
        let claims = Claims::of(&model, 0);
        games += 1;
        claimed += usize::from(claims.count() > 0);
        let interp = Interp::new(&model);
        let mut seen = BTreeSet::from([interp.start()]);
        let mut open = vec![interp.start()];
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            while let Some(state) = open.pop() {
                claims.check_position(&state);
                for next in interp.successors(&state) {
                    claims.check_move(&state, &next.state);
                    moves += 1;
                    if seen.len() < 200 && seen.insert(next.state.clone()) {
                        open.push(next.state);
                    }
                }
            }
        }));
        assert!(checked.is_ok(), "in this game:\n{text}");
    }
    assert!(games > 1000 && claimed > 500 && moves > 10_000, "{games} {claimed} {moves}");
}
