//! What databases hold, counted and described: `gamec stats`, `info` and `repack`.

use super::querying::{all_positions, database, shipped};
use super::{Folder, HEXAPAWN, TILES, keys};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Counts agree with those of the search, with symmetries and without.
#[test]
fn counts_are_those_of_the_search() {
    let folder = Folder::new("stats");
    for (name, arguments) in [
        ("tic-tac-toe", &[][..]),
        ("three-mens-morris", &[]),
        ("dots-and-boxes", &[]),
        ("fox-and-geese", &["--tier", "goose=1"]),
        ("six-mens-morris", &["--tier", "hand of white=0,hand of black=0,white man=3,black man=2"]),
        ("peg-triangle", &[]),
    ] {
        let file = shipped(&folder, name, arguments);
        let stats = folder.gamec(&["stats", "--json", "--positions", &file]).json();
        let info = folder.gamec(&["info", "--json", &file]).json();
        assert_eq!(stats["states"], info["positions"], "{name}");
        let sum = |key: &str| stats[key].as_u64().expect("a number");
        assert_eq!(sum("states"), sum("won") + sum("lost") + sum("drawn"), "{name}");
        let tiers = stats["tiers"].as_array().expect("a list");
        let states = tiers.iter().filter_map(|tier| tier["states"].as_u64());
        assert_eq!(states.sum::<u64>(), sum("states"), "{name}");
    }
}

#[test]
fn counts_are_those_of_the_solution() {
    let folder = Folder::new("stats_solution");
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join("tic-tac-toe.gdl");
    let file = shipped(&folder, "tic-tac-toe", &[]);
    let game = game.to_str().expect("a text");
    let solution = folder.gamec(&["solve", "--json", "--on", "interp", game]).json();
    let stats = folder.gamec(&["stats", "--json", &file]).json();
    let contract = [
        "game", "params", "holds", "counted", "states", "won", "lost", "drawn", "depths",
        "margins", "tiers",
    ];
    assert_eq!(keys(&stats), contract);
    let numbers = |tiers: &Value| -> BTreeMap<Vec<i64>, Vec<Value>> {
        let tiers = tiers.as_array().expect("a list").iter();
        let counts = |tier: &Value| ["states", "won", "lost", "drawn"].map(|key| tier[key].clone());
        // The interpreter calls these numbers by shorter names.
        let key = |tier: &Value| {
            let key: BTreeMap<String, i64> =
                serde_json::from_value(tier["key"].clone()).expect("an object");
            key.into_values().collect::<Vec<_>>()
        };
        tiers.map(|tier| (key(tier), counts(tier).to_vec())).collect()
    };
    assert_eq!(numbers(&stats["tiers"]), numbers(&solution["tiers"]));
    let entries = folder.gamec(&["stats", "--json", "--entries", &file]).json();
    assert_eq!(entries["states"], 765, "the classes of positions, as is well known");
    let csv = folder.gamec(&["stats", "--csv", &file]).ok();
    let sum: u64 =
        csv.lines().skip(1).filter_map(|row| row.rsplit(',').next()?.parse::<u64>().ok()).sum();
    assert_eq!((csv.lines().next(), sum), (Some("tier,value,plies,positions"), 5_478));
}

#[test]
fn counts_are_shown_and_drawn() {
    let folder = Folder::new("stats_text");
    let file = database(&folder, "tiles", TILES, &["-D", "cols=3"]);
    insta::assert_snapshot!(folder.gamec(&["stats", &file, "--plot", "tiles.svg"]).ok());
    let picture = fs::read_to_string(folder.path("tiles.svg")).expect("a picture");
    assert_eq!(picture.matches("<title>").count(), 22);
    let morris = shipped(&folder, "three-mens-morris", &[]);
    folder.gamec(&["stats", &morris, "--plot", "morris.svg"]).ok();
    let picture = fs::read_to_string(folder.path("morris.svg")).expect("a picture");
    assert!(picture.contains("<title>plies 9: 9 positions won</title>"), "{picture}");
    let boxes = shipped(&folder, "dots-and-boxes", &[]);
    folder.gamec(&["stats", &boxes, "--plot", "boxes.svg"]).ok();
    let picture = fs::read_to_string(folder.path("boxes.svg")).expect("a picture");
    assert!(picture.contains("<title>margin -4: 49 positions</title>"), "{picture}");
    folder.gamec(&["stats", &boxes, "--plot", "boxes.png"]).ok();
    assert!(fs::read(folder.path("boxes.png")).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));
    let drawn = shipped(&folder, "fox-and-geese", &["--tier", "goose=1"]);
    let message = folder.gamec(&["stats", &drawn, "--plot", "drawn.png"]).failed(1);
    assert!(message.contains("there are no plies, moves or margins here to draw"), "{message}");
}

#[test]
fn tiers_are_shown() {
    let folder = Folder::new("stats_tiers");
    let file = shipped(&folder, "three-mens-morris", &[]);
    insta::assert_snapshot!(folder.gamec(&["stats", &file]).ok());
}

#[test]
fn a_database_says_what_it_is() {
    let folder = Folder::new("info");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    let info = folder.gamec(&["info", "--json", &file]).json();
    assert_eq!(
        keys(&info),
        [
            "game",
            "params",
            "start",
            "from",
            "tier",
            "holds",
            "positions",
            "layout",
            "symmetries",
            "exchanged",
            "entries",
            "bytes",
            "block_bytes",
            "level",
            "blocks",
            "made_by",
            "format",
            "tables"
        ]
    );
    assert_eq!((&info["game"], &info["positions"]), (&json!("Hexapawn"), &json!(135)));
    assert_eq!(info["bytes"], fs::metadata(&file).expect("a file").len());
    let text = folder.gamec(&["info", &file]).ok();
    for part in ["Hexapawn\n", "  about  ", "what can be reached from the start\n", "  holds "] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_repacked_database_holds_the_same() {
    let folder = Folder::new("repack");
    let file = database(&folder, "tiles", TILES, &["-D", "cols=3"]);
    let new = folder.path("small.gdb");
    let arguments = ["repack", &file, "-o", &new, "--block-size", "1KiB", "--level", "19"];
    let text = folder.gamec(&arguments).ok();
    assert!(text.contains("in blocks of 1024 bytes, level 19; "), "{text}");
    assert_eq!(all_positions(&folder, &file), all_positions(&folder, &new));
    let message = folder.gamec(&arguments).failed(1);
    assert!(message.contains("is there already\n  = help: `--force` replaces it"), "{message}");
    let report = folder.gamec(&["repack", &new, "-o", &new, "--force", "--json"]).json();
    assert_eq!(keys(&report), ["file", "bytes", "bytes_before", "block_bytes", "level"]);
    assert_eq!((&report["block_bytes"], &report["level"]), (&json!(1024), &json!(19)));
    assert_eq!(report["bytes"], report["bytes_before"]);
    let other = folder.path("other.gdb");
    let message = folder.gamec(&["repack", &file, "-o", &other, "--block-size", "1000"]).failed(1);
    assert!(message.contains("power of two"), "{message}");
    assert!(!Path::new(&other).exists());
}

#[test]
fn tiers_are_counted_on_their_own() {
    let folder = Folder::new("stats_tier");
    let file = shipped(&folder, "tic-tac-toe", &[]);
    let all = folder.gamec(&["stats", "--json", &file]).json();
    for (tier, matching) in [("X mark=2", 2), ("X mark=2,O mark=1", 1)] {
        let some = folder.gamec(&["stats", "--json", &file, "--tier", tier]).json();
        let wanted =
            |it: &&Value| it["key"]["X mark"] == 2 && (matching == 2 || it["key"]["O mark"] == 1);
        let tiers = all["tiers"].as_array().expect("a list").iter().filter(wanted);
        let tiers: Vec<&Value> = tiers.collect();
        assert_eq!(some["tiers"], json!(tiers), "{tier}");
        assert_eq!(tiers.len(), matching);
        let states = tiers.iter().filter_map(|tier| tier["states"].as_u64()).sum::<u64>();
        assert_eq!(some["states"], states);
    }
    let text = folder.gamec(&["stats", &file, "--tier", "X mark=2,O mark=1"]).ok();
    assert!(text.starts_with("Tic-tac-toe, X mark=2, O mark=1\n252 positions with a value: "));
    let message = folder.gamec(&["stats", &file, "--tier", "X mark=7"]).failed(1);
    assert!(message.contains("this database has no tier with X mark=7"), "{message}");
}
