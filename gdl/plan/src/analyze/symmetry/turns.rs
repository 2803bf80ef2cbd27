//! Turned pieces in puzzles that only permute: where the turns of a cell are counted from does not
//! matter.
//!
//! A map of the cells may carry a move to another although the pieces turn by other amounts, if
//! the turns on each cell are counted from another zero, and perhaps the other way round. A piece
//! with turn `t` on cell `c` then goes to turn `s * t + shift(c)` on the image of `c`, with `s` =
//! 1 or -1. A move that carries `a` to `b` with turn `x`, and its image with turn `y`, ask for
//! `shift(b) - shift(a) = y - s * x`. These equations are solved by walking over the cells; the
//! rest of a symmetry is found without looking at turns.

use super::atoms::Atoms;
use super::terms::Term;
use crate::model::{Action, Body, Carry, CellId, Model, Move, turn_modulus};
use serde::Serialize;
use std::collections::BTreeMap;

/// How the turns of pieces change under a symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnMap {
    /// Whether turns count the other way round.
    pub mirrored: bool,
    /// What is added to the turn of a piece on each cell, after that.
    pub shifts: Vec<u8>,
}

/// The permutations of a puzzle that has nothing else: moved cells to the turns of all cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PureTurns {
    modulus: u32,
    moves: BTreeMap<Vec<(CellId, CellId)>, Vec<Turned>>,
}

/// A piece goes from a cell to another and turns.
type Turned = (CellId, CellId, u32);

impl PureTurns {
    /// The permutations, if the puzzle has turning pieces and nothing but permutations that differ
    /// in the cells they move.
    pub(super) fn new(model: &Model, wanted: &dyn Fn(&Move) -> bool) -> Option<Self> {
        let modulus = modulus(model);
        let plain = model.illegal.is_empty() && model.players.is_empty() && !model.same_rotations;
        // Shifts are stored in a byte.
        if !(2..=255).contains(&modulus) || !plain {
            return None;
        }
        let mut moves = BTreeMap::new();
        for one in model.moves.iter().filter(|one| wanted(one)) {
            let Body::Once(alternatives) = &one.body else { return None };
            if one.guard.is_some() || one.must || !one.afters.is_empty() {
                return None;
            }
            for alternative in alternatives {
                let [step] = alternative.steps.as_slice() else { return None };
                let Action::Permute(carries) = &step.action else { return None };
                let (key, turned) = turned(carries, modulus);
                let known = moves.insert(key, turned.clone()).is_some_and(|known| known != turned);
                if known || alternative.otherwise || !step.effects.is_empty() {
                    return None;
                }
            }
        }
        Some(PureTurns { modulus, moves })
    }

    /// How turns must change so that this permutation is a symmetry; none if no change makes it
    /// one.
    pub(super) fn solve(&self, atoms: Atoms, map: &[Term]) -> Option<TurnMap> {
        let image = |cell: CellId| atoms.cell_image(map, cell);
        self.solve_for(atoms.cells, &image, false).or_else(|| {
            let mirrored = self.modulus > 2;
            mirrored.then(|| self.solve_for(atoms.cells, &image, true)).flatten()
        })
    }

    fn solve_for(
        &self,
        cells: usize,
        image: &dyn Fn(CellId) -> CellId,
        mirrored: bool,
    ) -> Option<TurnMap> {
        // For each cell: other cells, and how much larger their shift is.
        let mut larger: Vec<Vec<(usize, u32)>> = vec![Vec::new(); cells];
        for (moved, turned) in &self.moves {
            let mut key: Vec<(CellId, CellId)> =
                moved.iter().map(|(from, to)| (image(*from), image(*to))).collect();
            key.sort_unstable();
            let images: BTreeMap<CellId, u32> =
                self.moves.get(&key)?.iter().map(|(from, _, turn)| (*from, *turn)).collect();
            if images.len() != turned.len() {
                return None;
            }
            for (from, to, turn) in turned {
                let wanted = images.get(&image(*from))?;
                let turn = if mirrored { (self.modulus - turn) % self.modulus } else { *turn };
                let by = (wanted + self.modulus - turn) % self.modulus;
                larger[from.index()].push((to.index(), by));
                larger[to.index()].push((from.index(), (self.modulus - by) % self.modulus));
            }
        }
        let mut shifts: Vec<Option<u32>> = vec![None; cells];
        for first in 0..cells {
            if shifts[first].is_some() {
                continue;
            }
            shifts[first] = Some(0);
            let mut open = vec![(first, 0)];
            while let Some((cell, shift)) = open.pop() {
                for (other, by) in &larger[cell] {
                    let wanted = (shift + by) % self.modulus;
                    match shifts[*other] {
                        None => {
                            shifts[*other] = Some(wanted);
                            open.push((*other, wanted));
                        }
                        Some(known) if known != wanted => return None,
                        Some(_) => {}
                    }
                }
            }
        }
        let shifts = shifts.into_iter().map(|shift| u8::try_from(shift?).ok());
        Some(TurnMap { mirrored, shifts: shifts.collect::<Option<_>>()? })
    }
}

/// What turns are reduced by.
pub(super) fn modulus(model: &Model) -> u32 {
    u32::try_from(turn_modulus(&model.pieces)).expect("at most 256")
}

/// The cells that a permutation moves, sorted, and how everything turns that it moves or turns.
fn turned(carries: &[Carry], modulus: u32) -> (Vec<(CellId, CellId)>, Vec<Turned>) {
    let turned =
        carries.iter().map(|carry| (carry.from, carry.to, u32::from(carry.turn) % modulus));
    let mut turned: Vec<Turned> =
        turned.filter(|(from, to, turn)| from != to || *turn > 0).collect();
    turned.sort_unstable();
    let mut moved: Vec<(CellId, CellId)> =
        turned.iter().map(|(from, to, _)| (*from, *to)).filter(|(from, to)| from != to).collect();
    moved.sort_unstable();
    (moved, turned)
}
