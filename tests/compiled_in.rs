//! Puzzles that are part of gamec: found by their code and by nothing else, with the layers of the
//! interpreter, on machines without a compiler.

use crate::shipped;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::ir::Module;
use gdl::model::Model;
use gdl::plan::{Plan, PlanOptions, plan};
use gdl::{Params, Source};
use gdl_runtime::Silent;
use gdl_runtime::engine::{SearchOptions, search};
use gdl_runtime::interp::{Interp, SolveOptions, solve};
use std::path::Path;
use std::process::Command;

/// Larger tables are left to tests of faster rules.
const MOST_ENTRIES: u64 = 400_000;

/// The plan of a game from its first start, and its code; none if its positions must be enumerated
/// to be numbered.
fn lowered(model: &Model) -> Option<(Plan, Module)> {
    let facts = analyze(model, Domain::start(model, 0));
    let plan = plan(model, &facts, PlanOptions::default()).ok()?;
    let module = gdl::lower::game(model, &plan);
    Some((plan, module))
}

/// The shipped puzzles that are numbered without play.
fn puzzles() -> Vec<(Model, Plan, Module)> {
    let models = shipped::names().into_iter().map(|name| shipped::model(&name, &[]));
    let puzzles = models.filter(|model| model.players.is_empty());
    puzzles
        .filter_map(|model| lowered(&model).map(|(plan, module)| (model, plan, module)))
        .collect()
}

/// The code of a game under a name of its own.
fn module(text: &str) -> Module {
    let source = Source::new("my-game.gdl", text);
    let (model, _) = gdl::compile(&source, &Params::new()).expect("the game is right");
    lowered(&model).expect("a layout fits").1
}

#[test]
fn every_puzzle_is_found() {
    let puzzles = puzzles();
    assert!(puzzles.len() > 10);
    for (model, _, module) in &puzzles {
        assert!(gdl_shipped::find(module).is_some(), "{}", model.title);
    }
    assert_eq!(puzzles.len(), gdl_shipped::count());
}

#[test]
fn a_copy_is_found_and_an_edited_copy_is_not() {
    let text = shipped::source("frogs").text().to_owned();
    let copy = format!("// A copy with another name.\n{text}");
    assert!(gdl_shipped::find(&module(&copy)).is_some());
    let edited = text
        .replace("[any | empty] ", "[frog | empty] ")
        .replace("[empty | any]", "[empty | frog]");
    assert_ne!(text, edited);
    assert!(gdl_shipped::find(&module(&edited)).is_none());
}

#[test]
fn other_parameters_make_another_game() {
    let model = shipped::model("pancakes", &[("n", 7)]);
    let (_, module) = lowered(&model).expect("a layout fits");
    assert!(gdl_shipped::find(&module).is_none());
}

#[test]
fn they_have_the_layers_of_the_interpreter() {
    let mut puzzles = puzzles();
    puzzles.retain(|(_, plan, _)| plan.hash.size() <= MOST_ENTRIES);
    assert!(puzzles.len() >= 5, "only {} are small", puzzles.len());
    for (model, plan, module) in puzzles {
        let interp = Interp::new(&model);
        let expected = solve(&interp, &SolveOptions::default(), &mut Silent).expect("it is small");
        let sweep = gdl_shipped::find(&module).expect("it is shipped");
        let start = plan.hash.rank(&interp.start()).expect("the hash has the start");
        let found = search(&*sweep, &[start], &SearchOptions::default(), &mut Silent);
        assert_eq!(found.expect("it is small").layers, expected.layers, "{}", model.title);
    }
}

#[test]
fn they_need_no_compiler() {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-in-needs-no-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(["solve", "--on", "native", "games/frogs.gdl"])
        .env("RUSTC", "no-such-compiler")
        .env("GAMEC_CACHE", &cache)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!cache.exists(), "nothing was compiled");
}
