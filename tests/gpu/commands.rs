//! The commands on a graphics processor, as a user types them.

use crate::run::{Ran, gamec};
use gdl_runtime::gpu::Gpu;
use serde_json::Value;

/// Whether there is a device, which is told if not.
fn has_device() -> bool {
    Gpu::for_tests().is_some()
}

/// The result of a run that went well and had nothing to remark.
#[track_caller]
fn json(ran: &Ran) -> Value {
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

/// What was said by a run that failed with this code and had no result.
#[track_caller]
fn failed(arguments: &[&str], status: i32) -> String {
    let ran = gamec(arguments);
    assert_eq!((ran.status, ran.stdout.as_str()), (status, ""), "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    ran.stderr
}

#[test]
fn devices_are_listed() {
    if !has_device() {
        return;
    }
    let text = gamec(&["gpus"]);
    assert_eq!((text.status, text.stderr.as_str()), (0, ""));
    assert!(text.stdout.starts_with("number "), "{}", text.stdout);
    let listed = json(&gamec(&["gpus", "--json"]));
    let listed = listed.as_array().expect("a list");
    assert_eq!(text.stdout.lines().count(), 1 + listed.len());
    for (number, device) in listed.iter().enumerate() {
        assert_eq!(device["number"], number);
        let name = device["name"].as_str().expect("a name");
        assert!(text.stdout.contains(name), "{}", text.stdout);
    }
}

/// What the device finds out about a puzzle is what the interpreter does.
#[test]
fn puzzles_are_solved() {
    if !has_device() {
        return;
    }
    let text = gamec(&["solve", "games/frogs.gdl", "--on", "gpu"]);
    assert_eq!((text.status, text.stderr.as_str()), (0, ""));
    assert!(text.stdout.contains("\nsolution: 15 moves\n"), "{}", text.stdout);
    for game in ["games/frogs.gdl", "games/peg-triangle.gdl", "games/topspin.gdl"] {
        let on = |place: &str| json(&gamec(&["solve", game, "--on", place, "--json"]));
        let (device, interpreter) = (on("gpu"), on("interp"));
        assert_eq!((&device["on"], &interpreter["on"]), (&"gpu".into(), &"interpreter".into()));
        for key in ["states", "layers", "depth", "solution_moves", "expectations"] {
            assert_eq!(device[key], interpreter[key], "{key} of {game}");
        }
    }
}

#[test]
fn games_for_two_are_solved() {
    if !has_device() {
        return;
    }
    for question in [
        vec!["games/hexapawn.gdl"],
        vec!["games/three-mens-morris.gdl"],
        vec!["games/fox-and-geese.gdl", "--tier", "goose=2"],
    ] {
        let on = |place: &str| {
            json(&gamec(&[&["solve", "--json", "--on", place], question.as_slice()].concat()))
        };
        let (device, interpreter) = (on("gpu"), on("interp"));
        assert_eq!((&device["on"], &interpreter["on"]), (&"gpu".into(), &"interpreter".into()));
        for key in ["states", "won", "lost", "drawn", "value"] {
            assert_eq!(device[key], interpreter[key], "{key} of {question:?}");
        }
    }
}

/// A device that is not there is a fault of the machine; with `--on auto` the processor does the
/// work.
#[test]
fn a_missing_device_is_told() {
    if !has_device() {
        return;
    }
    let frogs = ["solve", "games/frogs.gdl", "--gpu", "99"];
    let said = failed(&[&frogs[..], &["--on", "gpu"]].concat(), 2);
    assert!(said.contains("there is no graphics processor 99"), "{said}");
    assert!(said.contains("`gamec gpus`"), "{said}");
    let ran = gamec(&[&frogs[..], &["--on", "auto"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with("note: falling back to the CPU: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("99") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("\nsolution: 15 moves\n"), "{}", ran.stdout);
}

#[test]
fn what_a_device_cannot_do_is_refused() {
    if !has_device() {
        return;
    }
    let workgroup = ["solve", "games/frogs.gdl", "--on", "gpu", "--workgroup", "33"];
    let said = failed(&workgroup, 1);
    assert!(said.contains("33") && said.contains("32, 64, 128 or 256"), "{said}");
    let said = failed(&["solve", "games/awari.gdl", "--on", "gpu"], 1);
    assert!(said.contains("scores are not counted on a graphics processor"), "{said}");
    for option in [&["--line"][..], &["--hardest", "3"]] {
        let said = failed(&[&["solve", "games/frogs.gdl", "--on", "gpu"], option].concat(), 1);
        assert!(said.contains(option[0]), "{said}");
    }
}
