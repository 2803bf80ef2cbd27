//! Word-parallel searches, as users see them: chosen by themselves, asked for, overruled, kept,
//! asked and verified.

use super::Folder;
use super::keeping::kill;
use crate::run::{Ran, gamec};
use serde_json::Value;
use std::path::Path;

/// What must be the same whichever way a game is solved.
const SAME: [&str; 7] =
    ["states", "layers", "depth", "solution_moves", "value", "won", "expectations"];

fn json(ran: &Ran) -> Value {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// Solves a game in the usual way and with more arguments; gives both results, which say the same.
fn both(arguments: &[&str], more: &[&str]) -> [Value; 2] {
    let first = [arguments, &["--json"]].concat();
    let second = [arguments, &["--json"], more].concat();
    let found = [first, second].map(|arguments| json(&gamec(&arguments)));
    for key in SAME {
        assert_eq!(found[0][key], found[1][key], "{arguments:?} {more:?}: {key}");
    }
    found
}

#[test]
fn large_puzzles_are_searched_so_unless_it_is_overruled() {
    let games: [&[&str]; 2] = [
        &["solve", "games/pancakes.gdl", "-D", "n=10"],
        &["solve", "games/sliding-tiles.gdl", "-D", "rows=2", "-D", "cols=5"],
    ];
    for game in games {
        let [at_once, one_by_one] = both(game, &["--no-word-parallel"]);
        assert_eq!(at_once["native"]["word_parallel"], true, "{game:?}");
        assert_eq!(one_by_one["native"]["word_parallel"], false, "{game:?}");
        for overruled in [["--bits", "2"], ["--symmetry", "off"], ["--hash", "permutation"]] {
            let ran = json(&gamec(&[game, &["--json"], &overruled].concat()));
            assert_eq!(ran["native"]["word_parallel"], false, "{game:?} {overruled:?}");
            assert_eq!(ran["layers"], at_once["layers"], "{game:?} {overruled:?}");
        }
    }
}

/// Boards and wheels that nothing was made for; what they expect was counted one position at a
/// time.
#[test]
fn every_large_puzzle_finds_its_layout_by_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/word_parallel/games");
    let files = std::fs::read_dir(folder).expect("the games are there");
    let mut solved = 0;
    for file in files.map(|file| file.expect("a file").path()) {
        let name = file.display().to_string();
        let found = json(&gamec(&["solve", &name, "--json"]));
        assert_eq!(found["native"]["word_parallel"], true, "{name}");
        assert_eq!(found["expectations"]["passed"].as_array().map(Vec::len), Some(2), "{name}");
        solved += 1;
    }
    assert!(solved >= 4);
}

#[test]
fn values_of_large_tiers_are_found_so_unless_it_is_overruled() {
    let tier = ["solve", "games/fox-and-geese.gdl", "--tier", "goose=4", "--bits", "2"];
    // The name in earlier versions.
    let [at_once, one_by_one] = both(&tier, &["--no-word", "--on", "native"]);
    assert_eq!((&at_once["on"], &one_by_one["on"]), (&"word-parallel".into(), &"compiled".into()));
    let counts = |found: &Value| -> Vec<Value> {
        let tiers = found["tiers"].as_array().expect("tiers").iter();
        tiers
            .map(|tier| serde_json::json!([tier["key"], tier["won"], tier["lost"], tier["drawn"]]))
            .collect()
    };
    assert_eq!(counts(&at_once), counts(&one_by_one));
}

/// Every layout, on a small puzzle, with a shortest solution.
#[test]
fn small_puzzles_are_searched_so_if_it_is_asked_for() {
    for (file, layout, solution) in [
        ("games/peg-triangle.gdl", "affine", 13),
        ("games/frogs.gdl", "product", 15),
        ("games/fore-and-aft.gdl", "product", 46),
        ("games/pancakes.gdl", "lift", 0),
    ] {
        let arguments = ["solve", file, "--hash", layout, "--line", "--json"];
        let found = json(&gamec(&arguments));
        assert_eq!(found["native"]["word_parallel"], true, "{file}");
        assert_eq!(found["solution_moves"], solution, "{file}");
        assert_eq!(found["solution"].as_array().map(Vec::len), Some(solution), "{file}");
        assert_eq!(found["expectations"]["failed"], serde_json::json!([]), "{file}");
    }
}

#[test]
fn what_cannot_be_done_so_is_refused() {
    for (arguments, message) in [
        (
            vec!["solve", "--on", "native", "games/pancakes.gdl", "--hash", "affine"],
            "does not fit: ",
        ),
        (
            vec!["solve", "--on", "native", "games/tic-tac-toe.gdl", "--hash", "lift"],
            "for searches from a start, not for values",
        ),
        (
            vec!["emit", "rust", "games/pancakes.gdl", "--hash", "lift"],
            "no code is made for the layout `lift`",
        ),
        (
            vec!["emit", "wgsl", "games/pancakes.gdl", "--hash", "lift"],
            "no code is made for the layout `lift`",
        ),
        (
            vec!["solve", "--on", "native", "games/pancakes.gdl", "--hash", "lift", "--bits", "2"],
            "has one bit for each entry",
        ),
        (
            vec![
                "solve",
                "--on",
                "native",
                "games/pancakes.gdl",
                "--hash",
                "lift",
                "--scratch",
                ".",
            ],
            "has its tables in memory",
        ),
    ] {
        let ran = gamec(&arguments);
        assert_eq!(ran.status, 1, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
    let ran = gamec(&[
        "solve",
        "games/pancakes.gdl",
        "-D",
        "n=10",
        "--hash",
        "lift",
        "--memory",
        "64KiB",
    ]);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("may be used"), "{}", ran.stderr);
}

#[test]
fn explain_says_how_or_why_not() {
    let text = |file: &str| {
        let ran = gamec(&["explain", file]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout
    };
    for (file, layout) in [
        ("games/peg-solitaire.gdl", "affine"),
        ("games/frogs-and-toads.gdl", "product"),
        ("games/topspin.gdl", "lift"),
    ] {
        let text = text(file);
        let says = format!("a search moves up to 512 positions at once, in the layout `{layout}`");
        assert!(text.contains(&says), "{text}");
    }
    let says = "a search looks at one position at a time: ";
    assert!(text("games/klotski.gdl").contains(says));
    let says = "who wins is found for up to 33 positions at once";
    assert!(text("games/fox-and-geese.gdl").contains(says));
}

/// Kept, asked, followed, verified.
#[test]
fn databases_in_the_order_of_the_lines() {
    let folder = Folder::new("word_parallel_database");
    for (name, layout, arguments) in [
        ("pancakes", "lift", ["solve", "games/pancakes.gdl", "-D", "n=7"]),
        ("tiles", "lift", ["solve", "games/sliding-tiles.gdl", "-D", "rows=3"]),
        ("tiles-by-rows", "product", ["solve", "games/sliding-tiles.gdl", "-D", "rows=2"]),
    ] {
        let file = folder.path(name);
        let ran = gamec(&[&arguments[..], &["--hash", layout, "-o", &file]].concat());
        assert_eq!(ran.status, 0, "{name}: {}", ran.stderr);
        let info = json(&gamec(&["info", &file, "--json"]));
        assert_eq!(info["layout"], layout, "{name}");
        let verified = gamec(&["verify", &file]);
        assert_eq!(verified.status, 0, "{name}: {}", verified.stderr);
        assert!(verified.stdout.contains("all right"), "{name}: {}", verified.stdout);
        let usual = folder.path(&format!("{name}-usual"));
        let ran = gamec(&[&arguments[..], &["--no-word-parallel", "-o", &usual]].concat());
        assert_eq!(ran.status, 0, "{name}: {}", ran.stderr);
        let stats = [&file, &usual].map(|file| gamec(&["stats", file, "--csv"]).stdout);
        assert_eq!(stats[0], stats[1], "{name}");
        // Any position that the one has, the other knows just as well.
        let far = gamec(&["find", &usual, "--depth", "5", "--limit", "3"]).stdout;
        for position in far.lines().filter_map(|line| line.split('\t').next()) {
            let told = [&file, &usual].map(|file| gamec(&["query", file, position]).stdout);
            assert_eq!(told[0], told[1], "{name}: {position}");
            let line = gamec(&["line", &file, position]);
            assert!(line.stdout.contains("5 moves to the goal"), "{name}: {}", line.stdout);
        }
    }
}

#[test]
fn searches_that_are_killed_again_and_again_end_with_the_same_file() {
    for (name, arguments) in [
        ("lift", ["solve", "games/pancakes.gdl", "-D", "n=8", "--hash", "lift"]),
        ("product", ["solve", "games/sliding-tiles.gdl", "-D", "rows=2", "--hash", "product"]),
    ] {
        let folder = Folder::new(&format!("killed_word_parallel_{name}"));
        kill(&folder, &arguments, &[], 10);
        assert!(Path::new(&folder.path("result")).is_file());
    }
}
