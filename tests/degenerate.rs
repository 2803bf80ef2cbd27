//! Games at the edge of what a game is: nothing can change, everything is full, one side has more
//! men. Every command deals with them, and all ways to solve them give the same answer.

use crate::run::gamec;
use std::path::Path;

/// Games by name.
const GAMES: [(&str, &str); 9] = [
    (
        "more-men",
        "players red, blue board { x x . o } pieces x = man of red, o = man of blue
         move step: [mine | empty] -> [empty | mine]
         move hop: [p:mine | any | empty] -> [empty | _ | p]
         stuck loses",
    ),
    (
        "many-more-men",
        "players red, blue board { x x x x . . o o } pieces x = man of red, o = man of blue
         move step: [mine | empty] -> [empty | mine]
         move hop: [p:mine | any | empty] -> [empty | _ | p]
         stuck loses",
    ),
    (
        "still-ring",
        "board ring(6) pieces a = ant start ant, ant, ant, ant, ant, ant same rotations
         move swap: [ant | ant] -> [ant | ant]",
    ),
    (
        "counting-ring",
        "board ring(3) pieces a = ant start ant, ant, ant same rotations counter n = 0
         move tick when n < 5: n += 1",
    ),
    ("still", "board { x o } pieces x = man, o = woman move step: [man | empty] -> [empty | man]"),
    (
        "counting",
        "board row(2) pieces 1 .. 2 turns 3 start 1, 2 counter c = 3
         move tick when c > 0: c -= 1 goal c = 0",
    ),
    (
        "counting-players",
        "players red, blue board { x o } pieces x = man of red, o = man of blue counter n = 0
         move tick when n < 5: n += 1 move tock when n < 4: n += 2 stuck loses",
    ),
    (
        "full",
        "board row(6) pieces a = ant, b = bee counter n = 0 start ant, bee, ant, bee, ant, bee
         move swap when count(empty) = n: [ant | bee] -> [bee | ant]
         move tick when count(empty) + n < 3: n += 1",
    ),
    (
        "full-goal",
        "board row(4) pieces a = ant, b = bee start ant, bee, ant, bee
         move swap when count(empty) * 2 < count(ant): [ant | bee] -> [bee | ant]
         goal count(empty) = 0 and some bee in 1",
    ),
];

fn file(name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("degenerate");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(format!("{name}.gdl"));
    std::fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

/// What is the same however a game is solved.
fn answer(arguments: &[&str]) -> Vec<serde_json::Value> {
    let output = gamec(arguments);
    assert_eq!(output.status, 0, "{arguments:?}: {}", output.stderr);
    let report: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    let keys = ["states", "value", "plies", "won", "lost", "drawn", "solution_moves"];
    keys.map(|key| report[key].clone()).to_vec()
}

#[test]
fn every_command_deals_with_them() {
    for (name, text) in GAMES {
        let file = file(name, text);
        for command in [
            &["check"][..],
            &["solve"],
            &["explain"],
            &["audit"],
            &["emit", "rust"],
            &["emit", "wgsl"],
            &["emit", "plan"],
            &["moves"],
            &["show"],
        ] {
            let arguments: Vec<&str> = command.iter().copied().chain([file.as_str()]).collect();
            let output = gamec(&arguments);
            assert_eq!(output.status, 0, "{name} {command:?}: {}", output.stderr);
        }
    }
}

#[test]
fn all_ways_to_solve_them_agree() {
    for (name, text) in GAMES {
        let file = file(name, text);
        let expected = answer(&["solve", &file, "--json", "--on", "interp"]);
        // Compiling takes most of the time: one layout for each. Rings have but one.
        let hash = if name.contains("ring") { "reachable" } else { "raw" };
        let found = answer(&["solve", &file, "--json", "--on", "native", "--hash", hash]);
        assert_eq!(found, expected, "{name} {hash}");
    }
}
