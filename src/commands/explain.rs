//! `gamec explain`: what follows from the rules of a game, in words.

use crate::args::ExplainArgs;
use crate::failure::Failure;
use crate::{load, output};
use gdl::facts::analyze;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Explains the game.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let model = load::game(&args.game, args.json)?;
    let start = load::start(&model, args.start.as_deref())?;
    let facts = analyze(&model, &model.starts[start]);
    if args.json {
        let sentences = |text: &str| text.lines().map(str::to_owned).collect();
        let subjects = facts.subjects();
        return output::write_json(&Explanation {
            game: model.title.clone(),
            params: crate::json::params(&model),
            facts: subjects.iter().map(|(subject, text)| (*subject, sentences(text))).collect(),
        });
    }
    output::write(&format!("{}\n\n{facts}", model.title))
}

/// The sentences as JSON.
#[derive(Serialize)]
struct Explanation {
    game: String,
    params: Map<String, Value>,
    facts: BTreeMap<&'static str, Vec<String>>,
}
