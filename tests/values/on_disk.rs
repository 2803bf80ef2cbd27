//! Tables on disk, with little memory: the same entries as in memory, by interpreted rules and by
//! compiled code.

use crate::generated::{compiled, made_up_turns};
use crate::native::shared;
use crate::shipped;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::Model;
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl_runtime::Silent;
use gdl_runtime::disk::Disk;
use gdl_runtime::engine::{PerState, Rules};
use gdl_runtime::interp::{Interp, Interpreted, Work};
use gdl_runtime::native;
use gdl_runtime::scratch::Scratch;
use gdl_runtime::values::{Structure, ValueOptions, Values, Worker, solve_values};
use std::path::{Path, PathBuf};

/// What the memory that a game needs otherwise is divided by.
const SHARES: [u64; 2] = [4, 40];

/// A game with a layout.
struct Game {
    model: Model,
    plan: Plan,
    structure: Structure,
}

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("values-on-disk").join(test);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }
}

impl Game {
    /// The game with a layout, or with the one that is taken; none if it does not fit.
    fn new(model: Model, family: Option<Family>) -> Option<Self> {
        let facts = analyze(&model, Domain::start(&model, 0));
        let options = PlanOptions { family, ..PlanOptions::default() };
        let plan = plan_with_play(&model, &facts, options, &Interp::new(&model)).ok()?;
        let structure = Structure::new(&model, &plan);
        Some(Game { model, plan, structure })
    }

    /// The tier that play begins in, and where.
    fn beginning(&self) -> (usize, u64) {
        let start = Interp::new(&self.model).start();
        let hash = &self.plan.hash;
        let tier = hash.tier_of(&start).expect("the start has a tier");
        (tier, hash.rank(&start).expect("the start has an index") - hash.tier_start(tier))
    }

    /// Compares by interpreted rules; gives how many tiers were on disk.
    fn compare_interpreted(&self, options: &ValueOptions, folder: &Folder) -> usize {
        let interp = Interp::new(&self.model);
        let rules = Interpreted::new(&interp, &self.plan);
        rules.knowing(OnRules(|worker: &dyn Worker| self.compare(worker, options, folder)))
    }

    /// Compares by compiled code; gives how many tiers were on disk.
    fn compare_compiled(&self, options: &ValueOptions, folder: &Folder) -> usize {
        let (compiler, cache) = shared();
        let module = gdl::lower::game(&self.model, &self.plan);
        let game = native::compile(&module, &compiler, &cache).expect("it compiles");
        self.compare(&game, options, folder)
    }

    fn compare(&self, worker: &dyn Worker, options: &ValueOptions, folder: &Folder) -> usize {
        let title = format!("{}, layout {}", self.model.title, self.plan.family.name());
        let solve = |options: &ValueOptions| {
            solve_values(worker, &self.structure, options, &mut Silent)
                .unwrap_or_else(|error| panic!("{title}: {error}"))
        };
        let peak = solve(options).peak_bytes;
        let expected = solve(&ValueOptions { keep: true, ..options.clone() });
        let mut on_disk = 0;
        for share in SHARES {
            let memory = peak / share;
            let scratch = Scratch::new(Disk::new(), folder.0.clone(), memory, title.clone());
            let limits = ValueOptions {
                memory_limit: Some(memory),
                scratch: Some(scratch),
                ..options.clone()
            };
            let found = solve(&limits);
            assert_eq!(found.unsolved, vec![], "{title}");
            assert_same(&title, &expected, &found);
            let is_too_large = |tier: &&usize| expected.views()[**tier].slots > 8 * memory;
            on_disk += expected.wanted.iter().filter(is_too_large).count();
        }
        let left = std::fs::read_dir(&folder.0).expect("it is there").count();
        assert_eq!(left, 0, "{title} leaves files");
        on_disk
    }
}

/// Compares entry by entry.
#[track_caller]
fn assert_same(title: &str, expected: &Values, found: &Values) {
    for tier in &expected.wanted {
        assert_eq!(found.tier(*tier), expected.tier(*tier), "tier {tier} of {title}");
        let view = &expected.views()[*tier];
        for slot in (0..view.slots).filter(|slot| view.is_asked(*slot)) {
            let place = (*tier, slot);
            assert_eq!(found.decided(place), expected.decided(place), "{place:?} of {title}");
        }
    }
    assert_eq!(found.trouble(), None);
}

/// Something to do with the interpreter's rules.
struct OnRules<F>(F);

impl<T, F: FnOnce(&dyn Worker) -> T> Work for OnRules<F> {
    type Output = T;

    fn with<R: Rules<State = gdl_runtime::interp::Reached>>(self, rules: &R) -> Self::Output {
        (self.0)(&PerState(rules))
    }
}

/// All questions about a game: from its start and about all positions, with depths and without.
fn questions(game: &Game) -> Vec<ValueOptions> {
    let (tier, index) = game.beginning();
    let from = game.plan.hash.class_members(&Interp::new(&game.model).start());
    // What can be reached is counted exactly only from a position that symmetries keep.
    let starts: &[_] = if from.len() > 1 { &[None] } else { &[None, Some((tier, index))] };
    let ways = starts.iter().flat_map(|from| [true, false].map(|depth| (*from, depth)));
    let options =
        |(from, depth)| ValueOptions { tiers: vec![tier], from, depth, ..ValueOptions::default() };
    ways.map(options).collect()
}

/// Compares all questions with all layouts of interest; gives how many tiers were on disk.
fn compare_all(name: &str, model: impl Fn() -> Model, folder: &Folder) -> usize {
    let mut on_disk = 0;
    for family in [None, Some(Family::Orbits)] {
        let Some(game) = Game::new(model(), family) else {
            assert_eq!(family, Some(Family::Orbits), "no layout for {name}");
            continue;
        };
        for options in questions(&game) {
            on_disk += game.compare_interpreted(&options, folder);
        }
    }
    on_disk
}

#[test]
fn shipped_games_have_the_same_values_on_disk() {
    let folder = Folder::new("shipped");
    let games: [(&str, &[(&str, i64)]); 4] = [
        ("hexapawn", &[]),
        ("three-mens-morris", &[]),
        ("sliding-tiles", &[("rows", 2)]),
        ("frogs", &[]),
    ];
    let mut on_disk = 0;
    for (name, params) in games {
        on_disk += compare_all(name, || shipped::model(name, params), &folder);
    }
    assert!(on_disk > 20, "{on_disk}");
}

/// Players who move again, who must do something, who pass, and consequences of moves.
#[test]
fn made_up_games_have_the_same_values_on_disk() {
    let folder = Folder::new("made-up");
    for (name, text) in made_up_turns() {
        compare_all(&name, || compiled(&name, &text), &folder);
    }
}

#[test]
fn compiled_games_have_the_same_values_on_disk() {
    let folder = Folder::new("compiled");
    let morris = "tests/values/small-morris.gdl";
    let morris = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(morris));
    let morris = compiled("small-morris", &morris.expect("the game is there"));
    let games = [
        Game::new(shipped::model("fox-and-geese", &[]), None),
        Game::new(shipped::model("three-mens-morris", &[]), Some(Family::Orbits)),
        Game::new(morris, None),
    ];
    let mut on_disk = 0;
    for game in games.map(|game| game.expect("a layout fits")) {
        let is_fox = game.structure.tiers.iter().position(|tier| tier.key == geese(3));
        let tier = is_fox.unwrap_or(game.beginning().0);
        for depth in [true, false] {
            let options = ValueOptions { tiers: vec![tier], depth, ..ValueOptions::default() };
            on_disk += game.compare_compiled(&options, &folder);
        }
    }
    assert!(on_disk > 5, "{on_disk}");
}

fn geese(number: i64) -> Vec<(String, i64)> {
    vec![("goose".to_owned(), number)]
}
