//! From a path to a resolved game.

use crate::args::{DefineArgs, GameArgs, PlanArgs};
use crate::failure::Failure;
use crate::{read, report};
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::Model;
use gdl::plan::{Plan, PlanError, PlanOptions, plan_with_play};
use gdl::word_parallel::Layouts;
use gdl::{Diagnostics, Source};
use gdl_runtime::interp::Interp;

/// Reads and resolves a game, and shows the warnings about it.
pub(crate) fn game(args: &GameArgs, json: bool) -> Result<Model, Failure> {
    let source = read::read(&args.file)?;
    let (model, warnings) = resolve(&source, &args.defines)?;
    report::diagnostics(&source, &warnings, json);
    Ok(model)
}

/// Resolves a game that has been read. Gives its warnings as well. Of two values for one parameter
/// the later counts.
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

/// A game seen from one of its starts, with what follows from its rules.
pub(crate) struct Analyzed {
    pub(crate) model: Model,
    /// The number of the start.
    pub(crate) start: usize,
    pub(crate) facts: Facts,
}

impl Analyzed {
    fn interp(&self) -> Interp<'_> {
        Interp::with_start(&self.model, self.start).expect("the start was found before")
    }
}

/// Reads, resolves and analyzes a game.
pub(crate) fn analyzed(args: &PlanArgs, json: bool) -> Result<Analyzed, Failure> {
    let model = game(&args.game, json)?;
    let start = start(&model, args.start.as_deref())?;
    let facts = analyze(&model, Domain::start(&model, start));
    Ok(Analyzed { model, start, facts })
}

/// Plans a game, with what the user decided.
pub(crate) fn layouts(game: &Analyzed, args: &PlanArgs) -> Result<Layouts, Failure> {
    try_layouts(game, args).map_err(|error| Failure::input(error.to_string()))
}

/// Plans a game that has something to say without a plan as well: that nothing fits is a failure
/// only if the user decided what should.
pub(crate) fn layouts_if_any_fits(
    game: &Analyzed,
    args: &PlanArgs,
) -> Result<Result<Layouts, PlanError>, Failure> {
    match try_layouts(game, args) {
        Err(error) if args.decide() => Err(Failure::input(error.to_string())),
        layouts => Ok(layouts),
    }
}

/// Plans a game that code is made for.
pub(crate) fn coded_plan(game: &Analyzed, args: &PlanArgs) -> Result<Plan, Failure> {
    with_code(game, args, decided(args))
}

/// Plans a game for a device, where every position has an index of its own.
pub(crate) fn device_plan(game: &Analyzed, args: &PlanArgs) -> Result<Plan, Failure> {
    with_code(game, args, PlanOptions { one_to_one: true, ..decided(args) })
}

/// Plans a game, unless no code is made for the layout that the user decided on.
fn with_code(game: &Analyzed, args: &PlanArgs, options: PlanOptions) -> Result<Plan, Failure> {
    if let Some(family) = args.family.filter(|family| family.is_word_parallel()) {
        let message = format!("no code is made for the layout `{}`", family.name());
        return Err(Failure::input_with_help(message, "`gamec solve` has it built in"));
    }
    plan_with_play(&game.model, &game.facts, options, &game.interp())
        .map_err(|error| Failure::input(error.to_string()))
}

fn try_layouts(game: &Analyzed, args: &PlanArgs) -> Result<Layouts, PlanError> {
    let interp = game.interp();
    let layouts = Layouts::new(&game.model, &game.facts, decided(args), Some(&interp))?;
    Ok(match args.family {
        Some(_) => layouts,
        None => layouts.with_word_parallel(&game.model),
    })
}

/// What the user decided.
fn decided(args: &PlanArgs) -> PlanOptions {
    PlanOptions { family: args.family, bits: args.bits, ..PlanOptions::default() }
}
