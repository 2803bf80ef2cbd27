//! Every wrong input gets a message of its own, exit code 1 (2 if the machine is at fault), and
//! nothing on standard output.

use super::{FROGS, Folder, TILES, command, parse_json};
use std::process::Stdio;

#[test]
fn usage_errors_are_input_errors() {
    let folder = Folder::new("usage");
    let game = folder.file("frogs.gdl", FROGS);
    for (args, message) in [
        (vec!["solve", "--nonsense", &game], "unexpected argument '--nonsense'"),
        (vec!["slove", &game], "unrecognized subcommand 'slove'"),
        (vec!["solve"], "required arguments were not provided"),
        (vec!["emit", "bytecode", &game], "invalid value 'bytecode'"),
        (vec!["perft", &game, "many"], "invalid value 'many'"),
        (vec!["solve", "--on", "paper", &game], "invalid value 'paper'"),
        (vec!["solve", "-D", "n", &game], "expected NAME=VALUE"),
        (vec!["solve", "-D", "n=three", &game], "`three` is not a natural number"),
        (vec!["solve", "-D", "n=-1", &game], "`-1` is not a natural number"),
        (vec!["solve", "--csv", "--json", &game], "cannot be used with"),
        (vec![], "Usage: gamec"),
    ] {
        let stderr = folder.gamec(&args).failed(1);
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
}

#[test]
fn wrong_paths_are_told_apart() {
    let folder = Folder::new("paths");
    let large = " ".repeat(gdl::MAX_SOURCE_BYTES + 1);
    let cases = [
        ("missing.gdl".to_owned(), "there is no file `missing.gdl`"),
        (".".to_owned(), "`.` is a folder, not a game file"),
        (
            folder.file("latin.gdl", b"game \"caf\xe9\"\n"),
            "is not UTF-8 text: the byte at offset 9 (line 1)",
        ),
        (folder.file("empty.gdl", ""), "is empty"),
        (folder.file("blank.gdl", " \n\n"), "is empty"),
        (folder.file("large.gdl", large), "is too large for a game"),
    ];
    for command in [
        &["check"][..],
        &["fmt"],
        &["fmt", "--check"],
        &["emit", "ast"],
        &["emit", "model"],
        &["show"],
        &["moves"],
        &["solve"],
    ] {
        for (path, message) in &cases {
            let args: Vec<&str> = command.iter().copied().chain([path.as_str()]).collect();
            let stderr = folder.gamec(&args).failed(1);
            assert!(
                stderr.starts_with("error: ") && stderr.contains(message),
                "{args:?}: {stderr}"
            );
        }
    }
}

#[test]
fn a_comment_alone_is_no_game() {
    let folder = Folder::new("comment");
    let stderr =
        folder.gamec(&["check", &folder.file("comment.gdl", "// nothing yet\n")]).failed(1);
    assert!(stderr.contains("this file has no statements"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn faults_of_the_machine_have_their_own_code() {
    let folder = Folder::new("machine");
    // This file exists, and reading its first byte fails.
    let stderr = folder.gamec(&["check", "/proc/self/mem"]).failed(2);
    assert!(stderr.contains("cannot read `/proc/self/mem`"), "{stderr}");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let game = folder.file("frogs.gdl", FROGS);
    let output = command().args(["show", &game]).stdout(full).output().expect("gamec starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new("pipe");
    let game = folder.file("frogs.gdl", FROGS);
    let mut child = command()
        .args(["emit", "ast", &game])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gamec starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("gamec ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn unknown_parameters_get_a_suggestion() {
    let folder = Folder::new("parameters");
    let tiles = folder.file("tiles.gdl", TILES);
    let frogs = folder.file("frogs.gdl", FROGS);
    for (args, help) in [
        (["solve", "-D", "row=3", &tiles], "help: did you mean `rows`?"),
        (["check", "-D", "n=3", &tiles], "help: its parameters are: rows, cols"),
        (["show", "-D", "n=3", &frogs], "help: it has no parameters"),
    ] {
        let stderr = folder.gamec(&args).failed(1);
        assert!(
            stderr.contains("has no parameter called") && stderr.contains(help),
            "{args:?}: {stderr}"
        );
    }
}

#[test]
fn parameters_that_make_no_board_are_refused() {
    let folder = Folder::new("boards");
    let tiles = folder.file("tiles.gdl", TILES);
    for value in ["rows=0", "rows=1000", "rows=9223372036854775807", "cols=3000000000"] {
        let stderr = folder.gamec(&["solve", "-D", value, &tiles]).failed(1);
        assert!(
            stderr.starts_with("error: ") && stderr.contains("tiles.gdl:"),
            "{value}: {stderr}"
        );
    }
}

#[test]
fn games_nobody_can_play_are_refused() {
    let folder = Folder::new("unplayable");
    let players = "game \"x\"\nplayers a, b\nboard grid(2, 2)\npieces x = man of a, o = man of b\nstuck loses\n";
    let goal = FROGS.replace("goal { t t . f f }", "goal count(frog) = 7");
    for (name, text) in [("moves.gdl", players), ("goal.gdl", &goal)] {
        let stderr = folder.gamec(&["check", &folder.file(name, text)]).failed(1);
        assert!(stderr.starts_with("error: ") && stderr.contains(&format!("{name}:")), "{stderr}");
    }
}

#[test]
fn absurd_texts_get_an_answer() {
    let folder = Folder::new("absurd");
    let nested = format!("goal {}1 = 1{}", "(".repeat(10_000), ")".repeat(10_000));
    let row = format!("{}\n", ["o"; 200].join(" "));
    let picture =
        format!("board {{\n{}}}\npieces o = peg\nmove hop: [peg] -> [empty]\n", row.repeat(200));
    let long = format!("game \"{}\"", "x".repeat(gdl::MAX_SOURCE_BYTES - 8));
    for (name, text) in [("nested.gdl", nested), ("picture.gdl", picture), ("long.gdl", long)] {
        let stderr = folder.gamec(&["check", &folder.file(name, text)]).failed(1);
        assert!(stderr.starts_with("error: "), "{stderr}");
    }
}

#[test]
fn messages_can_be_json() {
    let folder = Folder::new("json");
    let game = folder.file("wrong.gdl", FROGS.replace("pieces", "peices"));
    let message = parse_json(&folder.gamec(&["solve", "--json", &game]).failed(1));
    assert!(message["file"].as_str().is_some_and(|file| file.ends_with("wrong.gdl")));
    assert_eq!(message["diagnostics"][0]["line"], 4);
    let message = parse_json(&folder.gamec(&["solve", "--json", "missing.gdl"]).failed(1));
    assert_eq!(message["error"], "there is no file `missing.gdl`");
}
