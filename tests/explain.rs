//! What `gamec explain` says about every shipped game: facts, reasons and the table of layouts, as
//! snapshots.

use crate::run::gamec;
use crate::shipped;

#[test]
fn games_are_explained_as_recorded() {
    for name in shipped::names() {
        let file = format!("games/{name}.gdl");
        let output = gamec(&["explain", &file]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{file}");
        // How it is solved depends on the machine.
        let (explained, solving) = output.stdout.split_once("\nsolving\n").expect("two parts");
        assert!(!solving.is_empty(), "{file}");
        insta::with_settings!({
            description => format!("gamec explain {file}"),
            omit_expression => true,
            snapshot_path => "snapshots/explain",
            prepend_module_to_snapshot => false,
        }, {
            insta::assert_snapshot!(name, explained);
        });
    }
}

#[test]
fn a_layout_that_does_not_fit_is_refused_with_the_reason() {
    let output = gamec(&["emit", "plan", "games/pancakes.gdl", "--hash", "bits"]);
    assert_eq!(output.status, 1);
    assert_eq!(output.stdout, "");
    assert_eq!(
        output.stderr,
        "error: the layout `bits` does not fit: cells can hold more than two things\n"
    );
    let unknown = gamec(&["explain", "games/pancakes.gdl", "--hash", "permutations"]);
    assert_eq!(unknown.status, 1);
    assert!(unknown.stderr.contains("did you mean `permutation`?"), "{}", unknown.stderr);
    let bits = gamec(&["emit", "plan", "games/hexapawn.gdl", "--bits", "1"]);
    assert_eq!(bits.status, 1);
    let why = "a table with 1-bit entries does not work for this game: won, lost, drawn and not known take 2";
    assert!(bits.stderr.contains(why), "{}", bits.stderr);
}

#[test]
fn an_audit_of_a_game_passes() {
    let output = gamec(&["audit", "games/hexapawn.gdl", "--moves", "200"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.stdout.contains("ok      symmetries keep the moves"), "{}", output.stdout);
    assert!(!output.stdout.contains("FAILED"), "{}", output.stdout);
    let json = gamec(&["audit", "games/frogs.gdl", "--moves", "50", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let checks = report["checks"].as_array().expect("a list");
    assert!(checks.len() > 5 && checks.iter().all(|check| check["failure"].is_null()), "{report}");
}

/// Games that are solved within a second or two, with their arguments.
const SOLVED: [&[&str]; 26] = [
    &["games/awari.gdl", "-D", "seeds=1"],
    &["games/burnt-pancakes.gdl"],
    &["games/burnt-pancakes.gdl", "-D", "n=7"],
    &["games/connect-four.gdl", "-D", "rows=4", "-D", "cols=4"],
    &["games/dots-and-boxes.gdl"],
    &["games/fore-and-aft.gdl"],
    &["games/fox-and-geese.gdl", "--tier", "goose=2"],
    &["games/frogs.gdl"],
    &["games/frogs.gdl", "--on", "compiled"],
    &["games/frogs.gdl", "--hash", "raw", "--bits", "1"],
    &["games/hexapawn.gdl"],
    &["games/klotski.gdl"],
    &["games/pancakes.gdl"],
    &["games/pancakes.gdl", "-D", "n=10"],
    &["games/pancakes.gdl", "-D", "n=10", "--line"],
    &["games/peg-triangle.gdl"],
    &["games/pocket-cube.gdl"],
    &["games/rush-hour.gdl"],
    &["games/sliding-tiles.gdl"],
    &["games/sliding-tiles.gdl", "-D", "rows=2", "-D", "cols=5"],
    &["games/three-mens-morris.gdl"],
    &["games/tic-tac-toe.gdl"],
    &["games/tic-tac-toe.gdl", "--symmetry", "on", "--bits", "2"],
    &["games/tilt.gdl", "--start", "long way"],
    &["games/topspin.gdl", "-D", "n=10"],
    &["games/topspin.gdl", "-D", "n=11", "--threads", "1"],
];

#[test]
fn what_is_explained_is_what_solves_it() {
    for arguments in SOLVED {
        let strategy = |command: &str| -> serde_json::Value {
            let limits = ["--json", "--memory", "4GiB"];
            let all: Vec<&str> =
                [command].into_iter().chain(arguments.iter().copied()).chain(limits).collect();
            let ran = gamec(&all);
            assert_eq!(ran.status, 0, "{all:?} {}", ran.stderr);
            let json: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
            if command == "solve" {
                assert_eq!(json["on"], json["strategy"]["execution"], "{arguments:?}");
            }
            json["strategy"].clone()
        };
        let explained = strategy("explain");
        assert!(explained["execution"].is_string(), "{explained}");
        // Code that is compiled meanwhile is there for the second.
        assert_eq!(explained, strategy("solve"), "{arguments:?}");
    }
}

#[test]
fn every_game_has_a_strategy_or_a_reason_why_not() {
    for name in shipped::names() {
        let ran = gamec(&["explain", &format!("games/{name}.gdl"), "--json", "--memory", "4GiB"]);
        let json: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let (strategy, refusal) = (&json["strategy"], &json["refusal"]);
        assert!(strategy.is_object() != refusal.is_string(), "{name} {json}");
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_begins() {
    let ran = gamec(&["solve", "games/sliding-tiles.gdl", "-D", "rows=4", "-D", "cols=4"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("the table takes 2533 GiB"), "{}", ran.stderr);
}
