//! The games of this repository, compiled for tests.

use gdl::model::{Model, State};
use gdl::plan::Enumerate;
use gdl::{Params, Source, Style};
use gdl_runtime::interp::Interp;
use std::path::PathBuf;

/// The most positions that are enumerated: a layout of more of them shows no other fault.
const MOST_PLAYED: u64 = 100_000;

/// Play that gives up sooner than the command does, for layouts of what can be reached.
pub(crate) struct ShortPlay<'a>(pub(crate) &'a Interp<'a>);

impl Enumerate for ShortPlay<'_> {
    fn visit(&self, from: &State, limit: u64, show: &mut dyn FnMut(&State)) -> bool {
        self.0.visit(from, limit.min(MOST_PLAYED), show)
    }
}

/// The folder of the games.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games")
}

/// The names of all games, sorted.
pub(crate) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the games are there") {
        let path = entry.expect("the folder can be read").path();
        assert_eq!(
            path.extension().and_then(|end| end.to_str()),
            Some("gdl"),
            "{path:?} is no game"
        );
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("names are plain");
        names.push(stem.to_string());
    }
    names.sort();
    names
}

/// The text of a game.
pub(crate) fn source(name: &str) -> Source {
    let file = format!("{name}.gdl");
    let text = std::fs::read_to_string(folder().join(&file)).expect("the game is there");
    Source::new(format!("games/{file}"), text)
}

/// A game with these parameters. It must compile without errors and without warnings.
pub(crate) fn model(name: &str, params: &[(&str, i64)]) -> Model {
    let source = source(name);
    let params: Params = params.iter().map(|(name, value)| ((*name).to_string(), *value)).collect();
    match gdl::compile(&source, &params) {
        Ok((model, warnings)) if warnings.is_empty() => model,
        Ok((_, diagnostics)) | Err(diagnostics) => {
            panic!("{}", diagnostics.render(&source, Style::Plain))
        }
    }
}
