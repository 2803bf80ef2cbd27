//! How pieces that can be turned lie, cell by cell.
//!
//! A move turns what it carries by an amount that depends on the move alone. So what becomes of
//! all turns together depends neither on the word nor on the orders inside of the classes, if
//! turns are written down by cell and not by piece. All pieces must have the same number of turns.
//! If no move changes the sum of all turns, that of the last cell follows from the others.

use super::carry::Carries;
use crate::layout::LayoutError;
use crate::layout::counting::{index_size, power};
use crate::model::{Content, Model};
use crate::plan::Refusal;

/// The most turnings of all cells together.
const MOST: u64 = 1 << 16;

/// The turns of all cells together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turnings {
    /// How many turns a piece has; 1 if it has none.
    modulus: u8,
    /// How many cells are turned independently of each other.
    free: usize,
    size: u64,
}

impl Turnings {
    /// The turnings of the pieces of a game.
    pub(super) fn new(model: &Model, carries: &Carries) -> Result<Self, Refusal> {
        let turns =
            |held: &Content| held.piece().map_or(1, |piece| model.pieces[piece.index()].turns);
        let modulus = carries.held.iter().map(turns).max().unwrap_or(1);
        if modulus == 1 {
            return Ok(Turnings { modulus, free: 0, size: 1 });
        }
        if !carries.held.iter().all(|held| turns(held) == modulus) || carries.anchor.is_some() {
            return Err(Refusal::NotMadeForIt("not everything on the board can be turned alike"));
        }
        let sum = |turns: &[u8]| turns.iter().map(|turn| usize::from(*turn)).sum::<usize>();
        let keeps = carries.moves.iter().all(|it| sum(&it.turns) % usize::from(modulus) == 0);
        let free = carries.cells.len() - usize::from(keeps);
        let size = index_size(power(usize::from(modulus), free))?;
        if size > MOST {
            return Err(LayoutError::TablesTooLarge { entries: u128::from(size) }.into());
        }
        Ok(Turnings { modulus, free, size })
    }

    /// Number of turnings.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether anything is turned.
    pub fn any(&self) -> bool {
        self.modulus > 1
    }

    /// The number of the turns of all positions; none if it is no turning that can come up.
    pub fn number(&self, turns: &[u8]) -> Option<u64> {
        let modulus = u64::from(self.modulus);
        let sum: u64 = turns.iter().map(|turn| u64::from(*turn)).sum();
        if self.free < turns.len() && !sum.is_multiple_of(modulus) {
            return None;
        }
        let digits = turns[..self.free].iter().rev();
        Some(digits.fold(0, |number, turn| number * modulus + u64::from(*turn)))
    }

    /// Writes the turns of all positions.
    pub fn turns(&self, number: u64, turns: &mut [u8]) {
        let mut rest = number;
        let mut sum = 0;
        for turn in &mut turns[..self.free] {
            *turn = self.digit(rest);
            rest /= u64::from(self.modulus);
            sum += u64::from(*turn);
        }
        for turn in &mut turns[self.free..] {
            *turn = self.digit(u64::from(self.modulus) - u64::from(self.digit(sum)));
        }
    }

    /// The turning from which a move that carries `from` these positions, turning by `by`, leads
    /// to this one.
    pub fn source(&self, number: u64, from: &[u8], by: &[u8]) -> u64 {
        let (mut after, mut before) = (vec![0; from.len()], vec![0; from.len()]);
        self.turns(number, &mut after);
        for ((from, by), after) in from.iter().zip(by).zip(&after) {
            let turned =
                u64::from(*after) + u64::from(self.modulus) - u64::from(self.digit(u64::from(*by)));
            before[usize::from(*from)] = self.digit(turned);
        }
        self.number(&before).expect("the sum stays what it is")
    }

    fn digit(&self, turn: u64) -> u8 {
        (turn % u64::from(self.modulus)).to_le_bytes()[0]
    }
}
