//! `gamec play` as its users see it: whole conversations through a pipe.

use super::{FROGS, Folder, HEXAPAWN, Ran, TILES, parse_json};
use serde_json::Value;
use std::path::Path;

/// Plays a game with these lines.
fn play(folder: &Folder, arguments: &[&str], lines: &[&str]) -> Ran {
    let mut all = vec!["play"];
    all.extend(arguments);
    folder.gamec_with_input(&all, &(lines.join("\n") + "\n"))
}

/// Plays a shipped game.
fn play_shipped(folder: &Folder, game: &str, lines: &[&str]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(game);
    play(folder, &[path.to_str().expect("a text")], lines).ok()
}

#[test]
fn a_conversation() {
    let folder = Folder::new("play_conversation");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let lines = ["hint", "step b", "value", "back", "step c1-c3", "3", "position", "quit"];
    insta::assert_snapshot!(play(&folder, &[&game], &lines).ok());
}

#[test]
fn a_puzzle_is_solved_with_help() {
    let folder = Folder::new("play_puzzle");
    let game = folder.file("frogs.gdl", FROGS);
    let lines = ["coach on", "slide b1-c1", "slide c1-b1", "value", "solution", "auto all", "quit"];
    insta::assert_snapshot!(play(&folder, &[&game], &lines).ok());
}

#[test]
fn the_fewest_moves_are_praised() {
    let folder = Folder::new("play_praise");
    let game = folder.file("frogs.gdl", FROGS);
    let text = play(&folder, &[&game], &["auto all"]).ok();
    assert!(text.contains("Solved in 8 moves, the fewest possible!\n"), "{text}");
    let text = play(&folder, &[&game], &["slide b", "slide c1-b1", "auto all"]).ok();
    assert!(text.contains("This position was here before, at the beginning.\n"), "{text}");
    assert!(text.contains("Solved in 10 moves; 8 would do!\n"), "{text}");
}

#[test]
fn a_move_too_far_is_commented_if_asked() {
    let folder = Folder::new("play_dead_end");
    let dead = folder.file(
        "one_way.gdl",
        "board { f f . t t }\npieces f = frog, t = toad\n\
         move slide along e: [frog | empty] -> [empty | frog]\nmove step along w: [toad | empty] -> [empty | toad]\n\
         move jump along e: [frog | any | empty] -> [empty | _ | frog]\nmove leap along w: [toad | any | empty] -> [empty | _ | toad]\n\
         goal { t t . f f }\n",
    );
    let hints = play(&folder, &[&dead], &["hint"]).ok();
    let bad = hints.lines().find(|line| line.ends_with("cannot be solved"));
    let bad = bad.unwrap_or_else(|| panic!("some move must spoil it:\n{hints}"));
    let number = bad.trim().split('.').next().expect("a number");
    let text = play(&folder, &[&dead], &[number]).ok();
    assert!(!text.contains("Coach"), "{text}");
    let text = play(&folder, &[&dead], &["coach on", number, "auto"]).ok();
    assert!(text.contains("Coach: from here the puzzle cannot be solved any more.\n"), "{text}");
    assert!(text.contains("There is no way to the goal from here"), "{text}");
}

#[test]
fn a_puzzle_that_begins_with_its_goal_is_shuffled() {
    let folder = Folder::new("play_shuffle");
    let game = folder.file("tiles.gdl", TILES);
    let arguments = ["-D", "cols=3", "--seed", "7", &game];
    let lines = ["shuffle", "auto all"];
    let text = play(&folder, &arguments, &lines).ok();
    assert!(text.contains("This is the goal already; `shuffle`"), "{text}");
    assert!(text.contains("moves, the fewest possible!\n"), "{text}");
    assert_eq!(text, play(&folder, &arguments, &lines).ok(), "equal seeds give equal puzzles");
}

/// A player who can win wins against any moves: here always the first that is legal.
#[test]
fn the_computer_wins_what_can_be_won() {
    let folder = Folder::new("play_wins");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    for first in ["1", "2", "3"] {
        let text = play(&folder, &[&game], &[first, "1", "1", "1", "1"]).ok();
        let is_lost = text.contains("black has won.\n") || text.contains("white has lost.\n");
        assert!(is_lost, "{text}");
    }
    let text = play(&folder, &[&game, "--as", "none"], &[]).ok();
    let moves =
        text.lines().filter(|line| line.starts_with("white: ") || line.starts_with("black: "));
    assert_eq!(moves.count(), 6, "best play takes 6 plies:\n{text}");
}

#[test]
fn nobody_beats_the_computer_at_tic_tac_toe() {
    let folder = Folder::new("play_draw");
    for first in 1..=9 {
        let first = first.to_string();
        let text = play_shipped(&folder, "tic-tac-toe.gdl", &[&first, "1", "1", "1", "1"]);
        assert!(!text.contains("X has won"), "{text}");
    }
    let text = play_shipped(&folder, "tic-tac-toe.gdl", &["auto all"]);
    assert!(text.contains("The game is drawn.\n"), "{text}");
}

#[test]
fn moves_are_taken_back_to_ones_own() {
    let folder = Folder::new("play_back");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let lines = ["2", "1", "position", "back", "position", "back 9", "position", "back", "back x"];
    let text = play(&folder, &[&game], &lines).ok();
    let positions: Vec<&str> = text.lines().filter(|line| line.ends_with(" white")).collect();
    assert_eq!(positions[1..], [".bb/.b./w.w white", "bbb/.../www white"], "{text}");
    assert!(text.contains("There is no move of yours to take back.\n"), "{text}");
    assert!(text.contains("`back 2` takes two moves back\n"), "{text}");
}

/// Best play need not end; the computer stops when it comes back to where it was.
#[test]
fn play_without_an_end_is_noticed() {
    let folder = Folder::new("play_endless");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join("three-mens-morris.gdl");
    let from = "b.b/bww/.w. white hand=0,0";
    let arguments = [path.to_str().expect("a text"), "--from", from, "--as", "none"];
    let text = play(&folder, &arguments, &["value"]).ok();
    assert!(text.contains("This position was here before, after move "), "{text}");
    assert!(text.contains(": drawn\n") && !text.contains("has won"), "{text}");
}

#[test]
fn at_the_goal_there_is_nothing_to_do() {
    let folder = Folder::new("play_goal");
    let game = folder.file("tiles.gdl", TILES);
    let lines = ["solution", "auto", "value", "1", "1"];
    let text = play(&folder, &[&game], &lines).ok();
    assert!(text.contains("move 1> solution\nThis is the goal already.\n"), "{text}");
    assert!(text.contains("move 1> auto\nThis is the goal already; `shuffle`"), "{text}");
    assert!(text.contains("move 1> value\nsolved\n"), "{text}");
    assert!(text.contains("Back at the goal after 2 moves.\n"), "{text}");
}

#[test]
fn sides_are_changed_and_moves_taken_back() {
    let folder = Folder::new("play_switch");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let lines = ["switch", "back", "switch both", "1", "switch none", "switch nobdy", "switch red"];
    let text = play(&folder, &[&game], &lines).ok();
    for part in [
        "You play white, the computer plays black.\n",
        "You play black, the computer plays white.\n",
        "There is no move of yours to take back.\n",
        "You play white and black.\n",
        "The computer plays white and black.\n",
        "no player is called `nobdy`",
        "no player is called `red`; use `white`, `black`, `both`, `none`\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let message = folder.gamec(&["play", &game, "--as", "whit"]).failed(1);
    assert!(message.contains("no player is called `whit`; did you mean `white`?"), "{message}");
}

#[test]
fn positions_out_of_reach_are_solved_anew() {
    let folder = Folder::new("play_position");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let lines =
        ["position .../w.b/... white", "value", "new", "value", "position bb/w", "position"];
    let text = play(&folder, &[&game, "--as", "both"], &lines).ok();
    for part in [
        "white: won in 1 ply\n",
        "white: lost in 6 plies\n",
        "is not a position of this game: the board has 3 rows",
        "bbb/.../www white\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = play(&folder, &[&game, "--from", "b../.w./... black"], &["hint"]).ok();
    assert!(text.contains("You play black, the computer plays white.\n"), "{text}");
    assert!(text.contains("* 2. take a3-b2  wins in "), "{text}");
}

#[test]
fn points_are_counted() {
    let folder = Folder::new("play_points");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join("dots-and-boxes.gdl");
    let path = path.to_str().expect("a text");
    let text =
        play(&folder, &[path, "-D", "rows=1", "-D", "cols=2", "--as", "none"], &["value"]).ok();
    let ending = text.lines().find(|line| line.starts_with("The game is over: "));
    let ending = ending.unwrap_or_else(|| panic!("it ends:\n{text}"));
    let solved = folder.gamec(&["solve", "--json", path, "-D", "rows=1", "-D", "cols=2"]).stdout;
    let margin = parse_json(&solved)["value"].as_i64().expect("a margin");
    let words = match margin {
        0 => "nobody has more than the other".to_owned(),
        1.. => format!("left has won by {margin} point"),
        _ => format!("right has won by {} point", -margin),
    };
    assert!(ending.contains(&words), "{ending}, and the value is {margin}");
}

#[test]
fn a_position_with_too_much_after_it_is_not_played() {
    let folder = Folder::new("play_too_much");
    let lines = ["position 4,4,4,4,4,4,4,4,4,4,4,4 south", "value", "position", "auto all"];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join("awari.gdl");
    let from = "0,0,0,0,0,2,0,0,0,0,0,3 south";
    let text = play(&folder, &[path.to_str().expect("a text"), "--from", from], &lines).ok();
    assert!(text.contains("too many to be solved at once\n"), "{text}");
    assert!(text.contains("south> value\nsouth: +5 points\n"), "it goes on as before:\n{text}");
    assert!(text.contains(&format!("\n{from}\n")), "{text}");
    assert!(text.contains("The game is over: south 5, north 0; south has won by 5 p"), "{text}");
}

#[test]
fn games_that_no_layout_numbers_can_be_played() {
    let folder = Folder::new("play_unnumbered");
    let text = play_shipped(&folder, "klotski.gdl", &["value", "auto", "value"]);
    assert!(text.contains("116 moves to the goal\n") && text.contains("115 moves to"), "{text}");
    let text = play_shipped(&folder, "rush-hour.gdl", &["auto", "value"]);
    assert!(text.contains(" moves to the goal\n"), "{text}");
}

#[test]
fn turns_are_objects_for_programs() {
    let folder = Folder::new("play_json");
    let game = folder.file("hexapawn.gdl", HEXAPAWN);
    let text = play(&folder, &["--json", &game], &["value", "1"]).ok();
    let turns: Vec<Value> = text.lines().map(parse_json).collect();
    assert_eq!(turns.len(), 3, "{text}");
    assert_eq!(super::keys(&turns[0]), ["said", "position", "mover", "points", "moves"]);
    assert_eq!(turns[0]["position"], "bbb/.../www white");
    assert_eq!(turns[1]["said"][0], "white: lost in 6 plies");
    assert_eq!(turns[2]["mover"], "white");
    assert_ne!(turns[2]["position"], turns[0]["position"]);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = Folder::new("play_refused");
    let message = folder.gamec(&["play", "nowhere.gdl"]).failed(1);
    assert!(message.contains("there is no file `nowhere.gdl`"), "{message}");
    let message = folder.gamec(&["play", "-"]).failed(1);
    assert!(message.contains("cannot come from standard input"), "{message}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join("pancakes.gdl");
    let message = folder.gamec(&["play", path.to_str().expect("a text"), "-D", "n=12"]).failed(2);
    assert!(message.contains("too many to be solved at once"), "{message}");
    assert!(message.contains("`gamec solve GAME -o FILE`"), "{message}");
}

#[test]
fn scores_that_nobody_can_weigh_do_not_stop_play() {
    let folder = Folder::new("play_three");
    let game = folder.file(
        "three.gdl",
        "players a, b, c\nboard { . . . }\npieces o = stone\nmove place: [empty] -> [stone]\nstuck loses\n",
    );
    let ran = play(&folder, &[&game], &["1", "hint", "1", "1"]);
    assert!(ran.stderr.contains("nobody knows best play"), "{}", ran.stderr);
    assert!(ran.stdout.contains("a has lost.\n"), "{}", ran.stdout);
}
