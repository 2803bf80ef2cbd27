//! Word-parallel values of games for two, on the layout of a
//! [single piece among many alike](gdl::word_parallel::single).
//!
//! For each player to move there are two bits of every position: whether it is won, and whether it
//! is lost. Round by round, a position is won if some move leads to one that is lost for the
//! other, and lost if there are moves and all lead to won ones; so the number of the round is the
//! number of plies. Both are ANDs and ORs of whole rows. A round looks only at rows from which a
//! move leads to something that has changed in the round before, or at the runs with such rows if
//! there are many. What it finds is noted down and added afterwards, so a round sees nothing of
//! itself.
//!
//! All numbers of pieces, up to the one that is asked for, are solved together: what a move that
//! takes a piece leads to has its plies by then.
//!
//! Cost: 32 bytes for each set of cells; a word operation or two for each row and move in a run
//! that is looked at.

mod kernel;
#[cfg(test)]
mod tests;

use super::vector;
use crate::engine::workers::{Partial, Workers};
use crate::engine::zeros;
use crate::values::{Farthest, Outcome, TierValues};
use crate::{Observer, Progress, SolveError};
use gdl::ast::Verdict;
use gdl::word_parallel::single::SinglePiece;
use gdl::word_parallel::single::rows::Rows;
use kernel::{Change, Kernel, Look, Task, WonAndLost};
use std::ops::Range;

/// Parts of a round have about this number of rows.
const PART: usize = 4096;

/// If no more than one in this many rows has changed, only rows from which a move leads there are
/// looked at, not whole runs.
const FEW: u64 = 32;

/// How to work out values.
#[derive(Clone, Debug, Default)]
pub struct WordParallelValueOptions {
    /// Number of threads; 0 for one for each processor.
    pub threads: usize,
    /// The largest number of the many that is of interest.
    pub most: usize,
}

/// Values, counted and by position.
#[derive(Debug)]
pub struct WordParallelValues {
    /// By number of the many, which is the number of the tier, in order.
    pub tiers: Vec<TierValues<()>>,
    /// Number of plies of the longest win or loss.
    pub plies: u32,
    /// Number of bytes of all tables.
    pub bytes: u64,
    rows: Rows,
    known: [WonAndLost; 2],
}

impl WordParallelValues {
    /// What a position is worth to the player to move: with this set of the many, and the single
    /// piece on this cell; none if it was not solved.
    pub fn value(&self, set: u64, single: usize, player: usize) -> Option<Outcome> {
        let row = usize::try_from(self.rows.row(set)?).ok()?;
        let is_set = |words: &[u64]| words[row] >> single & 1 == 1;
        let known = &self.known[player];
        Some(match (is_set(&known.won), is_set(&known.lost)) {
            (true, _) => Outcome::Win,
            (_, true) => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }
}

/// Works out the values of all positions with at most `options.most` of the many.
pub fn word_parallel_values(
    layout: &SinglePiece,
    options: &WordParallelValueOptions,
    observer: &mut dyn Observer,
) -> Result<WordParallelValues, SolveError> {
    let most = options.most.min(layout.cells.len().saturating_sub(1));
    let rows = Rows::new(layout.cells.len(), layout.fewest(most)..=most);
    let size = rows.size();
    let needed = size.saturating_mul(32);
    let refused = || SolveError::TableMemory { needed, limit: None };
    let length = usize::try_from(size).map_err(|_| refused())?;
    let empty = || Some(WonAndLost { won: zeros(length)?, lost: zeros(length)? });
    let known = [empty().ok_or_else(refused)?, empty().ok_or_else(refused)?];
    let kernel = Kernel::new(layout, rows);
    let tiers = (layout.fewest(most)..=most).map(|number| TierValues::empty(number, 2)).collect();
    let totals = Totals { tiers, plies: 0, bytes: needed + kernel.bytes() };
    let workers = Workers::new(options.threads)?;
    let mut rounds = Rounds { layout, kernel, known, workers, totals, size };
    rounds.run(observer)?;
    let Rounds { kernel, known, totals: Totals { tiers, plies, bytes }, .. } = rounds;
    Ok(WordParallelValues { tiers, plies, bytes, rows: kernel.rows, known })
}

/// Values on their way.
struct Rounds<'a> {
    layout: &'a SinglePiece,
    kernel: Kernel,
    known: [WonAndLost; 2],
    workers: Workers,
    totals: Totals,
    size: u64,
}

/// What was counted so far.
struct Totals {
    tiers: Vec<TierValues<()>>,
    plies: u32,
    bytes: u64,
}

/// What parts of a round have found.
#[derive(Default)]
struct Changes(Vec<Change>);

impl Rounds<'_> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<(), SolveError> {
        let runs = 0..self.kernel.rows.runs.len();
        let goes_on = |run: &usize| self.ended(*run).iter().all(Option::is_none);
        let all = |run: usize| Task { run, places: None };
        let open: Vec<Task> = runs.clone().filter(goes_on).map(all).collect();
        // As long as nothing is known, only positions without moves are decided.
        let mut changes = Vec::new();
        for player in [0, 1] {
            changes.push(self.look(&open, player, 0, observer)?);
        }
        for (player, changes) in changes.iter_mut().enumerate() {
            changes.extend(runs.clone().flat_map(|run| self.end(run, player)));
        }
        for plies in 1.. {
            self.apply(&changes, plies - 1);
            let mut next = Vec::new();
            for player in [0, 1] {
                let tasks = self.affected(&changes[1 - player], player);
                next.push(self.look(&tasks, player, plies, observer)?);
            }
            changes = next;
            if changes.iter().all(Vec::is_empty) {
                break;
            }
        }
        self.count_draws();
        Ok(())
    }

    fn ended(&self, run: usize) -> [Option<Verdict>; 2] {
        self.layout.ended[self.kernel.rows.runs[run].number]
    }

    /// The positions of a run, if the game has ended there and is not drawn.
    fn end(&self, run: usize, player: usize) -> Vec<Change> {
        let (won, lost) = match self.ended(run)[player] {
            None | Some(Verdict::Draw) => return Vec::new(),
            Some(Verdict::Win) => (u64::MAX, 0),
            Some(Verdict::Lose) => (0, u64::MAX),
        };
        let it = self.kernel.rows.runs[run];
        // Rows are in memory.
        let first = usize::try_from(it.first).expect("a row in memory");
        let rows = (first..).zip(self.kernel.free(it));
        rows.map(|(row, free)| Change { run, row, won: free & won, lost: free & lost }).collect()
    }

    /// The rows in which a player is to move, and from which a move leads to one that has changed.
    fn affected(&self, changes: &[Change], player: usize) -> Vec<Task> {
        let mut rows: Vec<(usize, u16)> = Vec::new();
        let mut runs = vec![false; self.kernel.rows.runs.len()];
        if changes.len() as u64 > self.size / FEW {
            for change in changes {
                let run = self.kernel.rows.runs[change.run];
                self.kernel.leading_to(run, player).for_each(|from| runs[from] = true);
            }
        } else {
            rows.extend(changes.iter().flat_map(|it| self.kernel.rows_leading_to(it, player)));
            rows.sort_unstable();
            rows.dedup();
        }
        let of_rows = rows.chunk_by(|one, other| one.0 == other.0).map(|rows| {
            let run = rows[0].0;
            let all = self.kernel.rows.classes[self.kernel.rows.runs[run].class].len();
            let places = || rows.iter().map(|(_, place)| *place).collect();
            Task { run, places: (4 * rows.len() < all).then(places) }
        });
        let whole = (0..runs.len()).filter(|run| runs[*run]);
        let tasks = of_rows.chain(whole.map(|run| Task { run, places: None }));
        tasks.filter(|task| self.ended(task.run)[player].is_none()).collect()
    }

    /// What is new in some rows.
    fn look(
        &self,
        tasks: &[Task],
        player: usize,
        plies: u32,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Change>, SolveError> {
        let stuck = match (plies, self.layout.stuck) {
            (0, Verdict::Win) => (u64::MAX, 0),
            (0, Verdict::Lose) => (0, u64::MAX),
            _ => (0, 0),
        };
        let (own, other) = (&self.known[player], &self.known[1 - player]);
        let work = |part: Range<usize>| {
            let (kernel, tasks) = (&self.kernel, &tasks[part]);
            Changes(vector::run(Look { kernel, tasks, player, own, other, stuck }))
        };
        let before = Progress {
            states: 0,
            depth: plies as usize,
            layer_done: 0.0,
            size: self.size,
            bytes: self.totals.bytes,
        };
        let made = self.workers.run(&self.parts(tasks), &work, before, observer);
        Ok(made?.0)
    }

    /// Cuts tasks into parts that are worth the trouble.
    fn parts(&self, tasks: &[Task]) -> Vec<Range<usize>> {
        let (mut parts, mut first, mut rows) = (Vec::new(), 0, 0);
        for (number, task) in tasks.iter().enumerate() {
            let all = &self.kernel.rows.classes[self.kernel.rows.runs[task.run].class];
            rows += task.places.as_ref().map_or(all.len(), Vec::len);
            if rows >= PART || number + 1 == tasks.len() {
                parts.push(first..number + 1);
                (first, rows) = (number + 1, 0);
            }
        }
        parts
    }

    /// Adds what a round has found.
    fn apply(&mut self, changes: &[Vec<Change>], plies: u32) {
        let fewest = self.totals.tiers[0].tier;
        for (player, changes) in changes.iter().enumerate() {
            let known = &mut self.known[player];
            for Change { run, row, won, lost } in changes {
                known.won[*row] |= won;
                known.lost[*row] |= lost;
                let number = self.kernel.rows.runs[*run].number;
                let tier = &mut self.totals.tiers[number - fewest];
                let counts = &mut tier.positions[player];
                counts.won += u64::from(won.count_ones());
                counts.lost += u64::from(lost.count_ones());
                if *won != 0 {
                    tier.longest.win = Some(Farthest { plies, position: () });
                }
                if *lost != 0 {
                    tier.longest.loss = Some(Farthest { plies, position: () });
                }
                self.totals.plies = plies;
            }
        }
    }

    fn count_draws(&mut self) {
        for run in &self.kernel.rows.runs {
            let places = (self.layout.cells.len() - run.number) as u64;
            let positions = self.kernel.rows.classes[run.class].len() as u64 * places;
            let tier = &mut self.totals.tiers[run.number - self.kernel.rows.runs[0].number];
            tier.positions.iter_mut().for_each(|counts| counts.drawn += positions);
        }
        for counts in self.totals.tiers.iter_mut().flat_map(|tier| &mut tier.positions) {
            counts.drawn -= counts.won + counts.lost;
        }
    }
}

impl Partial for Changes {
    fn and(mut self, mut other: Self) -> Self {
        self.0.append(&mut other.0);
        self
    }

    fn new_states(&self) -> u64 {
        self.0.iter().map(|it| u64::from(it.won.count_ones() + it.lost.count_ones())).sum()
    }
}
