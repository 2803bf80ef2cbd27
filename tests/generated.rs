//! Generated code: it reads as recorded, it compiles without a warning, and it gives the same
//! numbers as the compiler's own layouts.

mod before;
mod device;
mod moves;
mod names;
mod notation;
mod positions;
mod program;
mod properties;
mod scores;
mod symmetric;
mod tiers;

use crate::run::gamec;
use crate::shipped::{self, ShortPlay};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::{Model, State};
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl_runtime::interp::Interp;
pub(crate) use moves::{compiled, made_up, made_up_turns};
#[cfg(feature = "gpu")]
pub(crate) use moves::{played, verdict};
use program::Program;

/// For tables with up to this number of entries the code must give every index back.
const EXHAUSTIVE: u64 = 1_000_000;

/// How many indices of each hash are compared state by state.
const COMPARED: u64 = 300;

/// Compares what a command prints with what was recorded.
pub(crate) fn as_recorded(folder: &str, name: &str, arguments: &[&str]) {
    let output = gamec(arguments);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{arguments:?}");
    insta::with_settings!({
        description => format!("gamec {}", arguments.join(" ")),
        omit_expression => true,
        snapshot_path => format!("snapshots/{folder}"),
        prepend_module_to_snapshot => false,
    }, {
        insta::assert_snapshot!(name, output.stdout);
    });
}

#[test]
fn code_for_hashes_reads_as_recorded() {
    for name in shipped::names() {
        let file = format!("games/{name}.gdl");
        as_recorded("hash", &name, &["emit", "rust", "--only", "hash", &file]);
    }
}

#[test]
fn code_for_games_reads_as_recorded() {
    for name in shipped::names() {
        as_recorded("code", &name, &["emit", "rust", &format!("games/{name}.gdl")]);
    }
}

/// The hashes that the planner chooses for the shipped games.
#[test]
fn code_of_every_game_agrees_with_its_hash() {
    let mut program = Program::new("chosen");
    let hashes: Vec<(Model, Plan)> = shipped::names()
        .iter()
        .map(|name| shipped::model(name, &[]))
        .map(|model| (plan(&model, None).expect("every shipped game has a plan"), model))
        .map(|(plan, model)| (model, plan))
        .collect();
    agree(&mut program, &hashes);
}

/// Every family, on games that are small enough for all of it.
#[test]
fn code_of_every_family_agrees_with_its_hash() {
    let games = [
        ("pancakes", vec![("n", 6)]),
        ("burnt-pancakes", vec![("n", 4)]),
        ("sliding-tiles", vec![]),
        ("topspin", vec![]),
        ("frogs", vec![]),
        ("hexapawn", vec![]),
        ("peg-triangle", vec![]),
        ("tic-tac-toe", vec![]),
        ("three-mens-morris", vec![]),
        ("tilt", vec![]),
        ("dots-and-boxes", vec![]),
    ];
    let mut hashes = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (name, params) in games {
        let model = shipped::model(name, &params);
        for family in Family::CODED {
            if let Some(plan) = plan(&model, Some(family)) {
                seen.insert(family);
                hashes.push((model.clone(), plan));
            }
        }
    }
    let missing: Vec<Family> = Family::CODED.into_iter().filter(|it| !seen.contains(it)).collect();
    assert_eq!(missing, [Family::Heaps], "heaps are tried with the shipped games");
    agree(&mut Program::new("families"), &hashes);
}

/// Positions near the start, breadth first.
fn reached(interp: &Interp<'_>) -> Vec<State> {
    let mut seen = std::collections::BTreeSet::from([interp.start()]);
    let mut queue = std::collections::VecDeque::from([interp.start()]);
    let mut states = Vec::new();
    while let Some(state) = queue.pop_front() {
        if states.len() == 400 {
            break;
        }
        for next in interp.successors(&state).into_iter().map(|next| next.state) {
            // Every few positions only, so that far ones come up as well.
            if seen.insert(next.clone()) && (seen.len() % 3 != 0 || queue.len() < 20) {
                queue.push_back(next);
            }
        }
        states.push(state);
    }
    states
}

/// Two pieces of which there is one each: ranking needs no tables at all, and the code has none.
#[test]
fn code_of_single_pieces_needs_no_tables() {
    let text = "game \"Two kings\"\n\nboard  grid(3, 3)\npieces w = white, b = black\nstart {\n    w . .\n    . . .\n    . . b\n}\n\nmove step: [any | empty] -> [empty | any]\n";
    let source = gdl::Source::new("two-kings.gdl", text);
    let (model, _) = gdl::compile(&source, &gdl::Params::new())
        .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, gdl::Style::Plain)));
    let plan = plan(&model, Some(Family::Sets)).expect("it fits");
    assert_eq!(plan.hash.size(), 9 * 8);
    assert!(!gdl::lower::hash(&model, &plan).has_tables());
    agree(&mut Program::new("kings"), &[(model, plan)]);
}

fn plan(model: &Model, family: Option<Family>) -> Option<Plan> {
    let facts = analyze(model, Domain::start(model, 0));
    let options = PlanOptions { family, ..PlanOptions::default() };
    plan_with_play(model, &facts, options, &ShortPlay(&Interp::new(model))).ok()
}

/// Compiles the code of all hashes as one program, and compares what it says with the hashes.
fn agree(program: &mut Program, hashes: &[(Model, Plan)]) {
    let mut questions = Vec::new();
    let mut answers = Vec::new();
    for (model, plan) in hashes {
        let hash = &plan.hash;
        let number = program.add(&gdl::lower::hash(model, plan));
        let cells = hash.cells();
        let step = hash.size().div_ceil(EXHAUSTIVE).max(1);
        questions.push(format!("{number} all {} {step}", hash.size()));
        answers.push("all".to_owned());
        let mut compare = |state: &State| {
            let Some(index) = hash.rank(state) else { return };
            let written = program::written(state, cells);
            questions.push(format!("{number} rank {written}"));
            answers.push(index.to_string());
        };
        let spread = hash.size().div_ceil(COMPARED).max(1);
        for index in (0..hash.size()).step_by(usize::try_from(spread).expect("an index")) {
            let state = hash.unrank(index);
            compare(&state);
            // Positions with one index up to symmetry differ in rank only if code treats them
            // differently.
            hash.quotient().images(&state).for_each(|image| compare(&image));
        }
        for index in (0..hash.size()).step_by(usize::try_from(spread).expect("an index")) {
            questions.push(format!("{number} unrank {index}"));
            answers.push(program::written(&hash.unrank(index), cells));
        }
    }
    let given = program.run(&questions);
    assert_eq!(given.len(), answers.len());
    for ((question, answer), given) in questions.iter().zip(&answers).zip(&given) {
        let number: usize = question.split(' ').next().unwrap().parse().unwrap();
        let (model, plan) = &hashes[number];
        assert_eq!(given, answer, "{}, layout {}: {question}", model.title, plan.family.name());
    }
}
