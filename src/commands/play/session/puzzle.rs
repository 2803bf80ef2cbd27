//! What only puzzles have: an end that can be praised, and beginnings by chance.

use super::{Left, Session};
use crate::failure::Failure;
use gdl::model::State;
use gdl_runtime::values::Outcome;
use gdl_solver::answers::{Answers, has_no_goal, is_puzzle, known};
use gdl_solver::text::counted;

/// How many random moves shuffle a puzzle.
const SHUFFLES: u64 = 100;

/// The most random moves that are made at once.
const MOST_SHUFFLES: u64 = 1_000_000;

/// How often a puzzle is shuffled until it can be solved.
const MOST_TRIALS: usize = 50;

impl Session<'_> {
    /// Says how many moves it took, and how many it takes.
    pub(super) fn congratulate(&mut self, answers: &dyn Answers) -> Result<(), Failure> {
        let used = u32::try_from(self.made.len()).unwrap_or(u32::MAX);
        let fewest = known(self.interp, answers, &self.root)?.and_then(|known| known.plies);
        let moves = counted(used, "move");
        let text = match fewest {
            Some(0) => format!("Back at the goal after {moves}."),
            Some(fewest) if fewest == used => format!("Solved in {moves}, the fewest possible!"),
            Some(fewest) => format!("Solved in {moves}; {fewest} would do!"),
            None => format!("Solved in {moves}!"),
        };
        self.talk.conclude(&format!("{text}\n"));
        Ok(())
    }

    /// Whether there may be a way to the goal.
    pub(super) fn can_be_solved(&self, answers: &dyn Answers) -> Result<bool, Failure> {
        if has_no_goal(self.model()) {
            return Ok(false);
        }
        let known = known(self.interp, answers, self.state())?;
        Ok(known.is_none_or(|known| known.outcome == Outcome::Win))
    }

    /// Begins a puzzle after random moves, from which it can be solved.
    pub(super) fn shuffle(
        &mut self,
        rest: &str,
        answers: &dyn Answers,
    ) -> Result<Option<Left>, Failure> {
        if !is_puzzle(self.model()) {
            self.say("only puzzles are shuffled\n");
            return Ok(None);
        }
        let count = if rest.is_empty() { Some(SHUFFLES) } else { rest.parse().ok() };
        let Some(count) = count.filter(|count| *count <= MOST_SHUFFLES) else {
            self.say("`shuffle 20` makes 20 random moves\n");
            return Ok(None);
        };
        for _ in 0..MOST_TRIALS {
            let shuffled = self.random_walk(count);
            let known = known(self.interp, answers, &shuffled)?;
            if known.is_none_or(|known| known.outcome == Outcome::Win) {
                self.root = shuffled;
                self.made.clear();
                self.begin(answers)?;
                return Ok(None);
            }
        }
        self.say("random moves only lead to where this puzzle cannot be solved\n");
        Ok(None)
    }

    fn random_walk(&mut self, count: u64) -> State {
        let mut state = self.state().clone();
        for _ in 0..count {
            let mut next = self.interp.successors(&state);
            let Ok(choices @ 1..) = u64::try_from(next.len()) else { break };
            let index = usize::try_from(self.random.below(choices)).unwrap_or(0);
            state = next.swap_remove(index).state;
        }
        state
    }
}
