//! `gamec solve --scratch FOLDER`: tables on disk give the same, and go on after whatever happens.

use super::Folder;
use super::keeping::{GAME, PUZZLE, kill, with_file};
use crate::run::{Ran, gamec};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Searches, and memory that is too small for them.
const SEARCHES: [(&str, &[&str], &str); 2] =
    [("puzzle", &PUZZLE, "16KiB"), ("game", &GAME, "2KiB")];

/// Runs a command with a scratch folder; nothing stays there if it ends well.
fn with_scratch(folder: &Folder, arguments: &[&str]) -> Ran {
    let scratch = folder.path("scratch");
    let ran = gamec(&with_file(arguments, &["--scratch", &scratch]));
    if ran.status == 0 {
        assert!(is_empty(&scratch), "{arguments:?} cleans up");
    }
    ran
}

fn is_empty(folder: &str) -> bool {
    fs::read_dir(folder).is_ok_and(|mut files| files.next().is_none())
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn a_puzzle_on_disk_has_the_same_layers() {
    let folder = Folder::new("a_puzzle_on_disk_has_the_same_layers");
    let arguments = ["solve", "games/pancakes.gdl", "-D", "n=8", "--json", "--line"];
    let in_memory = gamec(&arguments);
    let on_disk = with_scratch(&folder, &with_file(&arguments, &["--memory", "16KiB"]));
    assert_eq!([in_memory.status, on_disk.status], [0; 2], "{}", on_disk.stderr);
    assert!(on_disk.stderr.contains("may be used: it lies on disk"), "{}", on_disk.stderr);
    let [in_memory, on_disk] = [json(&in_memory), json(&on_disk)];
    for key in ["states", "layers", "depth", "solution_moves", "solution", "branching_factor"] {
        assert_eq!(in_memory[key], on_disk[key], "{key}");
    }
    assert_eq!(on_disk["native"]["on_disk"], true);
}

#[test]
fn what_fits_stays_in_memory() {
    let folder = Folder::new("what_fits_stays_in_memory");
    let scratch = folder.path("scratch");
    let ran = gamec(&with_file(&PUZZLE, &["--json", "--scratch", &scratch]));
    assert_eq!(json(&ran)["native"]["on_disk"], false);
    assert!(!Path::new(&scratch).exists());
}

#[test]
fn a_game_on_disk_has_the_same_values() {
    let folder = Folder::new("a_game_on_disk_has_the_same_values");
    for (game, limit) in [
        (["solve", "games/fox-and-geese.gdl", "--tier", "goose=3"], "16KiB"),
        (["solve", "games/nine-mens-morris.gdl", "--tier", "white=3,black=3"], "64KiB"),
    ] {
        let game = with_file(&game, &["--json", "--on", "native"]);
        let in_memory = gamec(&game);
        let on_disk = with_scratch(&folder, &with_file(&game, &["--memory", limit]));
        assert_eq!([in_memory.status, on_disk.status], [0; 2], "{}", on_disk.stderr);
        let [in_memory, on_disk] = [json(&in_memory), json(&on_disk)];
        for key in ["states", "won", "lost", "drawn", "longest", "tiers"] {
            assert_eq!(in_memory[key], on_disk[key], "{game:?}: {key}");
        }
        assert_eq!(on_disk["native"]["on_disk"], true);
    }
}

#[test]
fn play_from_the_start_has_the_same_value_on_disk() {
    let folder = Folder::new("play_from_the_start_has_the_same_value_on_disk");
    let game = ["solve", "games/hexapawn.gdl", "--json", "--on", "native"];
    let in_memory = gamec(&game);
    let on_disk = with_scratch(&folder, &with_file(&game, &["--memory", "8KiB"]));
    assert_eq!([in_memory.status, on_disk.status], [0; 2], "{}", on_disk.stderr);
    let [in_memory, on_disk] = [json(&in_memory), json(&on_disk)];
    for key in ["states", "value", "plies", "line", "won", "lost", "drawn", "longest", "tiers"] {
        assert_eq!(in_memory[key], on_disk[key], "{key}");
    }
    assert_eq!(on_disk["native"]["on_disk"], true);
}

#[test]
fn a_database_is_the_same_from_disk() {
    let folder = Folder::new("a_database_is_the_same_from_disk");
    for (name, game, memory) in SEARCHES {
        let [one, other] = [folder.path(name), folder.path(&format!("{name} from disk"))];
        assert_eq!(gamec(&with_file(game, &["-o", &one])).status, 0);
        let ran = with_scratch(&folder, &with_file(game, &["-o", &other, "--memory", memory]));
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(ran.stderr.contains("on disk"), "{}", ran.stderr);
        assert!(fs::read(one).expect("it is there") == fs::read(other).expect("it is there"));
    }
}

#[test]
fn searches_on_disk_that_are_killed_again_and_again_end_with_the_same_file() {
    for (name, game, memory) in SEARCHES {
        let folder = Folder::new(&format!("killed_{name}_on_disk"));
        let scratch = folder.path("scratch");
        kill(&folder, game, &["--memory", memory, "--scratch", &scratch], 10);
        assert!(is_empty(&scratch), "{name}");
    }
}

#[test]
#[cfg(debug_assertions)]
fn a_disk_that_is_full_at_any_call_of_a_search_on_it_loses_nothing() {
    let folder = Folder::new("full_on_disk");
    let scratch = folder.path("scratch");
    let puzzle = ["solve", "games/pancakes.gdl", "-D", "n=6", "--no-word-parallel"];
    let more = ["--memory", "4KiB", "--scratch", &scratch];
    super::keeping::fail_everywhere(&folder, &puzzle, &more, 7);
}

#[test]
fn scratch_folders_that_are_of_no_use_are_named() {
    let folder = Folder::new("scratch_folders_that_are_of_no_use_are_named");
    let file = folder.file("file", "");
    let small = with_file(&PUZZLE, &["--memory", "16KiB"]);
    let ran = gamec(&with_file(&small, &["--scratch", &file]));
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("error: cannot make the folder"), "{}", ran.stderr);
    assert!(ran.stderr.contains(&file), "{}", ran.stderr);
    let ran = with_scratch(&folder, &with_file(&small, &["--on", "interp"]));
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr.contains("only compiled code can have its tables on disk"),
        "{}",
        ran.stderr
    );
    let ran = with_scratch(&folder, &with_file(&PUZZLE, &["--memory", "100"]));
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("error: ") && !ran.stderr.contains("panicked"), "{}", ran.stderr);
}
