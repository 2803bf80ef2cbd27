//! `gamec fmt` as its users see it.

use super::{FROGS, Folder, keys, parse_json};
use std::fs;

/// The same game, badly laid out.
fn untidy() -> String {
    FROGS
        .replace("board  {", "board{")
        .replace("  -> ", "->")
        .replace("\n\n", "\n\n\n\n")
        .replace('\n', "  \r\n")
}

#[test]
fn files_are_rewritten_in_place() {
    let folder = Folder::new("fmt");
    let path = folder.file("untidy.gdl", untidy());
    assert_eq!(folder.gamec(&["fmt", "untidy.gdl"]).ok(), "");
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), FROGS);
    let names: Vec<_> = fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["untidy.gdl"], "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("fmt_permissions");
    let path = folder.file("untidy.gdl", untidy());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("the owner may");
    symlink("untidy.gdl", folder.0.join("link.gdl")).expect("links can be made");
    assert_eq!(folder.gamec(&["fmt", "link.gdl"]).ok(), "");
    assert_eq!(fs::metadata(&path).expect("it is still there").permissions().mode() & 0o777, 0o640);
    assert!(folder.0.join("link.gdl").is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), FROGS);
}

#[test]
fn check_changes_nothing_and_names_files() {
    let folder = Folder::new("fmt_check");
    let path = folder.file("untidy.gdl", untidy());
    folder.file("tidy.gdl", FROGS);
    assert_eq!(folder.gamec(&["fmt", "--check", "tidy.gdl"]).ok(), "");
    let stderr = folder.gamec(&["fmt", "--check", "tidy.gdl", "untidy.gdl"]).failed(1);
    assert_eq!(
        stderr,
        "error: `untidy.gdl` is not in the canonical layout\n  = help: run  gamec fmt untidy.gdl\n"
    );
    assert_eq!(fs::read_to_string(path).expect("it is still there"), untidy());
    let ran = folder.gamec(&["fmt", "--check", "--json", "tidy.gdl", "untidy.gdl", "missing.gdl"]);
    assert_eq!(ran.code, 1);
    let report = parse_json(&ran.stdout);
    for file in report.as_array().expect("a list") {
        assert_eq!(keys(file), ["file", "changed"]);
    }
    assert_eq!(
        (&report[0]["changed"], &report[1]["changed"], &report[2]["changed"]),
        (&false.into(), &true.into(), &().into())
    );
}

#[test]
fn files_with_mistakes_are_left_alone() {
    let folder = Folder::new("fmt_wrong");
    let wrong = untidy().replace("goal", "gaol");
    let path = folder.file("wrong.gdl", &wrong);
    let tidied = folder.file("untidy.gdl", untidy());
    let stderr = folder.gamec(&["fmt", "wrong.gdl", "untidy.gdl"]).failed(1);
    assert!(stderr.contains("wrong.gdl:"), "{stderr}");
    assert_eq!(fs::read_to_string(path).expect("it is still there"), wrong);
    assert_eq!(
        fs::read_to_string(tidied).expect("it is still there"),
        FROGS,
        "the others are formatted"
    );
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new("fmt_stdin");
    assert_eq!(folder.gamec_with_input(&["fmt", "-"], &untidy()).ok(), FROGS);
    assert_eq!(folder.gamec_with_input(&["fmt", "--check", "-"], FROGS).ok(), "");
    folder.gamec_with_input(&["fmt", "--check", "-"], &untidy()).failed(1);
}

#[test]
fn a_layout_that_could_not_be_read_back_is_refused() {
    let folder = Folder::new("fmt_large");
    let text = format!("move m:\n{}", "[a]->[b] // c\n".repeat(30_000));
    let path = folder.file("large.gdl", &text);
    let stderr = folder.gamec(&["fmt", "large.gdl"]).failed(1);
    assert!(stderr.contains("would be too large in the canonical layout"), "{stderr}");
    assert_eq!(fs::read_to_string(path).expect("it is still there"), text);
}
