//! The commands that look at a game without searching it.

use super::{FROGS, Folder, HEXAPAWN, TILES, keys, parse_json};
use std::path::Path;

#[test]
fn help_and_version_are_results() {
    let folder = Folder::new("help");
    assert!(folder.gamec(&["--help"]).ok().contains("Usage: gamec"));
    assert!(folder.gamec(&["solve", "--help"]).ok().contains("--limit-states"));
    assert_eq!(
        folder.gamec(&["--version"]).ok(),
        concat!("gamec ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn check_sums_up_a_game() {
    let folder = Folder::new("check");
    folder.file("hexapawn.gdl", HEXAPAWN);
    let summary = "\
hexapawn.gdl: ok
  title    Hexapawn
  board    9 cells, square
  players  white, black
  pieces   3 white, 3 black
  moves    step (12 ground rules), take (16 ground rules)
";
    assert_eq!(folder.gamec(&["check", "hexapawn.gdl"]).ok(), summary);
}

#[test]
fn check_reports_every_file() {
    let folder = Folder::new("check_all");
    folder.file("good.gdl", FROGS);
    folder.file("bad.gdl", FROGS.replace("goal {", "gaol {"));
    folder.file("worse.gdl", FROGS.replace("any | empty", "any empty"));
    let stderr =
        folder.gamec(&["check", "good.gdl", "bad.gdl", "missing.gdl", "worse.gdl"]).failed(1);
    for place in ["bad.gdl:9:1", "`missing.gdl`", "worse.gdl:6"] {
        assert!(stderr.contains(place), "{stderr}");
    }
}

#[test]
fn check_writes_json_whatever_it_finds() {
    let folder = Folder::new("check_json");
    folder.file("good.gdl", TILES);
    folder.file("bad.gdl", FROGS.replace("goal {", "gaol {"));
    let ran = folder.gamec(&["check", "--json", "good.gdl", "bad.gdl", "missing.gdl"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let report = parse_json(&ran.stdout);
    for file in report.as_array().expect("a list") {
        assert_eq!(keys(file), ["file", "error", "diagnostics", "game"]);
    }
    assert_eq!(
        keys(&report[0]["game"]),
        [
            "title",
            "params",
            "board",
            "cells",
            "players",
            "pieces",
            "moves",
            "starts",
            "expectations"
        ]
    );
    assert_eq!(report[0]["game"]["params"]["rows"], 2);
    let diagnostic = &report[1]["diagnostics"][0];
    assert_eq!(
        keys(diagnostic),
        [
            "code",
            "severity",
            "message",
            "line",
            "column",
            "end_line",
            "end_column",
            "label",
            "others",
            "notes",
            "help"
        ]
    );
    assert_eq!((&diagnostic["line"], &diagnostic["column"]), (&9.into(), &1.into()));
    assert_eq!((&diagnostic["end_line"], &diagnostic["end_column"]), (&9.into(), &5.into()));
    assert_eq!((&diagnostic["severity"], &diagnostic["code"]), (&"error".into(), &"syntax".into()));
    assert_eq!(report[2]["error"], "there is no file `missing.gdl`");
}

#[test]
fn stages_can_be_printed() {
    let folder = Folder::new("emit");
    let game = folder.file("frogs.gdl", FROGS);
    for stage in ["ast", "model"] {
        assert!(folder.gamec(&["emit", stage, &game]).ok().contains("slide"));
        let json = folder.gamec(&["emit", stage, "--json", &game]).json();
        assert!(json.is_object());
    }
}

#[test]
fn an_audit_says_what_it_could_not_try() {
    let folder = Folder::new("audit_unchecked");
    let game = folder.file(
        "melting.gdl",
        "board {\n    a . . . .\n    . . . . .\n    . . . . .\n    . . . . .\n    . . . . .\n}\npieces a = ant\n\
         move melt along e settle: [ant | empty] -> [empty | empty]\n",
    );
    let text = folder.gamec(&["audit", &game, "--moves", "20"]).ok();
    let line =
        "-       predecessors invert successors (not checked: a position can have come about in";
    assert!(text.contains(line), "{text}");
    let json = folder.gamec(&["audit", &game, "--moves", "20", "--json"]).json();
    let checks = json["checks"].as_array().expect("a list");
    for check in checks {
        assert_eq!(keys(check), ["claim", "tried", "failure", "unchecked"]);
    }
    assert!(checks.iter().any(|check| check["unchecked"].is_string()), "{json}");
}

#[test]
fn show_draws_names_and_start() {
    let folder = Folder::new("show");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let text = folder.gamec(&["show", &game]).ok();
    for part in ["Hexapawn", "a1", "c3", "start: bbb/.../www white"] {
        assert!(text.contains(part), "{text}");
    }
    let json = folder.gamec(&["show", "--json", &game]).json();
    assert_eq!(keys(&json), ["game", "params", "cells", "names", "starts"]);
    assert_eq!(json["starts"][0]["position"], "bbb/.../www white");
}

#[test]
fn moves_are_listed_in_notation() {
    let folder = Folder::new("moves");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    assert_eq!(folder.gamec(&["moves", &game]).ok(), "step a1-a2\nstep b1-b2\nstep c1-c2\n");
    let json = folder.gamec(&["moves", &game, "bbb/w../.ww black", "--json"]).json();
    assert_eq!(keys(&json), ["game", "params", "position", "mover", "goal", "outcome", "moves"]);
    assert_eq!((&json["position"], &json["mover"]), (&"bbb/w../.ww black".into(), &"black".into()));
    let moves = json["moves"].as_array().expect("a list");
    assert!(moves.iter().all(|it| keys(it) == ["move", "position", "gains"]));
    let take = moves.iter().find(|it| it["move"] == "take b3-a2").expect("black may take");
    assert_eq!(take["position"], "b.b/b../.ww white");
}

#[test]
fn finished_games_have_no_moves() {
    let folder = Folder::new("finished");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let ran = folder.gamec(&["moves", &game, "wbb/.../.ww black"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, "", "note: there are no moves: white has won\n")
    );
}

#[test]
fn wrong_positions_are_explained() {
    let folder = Folder::new("positions");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    for position in ["bbb/.../ww", "bbb/.?./www", "bbb/.../www green", "", "bbb/.../www/..."] {
        let stderr = folder.gamec(&["moves", &game, position]).failed(1);
        assert!(
            stderr.contains("is not a position of this game")
                && stderr.contains("bbb/.../www white"),
            "{stderr}"
        );
    }
}

#[test]
fn perft_counts_sequences() {
    let folder = Folder::new("perft");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    assert_eq!(
        folder.gamec(&["perft", &game, "2"]).ok(),
        "depth  sequences\n    0          1\n    1          3\n    2         10\n"
    );
    let json = folder.gamec(&["perft", &game, "3", "bbb/w../.ww black", "--json"]).json();
    assert_eq!(keys(&json), ["game", "params", "position", "counts", "wall_seconds"]);
    assert_eq!(json["counts"][0], 1);
    assert_eq!(json["counts"].as_array().map(Vec::len), Some(4));
}

#[test]
fn games_can_come_from_standard_input() {
    let folder = Folder::new("stdin");
    assert_eq!(
        folder.gamec_with_input(&["perft", "-", "1"], FROGS).ok(),
        "depth  sequences\n    0          1\n    1          4\n"
    );
    let stderr = folder.gamec_with_input(&["check", "-"], "board").failed(1);
    assert!(stderr.contains("<stdin>:1"), "{stderr}");
}

#[test]
fn a_new_game_is_clean_and_solved() {
    let folder = Folder::new("new");
    assert_eq!(
        folder.gamec(&["new", "my-game"]).ok(),
        "wrote my-game.gdl; now try:  gamec solve my-game.gdl\n"
    );
    assert!(folder.gamec(&["check", "my-game.gdl"]).ok().contains("title    My game"));
    assert_eq!(folder.gamec(&["fmt", "--check", "my-game.gdl"]).ok(), "");
    assert!(folder.gamec(&["solve", "my-game.gdl"]).ok().contains("expect solution = 8: ok"));
    let before = std::fs::read(folder.0.join("my-game.gdl")).expect("it was written");
    let stderr = folder.gamec(&["new", "my-game.gdl"]).failed(1);
    assert!(stderr.contains("`my-game.gdl` exists already"), "{stderr}");
    assert_eq!(std::fs::read(folder.0.join("my-game.gdl")).expect("it is still there"), before);
}

#[test]
fn a_new_game_needs_a_name_and_a_folder() {
    let folder = Folder::new("new_wrong");
    for (name, message) in [
        ("", "cannot be the name"),
        ("a\"b", "cannot be the name"),
        ("..", "cannot be the name"),
        ("no/where", "there is no folder"),
    ] {
        let stderr = folder.gamec(&["new", name]).failed(1);
        assert!(stderr.contains(message), "{stderr}");
    }
    assert!(!Path::new(&folder.0.join("no")).exists());
}
