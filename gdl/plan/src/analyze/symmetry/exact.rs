//! Whether a symmetry keeps the goal of a puzzle exactly: every piece with its own name.
//!
//! Those that do so are the ones that carry the term of the goal to itself, so they are a group.

use super::Symmetry;
use super::atoms::{AtomMap, Atoms};
use super::game::Builder;
use super::terms::{Term, Terms};
use crate::model::{Cond, Content, ContentSet, Model};

/// A goal as a term.
#[derive(Clone, Debug)]
pub(crate) struct ExactGoal {
    terms: Terms,
    atoms: Atoms,
    goal: Term,
    /// Everything the goal is made of.
    below: Vec<Term>,
}

impl ExactGoal {
    /// The term of this goal, where cells can hold these contents.
    pub(crate) fn new(model: &Model, possible: &[ContentSet], goal: &Cond) -> Self {
        let mut builder = Builder::new(model, possible, true);
        let goal = builder.cond(Some(goal));
        let Builder { terms, atoms, .. } = builder;
        let below = terms.below(&[goal]);
        ExactGoal { terms, atoms, goal, below }
    }

    /// Whether a symmetry that turns nothing and keeps what cells can hold is known to keep it.
    pub(crate) fn is_kept(&self, symmetry: &Symmetry) -> bool {
        let atoms = self.atoms;
        let cells = symmetry.cells.iter().map(|cell| atoms.cell(*cell));
        let pieces = symmetry.pieces.iter().map(|piece| atoms.content(piece.content()));
        let players = symmetry.players.iter().map(|player| atoms.player(*player));
        let counters = symmetry.counters.iter().map(|counter| atoms.counter(*counter));
        let contents = [atoms.content(Content::EMPTY)].into_iter().chain(pieces);
        let map: AtomMap = cells.chain(contents).chain(players).chain(counters).collect();
        self.terms.carries(&self.below, &map, [(self.goal, self.goal)])
    }
}
