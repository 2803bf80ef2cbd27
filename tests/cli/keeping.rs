//! `gamec solve -o FILE`: what is kept, whatever happens on the way.

use super::Folder;
use crate::run::gamec;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Arguments of a puzzle whose distances are kept, by layers.
pub(super) const PUZZLE: [&str; 5] =
    ["solve", "games/pancakes.gdl", "-D", "n=8", "--no-word-parallel"];

/// Arguments of a game for two whose values are kept, by tiers.
pub(super) const GAME: [&str; 6] =
    ["solve", "games/fox-and-geese.gdl", "--tier", "goose=2", "--on", "interp"];

pub(super) fn with_file<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    arguments.iter().chain(more).copied().collect()
}

/// The database of an uninterrupted run.
fn reference(folder: &Folder, arguments: &[&str]) -> Vec<u8> {
    let file = folder.path("reference");
    let ran = gamec(&with_file(arguments, &["-o", &file]));
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(!Path::new(&format!("{file}.partial")).exists());
    fs::read(file).expect("it is there")
}

/// Random numbers that are the same in every run.
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Kills a search `kills` times, at random moments, and sees that what has the final name is
/// right, also with more arguments than the reference has.
pub(super) fn kill(folder: &Folder, arguments: &[&str], more: &[&str], kills: usize) {
    let begun = Instant::now();
    let expected = reference(folder, arguments);
    let span = u64::try_from(begun.elapsed().as_micros()).expect("short");
    let file = folder.path("result");
    let arguments = with_file(arguments, &["-o", &file, "--checkpoint", "0"]);
    let arguments = with_file(&arguments, more);
    let mut seed = 7;
    let mut killed = 0;
    loop {
        let child = Command::new(env!("CARGO_BIN_EXE_gamec"))
            .args(&arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("the program runs");
        if killed < kills {
            std::thread::sleep(Duration::from_micros(random(&mut seed, span)));
            child.kill().expect("it is ours");
        }
        let output = child.wait_with_output().expect("it ends");
        if let Ok(found) = fs::read(&file) {
            assert!(found == expected, "the file is the same as without interruption");
        }
        match output.status.code() {
            None => killed += 1,
            Some(0) => {
                assert_eq!(fs::read(&file).expect("it is there"), expected);
                assert!(!Path::new(&format!("{file}.partial")).exists());
                if killed == kills {
                    return;
                }
                fs::remove_file(&file).expect("it is ours");
            }
            Some(code) => panic!("{code}: {}", String::from_utf8_lossy(&output.stderr)),
        }
    }
}

#[test]
fn a_puzzle_that_is_killed_again_and_again_ends_with_the_same_file() {
    kill(&Folder::new("killed_puzzle"), &PUZZLE, &[], 30);
}

#[test]
fn a_game_that_is_killed_again_and_again_ends_with_the_same_file() {
    kill(&Folder::new("killed_game"), &GAME, &[], 30);
}

/// Has every `step`th call fail that writes something.
pub(super) fn fail_everywhere(folder: &Folder, arguments: &[&str], more: &[&str], step: usize) {
    let expected = reference(folder, arguments);
    let file = folder.path("result");
    let arguments = with_file(arguments, &["-o", &file, "--checkpoint", "0"]);
    let arguments = with_file(&arguments, more);
    for call in (0_u32..).step_by(step) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gamec"));
        command.args(&arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = command.env("GAMEC_FAULT", call.to_string()).output().expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        if let Ok(found) = fs::read(&file) {
            assert!(found == expected, "call {call}");
        }
        if output.status.success() {
            assert!(call > 10, "that many calls write something");
            return;
        }
        assert_eq!(output.status.code(), Some(2), "call {call}: {stderr}");
        assert!(
            stderr.contains("error: ") && stderr.contains(&folder.path("")),
            "{call}: {stderr}"
        );
        // The same command goes on when there is room again, every third time.
        if call % 3 == 0 {
            let ran = gamec(&arguments);
            assert_eq!(ran.status, 0, "call {call}: {}", ran.stderr);
            assert!(fs::read(&file).expect("it is there") == expected, "call {call}");
            fs::remove_file(&file).expect("it is ours");
        }
    }
}

#[test]
#[cfg(debug_assertions)]
fn a_disk_that_is_full_at_any_call_of_a_puzzle_loses_nothing() {
    let folder = Folder::new("full_puzzle");
    fail_everywhere(&folder, &["solve", "games/pancakes.gdl", "-D", "n=5"], &[], 1);
}

#[test]
#[cfg(debug_assertions)]
fn a_disk_that_is_full_at_any_call_of_a_game_loses_nothing() {
    let folder = Folder::new("full_game");
    let game = ["solve", "games/fox-and-geese.gdl", "--tier", "goose=1", "--on", "interp"];
    fail_everywhere(&folder, &game, &[], 1);
}

#[test]
fn results_are_the_same_with_a_file_and_without() {
    let folder = Folder::new("results_are_the_same_with_a_file_and_without");
    for game in ["frogs", "hexapawn", "tic-tac-toe", "pancakes", "klotski", "three-mens-morris"] {
        let path = format!("games/{game}.gdl");
        let file = folder.path(game);
        let without = gamec(&["solve", &path, "--json"]);
        let with = gamec(&["solve", &path, "--json", "-o", &file]);
        let again = gamec(&["solve", &path, "--json", "-o", &file]);
        for ran in [&without, &with, &again] {
            assert_eq!(ran.status, 0, "{game}: {}", ran.stderr);
        }
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        let [without, with, again] = [&without, &with, &again].map(|ran| json(&ran.stdout));
        for key in ["states", "depth", "solution_moves", "value", "plies", "won", "lost", "drawn"] {
            assert_eq!(with[key], again[key], "{game}: {key}");
            // What only one of them finds out is no difference.
            if !without[key].is_null() && !with[key].is_null() {
                assert_eq!(without[key], with[key], "{game}: {key}");
            }
        }
        assert_eq!(with["database"]["bytes"], fs::metadata(&file).expect("a file").len());
        let verified = gamec(&["verify", &file]);
        assert_eq!(verified.status, 0, "{}", verified.stderr);
        assert!(verified.stdout.contains("against their moves: all right"), "{}", verified.stdout);
    }
}

#[test]
fn what_does_not_belong_together_is_refused_with_a_reason() {
    let folder = Folder::new("what_does_not_belong_together_is_refused_with_a_reason");
    let file = folder.path("kept");
    let solve =
        |arguments: &[&str]| gamec(&with_file(&["solve"], &with_file(arguments, &["-o", &file])));
    assert_eq!(solve(&["games/frogs.gdl"]).status, 0);
    let refused = solve(&["games/hexapawn.gdl"]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("it is about another game, `Frogs and toads`"),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(solve(&["games/pancakes.gdl", "-D", "n=5", "--force"]).status, 0);
    let refused = solve(&["games/pancakes.gdl", "-D", "n=6"]);
    assert!(refused.stderr.contains("its parameters are n=5, not n=6"), "{}", refused.stderr);
    fs::write(&file, "something else").expect("written");
    let refused = solve(&["games/frogs.gdl"]);
    assert!(refused.stderr.contains("it is no database"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&file).expect("still there"), "something else");
}

#[test]
#[cfg(debug_assertions)]
fn a_checkpoint_of_another_search_is_refused_with_a_reason() {
    let folder = Folder::new("a_checkpoint_of_another_search_is_refused_with_a_reason");
    let file = folder.path("kept");
    let arguments = ["solve", "games/pancakes.gdl", "-D", "n=6", "-o", &file, "--checkpoint", "0"];
    let output = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("GAMEC_FAULT", "20")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("the same command goes on from there"), "{stderr}");
    let refused = gamec(&["solve", "games/frogs.gdl", "-o", &file]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.stderr.contains("is of another search: it is about another game"),
        "{}",
        refused.stderr
    );
    let other = gamec(&["solve", "games/pancakes.gdl", "-D", "n=7", "-o", &file]);
    assert!(other.stderr.contains("its parameters are n=6, not n=7"), "{}", other.stderr);
    let gone_on = gamec(&arguments);
    assert_eq!(gone_on.status, 0);
    assert!(gone_on.stderr.contains("goes on with what is kept in"), "{}", gone_on.stderr);
}

#[test]
fn files_that_are_no_databases_are_told_apart() {
    let folder = Folder::new("files_that_are_no_databases_are_told_apart");
    let file = folder.path("kept");
    let message = |name: &str| {
        let ran = gamec(&["info", name]);
        assert_eq!(ran.status, 1);
        ran.stderr
    };
    let missing = message(&file);
    fs::write(&file, "a text").expect("written");
    let foreign = message(&file);
    assert_eq!(gamec(&["solve", "games/frogs.gdl", "-o", &file, "--force"]).status, 0);
    let good = fs::read(&file).expect("it is there");
    fs::write(&file, &good[..good.len() - 9]).expect("written");
    let damaged = message(&file);
    let mut newer = good.clone();
    newer[16] = 99;
    fs::write(&file, newer).expect("written");
    let newer = message(&file);
    let messages = [&missing, &foreign, &damaged, &newer];
    for (one, text) in messages.iter().enumerate() {
        assert!(text.starts_with("error: ") && text.contains("  = help: "), "{text}");
        assert!(messages[one + 1..].iter().all(|other| other != text), "{text}");
    }
    assert!(newer.contains("99"), "{newer}");
}

/// Old files can be read for ever.
#[test]
fn databases_of_every_version_can_be_asked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases");
    let files = fs::read_dir(folder).expect("the folder is there").map(|entry| {
        entry.expect("it can be read").file_name().into_string().expect("names are text")
    });
    let databases: Vec<String> = files.filter(|name| name.ends_with(".db")).collect();
    let games = [("frogs", "win"), ("hexapawn", "loss")];
    let versions = 1..=gdl_runtime::database::VERSION;
    for (version, (game, value)) in versions.flat_map(|it| games.map(|game| (it, game))) {
        let name = format!("{game}-{version}.db");
        assert!(databases.contains(&name), "{databases:?}");
        let path = format!("tests/databases/{name}");
        let asked = gamec(&["query", &path, "--json"]);
        assert_eq!(asked.status, 0, "{}", asked.stderr);
        let answer: serde_json::Value = serde_json::from_str(&asked.stdout).expect("JSON");
        assert_eq!(answer["positions"][0]["value"], value, "{}", asked.stdout);
        let verified = gamec(&["verify", &path]);
        assert_eq!(verified.status, 0, "{}", verified.stderr);
        let info = gamec(&["info", &path, "--json"]);
        let info: serde_json::Value = serde_json::from_str(&info.stdout).expect("JSON");
        assert_eq!(info["format"], version);
    }
}

/// Every file that a command writes is there as a whole or as it was, whichever call fails.
#[test]
#[cfg(debug_assertions)]
fn a_disk_that_is_full_at_any_call_of_any_command_leaves_what_was_there() {
    let folder = Folder::new("full_commands");
    let wide = super::FROGS.replace("board  {", "board {");
    folder.file("frogs.gdl", super::FROGS);
    assert_eq!(folder.gamec(&["solve", "frogs.gdl", "-o", "frogs.db"]).code, 0);
    let commands: [(&[&str], &str, Option<&str>); 6] = [
        (&["solve", "frogs.gdl", "--plot", "new.svg"], "new.svg", None),
        (&["stats", "frogs.db", "--plot", "new.png"], "new.png", None),
        (&["repack", "frogs.db", "-o", "new.db"], "new.db", None),
        (&["repack", "frogs.db", "-o", "old.db", "--force"], "old.db", Some("old")),
        (&["new", "new"], "new.gdl", None),
        (&["fmt", "wide.gdl"], "wide.gdl", Some(&wide)),
    ];
    for (arguments, name, before) in commands {
        let file = folder.path(name);
        let restore = || match before {
            Some(before) => fs::write(&file, before).expect("written"),
            None => drop(fs::remove_file(&file)),
        };
        restore();
        let names = || fs::read_dir(&folder.0).expect("there").count();
        let count = names();
        let run = |call: Option<u32>| {
            let mut command = super::command();
            command.args(arguments).current_dir(&folder.0);
            call.map(|call| command.env("GAMEC_FAULT", call.to_string()));
            super::Ran::new(command.output().expect("it runs"))
        };
        assert_eq!(run(None).code, 0, "{arguments:?}");
        let whole = fs::read(&file).expect("it is there");
        for call in 0.. {
            restore();
            let ran = run(Some(call));
            if ran.code == 0 {
                assert!(call > 3, "{arguments:?}: that many calls write something");
                break;
            }
            assert_eq!(ran.code, 2, "{arguments:?}, call {call}: {}", ran.stderr);
            assert!(ran.stderr.contains(name), "{arguments:?}, call {call}: {}", ran.stderr);
            match fs::read(&file) {
                Ok(found) => assert!(
                    found == whole || before.is_some_and(|before| found == before.as_bytes()),
                    "{arguments:?}, call {call}"
                ),
                Err(_) => assert!(before.is_none(), "{arguments:?}, call {call}"),
            }
        }
        restore();
        assert_eq!(run(None).code, 0, "{arguments:?}");
        // What could not even be removed then, the next run has.
        let new = usize::from(before.is_none());
        assert_eq!(names(), count + new, "{arguments:?}");
        restore();
    }
}
