//! What `gamec solve` tells about a search with compiled code: farthest positions, a way to the
//! goal, memory, pictures.

use super::Folder;
use serde_json::Value;
use std::fs;

const TILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/sliding-tiles.gdl");
const TRIANGLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/peg-triangle.gdl");

/// The result of a search as JSON.
#[track_caller]
fn solved(folder: &Folder, args: &[&str]) -> Value {
    let args: Vec<&str> = ["solve", "--json"].iter().chain(args).copied().collect();
    serde_json::from_str(&folder.ok(&args)).expect("JSON")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("text")).collect()
}

#[test]
fn the_hardest_positions_are_those_of_the_interpreter() {
    let folder = Folder::new("hardest");
    for on in ["compiled", "interpreter"] {
        let report = solved(&folder, &[TILES, "--on", on, "--hardest", "5"]);
        assert_eq!(report["on"], on);
        let mut hardest = texts(&report["hardest"]);
        hardest.sort_unstable();
        assert_eq!(hardest, ["8.6/547/231", "876/.41/253"], "{on}");
    }
    let one = solved(&folder, &[TILES, "--on", "native", "--hardest", "1"]);
    assert_eq!(texts(&one["hardest"]).len(), 1);
}

#[test]
fn a_position_is_solved_in_as_many_moves_as_it_is_far() {
    let folder = Folder::new("line");
    let from = ["--from", "876/.41/253"];
    for on in ["native", "interp"] {
        let report = solved(&folder, &[TILES, "--on", on, "--line", from[0], from[1]]);
        assert_eq!(report["from"], "876/.41/253");
        assert_eq!(report["solution_moves"], 31, "{on}");
        assert_eq!(texts(&report["solution"]).len(), 31, "{on}");
        assert_eq!(report["states"], 181_440, "{on}");
        assert!(texts(&report["expectations"]["passed"]).is_empty(), "they are about the start");
    }
    let text = folder.ok(&["solve", TILES, "--on", "native", "--line", from[0], from[1]]);
    assert!(text.contains("solution: 31 moves\n") && text.contains("  .12/345/678\n"), "{text}");
    let without = folder.ok(&["solve", TILES, "--on", "native", from[0], from[1]]);
    assert!(without.contains("solution: 31 moves\n"), "{without}");
    assert!(!without.contains("slide "), "a line takes more memory, so it must be asked for");
    // No play from the start leads here, and none from here to the goal.
    let elsewhere = solved(&folder, &[TILES, "--on", "native", "--from", ".21/345/678"]);
    assert_eq!((&elsewhere["states"], &elsewhere["solution_moves"]), (&181_440.into(), &().into()));
}

#[test]
fn symmetry_and_bits_change_the_work_and_not_the_layers() {
    let folder = Folder::new("symmetry");
    let plain = solved(&folder, &[TRIANGLE, "--on", "native", "--symmetry", "off"]);
    assert_eq!((&plain["states"], &plain["native"]["symmetries"]), (&3016.into(), &1.into()));
    for args in [["--symmetry", "on"], ["--hash", "orbits"]] {
        let report = solved(&folder, &[TRIANGLE, "--on", "native", args[0], args[1]]);
        assert_eq!(report["layers"], plain["layers"], "{args:?}");
        assert_eq!(report["native"]["symmetries"], 2, "{args:?}");
        assert_eq!(report["native"]["explored"], 1544, "{args:?}");
    }
    let two = solved(&folder, &[TILES, "--on", "native", "--bits", "2", "--threads", "1"]);
    let one = solved(&folder, &[TILES, "--on", "native", "--bits", "1", "--threads", "2"]);
    assert_eq!((&two["native"]["bits"], &one["native"]["bits"]), (&2.into(), &1.into()));
    assert_eq!(two["layers"], one["layers"]);
}

/// The symmetries of a puzzle keep its start; another position may have none of them.
#[test]
fn play_from_a_lopsided_position_is_not_divided() {
    let folder = Folder::new("lopsided");
    let from = "o/o./oo./oooo/ooooo";
    let expected = solved(&folder, &[TRIANGLE, "--on", "interp", "--from", from]);
    let native = [TRIANGLE, "--on", "native", "--from", from];
    let report = solved(&folder, &[native.as_slice(), &["--symmetry", "on"]].concat());
    assert_eq!(report["layers"], expected["layers"]);
    assert_eq!(report["native"]["symmetries"], 1);
    let orbits = [["solve"].as_slice(), &native, &["--hash", "orbits"]].concat();
    let (code, _, stderr) = folder.gamec(&orbits, super::rustc());
    assert!(code == 1 && stderr.contains("from a symmetric position"), "{stderr}");
}

#[test]
fn what_does_not_fit_is_told_before_with_what_would() {
    let folder = Folder::new("memory");
    let native = |memory: &str| {
        let args = ["solve", TILES, "--on", "native", "--memory", memory];
        folder.gamec(&args, super::rustc())
    };
    let (code, stdout, stderr) = native("100KiB");
    assert!(code == 0 && stdout.contains("1 bit for each entry"), "{stdout}{stderr}");
    assert!(stderr.starts_with("note: the table would take "), "{stderr}");
    let (code, stdout, stderr) = native("10KiB");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.starts_with("error: the table takes "), "{stderr}");
    assert!(stderr.contains("`--bits 1` takes ") && stderr.contains("`--memory`"), "{stderr}");
    let (code, _, stderr) = native("much");
    assert!(code != 0 && stderr.contains("expected one such as `512MiB`"), "{stderr}");
}

#[test]
fn layers_are_drawn() {
    let folder = Folder::new("plot");
    for on in ["native", "interp"] {
        let (svg, png) = (format!("{on}.svg"), format!("{on}.png"));
        folder.ok(&["solve", TRIANGLE, "--on", on, "--plot", &svg]);
        folder.ok(&["solve", TRIANGLE, "--on", on, "--plot", &png]);
        let svg = fs::read_to_string(folder.0.join(svg)).expect("the picture is there");
        assert_eq!(svg.matches("<title>").count(), 14, "a bar for each layer");
        assert!(svg.contains("depth 7: 679 positions<"), "{svg}");
        let png = fs::read(folder.0.join(png)).expect("the picture is there");
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{:?}", &png[..8]);
    }
    let (code, _, stderr) =
        folder.gamec(&["solve", TRIANGLE, "--plot", "layers.txt"], super::rustc());
    assert!(code != 0 && stderr.contains("`.svg` or `.png`"), "{stderr}");
    let (code, _, stderr) =
        folder.gamec(&["solve", TRIANGLE, "--plot", "nowhere/layers.svg"], super::rustc());
    assert!(code == 2 && stderr.contains("cannot write nowhere/layers.svg"), "{stderr}");
}

#[test]
fn puzzles_are_measured_and_compared() {
    let folder = Folder::new("bench");
    let report = |args: &[&str]| -> Value {
        let args: Vec<&str> = ["bench", "small", "--json"].iter().chain(args).copied().collect();
        serde_json::from_str(&folder.ok(&args)).expect("JSON")
    };
    let best = report(&["--only", "fore and aft", "--threads", "2"]);
    let line = &best["puzzles"][0];
    assert_eq!((&line["states"], &line["threads"]), (&218_790.into(), &2.into()));
    assert_eq!(line["baseline"], Value::Null);
    let compared = report(&["--only", "fore and aft", "--baseline"]);
    assert_eq!(compared["signature"], best["signature"], "the same layers");
    let line = &compared["puzzles"][0];
    assert_eq!((&line["layout"], &line["threads"]), (&"sets".into(), &1.into()));
    assert_eq!(line["baseline"]["layout"], "multinomial");
    assert_eq!(line["baseline"]["layers"], line["layers"]);
    let text = folder.ok(&["bench", "--only", "fore and aft", "--baseline"]);
    assert!(text.contains("ratio\n") && text.contains("\nsignature "), "{text}");
    let (code, _, stderr) = folder.gamec(&["bench", "--only", "chess"], super::rustc());
    assert!(code == 1 && stderr.contains("no puzzle or game of this list"), "{stderr}");
}

#[test]
fn games_are_measured() {
    let folder = Folder::new("bench_games");
    let report = |threads: &str| -> Value {
        let args = ["bench", "small", "--json", "--only", "5 geese", "--threads", threads];
        serde_json::from_str(&folder.ok(&args)).expect("JSON")
    };
    let one = report("1");
    assert_eq!(one["puzzles"], Value::Array(Vec::new()));
    let game = &one["games"][0];
    assert_eq!((&game["game"], &game["bits"]), (&"fox and 5 geese".into(), &2.into()));
    let count = |tier: usize, key: &str| game["tiers"][tier][key].as_u64().expect("a number");
    assert_eq!(count(4, "won") + count(4, "lost"), 40, "decided with four geese");
    let five: u64 = ["won", "lost", "drawn"].iter().map(|key| count(5, key)).sum();
    assert_eq!(five, 13_290_816, "33 cells for the fox, 5 of 32 for the geese, two to move");
    assert_eq!(report("2")["signature"], one["signature"], "the same values");
    let text = folder.ok(&["bench", "--only", "5 geese"]);
    assert!(text.contains("ns/move") && text.contains("\nsignature "), "{text}");
}
