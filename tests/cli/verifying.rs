//! `gamec verify` as its users see it: right values agree in every way of checking them, and what
//! cannot be checked is refused.

use super::{Folder, Ran, command, keys, parse_json};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The keys that the contract promises.
const CONTRACT: [&str; 16] = [
    "game",
    "params",
    "start",
    "tier",
    "on",
    "states",
    "full",
    "samples",
    "interpreter",
    "unsolved",
    "solve_seconds",
    "solve_cpu_seconds",
    "check_seconds",
    "check_cpu_seconds",
    "peak_memory_bytes",
    "tables",
];

/// Runs `gamec verify` in the project's folder, with arguments that are separated by spaces.
fn verify(arguments: &str) -> Ran {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    verify_with(&rustc, arguments)
}

/// Runs `gamec verify` with this compiler.
fn verify_with(rustc: &std::ffi::OsStr, arguments: &str) -> Ran {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native").join("shared");
    let mut command = command();
    command.arg("verify").args(arguments.split_whitespace());
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("GAMEC_CACHE", cache).env("RUSTC", rustc);
    Ran::new(command.output().expect("gamec starts"))
}

/// A report in which all values agree.
#[track_caller]
fn agrees(arguments: &str) -> Value {
    let report = verify(&format!("--json {arguments}")).json();
    assert_eq!(report["on"], "compiled", "{arguments}");
    assert_eq!(report["full"]["wrong"], 0, "{arguments}");
    assert_eq!(report["full"]["first_wrong"], Value::Null, "{arguments}");
    report
}

/// Whether the interpreter solved as many positions, with the same numbers.
fn interpreter_found(states: u64) -> Value {
    json!({ "states": states, "differences": [] })
}

#[test]
fn small_games_agree_with_themselves_and_with_the_interpreter() {
    for (game, states) in [
        ("games/tic-tac-toe.gdl", 5_478),
        ("games/tic-tac-toe.gdl --bits 2", 5_478),
        ("games/tic-tac-toe.gdl --symmetry off --threads 1", 5_478),
        ("games/hexapawn.gdl", 135),
        ("games/three-mens-morris.gdl", 5_390),
        ("games/three-mens-morris.gdl --bits 2", 5_390),
        ("games/dots-and-boxes.gdl -D rows=1 -D cols=3", 1_039),
    ] {
        let report = agrees(game);
        assert_eq!(report["states"], states, "{game}");
        assert_eq!(report["interpreter"], interpreter_found(states), "{game}");
        let checked = report["full"]["positions"].as_u64().expect("a number");
        assert!(checked > 0 && checked <= states, "{game}: {checked}");
    }
    assert_eq!(agrees("games/tic-tac-toe.gdl")["full"]["positions"], 765, "up to symmetry");
}

/// Counters make the tables of formulas huge, but play reaches a few positions.
#[test]
fn few_positions_behind_huge_tables_are_verified() {
    let folder = Folder::new("verify_behind_huge_tables");
    let text = "players green facing n, white facing s\npieces a = ant of green, b = ant of white, c = gnu of green\n\
                board {\na . . a b . c\n} links all\ncounter kite = 0 each\ncounter hen = 3\n\
                move put along sides:\n\
                  [p:mine | q:theirs | empty] -> [empty | p | q], kite += 1\n\
                move take by white:\n\
                  [p:mine in centre | _ | empty] -> [empty | _ | p], hen += 2\n\
                stuck draws\n";
    let file = folder.path("counters.gdl");
    fs::write(&file, text).expect("the folder can be written");
    let found = agrees(&format!("{file} --memory 16MiB"));
    assert_eq!(found["states"], 511);
    assert_eq!(found["interpreter"], interpreter_found(511));
}

#[test]
fn tiers_agree() {
    for (tier, states) in [
        ("games/fox-and-geese.gdl --tier goose=3", 362_241),
        ("games/fox-and-geese.gdl --tier goose=3 --bits 2", 362_241),
        ("games/nine-mens-morris.gdl --tier white=3,black=3", 6_658_960),
        ("games/awari.gdl --tier seed=3", 910),
    ] {
        let report = agrees(tier);
        assert_eq!(report["states"], states, "{tier}");
        assert_eq!(report["interpreter"].is_null(), states > 100_000, "{tier}");
    }
}

#[test]
fn distances_of_puzzles_agree() {
    for (puzzle, states) in [("games/frogs.gdl", 140), ("games/pancakes.gdl -D n=6", 720)] {
        let report = agrees(puzzle);
        assert_eq!(report["states"], states, "{puzzle}");
        assert_eq!(report["interpreter"], interpreter_found(states), "{puzzle}");
    }
}

#[test]
fn samples_agree_and_equal_seeds_give_equal_samples() {
    for question in [
        "games/hexapawn.gdl",
        "games/hexapawn.gdl --bits 2",
        "games/nine-mens-morris.gdl --tier white=3,black=3",
        "games/awari.gdl --tier seed=4",
        "games/pancakes.gdl -D n=4",
    ] {
        let sampled = |seed: u64| {
            let report = verify(&format!("--json {question} --sample 40 --seed {seed}")).json();
            assert_eq!(report["full"], Value::Null, "{question}");
            report["samples"].clone()
        };
        let samples = sampled(7);
        assert_eq!(
            keys(&samples),
            ["seed", "inclusive", "exclusive", "proven", "wrong", "failures"]
        );
        assert_eq!((&samples["inclusive"], &samples["exclusive"]), (&json!(40), &json!(40)));
        assert_eq!((&samples["wrong"], &samples["failures"]), (&json!(0), &json!([])));
        assert!(samples["proven"].as_u64().is_some_and(|proven| proven > 0), "{samples}");
        assert_eq!(samples, sampled(7), "{question}");
    }
}

#[test]
fn the_report_keeps_the_contract() {
    let report = agrees("games/fox-and-geese.gdl --tier goose=2");
    assert_eq!(keys(&report), CONTRACT);
    assert_eq!(keys(&report["full"]), ["positions", "wrong", "first_wrong"]);
    assert_eq!(
        keys(&report["tables"]),
        ["threads", "bits", "symmetries", "explored", "table_bytes", "on_disk", "word_parallel"]
    );
    assert_eq!(report["tier"], json!({ "goose": 2 }));
    for key in ["solve_seconds", "check_seconds"] {
        assert!(report[key].as_f64().is_some_and(|seconds| seconds > 0.0), "{key}: {report}");
    }
    let text = verify("games/hexapawn.gdl").ok();
    let [title, states, checked, again, cost] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}");
    };
    assert_eq!((title, states), ("Hexapawn", "135 positions with a value"));
    assert_eq!(
        checked,
        "checked up to symmetry: 135 values, each against those after its moves: all agree"
    );
    assert_eq!(again, "solved again by the interpreter, 135 positions: the same numbers");
    assert!(cost.starts_with("solved in ") && cost.contains(", checked in "), "{cost}");
}

#[test]
fn the_interpreter_runs_the_rules_without_a_compiler() {
    let ran = verify_with("no-such-compiler".as_ref(), "--json games/hexapawn.gdl");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let note = parse_json(&ran.stderr)["note"].as_str().unwrap_or_default().to_owned();
    assert!(note.starts_with("the interpreter runs this game: "), "{note}");
    let report = parse_json(&ran.stdout);
    assert_eq!(report["on"], "interpreter");
    assert_eq!((&report["full"]["positions"], &report["full"]["wrong"]), (&json!(135), &json!(0)));
}

#[test]
fn tiers_that_do_not_fit_are_named_and_make_it_fail() {
    for way in ["", "--sample 10"] {
        let ran =
            verify(&format!("games/fox-and-geese.gdl --tier goose=5 --memory 50KiB --json {way}"));
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        let report = parse_json(&ran.stdout);
        assert_eq!(report["samples"], Value::Null);
        let unsolved = report["unsolved"].as_str().expect("a message");
        assert!(unsolved.starts_with("not solved: goose="), "{unsolved}");
        assert!(unsolved.ends_with("goose=5"), "{unsolved}");
        assert_eq!(parse_json(&ran.stderr)["error"], unsolved);
    }
}

#[test]
fn wrong_questions_are_refused() {
    for (arguments, message) in [
        ("games/hexapawn.gdl --seed 3", "--sample <NUMBER>"),
        ("games/hexapawn.gdl --sample 0", "0 is not in 1.."),
        ("games/hexapawn.gdl --tier pawms=3", "did you mean `pawn`?"),
        ("games/hexapawn.gdl --start usual", "no start called `usual`"),
        ("games/hexapawn.gdl --hash chess", "no layout is called so"),
        ("games/hexapawn.gdl --memory much", "`much` is no size"),
        ("games/no-such-game.gdl", "no-such-game.gdl"),
    ] {
        let stderr = verify(arguments).failed(1);
        assert!(stderr.contains(message), "{arguments}: {stderr}");
    }
}

#[test]
fn games_without_values_are_refused() {
    let folder = Folder::new("verify_without_values");
    let endless = folder.file(
        "no-goal.gdl",
        "game \"Wandering\"\nboard  { f . . }\npieces f = frog\nmove slide: [any | empty] -> [empty | any]\n",
    );
    let stderr = verify(&endless).failed(1);
    assert_eq!(stderr, "error: a puzzle without a goal has no values\n");
}
