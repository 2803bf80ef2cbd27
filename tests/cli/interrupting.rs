//! Ctrl-C during a search.

use std::process::{Command, Stdio};
use std::time::Duration;

/// Sends the signal of Ctrl-C to a search; gives the exit code and what the program wrote.
///
/// On a busy machine the signal can come before the program listens, and then simply ends it; so it is tried again, later.
fn interrupted(arguments: &[&str]) -> (Option<i32>, String, String) {
    for seconds in [1, 4, 16, 64] {
        let child = Command::new(env!("CARGO_BIN_EXE_gamec"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_secs(seconds));
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(signal.expect("there is a `kill`").success(), "the search was still running");
        let output = child.wait_with_output().expect("it ends");
        if output.status.code().is_some() {
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
            return (output.status.code(), text(output.stdout), text(output.stderr));
        }
    }
    panic!("the program never listened");
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
