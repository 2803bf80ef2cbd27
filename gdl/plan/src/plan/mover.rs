//! Whose turn it is, where the position tells.
//!
//! If every move passes the turn and changes some sum modulo 2, the sum of both never changes
//! ([`crate::analyze::potential`]): what stands on the board tells who is to move,
//! and half of the entries are not needed.

use crate::analyze::potential::{Invariant, Potential};
use crate::facts::Facts;
use crate::model::{Model, PlayerId, State};

/// How the mover follows from the rest of a position, in a game of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoverRule {
    /// A sum that does not look at the mover.
    pub potential: Potential,
    /// Who moves where it is even.
    pub even: PlayerId,
    /// Who moves where it is odd.
    pub odd: PlayerId,
}

impl MoverRule {
    /// The rule, if an invariant of the game gives one.
    pub(super) fn new(model: &Model, facts: &Facts) -> Option<Self> {
        let Invariant { potential, odd, .. } = facts.potentials.mover_follows()?;
        let [counted] = potential.movers.as_slice() else { return None };
        if model.sides() != 2 {
            return None;
        }
        let other = model.next_player(*counted);
        // The mover makes up what the rest lacks.
        let (even, odd) = if *odd { (*counted, other) } else { (other, *counted) };
        let potential = Potential { movers: Vec::new(), ..potential.clone() };
        Some(MoverRule { potential, even, odd })
    }

    /// Whose turn it is in a state, whatever the state itself says.
    pub fn mover(&self, state: &State) -> PlayerId {
        if self.potential.is_odd(state) { self.odd } else { self.even }
    }
}
