//! The cost model: how long each way to solve a game takes, and how much memory.
//!
//! Every decision of a [`Strategy`](crate::Strategy) compares numbers of this file. They were set
//! by what `gamec bench strategy` measures on two cores of a shared x86 server. LIMIT: they are
//! averages over games; for a single game a prediction is right to a factor of about three.

use crate::probe::Probe;
use gdl::model::{Action, Body, ContentSet, Model, Rule};
use gdl::plan::{Engine, Family, Numbering};
use gdl::word_parallel::WordParallelLayout;
use serde::Serialize;
use std::fmt;

/// Seconds of the interpreter for each position it expands.
const INTERPRETED_POSITION: f64 = 0.3e-6;

/// Seconds of the interpreter for each ground rule that it tries in a position.
const INTERPRETED_RULE: f64 = 3e-9;

/// Seconds of the interpreter for each successor, and for each rule that always fires: it may give
/// the same as others.
const INTERPRETED_SUCCESSOR: f64 = 0.25e-6;

/// Seconds of the interpreter for each ground rule and cell, where turns of the ring are one: a
/// rule is tried in every turn of the ring.
const INTERPRETED_ROTATION: f64 = 0.6e-6;

/// How many times as long the interpreter takes for values as for layers.
const INTERPRETED_VALUES: f64 = 2.5;

/// How many times as long the interpreter takes for retrograde analysis where moves are chains,
/// settle or have consequences: it undoes such moves by trying what could come before.
const INTERPRETED_TRIALS: f64 = 25.0;

/// Bytes of the interpreter for each position, besides one for each cell.
const INTERPRETED_BYTES: u64 = 32;

/// Seconds of the compiler for any game.
const COMPILED: f64 = 1.1;

/// Seconds of the compiler for each ground rule.
const COMPILED_RULE: f64 = 1.2e-3;

/// Seconds of the compiler for chains and moves that settle.
const COMPILED_LOOPS: f64 = 1.5;

/// Seconds of compiled code to unrank a position and to leave its loop.
const UNRANKED: f64 = 12e-9;

/// Seconds of compiled code for each successor, besides its rank.
const SUCCESSOR: f64 = 7e-9;

/// Seconds of compiled code to find the canonical form of a successor.
const CANONICAL: f64 = 20e-9;

/// Seconds that a sweep takes for each entry it passes over.
const SCANNED: f64 = 0.03e-9;

/// Seconds of retrograde analysis for each entry, besides its moves.
const VALUED: f64 = 150e-9;

/// How often retrograde analysis makes or undoes each move.
const VALUED_MOVES: f64 = 3.0;

/// How often the margins of a tier are computed where play can go on in it for ever.
const MARGIN_ROUNDS: f64 = 100.0;

/// Seconds of an operation on 32 bytes: most of them wait for the second cache.
const OPERATION: f64 = 0.1e-9;

/// Seconds before a word-parallel search begins: tables of operations.
const WORD_PARALLEL: f64 = 5e-3;

/// Seconds of word-parallel values for each position.
const WORD_VALUED: f64 = 10e-9;

/// How many times as long a search takes whose table lies on disk.
const ON_DISK: f64 = 3.0;

/// The share of an additional thread that is gained.
const THREAD: f64 = 0.85;

/// Seconds of play that are always spent to see whether a game is small.
const FIRST_LOOK: f64 = 0.03;

/// The share of the predicted time that is spent to see whether a game is small.
const LOOK: f64 = 0.3;

/// Seconds that are spent on that if nothing else can be done.
const LAST_LOOK: f64 = 8.0;

/// Seconds that a table of what play reaches must save: it has to be played again whenever the
/// database is opened.
pub(crate) const ENUMERATED: f64 = 0.3;

/// Seconds after which a search is hopeless: about three years.
pub(crate) const HOPELESS: f64 = 1e8;

/// Seconds that a user waits for a game to be solved before it is played.
pub(crate) const PATIENCE: f64 = 60.0;

/// Seconds from which on a user wants to be told before it begins.
pub const LONG: f64 = 10.0;

/// From this number of entries on, code that is compiled for this processor is worth compiling
/// even if code for any processor is there.
pub(crate) const WORTH_COMPILING: u64 = 20_000_000;

/// What a way to solve a game is expected to take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Wall-clock seconds, compiling included; infinite if nothing is known about them.
    pub seconds: f64,
    /// Bytes of memory.
    pub bytes: u64,
}

/// How large a game is, as far as that is known before it is solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// The number of positions.
    pub(crate) positions: f64,
    /// The number of layers.
    pub(crate) layers: f64,
    /// The number of successors of a position, on average.
    pub(crate) successors: f64,
}

impl Size {
    /// Estimates the size of a game with at most `positions` positions that nobody has played.
    pub(crate) fn unseen(successors: f64, positions: f64) -> Self {
        Size { positions, layers: layers(&[], positions), successors }
    }

    /// Estimates the size of a game with at most `positions` positions, from play.
    pub(crate) fn new(probe: &Probe, positions: f64) -> Self {
        let successors = probe.successors;
        if probe.is_complete {
            let (positions, layers) = (probe.positions as f64, probe.layers.len() as f64);
            return Size { positions, layers, successors };
        }
        let positions = positions.max(probe.positions as f64);
        Size { positions, layers: layers(&probe.layers, positions), successors }
    }
}

/// Estimates how many layers there are if the first are these: growth goes on for a while, and
/// the last layers are small again.
fn layers(first: &[u64], positions: f64) -> f64 {
    let depth = first.len() as f64;
    let known: u64 = first.iter().sum();
    let growth = match first {
        [.., before, last] => *last as f64 / (*before).max(1) as f64,
        _ => 2.0,
    };
    let left = (positions / (known.max(1)) as f64).max(1.0).ln();
    depth + 1.5 * left / growth.max(1.1).ln()
}

/// What the cost of a game depends on besides its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    cells: f64,
    /// Kinds of pieces.
    kinds: f64,
    rules: f64,
    /// Rules that fire in every position.
    firing: f64,
    /// Whether moves are chains or settle.
    has_loops: bool,
    same_rotations: bool,
    has_consequences: bool,
    threads: f64,
}

impl Rates {
    /// Reads off the rules of a game what the costs depend on.
    pub(crate) fn new(model: &Model, threads: usize) -> Self {
        let pieces = ContentSet::all_pieces(model.pieces.len());
        let fires = |rule: &&Rule| rule.needs.iter().all(|(_, it)| pieces.without(*it).is_empty());
        let of_action = |action: &Action| match action {
            Action::Rewrite(rules) => (rules.len(), rules.iter().filter(fires).count()),
            Action::Permute(_) => (1, 1),
            Action::Nothing | Action::Sow(_) | Action::Harvest(_) => (1, 0),
        };
        let settled = model.settles().map(|settle| settle.rules.len()).sum::<usize>();
        let (rules, firing) = model
            .actions()
            .map(of_action)
            .fold((settled, 0), |(rules, firing), (more, more_firing)| {
                (rules + more, firing + more_firing)
            });
        Rates {
            cells: model.board.cells.len() as f64,
            kinds: model.pieces.len() as f64,
            rules: rules as f64,
            firing: firing as f64,
            has_loops: model.moves.iter().any(|one| !matches!(one.body, Body::Once(_))),
            same_rotations: model.same_rotations,
            has_consequences: model.moves.iter().any(|one| !one.afters.is_empty()),
            threads: 1.0 + THREAD * (threads.max(1) - 1) as f64,
        }
    }

    /// Seconds of the interpreter for a position and its successors.
    fn interpreted_position(&self, successors: f64) -> f64 {
        let turns = if self.same_rotations { INTERPRETED_ROTATION * self.cells } else { 0.0 };
        INTERPRETED_POSITION
            + (INTERPRETED_RULE + turns) * self.rules
            + INTERPRETED_SUCCESSOR * successors.max(self.firing)
    }

    /// Predicts something whose size nobody knows.
    pub(crate) const UNKNOWN: Prediction = Prediction { seconds: f64::INFINITY, bytes: 0 };

    /// Predicts the interpreter's own search.
    pub(crate) fn interpreter(&self, size: Size, values: bool) -> Prediction {
        let times = if values { INTERPRETED_VALUES } else { 1.0 };
        let each = self.interpreted_position(size.successors) * times;
        let bytes = size.positions * (self.cells + INTERPRETED_BYTES as f64);
        let edges = if values { size.positions * size.successors * 4.0 } else { 0.0 };
        Prediction { seconds: size.positions * each, bytes: whole(bytes + edges) }
    }

    /// Seconds of the compiler.
    pub(crate) fn compiler(&self) -> f64 {
        let loops = if self.has_loops { COMPILED_LOOPS } else { 0.0 };
        COMPILED + COMPILED_RULE * self.rules + loops
    }

    /// How often each entry of a table of values is computed.
    pub(crate) fn rounds(engine: Engine, is_endless: bool) -> f64 {
        if engine == Engine::Scores && is_endless { MARGIN_ROUNDS } else { 1.0 }
    }

    /// Seconds of compiled code to rank a position.
    fn rank(&self, family: Family) -> f64 {
        1e-9 * family.nanoseconds(self.cells, self.kinds)
    }

    /// Predicts a search with compiled code on a table, without compiling.
    pub(crate) fn search(&self, size: Size, table: Table) -> Prediction {
        let expanded = size.positions / table.symmetries;
        let canonical = if table.symmetries > 1.0 { CANONICAL } else { 0.0 };
        let successor = SUCCESSOR + canonical + self.rank(table.family);
        let position = UNRANKED + size.successors * successor;
        let scans = size.layers * table.entries * SCANNED;
        self.on_table(expanded * position + scans, table)
    }

    /// Predicts retrograde analysis with compiled code, without compiling.
    pub(crate) fn values(&self, size: Size, table: Table) -> Prediction {
        let moves = size.successors * (SUCCESSOR + self.rank(table.family));
        let each = VALUED + (UNRANKED + VALUED_MOVES * moves) * table.rounds;
        self.on_table(table.entries * each, table)
    }

    /// Predicts retrograde analysis whose rules the interpreter runs.
    pub(crate) fn interpreted_values(&self, size: Size, table: Table) -> Prediction {
        let is_tried = self.has_loops || self.has_consequences;
        let trials = if is_tried { INTERPRETED_TRIALS } else { 1.0 };
        let each =
            VALUED_MOVES * trials * self.interpreted_position(size.successors) * table.rounds;
        self.on_table(table.entries * each, table)
    }

    fn on_table(&self, seconds: f64, table: Table) -> Prediction {
        let disk = if table.on_disk { ON_DISK } else { 1.0 };
        Prediction { seconds: seconds * disk / self.threads, bytes: table.bytes }
    }

    /// Predicts a word-parallel search on a table with these entries and this cost.
    pub(crate) fn word_parallel(
        &self,
        size: Size,
        layout: &WordParallelLayout,
        bytes: u64,
    ) -> Prediction {
        let operations = layout.cost().operations_per_state * layout.size() as f64;
        let seconds = WORD_PARALLEL + size.layers * operations * OPERATION / self.threads;
        Prediction { seconds, bytes }
    }

    /// Predicts word-parallel values.
    pub(crate) fn word_parallel_values(&self, positions: f64, bytes: u64) -> Prediction {
        Prediction { seconds: WORD_PARALLEL + positions * WORD_VALUED / self.threads, bytes }
    }

    /// Returns how many positions are played to see whether a game is small, before anything else
    /// is known about it.
    pub(crate) fn first_look(&self) -> u64 {
        self.played(FIRST_LOOK)
    }

    /// Returns how many positions are played for that if the best other way takes this long; if
    /// there is no other way, as many as a user would wait for.
    pub(crate) fn look(&self, best: Option<Prediction>) -> u64 {
        self.played(
            best.map_or(LAST_LOOK, |best| (LOOK * best.seconds).clamp(FIRST_LOOK, LAST_LOOK)),
        )
    }

    /// Returns how many positions the interpreter plays in a time.
    fn played(&self, seconds: f64) -> u64 {
        // A position has some five successors.
        whole(seconds / self.interpreted_position(5.0))
    }
}

/// A table that a search is done on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub(crate) family: Family,
    pub(crate) entries: f64,
    pub(crate) bytes: u64,
    pub(crate) symmetries: f64,
    /// How often each entry is computed.
    pub(crate) rounds: f64,
    pub(crate) on_disk: bool,
}

#[expect(clippy::cast_possible_truncation, reason = "a float beyond all numbers is the largest")]
fn whole(number: f64) -> u64 {
    number as u64
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.seconds.is_infinite() {
            return f.write_str("nobody knows how long");
        }
        write!(f, "about {}, {}", seconds_text(self.seconds), gdl::words::bytes_text(self.bytes))
    }
}

/// Writes a time as a user would say it.
pub fn seconds_text(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(31_557_600.0, "years"), (86_400.0, "days"), (3600.0, "h"), (60.0, "min")];
    for (unit, name) in UNITS {
        if seconds >= 2.0 * unit {
            return format!("{:.0} {name}", seconds / unit);
        }
    }
    if seconds >= 10.0 { format!("{seconds:.0} s") } else { format!("{seconds:.2} s") }
}
