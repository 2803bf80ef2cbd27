//! Readers that go away, and outputs that take nothing: a command ends, quietly if nothing is
//! wrong.

use super::querying::shipped;
use super::{FROGS, Folder, command};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Waits for the end of a process that must come.
fn ended(mut child: Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return status;
        }
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().expect("it is ours");
            panic!("it goes on for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads a line of what a command writes, then goes away; gives how the command ended and what it
/// said.
fn read_a_line(folder: &Folder, arguments: &[&str], input: Option<&'static str>) -> (i32, String) {
    let mut child = command()
        .args(arguments)
        .current_dir(&folder.0)
        .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gamec starts");
    let writer = input.zip(child.stdin.take()).map(|(line, mut pipe)| {
        // It is written until nobody reads it any more.
        std::thread::spawn(move || while pipe.write_all(line.as_bytes()).is_ok() {})
    });
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("it can be read");
    assert!(!line.is_empty(), "{arguments:?} writes something");
    drop(stdout);
    let stderr = child.stderr.take().expect("a pipe");
    let status = ended(child);
    if let Some(writer) = writer {
        writer.join().expect("no panic");
    }
    let said = std::io::read_to_string(stderr).expect("text");
    (status.code().expect("it ends by itself"), said)
}

#[test]
fn a_reader_that_goes_away_ends_a_stream() {
    let folder = Folder::new("a_reader_that_goes_away_ends_a_stream");
    let file = shipped(&folder, "hexapawn", &[]);
    let position = "bbb/.../www white\n";
    for arguments in [&["query", &file, "--batch"][..], &["query", &file, "--batch", "--json"]] {
        assert_eq!(read_a_line(&folder, arguments, Some(position)), (0, String::new()));
    }
    // Wrong lines are answered too, and their number does not matter to a reader who has gone.
    let ended = read_a_line(&folder, &["query", &file, "--batch"], Some("no position\n"));
    assert_eq!(ended, (0, String::new()));
    let ended = read_a_line(&folder, &["play", &file, "--json"], Some("board\n"));
    assert_eq!(ended, (0, String::new()));
    let large = shipped(&folder, "three-mens-morris", &[]);
    let ended = read_a_line(&folder, &["find", &large, "--limit", "1000000"], None);
    assert_eq!(ended, (0, String::new()));
}

#[test]
fn results_that_nobody_reads_are_no_failure() {
    let folder = Folder::new("results_that_nobody_reads_are_no_failure");
    let game = folder.file("frogs.gdl", FROGS);
    let wrong = folder.file("wrong.gdl", FROGS.replace("positions = 30", "positions = 31"));
    for (arguments, code) in [
        (&["solve", &game][..], 0),
        (&["check", &game], 0),
        (&["explain", &game], 0),
        (&["emit", "rust", &game], 0),
        (&["show", &game], 0),
        (&["solve", &game, "--json"], 0),
        (&["--help"], 0),
        // What is wrong is wrong, whoever reads it.
        (&["solve", &wrong], 1),
    ] {
        let mut child = command()
            .args(arguments)
            .current_dir(&folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("gamec starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

/// Runs a command through a shell, which can do more with its files.
#[cfg(unix)]
fn in_shell(folder: &Folder, script: &str) -> super::Ran {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script]).env("GAMEC", env!("CARGO_BIN_EXE_gamec"));
    super::Ran::new(shell.current_dir(&folder.0).output().expect("there is a shell"))
}

#[test]
#[cfg(unix)]
fn outputs_that_are_closed_or_full_do_no_harm() {
    let folder = Folder::new("outputs_that_are_closed_or_full_do_no_harm");
    folder.file("frogs.gdl", FROGS);
    let reference = in_shell(&folder, "\"$GAMEC\" solve frogs.gdl -o reference.db");
    assert_eq!(reference.code, 0, "{}", reference.stderr);
    // No file may get the number of a stream that is closed: then results would be written into
    // it.
    for closed in [">&-", "2>&-", "<&-", "<&- >&- 2>&-"] {
        let ran = in_shell(&folder, &format!("\"$GAMEC\" solve frogs.gdl -o kept.db {closed}"));
        assert_eq!(ran.code, 0, "{closed}: {}", ran.stderr);
        let [kept, reference] =
            ["kept.db", "reference.db"].map(|it| std::fs::read(folder.path(it)));
        assert!(kept.expect("there") == reference.expect("there"), "{closed}");
        std::fs::remove_file(folder.path("kept.db")).expect("there");
    }
    if std::path::Path::new("/dev/full").exists() {
        let ran = in_shell(&folder, "\"$GAMEC\" solve frogs.gdl > /dev/full");
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains("cannot write to standard output"), "{}", ran.stderr);
        let ran = in_shell(&folder, "\"$GAMEC\" solve missing.gdl 2> /dev/full");
        assert_eq!(ran.code, 1);
    }
    let ran = in_shell(&folder, "\"$GAMEC\" find reference.db --limit 1000 | head -n 1");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}
