//! Perfect hashes: every index has a state, every state its index, and everything that play reaches has one.

use crate::shipped;
use gdl::facts::analyze;
use gdl::model::Model;
use gdl::plan::{Engine, Family, Plan, PlanOptions, plan};
use gdl_runtime::Silent;
use gdl_runtime::interp::{ExploreOptions, Interp, explore};

/// Up to so many entries every index is tried.
const EXHAUSTIVE: u64 = 300_000;

fn planned(model: &Model, family: Option<Family>) -> Option<Plan> {
    let start = &model.starts[0];
    plan(model, start, &analyze(model, start), PlanOptions { family, bits: None }).ok()
}

/// The indices to try: all of a small hash, spread ones of a large one.
fn indices(size: u64) -> Box<dyn Iterator<Item = u64>> {
    if size <= EXHAUSTIVE {
        return Box::new(0..size);
    }
    // A step that has no factor in common with the size visits different indices all over.
    let step = (size / 2_003) | 1;
    Box::new((0..2_000).map(move |number| number * step % size).chain([0, size - 1]))
}

#[test]
fn unrank_inverts_rank_in_every_family() {
    let mut tried = 0;
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        for family in Family::ALL {
            let Some(plan) = planned(&model, Some(family)) else { continue };
            tried += 1;
            for index in indices(plan.hash.size()) {
                let state = plan.hash.unrank(index);
                assert_eq!(
                    plan.hash.rank(&state),
                    Some(index),
                    "{name} by {}: {state:?}",
                    family.name()
                );
            }
        }
    }
    assert!(tried > 40, "only {tried} hashes were tried");
}

#[test]
fn reachable_states_have_different_indices() {
    let games: [(&str, &[(&str, i64)]); 12] = [
        ("frogs", &[]),
        ("fore-and-aft", &[]),
        ("sliding-tiles", &[]),
        ("topspin", &[]),
        ("topspin", &[("n", 8)]),
        ("pancakes", &[("n", 7)]),
        ("burnt-pancakes", &[("n", 5)]),
        ("tic-tac-toe", &[]),
        ("hexapawn", &[]),
        ("three-mens-morris", &[]),
        ("dots-and-boxes", &[]),
        ("tilt", &[]),
    ];
    for (name, params) in games {
        let model = shipped::model(name, params);
        let interp = Interp::new(&model);
        let mut roots = [interp.start()].into_iter();
        let explored =
            explore(&interp, &mut roots, &ExploreOptions::default(), &mut Silent).expect("small");
        for family in Family::ALL {
            let Some(plan) = planned(&model, Some(family)) else { continue };
            let mut seen = std::collections::BTreeSet::new();
            for state in explored.states.iter() {
                let index = plan
                    .hash
                    .rank(&state)
                    .unwrap_or_else(|| panic!("{name} by {}: {state:?}", family.name()));
                assert!(index < plan.hash.size(), "{name} by {}: {state:?}", family.name());
                assert!(
                    seen.insert(index),
                    "{name} by {}: two states have index {index}",
                    family.name()
                );
                assert_eq!(plan.hash.unrank(index), state, "{name} by {}", family.name());
            }
        }
    }
}

#[test]
fn sizes_of_the_literature_are_found() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    let size = |name: &str, params: &[(&str, i64)]| {
        planned(&shipped::model(name, params), None)
            .map(|plan| plan.hash.size())
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(size("sliding-tiles", &[]), factorial(9) / 2);
    assert_eq!(size("sliding-tiles", &[("rows", 3), ("cols", 4)]), factorial(12) / 2);
    assert_eq!(size("topspin", &[]), factorial(8) / 2, "flips and turns of 9 tokens are even");
    assert_eq!(size("topspin", &[("n", 8)]), factorial(7), "turns of 8 tokens are odd");
    assert_eq!(size("pancakes", &[]), factorial(8));
    assert_eq!(size("burnt-pancakes", &[]), factorial(6) << 6);
    assert_eq!(size("pocket-cube", &[]), 3_674_160, "the sum of all turns is fixed");
    assert_eq!(size("peg-solitaire", &[]), 1 << 29, "four invariants");
    assert_eq!(size("frogs-and-toads", &[]), 31 * 155_117_520);
    assert_eq!(size("fore-and-aft", &[]), 218_790);
}

#[test]
fn tiers_have_the_sizes_of_the_literature() {
    let model = shipped::model("fox-and-geese", &[]);
    let plan = planned(&model, None).expect("it fits");
    for (number, tier) in plan.hash.tiers().iter().enumerate() {
        let geese = u64::try_from(tier.key[0]).expect("a number");
        if geese == 0 {
            continue; // The game is over, always with the geese to move.
        }
        let ways = (0..geese).fold(1, |ways, taken| ways * (32 - taken) / (taken + 1));
        assert_eq!(plan.hash.tier_size(number), 66 * ways, "{geese} geese");
    }
    let awari = planned(&shipped::model("awari", &[]), None).expect("it fits");
    let all_seeds = awari.hash.tiers().iter().position(|tier| tier.key == [48]).expect("the start");
    assert_eq!(
        awari.hash.tier_size(all_seeds),
        2 * 279_871_768_995,
        "C(59, 11) with either side to move"
    );
}

#[test]
fn one_bit_is_refused_where_nothing_alternates() {
    let options = |bits| PlanOptions { family: None, bits: Some(bits) };
    let engine = |name: &str, bits: u64| {
        let model = shipped::model(name, &[]);
        let start = &model.starts[0];
        plan(&model, start, &analyze(&model, start), options(bits)).map(|plan| plan.engine)
    };
    assert_eq!(engine("peg-solitaire", 1), Ok(Engine::OneBitByLayer));
    assert_eq!(engine("peg-solitaire", 2), Ok(Engine::TwoBit));
    assert_eq!(engine("sliding-tiles", 1), Ok(Engine::OneBit));
    let refused = engine("pancakes", 1).expect_err("flips do not alternate");
    assert_eq!(
        refused.to_string(),
        "a table with 1-bit entries does not work for this game: nothing that can be read off a position changes with every move"
    );
    assert!(engine("tic-tac-toe", 1).is_err());
}
