//! The rules of any game without code of its own: moves by the interpreter, numbers by the plan's
//! perfect hash.
//!
//! Slow, but it needs no compiler, works for every game and shares nothing with generated code but
//! the numbering and what the facts say.
//!
//! What an engine must know when it is compiled, a game that is read at run time can only say
//! then. So there is a type for each answer: [`Interpreted::new`] makes rules that claim nothing,
//! enough to search, and [`Interpreted::knowing`] hands the rules with all that is true of the
//! game to code that asks for them.

use super::{Ending, Interp, margin};
use crate::engine::Rules;
use gdl::facts::Facts;
use gdl::model::{Content, ContentSet, State, Stuck};
use gdl::plan::{Hash, Plan};
use std::collections::BTreeSet;

#[cfg(test)]
mod tests;

/// A game that is interpreted, with its positions numbered by a hash.
///
/// `EXCHANGES`: the players can change places, though an image need not have an index. `BACKWARD`:
/// the positions before a position are found by undoing moves. `BY_SCORE`: points decide.
#[derive(Clone, Copy, Debug)]
pub struct Interpreted<
    'a,
    'm,
    const EXCHANGES: bool = false,
    const BACKWARD: bool = false,
    const BY_SCORE: bool = false,
> {
    /// The moves.
    pub interp: &'a Interp<'m>,
    /// The numbers, and the symmetries.
    pub hash: &'a Hash,
    /// What is known about the positions that it numbers.
    pub facts: &'a Facts,
}

/// A position, and what the move that led to it has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The position.
    pub state: State,
    /// How many points more than the others the player who moved got for the move; 0 if no move
    /// led here.
    pub gain: i32,
}

impl From<State> for Reached {
    fn from(state: State) -> Self {
        Reached { state, gain: 0 }
    }
}

/// Something to do with a game of which it is known what it knows.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does it.
    fn with<R: Rules<State = Reached>>(self, rules: &R) -> Self::Output;
}

impl<'a, 'm> Interpreted<'a, 'm> {
    /// The rules, claiming nothing.
    pub fn new(interp: &'a Interp<'m>, plan: &'a Plan) -> Self {
        Interpreted { interp, hash: &plan.hash, facts: &plan.facts }
    }

    /// Does something with the rules and everything that is true of them.
    pub fn knowing<W: Work>(self, work: W) -> W::Output {
        let Interpreted { interp, hash, facts } = self;
        let model = interp.model();
        // It is of no use if no tier has images with indices.
        let exchanges = (0..hash.tiers().len()).any(|tier| hash.mirror(tier).is_some());
        // A settling move can have come from every way to spread the pieces again.
        let backward = model.settles().next().is_none();
        match (exchanges, backward, model.stuck == Some(Stuck::ByScore)) {
            (false, false, false) => work.with(&self),
            (false, true, false) => {
                work.with(&Interpreted::<false, true, false> { interp, hash, facts })
            }
            (true, false, false) => {
                work.with(&Interpreted::<true, false, false> { interp, hash, facts })
            }
            (true, true, false) => {
                work.with(&Interpreted::<true, true, false> { interp, hash, facts })
            }
            // The best margin of a position does not follow from one move to a position of a known
            // margin, so going backward has no use.
            (false, _, true) => {
                work.with(&Interpreted::<false, false, true> { interp, hash, facts })
            }
            (true, _, true) => work.with(&Interpreted::<true, false, true> { interp, hash, facts }),
        }
    }
}

impl<const EXCHANGES: bool, const BACKWARD: bool, const BY_SCORE: bool>
    Interpreted<'_, '_, EXCHANGES, BACKWARD, BY_SCORE>
{
    /// The index of the position that play begins with.
    pub fn start(&self) -> u64 {
        let beginning = self.facts.domain.beginning().cloned();
        self.rank(&beginning.unwrap_or_else(|| self.interp.start()).into())
    }

    /// Whether a position is one of those that the hash numbers, and not only looks like one of
    /// them.
    fn is_numbered(&self, state: &State) -> bool {
        let possible = &self.facts.terrain.possible;
        let can_hold = |(held, possible): (&u8, &ContentSet)| {
            self.interp.model().heap || possible.contains(Content(*held))
        };
        if !state.cells.iter().zip(possible).all(can_hold) {
            return false;
        }
        let Some(index) = self.hash.rank(state) else { return false };
        self.hash.class_members(&self.hash.unrank(index)).contains(state)
    }

    /// The positions of a tier from which a move leads to a position, by looking at all of the
    /// tier.
    fn tier_predecessors_by_trying(&self, state: &State, visit: &mut impl FnMut(&Reached)) {
        let Some(tier) = self.hash.tier_of(state) else { return };
        for index in 0..self.hash.tier_size(tier) {
            for before in self.hash.class_members(&self.unrank_in_tier(tier, index).state) {
                let next = self.interp.successors(&before);
                if next.iter().any(|successor| successor.state == *state) {
                    visit(&before.into());
                }
            }
        }
    }
}

impl<const EXCHANGES: bool, const BACKWARD: bool, const BY_SCORE: bool> Rules
    for Interpreted<'_, '_, EXCHANGES, BACKWARD, BY_SCORE>
{
    type State = Reached;

    fn size(&self) -> u64 {
        self.hash.size()
    }

    fn rank(&self, reached: &Reached) -> u64 {
        self.hash.rank(&reached.state).expect("the hash has every state that can be reached")
    }

    fn unrank(&self, index: u64) -> Reached {
        self.hash.unrank(index).into()
    }

    fn successors(&self, reached: &Reached, visit: &mut impl FnMut(&Reached)) {
        let mover = reached.state.mover.index();
        for successor in self.interp.successors(&reached.state) {
            let gain = points(margin(&successor.gains, mover));
            visit(&Reached { state: successor.state, gain });
        }
    }

    fn phase(&self, reached: &Reached) -> u64 {
        let state = &reached.state;
        if let Some(number) = &self.facts.layers.number {
            let moves = (number.weights.value(state) - number.at_start) / number.change;
            return u64::try_from(moves).expect("states of the hash come after the start");
        }
        let alternating = self.facts.potentials.alternating.as_ref();
        alternating.map_or(0, |it| u64::from(it.potential.is_odd(state) != it.odd_at_start))
    }

    fn is_goal(&self, reached: &Reached) -> bool {
        self.interp.is_goal(&reached.state)
    }

    fn canonical(&self, reached: &Reached) -> Reached {
        Reached { state: self.hash.canonical(&reached.state), gain: reached.gain }
    }

    fn orbit(&self, reached: &Reached) -> u64 {
        let images = self.hash.quotient().images(&reached.state);
        images.collect::<BTreeSet<State>>().len() as u64
    }

    fn tier(&self, reached: &Reached) -> usize {
        self.hash.tier_of(&reached.state).expect("the hash has the tiers of all its states")
    }

    fn unrank_in_tier(&self, tier: usize, index: u64) -> Reached {
        self.unrank(self.hash.tier_start(tier) + index)
    }

    fn class_in_tier(&self, tier: usize, reached: &Reached) -> u64 {
        let class = self.hash.class(&reached.state);
        class.expect("the hash has every state that can be reached") - self.hash.tier_start(tier)
    }

    fn class_size(&self, _tier: usize, reached: &Reached) -> u64 {
        self.hash.class_members(&reached.state).len() as u64
    }

    fn mover(&self, reached: &Reached) -> u32 {
        u32::from(reached.state.mover.0)
    }

    fn verdict(&self, reached: &Reached) -> u32 {
        let state = &reached.state;
        match self.interp.ended(state) {
            None => 0,
            Some(Ending::Won(player)) => verdict(player == state.mover),
            Some(Ending::Lost(player)) => verdict(player != state.mover),
            Some(Ending::Draw | Ending::Score(_)) => 3,
        }
    }

    const EXCHANGES_PLAYERS: bool = EXCHANGES;

    fn exchanged(&self, reached: &Reached) -> Reached {
        let image = self.hash.quotient().exchanged(&reached.state);
        Reached { state: image.unwrap_or_else(|| reached.state.clone()), gain: reached.gain }
    }

    const KNOWS_TIER_PREDECESSORS: bool = BACKWARD;

    fn tier_predecessors(&self, reached: &Reached, visit: &mut impl FnMut(&Reached)) {
        let state = &reached.state;
        let Ok(before) = self.interp.predecessors(state) else {
            return self.tier_predecessors_by_trying(state, visit);
        };
        let tier = self.hash.tier_of(state);
        for before in before {
            if self.hash.tier_of(&before) == tier && self.is_numbered(&before) {
                visit(&before.into());
            }
        }
    }

    const SCORES: bool = BY_SCORE;

    fn gain(&self, next: &Reached) -> i32 {
        next.gain
    }

    fn final_gain(&self, reached: &Reached) -> i32 {
        let state = &reached.state;
        points(margin(&self.interp.finish(state), state.mover.index()))
    }
}

/// The verdict for a player who has won, or else lost.
fn verdict(has_won: bool) -> u32 {
    if has_won { 1 } else { 2 }
}

/// LIMIT: margins beyond 32 bits are cut off.
fn points(margin: i64) -> i32 {
    i32::try_from(margin).unwrap_or(if margin > 0 { i32::MAX } else { i32::MIN })
}
