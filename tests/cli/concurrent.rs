//! Several processes with one output, one scratch folder, one cache: each ends well or refuses,
//! and what has a final name is right.
//!
//! `GAMEC_ROUNDS` sets how many rounds there are.

use super::keeping::{GAME, PUZZLE, with_file};
use super::{Folder, command};
use crate::run::gamec;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

fn rounds(few: usize) -> usize {
    std::env::var("GAMEC_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

fn start(arguments: &[&str]) -> Child {
    command()
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

fn end(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

/// Whether a run ended well; a panic unless it did or has refused because another one was there.
#[track_caller]
fn has_ended_well(output: &Output) -> bool {
    let stderr = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => true,
        Some(2) => {
            assert!(stderr.contains("is in use: another gamec works there"), "{stderr}");
            assert_eq!(output.stdout, b"", "{stderr}");
            false
        }
        code => panic!("{code:?}: {stderr}"),
    }
}

/// Lets several processes make one database, round after round.
fn make_together(folder: &Folder, arguments: &[&str], processes: usize, rounds: usize) {
    let reference = folder.path("reference");
    assert_eq!(gamec(&with_file(arguments, &["-o", &reference])).status, 0);
    let reference = fs::read(reference).expect("it is there");
    let file = folder.path("result");
    let arguments = with_file(arguments, &["-o", &file, "--checkpoint", "0"]);
    for round in 0..rounds {
        let children: Vec<Child> = (0..processes).map(|_| start(&arguments)).collect();
        let outputs: Vec<Output> = children.into_iter().map(end).collect();
        let well = outputs.iter().filter(|output| has_ended_well(output)).count();
        assert!(well > 0, "round {round}: somebody makes it");
        assert!(fs::read(&file).expect("it is there") == reference, "round {round}");
        assert_eq!(fs::read_dir(&folder.0).expect("there").count(), 2, "nothing else is left");
        fs::remove_file(&file).expect("it is ours");
    }
}

#[test]
fn a_database_that_several_processes_make_is_the_same() {
    for (name, arguments) in [("puzzle", &PUZZLE[..]), ("game", &GAME)] {
        for processes in [2, 4] {
            let folder = Folder::new(&format!("together_{name}_{processes}"));
            make_together(&folder, arguments, processes, rounds(3));
        }
    }
}

#[test]
fn the_others_are_told_who_is_in_the_way() {
    let folder = Folder::new("the_others_are_told_who_is_in_the_way");
    let file = folder.path("kept");
    let long = ["solve", "games/pancakes.gdl", "-D", "n=11", "--no-word-parallel", "-o", &file];
    let mut first = start(&long);
    let lock = Path::new(&file).with_file_name("kept.partial").join("gamec.lock");
    wait_for(&lock);
    let output = end(start(&long));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_done = first.try_wait().expect("it can be asked").is_some();
    first.kill().expect("it is ours");
    first.wait().expect("it ends");
    if !is_done {
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("kept.partial") && stderr.contains("= help: wait"), "{stderr}");
    }
    // The lock has died with its process, whatever is left in the folder.
    assert!(lock.exists(), "it was killed");
    let small = ["solve", "games/pancakes.gdl", "-D", "n=5", "-o", &file];
    let refused = gamec(&small);
    assert!(refused.stderr.contains("its parameters are n=11, not n=5"), "{}", refused.stderr);
}

fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{} appears", path.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// One of two is killed at some moment; the other one, or the next, ends with the same file.
#[test]
fn one_of_two_that_is_killed_does_no_harm() {
    for (name, arguments) in [("puzzle", &PUZZLE[..]), ("game", &GAME)] {
        let folder = Folder::new(&format!("one_killed_{name}"));
        let reference = folder.path("reference");
        let begun = Instant::now();
        assert_eq!(gamec(&with_file(arguments, &["-o", &reference])).status, 0);
        let span = begun.elapsed();
        let reference = fs::read(reference).expect("it is there");
        let file = folder.path("result");
        let arguments = with_file(arguments, &["-o", &file, "--checkpoint", "0"]);
        let rounds = u32::try_from(rounds(8)).expect("few");
        for round in 0..rounds {
            let [mut killed, other] = [start(&arguments), start(&arguments)];
            std::thread::sleep(span * round / rounds);
            killed.kill().expect("it is ours");
            has_ended_well(&end(other));
            killed.wait().expect("it ends");
            if let Ok(found) = fs::read(&file) {
                assert!(found == reference, "round {round}");
            }
            let last = gamec(&arguments);
            assert_eq!(last.status, 0, "round {round}: {}", last.stderr);
            assert!(fs::read(&file).expect("it is there") == reference, "round {round}");
            assert_eq!(fs::read_dir(&folder.0).expect("there").count(), 2, "round {round}");
            fs::remove_file(&file).expect("it is ours");
        }
    }
}

#[test]
fn searches_in_one_scratch_folder_do_not_disturb_each_other() {
    for (name, arguments, memory) in [("puzzle", &PUZZLE[..], "16KiB"), ("game", &GAME, "2KiB")] {
        let folder = Folder::new(&format!("one_scratch_{name}"));
        let counts = |text: &[u8]| -> [Value; 2] {
            let found: Value = serde_json::from_slice(text).expect("JSON");
            [found["states"].clone(), found["layers"].clone()]
        };
        // Values on disk are those of compiled code.
        let arguments: Vec<&str> = arguments.iter().take(4).copied().collect();
        let arguments = with_file(&arguments, &["--on", "native", "--json"]);
        let in_memory = gamec(&arguments);
        assert_eq!(in_memory.status, 0, "{}", in_memory.stderr);
        let expected = counts(in_memory.stdout.as_bytes());
        let scratch = folder.path("scratch");
        let arguments = with_file(&arguments, &["--memory", memory, "--scratch", &scratch]);
        for processes in [2, 4] {
            for round in 0..rounds(2) {
                let children: Vec<Child> = (0..processes).map(|_| start(&arguments)).collect();
                let outputs: Vec<Output> = children.into_iter().map(end).collect();
                let well = outputs.iter().filter(|output| has_ended_well(output));
                let found: Vec<_> = well.map(|output| counts(&output.stdout)).collect();
                assert!(!found.is_empty(), "round {round}: somebody finds it");
                assert!(found.iter().all(|counts| *counts == expected), "round {round}");
                assert_eq!(fs::read_dir(&scratch).expect("there").count(), 0, "round {round}");
            }
        }
        // One of two is killed, and what it leaves helps the next.
        for round in 0..4 {
            let [mut killed, other] = [start(&arguments), start(&arguments)];
            std::thread::sleep(Duration::from_millis(20 * round));
            killed.kill().expect("it is ours");
            has_ended_well(&end(other));
            killed.wait().expect("it ends");
            let last = gamec(&arguments);
            assert_eq!(last.status, 0, "round {round}: {}", last.stderr);
            assert_eq!(counts(last.stdout.as_bytes()), expected, "round {round}");
        }
    }
}

/// The first one compiles; nobody runs what is half written, also if one is killed while it
/// compiles.
#[test]
fn processes_with_one_cache_find_the_same() {
    let folder = Folder::new("processes_with_one_cache_find_the_same");
    let arguments = ["solve", "games/fox-and-geese.gdl", "--tier", "goose=2", "--json"];
    let arguments = with_file(&arguments, &["--on", "native"]);
    let expected: Value = serde_json::from_str(&gamec(&arguments).stdout).expect("JSON");
    for round in 0..rounds(1) {
        let cache = folder.path(&format!("cache-{round}"));
        let start = || {
            let mut command = command();
            command.args(&arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
            command.env("GAMEC_CACHE", &cache).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("the program runs")
        };
        let mut children: Vec<Child> = (0..4).map(|_| start()).collect();
        std::thread::sleep(Duration::from_millis(300));
        let mut killed = children.remove(0);
        killed.kill().expect("it is ours");
        killed.wait().expect("it ends");
        for child in children.into_iter().chain([start()]) {
            let output = end(child);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{stderr}");
            let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            for key in ["states", "won", "lost", "drawn", "tiers"] {
                assert_eq!(found[key], expected[key], "{key}");
            }
        }
    }
}
