//! The moves and ends of generated code, against the interpreter: of all shipped games, and of
//! made-up games that use the language in odd ways.
//!
//! Positions are compared whole, regardless of who is to move in them: a number alone would not
//! tell what a hash takes from elsewhere.

use super::program::{Program, written};
use super::{plan, reached};
use crate::shipped;
use gdl::model::{Model, State};
use gdl::plan::{Family, Plan};
use gdl_runtime::interp::{Ending, Interp};
use std::collections::BTreeSet;
use std::path::Path;

/// A made-up game with fewer positions is compared in all of them.
const ALL: usize = 1_500;

/// How many positions of random play are compared in larger games.
const PLAYED: usize = 600;

#[test]
fn moves_of_shipped_games_agree_with_the_interpreter() {
    let small = [
        ("pancakes", vec![("n", 7)]),
        ("burnt-pancakes", vec![("n", 4)]),
        ("sliding-tiles", vec![]),
        ("topspin", vec![]),
        ("frogs", vec![]),
        ("fore-and-aft", vec![]),
        ("peg-triangle", vec![]),
        ("klotski", vec![]),
        ("rush-hour", vec![]),
        ("tic-tac-toe", vec![]),
        ("hexapawn", vec![]),
        ("three-mens-morris", vec![]),
        ("dots-and-boxes", vec![]),
        ("tilt", vec![]),
        ("awari", vec![("seeds", 1)]),
    ];
    let mut compared = Compared::new("moves");
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let plan = plan(&model, None).expect("every shipped game has a plan");
        let interp = Interp::new(&model);
        let states: Vec<State> = reached(&interp).into_iter().chain(played(&interp)).collect();
        compared.add(&name, &model, &plan, &states);
    }
    for (name, params) in small {
        let model = shipped::model(name, &params);
        compared.add_layouts(name, &model, &Family::CODED);
    }
    compared.run();
}

#[test]
fn moves_of_made_up_games_agree_with_the_interpreter() {
    let mut compared = Compared::new("made-up");
    for (name, text) in made_up() {
        compared.add_layouts(&name, &compiled(&name, &text), &Family::CODED);
    }
    compared.run();
}

/// The names and texts of the made-up games.
pub(crate) fn made_up() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated/games");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    let read = |file: std::path::PathBuf| {
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        (name.to_owned(), std::fs::read_to_string(&file).expect("it can be read"))
    };
    files.into_iter().map(read).collect()
}

/// Those of them in which players move again, must do something or pass, or moves have
/// consequences.
pub(crate) fn made_up_turns() -> Vec<(String, String)> {
    let names = [
        "chain-with-else",
        "crossing-camps",
        "custodians",
        "must-and-chain",
        "two-that-must",
        "walks-and-turns",
    ];
    let games: Vec<_> =
        made_up().into_iter().filter(|(name, _)| names.contains(&name.as_str())).collect();
    assert_eq!(games.len(), names.len());
    games
}

#[test]
fn moves_of_the_language_reference_agree_with_the_interpreter() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let text = std::fs::read_to_string(file).expect("it can be read");
    let mut compared = Compared::new("reference");
    for example in text.split("```gdl\n").skip(1) {
        let example = example.split("```").next().expect("it has an end");
        let model = compiled("example", example);
        let plan = plan(&model, None).expect("examples are small");
        compared.add(&model.title, &model, &plan, &some_positions(&Interp::new(&model)));
    }
    compared.run();
}

pub(crate) fn compiled(name: &str, text: &str) -> Model {
    let source = gdl::Source::new(format!("{name}.gdl"), text);
    let (model, _) = gdl::compile(&source, &gdl::Params::new())
        .unwrap_or_else(|wrong| panic!("{}", wrong.render(&source, gdl::Style::Plain)));
    model
}

/// Questions to code, and what the interpreter says.
struct Compared {
    program: Program,
    /// By module: what it is.
    titles: Vec<String>,
    questions: Vec<String>,
    answers: Vec<String>,
}

impl Compared {
    fn new(name: &'static str) -> Self {
        let program = Program::new(name);
        Compared { program, titles: Vec::new(), questions: Vec::new(), answers: Vec::new() }
    }

    /// Adds a game with every one of these layouts that fits.
    #[track_caller]
    fn add_layouts(&mut self, name: &str, model: &Model, families: &[Family]) {
        let interp = Interp::new(model);
        let states = some_positions(&interp);
        let before = self.titles.len();
        for family in families {
            if let Some(plan) = plan(model, Some(*family)) {
                self.add(name, model, &plan, &states);
            }
        }
        assert!(self.titles.len() > before, "no layout fits {name}");
    }

    fn add(&mut self, name: &str, model: &Model, plan: &Plan, states: &[State]) {
        let number = self.program.add(&gdl::lower::game(model, plan));
        self.titles.push(format!("{name}, layout {}", plan.family.name()));
        let interp = Interp::new(model);
        // A player who is stuck is no end that stands in the file.
        let unstuck = Model { stuck: None, ..model.clone() };
        let unstuck = Interp::new(&unstuck);
        let cells = plan.hash.cells();
        let mut seen = BTreeSet::new();
        for state in states {
            let Some(index) = plan.hash.rank(state).filter(|index| seen.insert(*index)) else {
                continue;
            };
            let state = plan.hash.unrank(index);
            let next = interp.successors(&state).into_iter();
            let next: BTreeSet<String> = next.map(|next| written(&next.state, cells)).collect();
            let text = written(&state, cells);
            self.questions.push(format!("{number} moves {text}"));
            self.answers.push(next.into_iter().collect::<Vec<_>>().join(";"));
            if !model.ends.is_empty() {
                self.questions.push(format!("{number} verdict {text}"));
                self.answers.push(verdict(model, &state, unstuck.outcome(&state)).to_string());
            }
        }
    }

    #[track_caller]
    fn run(&self) {
        let given = self.program.run(&self.questions);
        assert_eq!(given.len(), self.answers.len());
        for ((question, answer), given) in self.questions.iter().zip(&self.answers).zip(&given) {
            let number: usize = question.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(given, answer, "{}: {question}", self.titles[number]);
        }
    }
}

/// How code tells an end.
pub(crate) fn verdict(model: &Model, state: &State, outcome: Option<Ending>) -> u64 {
    let several = model.players.len() > 2;
    match outcome {
        None => 0,
        Some(Ending::Draw) => 3,
        Some(Ending::Won(player)) if several => 4 + 2 * u64::from(player.0),
        Some(Ending::Lost(player)) if several => 5 + 2 * u64::from(player.0),
        Some(Ending::Won(player)) => {
            if player == state.mover {
                1
            } else {
                2
            }
        }
        Some(Ending::Lost(player)) => {
            if player == state.mover {
                2
            } else {
                1
            }
        }
        Some(Ending::Score(_)) => unreachable!("scores decide for players who are stuck"),
    }
}

/// All positions of a small game, positions of random play of a large one.
pub(super) fn some_positions(interp: &Interp<'_>) -> Vec<State> {
    let mut seen = BTreeSet::from([interp.start()]);
    let mut queue = vec![interp.start()];
    while let Some(state) = queue.pop() {
        for next in interp.successors(&state) {
            if seen.insert(next.state.clone()) {
                queue.push(next.state);
            }
        }
        if seen.len() > ALL {
            return reached(interp).into_iter().chain(played(interp)).collect();
        }
    }
    seen.into_iter().collect()
}

/// Positions of random play.
pub(crate) fn played(interp: &Interp<'_>) -> Vec<State> {
    let mut seen = BTreeSet::new();
    let mut random = 1_u64;
    for _ in 0..100 {
        let mut state = interp.start();
        for _ in 0..200 {
            seen.insert(state.clone());
            let next = interp.successors(&state);
            if next.is_empty() || seen.len() >= PLAYED {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let choice = usize::try_from(random >> 33).expect("31 bits") % next.len();
            state = next[choice].state.clone();
        }
    }
    seen.into_iter().collect()
}
