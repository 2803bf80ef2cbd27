//! Every engine on compiled games, in every way that is sound.

use super::shared;
use crate::engines::plain::{Known, Plain, agree, all_options};
use crate::shipped;
use gdl::analyze::inverse::Inverse;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::plan::{PlanOptions, plan_with_play};
use gdl_runtime::engine::{Goal, SearchKind, SearchOptions, Sweep, View, line, neighbours, search};
use gdl_runtime::interp::{ExploreOptions, Interp, explore};
use gdl_runtime::{Silent, native};
use std::collections::BTreeSet;

const PUZZLES: [(&str, &[(&str, i64)]); 6] = [
    ("pancakes", &[("n", 5)]),
    ("sliding-tiles", &[("rows", 2), ("cols", 3)]),
    ("topspin", &[("n", 7), ("k", 3)]),
    ("frogs", &[]),
    ("peg-triangle", &[]),
    ("burnt-pancakes", &[("n", 3)]),
];

#[test]
fn every_engine_has_the_layers_of_the_interpreter() {
    let (compiler, cache) = shared();
    let mut covered = BTreeSet::new();
    for (name, params) in PUZZLES {
        let model = shipped::model(name, params);
        let interp = Interp::new(&model);
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = plan_with_play(&model, &facts, PlanOptions::default(), &interp);
        let plan = plan.expect("there is a plan");
        let module = gdl::lower::game(&model, &plan);
        let game = native::compile(&module, &compiler, &cache).expect("it compiles");
        let mut roots = [interp.start()].into_iter();
        let expected = explore(&interp, &mut roots, &ExploreOptions::default(), &mut Silent);
        let expected = expected.expect("it is small");
        let index = |state| native::index(&game, &plan.hash, &state).expect("the hash has it");
        let mut indices = expected.states.iter().map(index);
        let layer = |states: &u64| {
            let states = usize::try_from(*states).expect("it is small");
            indices.by_ref().take(states).collect::<BTreeSet<u64>>()
        };
        let plain = Plain {
            layers: expected.layers.iter().map(layer).collect(),
            moves: expected.successors,
        };
        let known = Known {
            alternates: facts.potentials.alternating.is_some(),
            counts_moves: facts.layers.number.is_some(),
            ranges: None,
            undirected: facts.inverse == Inverse::Undirected,
            symmetric: plan.hash.quotient().order() > 1,
        };
        let starts = [index(interp.start())];
        for options in all_options(&known) {
            let found = search(&game, &starts, &options, &mut Silent).expect("it is small");
            agree(&format!("{name}: {options:?}"), &game, &plain, &options, &found);
            covered.insert(format!("{} bits {:?}", options.kind.bits(), options.view));
        }
        let goal = expected.goal.map(|goal| index(expected.states.get(goal)));
        shortest_way(&game, starts[0], goal, &known);
    }
    assert_eq!(covered.len(), 6, "{covered:?}");
}

/// The way to the nearest goal has one move from each state to the next.
fn shortest_way(game: &dyn Sweep, start: u64, goal: Option<u64>, known: &Known) {
    let undirected = known.undirected;
    let kind = SearchKind::Distances;
    let options = SearchOptions { kind, goal: Goal::Note, undirected, ..SearchOptions::default() };
    let found = search(game, &[start], &options, &mut Silent).expect("it is small");
    let table = found.table.expect("distances are kept");
    assert_eq!(found.goal.is_some(), goal.is_some());
    let Some((depth, nearest)) = found.goal else { return };
    assert_eq!(goal.and_then(|goal| table.distance(goal)), Some(depth as u64));
    for undirected in [undirected, false] {
        let options = SearchOptions { undirected, ..options.clone() };
        let way = line(game, &table, nearest, &options, &mut Silent).expect("nobody stops it");
        let way = way.expect("the goal is reached");
        assert_eq!((way.len(), way[0]), (depth + 1, start));
        for pair in way.windows(2) {
            assert!(neighbours(game, pair[0], View::AsIs).contains(&pair[1]), "{pair:?}");
        }
    }
}
