//! Rules that are looked at in other ways: up to symmetry, or backward.
//!
//! Each is a game of its own, so the loops of the engines are compiled for it as for any other.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`], into libraries for a
//! single game.

use super::rules::Rules;

/// As they are; every state stands for itself alone.
pub(super) const AS_IS: u32 = 0;

/// Up to symmetry: of all images of a state there is only the canonical one, and it counts for all
/// of them.
pub(super) const UP_TO_SYMMETRY: u32 = 1;

/// With every move in the other direction.
pub(super) const BACKWARD: u32 = 2;

/// Rules that are looked at in one of these ways.
#[derive(Debug)]
pub(super) struct Viewed<'a, R, const VIEW: u32>(pub(super) &'a R);

impl<R: Rules, const VIEW: u32> Rules for Viewed<'_, R, VIEW> {
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
        match VIEW {
            BACKWARD => self.0.predecessors(state, visit),
            UP_TO_SYMMETRY => {
                self.0.successors(state, &mut |next| visit(&self.0.canonical(next)));
            }
            _ => self.0.successors(state, visit),
        }
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
        if VIEW == UP_TO_SYMMETRY { self.0.orbit(state) } else { 1 }
    }
}
