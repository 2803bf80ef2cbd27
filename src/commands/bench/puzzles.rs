//! `gamec bench small`, `gamec bench large`: whole searches of a fixed list of puzzles, then of
//! [games](super::values).
//!
//! Each line is one search with code compiled for the puzzle, which looks at one position at a
//! time, and beside it the word-parallel search where a layout is made for that. Successors are
//! those that were generated; of word-parallel searches, all moves of all positions. With
//! `--baseline` each puzzle is searched twice on one thread, once so and once in the plainest form
//! of the same search: positions numbered by a loop over their cells or pieces, every layer a
//! scan. Both stop after the same layer, so the ratio of their times is what the compiler's work
//! is worth.
//!
//! The *signature* is one number made from all layers of all puzzles and all counts of all games:
//! if it changes, the searches do something else.

use super::run::{Puzzle, Run, Shape, Stop};
use super::values::{self, Game, GameRun};
use crate::args::{BenchArgs, thread_count};
use crate::failure::Failure;
use crate::table::table;
use crate::{interrupt, output};
use gdl_solver::text::grouped;
use serde::Serialize;

const PANCAKES: &str = include_str!("../../../games/pancakes.gdl");
const TILES: &str = include_str!("../../../games/sliding-tiles.gdl");
const TOPSPIN: &str = include_str!("../../../games/topspin.gdl");

const fn puzzle(
    name: &'static str,
    text: &'static str,
    params: &'static [(&'static str, i64)],
) -> Puzzle {
    Puzzle { name, text, params }
}

/// Puzzles of up to some million positions.
pub(super) const SMALL: &[Puzzle] = &[
    puzzle("pancakes 9", PANCAKES, &[("n", 9)]),
    puzzle("pancakes 10", PANCAKES, &[("n", 10)]),
    puzzle("burnt pancakes 7", include_str!("../../../games/burnt-pancakes.gdl"), &[("n", 7)]),
    puzzle("topspin 10,4", TOPSPIN, &[("n", 10), ("k", 4)]),
    puzzle("tiles 2x5", TILES, &[("rows", 2), ("cols", 5)]),
    puzzle("fore and aft", include_str!("../../../games/fore-and-aft.gdl"), &[]),
    puzzle("pocket cube", include_str!("../../../games/pocket-cube.gdl"), &[]),
];

/// Puzzles of up to five billion positions.
pub(super) const LARGE: &[Puzzle] = &[
    puzzle("pancakes 11", PANCAKES, &[("n", 11)]),
    puzzle("pancakes 12", PANCAKES, &[("n", 12)]),
    puzzle("topspin 12,4", TOPSPIN, &[("n", 12), ("k", 4)]),
    puzzle("tiles 3x4", TILES, &[("rows", 3), ("cols", 4)]),
    puzzle("peg solitaire", include_str!("../../../games/peg-solitaire.gdl"), &[]),
    puzzle("frogs and toads 31", include_str!("../../../games/frogs-and-toads.gdl"), &[]),
];

/// With `--baseline` a search ends with the first layer that brings it to this number of positions:
/// the plainest form takes minutes for more.
const ENOUGH: u64 = 40_000_000;

/// Runs the puzzles and the games. Games have no plainest form.
pub(super) fn run(
    args: &BenchArgs,
    puzzles: &'static [Puzzle],
    games: &'static [Game],
) -> Result<(), Failure> {
    interrupt::listen();
    let wanted = |name: &str| args.only.as_ref().is_none_or(|text| name.contains(text));
    let puzzles: Vec<&'static Puzzle> = puzzles.iter().filter(|it| wanted(it.name)).collect();
    let games = games.iter().filter(|it| wanted(it.name) && !args.baseline);
    let games: Vec<&'static Game> = games.collect();
    if puzzles.is_empty() && games.is_empty() {
        return Err(Failure::input("no puzzle or game of this list has such a name"));
    }
    let mut lines = Vec::new();
    for puzzle in puzzles {
        lines.push(match args.baseline {
            false => {
                let threads = thread_count(args.threads);
                let run = Run::new(puzzle, Shape::Best, threads, Stop::Never)?;
                let word_parallel = Run::word_parallel(puzzle, threads)?;
                if let Some(other) = &word_parallel {
                    assert_eq!(run.layers, other.layers, "both find the same layers");
                }
                Line { run, baseline: None, word_parallel }
            }
            true => {
                let stop = Stop::After(ENOUGH);
                let run = Run::new(puzzle, Shape::SameSearch, 1, stop)?;
                let baseline = Run::new(puzzle, Shape::Plainest, 1, stop)?;
                assert_eq!(run.layers, baseline.layers, "both forms search the same");
                Line { run, baseline: Some(baseline), word_parallel: None }
            }
        });
    }
    let threads = thread_count(args.threads);
    let games: Vec<GameRun> =
        games.into_iter().map(|game| GameRun::new(game, threads)).collect::<Result<_, _>>()?;
    let signature = format!("{:016x}", signature(&lines, &games));
    if args.json {
        return output::write_json(&Report { signature, puzzles: lines, games });
    }
    let tables = [(!lines.is_empty()).then(|| text(&lines)), values::text(&games)];
    let tables: Vec<String> = tables.into_iter().flatten().collect();
    output::write(&format!("{}\nsignature {signature}\n", tables.join("\n")))
}

/// A puzzle's line of the report.
#[derive(Debug, Serialize)]
struct Line {
    #[serde(flatten)]
    run: Run,
    baseline: Option<Run>,
    /// The same search, word-parallel.
    word_parallel: Option<Run>,
}

impl Line {
    /// How many times as long the plainest form takes.
    fn ratio(&self) -> Option<f64> {
        Some(self.baseline.as_ref()?.seconds() / self.run.seconds())
    }

    /// How many times as long it takes to look at one position at a time as word-parallel.
    fn gain(&self) -> Option<f64> {
        Some(self.run.seconds() / self.word_parallel.as_ref()?.seconds())
    }
}

/// The result as JSON.
#[derive(Debug, Serialize)]
struct Report {
    signature: String,
    puzzles: Vec<Line>,
    games: Vec<GameRun>,
}

/// All layers and counts as one number: the hash of Fowler, Noll and Vo over their bytes.
fn signature(lines: &[Line], games: &[GameRun]) -> u64 {
    let layers = lines.iter().flat_map(|line| line.run.layers.iter().copied());
    let counts = games.iter().flat_map(GameRun::counts);
    layers
        .chain(counts)
        .flat_map(|states| states.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}

fn text(lines: &[Line]) -> String {
    let mut headings = vec![
        "puzzle",
        "positions",
        "depth",
        "successors",
        "threads",
        "CPU s",
        "wall s",
        "ns/succ",
        "bits/pos",
    ];
    if lines.iter().any(|line| line.baseline.is_some()) {
        headings.extend(["plainest s", "ratio"]);
    }
    if lines.iter().any(|line| line.word_parallel.is_some()) {
        headings.extend(["word-parallel", "CPU s", "ns/succ", "bits/pos", "times as fast"]);
    }
    let row = |line: &Line| {
        let run = &line.run;
        let mut row = vec![
            run.puzzle.to_owned(),
            grouped(run.states),
            run.layers.len().saturating_sub(1).to_string(),
            run.successors.map_or("-".to_owned(), grouped),
            run.threads.to_string(),
            run.taken.cpu_seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2}")),
            format!("{:.2}", run.taken.wall_seconds),
            run.ns_per_successor().map_or("-".to_owned(), |ns| format!("{ns:.1}")),
            format!("{:.2}", run.bits_per_position()),
        ];
        if let (Some(baseline), Some(ratio)) = (&line.baseline, line.ratio()) {
            row.extend([format!("{:.2}", baseline.seconds()), format!("{ratio:.1}")]);
        }
        if let (Some(run), Some(gain)) = (&line.word_parallel, line.gain()) {
            row.extend([
                run.layout.to_owned(),
                format!("{:.3}", run.seconds()),
                run.ns_per_successor().map_or("-".to_owned(), |ns| format!("{ns:.3}")),
                format!("{:.2}", run.bits_per_position()),
                format!("{gain:.0}"),
            ]);
        }
        row
    };
    table(&headings, &lines.iter().map(row).collect::<Vec<_>>())
}
