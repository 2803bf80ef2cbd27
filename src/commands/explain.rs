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
    let start = &model.starts[load::start(&model, args.start.as_deref())?];
    let facts = analyze(&model, start);
    // A game that fits no table can still be explained; only a layout that was asked for must fit.
    let plan = match load::plan(&model, start, &facts, &args.plan) {
        Err(failure) if args.plan.decide() => return Err(failure),
        plan => plan.ok(),
    };
    if args.json {
        let sentences = |text: &str| text.lines().map(str::to_owned).collect();
        let subjects = facts.subjects();
        return output::write_json(&Explanation {
            game: model.title.clone(),
            params: crate::json::params(&model),
            facts: subjects.iter().map(|(subject, text)| (*subject, sentences(text))).collect(),
        });
    }
    let plan = plan.map_or("no layout fits into 64 bits\n".to_owned(), |plan| plan.to_string());
    let plan: String =
        plan.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect();
    output::write(&format!("{}\n\n{facts}\nthe table\n{plan}", model.title))
}

/// The sentences as JSON.
#[derive(Serialize)]
struct Explanation {
    game: String,
    params: Map<String, Value>,
    facts: BTreeMap<&'static str, Vec<String>>,
}
