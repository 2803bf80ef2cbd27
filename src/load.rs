//! From a path to a resolved game.

use crate::args::{DefineArgs, GameArgs, PlanArgs};
use crate::failure::Failure;
use crate::{read, report};
use gdl::facts::Facts;
use gdl::model::{Model, Start};
use gdl::plan::{Plan, PlanOptions};
use gdl::{Diagnostics, Source};

/// Reads and resolves a game, and shows the warnings about it.
pub(crate) fn game(args: &GameArgs, json: bool) -> Result<Model, Failure> {
    let source = read::read(&args.file)?;
    let (model, warnings) = resolve(&source, &args.defines)?;
    report::diagnostics(&source, &warnings, json);
    Ok(model)
}

/// Resolves a game that has been read. Gives its warnings as well. Of two values for one parameter the later counts.
pub(crate) fn resolve(
    source: &Source,
    defines: &DefineArgs,
) -> Result<(Model, Diagnostics), Failure> {
    let params = defines.define.iter().cloned().collect();
    gdl::compile(source, &params).map_err(|diagnostics| Failure::Game(source.clone(), diagnostics))
}

/// The number of the start the user named; the first if none was named.
pub(crate) fn start(model: &Model, name: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = name else { return Ok(0) };
    let names: Vec<&str> = model.starts.iter().filter_map(|start| start.name.as_deref()).collect();
    let found = model.starts.iter().position(|start| start.name.as_deref() == Some(name));
    found.ok_or_else(|| {
        let message = format!("this game has no start called `{name}`");
        match gdl::words::nearest(name, names.iter().copied()) {
            Some(near) => Failure::input_with_help(message, format!("did you mean `{near}`?")),
            None if names.is_empty() => {
                Failure::input_with_help(message, "its start has no name; leave out `--start`")
            }
            None => {
                Failure::input_with_help(message, format!("its starts are: {}", names.join(", ")))
            }
        }
    })
}

/// Plans a game, with what the user decided.
pub(crate) fn plan(
    model: &Model,
    start: &Start,
    facts: &Facts,
    args: &PlanArgs,
) -> Result<Plan, Failure> {
    let options = PlanOptions { family: args.family, bits: args.bits };
    gdl::plan::plan(model, start, facts, options).map_err(|error| Failure::input(error.to_string()))
}
