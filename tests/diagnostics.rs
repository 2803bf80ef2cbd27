//! Every kind of mistake has a game in `tests/gdl/err` or `tests/gdl/warn`, named after it, and
//! its whole message is a snapshot.

use crate::run::gamec;
use gdl::{Code, Severity, Source};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The games of a folder below `tests/gdl`. Anything else in it is a mistake.
fn games(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gdl").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder exists");
    let mut games: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    games.sort();
    let strange =
        games.iter().find(|path| path.extension().is_none_or(|extension| extension != "gdl"));
    assert_eq!(strange, None, "only .gdl files belong here");
    assert!(!games.is_empty());
    games
}

/// The kinds of messages a game gets.
fn codes(path: &Path) -> Vec<Code> {
    let source = Source::new("game.gdl", std::fs::read_to_string(path).expect("readable"));
    let diagnostics = match gdl::compile(&source, &gdl::Params::new()) {
        Ok((_, warnings)) => warnings,
        Err(errors) => errors,
    };
    diagnostics.sorted().into_iter().map(|diagnostic| diagnostic.code).collect()
}

fn snapshot(command: &str, folder: &str, exit_code: i32) {
    for path in games(folder) {
        let name =
            path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name").to_owned();
        let argument = format!("tests/gdl/{folder}/{name}.gdl");
        let output = gamec(&[command, &argument]);
        assert_eq!(output.status, exit_code, "{argument}: {}", output.stderr);
        if folder == "err" {
            assert_eq!(output.stdout, "", "{argument} prints a result");
        }
        insta::with_settings!({
            description => format!("gamec {command} {argument}"),
            omit_expression => true,
            snapshot_path => format!("snapshots/{folder}"),
            prepend_module_to_snapshot => false,
        }, {
            insta::assert_snapshot!(name, output.stderr);
        });
    }
}

#[test]
fn errors_are_rendered_as_recorded() {
    snapshot("check", "err", 1);
}

#[test]
fn warnings_are_rendered_as_recorded() {
    snapshot("check", "warn", 0);
}

/// A game that is right but does not do what it expects.
#[test]
fn unmet_expectations_are_rendered_as_recorded() {
    snapshot("solve", "unmet", 1);
}

/// A file is called after the first message it gets, perhaps with more words behind it.
#[test]
fn files_are_named_after_their_message() {
    for folder in ["err", "warn"] {
        for path in games(folder) {
            let name =
                path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name").to_owned();
            if name == "several" {
                assert!(codes(&path).len() >= 4, "`several` shows several messages in one run");
                continue;
            }
            let found = codes(&path);
            assert!(
                found.iter().any(|code| name.starts_with(code.word())),
                "{name} gives {found:?}"
            );
        }
    }
}

#[test]
fn every_kind_of_message_is_tested() {
    let tested: BTreeSet<Code> =
        ["err", "warn"].into_iter().flat_map(games).flat_map(|path| codes(&path)).collect();
    let missing =
        Code::ALL.iter().filter(|code| !tested.contains(code) && **code != Code::ExpectFailed);
    let missing: Vec<&str> = missing.map(|code| code.word()).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn words_of_messages_are_unique() {
    let words: BTreeSet<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    assert_eq!(words.len(), Code::ALL.len());
}

/// Messages follow the style of the house: lower case, no full stop, errors first where two stand
/// at one place.
#[test]
fn messages_are_in_style() {
    for folder in ["err", "warn"] {
        for path in games(folder) {
            let source = Source::new("game.gdl", std::fs::read_to_string(&path).expect("readable"));
            let diagnostics = gdl::compile(&source, &gdl::Params::new())
                .map_or_else(|errors| errors, |(_, warnings)| warnings);
            for diagnostic in diagnostics.sorted() {
                let message = &diagnostic.message;
                assert!(!message.ends_with('.'), "{message}");
                let named = diagnostic
                    .message
                    .starts_with(|first: char| first.is_lowercase() || first.is_ascii_digit());
                let quoted = message.starts_with('`') || message.starts_with("O ");
                assert!(named || quoted, "{message}");
                let expected = if folder == "err" { Severity::Error } else { Severity::Warning };
                assert!(diagnostic.severity <= expected, "{message}");
            }
        }
    }
}
