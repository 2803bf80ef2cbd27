//! `gamec emit`: the value between two stages of the compiler.

use crate::args::{CodePart, EmitArgs, Stage};
use crate::failure::Failure;
use crate::{load, output, read};
use gdl::emit::wgsl::Wide;
use gdl::emit::{rust, wgsl};

/// Prints a stage.
pub(crate) fn run(args: &EmitArgs) -> Result<(), Failure> {
    match args.stage {
        Stage::Ast => {
            let source = read::read(&args.plan.game.file)?;
            let ast = gdl::parse(&source)
                .map_err(|diagnostics| Failure::Game(source.clone(), diagnostics))?;
            if args.json { output::write_json(&ast) } else { output::write(&ast.to_string()) }
        }
        Stage::Model => {
            let model = load::game(&args.plan.game, args.json)?;
            if args.json { output::write_json(&model) } else { output::write(&model.to_string()) }
        }
        Stage::Facts => {
            let facts = load::analyzed(&args.plan, args.json)?.facts;
            if args.json { output::write_json(&facts) } else { output::write(&facts.to_string()) }
        }
        Stage::Plan => {
            let plan = load::layouts(&load::analyzed(&args.plan, args.json)?, &args.plan)?;
            if args.json { output::write_json(&plan) } else { output::write(&plan.to_string()) }
        }
        Stage::Rust => {
            let game = load::analyzed(&args.plan, args.json)?;
            let plan = load::coded_plan(&game, &args.plan)?;
            let module = match args.only {
                Some(CodePart::Hash) => gdl::lower::hash(&game.model, &plan),
                None => gdl::lower::game(&game.model, &plan),
            };
            let code = rust::rust(&module) + &rust::notation(&module);
            if args.json { output::write_json(&code) } else { output::write(&code) }
        }
        Stage::Wgsl => {
            let game = load::analyzed(&args.plan, args.json)?;
            let plan = load::device_plan(&game, &args.plan)?;
            let module = gdl::lower::device_game(&game.model, &plan);
            let code = wgsl::wgsl(&module, Wide::Words).text;
            if args.json { output::write_json(&code) } else { output::write(&code) }
        }
    }
}
