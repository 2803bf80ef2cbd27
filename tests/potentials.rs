//! What the analysis claims of a game, against the interpreter: on random walks through every
//! shipped game, and on all moves of small games made up at random.

use crate::shipped;
use gdl::analyze::layers::LayerForm;
use gdl::analyze::parity::Sign;
use gdl::analyze::potential::AlternatingForm;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::Content;
use gdl::{Params, Source};
use gdl_runtime::interp::Interp;
use std::collections::BTreeSet;

mod claims;
mod made_up;

use claims::Claims;
use made_up::{Random, made_up};

#[test]
fn claims_hold_on_random_walks() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        for start in 0..model.starts.len() {
            let interp = Interp::with_start(&model, start).expect("there is such a start");
            let claims = Claims::of(&interp);
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

fn facts(name: &str, params: &[(&str, i64)]) -> Facts {
    let model = shipped::model(name, params);
    analyze(&model, Domain::start(&model, 0))
}

/// Number of invariants, and what alternates.
fn linear(name: &str, params: &[(&str, i64)]) -> (usize, Option<AlternatingForm>) {
    let found = facts(name, params).potentials;
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
        let number = facts(name, &[]).layers.number;
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
    assert!(facts("hexapawn", &[]).falling.number.is_some());
}

#[test]
fn shipped_games_have_the_known_signs_and_turns() {
    let signs = |name: &str, params: &[(&str, i64)]| {
        let parity = facts(name, params).parity;
        parity.arrangements.first().map(|signs| (signs.all, signs.rotation))
    };
    assert_eq!(signs("topspin", &[("n", 9)]), Some((Sign::Even, Some(Sign::Even))));
    assert_eq!(signs("topspin", &[("n", 12)]), Some((Sign::Even, Some(Sign::Odd))));
    assert_eq!(signs("sliding-tiles", &[]), Some((Sign::Odd, None)));
    assert_eq!(signs("pancakes", &[]), Some((Sign::Either, None)));
    assert_eq!(signs("frogs", &[]), None);
    let divisors = |name: &str| {
        let sums = facts(name, &[]).orientation.sums;
        sums.iter().map(|sum| (sum.orientations, sum.divisor)).collect::<Vec<_>>()
    };
    assert_eq!(divisors("pocket-cube"), [(3, 3)]);
    assert_eq!(divisors("burnt-pancakes"), [(2, 1)]);
    assert_eq!(divisors("pancakes"), []);
}

/// How many games are made up: a few thousand take seconds. `MADE_UP_GAMES` asks for more,
/// `MADE_UP_SEED` for others.
fn from_environment(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
fn claims_hold_for_made_up_games() {
    let mut random = Random(from_environment("MADE_UP_SEED", 0x2545_f491_4f6c_dd1d));
    let wanted = from_environment("MADE_UP_GAMES", 2000);
    let (mut games, mut claimed, mut tiers, mut moves) = (0, 0, 0, 0);
    let mut words: BTreeSet<String> = BTreeSet::new();
    for _ in 0..wanted {
        let text = made_up(&mut random);
        let source = Source::new("made-up.gdl", text.clone());
        let Ok((model, _)) = gdl::compile(&source, &Params::new()) else { continue };
        let checked = std::panic::catch_unwind(|| {
            let interp = Interp::new(&model);
            let claims = Claims::of(&interp);
            (claims.count() > 0, claims.has_symmetric_tier(), claims.check_all(150))
        });
        let Ok((claims, symmetric, made)) = checked else { panic!("in this game:\n{text}") };
        games += 1;
        claimed += u64::from(claims);
        tiers += u64::from(symmetric && made > 0);
        moves += made;
        if made > 0 {
            words.extend(text.split_whitespace().map(str::to_owned));
        }
    }
    assert!(
        games * 3 > wanted && claimed * 6 > wanted && tiers * 200 > wanted && moves > 4 * wanted,
        "of {wanted}: {games} games, {claimed} with claims, {tiers} with tiers, {moves} moves"
    );
    for word in made_up::WORDS.split_whitespace() {
        assert!(words.contains(word), "no game with a move has the word {word}");
    }
}
