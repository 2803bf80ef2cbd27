//! Ctrl-C during a search.

use std::process::{Command, Stdio};
use std::time::Duration;

/// Sends the signal of Ctrl-C to a search; gives the exit code and what the program wrote.
fn interrupted(arguments: &[&str]) -> (Option<i32>, String, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // By then the search has begun; it would take minutes.
    std::thread::sleep(Duration::from_secs(2));
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("there is a `kill`").success(), "the search was still running");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
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
