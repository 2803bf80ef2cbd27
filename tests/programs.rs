//! Games that are compiled into a program: their WGSL is what gamec prints, their values are those
//! that gamec finds, and either opens the other's databases.

use crate::run::gamec;
use crate::shipped;
use crate::wgsl::checked;
use gdl::emit::wgsl::Wgsl;
use gdl_runtime::Silent;
use gdl_runtime::interp::{Interp, parse_position};
use gdl_runtime::values::{Evaluation, GameValues, Outcome, ValueOptions, ValuedGame};
use gdl_solver::answers::Answers;
use gdl_solver::database::{Opened, Oracle};
use naga::valid::Capabilities;
use std::fmt::{Debug, Display};
use std::fs;
use std::path::{Path, PathBuf};

mod frogs {
    gdl_runtime::game!("games/frogs.gdl", wgsl = true);
}

mod pancakes {
    gdl_runtime::game!("games/pancakes.gdl", wgsl = true);
}

mod hexapawn {
    gdl_runtime::game!("games/hexapawn.gdl", wgsl = true);
}

mod tic_tac_toe {
    gdl_runtime::game!("games/tic-tac-toe.gdl", wgsl = false);
}

mod morris {
    gdl_runtime::game!("games/three-mens-morris.gdl");
}

mod boxes {
    gdl_runtime::game!("games/dots-and-boxes.gdl");
}

/// The code is what `gamec emit wgsl` prints, naga accepts it, and the tables go with it.
#[test]
fn modules_have_the_wgsl_that_gamec_prints() {
    let games = [
        ("frogs", frogs::Game::WGSL),
        ("pancakes", pancakes::Game::WGSL),
        ("hexapawn", hexapawn::Game::WGSL),
    ];
    for (name, wgsl) in games {
        let printed = gamec(&["emit", "wgsl", &format!("games/{name}.gdl")]);
        assert_eq!(printed.stdout, wgsl.text, "{name}");
        let gdl_runtime::Wgsl { text, tables, size, state_words, .. } = wgsl;
        let code = Wgsl { text: text.to_owned(), tables: tables.to_vec(), size, state_words };
        assert_eq!(checked(&code, Capabilities::empty()), Ok(()), "{name}");
        let planned = crate::wgsl::Planned::shipped(name, &[]);
        assert_eq!(planned.code(Default::default()), code, "{name}");
        let start = planned.plan.hash.rank(&Interp::new(&planned.model).start());
        assert_eq!(start, Some(wgsl.start), "{name}");
        let ends: Vec<u64> = wgsl.tiers.iter().map(|tier| tier.end).collect();
        assert_eq!(ends.last(), Some(&size), "{name}");
    }
    assert_eq!(hexapawn::Game::WGSL.stuck, 2, "who cannot move loses");
}

#[test]
fn two_players_get_values() {
    let game = tic_tac_toe::game();
    let values = game.solve_values().expect("it is small");
    let counts = values.counts();
    assert_eq!((counts.won, counts.lost, counts.drawn), (2836, 1574, 1068));
    let start = values.value(&game.start()).expect("memory does not fail");
    assert_eq!(start, Some(Evaluation::new(Outcome::Draw)));
    assert_eq!(values.line(&game.start(), 100).expect("memory does not fail").len(), 9);
    let open: tic_tac_toe::State = "xx./oo./... X".parse().expect("a position");
    let open = values.value(&open).expect("memory does not fail");
    assert_eq!(open, Some(Evaluation::after(Outcome::Win, 1)));
}

#[test]
fn best_moves_come_first() {
    let game = hexapawn::game();
    let values = game.solve_values().expect("it is small");
    let mut state = game.start();
    let line = values.line(&state, 100).expect("memory does not fail");
    assert_eq!(line.len(), 6);
    for (left, step) in (1..=6).rev().zip(line) {
        let moves = values.moves(&state).expect("memory does not fail");
        assert_eq!(moves.first(), Some(&step));
        assert_eq!(step.value.and_then(|value| value.plies), Some(left));
        state = step.state;
    }
    assert_eq!(values.best(&state).expect("memory does not fail"), None);
}

#[test]
fn scores_are_margins() {
    let game = boxes::game();
    let values = game.solve_values().expect("it is small");
    let start = values.value(&game.start()).expect("memory does not fail").expect("it is known");
    assert_eq!(start, Evaluation::new(Outcome::Margin(2)));
    let line = values.line(&game.start(), 100).expect("memory does not fail");
    assert_eq!(line.first().and_then(|first| first.value), Some(start));
    assert_eq!(line.len(), 12, "a line for each edge");
}

/// Without depths, with other tiers, and stopped by nobody.
#[test]
fn options_are_used() {
    let game = hexapawn::game();
    let options = ValueOptions { depth: false, threads: 1, ..hexapawn::Game::value_options() };
    let values = game.values(&options, &mut Silent).expect("it is small");
    let start = values.value(&game.start()).expect("memory does not fail");
    assert_eq!(start, Some(Evaluation::new(Outcome::Loss)));
    let options = ValueOptions { from: None, ..hexapawn::Game::value_options() };
    let all = game.values(&options, &mut Silent).expect("it is small");
    assert!(all.counts().total() > values.counts().total());
    let refused = all.write(&file("never")).expect_err("these are other values");
    assert!(refused.to_string().contains("play from the start"), "{refused}");
}

/// A program's database for gamec, and gamec's for the program.
#[test]
fn programs_and_gamec_open_the_same_databases() {
    both_ways("hexapawn", &hexapawn::game());
    both_ways("tic-tac-toe", &tic_tac_toe::game());
    both_ways("three-mens-morris", &morris::game());
    both_ways("dots-and-boxes", &boxes::game());
}

fn both_ways<G: ValuedGame>(name: &str, game: &G)
where
    G::State: Debug + Display,
{
    let text = format!("games/{name}.gdl");
    let values = GameValues::solve(game, &G::value_options(), &mut Silent).expect("it is small");
    let own = file(name);
    values.write(&own).unwrap_or_else(|error| panic!("{name}: {error}"));
    let path = own.to_str().expect("plain names");
    for command in ["query", "line", "stats", "verify"] {
        let ran = gamec(&[command, path]);
        assert_eq!(ran.status, 0, "gamec {command} of {name}: {}", ran.stderr);
    }
    let theirs = own.with_extension("gamec.db");
    let _ = fs::remove_file(&theirs);
    let made = gamec(&["solve", &text, "-o", theirs.to_str().expect("plain names")]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let model = shipped::model(name, &[]);
    let opened = Opened::open(&own).unwrap_or_else(|error| panic!("{name}: {error}"));
    let oracle = Oracle::new(&opened);
    for path in [&own, &theirs] {
        let kept = GameValues::open(game, path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(kept.counts(), values.counts(), "{name}");
        let mut state = game.unrank_in_tier(G::BEGINNING.0, G::BEGINNING.1);
        for step in values.line(&state, 20).expect("memory does not fail") {
            assert_eq!(kept.moves(&state), values.moves(&state), "{name}: {state}");
            let parsed = parse_position(&model, &state.to_string()).expect("the same notation");
            let known = oracle.known(&parsed).expect("the file is sound");
            assert_eq!(kept.value(&state), Ok(known), "{name}: {state}");
            state = step.state;
        }
    }
    let other = GameValues::open(&frogs_for_two::game(), &own).map(drop);
    let refused = other.expect_err("it is another game").to_string();
    assert!(refused.contains("its `title` is not that of this game"), "{refused}");
}

/// A game that no database is about.
mod frogs_for_two {
    gdl_runtime::gdl! { r#"
        game "Two frogs"
        players left facing e, right facing w
        board  { l . . . r }
        pieces l = frog of left, r = frog of right
        move step along fwd: [my frog | empty] -> [empty | my frog]
        stuck loses
    "# }
}

/// The path of a database that is not there.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(format!("{name}.db"));
    let _ = fs::remove_file(&path);
    path
}
