//! The formatter loses nothing and is stable: over every game, and over games with comments and
//! line breaks strewn in.

use gdl::ast::Ast;
use gdl::{Source, parse, print};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn printing_keeps_every_game() {
    for (path, text) in games() {
        let ast = parse(&Source::new(path.display().to_string(), text.as_str()));
        let ast = ast.unwrap_or_else(|_| panic!("{} cannot be parsed", path.display()));
        check_round_trip(&ast);
    }
}

#[test]
fn games_are_in_the_canonical_layout() {
    for (path, text) in games() {
        let ast = parse(&Source::new(path.display().to_string(), text.as_str()));
        let ast = ast.unwrap_or_else(|_| panic!("{} cannot be parsed", path.display()));
        assert_eq!(print(&ast), text, "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_keeps_mutated_games(which in any::<prop::sample::Index>(), edits in prop::collection::vec(edit(), 1..6)) {
        let games = games();
        let mut text = games[which.index(games.len())].1.clone();
        for edit in &edits {
            edit.apply(&mut text);
        }
        if let Ok(ast) = parse(&Source::new("mutated.gdl", text)) {
            check_round_trip(&ast);
        }
    }
}

/// Parsing the printed text gives the tree back, and printing that gives the same text.
fn check_round_trip(ast: &Ast) {
    let text = print(ast);
    let again = parse(&Source::new("printed.gdl", text.as_str()))
        .unwrap_or_else(|_| panic!("cannot be parsed:\n{text}"));
    assert_eq!(ast, &again, "{text}");
    assert_eq!(print(&again), text);
}

/// A change to a text at some place.
#[derive(Clone, Debug)]
enum Edit {
    /// Puts a text in.
    Insert(prop::sample::Index, String),
    /// Takes some characters away.
    Remove(prop::sample::Index, usize),
    /// Writes some characters twice.
    Repeat(prop::sample::Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let pieces = vec![
        "\n",
        "\n\n\n",
        " // c\n",
        "\n//own\n",
        "\n\n//// own\n\n",
        "\r\n",
        "(",
        ")",
        " + 1",
        " - (a - b)",
        "*2",
        " and ",
        " or ",
        " not ",
        "[",
        "]",
        " | ",
        " / ",
        " else ",
        " then ",
        " again ",
        ", ",
        " in ",
        "{",
        "}",
        " .. ",
        " my ",
        "é",
    ];
    prop_oneof![
        4 => (any::<prop::sample::Index>(), prop::sample::select(pieces)).prop_map(|(at, text)| Edit::Insert(at, text.to_owned())),
        1 => (any::<prop::sample::Index>(), 1_usize..20).prop_map(|(at, length)| Edit::Remove(at, length)),
        1 => (any::<prop::sample::Index>(), 1_usize..60).prop_map(|(at, length)| Edit::Repeat(at, length)),
    ]
}

impl Edit {
    fn apply(&self, text: &mut String) {
        let places: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let range = |at: &prop::sample::Index, length: usize| {
            let first = at.index(places.len());
            places[first]..places[(first + length).min(places.len() - 1)]
        };
        match self {
            Edit::Insert(at, new) => text.insert_str(places[at.index(places.len())], new),
            Edit::Remove(at, length) => text.replace_range(range(at, *length), ""),
            Edit::Repeat(at, length) => {
                let range = range(at, *length);
                let copy = text[range.clone()].to_owned();
                text.insert_str(range.start, &copy);
            }
        }
    }
}

fn games() -> Vec<(PathBuf, String)> {
    let mut games = games_in("games");
    assert!(!games.is_empty(), "there are no games");
    games.extend(games_in("tests/gdl/ok"));
    games
}

fn games_in(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "gdl"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(&path).expect("a game can be read")))
        .collect()
}
