//! The layers that compiled code finds are those of the interpreter.

use super::{Folder, shared};
use crate::shipped::{self, ShortPlay};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::plan::{Family, PlanOptions, plan_with_play};
use gdl_runtime::engine::{SearchOptions, View, search};
use gdl_runtime::interp::{Interp, SolveOptions, solve};
use gdl_runtime::{Layer, Observer, SolveError, native};
use std::collections::BTreeSet;

/// A search is compared up to the layer with this number of positions in all.
const COMPARED: u64 = 60_000;

/// Larger tables take too long to look through, layer by layer.
const LARGEST_TABLE: u64 = 1 << 30;

/// An observer that keeps the layers, and stops when it has seen enough.
#[derive(Debug, Default)]
struct Layers {
    layers: Vec<u64>,
    enough: bool,
}

impl Observer for Layers {
    fn layer(&mut self, layer: Layer) {
        if !self.enough {
            self.layers.push(layer.states);
        }
        self.enough |= layer.total > COMPARED;
    }

    fn cancelled(&mut self) -> bool {
        self.enough
    }
}

impl Layers {
    /// The layers of a search that has ended, or was stopped here.
    #[track_caller]
    fn of<T>(run: impl FnOnce(&mut Layers) -> Result<T, SolveError>) -> Vec<u64> {
        let mut layers = Layers::default();
        match run(&mut layers) {
            Ok(_) | Err(SolveError::Cancelled { .. }) => layers.layers,
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn compiled_games_have_the_layers_of_the_interpreter() {
    let (compiler, cache) = shared();
    let (mut compared, mut too_large) = (Vec::new(), Vec::new());
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let interp = Interp::new(&model);
        let facts = analyze(&model, Domain::start(&model, 0));
        let with = |family: Option<Family>| {
            let options = PlanOptions { family, ..PlanOptions::default() };
            plan_with_play(&model, &facts, options, &interp)
        };
        let mut plan = with(None).expect("every shipped game has a plan");
        if plan.hash.is_up_to_symmetry() {
            // Layers are those of single positions.
            plan = with(Some(Family::Sets)).expect("it fits where symmetric positions are one");
        }
        let module = gdl::lower::game(&model, &plan);
        if plan.hash.size() > LARGEST_TABLE {
            too_large.push(name);
            continue;
        }
        let expected = Layers::of(|layers| solve(&interp, &SolveOptions::default(), layers));
        let game = native::compile(&module, &compiler, &cache)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(game.size(), plan.hash.size(), "{name}");
        let start = native::index(&game, &plan.hash, &interp.start());
        assert_eq!(start, plan.hash.rank(&interp.start()), "{name}");
        for threads in [1, 2] {
            let options = SearchOptions { threads, ..SearchOptions::default() };
            let starts = [start.expect("the hash has the start")];
            let found = Layers::of(|layers| search(&game, &starts, &options, layers));
            assert_eq!(found, expected, "{name} on {threads} threads");
        }
        compared.push(name);
    }
    assert!(compared.len() >= 19, "{compared:?}");
    let expected = [
        "awari",
        "connect-four",
        "fox-and-geese",
        "fox-and-geese-traditional",
        "frogs-and-toads",
        "nine-mens-morris",
        "peg-french",
    ];
    assert_eq!(too_large, expected);
}

/// Every layout that fits, on games that are small enough for all of it.
#[test]
fn compiled_games_have_these_layers_in_every_layout() {
    let (compiler, cache) = shared();
    let mut seen = BTreeSet::new();
    for (name, params) in [
        ("pancakes", vec![("n", 6)]),
        ("sliding-tiles", vec![("rows", 2), ("cols", 3)]),
        ("frogs", vec![]),
        ("peg-triangle", vec![]),
    ] {
        let model = shipped::model(name, &params);
        let interp = Interp::new(&model);
        let facts = analyze(&model, Domain::start(&model, 0));
        let expected = Layers::of(|layers| solve(&interp, &SolveOptions::default(), layers));
        for family in Family::CODED {
            let options = PlanOptions { family: Some(family), ..PlanOptions::default() };
            let plan = plan_with_play(&model, &facts, options, &ShortPlay(&interp));
            let Ok(plan) = plan else { continue };
            let module = gdl::lower::game(&model, &plan);
            let game = native::compile(&module, &compiler, &cache).expect("it compiles");
            let start = native::index(&game, &plan.hash, &interp.start());
            let starts = [start.expect("the hash has the start")];
            let view = if plan.hash.is_up_to_symmetry() { View::UpToSymmetry } else { View::AsIs };
            let options = SearchOptions { view, ..SearchOptions::default() };
            let found = Layers::of(|layers| search(&game, &starts, &options, layers));
            assert_eq!(found, expected, "{name}, layout {}", family.name());
            seen.insert(family);
        }
    }
    let missing: Vec<Family> = Family::CODED.into_iter().filter(|it| !seen.contains(it)).collect();
    assert_eq!(missing, [Family::Heaps]);
}

/// The second start of a game, and parameters.
#[test]
fn the_command_gives_the_same_result_on_both() {
    let folder = Folder::new("both");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/games/");
    let toys = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gdl/ok/");
    let tiles = format!("{games}sliding-tiles.gdl");
    let topspin = format!("{games}topspin.gdl");
    let klotski = format!("{games}rush-hour.gdl");
    let starts = format!("{toys}starts.gdl");
    for arguments in [
        vec!["-D", "rows=2", "-D", "cols=4", &tiles],
        vec!["-D", "n=8", &topspin],
        vec![klotski.as_str()],
        vec!["--start", "second", &starts],
    ] {
        let solved = |on: &str| {
            let options = ["solve", "--json", "--threads", "2", "--on", on];
            let stdout = folder.ok(&[options.as_slice(), &arguments].concat());
            serde_json::from_str::<serde_json::Value>(&stdout).expect("JSON")
        };
        let (native, interp) = (solved("native"), solved("interp"));
        assert_eq!((&native["on"], &native["threads"]), (&"compiled".into(), &2.into()));
        assert_eq!((&interp["on"], &interp["threads"]), (&"interpreter".into(), &1.into()));
        for key in ["game", "params", "start", "states", "layers", "depth", "expectations"] {
            assert_eq!(native[key], interp[key], "{key} of {arguments:?}");
        }
    }
}

/// What is not found out is not reported, and not held against the game.
#[test]
fn large_puzzles_are_counted_without_being_asked() {
    let folder = Folder::new("large");
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/games/topspin.gdl");
    let text = folder.ok(&["solve", "-D", "n=11", game, "--no-word-parallel", "--threads", "1"]);
    assert!(text.contains("1,814,400 positions, depth "), "{text}");
    assert!(text.contains("\ncompiled code on 1 thread, 2 bits for each entry, "), "{text}");
    assert!(text.contains("expect positions = 1814400 with n = 11, k = 4: ok\n"), "{text}");
    assert!(text.contains("solution: 0 moves\n"), "{text}");
    let csv = folder.ok(&["solve", "-D", "n=11", game, "--no-word-parallel", "--csv"]);
    assert!(csv.starts_with("depth,states\n0,1\n1,11\n"), "{csv}");
    for more in [&["--no-word-parallel"][..], &[]] {
        let limited = ["solve", "-D", "n=11", game, "--limit-states", "1000"];
        let (code, stdout, stderr) = folder.gamec(&[&limited[..], more].concat(), super::rustc());
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(stderr.contains("more than 1000 positions"), "{stderr}");
    }
}
