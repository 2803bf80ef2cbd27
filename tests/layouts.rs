//! Perfect hashes: every index has a state, every state its index, and everything that play
//! reaches has one.

mod played;
mod symmetric;
mod zones;

use crate::shipped;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{Model, State};
use gdl::plan::{Engine, Family, Hash, Plan, PlanOptions, plan};
use gdl::word_parallel::Layouts;
use gdl_runtime::Silent;
use gdl_runtime::interp::{ExploreOptions, Interp, explore};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Every index is tried in tables with up to this number of entries.
const EXHAUSTIVE: u64 = 10_000_000;

/// A game with what is known about it from its first start.
struct Game {
    name: String,
    model: Model,
    facts: Facts,
}

impl Game {
    fn new(name: &str, model: Model) -> Self {
        let facts = analyze(&model, Domain::start(&model, 0));
        Game { name: name.to_owned(), model, facts }
    }

    fn shipped(name: &str, params: &[(&str, i64)]) -> Self {
        Game::new(name, shipped::model(name, params))
    }

    /// A game from its text.
    fn made_up(text: &str) -> Self {
        let source = gdl::Source::new("made-up.gdl", text);
        let compiled = gdl::compile(&source, &gdl::Params::new());
        let (model, _) = compiled.unwrap_or_else(|diagnostics| {
            panic!("{}", diagnostics.render(&source, gdl::Style::Plain))
        });
        Game::new("made-up", model)
    }

    /// The plan without playing.
    fn planned(&self, family: Option<Family>) -> Option<Plan> {
        let options = PlanOptions { family, ..PlanOptions::default() };
        plan(&self.model, &self.facts, options).ok()
    }

    /// The plan with playing where that is worth it.
    fn played(&self, family: Option<Family>) -> Option<Plan> {
        let options = PlanOptions { family, ..PlanOptions::default() };
        let interp = Interp::new(&self.model);
        let layouts = Layouts::new(&self.model, &self.facts, options, Some(&interp));
        layouts.ok().map(|layouts| layouts.plan)
    }

    /// Everything that can be reached.
    fn states(&self) -> Vec<State> {
        let interp = Interp::new(&self.model);
        let mut roots = [interp.start()].into_iter();
        let explored = explore(&interp, &mut roots, &ExploreOptions::default(), &mut Silent);
        explored.expect("small").states.iter().collect()
    }
}

/// Every game of the repository.
static GAMES: LazyLock<Vec<Game>> =
    LazyLock::new(|| shipped::names().iter().map(|name| Game::shipped(name, &[])).collect());

/// The indices to try: all of a small hash, spread ones of a large one.
fn indices(size: u64) -> Box<dyn Iterator<Item = u64>> {
    if size <= EXHAUSTIVE {
        return Box::new(0..size);
    }
    let step = (size / 2_003) | 1;
    let spread = move |number: u64| {
        let index = u128::from(number) * u128::from(step) % u128::from(size);
        u64::try_from(index).expect("less than the size")
    };
    Box::new((0..2_000).map(spread).chain([0, size - 1]))
}

/// Tries index to state and back.
fn unrank_inverts_rank(name: &str, family: Family, hash: &Hash) {
    let mut state = hash.unrank(0);
    for index in indices(hash.size()) {
        hash.unrank_into(index, &mut state);
        let back = hash.rank(&state);
        assert_eq!(back, Some(index), "{name} by {}: {state:?}", family.name());
    }
}

/// Tries a family on all games of the repository; gives the number of games it fits.
fn try_family(family: Family) -> usize {
    let hashes = GAMES.iter().filter_map(|game| Some((game, game.planned(Some(family))?.hash)));
    hashes.map(|(game, hash)| unrank_inverts_rank(&game.name, family, &hash)).count()
}

#[test]
fn unrank_inverts_rank_for_permutations() {
    assert_eq!(try_family(Family::Permutation), 5);
    assert_eq!(try_family(Family::Blank), 4);
}

#[test]
fn unrank_inverts_rank_for_permutations_of_myrvold_and_ruskey() {
    assert_eq!(try_family(Family::MyrvoldRuskey), 5);
}

#[test]
fn unrank_inverts_rank_for_multinomials() {
    assert_eq!(try_family(Family::Multinomial), 23);
}

#[test]
fn unrank_inverts_rank_for_sets() {
    assert_eq!(try_family(Family::Sets), 23);
}

#[test]
fn unrank_inverts_rank_for_raw_cells() {
    assert_eq!(try_family(Family::Raw), 22);
    assert_eq!(try_family(Family::Bits), 4);
    assert_eq!(try_family(Family::Heaps), 1);
}

#[test]
fn unrank_inverts_rank_up_to_symmetry() {
    assert_eq!(try_family(Family::Orbits), 13);
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
        let game = Game::shipped(name, params);
        let states = game.states();
        for family in Family::ALL {
            // Up to symmetry several states share an index.
            let plan = game.played(Some(family)).filter(|_| family != Family::Orbits);
            if let Some(plan) = plan {
                are_different(&game.name, family, &plan.hash, &states);
            }
        }
    }
}

/// Every one of these states has an index of its own that gives it back.
fn are_different(name: &str, family: Family, hash: &Hash, states: &[State]) {
    let mut seen = BTreeSet::new();
    for state in states {
        let index = hash.rank(state);
        let index = index.unwrap_or_else(|| panic!("{name} by {}: {state:?}", family.name()));
        assert!(index < hash.size(), "{name} by {}: {state:?}", family.name());
        assert!(seen.insert(index), "{name} by {}: two states have {index}", family.name());
        assert_eq!(hash.unrank(index), *state, "{name} by {}", family.name());
    }
}

#[test]
fn sizes_of_the_literature_are_found() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    let size = |name: &str, params: &[(&str, i64)]| {
        let plan = Game::shipped(name, params).planned(None);
        plan.map(|plan| plan.hash.size()).unwrap_or_else(|| panic!("{name}"))
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
    let geese = Game::shipped("fox-and-geese", &[]);
    let plan = geese.planned(Some(Family::Sets)).expect("it fits");
    for (number, tier) in plan.hash.tiers().iter().enumerate() {
        let geese = u64::try_from(tier.key[0]).expect("a number");
        if geese == 0 {
            continue; // The game is over, always with the geese to move.
        }
        let ways = (0..geese).fold(1, |ways, taken| ways * (32 - taken) / (taken + 1));
        assert_eq!(plan.hash.tier_size(number), 66 * ways, "{geese} geese");
    }
    let awari = Game::shipped("awari", &[]).planned(None).expect("it fits");
    let all_seeds = awari.hash.tiers().iter().position(|tier| tier.key == [48]).expect("the start");
    assert_eq!(
        awari.hash.tier_size(all_seeds),
        2 * 279_871_768_995,
        "C(59, 11) with either side to move"
    );
}

#[test]
fn one_bit_gives_distances_only_where_something_alternates() {
    let options = |bits| PlanOptions { bits: Some(bits), ..PlanOptions::default() };
    let engine = |name: &str, bits: u64| {
        let model = shipped::model(name, &[]);
        plan(&model, &analyze(&model, Domain::start(&model, 0)), options(bits))
            .map(|plan| plan.engine)
    };
    assert_eq!(engine("peg-solitaire", 1), Ok(Engine::OneBitByLayer));
    assert_eq!(engine("peg-solitaire", 2), Ok(Engine::TwoBit));
    assert_eq!(engine("sliding-tiles", 1), Ok(Engine::OneBit));
    assert_eq!(engine("pancakes", 1), Ok(Engine::Reachability), "flips do not alternate");
    assert_eq!(engine("pancakes", 2), Ok(Engine::TwoBit));
    let refused = engine("pancakes", 3).expect_err("no search takes 3");
    assert_eq!(
        refused.to_string(),
        "a table with 3-bit entries does not work for this game: a search takes 1 or 2"
    );
    assert!(engine("tic-tac-toe", 1).is_err());
}
