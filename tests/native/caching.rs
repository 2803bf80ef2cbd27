//! The folder with compiled code: nothing in it is ever half done, damaged code is not run, and it
//! does not grow without end.

use super::{Folder, shared};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::plan::{PlanOptions, plan};
use gdl_runtime::native::{Cache, compile};
use std::fs;
use std::time::{Duration, Instant};

const SOLVE: [&str; 5] = ["solve", "wide.gdl", "--on", "native", "--json"];

/// The layers of a report.
fn layers(stdout: &str) -> serde_json::Value {
    let report: serde_json::Value = serde_json::from_str(stdout).expect("JSON");
    assert_eq!(report["on"], "compiled");
    report["layers"].clone()
}

#[test]
fn code_is_compiled_once() {
    let folder = Folder::new("once");
    let first = layers(&folder.ok(&SOLVE));
    let library = folder.library();
    // Without a compiler that could make it again.
    let (code, stdout, stderr) = folder.gamec(&SOLVE, script(&folder, "exit 1"));
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!((layers(&stdout), folder.library()), (first, library));
}

#[test]
fn a_damaged_library_is_made_again() {
    let folder = Folder::new("damaged");
    let first = layers(&folder.ok(&SOLVE));
    let library = folder.library();
    let whole = fs::read(&library).expect("it is there");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() / 2], b"", &changed] {
        fs::write(&library, damaged).expect("it can be written");
        assert_eq!(layers(&folder.ok(&SOLVE)), first);
        let mended = fs::read(folder.library()).expect("it is there");
        assert!(mended == whole, "equal code becomes an equal library");
    }
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let folder = Folder::new("concurrent");
    let start = || {
        let mut command = folder.command(&SOLVE, super::rustc());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().expect("gamec starts")
    };
    let runs: Vec<_> = (0..4).map(|_| start()).collect();
    let mut found = Vec::new();
    for run in runs {
        let output = run.wait_with_output().expect("gamec ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        found.push(layers(&String::from_utf8(output.stdout).expect("text")));
    }
    assert!(found.iter().all(|layers| *layers == found[0]), "{found:?}");
    assert_eq!(layers(&folder.ok(&SOLVE)), found[0]);
    assert!(folder.cached().iter().all(|name| !name.starts_with("making-")));
}

#[test]
fn a_killed_compiler_leaves_nothing() {
    let folder = Folder::new("killed_compiler");
    let killed =
        "for it; do case $last in -o) echo half > \"$it\";; esac; last=$it; done; kill -9 $$";
    let (code, stdout, stderr) = folder.gamec(&SOLVE[..4], script(&folder, killed));
    assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
    assert_eq!(folder.cached(), [""; 0]);
    layers(&folder.ok(&SOLVE));
}

#[test]
fn a_killed_run_leaves_no_library() {
    let folder = Folder::new("killed_run");
    let mut run = folder
        .command(&SOLVE[..4], script(&folder, "sleep 2"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("gamec starts");
    let begun = Instant::now();
    while folder.cached().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is compiled");
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().expect("it runs");
    run.wait().expect("it is killed");
    let left = folder.cached();
    assert!(left.iter().all(|name| name.starts_with("making-")) && !left.is_empty(), "{left:?}");
    layers(&folder.ok(&SOLVE));
    folder.ok(&["cache", "clear"]);
    assert_eq!(folder.cached(), [""; 0]);
}

#[test]
fn the_cache_is_shown_and_cleared() {
    let folder = Folder::new("clear");
    let path = folder.cache().display().to_string();
    assert_eq!(folder.ok(&["cache"]), format!("{path}: 0 libraries, 0 bytes\n"));
    folder.ok(&SOLVE);
    let bytes = fs::metadata(folder.library()).expect("it is there").len();
    let other = folder.cache().join("notes.txt");
    fs::write(&other, "not ours").expect("a file can be written");
    let shown: serde_json::Value =
        serde_json::from_str(&folder.ok(&["cache", "--json"])).expect("JSON");
    assert_eq!(
        shown,
        serde_json::json!({ "folder": path, "cleared": false, "libraries": 1, "bytes": bytes })
    );
    let text = folder.ok(&["cache", "clear"]);
    assert!(text.starts_with(&format!("{path}: removed 1 library, ")), "{text}");
    assert_eq!(folder.cached(), ["notes.txt"]);
}

/// Clearing leaves the folder in which another gamec compiles, and whatever gamec has not made.
#[test]
fn clearing_does_not_disturb_who_compiles() {
    let folder = Folder::new("clear_while");
    let rustc = super::rustc();
    let slow = format!("sleep 2; exec {} \"$@\"", rustc.to_str().expect("a plain path"));
    let run = folder
        .command(&SOLVE, script(&folder, &slow))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("gamec starts");
    let begun = Instant::now();
    let is_marked = |name: &String| folder.cache().join(name).join("gamec-is-compiling").exists();
    while !folder.cached().iter().any(is_marked) {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is compiled");
        std::thread::sleep(Duration::from_millis(5));
    }
    let users = folder.cache().join("making-music");
    fs::create_dir(&users).expect("a folder can be made");
    fs::write(users.join("song"), "la").expect("a file can be written");
    folder.ok(&["cache", "clear"]);
    assert_eq!(folder.cached().len(), 2, "{:?}", folder.cached());
    let output = run.wait_with_output().expect("gamec ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    layers(&String::from_utf8(output.stdout).expect("text"));
    folder.ok(&["cache", "clear"]);
    assert_eq!(folder.cached(), ["making-music"]);
    assert!(users.join("song").exists());
}

#[test]
fn what_was_not_used_for_long_goes_first() {
    let folder = Folder::new("limit");
    let (compiler, _) = shared();
    let make = |cells: usize, limit: u64| {
        let text = format!(
            "board {{ f {} }}\npieces f = frog\nmove step: [frog | empty] -> [empty | frog]\n",
            ". ".repeat(cells)
        );
        let source = gdl::Source::new("row.gdl", text);
        let (model, _) = gdl::compile(&source, &gdl::Params::new()).expect("a correct game");
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = plan(&model, &facts, PlanOptions::default()).expect("it fits");
        let module = gdl::lower::game(&model, &plan);
        compile(&module, &compiler, &Cache::new(folder.cache(), limit)).expect("it compiles");
    };
    let names = || folder.cached().into_iter().collect::<std::collections::BTreeSet<_>>();
    make(4, u64::MAX);
    let first = names();
    make(5, u64::MAX);
    let second = &names() - &first;
    // Used again, so that the second is the older one.
    make(4, u64::MAX);
    let size = |name: &String| fs::metadata(folder.cache().join(name)).expect("it is there").len();
    let two = names().iter().map(size).sum::<u64>();
    make(6, two / 4 * 5);
    let left = names();
    assert_eq!(left.len(), 2);
    assert!(left.is_superset(&first) && left.is_disjoint(&second), "{left:?}");
    make(7, 0);
    assert_eq!(names().len(), 1);
    assert!(names().is_disjoint(&left));
}

/// A compiler that answers questions as the true one does, but does something else instead of
/// compiling.
pub(super) fn script(folder: &Folder, instead: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.0.join("compiler");
    let rustc = super::rustc();
    let rustc = rustc.to_str().expect("a plain path");
    let text =
        format!("#!/bin/sh\ncase $1 in -vV|--print*) exec {rustc} \"$@\";; esac\n{instead}\n");
    fs::write(&path, text).expect("a file can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    path
}
