//! What the layouts need to know beyond counts: signs, sums of turns, linear invariants.

use crate::analyze::parity::{Arrangement, Sign as MoveSign};
use crate::analyze::potential::Invariant as LinearInvariant;
use crate::facts::Facts;
use crate::layout::permutation::Sign;
use crate::layout::raw::Invariant;
use crate::model::{CellId, Content, ContentSet, Model, Start};

/// What is known about the sign of the arrangement, read as a permutation of the dynamic cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SignRule {
    /// Nothing.
    #[default]
    Unknown,
    /// It is always the same.
    Fixed(Sign),
    /// It follows from the place of one piece (or of the empty cell).
    ByPlace {
        /// The piece.
        content: Content,
        /// The sign, by dynamic cell.
        signs: Vec<Sign>,
    },
}

/// Facts in the form that layouts take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The sign of the arrangement.
    pub sign: SignRule,
    /// On a ring up to rotation: the sign of the pieces after the first.
    pub ring_sign: Option<Sign>,
    /// The sum of all turns, if it never changes.
    pub turn_sum: Option<u8>,
    /// Linear invariants of the set of occupied dynamic cells.
    pub bit_invariants: Vec<Invariant>,
}

impl Known {
    /// Takes from the facts what layouts need.
    pub fn new(model: &Model, start: &Start, facts: &Facts) -> Self {
        let cells: Vec<CellId> = facts.terrain.dynamic.iter().collect();
        // Layouts number all dynamic cells together, so only an arrangement of all of them helps.
        let whole = facts
            .parity
            .arrangements
            .iter()
            .find(|signs| signs.arrangement.cells == facts.terrain.dynamic);
        Known {
            sign: whole
                .map_or(SignRule::Unknown, |whole| sign_rule(&whole.arrangement, facts, &cells)),
            ring_sign: whole
                .filter(|whole| {
                    model.same_rotations
                        && whole.all == MoveSign::Even
                        && whole.rotation == Some(MoveSign::Even)
                })
                .map(|whole| sign(whole.arrangement.is_odd(&start.cells))),
            turn_sum: fixed_turn_sum(facts),
            bit_invariants: facts
                .potentials
                .invariants
                .iter()
                .filter_map(|invariant| bit_invariant(invariant, facts, &cells))
                .collect(),
        }
    }
}

/// The sum of all turns, if all pieces that turn have equally many orientations and no move changes it. Starts are unturned, so it is 0.
fn fixed_turn_sum(facts: &Facts) -> Option<u8> {
    match facts.orientation.sums.as_slice() {
        [sum] if sum.divisor == sum.orientations => Some(0),
        _ => None,
    }
}

fn sign(odd: bool) -> Sign {
    if odd { Sign::Odd } else { Sign::Even }
}

/// How the sign of the whole arrangement follows from an invariant, if it does.
fn sign_rule(whole: &Arrangement, facts: &Facts, cells: &[CellId]) -> SignRule {
    for invariant in &facts.potentials.invariants {
        let potential = &invariant.potential;
        let only_sign = potential.signs == [*whole]
            && potential.heaps.is_empty()
            && potential.counters.is_empty()
            && potential.movers.is_empty();
        if !only_sign {
            continue;
        }
        let Some((_, contents)) = potential.cells.first() else {
            return SignRule::Fixed(sign(invariant.odd));
        };
        let Some(content) = contents.single() else { continue };
        if potential.cells.iter().any(|(_, other)| other != contents) {
            continue;
        }
        let on = |cell: &CellId| potential.cells.iter().any(|(counted, _)| counted == cell);
        let signs = cells.iter().map(|cell| sign(invariant.odd != on(cell))).collect();
        return SignRule::ByPlace { content, signs };
    }
    SignRule::Unknown
}

/// An invariant of the set of cells that hold the larger of two contents, if it is one.
fn bit_invariant(
    invariant: &LinearInvariant,
    facts: &Facts,
    cells: &[CellId],
) -> Option<Invariant> {
    let potential = &invariant.potential;
    let only_cells = potential.signs.is_empty()
        && potential.heaps.is_empty()
        && potential.counters.is_empty()
        && potential.movers.is_empty();
    if !only_cells {
        return None;
    }
    let mut mask = 0_u128;
    let mut odd = invariant.odd;
    for (cell, contents) in &potential.cells {
        let possible: Vec<Content> = facts.terrain.possible[cell.index()].iter().collect();
        let [off, on] = possible.as_slice() else { return None };
        let position = cells.iter().position(|dynamic| dynamic == cell)?;
        mask ^= 1 << position;
        if *contents == ContentSet::only(*off) {
            // Counting the empty cells instead turns the parity round once for each cell.
            odd = !odd;
        } else if *contents != ContentSet::only(*on) {
            return None;
        }
    }
    Some(Invariant { cells: mask, odd })
}
