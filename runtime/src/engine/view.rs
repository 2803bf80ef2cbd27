//! Rules that are looked at in other ways: up to symmetry, or backward.
//!
//! Each is a game of its own, so the loops of the engines are compiled for it as for any other.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`], into libraries for a single game.

use super::rules::Rules;

/// Rules as they are; every state stands for itself alone.
#[derive(Debug)]
pub(super) struct AsIs<'a, R>(pub(super) &'a R);

/// Rules up to symmetry: of all images of a state there is only the canonical one, and it counts for all of them.
#[derive(Debug)]
pub(super) struct UpToSymmetry<'a, R>(pub(super) &'a R);

/// Rules with every move in the other direction.
#[derive(Debug)]
pub(super) struct Backward<'a, R>(pub(super) &'a R);

impl<R: Rules> Rules for AsIs<'_, R> {
    type State = R::State;

    fn size(&self) -> u64 {
        self.0.size()
    }

    #[inline]
    fn rank(&self, state: &R::State) -> u64 {
        self.0.rank(state)
    }

    #[inline]
    fn unrank(&self, index: u64) -> R::State {
        self.0.unrank(index)
    }

    #[inline]
    fn successors(&self, state: &R::State, visit: &mut impl FnMut(&R::State)) {
        self.0.successors(state, visit);
    }

    #[inline]
    fn phase(&self, state: &R::State) -> u64 {
        self.0.phase(state)
    }

    #[inline]
    fn is_goal(&self, state: &R::State) -> bool {
        self.0.is_goal(state)
    }
}

impl<R: Rules> Rules for UpToSymmetry<'_, R> {
    type State = R::State;

    fn size(&self) -> u64 {
        self.0.size()
    }

    #[inline]
    fn rank(&self, state: &R::State) -> u64 {
        self.0.rank(state)
    }

    #[inline]
    fn unrank(&self, index: u64) -> R::State {
        self.0.unrank(index)
    }

    #[inline]
    fn successors(&self, state: &R::State, visit: &mut impl FnMut(&R::State)) {
        self.0.successors(state, &mut |next| visit(&self.0.canonical(next)));
    }

    #[inline]
    fn phase(&self, state: &R::State) -> u64 {
        self.0.phase(state)
    }

    #[inline]
    fn is_goal(&self, state: &R::State) -> bool {
        self.0.is_goal(state)
    }

    #[inline]
    fn orbit(&self, state: &R::State) -> u64 {
        self.0.orbit(state)
    }
}

impl<R: Rules> Rules for Backward<'_, R> {
    type State = R::State;

    fn size(&self) -> u64 {
        self.0.size()
    }

    #[inline]
    fn rank(&self, state: &R::State) -> u64 {
        self.0.rank(state)
    }

    #[inline]
    fn unrank(&self, index: u64) -> R::State {
        self.0.unrank(index)
    }

    #[inline]
    fn successors(&self, state: &R::State, visit: &mut impl FnMut(&R::State)) {
        self.0.predecessors(state, visit);
    }

    #[inline]
    fn phase(&self, state: &R::State) -> u64 {
        self.0.phase(state)
    }

    #[inline]
    fn is_goal(&self, state: &R::State) -> bool {
        self.0.is_goal(state)
    }
}
