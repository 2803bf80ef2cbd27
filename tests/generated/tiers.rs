//! Tiers in generated code: classes and their sizes, what comes before a position in its tier, and
//! players who change places.
//!
//! The program checks itself ([`in_tiers.rs`](in_tiers.rs)): its successors, which other tests
//! compare with the interpreter, must be what is undone. Here the numbers of positions are
//! compared with those of combinatorics.

use super::moves::{compiled, made_up};
use super::plan;
use super::program::Program;
use crate::shipped;
use gdl::model::Model;
use gdl::plan::{Family, Hash, Plan};
use std::collections::BTreeMap;

/// A tier with fewer indices is checked in all of them.
const WHOLE: u64 = 3_000;

/// How many indices of larger tiers are checked.
const SOME: u64 = 500;

/// How many tiers of a game are checked.
const TIERS: usize = 40;

/// Games, what is asked about their tiers, and what is expected.
struct Asked {
    program: Program,
    titles: Vec<String>,
    questions: Vec<(usize, String, String)>,
}

impl Asked {
    fn new(name: &'static str) -> Self {
        Asked { program: Program::by_rules(name), titles: Vec::new(), questions: Vec::new() }
    }

    /// Adds a game with every one of these layouts that fits; the chosen one is among them.
    fn add_layouts(&mut self, model: &Model, families: &[Family]) {
        let chosen = plan(model, None).expect("it has a plan");
        let others = families.iter().filter(|family| **family != chosen.family);
        let others: Vec<Plan> = others.filter_map(|family| plan(model, Some(*family))).collect();
        for plan in [chosen].into_iter().chain(others) {
            self.add(model, &plan);
        }
    }

    fn add(&mut self, model: &Model, plan: &Plan) {
        let module = gdl::lower::game(model, plan);
        let number = self.program.add(&module);
        let title = format!("{}, layout {}", model.title, plan.family.name());
        self.titles.push(title);
        let hash = &plan.hash;
        let tiers = hash.tiers().len();
        for tier in (0..tiers).step_by(tiers.div_ceil(TIERS)) {
            let size = hash.tier_size(tier);
            let step = if size <= WHOLE { 1 } else { size / SOME };
            let has_exchange = module.functions.iter().any(|it| it.name == "exchanged");
            let mirror = hash.mirror(tier).map_or(String::new(), |mirror| format!(" {mirror}"));
            assert!(has_exchange || mirror.is_empty(), "{}", model.title);
            let whole = (step == 1).then(|| positions(model, hash, tier).to_string());
            self.questions.push((
                number,
                format!("{number} tier {tier} {size} {step}{mirror}"),
                whole.unwrap_or_default(),
            ));
        }
    }

    /// Runs the program; gives by game how many moves inside tiers were checked, if the code knows
    /// them.
    fn run(&self) -> BTreeMap<&str, Option<u64>> {
        let questions: Vec<String> =
            self.questions.iter().map(|(_, question, _)| question.clone()).collect();
        let given = self.program.run(&questions);
        assert_eq!(given.len(), questions.len());
        let mut edges: BTreeMap<&str, Option<u64>> = BTreeMap::new();
        for ((game, question, expected), given) in self.questions.iter().zip(&given) {
            let (positions, moves) = given.split_once(' ').expect("two words");
            let title = self.titles[*game].as_str();
            if !expected.is_empty() {
                assert_eq!(positions, expected, "{title}: {question}");
            }
            let sum = edges.entry(title).or_insert(Some(0));
            *sum = moves.parse::<u64>().ok().and_then(|moves| Some(moves + (*sum)?));
        }
        edges
    }
}

/// How many positions a tier has: as many as indices, or, up to symmetry, all arrangements of its
/// pieces.
fn positions(model: &Model, hash: &Hash, tier: usize) -> u64 {
    if !hash.is_up_to_symmetry() {
        return hash.tier_size(tier);
    }
    let state = hash.unrank(hash.tier_start(tier));
    let mut counts = vec![0_u64; model.pieces.len() + 1];
    for cell in hash.cells() {
        counts[usize::from(state.cells[cell.index()])] += 1;
    }
    let mut arrangements = 1;
    let mut cells = 0;
    for count in counts {
        for number in 1..=count {
            cells += 1;
            arrangements = arrangements * cells / number;
        }
    }
    let others = hash.tier_size(tier) / hash.tiers()[tier].zones[0].arrangement.size();
    arrangements * others
}

#[test]
fn tiers_of_shipped_games_hold_together() {
    let mut asked = Asked::new("tiers");
    let layouts = [Family::Sets, Family::Orbits, Family::Multinomial];
    for (name, params) in [
        ("nine-mens-morris", vec![("men", 3)]),
        ("nine-mens-morris", vec![]),
        ("six-mens-morris", vec![]),
        ("three-mens-morris", vec![]),
        ("teeko", vec![]),
        ("fox-and-geese", vec![]),
        ("fox-and-geese-traditional", vec![]),
        ("hexapawn", vec![]),
        ("tic-tac-toe", vec![]),
        ("connect-four", vec![]),
        ("dots-and-boxes", vec![]),
        ("awari", vec![("seeds", 1)]),
        ("chinese-checkers", vec![]),
        ("peg-triangle", vec![]),
        ("frogs", vec![]),
        ("klotski", vec![]),
    ] {
        asked.add_layouts(&shipped::model(name, &params), &layouts);
    }
    let edges = asked.run();
    for known in [
        "Nine men's morris, layout orbits",
        "Nine men's morris, layout sets",
        "Six men's morris, layout orbits",
        "Three men's morris, layout orbits",
        "Teeko, layout orbits",
        "Fox and geese, layout sets",
        "Fox and geese, traditional, layout sets",
        "Hexapawn, layout sets",
    ] {
        let checked = edges.get(known).copied().flatten();
        assert!(checked.is_some_and(|checked| checked > 100), "{known}: {edges:?}");
    }
}

#[test]
fn tiers_of_made_up_games_hold_together() {
    let mut asked = Asked::new("made-up-tiers");
    for (name, text) in made_up() {
        let layouts = [Family::Sets, Family::Orbits, Family::Multinomial, Family::Raw];
        asked.add_layouts(&compiled(&name, &text), &layouts);
    }
    let edges = asked.run();
    for known in [
        "Crossing camps, layout sets",
        "Custodians, layout sets",
        "Must and chain, layout orbits",
        "Shapes with walls, layout raw",
        "Small morris, layout raw",
        "Twice, layout sets",
        "Two that must, layout sets",
        "Walks and turns, layout sets",
    ] {
        let checked = edges.get(known).copied().flatten();
        assert!(checked.is_some_and(|checked| checked > 100), "{known}: {edges:?}");
    }
}
