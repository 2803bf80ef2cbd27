//! Databases as their users ask them: `query`, `line`, `find`, and `play` with one.

use super::{FROGS, Folder, HEXAPAWN, TILES, keys, parse_json};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A database of a game, beside its text.
pub(super) fn database(folder: &Folder, name: &str, game: &str, arguments: &[&str]) -> String {
    let game = folder.file(&format!("{name}.gdl"), game);
    solved(folder, name, &game, arguments)
}

/// A database of a shipped game.
pub(super) fn shipped(folder: &Folder, name: &str, arguments: &[&str]) -> String {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.gdl"));
    solved(folder, name, game.to_str().expect("a text"), arguments)
}

fn solved(folder: &Folder, name: &str, game: &str, arguments: &[&str]) -> String {
    let file = folder.path(&format!("{name}.gdb"));
    let mut all = vec!["solve", game, "--on", "interp", "-o", &file];
    all.extend(arguments);
    let ran = folder.gamec(&all);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    file
}

/// All positions of a database that have a value, as lines of `find`.
pub(super) fn all_positions(folder: &Folder, file: &str) -> String {
    folder.gamec(&["find", file, "--limit", "1000000"]).ok()
}

#[test]
fn a_position_is_shown_with_its_moves() {
    let folder = Folder::new("query_text");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    insta::assert_snapshot!(
        folder.gamec(&["query", &file, ".bb/.b./w.w white", "bbb/.../www"]).ok()
    );
}

/// There is no draw in a puzzle: all commands call what cannot be solved a loss.
#[test]
fn what_cannot_be_solved_is_a_loss_everywhere() {
    let folder = Folder::new("query_unsolvable");
    let game = "board { o o . o } pieces o = peg\n\
                move jump: [peg | peg | empty] -> [empty | empty | peg]\ngoal count(peg) = 1\n";
    let file = database(&folder, "pegs", game, &["--tier", "peg=2"]);
    let stats = folder.gamec(&["stats", "--json", "--tier", "peg=2", &file]).json();
    let lost = stats["lost"].as_u64().expect("a number");
    assert!(lost > 0 && stats["drawn"] == 0, "{stats}");
    let found = folder.gamec(&["find", &file, "--value", "loss", "--tier", "peg=2"]).ok();
    assert_eq!(found.lines().count() as u64, lost, "{found}");
    let position = found.split('\t').next().expect("a position");
    assert_eq!(found.lines().next(), Some(format!("{position}\tloss\t-").as_str()));
    assert_eq!(folder.gamec(&["find", &file, "--value", "draw"]).stdout, "");
    assert_eq!(
        folder.gamec(&["query", &file, position, "--json"]).json()["positions"][0]["value"],
        "loss"
    );
    assert_eq!(
        folder.gamec(&["find", &file, "--value", "loss", "--json"]).json()["positions"][0]["value"],
        "loss"
    );
    assert!(folder.gamec(&["query", &file, position]).ok().contains("cannot be solved"));
}

#[test]
fn a_line_leads_to_the_end() {
    let folder = Folder::new("line_text");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    insta::assert_snapshot!(folder.gamec(&["line", &file]).ok());
    let cut = folder.gamec(&["line", &file, "--max", "2", "--json"]).json();
    assert_eq!(keys(&cut), ["game", "params", "position", "value", "plies", "line", "end"]);
    assert_eq!((cut["line"].as_array().map(Vec::len), &cut["end"]), (Some(2), &json!("cut")));
    let frogs = database(&folder, "frogs", FROGS, &[]);
    let line = folder.gamec(&["line", &frogs, "--json"]).json();
    assert_eq!((line["line"].as_array().map(Vec::len), &line["end"]), (Some(8), &json!("over")));
    assert_eq!(line["line"][7]["position"], "tt.ff");
    let draw = shipped(&folder, "tic-tac-toe", &[]);
    let line = folder.gamec(&["line", &draw, "--json"]).json();
    assert_eq!((line["line"].as_array().map(Vec::len), &line["value"]), (Some(9), &json!("draw")));
}

/// Every answer of a batch is that of a single question, and every value is the best of those of
/// the moves.
#[test]
fn batches_answer_as_single_questions_do() {
    let folder = Folder::new("query_batch");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    let found = all_positions(&folder, &file);
    assert_eq!(found.lines().count(), 135);
    let batch = folder.gamec_with_input(&["query", "--batch", &file], &found).ok();
    assert_eq!(batch, found, "answers are lines as `find` writes them, and can be asked again");
    let positions: Vec<&str> =
        found.lines().map(|line| line.split('\t').next().expect("a position")).collect();
    let mut arguments = vec!["query", "--json", &file];
    arguments.extend(&positions);
    let single = folder.gamec(&arguments).json();
    let batch = folder.gamec_with_input(&["query", "--batch", "--json", &file], &found).ok();
    let batch: Vec<Value> = batch.lines().map(parse_json).collect();
    let single = single["positions"].as_array().expect("a list");
    assert_eq!(single.len(), batch.len());
    let mut with_moves = 0;
    for (one, other) in single.iter().zip(&batch) {
        for key in ["position", "value", "plies"] {
            assert_eq!(one[key], other[key], "{one}");
        }
        if let Some(best) = one["moves"].get(0) {
            assert_eq!((&best["value"], &best["plies"]), (&one["value"], &one["plies"]), "{one}");
            with_moves += 1;
        }
    }
    assert!(with_moves > 50, "{with_moves}");
}

/// More than is read at once, so that a line is cut somewhere.
#[test]
fn long_batches_are_answered_in_order() {
    let folder = Folder::new("query_long");
    let file = database(&folder, "tiles", TILES, &["-D", "cols=3"]);
    let found = all_positions(&folder, &file);
    assert_eq!(found.lines().count(), 360);
    let many = found.repeat((3 << 20) / found.len());
    let questions: String = many
        .lines()
        .flat_map(|line| [line.split('\t').next().expect("a position"), "\n"])
        .collect();
    let answers = folder.gamec_with_input(&["query", "--batch", &file], &questions).ok();
    assert!(answers == many, "each has its own answer");
}

#[test]
fn wrong_lines_of_a_batch_get_an_answer_too() {
    let folder = Folder::new("query_wrong");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    let input = "bbb/.../www\nbbb/www\n\nbbb/.../www red\nwww/www/www white\nbbb/.../www white";
    let ran = folder.gamec_with_input(&["query", "--batch", &file], input);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "bbb/.../www\tloss\t6");
    assert!(lines[1].starts_with("bbb/www\terror\tthe board has 3 rows"), "{}", lines[1]);
    assert_eq!(lines[2], "\terror\tthe position is empty");
    assert!(lines[3].contains("\terror\tno player called `red`"), "{}", lines[3]);
    assert_eq!(lines[4], "www/www/www white\tnone\t-");
    assert_eq!(lines[5], "bbb/.../www white\tloss\t6");
    let json = folder.gamec_with_input(&["query", "--batch", "--json", &file], "x");
    assert_eq!(json.code, 1);
    assert_eq!(keys(&parse_json(&json.stdout)), ["position", "error"]);
}

#[test]
fn positions_without_a_value_are_told() {
    let folder = Folder::new("query_none");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    let text = folder.gamec(&["query", &file, "www/www/www"]).ok();
    assert!(
        text.contains("no value: the database has what can be reached from the start"),
        "{text}"
    );
    let message = folder.gamec(&["line", &file, "www/www/www"]).failed(1);
    assert!(message.contains("www/www/www white has no value"), "{message}");
    let message = folder.gamec(&["query", &file, "bbb"]).failed(1);
    assert!(message.contains("`bbb` is not a position of this game"), "{message}");
}

/// Tic-tac-toe by all eight symmetries of the square.
#[test]
fn symmetric_positions_have_equal_values() {
    let folder = Folder::new("query_symmetric");
    let file = shipped(&folder, "tic-tac-toe", &[]);
    let found = all_positions(&folder, &file);
    let turned = |cells: &[char]| [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|cell| cells[cell]).to_vec();
    let mirrored = |cells: &[char]| [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|cell| cells[cell]).to_vec();
    let mut questions = String::new();
    let mut expected = Vec::new();
    for line in found.lines() {
        let [position, value, plies] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (board, mover) = position.split_once(' ').expect("a player");
        let mut cells: Vec<char> = board.chars().filter(|cell| *cell != '/').collect();
        for image in 0..8 {
            let rows: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
            questions.push_str(&format!("{} {mover}\n", rows.join("/")));
            expected.push(format!("{value}\t{plies}"));
            cells = if image == 3 { mirrored(&cells) } else { turned(&cells) };
        }
    }
    let answers = folder.gamec_with_input(&["query", "--batch", &file], &questions).ok();
    let answers: Vec<&str> =
        answers.lines().map(|line| line.split_once('\t').expect("a value").1).collect();
    assert!(answers.len() > 8 * 700, "{}", answers.len());
    assert_eq!(answers, expected);
}

#[test]
fn what_is_found_has_the_value_that_was_wanted() {
    let folder = Folder::new("find");
    let file = shipped(&folder, "tic-tac-toe", &[]);
    let all = all_positions(&folder, &file);
    for (arguments, ending) in [
        (["--value", "loss", "--depth", "4"], "\tloss\t4"),
        (["--value", "win", "--depth", "5"], "\twin\t5"),
        (["--value", "draw", "--limit", "100000"], "\tdraw\t-"),
    ] {
        let mut command = vec!["find", &file];
        command.extend(arguments);
        let found = folder.gamec(&command).ok();
        let expected = all.lines().filter(|line| line.ends_with(ending));
        let limit = if arguments[2] == "--limit" { usize::MAX } else { 10 };
        let expected: Vec<&str> = expected.take(limit).collect();
        assert!(!expected.is_empty() && found.lines().eq(expected), "{found}");
    }
    let tier = folder.gamec(&["find", &file, "--tier", "X mark=1", "--limit", "100"]).ok();
    let has_one = |line: &&str| line.matches('x').count() == 1;
    assert!(tier.lines().count() > 3 && tier.lines().all(|line| has_one(&line)), "{tier}");
    let none = folder.gamec(&["find", &file, "--depth", "77"]);
    assert_eq!((none.code, none.stdout.as_str()), (0, ""));
    assert_eq!(none.stderr, "note: there are no such positions\n");
    let json = folder.gamec(&["find", &file, "--limit", "2", "--json"]).json();
    assert_eq!(keys(&json), ["game", "params", "positions"]);
    assert_eq!(keys(&json["positions"][1]), ["position", "value", "plies"]);
}

#[test]
fn what_cannot_be_found_is_explained() {
    let folder = Folder::new("find_wrong");
    let file = shipped(&folder, "tic-tac-toe", &[]);
    for (arguments, part) in [
        (["--value", "wim"], "did you mean `win`?"),
        (["--tier", "X mrk=1"], "did you mean `X mark`?"),
        (["--tier", "X mark=9"], "this database has no tier with X mark=9"),
    ] {
        let message = folder.gamec(&["find", &file, arguments[0], arguments[1]]).failed(1);
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn what_is_no_database_is_told() {
    let folder = Folder::new("info_wrong");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    for command in ["info", "stats", "query", "line", "find"] {
        let message = folder.gamec(&[command, &game]).failed(1);
        assert!(message.contains("is not a database"), "{command}: {message}");
        let message = folder.gamec(&[command, "nowhere.gdb"]).failed(1);
        assert!(message.contains("nowhere.gdb"), "{command}: {message}");
    }
}

/// The head of this one is in order, a block is not: what reads the block says so.
#[test]
fn a_damaged_block_is_told() {
    let folder = Folder::new("query_damaged");
    let file = database(&folder, "tiles", TILES, &["-D", "cols=3"]);
    let (found, bytes) = (all_positions(&folder, &file), fs::read(&file).expect("a file"));
    let damaged = folder.path("damaged.gdb");
    let damage = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] ^= 0x10;
        fs::write(&damaged, bytes).expect("a file can be written");
    };
    let opens = |place: &usize| {
        damage(*place);
        let ran = folder.gamec(&["info", &damaged]);
        assert!(ran.code < 3, "{place}: {}", ran.stderr);
        ran.code == 0
    };
    let mut places = (0..bytes.len()).rev().step_by(bytes.len() / 30);
    let place = places.rfind(opens).expect("the table is a large part of the file");
    damage(place);
    for arguments in
        [&["stats", &damaged][..], &["find", &damaged], &["query", &damaged, "12./345"]]
    {
        let message = folder.gamec(arguments).failed(1);
        assert!(message.contains("damaged.gdb` is damaged: block 0"), "{arguments:?}: {message}");
    }
    let ran = folder.gamec_with_input(&["query", "--batch", &damaged], &found);
    assert!(ran.code == 1 && ran.stderr.contains("is damaged"), "{}", ran.stderr);
    let ran = folder.gamec_with_input(&["play", &damaged], "value\n");
    assert!(ran.code == 1 && ran.stderr.contains("is damaged"), "{}", ran.stderr);
}

#[test]
fn a_database_is_played_with() {
    let folder = Folder::new("play_database");
    let file = database(&folder, "hexapawn", HEXAPAWN, &[]);
    let game = folder.path("hexapawn.gdl");
    let input = "hint\n1\nvalue\nback\nauto all\nposition\n";
    let with_file = folder.gamec_with_input(&["play", &file], input).ok();
    let without = folder.gamec_with_input(&["play", &game], input).ok();
    assert_eq!(with_file, without, "whoever answers, play is the same");
    let text = folder.gamec_with_input(&["play", &file], "position www/www/www white\n").ok();
    assert!(text.contains("The database has no value for this position.\n"), "{text}");
    let message = folder.gamec(&["play", &file, "-D", "n=3"]).failed(1);
    assert!(message.contains("a database is about one start"), "{message}");
}

#[test]
fn a_tier_is_played_from_its_positions() {
    let folder = Folder::new("play_tier");
    let tier = "white man=3,black man=3,hand of white=0,hand of black=0";
    let file = shipped(&folder, "three-mens-morris", &["--tier", tier]);
    let message = folder.gamec(&["play", &file]).failed(1);
    assert!(message.contains("the start is not in the database, which has all po"), "{message}");
    let found = folder.gamec(&["find", &file, "--value", "win", "--depth", "5"]).ok();
    let position = found.split('\t').next().expect("a position");
    let text =
        folder.gamec_with_input(&["play", &file, "--from", position], "value\nauto all\n").ok();
    assert!(text.contains(": won in 5 plies\n"), "{text}");
    assert!(text.contains(" has won.\n`new` begins again.\n"), "{text}");
    assert!(!text.contains("points"), "{text}");
}

#[test]
fn positions_of_other_tiers_have_no_value() {
    let folder = Folder::new("query_tier");
    let file = shipped(&folder, "fox-and-geese", &["--tier", "goose=1"]);
    let two = "F../.../......./.g...../......g/.../... geese";
    let one = "F../.../......./......./......g/.../... geese";
    let reason = "no value: the database has all positions with goose=1, and those that can follow";
    let text = folder.gamec(&["query", &file, two, one]).ok();
    assert!(text.contains(reason) && text.contains("\ndrawn\n"), "{text}");
    let batch = folder.gamec_with_input(&["query", "--batch", &file], &format!("{two}\n{one}\n"));
    assert_eq!(batch.ok(), format!("{two}\tnone\t-\n{one}\tdraw\t-\n"));
    let message = folder.gamec(&["line", &file]).failed(1);
    assert!(message.contains("geese has no value\n  = help: the database has all"), "{message}");
}

/// Where the players can change places, positions of the second player stand where those of the
/// first do.
#[test]
fn exchanged_players_have_exchanged_values() {
    let folder = Folder::new("query_exchanged");
    let tier = "hand of white=0,hand of black=0,white man=3,black man=3";
    let file = shipped(&folder, "six-mens-morris", &["--tier", tier]);
    let info = folder.gamec(&["info", "--json", &file]).json();
    assert_eq!((&info["exchanged"], &info["symmetries"]), (&json!(true), &json!(16)));
    let found = folder.gamec(&["find", &file, "--tier", "white man=3,black man=3"]);
    let found =
        found.ok() + &folder.gamec(&["find", &file, "--value", "loss", "--depth", "14"]).ok();
    let exchanged: String = found
        .lines()
        .map(|line| {
            let (position, answer) = line.split_once('\t').expect("a value");
            let (board, _) = position.split_once(" white ").expect("white is to move");
            let other = |cell| match cell {
                'w' => 'b',
                'b' => 'w',
                cell => cell,
            };
            let board: String = board.chars().map(other).collect();
            format!("{board} black hand=0,0\t{answer}\n")
        })
        .collect();
    assert!(exchanged.contains("\tloss\t14\n"), "{exchanged}");
    let answers = folder.gamec_with_input(&["query", "--batch", &file], &exchanged).ok();
    assert_eq!(answers, exchanged);
}

#[test]
fn margins_are_asked_and_found() {
    let folder = Folder::new("query_margins");
    let file = shipped(&folder, "dots-and-boxes", &[]);
    let text = folder.gamec(&["query", &file]).ok();
    assert!(
        text.starts_with("../.../../.../.. left\n+2 points\n\n* draw b5  +2 points  "),
        "{text}"
    );
    let found = folder.gamec(&["find", &file, "--value", "-2", "--limit", "99"]).ok();
    assert!(found.lines().count() > 3 && found.lines().all(|line| line.ends_with("\t-2\t-")));
    let lost = folder.gamec(&["find", &file, "--value", "loss", "--limit", "9999", "--json"]);
    let lost = lost.json()["positions"].as_array().expect("a list").clone();
    let is_behind = |position: &Value| position["value"].as_i64().is_some_and(|margin| margin < 0);
    assert!(lost.len() > 20 && lost.iter().all(is_behind));
    let csv = folder.gamec(&["stats", "--csv", &file]).ok();
    let lines = csv.lines().filter(|line| line.starts_with("stroke=11,"));
    assert_eq!(lines.collect::<Vec<_>>(), ["stroke=11,1,,16", "stroke=11,2,,8"]);
    let line = folder.gamec(&["line", &file]).ok();
    assert!(
        line.starts_with("../.../../.../.. left\n+2 points\n 1. draw b5  +2 points "),
        "{line}"
    );
}

#[test]
fn ends_are_told() {
    let folder = Folder::new("query_ends");
    let file = shipped(&folder, "tic-tac-toe", &[]);
    let text = folder.gamec(&["query", &file, "xxx/oo./... O"]).ok();
    assert_eq!(text, "xxx/oo./... O\nlost already\nthere are no moves: X has won\n");
    let frogs = database(&folder, "frogs", FROGS, &[]);
    let text = folder.gamec(&["query", &frogs, "tt.ff"]).ok();
    assert!(text.starts_with("tt.ff\nsolved\n\n  slide b1-c1  1 move to the goal"), "{text}");
    assert_eq!(folder.gamec(&["line", &frogs, "tt.ff"]).ok(), "tt.ff\nsolved\n");
}

#[test]
fn a_puzzle_without_a_goal_has_distances() {
    let folder = Folder::new("query_no_goal");
    let game = FROGS.lines().filter(|line| !line.contains("goal") && !line.contains("solution"));
    let file = database(&folder, "frogs", &game.collect::<Vec<_>>().join("\n"), &[]);
    let text = folder.gamec(&["query", &file]).ok();
    assert!(text.starts_with("ff.tt\n0 moves from the start\n\n  slide b1-c1  1 move"), "{text}");
    let text = folder.gamec(&["stats", &file]).ok();
    assert!(text.starts_with("Frogs\n30 positions with a value\n\ndepth  positions\n"), "{text}");
    let message = folder.gamec(&["line", &file]).failed(1);
    assert!(message.contains("this puzzle has no goal"), "{message}");
}
