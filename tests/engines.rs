//! Breadth-first search on tables: the same layers as the interpreter's search on every puzzle, and as plain sets on made-up graphs.

mod made_up;
mod stopping;

use crate::shipped;
use gdl::facts::analyze;
use gdl::model::Model;
use gdl::plan::{Family, Hash, Plan, PlanOptions, plan, plan_with_play};
use gdl_runtime::Silent;
use gdl_runtime::engine::{Interpreted, PerState, Rules, Search, SearchOptions, search};
use gdl_runtime::interp::{Exploration, ExploreOptions, Interp, explore};

/// Larger hashes are left to tests of faster rules.
const MOST_ENTRIES: u64 = 400_000;

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

/// Compares the search on each hash that is small enough; gives their number. Positions are enumerated only if there is no other.
fn agreeing_hashes(name: &str, model: &Model) -> usize {
    let interp = Interp::new(model);
    let start = &model.starts[0];
    let facts = analyze(model, start);
    let by_family = |family| PlanOptions { family: Some(family), bits: None };
    let is_small = |plan: &Plan| plan.hash.size() <= MOST_ENTRIES && !plan.hash.is_up_to_symmetry();
    let planned =
        Family::ALL.iter().filter_map(|family| plan(model, start, &facts, by_family(*family)).ok());
    let mut plans: Vec<Plan> = planned.filter(is_small).collect();
    if plans.is_empty() {
        let enumerated = by_family(Family::Reachable);
        plans.extend(
            plan_with_play(model, start, &facts, enumerated, &interp).ok().filter(is_small),
        );
    }
    let expected = by_interpreter(&interp);
    for plan in &plans {
        let title = format!("{name} by {}", plan.family.name());
        for threads in [1, 2] {
            compare(&title, &interp, &plan.hash, &expected, threads);
        }
    }
    plans.len()
}

/// The search on a table finds what the interpreter finds.
fn compare(title: &str, interp: &Interp<'_>, hash: &Hash, expected: &Exploration, threads: usize) {
    let rules = Interpreted { interp, hash };
    let found = by_table(&rules, &[rules.start()], threads);
    assert_eq!(found.layers, expected.layers, "{title}, {threads} threads");
    assert_eq!(found.successors, expected.successors, "{title}, {threads} threads");
    assert_eq!(found.table.reached().count() as u64, found.states, "{title}, {threads} threads");
    let last = expected.layers.last().copied().expect("the start is a layer");
    let earlier = usize::try_from(found.states - last).expect("small");
    let last_states = expected.states.iter().skip(earlier);
    let mut hardest: Vec<u64> = last_states.map(|state| rules.rank(&state)).collect();
    hardest.sort_unstable();
    assert_eq!(found.hardest, hardest, "{title}, {threads} threads");
}

fn by_interpreter(interp: &Interp<'_>) -> Exploration {
    let mut roots = [interp.start()].into_iter();
    explore(interp, &mut roots, &ExploreOptions::default(), &mut Silent).expect("small")
}

/// Searches with so many threads and keeps the whole last layer.
fn by_table<R: Rules>(rules: &R, starts: &[u64], threads: usize) -> Search {
    let options = SearchOptions { threads, hardest: usize::MAX, ..SearchOptions::default() };
    search(&PerState(rules), starts, &options, &mut Silent).expect("a small table")
}
