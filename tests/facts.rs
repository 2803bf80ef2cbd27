//! What the compiler claims about a game holds in it, and claims that do not hold are found.

use crate::{shipped, symmetry};
use gdl::analyze::counts::Trend;
use gdl::analyze::inverse::Inverse;
use gdl::analyze::parity::Sign;
use gdl::analyze::turn_order::TurnOrder;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{CellId, ContentSet, Model, PlayerId};
use gdl::plan::{Family, Plan, PlanOptions, plan};
use gdl::{Params, Source};
use gdl_runtime::interp::{AuditOptions, Check, Claim, Interp, audit};
use std::collections::BTreeSet;

fn facts(model: &Model) -> Facts {
    analyze(model, Domain::start(model, 0))
}

fn planned(model: &Model, facts: &Facts) -> Option<Plan> {
    plan(model, facts, PlanOptions::default()).ok()
}

fn audited(model: &Model, facts: &Facts) -> Vec<Check> {
    let plan = planned(model, facts);
    let options =
        AuditOptions { moves: 400, entries: 2_000, sample: 20, ..AuditOptions::default() };
    audit(&Interp::new(model), facts, plan.as_ref().map(|plan| &plan.hash), &options)
}

fn failed(checks: &[Check]) -> Vec<Claim> {
    checks.iter().filter(|check| check.failure.is_some()).map(|check| check.claim).collect()
}

#[test]
fn every_claim_about_every_game_holds() {
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let checks = audited(&model, &facts(&model));
        assert!(checks.len() >= 3, "{name}: {checks:?}");
        assert_eq!(failed(&checks), Vec::new(), "{name}: {checks:?}");
    }
}

#[test]
fn every_claim_about_small_games_holds() {
    for (name, text, ..) in symmetry::TOYS {
        let model = compiled(&format!("game \"{name}\"\n{text}"));
        let facts = facts(&model);
        let plan = planned(&model, &facts);
        let options = AuditOptions { moves: 300, sample: 300, ..AuditOptions::default() };
        let hash = plan.as_ref().map(|plan| &plan.hash);
        let checks = audit(&Interp::new(&model), &facts, hash, &options);
        assert_eq!(failed(&checks), Vec::new(), "{name}: {checks:?}");
        let backward = checks.iter().find(|check| check.claim == Claim::Predecessors);
        assert!(backward.is_some_and(|check| check.unchecked.is_none()), "{name}: {checks:?}");
    }
}

/// A shipped game by its name and other parameters, such as `nine-mens-morris men=3`.
fn with_params(text: &str) -> Model {
    let mut words = text.split_whitespace();
    let name = words.next().expect("a name");
    let params: Vec<(&str, i64)> = words
        .map(|word| word.split_once('=').expect("a parameter and its value"))
        .map(|(param, value)| (param, value.parse().expect("a number")))
        .collect();
    shipped::model(name, &params)
}

/// Facts of a game with one lie in them, and the claim that must fail.
type Lie = (Claim, &'static str, fn(&mut Facts));

/// Lies that are found in play.
const LIES: [Lie; 20] = [
    (Claim::Contents, "frogs", |facts| facts.terrain.possible[0] = ContentSet::EMPTY_CELL),
    (Claim::Blocks, "klotski", |facts| {
        let link = &mut facts.blocks.blocks[0].links[0];
        link.other = link.piece;
    }),
    (Claim::Trends, "peg-solitaire", |facts| {
        facts.counts.quantities[0].trend = Trend::Constant;
    }),
    (Claim::Ranges, "peg-solitaire", |facts| facts.counts.quantities[0].range.low = 31),
    (Claim::Tiers, "hexapawn", |facts| facts.tiers.tiers.truncate(1)),
    (Claim::TierOrder, "hexapawn", |facts| {
        facts.tiers.tiers.iter_mut().for_each(|tier| tier.next.clear());
    }),
    (Claim::TierMovers, "connect-four", |facts| {
        facts.tiers.tiers.iter_mut().for_each(|tier| tier.movers = vec![PlayerId(0)]);
    }),
    (Claim::TurnOrder, "dots-and-boxes", |facts| facts.turns.order = TurnOrder::Strict),
    (Claim::FanOut, "peg-solitaire", |facts| facts.turns.fan_out = vec![1]),
    (Claim::Invariants, "peg-solitaire", |facts| {
        facts.potentials.invariants[0].potential.cells.pop();
    }),
    (Claim::Alternation, "sliding-tiles", |facts| {
        let alternating = facts.potentials.alternating.as_mut().expect("the empty cell");
        alternating.potential.cells.pop();
    }),
    (Claim::Signs, "sliding-tiles", |facts| facts.parity.arrangements[0].all = Sign::Even),
    (Claim::LayerNumber, "peg-solitaire", |facts| {
        facts.layers.number.as_mut().expect("the pegs").change = -2;
    }),
    (Claim::Falling, "hexapawn", |facts| {
        let number = facts.falling.number.as_mut().expect("pawns go forward");
        number.weights.cells.truncate(3);
    }),
    (Claim::Sums, "teeko", |facts| facts.conserved.sums[0].value += 1),
    (Claim::TurnSums, "burnt-pancakes", |facts| facts.orientation.sums[0].divisor = 2),
    (Claim::Symmetries, "peg-solitaire", |facts| {
        facts.symmetries.generators[0].cells.swap(0, 5);
    }),
    (Claim::TierSymmetries, "nine-mens-morris men=3", |facts| {
        let groups = facts.symmetries_by_tier.groups.iter_mut();
        groups.flat_map(|group| &mut group.generators).for_each(|cells| cells.swap(0, 1));
    }),
    (Claim::Duality, "peg-solitaire", |facts| {
        let duality = facts.symmetries.duality.as_mut().expect("pegs for holes");
        duality.contents.swap(0, 1);
    }),
    (Claim::TakenBack, "peg-solitaire", |facts| facts.inverse = Inverse::Undirected),
];

/// Leaves of the symmetries of a square those that are not their own inverse, and the identity: no
/// group.
fn without_reflections(facts: &mut Facts) {
    let elements = facts.symmetries.elements.as_mut().expect("few");
    let twice = |cells: &[CellId]| cells.iter().map(|cell| cells[cell.index()].0).eq(0..33);
    let (identity, others) = elements.split_first().expect("the identity");
    let quarters = others.iter().filter(|one| !twice(&one.cells));
    *elements = [identity].into_iter().chain(quarters).cloned().collect();
}

/// Lies that make a wrong table of a family.
const TABLE_LIES: [(Family, Lie); 6] = [
    (Family::Bits, (Claim::CanonicalIdempotent, "peg-solitaire", without_reflections)),
    (Family::Bits, (Claim::CanonicalOrbits, "peg-solitaire", without_reflections)),
    (
        Family::Sets,
        (Claim::Indexed, "hexapawn", |facts| {
            facts.tiers.tiers.truncate(1);
        }),
    ),
    (
        Family::Blank,
        (Claim::IndexBack, "sliding-tiles", |facts| {
            facts.potentials.invariants.iter_mut().for_each(|invariant| invariant.odd ^= true);
        }),
    ),
    (
        Family::Sets,
        (Claim::EntryIndex, "hexapawn", |facts| {
            let again = facts.tiers.tiers[0].clone();
            facts.tiers.tiers.push(again);
        }),
    ),
    (
        Family::Sets,
        (Claim::EntryMoves, "hexapawn", |facts| {
            let start = facts.tiers.tiers.pop();
            facts.tiers.tiers = start.into_iter().collect();
        }),
    ),
];

#[test]
fn broken_facts_are_found() {
    let options = AuditOptions { moves: 400, ..AuditOptions::default() };
    for (claim, name, lie) in LIES {
        let model = with_params(name);
        let mut facts = facts(&model);
        lie(&mut facts);
        let checks = audit(&Interp::new(&model), &facts, None, &options);
        assert!(failed(&checks).contains(&claim), "{name}: {claim} was not missed in {checks:?}");
    }
}

/// Facts that do not hold make a wrong table, and the audit sees it.
#[test]
fn tables_made_of_lies_are_found() {
    let options = AuditOptions { moves: 400, ..AuditOptions::default() };
    let mut refused = Vec::new();
    for (family, (claim, name, lie)) in TABLE_LIES {
        let model = shipped::model(name, &[]);
        let honest = facts(&model);
        let mut lying = honest.clone();
        lie(&mut lying);
        let options_of_plan = PlanOptions { family: Some(family), ..PlanOptions::default() };
        let Ok(plan) = plan(&model, &lying, options_of_plan) else {
            refused.push(claim);
            continue;
        };
        let checks = audit(&Interp::new(&model), &honest, Some(&plan.hash), &options);
        assert!(failed(&checks).contains(&claim), "{name}: {claim} was not missed in {checks:?}");
    }
    assert_eq!(refused, [Claim::Indexed, Claim::IndexBack], "those tables lack the start");
}

/// Each kind of claim is seen to fail where it is wrong. Predecessors are no fact; the test beside
/// their check has wrong ones.
#[test]
fn every_kind_of_claim_has_a_lie() {
    let table_lies = TABLE_LIES.iter().map(|(_, lie)| lie);
    let lies = LIES.iter().chain(table_lies).map(|(claim, ..)| *claim);
    let lies: BTreeSet<Claim> = lies.chain([Claim::Predecessors]).collect();
    let claims: BTreeSet<Claim> = Claim::ALL.iter().map(|(claim, _)| *claim).collect();
    assert_eq!(lies, claims);
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
    assert_eq!(failed(&audited(&model, &facts)), Vec::new(), "{text}");
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
