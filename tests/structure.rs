//! The shape of the code: which modules use which, and how long files and lines are.
//!
//! Among the modules of one folder the uses must not form a cycle. A *use* is a path in a module,
//! or in one below it, that leads to another module of the folder or below it. A module and those
//! below it are one subject: they may use each other. Methods are called without a path, so the
//! test does not see where they are defined.

mod graph;
mod modules;
mod tokens;

use modules::Modules;
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const MOST_LINES: usize = 600;

/// The most characters of a line with a comment.
const MOST_COLUMNS: usize = 100;

#[test]
fn modules_of_a_folder_use_each_other_in_one_direction() {
    let mut on_cycles = Vec::new();
    for name in crates() {
        let modules = Modules::read(&root().join(&name).join("src"));
        for (folder, uses) in graph::folders(&modules) {
            let folder = folder.join("::");
            for pair in graph::on_cycles(&uses) {
                let (user, used) = pair;
                let (from, to) = &uses[pair];
                let example = format!("{} names {}", from.join("::"), to.join("::"));
                on_cycles.push(format!("{name}, `{folder}`: {user} uses {used} ({example})"));
            }
        }
    }
    assert!(on_cycles.is_empty(), "these uses lie on cycles:\n{}", on_cycles.join("\n"));
}

#[test]
fn cycles_are_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("structure");
    let _ = fs::remove_dir_all(&folder);
    let files = [
        ("lib.rs", "mod one; mod two; mod three; pub use two::Two;\n"),
        ("one.rs", "mod part;\npub struct One;\n"),
        (
            "one/part.rs",
            "// use crate::three::Three;\nuse super::One;\nuse crate::{Two as Second};\n",
        ),
        ("two.rs", "#[cfg(test)]\nmod tests { use crate::three::Three; }\npub struct Two;\n"),
        ("three.rs", "pub struct Three(crate::one::One);\nconst TEXT: &str = \"crate::two\";\n"),
    ];
    fs::create_dir_all(folder.join("one")).expect("a folder can be made");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    let found = |folder: &Path| {
        let modules = Modules::read(folder);
        let folders = graph::folders(&modules);
        let uses = &folders[&Vec::new()];
        let pairs = |pairs: Vec<&(String, String)>| -> Vec<String> {
            pairs.iter().map(|(user, used)| format!("{user} {used}")).collect()
        };
        (pairs(uses.keys().collect()), pairs(graph::on_cycles(uses)))
    };
    let uses = ["one two", "three one"].map(str::to_owned);
    assert_eq!(found(&folder), (uses.into(), Vec::new()));
    fs::write(folder.join("two.rs"), "pub use super::three::Three;\npub struct Two;\n")
        .expect("a file can be written");
    let uses = ["one two", "three one", "two three"].map(str::to_owned);
    assert_eq!(found(&folder), (uses.to_vec(), uses.into()));
}

#[test]
fn files_are_short() {
    for (path, text) in rust_files() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{path} has {lines} lines: split it by subject");
    }
}

#[test]
fn comments_are_narrow() {
    let mut wide = Vec::new();
    for (path, text) in rust_files() {
        for (number, line) in (1..).zip(text.lines()) {
            let columns = line.chars().count();
            if columns > MOST_COLUMNS && comment(line).is_some_and(can_be_broken) {
                wide.push(format!("{path}:{number} has {columns} columns"));
            }
        }
    }
    assert!(wide.is_empty(), "comments end before column {MOST_COLUMNS}:\n{}", wide.join("\n"));
}

/// The text of a comment on a line of its own.
fn comment(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//")?;
    Some(comment.trim_start_matches(['/', '!']).trim_start())
}

/// Rows of tables and addresses stay on one line.
fn can_be_broken(comment: &str) -> bool {
    !comment.starts_with('|') && !comment.contains("://")
}

/// The folders of the crates of the workspace.
fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest is there");
    let (_, members) = manifest.split_once("members = [").expect("a list of members");
    let (members, _) = members.split_once(']').expect("the list ends");
    let members = members.split('"').skip(1).step_by(2);
    members.chain([""]).map(str::to_owned).collect()
}

/// All Rust files of the repository, with their paths in it.
fn rust_files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be listed") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(&path).expect("a source file can be read");
                let path = path.strip_prefix(root()).expect("it is below the root");
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    files
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
