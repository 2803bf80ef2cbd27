//! The interpreter's own search, compiled code, entries with and without depth, tables up to
//! symmetry and not, one thread and two: the same numbers.

use super::{FOX_AND_GEESE, HEXAPAWN, SMALL_MORRIS, THREE_MENS_MORRIS, TIC_TAC_TOE, counts, solve};
use serde_json::Value;

/// Ways to find values with compiled code.
const WAYS: [&str; 6] = [
    "--on native",
    "--on native --threads 1",
    "--on native --threads 2",
    "--on native --bits 2",
    "--on native --symmetry off",
    "--on native --symmetry on --bits 2 --threads 1",
];

/// Compares what all ways find out about a game or one of its tiers with what the interpreter
/// does.
#[track_caller]
fn all_agree(question: &str) {
    let expected = solve(&format!("--json --on interp {question}")).json();
    for way in WAYS {
        let found = solve(&format!("--json {way} {question}")).json();
        assert_eq!(found["on"], "compiled", "{question} {way}");
        let of_both = |key: &str| [&expected[key], &found[key]];
        for key in ["states", "value"] {
            let [expected, found] = of_both(key);
            assert_eq!(expected, found, "{key} of {question} {way}");
        }
        assert_eq!(counts(&expected), counts(&found), "{question} {way}");
        if way.contains("--bits 2") {
            assert_eq!(found["native"]["bits"], 2, "{question} {way}");
            assert_eq!(found["longest"]["win"], Value::Null, "{question} {way}");
            continue;
        }
        for side in ["win", "loss"] {
            let [expected, found] = of_both("longest").map(|longest| &longest[side]["plies"]);
            assert_eq!(expected, found, "the longest {side} of {question} {way}");
        }
        assert_eq!(expected["plies"], found["plies"], "{question} {way}");
        let line = |of: &Value| of["line"].as_array().map(Vec::len);
        if expected["plies"] != Value::Null {
            assert_eq!(line(&expected), line(&found), "{question} {way}");
        }
    }
}

#[test]
fn from_the_start() {
    for game in [TIC_TAC_TOE, HEXAPAWN, THREE_MENS_MORRIS, SMALL_MORRIS] {
        all_agree(game);
    }
    all_agree("games/connect-four.gdl -D rows=3 -D cols=4");
}

#[test]
fn from_a_lopsided_position() {
    all_agree(&format!("{HEXAPAWN} --from 'bb./..b/w.w white'"));
}

#[test]
fn tiers_of_fox_and_geese() {
    for geese in 1..=2 {
        all_agree(&format!("{FOX_AND_GEESE} --tier goose={geese}"));
    }
}

#[test]
fn tiers_in_which_men_are_placed() {
    all_agree(&format!("{THREE_MENS_MORRIS} --tier white=2,black=1"));
    all_agree(&format!("{THREE_MENS_MORRIS} --tier man=3"));
    for men in ["white=1,black=1", "white=4,black=3", "man=4", "man=3"] {
        all_agree(&format!("{SMALL_MORRIS} --tier {men}"));
    }
}

/// All placements of a puzzle have a distance to its goal or none.
#[test]
fn tiers_of_puzzles() {
    for question in [
        "games/sliding-tiles.gdl -D rows=2 --tier 1=1",
        "games/frogs.gdl --tier frog=3",
        "games/peg-triangle.gdl --tier peg=7",
        "games/pancakes.gdl -D n=5 --tier 1=1",
    ] {
        let [expected, found] =
            ["interp", "native"].map(|on| solve(&format!("--json --on {on} {question}")).json());
        for key in ["states", "layers", "depth", "won", "lost", "drawn"] {
            assert_eq!(expected[key], found[key], "{key} of {question}");
        }
        let longest = |of: &Value| of["longest"]["win"]["plies"].clone();
        assert_eq!(longest(&expected), longest(&found), "{question}");
        let without = solve(&format!("--json --on native --bits 2 {question}")).json();
        assert_eq!(counts(&expected), counts(&without), "{question}");
    }
}
