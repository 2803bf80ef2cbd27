//! What happens where nothing can be compiled: the interpreter does the work, and one line says
//! so.

use super::Folder;
use std::fs;

#[test]
fn without_a_compiler_the_interpreter_runs() {
    let folder = Folder::new("no_compiler");
    let (code, stdout, stderr) =
        folder.gamec(&["solve", "wide.gdl", "--no-word-parallel", "--bits", "2"], "/nowhere/rustc");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.starts_with("Wide\n924 positions, depth 36, 2,772 successors\n"), "{stdout}");
    let reason = "no Rust compiler: cannot run `/nowhere/rustc`: ";
    assert!(
        stderr.starts_with(&format!("note: the interpreter runs this game: {reason}"))
            && stderr.lines().count() == 1,
        "{stderr}"
    );
    let (_, stdout, stderr) = folder.gamec(
        &["solve", "wide.gdl", "--no-word-parallel", "--bits", "2", "--json"],
        "/nowhere/rustc",
    );
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((&report["on"], &report["states"]), (&"interpreter".into(), &924.into()));
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

/// A linker that is missing, a mistake in generated code: what the compiler says is shown to whom
/// it concerns.
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
    let (code, stdout, stderr) = folder.gamec(&["solve", "wide.gdl", "--bits", "2"], &compiler);
    assert!(code == 0 && stdout.contains("924 positions"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

/// Compiles without a cache, and says so in one line.
#[track_caller]
fn runs_unkept(folder: &Folder, why: &str) {
    let (code, stdout, stderr) =
        folder.gamec(&["solve", "wide.gdl", "--on", "native"], super::rustc());
    assert!(code == 0 && stdout.contains("924 positions"), "{stderr}");
    assert!(
        stderr.starts_with("note: compiled code is not kept: ")
            && stderr.contains(why)
            && stderr.contains("GAMEC_CACHE")
            && stderr.lines().count() == 1,
        "{stderr}"
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = Folder::new("no_folder");
    fs::write(folder.cache(), "a file where the folder should be").expect("it can be written");
    runs_unkept(&folder, "it is not what gamec has made there");
    assert!(folder.cache().is_file());
}

#[test]
fn without_a_home_code_is_not_kept() {
    let folder = Folder::new("no_home");
    let mut command = folder.command(&["solve", "wide.gdl", "--on", "native"], super::rustc());
    command.env_remove("GAMEC_CACHE").env_remove("XDG_CACHE_HOME").env_remove("HOME");
    let output = command.output().expect("gamec starts");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{stderr}");
    assert_eq!(
        stderr,
        "note: compiled code is not kept: there is no folder to keep compiled code in\n"
    );
}

/// A user who may write to the cache may put code there that another user runs.
#[cfg(unix)]
#[test]
fn a_cache_that_others_can_write_to_is_not_used() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let mode = |path: &std::path::Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    let folder = Folder::new("foreign");
    folder.ok(&["solve", "wide.gdl", "--on", "native"]);
    let library = folder.library();
    assert_eq!(fs::metadata(&library).expect("it is there").permissions().mode() & 0o777, 0o700);
    let made = fs::metadata(folder.cache()).expect("it is there").permissions().mode();
    assert_eq!(made & 0o777, 0o700);

    mode(&folder.cache(), 0o770);
    runs_unkept(&folder, "others may write to it (`chmod go-w ");
    let (code, _, stderr) = folder.gamec(&["cache", "clear"], super::rustc());
    assert!(code == 2 && stderr.contains("others may write to it") && library.exists(), "{stderr}");
    mode(&folder.cache(), 0o700);

    mode(&folder.0, 0o777);
    runs_unkept(&folder, "others may write to it");
    mode(&folder.0, 0o755);

    mode(&library, 0o722);
    runs_unkept(&folder, "others may write to it");
    mode(&library, 0o700);

    let moved = folder.0.join("elsewhere.so");
    fs::rename(&library, &moved).expect("it is ours");
    symlink(&moved, &library).expect("a link can be made");
    runs_unkept(&folder, "it is a symbolic link");
    folder.ok(&["cache", "clear"]);
    assert!(library.is_symlink() && moved.exists(), "gamec makes no links");
    fs::remove_file(&library).expect("it is ours");
    fs::rename(&moved, &library).expect("it is ours");

    let real = folder.0.join("real");
    fs::rename(folder.cache(), &real).expect("it is ours");
    symlink(&real, folder.cache()).expect("a link can be made");
    runs_unkept(&folder, "it is a symbolic link");
    fs::remove_file(folder.cache()).expect("it is ours");
    fs::rename(&real, folder.cache()).expect("it is ours");

    // All is well again, and needs no compiler.
    let compiler = super::caching::script(&folder, "exit 1");
    let (code, _, stderr) = folder.gamec(&["solve", "wide.gdl", "--on", "native"], compiler);
    assert_eq!((code, stderr.as_str()), (0, ""));
}
