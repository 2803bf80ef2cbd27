//! Breadth-first search on tables: the same layers as the interpreter's search on every puzzle,
//! and as plain sets on made-up graphs.

mod lines;
mod made_up;
mod on_disk;
pub(crate) mod plain;
mod stopping;

use crate::shipped;
use gdl::analyze::inverse::Inverse;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::Model;
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl::word_parallel::Layouts;
use gdl_runtime::Silent;
use gdl_runtime::engine::{PerState, Rules, SearchKind, SearchOptions, Use, View, search};
use gdl_runtime::interp::{Exploration, ExploreOptions, Interp, Interpreted, explore};
use plain::{Known, Plain, agree, all_options};
use std::collections::BTreeSet;
use std::ops::Range;

/// Larger hashes are left to tests of faster rules.
const MOST_ENTRIES: u64 = 400_000;

/// Puzzles with more positions are searched in fewer ways.
const LARGE: u64 = 5_000;

/// Puzzles whose default size is too large here, with parameters that make them small.
const SMALLER: [(&str, &[(&str, i64)]); 7] = [
    ("sliding-tiles", &[("rows", 2), ("cols", 3)]),
    ("sliding-tiles", &[("rows", 2), ("cols", 4)]),
    ("pancakes", &[("n", 6)]),
    ("burnt-pancakes", &[("n", 4)]),
    ("topspin", &[("n", 7), ("k", 3)]),
    ("topspin", &[("n", 8)]),
    ("topspin", &[("n", 9), ("k", 5)]),
];

/// Puzzles that no parameter makes small enough.
const TOO_LARGE: [&str; 4] = ["frogs-and-toads", "peg-french", "peg-solitaire", "pocket-cube"];

#[test]
fn every_puzzle_has_the_layers_of_the_interpreter() {
    let names = shipped::names().into_iter().filter(|name| !TOO_LARGE.contains(&name.as_str()));
    let mut puzzles: Vec<(String, Model)> =
        names.map(|name| (name.clone(), shipped::model(&name, &[]))).collect();
    for (name, params) in SMALLER {
        puzzles.push((format!("{name} {params:?}"), shipped::model(name, params)));
    }
    puzzles.retain(|(_, model)| model.players.is_empty());
    assert!(puzzles.len() > 15);
    for (name, model) in &puzzles {
        assert!(agreeing_hashes(name, model) > 0, "no hash of {name} is small enough");
    }
}

/// Compares the search on each hash that is small enough; gives their number. Positions are
/// enumerated only if there is no other.
fn agreeing_hashes(name: &str, model: &Model) -> usize {
    let interp = Interp::new(model);
    let facts = analyze(model, Domain::start(model, 0));
    let by_family = |family| PlanOptions { family: Some(family), ..PlanOptions::default() };
    let is_small = |plan: &Plan| plan.hash.size() <= MOST_ENTRIES && !plan.hash.is_up_to_symmetry();
    let planned = |family| Layouts::new(model, &facts, by_family(family), None);
    let planned = Family::ALL.into_iter().filter_map(|family| Some(planned(family).ok()?.plan));
    let mut plans: Vec<Plan> = planned.filter(is_small).collect();
    if plans.is_empty() {
        let enumerated = by_family(Family::Reachable);
        plans.extend(plan_with_play(model, &facts, enumerated, &interp).ok().filter(is_small));
    }
    let expected = by_interpreter(&interp);
    for plan in &plans {
        let title = format!("{name} by {}", plan.family.name());
        compare(&title, &interp, plan, &expected);
    }
    plans.len()
}

/// Every engine that is sound finds what the interpreter finds.
fn compare(title: &str, interp: &Interp<'_>, plan: &Plan, expected: &Exploration) {
    let Plan { facts, hash, .. } = plan;
    let rules = Interpreted::new(interp, plan);
    let mut indices = expected.states.iter().map(|state| rules.rank(&state.into()));
    let layer = |states: &u64| {
        let states = usize::try_from(*states).expect("it is small");
        indices.by_ref().take(states).collect::<BTreeSet<u64>>()
    };
    let layers: Vec<BTreeSet<u64>> = expected.layers.iter().map(layer).collect();
    let known = Known {
        alternates: facts.potentials.alternating.is_some(),
        counts_moves: facts.layers.number.is_some(),
        ranges: ranges(&layers),
        undirected: facts.inverse == Inverse::Undirected,
        symmetric: hash.quotient().order() > 1,
    };
    let plain = Plain { layers, moves: expected.successors };
    for options in all_options(&known).into_iter().filter(|it| is_worth_it(it, expected)) {
        let found = search(&PerState(&rules), &[rules.start()], &options, &mut Silent);
        let found = found.expect("it is small");
        agree(&format!("{title}: {options:?}"), &PerState(&rules), &plain, &options, &found);
    }
}

/// Made-up graphs have all combinations; here each engine gets two of them, and one on large
/// puzzles unless it does work again and again.
fn is_worth_it(options: &SearchOptions, expected: &Exploration) -> bool {
    let is_large = expected.layers.iter().sum::<u64>() > LARGE;
    let repeats = matches!(options.kind, SearchKind::OneBit | SearchKind::Reachability);
    match (options.lists, options.pull, options.threads) {
        (Use::Auto, Use::Auto, 2) => !(is_large && (repeats || options.view != View::AsIs)),
        (Use::Never, Use::Always, 1) => !is_large,
        _ => false,
    }
}

/// The ranges that the indices of each layer lie in, if they do not overlap.
fn ranges(layers: &[BTreeSet<u64>]) -> Option<Vec<Range<u64>>> {
    let range = |layer: &BTreeSet<u64>| Some(*layer.first()?..*layer.last()? + 1);
    let ranges: Vec<Range<u64>> = layers.iter().filter_map(range).collect();
    let mut sorted = ranges.clone();
    sorted.sort_unstable_by_key(|range| range.start);
    sorted.is_sorted_by(|one, next| one.end <= next.start).then_some(ranges)
}

fn by_interpreter(interp: &Interp<'_>) -> Exploration {
    let mut roots = [interp.start()].into_iter();
    explore(interp, &mut roots, &ExploreOptions::default(), &mut Silent).expect("small")
}
