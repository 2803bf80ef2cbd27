//! From the text of a game to its code, with every mistake as an error of the Rust compiler.

use crate::arguments::Arguments;
use gdl_code::emit::wgsl::{self, Wgsl, Wide};
use gdl_code::ir::Module;
use gdl_lang::diagnostic::Code;
use gdl_lang::domain::Domain;
use gdl_lang::model::{Model, Start};
use gdl_lang::words::nearest;
use gdl_lang::{Diagnostic, Diagnostics, Params, Source, Style};
use gdl_plan::facts::{Facts, analyze};
use gdl_plan::plan::structure::Structure;
use gdl_plan::plan::{Family, Plan, PlanError, PlanOptions, plan};
use std::ops::Range;
use syn::ext::IdentExt;
use syn::{Error, LitStr, Result};

/// A game and its code.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) model: Model,
    pub(crate) facts: Facts,
    pub(crate) plan: Plan,
    pub(crate) module: Module,
    /// The index of the start.
    pub(crate) start: u64,
    /// The number of the start among those of the game.
    pub(crate) start_number: usize,
}

/// A game as code for graphics processors.
#[derive(Debug)]
pub(crate) struct DeviceCode {
    pub(crate) wgsl: Wgsl,
    /// The index of the start.
    pub(crate) start: u64,
    /// The indices of each tier.
    pub(crate) tiers: Vec<Range<u64>>,
    /// What it means for the player to move if she cannot.
    pub(crate) stuck: u32,
}

/// Compiles a game as the arguments want it.
pub(crate) fn compile(source: &Source, arguments: &Arguments) -> Result<Compiled> {
    let model = model(source, arguments)?;
    let start = start(&model, arguments.start.as_ref())?;
    let family = arguments.hash.as_ref().map(family).transpose()?;
    lower(model, start, family).map_err(|error| does_not_fit(arguments, error))
}

/// Compiles a game for graphics processors, where every position has an index of its own.
pub(crate) fn device_code(compiled: &Compiled, arguments: &Arguments) -> Result<DeviceCode> {
    let Compiled { model, facts, .. } = compiled;
    let family = arguments.hash.as_ref().map(family).transpose()?;
    let options = PlanOptions { family, one_to_one: true, ..PlanOptions::default() };
    let plan = plan(model, facts, options).map_err(|error| does_not_fit(arguments, error))?;
    let start = plan.hash.rank(facts.domain.example()).expect("the hash has the start");
    let tiers = (0..plan.hash.tiers().len()).map(|tier| {
        let first = plan.hash.tier_start(tier);
        first..first + plan.hash.tier_size(tier)
    });
    Ok(DeviceCode {
        wgsl: wgsl::wgsl(&gdl_code::lower::device_game(model, &plan), Wide::Words),
        start,
        tiers: tiers.collect(),
        stuck: Structure::new(model, &plan).stuck,
    })
}

/// The error that no layout fits, or not the one that is wanted.
fn does_not_fit(arguments: &Arguments, error: PlanError) -> Error {
    Error::new(arguments.hash.as_ref().unwrap_or(&arguments.text).span(), error)
}

/// The game that a text describes.
pub(crate) fn model(source: &Source, arguments: &Arguments) -> Result<Model> {
    let params: Params =
        arguments.params.iter().map(|(name, value)| (name.unraw().to_string(), *value)).collect();
    // The Rust compiler has no place for warnings of macros; `gamec check` shows them.
    let (model, _) = gdl_lang::compile(source, &params)
        .map_err(|diagnostics| errors(&diagnostics, source, arguments))?;
    Ok(model)
}

/// The code of a game from one of its starts, with a family of layouts if one is wanted.
pub(crate) fn lower(
    model: Model,
    start_number: usize,
    family: Option<Family>,
) -> std::result::Result<Compiled, PlanError> {
    let facts = analyze(&model, Domain::start(&model, start_number));
    let options = PlanOptions { family, ..PlanOptions::default() };
    let plan = plan(&model, &facts, options)?;
    let module = gdl_code::lower::game(&model, &plan);
    let start = plan.hash.rank(facts.domain.example()).expect("the hash has the start");
    Ok(Compiled { facts, plan, module, start, start_number, model })
}

/// An error for each diagnostic, with the text for people.
fn errors(diagnostics: &Diagnostics, source: &Source, arguments: &Arguments) -> Error {
    let sorted = diagnostics.sorted().into_iter();
    let mut errors = sorted.map(|diagnostic| {
        let mut alone = Diagnostics::new();
        alone.push(diagnostic.clone());
        let text = alone.render(source, Style::Plain);
        // The compiler says "error" itself.
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        Error::new(place(diagnostic, arguments), text)
    });
    let mut all = errors.next().expect("a game that is refused has a diagnostic");
    errors.for_each(|error| all.combine(error));
    all
}

/// What of the arguments a diagnostic is about: the name of a parameter that the game does not
/// have, else the text.
fn place(diagnostic: &Diagnostic, arguments: &Arguments) -> proc_macro2::Span {
    let named = diagnostic.message.split('`').nth(1);
    let param = named.and_then(|name| arguments.place_of_param(name));
    match (diagnostic.code, param) {
        (Code::UnknownParameter, Some(span)) => span,
        _ => arguments.text.span(),
    }
}

/// The number of the start that is wanted; the first if nothing is said.
fn start(model: &Model, wanted: Option<&LitStr>) -> Result<usize> {
    let Some(literal) = wanted else { return Ok(0) };
    let name = literal.value();
    let is_wanted = |start: &Start| start.name.as_ref() == Some(&name);
    model.starts.iter().position(is_wanted).ok_or_else(|| {
        let names: Vec<&str> = model.starts.iter().filter_map(|one| one.name.as_deref()).collect();
        let help = match nearest(&name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.is_empty() => "its start has no name".to_owned(),
            None => format!("its starts are: {}", names.join(", ")),
        };
        let message = format!("this game has no start called `{name}`\n\nhelp: {help}");
        Error::new(literal.span(), message)
    })
}

/// The family with a name.
fn family(literal: &LitStr) -> Result<Family> {
    let name = literal.value();
    // The compiler does not play, so positions cannot be enumerated here.
    let families = || Family::CODED.into_iter().filter(|family| *family != Family::Reachable);
    families().find(|family| family.name() == name).ok_or_else(|| {
        let help = match nearest(&name, families().map(Family::name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "layouts are: {}",
                families().map(Family::name).collect::<Vec<_>>().join(", ")
            ),
        };
        Error::new(literal.span(), format!("there is no layout `{name}`\n\nhelp: {help}"))
    })
}
