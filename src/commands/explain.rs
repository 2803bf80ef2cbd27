//! `gamec explain`: what follows from the rules of a game, in words.

use crate::args::ExplainArgs;
use crate::commands::solve::asked;
use crate::failure::Failure;
use crate::progress::Terminal;
use crate::{load, output};
use gdl_runtime::interp::Interp;
use gdl_solver::{Problem, Strategy};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Explains the game, and how `gamec solve` would solve it with the same arguments.
pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let wanted = &args.problem.plan;
    let game = load::analyzed(wanted, args.json)?;
    let plan = load::layouts_if_any_fits(&game, wanted)?;
    let load::Analyzed { model, start, facts } = game;
    let interp = Interp::with_start(&model, start).expect("the start was found before");
    let problem = Problem { interp: &interp, question: asked(&args.problem, &interp)? };
    let (limits, choices) = (args.problem.limits(), args.problem.choices());
    let terminal = Terminal::new(args.json);
    let strategy = gdl_solver::choose(&problem, &limits, &choices, &terminal);
    if args.json {
        let sentences = |text: &str| text.lines().map(str::to_owned).collect();
        let subjects = facts.subjects();
        return output::write_json(&Explanation {
            game: model.title.clone(),
            params: crate::json::params(&model),
            facts: subjects.iter().map(|(subject, text)| (*subject, sentences(text))).collect(),
            refusal: strategy.as_ref().err().map(|error| error.message().text.clone()),
            strategy: strategy.ok(),
        });
    }
    let plan = plan.map_or_else(|error| error.to_string(), |plan| plan.to_string());
    let strategy = match strategy {
        Ok(strategy) => strategy.to_string(),
        Err(error) => error.message().to_string(),
    };
    let (plan, strategy) = (indented(&plan), indented(&strategy));
    output::write(&format!("{}\n\n{facts}\nthe table\n{plan}\nsolving\n{strategy}", model.title))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}

/// The sentences as JSON.
#[derive(Serialize)]
struct Explanation {
    game: String,
    params: Map<String, Value>,
    facts: BTreeMap<&'static str, Vec<String>>,
    /// How `gamec solve` would solve it; none if it would not.
    strategy: Option<Strategy>,
    /// Why it would not.
    refusal: Option<String>,
}
