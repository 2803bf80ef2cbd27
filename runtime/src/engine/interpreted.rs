//! The rules of any game without code of its own: moves by the interpreter, numbers by the plan's perfect hash.
//!
//! Slow, but it needs no compiler, works for every game and shares nothing with generated code but the numbering and what the facts say.

use super::rules::Rules;
use crate::interp::Interp;
use gdl::facts::Facts;
use gdl::model::State;
use gdl::plan::Hash;
use std::collections::BTreeSet;

/// A game that is interpreted, with its positions numbered by a hash that is not up to symmetry.
#[derive(Clone, Copy, Debug)]
pub struct Interpreted<'a, 'm> {
    /// The moves.
    pub interp: &'a Interp<'m>,
    /// The numbers, and the symmetries.
    pub hash: &'a Hash,
    /// What is known about the game from the same start.
    pub facts: &'a Facts,
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

    fn phase(&self, state: &State) -> u64 {
        if let Some(number) = &self.facts.layers.number {
            let moves = (number.weights.value(state) - number.at_start) / number.change;
            return u64::try_from(moves).expect("states of the hash come after the start");
        }
        let alternating = self.facts.potentials.alternating.as_ref();
        alternating.map_or(0, |it| u64::from(it.potential.is_odd(state) != it.odd_at_start))
    }

    fn is_goal(&self, state: &State) -> bool {
        self.interp.is_goal(state)
    }

    fn canonical(&self, state: &State) -> State {
        self.hash.canonical(state)
    }

    fn orbit(&self, state: &State) -> u64 {
        self.hash.quotient().images(state).collect::<BTreeSet<State>>().len() as u64
    }
}
