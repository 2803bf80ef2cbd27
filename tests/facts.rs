//! What the compiler claims about a game holds in it, and claims that do not hold are found.

use crate::shipped;
use gdl::analyze::counts::Trend;
use gdl::analyze::inverse::Inverse;
use gdl::facts::{Facts, analyze};
use gdl::model::{ContentSet, Model};
use gdl::plan::{Family, Plan, PlanOptions, plan};
use gdl::{Params, Source};
use gdl_runtime::interp::{AuditOptions, Check, Interp, audit};

fn facts(model: &Model) -> Facts {
    analyze(model, &model.starts[0])
}

fn planned(model: &Model, facts: &Facts) -> Option<Plan> {
    plan(model, &model.starts[0], facts, PlanOptions::default()).ok()
}

fn audited(model: &Model, facts: &Facts) -> Vec<Check> {
    let plan = planned(model, facts);
    let options = AuditOptions { moves: 400, entries: 2_000, ..AuditOptions::default() };
    audit(&Interp::new(model), facts, plan.as_ref().map(|plan| &plan.hash), &options)
}

fn failed(checks: &[Check]) -> Vec<&'static str> {
    checks.iter().filter(|check| check.failure.is_some()).map(|check| check.claim).collect()
}

#[test]
fn every_claim_about_every_game_holds() {
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let checks = audited(&model, &facts(&model));
        assert!(checks.len() >= 3, "{name}: {checks:?}");
        assert_eq!(failed(&checks), Vec::<&str>::new(), "{name}: {checks:?}");
    }
}

/// Facts with one lie in them, and the claim that must fail.
#[test]
fn broken_facts_are_found() {
    type Lie = (&'static str, &'static str, fn(&mut Facts));
    let lies: [Lie; 10] = [
        ("peg-solitaire", "what counts the moves counts them", |facts| {
            facts.layers.number.as_mut().expect("the pegs").change = -2;
        }),
        ("peg-solitaire", "symmetries keep the moves", |facts| {
            facts.symmetries.generators[0].cells.swap(0, 5)
        }),
        ("peg-solitaire", "numbers change as claimed", |facts| {
            facts.counts.quantities[0].trend = Trend::Constant
        }),
        ("peg-solitaire", "numbers stay in their range", |facts| {
            facts.counts.quantities[0].range.low = 31
        }),
        ("peg-solitaire", "what is even stays even", |facts| {
            facts.potentials.invariants[0].potential.cells.pop();
        }),
        ("sliding-tiles", "what alternates alternates", |facts| {
            let alternating =
                facts.potentials.alternating.as_mut().expect("the color of the empty cell");
            alternating.potential.cells.pop();
        }),
        ("peg-solitaire", "moves can be taken back", |facts| facts.inverse = Inverse::Undirected),
        ("hexapawn", "tiers follow each other as claimed", |facts| {
            facts.tiers.tiers.iter_mut().for_each(|tier| tier.next.clear());
        }),
        ("connect-four", "a tier has the movers it claims", |facts| {
            facts
                .tiers
                .tiers
                .iter_mut()
                .for_each(|tier| tier.movers = vec![gdl::model::PlayerId(0)]);
        }),
        ("frogs", "cells hold only what they can", |facts| {
            facts.terrain.possible[0] = ContentSet::EMPTY_CELL
        }),
    ];
    for (name, claim, lie) in lies {
        let model = shipped::model(name, &[]);
        let mut facts = facts(&model);
        lie(&mut facts);
        let options = AuditOptions { moves: 400, ..AuditOptions::default() };
        let checks = audit(&Interp::new(&model), &facts, None, &options);
        assert!(failed(&checks).contains(&claim), "{name}: {claim} was not missed in {checks:?}");
    }
}

/// A parity that does not hold makes a table too small, and the audit sees it.
#[test]
fn a_hash_made_of_a_lie_is_found() {
    let model = shipped::model("pancakes", &[("n", 5)]);
    let honest = facts(&model);
    let mut lying = honest.clone();
    let other = facts(&shipped::model("topspin", &[("n", 5), ("k", 4)]));
    lying.potentials.invariants.clone_from(&other.potentials.invariants);
    let small = planned(&model, &lying).expect("it fits");
    assert_eq!(small.hash.size() * 2, planned(&model, &honest).expect("it fits").hash.size());
    let checks = audit(&Interp::new(&model), &honest, Some(&small.hash), &AuditOptions::default());
    assert!(failed(&checks).contains(&"the index of a position gives it back"), "{checks:?}");
}

#[test]
fn facts_of_the_literature_are_found() {
    let tiers = |name: &str| facts(&shipped::model(name, &[])).tiers.labels;
    assert_eq!(tiers("peg-solitaire"), [["peg"]]);
    assert_eq!(tiers("fox-and-geese"), [["goose"]]);
    assert_eq!(tiers("awari"), [["seed"]]);
    assert_eq!(
        tiers("nine-mens-morris"),
        [["hand of white", "hand of black"], ["white man", "black man"]],
        "Gasser's decomposition: men in hand first, then men on the board"
    );
    assert_eq!(facts(&shipped::model("peg-solitaire", &[])).potentials.invariants.len(), 4);
    assert_eq!(
        facts(&shipped::model("tilt", &[])).terrain.fixed.len(),
        3,
        "two blocks and the hole"
    );
    let blocks = facts(&shipped::model("klotski", &[])).blocks.blocks;
    assert_eq!(blocks.iter().map(|block| block.pieces.len()).collect::<Vec<_>>(), [4, 2, 2]);
    let undirected = |name: &str| facts(&shipped::model(name, &[])).inverse == Inverse::Undirected;
    for name in [
        "sliding-tiles",
        "pancakes",
        "topspin",
        "pocket-cube",
        "klotski",
        "rush-hour",
        "frogs",
        "fore-and-aft",
    ] {
        assert!(undirected(name), "{name}");
    }
    assert!(!undirected("peg-solitaire"));
}

/// A game that is not among the shipped ones.
fn compiled(text: &str) -> Model {
    let source = Source::new("test.gdl", text);
    match gdl::compile(&source, &Params::new()) {
        Ok((model, _)) => model,
        Err(errors) => panic!("{}", errors.render(&source, gdl::Style::Plain)),
    }
}

/// The layout and the number of entries that a game gets.
fn table(text: &str) -> (Family, u64) {
    let model = compiled(text);
    let facts = facts(&model);
    let plan = planned(&model, &facts).expect("it fits");
    assert_eq!(failed(&audited(&model, &facts)), Vec::<&str>::new(), "{text}");
    (plan.family, plan.hash.size())
}

#[test]
fn one_extra_move_breaks_the_parity() {
    let tiles = "board grid(2, 3)\npieces 1 .. 5\nstart empty, 1 .. 5\nmove slide: [any | empty] -> [empty | any]\n";
    assert_eq!(table(tiles), (Family::Blank, 360));
    // Now two neighbours may also change places.
    let (_, entries) = table(&format!("{tiles}move swap: [p:any | q:any] -> [q | p]\n"));
    assert_eq!(entries, 720);
}

#[test]
fn one_extra_move_breaks_the_alternation() {
    let hop = "board { x . . x }\npieces x = man\nmove step: [man | empty] -> [empty | man]\n";
    let alternates = |text: &str| facts(&compiled(text)).potentials.alternating.is_some();
    assert!(alternates(hop), "a step changes the colour of a cell");
    assert!(!alternates(&format!("{hop}move leap: [man | empty | empty] -> [empty | _ | man]\n")));
}

#[test]
fn a_game_nobody_has_seen_gets_the_right_family() {
    // Equal men that step about on a small cross: sets, three of eight cells.
    let men = "board {\n      m .\n    m m . .\n      . .\n}\npieces m = man\nmove step: [man | empty] -> [empty | man]\n";
    assert_eq!(table(men), (Family::Sets, 56));
    // Lights that switch their neighbours: bits, of which the moves reach all or not.
    let lights = "board { . . . . }\npieces o = lamp\n\
                  move press along e:\n    [empty | empty] -> [lamp | lamp]\n    [lamp | lamp] -> [empty | empty]\n    \
                  [lamp | empty] -> [empty | lamp]\n    [empty | lamp] -> [lamp | empty]\n";
    assert_eq!(table(lights), (Family::Bits, 8), "the number of lamps stays even");
    // Heaps on a ring.
    let heaps = "players a, b\nboard ring(4)\npieces seed heap\nstart 2 each\n\
                 move sow: sow [seed] along next\nstuck loses\n";
    assert_eq!(table(heaps), (Family::Heaps, 2 * 165));
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    for name in ["nine-mens-morris", "sliding-tiles", "peg-solitaire", "klotski"] {
        let text = || {
            let model = shipped::model(name, &[]);
            let facts = facts(&model);
            let plan = planned(&model, &facts).map(|plan| plan.to_string());
            format!("{model}{facts}{plan:?}")
        };
        assert_eq!(text(), text(), "{name}");
    }
}
