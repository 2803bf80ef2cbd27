//! Ctrl-C and its like during a search.

use super::Folder;
use crate::run::gamec;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Sends a signal to a process.
fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("there is a `kill`").success(), "nobody has waited for it yet");
}

/// Sends the signal of Ctrl-C to a search after some time; gives the exit code and what the
/// program wrote.
fn interrupted_after(arguments: &[&str], time: Duration) -> (Option<i32>, String, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(time);
    send("-INT", &child);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Like [`interrupted_after`], for a search that takes long.
///
/// On a busy machine the signal can come before the program listens, and then simply ends it; so
/// it is tried again, later.
fn interrupted(arguments: &[&str]) -> (Option<i32>, String, String) {
    let times = [1, 4, 16, 64].into_iter().map(Duration::from_secs);
    let mut endings = times.map(|time| interrupted_after(arguments, time));
    endings.find(|(code, ..)| code.is_some()).expect("the program listens some time")
}

#[test]
fn a_search_ends_with_what_is_known() {
    let (code, stdout, stderr) =
        interrupted(&["solve", "--on", "interp", "games/peg-solitaire.gdl"]);
    assert_eq!(code, Some(130), "{stderr}");
    let layers: Vec<&str> = stdout.lines().collect();
    assert_eq!(layers[0].split_whitespace().collect::<Vec<_>>(), ["depth", "positions"]);
    // The first layers of the literature; how many there are depends on the machine.
    let known: Vec<Vec<&str>> =
        layers[1..5].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(known, [["0", "1"], ["1", "4"], ["2", "12"], ["3", "60"]]);
    assert!(stderr.starts_with("error: stopped early; positions so far: "), "{stderr}");

    let (code, stdout, stderr) =
        interrupted(&["solve", "--on", "interp", "games/peg-solitaire.gdl", "--json"]);
    assert_eq!((code, stdout.as_str()), (Some(130), ""));
    let message: serde_json::Value = serde_json::from_str(stderr.trim()).expect("JSON");
    assert!(message.to_string().contains("stopped early"), "{message}");
}

#[test]
fn a_search_that_is_kept_says_how_to_go_on() {
    let folder = Folder::new("a_search_that_is_kept_says_how_to_go_on");
    let file = folder.path("kept");
    let arguments = long_search(&file);
    let (code, stderr) = ended_when_it_keeps("-INT", &file);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("the same command goes on from there"), "{stderr}");
    let partial = format!("{file}.partial");
    assert!(stderr.contains(&partial) && Path::new(&partial).is_dir(), "{stderr}");
    assert!(!Path::new(&file).exists(), "nothing unfinished has the final name");
    let ran = gamec(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("goes on with what is kept in"), "{}", ran.stderr);
    assert!(ran.stdout.contains("39,916,800 positions, depth 13"), "{}", ran.stdout);
    assert!(Path::new(&file).is_file() && !Path::new(&partial).exists());
}

/// Arguments of a search that takes long, with a file.
fn long_search(file: &str) -> Vec<&str> {
    let search =
        ["solve", "games/pancakes.gdl", "-D", "n=11", "--no-word-parallel", "--threads", "1"];
    search.into_iter().chain(["--checkpoint", "0", "-o", file]).collect()
}

/// Sends a signal to a long search that has begun to keep something; returns its exit code and
/// what it told.
fn ended_when_it_keeps(signal: &str, file: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(long_search(file))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    wait_until_it_keeps(&mut child, Path::new(&format!("{file}.partial")));
    send(signal, &child);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

#[test]
fn whatever_tells_a_search_to_end_lets_it_keep_what_it_has() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        let folder = Folder::new(&format!("ended_by{signal}"));
        let file = folder.path("kept");
        let (found, stderr) = ended_when_it_keeps(signal, &file);
        assert_eq!(found, Some(code), "{stderr}");
        assert!(stderr.contains("the same command goes on from there"), "{stderr}");
        assert!(!Path::new(&file).exists(), "nothing unfinished has the final name");
        let small = ["solve", "games/pancakes.gdl", "-D", "n=5", "-o", &file];
        assert!(gamec(&small).stderr.contains("is of another search"), "it was kept");
    }
}

/// Waits until a search has kept something.
fn wait_until_it_keeps(child: &mut Child, partial: &Path) {
    let begun = Instant::now();
    while !partial.join("layers").exists() {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it takes long");
        assert!(begun.elapsed() < Duration::from_secs(300), "it begins");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_is_started_with_nohup_does_not_mind_its_terminal() {
    let folder = Folder::new("what_is_started_with_nohup_does_not_mind_its_terminal");
    let file = folder.path("kept");
    let script = "trap '' HUP; exec \"$0\" \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gamec")])
        .args(long_search(&file))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    wait_until_it_keeps(&mut child, Path::new(&format!("{file}.partial")));
    send("-HUP", &child);
    std::thread::sleep(Duration::from_millis(300));
    send("-TERM", &child);
    // The first signal did not count, or this would have been the second.
    let status = child.wait().expect("it ends");
    assert!([Some(143), Some(0)].contains(&status.code()), "{status}");
    assert!(Path::new(&format!("{file}.partial/layers")).exists() || Path::new(&file).exists());
}

#[test]
fn a_second_signal_ends_a_search_at_once() {
    let folder = Folder::new("a_second_signal_ends_a_search_at_once");
    // A process that is stopped gets both when it goes on: the second comes before it could do
    // anything about the first.
    for signals in [["-INT", "-TERM"], ["-TERM", "-INT"]] {
        let file = folder.path("kept");
        let mut child = Command::new(env!("CARGO_BIN_EXE_gamec"))
            .args(long_search(&file))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        wait_until_it_keeps(&mut child, Path::new(&format!("{file}.partial")));
        send("-STOP", &child);
        signals.iter().for_each(|signal| send(signal, &child));
        send("-CONT", &child);
        let output = child.wait_with_output().expect("it ends");
        let code = output.status.code();
        assert!([Some(130), Some(143)].contains(&code), "{code:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!told.contains("error"), "nothing is told any more: {told}");
        assert!(!Path::new(&file).exists(), "nothing unfinished has the final name");
        std::fs::remove_dir_all(format!("{file}.partial")).expect("it is left");
    }
}
