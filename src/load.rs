//! From a path to a resolved game.

use crate::args::{DefineArgs, GameArgs};
use crate::failure::Failure;
use crate::{read, report};
use gdl::model::Model;
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
