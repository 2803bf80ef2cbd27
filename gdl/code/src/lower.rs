//! From a plan to code: the perfect hash of a game, lowered to [`crate::ir`].
//!
//! The code has a position type of its own, made for the layout: bit sets of cells if pieces are
//! numbered set by set, else what stands on each cell. Only cells that can change are part of it.
//! `rank` and `unrank` give the same numbers as [`crate::plan::Hash`], which is slower and serves
//! any game.

mod cells;
mod colors;
mod context;
mod digits;
mod enumerated;
mod heaps;
mod linear;
mod mover;
mod multinomial;
mod names;
mod notation;
mod orbits;
mod parity;
mod permutation;
mod phase;
mod potential;
mod raw;
mod rules;
mod sets;
mod split;
mod state;
mod symmetric;
mod tier;
mod turning;
mod weights;

use crate::ir::{Code, Constant, Expr, Module, Type};
use crate::model::{Action, Model, Rule, Write};
use crate::plan::arrangement::Arrangement;
use crate::plan::turning::Turning;
use crate::plan::{Hash, Plan};
use context::{Context, Style};

/// The code of a plan's hash.
pub fn hash(model: &Model, plan: &Plan) -> Module {
    let mut context = Context::new(model, plan);
    numbers(&mut context);
    finished(context, plan, "the numbers of its positions")
}

/// The code of a whole game: its hash and its moves.
pub fn game(model: &Model, plan: &Plan) -> Module {
    whole(Context::new(model, plan), plan)
}

/// The code of a whole game, with numbers computed as in a book, to be compared with.
pub fn plain_game(model: &Model, plan: &Plan) -> Module {
    let mut context = Context::new(model, plan);
    context.style = Style::Plain;
    whole(context, plan)
}

/// The code of a game for devices with small memories: numbers, moves forward, ends, goal, phase
/// and symmetries, with short tables only.
///
/// The numbers are those of [`game`]. What moves bring and how positions are written is left out,
/// and so are the ways back.
///
/// LIMIT: the layout up to symmetry and enumerated positions need long tables by their nature, and
/// have them here too.
pub fn device_game(model: &Model, plan: &Plan) -> Module {
    let mut context = Context::new(model, plan);
    let facts = context.facts;
    context.style = Style::Small;
    numbers(&mut context);
    rules::lower(&mut context, facts);
    phase::lower(&mut context, facts);
    rules::goal::lower(&mut context);
    symmetric::lower(&mut context);
    finished(context, plan, "its positions and moves, for devices with small memories")
}

fn whole(mut context: Context<'_>, plan: &Plan) -> Module {
    let facts = context.facts;
    if rules::gains::is_kept(context.model) {
        context.layout.note_gains();
    }
    numbers(&mut context);
    rules::lower(&mut context, facts);
    rules::score::lower(&mut context);
    rules::predecessors::lower(&mut context, facts);
    rules::predecessors::in_tier::lower(&mut context, facts);
    phase::lower(&mut context, facts);
    rules::goal::lower(&mut context);
    symmetric::lower(&mut context);
    let notation = notation::lower(&context);
    let module = unnamed(context, plan, "its positions and moves");
    names::settle(Module { notation: Some(notation), ..module })
}

/// Adds everything about the numbers of positions.
fn numbers(context: &mut Context<'_>) {
    cells::lower(context);
    tier::lower(context);
    if context.hash.tiers()[0].enumerated.is_some() {
        enumerated::lower(context);
    } else {
        digits::lower(context);
    }
}

/// The module, with what it says about itself.
fn finished(context: Context<'_>, plan: &Plan, about: &str) -> Module {
    names::settle(unnamed(context, plan, about))
}

/// The module before it has its final names.
fn unnamed(context: Context<'_>, plan: &Plan, about: &str) -> Module {
    let (model, hash) = (context.model, context.hash);
    let file = model.source.name().rsplit(['/', '\\']).next().unwrap_or_default();
    let given: Vec<String> = model
        .params
        .iter()
        .filter(|param| param.value != param.default)
        .map(|param| format!("{} = {}", param.name, param.value))
        .collect();
    let with = if given.is_empty() { String::new() } else { format!(" with {}", given.join(", ")) };
    let doc = vec![
        format!("{}: {about}.", model.title),
        String::new(),
        format!("Written by gamec {} from {file}{with}. Do not edit.", env!("CARGO_PKG_VERSION")),
        String::new(),
        format!("Layout `{}`: {}.", plan.family.name(), plan.reason),
    ];
    let size = Constant {
        doc: "Number of indices.".to_owned(),
        name: "SIZE".to_owned(),
        value: Code::index(hash.size()),
    };
    let cells = Constant {
        doc: "Number of cells that can change.".to_owned(),
        name: "CELLS".to_owned(),
        value: place(hash.cells().len()),
    };
    context.finish(doc, vec![size, cells])
}

/// One arrangement of each tier: all of one family.
struct Family<'a> {
    tiers: Vec<&'a Arrangement>,
    /// Number of cells.
    cells: usize,
    /// What is put after the names of functions and tables if there are several.
    suffix: String,
}

/// Lowers the numbering of one zone of the board, and gives the sizes by tier.
fn arrangement(context: &mut Context<'_>, family: &Family<'_>) -> Vec<u64> {
    match family.tiers[0] {
        Arrangement::Permutation(_) => permutation::lower(context, family),
        Arrangement::Colors(_) => multinomial::lower(context, family),
        Arrangement::Chain(_) => sets::lower(context, family),
        Arrangement::Raw(_) => raw::lower(context, family),
        Arrangement::Bits(_) => linear::lower(context, family),
        Arrangement::Heaps(_) => heaps::lower(context, family),
        Arrangement::Orbits(_) => orbits::lower(context, family),
    }
    family.tiers.iter().map(|arrangement| arrangement.size()).collect()
}

/// Whether pieces are numbered set by set, so that positions are best kept as sets.
///
/// Sets have room only for what positions of the layout hold. A move that puts down something else
/// on the way, which is gone when it ends, needs cells.
fn by_sets(model: &Model, hash: &Hash) -> bool {
    let is_by_sets = hash.tiers().iter().all(|tier| match tier.zones.as_slice() {
        [zone] => zone.arrangement.is_by_sets() && matches!(zone.turning, Turning::None),
        _ => false,
    });
    let held = state::contents(hash);
    let puts_others = |rule: &Rule| {
        rule.writes.iter().any(|(_, write)| match write {
            Write::Put(content) => !held.contains(content),
            Write::Copy(_) => false,
        })
    };
    let rules = model.actions().flat_map(|action| match action {
        Action::Rewrite(rules) => rules.as_slice(),
        _ => &[],
    });
    let settled = model.settles().flat_map(|settle| &settle.rules);
    is_by_sets && !rules.chain(settled).any(puts_others)
}

/// A number that arrays are indexed with.
fn place(number: usize) -> Expr {
    Expr::number(Type::Index, u64::try_from(number).expect("arrays are small"))
}
