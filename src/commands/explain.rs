//! `gamec explain`: what follows from the rules of a game, in words.

use crate::args::ExplainArgs;
use crate::failure::Failure;
use crate::{load, output};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Explains the game.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let game = load::analyzed(&args.plan, args.json)?;
    let plan = load::plan_if_it_fits(&game, &args.plan)?;
    let load::Analyzed { model, facts, .. } = game;
    if args.json {
        let sentences = |text: &str| text.lines().map(str::to_owned).collect();
        let subjects = facts.subjects();
        return output::write_json(&Explanation {
            game: model.title.clone(),
            params: crate::json::params(&model),
            facts: subjects.iter().map(|(subject, text)| (*subject, sentences(text))).collect(),
        });
    }
    let plan = plan.map_or_else(|error| error.to_string(), |plan| plan.to_string());
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
