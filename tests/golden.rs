//! Exact numbers from the literature, confirmed by the interpreter.
//!
//! The tables in `golden/` list positions by their distance from the start; `golden/README.md`
//! says where they come from. Smaller facts stand in the game files themselves, as `expect` lines:
//! all that are small enough are checked here too.

use crate::shipped;
use gdl::model::{ExpectValue, Fact, Model};
use gdl_runtime::Silent;
use gdl_runtime::interp::{
    Counts, Interp, Solution, SolveOptions, State, check_expectations, solve,
};
use gdl_runtime::values::Outcome;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Games with more positions than this are left to faster engines.
const FEW_POSITIONS: i64 = 400_000;

#[test]
fn sliding_tiles_3x3() {
    let solution = solve_game("sliding-tiles", &[]);
    assert_eq!(solution.layers, golden("sliding-tile-3x3"));
    assert_eq!((solution.states, solution.depth), (181_440, Some(31)));
}

#[test]
fn fore_and_aft() {
    let solution = solve_game("fore-and-aft", &[]);
    assert_eq!(solution.layers, golden("fore-and-aft-17"));
    assert_eq!((solution.states, solution.depth), (218_790, Some(47)));
    assert_eq!(length(&solution), Some(46));
}

#[test]
fn pancakes() {
    for (n, table) in [(8, "pancake-8"), (9, "pancake-9")] {
        assert_eq!(solve_game("pancakes", &[("n", n)]).layers, golden(table), "n = {n}");
    }
}

#[test]
fn burnt_pancakes() {
    let solution = solve_game("burnt-pancakes", &[]);
    let layers = [1, 6, 30, 150, 675, 2340, 6604, 12_795, 15_519, 6957, 959, 43, 1];
    assert_eq!(solution.layers, layers);
    assert_eq!((solution.states, solution.depth), (46_080, Some(12)));
}

#[test]
fn topspin() {
    let solution = solve_game("topspin", &[]);
    assert_eq!(solution.layers, [1, 9, 63, 378, 1941, 7011, 9187, 1550, 20]);
    assert_eq!(solution.states, 20_160);
    assert_eq!(solve_game("topspin", &[("n", 8)]).states, 5040);
}

#[test]
fn pocket_cube() {
    let solution = solve_game("pocket-cube", &[]);
    let layers = [1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    assert_eq!(solution.layers, layers);
    assert_eq!(solution.states, 3_674_160);
}

#[test]
fn klotski() {
    let solution = solve_game("klotski", &[]);
    assert_eq!(solution.states, 25_955);
    assert_eq!(length(&solution), Some(116));
}

#[test]
fn tic_tac_toe() {
    let solution = solve_game("tic-tac-toe", &[]);
    assert_eq!((solution.states, solution.value), (5478, Some(Outcome::Draw)));
    assert_eq!(won_lost_drawn(&solution), (2836, 1574, 1068));
}

#[test]
fn hexapawn() {
    let solution = solve_game("hexapawn", &[]);
    assert_eq!((solution.states, solution.value), (135, Some(Outcome::Loss)));
}

#[test]
fn connect_four_4x4() {
    let solution = solve_game("connect-four", &[("rows", 4), ("cols", 4)]);
    assert_eq!((solution.states, solution.value), (161_029, Some(Outcome::Draw)));
    assert_eq!(won_lost_drawn(&solution), (38_675, 32_234, 90_120));
}

#[test]
fn dots_and_boxes() {
    for (rows, cols, margin) in [(1, 1, -1), (1, 2, 0), (2, 2, 2)] {
        let solution = solve_game("dots-and-boxes", &[("rows", rows), ("cols", cols)]);
        assert_eq!(solution.value, Some(Outcome::Margin(margin)), "{rows} x {cols}");
    }
}

#[test]
fn three_mens_morris() {
    let model = shipped::model("three-mens-morris", &[]);
    let interp = Interp::new(&model);
    let solution = solve(&interp, &SolveOptions::default(), &mut Silent).unwrap();
    assert_eq!((solution.value, solution.plies), (Some(Outcome::Win), Some(9)));

    // The published number counts positions up to an exchange of the colors.
    let mut seen = BTreeSet::new();
    let mut open = vec![interp.start()];
    while let Some(state) = open.pop() {
        if seen.insert(from_the_movers_side(&state)) {
            open.extend(interp.successors(&state).into_iter().map(|next| next.state));
        }
    }
    assert_eq!(seen.len(), 3870);
}

#[test]
fn fox_and_geese_tiers() {
    let model = shipped::model("fox-and-geese", &[]);
    let interp = Interp::new(&model);
    for (geese, states) in [(1, 2112), (2, 32_736), (3, 327_360)] {
        let tier = Some(vec![("goose".to_string(), geese)]);
        let options = SolveOptions { tier, ..SolveOptions::default() };
        let solution = solve(&interp, &options, &mut Silent).unwrap();
        assert_eq!(solution.states, states, "{geese} geese");
        assert_eq!(won_lost_drawn(&solution), (0, 0, states), "{geese} geese");
        assert!(check_expectations(&interp, &solution).failed.is_empty());
    }
}

#[test]
fn small_games_meet_their_expectations() {
    let mut met = 0;
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let settings: BTreeSet<&[(String, i64)]> =
            model.expects.iter().map(|expect| expect.params.as_slice()).collect();
        for setting in settings {
            if stated_positions(&model, setting).is_some_and(|states| states <= FEW_POSITIONS) {
                met += meet_expectations(&name, setting);
            }
        }
    }
    assert!(met >= 60, "only {met} expectations were checked");
}

#[test]
fn every_golden_table_is_used() {
    let used = [
        "fore-and-aft-17",
        "pancake-10",
        "pancake-11",
        "pancake-8",
        "pancake-9",
        "peg-solitaire-33",
        "sliding-tile-3x3",
        "sliding-tile-3x4",
        "sliding-tile-4x3",
        "topspin-11-4",
        "topspin-12-4",
    ];
    let mut found: Vec<String> = std::fs::read_dir(golden_folder())
        .expect("the tables are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "csv"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    found.sort();
    assert_eq!(found, used);
}

/// Solves every start of a game with these parameters; how many expectations were met. None may
/// fail.
fn meet_expectations(name: &str, setting: &[(String, i64)]) -> usize {
    let params: Vec<(&str, i64)> =
        setting.iter().map(|(param, value)| (param.as_str(), *value)).collect();
    let model = shipped::model(name, &params);
    let mut met = 0;
    for start in 0..model.starts.len() {
        let interp = Interp::with_start(&model, start).expect("there is such a start");
        let solution = solve(&interp, &SolveOptions::default(), &mut Silent).unwrap();
        let report = check_expectations(&interp, &solution);
        let failed: Vec<&str> =
            report.failed.iter().map(|failure| failure.message.as_str()).collect();
        assert!(failed.is_empty(), "{name} {params:?}: {failed:?}");
        met += report.passed.len();
    }
    met
}

/// The number of positions that the file expects with these parameters.
fn stated_positions(model: &Model, setting: &[(String, i64)]) -> Option<i64> {
    model
        .expects
        .iter()
        .filter(|expect| expect.fact == Fact::Positions && expect.params == setting)
        .find_map(|expect| match &expect.value {
            ExpectValue::Number(states) if expect.tier.is_empty() => Some(*states),
            ExpectValue::Number(_) | ExpectValue::Word(_) => None,
        })
}

fn solve_game(name: &str, params: &[(&str, i64)]) -> Solution {
    let model = shipped::model(name, params);
    solve(&Interp::new(&model), &SolveOptions::default(), &mut Silent).unwrap()
}

fn length(solution: &Solution) -> Option<usize> {
    solution.solution.as_ref().map(Vec::len)
}

fn won_lost_drawn(solution: &Solution) -> (u64, u64, u64) {
    let Some(Counts { won, lost, drawn, .. }) = solution.counts else {
        panic!("a two-player game has counts")
    };
    (won, lost, drawn)
}

/// The position with the men of the player to move called 1 and the others 2.
fn from_the_movers_side(state: &State) -> (Vec<u8>, Vec<u8>) {
    let first_moves = state.mover.index() == 0;
    let own = if first_moves { 1 } else { 2 };
    let cells = state
        .cells
        .iter()
        .map(|content| match *content {
            0 => 0,
            content if content == own => 1,
            _ => 2,
        })
        .collect();
    let mut counters = state.counters.clone();
    if !first_moves {
        counters.reverse();
    }
    (cells, counters)
}

fn golden_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The second column of a table; the first counts from 0.
pub(crate) fn golden(table: &str) -> Vec<u64> {
    let path = golden_folder().join(format!("{table}.csv"));
    let text = std::fs::read_to_string(&path).expect("the table is there");
    text.lines()
        .skip(1)
        .enumerate()
        .map(|(row, line)| {
            let (depth, states) = line.split_once(',').expect("two columns");
            assert_eq!(depth, row.to_string(), "{table}");
            states.parse().expect("a number")
        })
        .collect()
}
