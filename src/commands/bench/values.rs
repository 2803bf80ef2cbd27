//! The games for two of `gamec bench small` and `gamec bench large`: the values of all positions
//! of a tier, or of all that a start leads to.
//!
//! Each line is one search as `gamec solve` runs it. *Positions* are counted as such, *slots* are
//! the entries of the tables: fewer, up to symmetry and with the players exchanged. A *move* is
//! one that was made, or undone to find the positions before a position.

use super::run::{Puzzle, Stop, Watch, model};
use crate::failure::Failure;
use crate::table::table;
use gdl::words::bytes_text;
use gdl_runtime::interp::Interp;
use gdl_runtime::values::TierValues;
use gdl_runtime::values::work::ValueCounts;
use gdl_solver::machine::Taken;
use gdl_solver::measure::{MeasuredValues, measure_values};
use gdl_solver::text::grouped;
use gdl_solver::{Choices, Limits, Problem, Question};
use serde::Serialize;

/// A game of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    pub(super) name: &'static str,
    text: &'static str,
    /// The tier; nothing: from the start.
    tier: &'static [(&'static str, i64)],
    /// Bits of an entry, where that is decided: two without plies.
    bits: Option<u64>,
}

const FOX_AND_GEESE: &str = include_str!("../../../games/fox-and-geese.gdl");
const SIX: &str = include_str!("../../../games/six-mens-morris.gdl");
const NINE: &str = include_str!("../../../games/nine-mens-morris.gdl");

/// Games of up to some million positions.
pub(super) const SMALL: &[Game] = &[
    game("fox and 5 geese", FOX_AND_GEESE, &[("goose", 5)], Some(2)),
    game("nine men's morris 4-3", NINE, &[("white", 4), ("black", 3)], None),
    game("six men's morris", SIX, &[], None),
];

/// Games of up to some hundred million positions.
pub(super) const LARGE: &[Game] = &[
    game("fox and 7 geese", FOX_AND_GEESE, &[("goose", 7)], Some(2)),
    game("nine men's morris 7-3", NINE, &[("white", 7), ("black", 3)], None),
];

const fn game(
    name: &'static str,
    text: &'static str,
    tier: &'static [(&'static str, i64)],
    bits: Option<u64>,
) -> Game {
    Game { name, text, tier, bits }
}

/// A search for values and its times.
#[derive(Debug, Serialize)]
pub(super) struct GameRun {
    game: &'static str,
    layout: &'static str,
    bits: u32,
    states: u64,
    tiers: Vec<TierCounts>,
    slots: u64,
    moves: u64,
    threads: usize,
    #[serde(flatten)]
    taken: Taken,
    /// How many bytes the tables took.
    bytes: u64,
}

/// What is known about a tier.
#[derive(Debug, Serialize)]
struct TierCounts {
    won: u64,
    lost: u64,
    drawn: u64,
    longest_win: Option<u32>,
    longest_loss: Option<u32>,
}

impl GameRun {
    /// Finds the values of a game.
    pub(super) fn new(game: &'static Game, threads: usize) -> Result<Self, Failure> {
        let model = model(&Puzzle { name: game.name, text: game.text, params: &[] })?;
        let interp = Interp::new(&model);
        let tier: Vec<(String, i64)> =
            game.tier.iter().map(|(label, number)| ((*label).to_owned(), *number)).collect();
        let tier = (!tier.is_empty()).then_some(tier);
        let question = Question { tier, ..Question::default() };
        let problem = Problem { interp: &interp, question };
        let limits = Limits { threads, ..Limits::default() };
        let choices = Choices { bits: game.bits, ..Choices::default() };
        let mut watch = Watch { stop: Stop::Never, total: 0 };
        let MeasuredValues { values, layout, taken } =
            measure_values(&problem, &limits, &choices, &mut watch)?;
        let solved = values.wanted.iter().filter_map(|tier| values.tier(*tier));
        let tiers: Vec<TierValues> = solved.collect();
        Ok(GameRun {
            game: game.name,
            layout: layout.name(),
            bits: tiers.iter().map(|tier| tier.bits).max().unwrap_or(0),
            states: tiers.iter().map(|tier| sums(tier).total()).sum(),
            tiers: tiers.iter().map(TierCounts::new).collect(),
            slots: values.slots,
            moves: values.moves,
            threads,
            taken,
            bytes: values.peak_bytes,
        })
    }

    /// The numbers that the signature is made from: those of every tier.
    pub(super) fn counts(&self) -> impl Iterator<Item = u64> {
        self.tiers.iter().flat_map(|tier| {
            let plies = |longest: Option<u32>| longest.map_or(u64::MAX, u64::from);
            [tier.won, tier.lost, tier.drawn, plies(tier.longest_win), plies(tier.longest_loss)]
        })
    }
}

impl TierCounts {
    fn new(tier: &TierValues) -> Self {
        let ValueCounts { won, lost, drawn } = sums(tier);
        let has_plies = tier.bits > 2;
        TierCounts {
            won,
            lost,
            drawn,
            longest_win: tier.longest.win.filter(|_| has_plies).map(|longest| longest.plies),
            longest_loss: tier.longest.loss.filter(|_| has_plies).map(|longest| longest.plies),
        }
    }
}

fn sums(tier: &TierValues) -> ValueCounts {
    tier.positions[0].and(tier.positions[1])
}

/// The runs as a table; none if there are none.
pub(super) fn text(runs: &[GameRun]) -> Option<String> {
    let headings = [
        "game",
        "positions",
        "slots",
        "moves",
        "bits",
        "threads",
        "CPU s",
        "wall s",
        "pos/s",
        "slots/s",
        "ns/move",
        "memory",
    ];
    let row = |run: &GameRun| {
        let seconds = run.taken.seconds();
        vec![
            run.game.to_owned(),
            grouped(run.states),
            grouped(run.slots),
            grouped(run.moves),
            run.bits.to_string(),
            run.threads.to_string(),
            run.taken.cpu_seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2}")),
            format!("{:.2}", run.taken.wall_seconds),
            format!("{:.1}M", run.states as f64 / seconds / 1e6),
            format!("{:.1}M", run.slots as f64 / seconds / 1e6),
            format!("{:.1}", seconds * 1e9 / run.moves as f64),
            bytes_text(run.bytes),
        ]
    };
    (!runs.is_empty()).then(|| table(&headings, &runs.iter().map(row).collect::<Vec<_>>()))
}
