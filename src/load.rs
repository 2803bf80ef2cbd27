//! From a path to a resolved game.

use crate::args::{DefineArgs, GameArgs};
use crate::failure::Failure;
use crate::{read, report};
use gdl::ast::{Ast, Stmt};
use gdl::model::Model;
use gdl::{Diagnostics, Params, Source};

/// Reads and resolves a game, and shows the warnings about it.
pub(crate) fn game(args: &GameArgs, json: bool) -> Result<Model, Failure> {
    let source = read::read(&args.file)?;
    let (model, warnings) = resolve(&source, &args.defines)?;
    report::diagnostics(&source, &warnings, json);
    Ok(model)
}

/// Resolves a game that has been read. Gives its warnings as well.
pub(crate) fn resolve(source: &Source, defines: &DefineArgs) -> Result<(Model, Diagnostics), Failure> {
    let wrong = |diagnostics| Failure::Game(source.clone(), diagnostics);
    let ast = gdl::parse(source).map_err(wrong)?;
    let params = params(&ast, source, defines)?;
    gdl::resolve(source, &ast, &params).map_err(wrong)
}

/// The parameters given on the command line, if the game has them all. Of two values for one parameter the later counts.
fn params(ast: &Ast, source: &Source, defines: &DefineArgs) -> Result<Params, Failure> {
    let known: Vec<&str> = ast.items.iter().filter_map(|item| if let Stmt::Param(list) = &item.stmt.node { Some(list) } else { None })
        .flatten().map(|bind| bind.name.node.as_str()).collect();
    for (name, _) in &defines.define {
        if !known.contains(&name.as_str()) {
            let message = format!("`{}` has no parameter called `{name}`", source.name());
            return Err(match gdl::nearest(name, known.iter().copied()) {
                Some(near) => Failure::input_with_help(message, format!("did you mean `{near}`?")),
                None if known.is_empty() => Failure::input_with_help(message, "it has no parameters at all"),
                None => Failure::input_with_help(message, format!("its parameters are: {}", known.join(", "))),
            });
        }
    }
    Ok(defines.define.iter().cloned().collect())
}
