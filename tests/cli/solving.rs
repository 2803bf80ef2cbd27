//! `gamec solve` as its users see it.

use super::{FROGS, Folder, HEXAPAWN, TILES, keys, parse_json};
use serde_json::json;
use std::path::Path;

/// The keys that the contract promises.
const CONTRACT: [&str; 31] = [
    "game",
    "params",
    "start",
    "from",
    "tier",
    "on",
    "strategy",
    "threads",
    "engine",
    "states",
    "layers",
    "depth",
    "solution",
    "solution_moves",
    "hardest",
    "value",
    "plies",
    "line",
    "won",
    "lost",
    "drawn",
    "longest",
    "tiers",
    "successors",
    "generated",
    "wall_seconds",
    "peak_memory_bytes",
    "native",
    "gpu",
    "database",
    "expectations",
];

#[test]
fn a_puzzle_is_solved() {
    let folder = Folder::new("solve");
    let game = folder.file("frogs.gdl", FROGS);
    let text = folder.gamec(&["solve", &game]).ok();
    for part in [
        "Frogs\n30 positions, depth ",
        "solution: 8 moves\n",
        "expect positions = 30: ok\n",
        "expect solution = 8: ok\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn the_json_of_a_puzzle_keeps_the_contract() {
    let folder = Folder::new("solve_json");
    let game = folder.file("tiles.gdl", TILES);
    let result = folder.gamec(&["solve", "--on", "interp", "--json", "-D", "cols=3", &game]).json();
    assert_eq!(keys(&result), CONTRACT);
    assert_eq!(result["params"], json!({ "rows": 2, "cols": 3 }));
    assert_eq!(
        (&result["on"], &result["states"], &result["depth"]),
        (&json!("interpreter"), &json!(360), &json!(21))
    );
    assert_eq!(result["layers"].as_array().map(Vec::len), Some(22));
    assert_eq!(
        (&result["solution"], &result["value"], &result["tiers"]),
        (&json!([]), &json!(null), &json!([]))
    );
    assert!(result["wall_seconds"].is_f64() && result["successors"].is_u64());
    assert_eq!(keys(&result["expectations"]), ["passed", "failed", "unchecked"]);
    assert_eq!(result["expectations"]["passed"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["expectations"]["unchecked"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["peak_memory_bytes"].is_u64(), cfg!(target_os = "linux"));
}

#[test]
fn a_solution_is_a_list_of_moves() {
    let folder = Folder::new("solve_moves");
    let game = folder.file("frogs.gdl", FROGS);
    let result = folder.gamec(&["solve", "--json", &game]).json();
    let solution = result["solution"].as_array().expect("there is one");
    assert_eq!(solution.len(), 8);
    assert!(solution.iter().all(|it| {
        it.as_str().is_some_and(|text| text.starts_with("slide ") || text.starts_with("jump "))
    }));
    let unsolvable = folder.file(
        "unsolvable.gdl",
        FROGS.replace("any | any | empty", "frog | any | empty").replace("expect", "// expect"),
    );
    assert_eq!(folder.gamec(&["solve", "--json", &unsolvable]).json()["game"], "Frogs");
}

#[test]
fn a_game_for_two_has_a_value() {
    let folder = Folder::new("solve_two");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let result = folder.gamec(&["solve", "--json", &game]).json();
    assert_eq!(keys(&result), CONTRACT);
    assert_eq!(
        (&result["states"], &result["value"], &result["solution"]),
        (&json!(135), &json!("loss"), &json!(null))
    );
    assert_eq!(result["plies"], json!(result["line"].as_array().map(Vec::len)));
    for tier in result["tiers"].as_array().expect("a list") {
        assert_eq!(keys(tier), ["key", "states", "won", "lost", "drawn", "longest", "classes"]);
        assert_eq!(keys(&tier["longest"]), ["win", "loss"]);
    }
    let longest = json!({ "plies": 6, "position": "bbb/.../www white" });
    assert_eq!(result["longest"]["loss"], longest);
    let text = folder.gamec(&["solve", &game]).ok();
    assert!(text.contains("value: loss: black, who moves second, wins in "), "{text}");
    assert!(text.contains("\nlongest loss, 6 plies: bbb/.../www white\n"), "{text}");
}

#[test]
fn layers_can_be_csv() {
    let folder = Folder::new("solve_csv");
    let game = folder.file("tiles.gdl", TILES);
    let text = folder.gamec(&["solve", "--csv", &game]).ok();
    assert_eq!(text, "depth,states\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
}

#[test]
fn a_wrong_expectation_fails_after_the_result() {
    let folder = Folder::new("solve_expect");
    let game = folder.file("frogs.gdl", FROGS.replace("solution = 8", "solution = 7"));
    let ran = folder.gamec(&["solve", &game]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("solution: 8 moves"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("frogs.gdl:11:1") && ran.stderr.contains("found 8"),
        "{}",
        ran.stderr
    );
    let ran = folder.gamec(&["solve", "--json", &game]);
    assert_eq!(ran.code, 1);
    let result = parse_json(&ran.stdout);
    assert_eq!(result["expectations"]["failed"][0]["line"], 11);
    assert_eq!(parse_json(&ran.stderr)["diagnostics"][0]["code"], "expect-failed");
}

#[test]
fn starts_are_chosen_by_name() {
    let folder = Folder::new("solve_start");
    let starts = "start \"usual\" { f f . t t }\nstart \"done\" { t t . f f }\n";
    let game =
        folder.file("frogs.gdl", FROGS.replace("\nmove slide", &format!("{starts}\nmove slide")));
    let result = folder.gamec(&["solve", "--json", "--start", "done", &game]).json();
    assert_eq!((&result["start"], &result["solution"]), (&json!("done"), &json!([])));
    let stderr = folder.gamec(&["solve", "--start", "dune", &game]).failed(1);
    assert!(
        stderr.contains("no start called `dune`") && stderr.contains("did you mean `done`?"),
        "{stderr}"
    );
}

#[test]
fn limits_and_tiers_are_checked() {
    let folder = Folder::new("solve_limits");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let stderr = folder.gamec(&["solve", "--limit-states", "100", &game]).failed(2);
    assert!(stderr.contains("more than 100 positions"), "{stderr}");
    let stderr = folder.gamec(&["solve", "--tier", "goose=3", &game]).failed(1);
    assert!(stderr.contains("`goose`"), "{stderr}");
    let result = folder.gamec(&["solve", "--tier", "white=1,black=1", "--json", &game]).json();
    assert_eq!(result["tier"], json!({ "white": 1, "black": 1 }));
    assert_eq!((&result["engine"], &result["value"]), (&json!("tier"), &json!(null)));
}

#[test]
fn toy_games_are_as_expected() {
    let folder = Folder::new("solve_toys");
    let toys = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gdl/ok");
    for entry in std::fs::read_dir(toys).expect("a folder") {
        let path = entry.expect("an entry").path();
        let path = path.to_str().expect("test paths are text");
        folder.gamec(&["check", path]).ok();
        let text = folder.gamec(&["solve", path]).ok();
        assert!(text.contains(": ok\n"), "{path} expects nothing");
    }
    let starts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gdl/ok/starts.gdl");
    let text = folder.gamec(&["solve", "--start", "second", starts]).ok();
    assert!(text.contains("expect solution = 2 from \"second\": ok\n"), "{text}");
}

#[test]
fn symmetries_are_confirmed() {
    let folder = Folder::new("solve_symmetries");
    let right = folder.file("right.gdl", format!("{HEXAPAWN}expect symmetries = 2\n"));
    let text = folder.gamec(&["solve", &right]).ok();
    assert!(text.contains("expect symmetries = 2: ok\n"), "{text}");
    assert!(folder.gamec(&["check", &right]).ok().contains("right.gdl: ok"));
    let wrong = folder.file("wrong.gdl", format!("{HEXAPAWN}expect symmetries = 4\n"));
    for command in ["solve", "check"] {
        let ran = folder.gamec(&[command, &wrong]);
        assert_eq!(ran.code, 1);
        let message = "expected symmetries = 4, found 2";
        assert!(ran.stderr.contains(message) && ran.stderr.contains("wrong.gdl:18:1"), "{ran:?}");
    }
}
