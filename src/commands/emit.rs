//! `gamec emit`: the value between two stages of the compiler.

use crate::args::{EmitArgs, Stage};
use crate::failure::Failure;
use crate::{load, output, read};
use gdl::facts::analyze;

/// Prints a stage.
pub(crate) fn run(args: &EmitArgs) -> Result<(), Failure> {
    match args.stage {
        Stage::Ast => {
            let source = read::read(&args.game.file)?;
            let ast = gdl::parse(&source)
                .map_err(|diagnostics| Failure::Game(source.clone(), diagnostics))?;
            if args.json { output::write_json(&ast) } else { output::write(&ast.to_string()) }
        }
        Stage::Model => {
            let model = load::game(&args.game, args.json)?;
            if args.json { output::write_json(&model) } else { output::write(&model.to_string()) }
        }
        Stage::Facts => {
            let model = load::game(&args.game, args.json)?;
            let start = load::start(&model, args.start.as_deref())?;
            let facts = analyze(&model, &model.starts[start]);
            if args.json { output::write_json(&facts) } else { output::write(&facts.to_string()) }
        }
        Stage::Plan => {
            let model = load::game(&args.game, args.json)?;
            let start = &model.starts[load::start(&model, args.start.as_deref())?];
            let plan = load::plan(&model, start, &analyze(&model, start), &args.plan)?;
            if args.json { output::write_json(&plan) } else { output::write(&plan.to_string()) }
        }
    }
}
