//! All positions of a tier: every way to place its pieces, for every player who can be to move.
//!
//! A tier is given by numbers of pieces and values of counters ([`super::named`]). What is not
//! given is as at the start, unless play never comes to such a tier but to another one with what
//! is given: then it is as late in play as possible. Terrain stays where it is, unless its number
//! is given too. Pieces that turn are placed in every orientation.
//!
//! Where the numbers of a tier tell whose turn it is, as in the placing of men in turn, positions
//! with another player to move belong to no tier.

use super::named::{known_names, meant, named_tier};
use super::{Tier, Tiers, tiers};
use crate::analyze::bounds::Bounds;
use crate::analyze::contents::possible_in;
use crate::analyze::counts::{What, counts};
use crate::domain::{Domain, Placements};
use crate::model::{CellSet, Content, ContentSet, MAX_COUNTER, Model, PlayerId, State};
use std::error::Error;
use std::fmt;

/// Why no position has the numbers of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacedError {
    /// Nothing has this name.
    Unknown {
        /// The name.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// There is no room for this number.
    OutOfRange {
        /// What is counted.
        name: String,
        /// The number asked for.
        number: i64,
        /// The largest possible.
        most: i64,
    },
}

impl fmt::Display for PlacedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacedError::Unknown { name, known } => {
                write!(f, "no piece or counter called `{name}`: there are {}", known.join(", "))
            }
            PlacedError::OutOfRange { name, number, most } => {
                write!(f, "`{name}` cannot be {number}: the most is {most}")
            }
        }
    }
}

impl Error for PlacedError {}

/// Finds the placements of the tier that is meant by some numbers.
///
/// # Errors
///
/// If a name means nothing, or if there is no room for a number.
pub fn placements(
    model: &Model,
    start: usize,
    given: &[(String, i64)],
) -> Result<Placements, PlacedError> {
    let mut state = State::at_start(model, &model.starts[start]);
    let tiers = tiers_of_start(model, start);
    let tier = named_tier(model, &model.starts[start], &tiers, given)
        .ok()
        .and_then(|number| tiers.tiers.get(number));
    let mut wanted = Wanted { terrain: terrain(model, start), counts: Vec::new() };
    for (what, number) in
        tier.map(|tier| not_as_at_start(model, &tiers, tier, &state)).unwrap_or_default()
    {
        wanted.apply(what, number, &mut state);
    }
    for (name, number) in given {
        let meant = meant(model, name);
        if meant.is_empty() {
            return Err(PlacedError::Unknown { name: name.clone(), known: known_names(model) });
        }
        for what in meant {
            if let What::Counter(_) = what {
                bounded(name, *number, MAX_COUNTER)?;
            }
            wanted.apply(what, *number, &mut state);
        }
    }
    let free: CellSet = model
        .board
        .ids()
        .filter(|cell| model.heap || !wanted.terrain.contains(Content(state.cells[cell.index()])))
        .collect();
    if model.heap {
        pour(model, &wanted, &mut state)?;
    } else {
        place(model, &wanted, free, &mut state)?;
    }
    let everybody =
        || (0..model.sides()).map(|player| PlayerId(u8::try_from(player).expect("few players")));
    let movers = tier.map_or_else(|| everybody().collect(), |tier| tier.movers.clone());
    state.mover = movers.first().copied().unwrap_or(PlayerId(0));
    let played = tiers.tiers.iter().map(|tier| {
        (tiers.key.iter().copied().zip(tier.key.iter().copied()).collect(), tier.movers.clone())
    });
    Ok(Placements { example: state, free, movers, played: played.collect() })
}

fn tiers_of_start(model: &Model, start: usize) -> Tiers {
    let domain = Domain::start(model, start);
    let bounds = Bounds::of_domain(model, &domain);
    tiers(model, &domain, &bounds, &counts(model, &bounds))
}

/// The numbers of a tier that are not as at the start.
fn not_as_at_start(model: &Model, tiers: &Tiers, tier: &Tier, start: &State) -> Vec<(What, i64)> {
    let numbers = tiers.key.iter().copied().zip(tier.key.iter().copied());
    numbers.filter(|(what, value)| what.of(model.heap, start) != *value).collect()
}

/// The pieces that never move or change in play from the start: no cell that can hold one can ever
/// hold anything else. Heaps are never terrain.
pub fn terrain(model: &Model, start: usize) -> ContentSet {
    if model.heap {
        return ContentSet::NONE;
    }
    let domain = Domain::start(model, start);
    let possible = possible_in(model, &domain);
    let is_terrain = |piece: &Content| {
        let mut holding = possible.iter().filter(|contents| contents.contains(*piece));
        holding.all(|contents| contents.len() == 1)
    };
    let held = domain.example().cells.iter().map(|content| Content(*content));
    held.filter(|content| *content != Content::EMPTY).filter(is_terrain).collect()
}

/// What a tier asks for.
struct Wanted {
    terrain: ContentSet,
    counts: Vec<(Content, i64)>,
}

impl Wanted {
    /// Asks for a number; that of a counter must be one it can have.
    fn apply(&mut self, what: What, number: i64, state: &mut State) {
        match what {
            What::Content(content) => {
                self.counts.push((content, number));
                self.terrain = self.terrain.without(ContentSet::only(content));
            }
            What::Counter(counter) => {
                let value = u8::try_from(number).expect("at most MAX_COUNTER");
                state.counters[usize::from(counter)] = value;
            }
        }
    }

    fn count(&self, piece: Content) -> Option<i64> {
        self.counts.iter().rev().find(|(content, _)| *content == piece).map(|(_, count)| *count)
    }
}

/// Places as many pieces as are wanted on the free cells, in the order of their numbers.
fn place(
    model: &Model,
    wanted: &Wanted,
    free: CellSet,
    state: &mut State,
) -> Result<(), PlacedError> {
    let mut contents: Vec<u8> = Vec::new();
    for (piece, content) in model.pieces.iter().zip(1..) {
        if wanted.terrain.contains(Content(content)) {
            continue;
        }
        let at_start = free.iter().filter(|cell| state.cells[cell.index()] == content).count();
        let count =
            wanted.count(Content(content)).unwrap_or(i64::try_from(at_start).unwrap_or(i64::MAX));
        let room = i64::try_from(free.len() - contents.len()).unwrap_or(i64::MAX);
        let count = bounded(&piece.label, count, room)?;
        contents.extend(std::iter::repeat_n(content, count));
    }
    contents.resize(free.len(), 0);
    contents.sort_unstable();
    for (cell, content) in free.iter().zip(&contents) {
        state.cells[cell.index()] = *content;
    }
    Ok(())
}

/// Puts as many pieces as are wanted on the heaps, as far in front as they may stand.
fn pour(model: &Model, wanted: &Wanted, state: &mut State) -> Result<(), PlacedError> {
    let most = i64::try_from(state.cells.len()).map_or(i64::MAX, |cells| cells * MAX_COUNTER);
    let sum = state.cells.iter().map(|heap| i64::from(*heap)).sum();
    let total = wanted.count(Content(1)).unwrap_or(sum);
    let mut rest = bounded(&model.pieces[0].label, total, most)?;
    for heap in &mut state.cells {
        *heap = u8::try_from(rest).unwrap_or(u8::MAX);
        rest -= usize::from(*heap);
    }
    Ok(())
}

fn bounded(name: &str, number: i64, most: i64) -> Result<usize, PlacedError> {
    match usize::try_from(number) {
        Ok(small) if number <= most => Ok(small),
        _ => Err(PlacedError::OutOfRange { name: name.to_owned(), number, most }),
    }
}
