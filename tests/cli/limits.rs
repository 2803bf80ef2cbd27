//! Machines that allow little: memory, open files, sizes of files, folders that cannot be written,
//! no home. A message, no panic, nothing half written.

use super::{FROGS, Folder, HEXAPAWN, Ran, TILES};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a script in which `$GAMEC` is the program.
fn shell(folder: &Folder, script: &str) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("GAMEC", env!("CARGO_BIN_EXE_gamec"));
    Ran::new(shell.current_dir(&folder.0).output().expect("there is a shell"))
}

/// Every name in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let names = fs::read_dir(&folder.0).expect("there");
    let mut names: Vec<String> =
        names.map(|it| it.expect("readable").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Sees that a run ended well or with a message.
#[track_caller]
fn is_clean(ran: &Ran, script: &str) {
    assert!([0, 1, 2].contains(&ran.code), "{script}: {} {}", ran.code, ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{script}: {}", ran.stderr);
    assert_eq!(ran.code == 0, !ran.stderr.contains("error: "), "{script}: {}", ran.stderr);
}

#[test]
fn sizes_of_files_that_are_limited_are_told() {
    let folder = Folder::new("sizes_of_files_that_are_limited_are_told");
    folder.file("tiles.gdl", TILES);
    let solve = "\"$GAMEC\" solve tiles.gdl -D cols=4 -o kept.db";
    let ran = shell(&folder, &format!("{solve} && mv kept.db reference.db"));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let reference = fs::read(folder.path("reference.db")).expect("there");
    let mut refused = 0;
    // Blocks of 512 bytes, or of 1024.
    for blocks in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
        let script = format!("ulimit -f {blocks}; {solve}");
        let ran = shell(&folder, &script);
        is_clean(&ran, &script);
        if let Ok(found) = fs::read(folder.path("kept.db")) {
            assert!(found == reference, "{script}");
        }
        refused += usize::from(ran.code == 2);
        let ran = shell(&folder, solve);
        assert_eq!(ran.code, 0, "after {blocks}: {}", ran.stderr);
        assert!(fs::read(folder.path("kept.db")).expect("there") == reference, "{script}");
        assert_eq!(names(&folder), ["kept.db", "reference.db", "tiles.gdl"], "{script}");
        fs::remove_file(folder.path("kept.db")).expect("there");
    }
    assert!(refused > 1, "some limits are too small");
}

#[test]
fn open_files_that_are_limited_are_told() {
    let folder = Folder::new("open_files_that_are_limited_are_told");
    folder.file("hexapawn.gdl", HEXAPAWN);
    for files in [4, 5, 6, 7, 8, 10, 16] {
        let script =
            format!("ulimit -n {files}; \"$GAMEC\" solve hexapawn.gdl --on interp -o kept.db");
        let ran = shell(&folder, &script);
        is_clean(&ran, &script);
        let ran = shell(&folder, "\"$GAMEC\" solve hexapawn.gdl --on interp -o kept.db");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        fs::remove_file(folder.path("kept.db")).expect("there");
    }
}

#[test]
fn folders_that_cannot_be_written_are_named() {
    let folder = Folder::new("folders_that_cannot_be_written_are_named");
    folder.file("frogs.gdl", FROGS);
    let kept = "\"$GAMEC\" solve frogs.gdl -o kept.db";
    assert_eq!(shell(&folder, kept).code, 0);
    fs::create_dir(folder.path("closed")).expect("made");
    fs::copy(folder.path("kept.db"), folder.path("closed/kept.db")).expect("copied");
    fs::copy(folder.path("frogs.gdl"), folder.path("closed/frogs.gdl")).expect("copied");
    let closed = shell(&folder, "chmod a-w closed && ! touch closed/file 2>/dev/null");
    // A user who may write everywhere finds no such folder; what is below a file cannot be written
    // by anybody.
    let is_closed = closed.code == 0;
    let places = if is_closed { vec!["closed", "frogs.gdl"] } else { vec!["frogs.gdl"] };
    for place in places {
        for script in [
            format!("\"$GAMEC\" solve frogs.gdl -o {place}/new.db"),
            format!("\"$GAMEC\" solve frogs.gdl --plot {place}/new.svg"),
            format!("\"$GAMEC\" repack kept.db -o {place}/new.db"),
            format!("\"$GAMEC\" new {place}/new"),
        ] {
            let ran = shell(&folder, &script);
            is_clean(&ran, &script);
            assert_ne!(ran.code, 0, "{script}");
            assert!(ran.stderr.contains(place), "{script}: {}", ran.stderr);
        }
    }
    // What is complete only needs to be read.
    let ran = shell(&folder, "\"$GAMEC\" solve closed/frogs.gdl -o closed/kept.db");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for command in ["info", "stats", "query", "line", "find", "verify"] {
        let ran = shell(&folder, &format!("\"$GAMEC\" {command} closed/kept.db"));
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
    }
    shell(&folder, "chmod u+w closed; rm -f closed/file");
}

#[test]
fn a_home_is_not_needed() {
    let folder = Folder::new("a_home_is_not_needed");
    folder.file("hexapawn.gdl", HEXAPAWN);
    for environment in [
        "env -u HOME -u XDG_CACHE_HOME -u GAMEC_CACHE",
        "env HOME= XDG_CACHE_HOME= GAMEC_CACHE=",
        "env -u XDG_CACHE_HOME -u GAMEC_CACHE HOME=/nowhere/at/all",
        "env HOME=/dev/null XDG_CACHE_HOME=/dev/null GAMEC_CACHE=/dev/null",
        "env -i",
    ] {
        let script = format!("{environment} \"$GAMEC\" solve hexapawn.gdl -o kept.db");
        let ran = shell(&folder, &script);
        is_clean(&ran, &script);
        assert_eq!(ran.code, 0, "{script}: {}", ran.stderr);
        fs::remove_file(folder.path("kept.db")).expect("there");
    }
}

/// From little memory to enough of it: a message, or the result.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_is_limited_is_told() {
    let folder = Folder::new("memory_that_is_limited_is_told");
    folder.file("tiles.gdl", TILES);
    let solve = "\"$GAMEC\" solve tiles.gdl -D rows=3 -D cols=3 -o kept.db --threads 2";
    assert_eq!(shell(&folder, &format!("{solve} && mv kept.db reference.db")).code, 0);
    let reference = fs::read(folder.path("reference.db")).expect("there");
    for mebibytes in [64, 96, 128, 192, 256, 512, 1024] {
        let script = format!("ulimit -v {}; {solve}", mebibytes * 1024);
        let ran = shell(&folder, &script);
        is_clean(&ran, &script);
        if let Ok(found) = fs::read(folder.path("kept.db")) {
            assert!(found == reference, "{script}");
            fs::remove_file(folder.path("kept.db")).expect("there");
        }
        let _ = fs::remove_dir_all(folder.path("kept.db.partial"));
    }
}

/// What gets the name of a file that is being read changes nothing; what is written into it is
/// found out.
#[test]
fn files_that_are_replaced_while_they_are_read() {
    let folder = Folder::new("files_that_are_replaced_while_they_are_read");
    folder.file("hexapawn.gdl", HEXAPAWN);
    folder.file("frogs.gdl", FROGS);
    let make = "\"$GAMEC\" solve hexapawn.gdl -o one.db && \"$GAMEC\" solve frogs.gdl -o other.db";
    assert_eq!(shell(&folder, make).code, 0);
    // Another database takes the name again and again while it is asked.
    let script = "i=0; while [ $i -lt 40 ]; do cp one.db a.tmp; mv a.tmp asked.db; cp other.db a.tmp; \
                  mv a.tmp asked.db; i=$((i+1)); done & cp one.db asked.db; i=0; while [ $i -lt 10 ]; do \
                  \"$GAMEC\" verify asked.db || exit 9; i=$((i+1)); done; wait";
    let ran = shell(&folder, script);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    // The same file is written over, in place: an error, or the answer of one of the two.
    let script = "i=0; while [ $i -lt 60 ]; do cp one.db asked.db; cp other.db asked.db; i=$((i+1)); done & \
                  i=0; while [ $i -lt 10 ]; do \"$GAMEC\" stats asked.db > out.txt 2>> err.txt; code=$?; \
                  [ $code -le 2 ] || exit 9; i=$((i+1)); done; wait";
    let ran = shell(&folder, script);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = fs::read_to_string(folder.path("err.txt")).expect("there");
    assert!(!said.contains("panicked"), "{said}");
    // A text that changes between two looks at it is read once.
    let script = "i=0; while [ $i -lt 60 ]; do cp hexapawn.gdl game.gdl; cp frogs.gdl game.gdl; i=$((i+1)); done & \
                  cp frogs.gdl game.gdl; i=0; while [ $i -lt 10 ]; do \"$GAMEC\" solve game.gdl > out.txt 2>> err.txt; \
                  code=$?; [ $code -le 2 ] || exit 9; i=$((i+1)); done; wait";
    let ran = shell(&folder, script);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = fs::read_to_string(folder.path("err.txt")).expect("there");
    assert!(!said.contains("panicked"), "{said}");
    assert!(!Path::new(&folder.path("game.gdl.partial")).exists());
}
