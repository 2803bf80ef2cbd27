//! What happens where nothing can be compiled: the interpreter does the work, and one line says so.

use super::Folder;
use std::fs;

#[test]
fn without_a_compiler_the_interpreter_runs() {
    let folder = Folder::new("no_compiler");
    let (code, stdout, stderr) =
        folder.gamec(&["solve", "wide.gdl", "--no-word"], "/nowhere/rustc");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.starts_with("Wide\n924 positions, depth 36, 2,772 successors\n"), "{stdout}");
    let reason = "no Rust compiler: cannot run `/nowhere/rustc`: ";
    assert!(
        stderr.starts_with(&format!("note: the interpreter runs this game: {reason}"))
            && stderr.lines().count() == 1,
        "{stderr}"
    );
    let (_, stdout, stderr) =
        folder.gamec(&["solve", "wide.gdl", "--no-word", "--json"], "/nowhere/rustc");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((&report["on"], &report["states"]), (&"interp".into(), &924.into()));
    let note: serde_json::Value = serde_json::from_str(&stderr).expect("JSON");
    assert!(note["note"].as_str().is_some_and(|text| text.contains(reason)), "{note}");
}

#[test]
fn compiled_code_that_is_asked_for_must_be_there() {
    let folder = Folder::new("asked");
    let native = ["solve", "wide.gdl", "--on", "native"];
    let (code, stdout, stderr) = folder.gamec(&native, "/nowhere/rustc");
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.starts_with("error: no Rust compiler") && stderr.contains("RUSTC"), "{stderr}");
    let two = concat!(env!("CARGO_MANIFEST_DIR"), "/games/hexapawn.gdl");
    let (code, stdout, _) = folder.gamec(&["solve", two, "--on", "native"], "/nowhere/rustc");
    assert_eq!((code, stdout.as_str()), (2, ""));
    let tier = ["solve", "wide.gdl", "--on", "native", "--tier", "frog=3"];
    let (code, _, stderr) = folder.gamec(&tier, super::rustc());
    let message = "error: a puzzle without a goal has no values\n";
    assert_eq!((code, stderr.as_str()), (1, message));
}

/// A linker that is missing, a mistake in generated code: what the compiler says is shown to whom it concerns.
#[test]
fn a_compiler_that_fails_is_quoted() {
    let folder = Folder::new("fails");
    let compiler = super::caching::script(&folder, "echo 'error: linker not found' >&2; exit 1");
    let (code, stdout, stderr) = folder.gamec(&["solve", "wide.gdl", "--on", "native"], &compiler);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(
        stderr.contains("this is a mistake in gamec") && stderr.contains("error: linker not found"),
        "{stderr}"
    );
    let (code, stdout, stderr) = folder.gamec(&["solve", "wide.gdl", "--no-word"], &compiler);
    assert!(code == 0 && stdout.contains("924 positions"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = Folder::new("no_folder");
    fs::write(folder.cache(), "a file where the folder should be").expect("it can be written");
    let (code, stdout, stderr) =
        folder.gamec(&["solve", "wide.gdl", "--on", "native"], super::rustc());
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(
        stderr.starts_with("error: cannot use the cache: ") && stderr.contains("GAMEC_CACHE"),
        "{stderr}"
    );
}
