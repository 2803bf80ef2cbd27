//! What the moves of a run's positions lead to, row by row of words.
//!
//! Action by action: the set that it makes lies in one other run, and which row leads to which
//! depends only on the classes of the lower halves, and is listed beforehand. An action that
//! leaves the lower half alone takes all rows of a run in order, so there is no list, and the loop
//! works on vectors. If only a few rows of a run are of interest, they are looked at one by one
//! instead, still with all places of the single piece at once.

use crate::word_parallel::vector::{self, Machine};
use gdl::word_parallel::affine::bit_roles::Pattern;
use gdl::word_parallel::single::rows::{RowRun, Rows};
use gdl::word_parallel::single::{SinglePiece, Slide};

/// All tables that never change.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) rows: Rows,
    pub(super) all: u64,
    /// By player.
    actions: [Vec<Action>; 2],
    /// Places in two classes: of a row, and of the row that an action makes of it.
    pairs: Vec<(u16, u16)>,
}

/// An action.
#[derive(Debug)]
struct Action {
    upper: Pattern,
    lower: Pattern,
    flip_upper: u32,
    flip_lower: u32,
    /// How many pieces it takes.
    takes: usize,
    slides: Vec<Slide>,
    /// By class: where its pairs are; none if all rows are taken in order.
    pairs: Option<Vec<std::ops::Range<usize>>>,
}

/// What is known of the positions in which a player is to move.
#[derive(Debug, Default)]
pub(super) struct WonAndLost {
    pub(super) won: Vec<u64>,
    pub(super) lost: Vec<u64>,
}

/// The places of a row from which there is a move ...
#[derive(Clone, Copy, Debug, Default)]
struct MoveMasks {
    /// ... that leads to a lost position for the other,
    win: u64,
    /// ... that leads to one that is not won for the other,
    hold: u64,
    /// ... at all.
    any: u64,
}

/// The rows that an action leads to.
struct Made<'a> {
    /// The cells that the upper half leaves free.
    free: u64,
    lower: &'a [u32],
    won: &'a [u64],
    lost: &'a [u64],
}

impl<'a> Made<'a> {
    #[inline(always)]
    fn new(kernel: &'a Kernel, run: RowRun, known: &'a WonAndLost) -> Self {
        let lower = &kernel.rows.classes[run.class][..];
        let first = usize::try_from(run.first).expect("a row in memory");
        Made {
            free: kernel.all & !kernel.rows.upper(run),
            lower,
            won: &known.won[first..][..lower.len()],
            lost: &known.lost[first..][..lower.len()],
        }
    }
}

impl MoveMasks {
    #[inline(always)]
    fn add(&mut self, made: &Made<'_>, place: usize, slides: &[Slide]) {
        let free = made.free & !u64::from(made.lower[place]);
        for slide in slides {
            self.win |= slid(made.lost[place], *slide);
            self.hold |= slid(free & !made.won[place], *slide);
            self.any |= slid(free, *slide);
        }
    }
}

/// A row that has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) run: usize,
    pub(super) row: usize,
    pub(super) won: u64,
    pub(super) lost: u64,
}

impl Kernel {
    /// The tables of a layout, for some rows.
    pub(super) fn new(layout: &SinglePiece, rows: Rows) -> Self {
        let mut kernel =
            Kernel { rows, all: layout.all(), actions: Default::default(), pairs: Vec::new() };
        for action in &layout.actions {
            let cells = kernel.rows.lower_cells;
            let Pattern { mask, value } = action.needs;
            let half = (1 << cells) - 1;
            let lower = Pattern { mask: mask & half, value: value & half };
            let narrow = |bits: u64| u32::try_from(bits).expect("half of the cells");
            let made = Action {
                upper: Pattern { mask: mask >> cells, value: value >> cells },
                lower,
                flip_upper: narrow(action.flip >> cells),
                flip_lower: narrow(action.flip & half),
                takes: usize::try_from(-action.change()).expect("no action adds pieces"),
                slides: action.slides.clone(),
                pairs: (lower.mask != 0).then(|| kernel.list(lower, narrow(action.flip & half))),
            };
            kernel.actions[action.player.index()].push(made);
        }
        kernel
    }

    fn list(&mut self, needs: Pattern, flip: u32) -> Vec<std::ops::Range<usize>> {
        let mut ranges = Vec::new();
        for class in &self.rows.classes {
            let begin = self.pairs.len();
            let fits = (0..).zip(class).filter(|(_, lower)| needs.fits(u64::from(**lower)));
            let places = &self.rows.places;
            self.pairs.extend(fits.map(|(place, lower)| (place, places[(lower ^ flip) as usize])));
            ranges.push(begin..self.pairs.len());
        }
        ranges
    }

    /// The runs from which an action of a player leads to a run, with what it needs of the lower
    /// half and what it flips there.
    fn sources(&self, run: RowRun, player: usize) -> impl Iterator<Item = (usize, &Action)> {
        self.actions[player].iter().filter_map(move |action| {
            let upper = run.upper ^ action.flip_upper;
            let fits = action.upper.fits(u64::from(upper));
            let source = fits.then(|| self.rows.run(run.number + action.takes, upper))?;
            Some((source?, action))
        })
    }

    /// The runs from which an action of a player leads to a run.
    pub(super) fn leading_to(&self, run: RowRun, player: usize) -> impl Iterator<Item = usize> {
        self.sources(run, player).map(|(source, _)| source)
    }

    /// The rows from which an action of a player leads to some row: runs, and places in them.
    pub(super) fn rows_leading_to(
        &self,
        change: &Change,
        player: usize,
    ) -> impl Iterator<Item = (usize, u16)> {
        let run = self.rows.runs[change.run];
        let place = change.row - usize::try_from(run.first).expect("a row in memory");
        let lower = self.rows.classes[run.class][place];
        self.sources(run, player).filter_map(move |(source, action)| {
            let from = lower ^ action.flip_lower;
            let fits = action.lower.fits(u64::from(from));
            fits.then(|| (source, self.rows.places[from as usize]))
        })
    }

    /// The cells where the single piece can stand, by row of a run.
    pub(super) fn free(&self, run: RowRun) -> impl Iterator<Item = u64> {
        let free = self.all & !self.rows.upper(run);
        self.rows.classes[run.class].iter().map(move |lower| free & !u64::from(*lower))
    }

    /// The actions of a player for a run, with the runs that they lead to.
    #[inline(always)]
    fn leaving(&self, run: RowRun, player: usize) -> impl Iterator<Item = (&Action, RowRun)> {
        let fits = move |action: &&Action| {
            action.upper.fits(u64::from(run.upper)) && run.number >= action.takes
        };
        self.actions[player].iter().filter(fits).filter_map(move |action| {
            let to = self.rows.run(run.number - action.takes, run.upper ^ action.flip_upper)?;
            Some((action, self.rows.runs[to]))
        })
    }

    /// Looks at all moves of a run's positions, one action after the other.
    #[inline(always)]
    fn look(&self, run: RowRun, player: usize, other: &WonAndLost, masks: &mut Vec<MoveMasks>) {
        masks.clear();
        masks.resize(self.rows.classes[run.class].len(), MoveMasks::default());
        for (action, to) in self.leaving(run, player) {
            let made = Made::new(self, to, other);
            match &action.pairs {
                None => {
                    for (place, masks) in masks.iter_mut().enumerate() {
                        masks.add(&made, place, &action.slides);
                    }
                }
                Some(ranges) => {
                    for (from, to) in &self.pairs[ranges[run.class].clone()] {
                        masks[usize::from(*from)].add(&made, usize::from(*to), &action.slides);
                    }
                }
            }
        }
    }

    /// Looks at all moves of the positions of some rows of a run.
    #[inline(always)]
    fn look_at(
        &self,
        (run, places): (RowRun, &[u16]),
        player: usize,
        other: &WonAndLost,
        masks: &mut Vec<MoveMasks>,
    ) {
        masks.clear();
        masks.resize(places.len(), MoveMasks::default());
        for (action, to) in self.leaving(run, player) {
            let made = Made::new(self, to, other);
            for (place, masks) in places.iter().zip(&mut *masks) {
                let lower = self.rows.classes[run.class][usize::from(*place)];
                if action.lower.fits(u64::from(lower)) {
                    let place = self.rows.places[(lower ^ action.flip_lower) as usize];
                    masks.add(&made, usize::from(place), &action.slides);
                }
            }
        }
    }

    /// Number of bytes.
    pub(super) fn bytes(&self) -> u64 {
        4 * self.pairs.len() as u64 + self.rows.bytes()
    }
}

/// Where the single piece comes from, for where it goes.
#[inline(always)]
fn slid(to: u64, slide: Slide) -> u64 {
    let by = u32::from(slide.by.unsigned_abs());
    let moved = if slide.by >= 0 { to.wrapping_shr(by) } else { to.wrapping_shl(by) };
    moved & slide.from
}

/// Rows of a run that are to be looked at.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) run: usize,
    /// Their places in the run; none for all of them.
    pub(super) places: Option<Vec<u16>>,
}

/// One look at the positions of some rows in which a player is to move.
pub(super) struct Look<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) tasks: &'a [Task],
    pub(super) player: usize,
    pub(super) own: &'a WonAndLost,
    pub(super) other: &'a WonAndLost,
    /// What a position is in which there is no move: won and lost.
    pub(super) stuck: (u64, u64),
}

impl Look<'_> {
    /// What is new in a row.
    #[inline(always)]
    fn change(&self, run: usize, place: usize, masks: MoveMasks) -> Option<Change> {
        let it = self.kernel.rows.runs[run];
        let row = usize::try_from(it.first).expect("a row in memory") + place;
        let lower = self.kernel.rows.classes[it.class][place];
        let free = self.kernel.all & !self.kernel.rows.upper(it) & !u64::from(lower);
        let open = free & !(self.own.won[row] | self.own.lost[row]);
        let MoveMasks { win, hold, any } = masks;
        let won = open & (win | !any & self.stuck.0);
        let lost = open & !won & (any & !hold | !any & self.stuck.1);
        (won | lost != 0).then_some(Change { run, row, won, lost })
    }
}

impl vector::Task for Look<'_> {
    type Output = Vec<Change>;

    #[inline(always)]
    fn run<M: Machine>(self, _machine: M) -> Vec<Change> {
        let mut masks = Vec::new();
        let mut changes = Vec::new();
        for Task { run, places } in self.tasks {
            let it = self.kernel.rows.runs[*run];
            if let Some(places) = places {
                self.kernel.look_at((it, places), self.player, self.other, &mut masks);
                let rows = places.iter().zip(&masks);
                changes.extend(
                    rows.filter_map(|(place, it)| self.change(*run, usize::from(*place), *it)),
                );
            } else {
                self.kernel.look(it, self.player, self.other, &mut masks);
                let rows = masks.iter().enumerate();
                changes.extend(rows.filter_map(|(place, it)| self.change(*run, place, *it)));
            }
        }
        changes
    }
}
