//! The rules of any game without code of its own: moves by the interpreter, numbers by the plan's perfect hash.
//!
//! Slow, but it needs no compiler, works for every game and shares nothing with generated code but the numbering.

use super::rules::Rules;
use crate::interp::Interp;
use gdl::model::State;
use gdl::plan::Hash;

/// A game that is interpreted, with its positions numbered by a hash that is not up to symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Interpreted<'a, 'm> {
    /// The moves.
    pub interp: &'a Interp<'m>,
    /// The numbers.
    pub hash: &'a Hash,
}

impl Interpreted<'_, '_> {
    /// The index of the start.
    pub fn start(&self) -> u64 {
        self.rank(&self.interp.start())
    }
}

impl Rules for Interpreted<'_, '_> {
    type State = State;

    fn size(&self) -> u64 {
        self.hash.size()
    }

    fn rank(&self, state: &State) -> u64 {
        self.hash.rank(state).expect("the hash has every state that can be reached")
    }

    fn unrank(&self, index: u64) -> State {
        self.hash.unrank(index)
    }

    fn successors(&self, state: &State, visit: &mut impl FnMut(&State)) {
        for successor in self.interp.successors(state) {
            visit(&successor.state);
        }
    }
}
