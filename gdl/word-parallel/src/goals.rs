//! The positions that a goal holds in, one by one.
//!
//! A word-parallel sweep never sees a single position, so it looks at the places of the goals
//! after each layer. They are found by giving the cells their contents one after the other, and
//! leaving a branch as soon as the goal cannot hold any more, whatever the other cells hold.

use super::{WordParallelGame, WordParallelLayout};
use crate::analyze::bounds::{Bounds, Certainty};
use crate::model::{Cond, ContentSet, Goal, State};
use crate::plan::Refusal;

/// LIMIT: the most goals that are listed, and the most branches that are tried for them.
const MOST_GOALS: usize = 1 << 16;
const MOST_BRANCHES: usize = 1 << 20;

/// The indices of all positions of a layout in which the goal of a puzzle holds, in order; none if
/// it has no goal. Whether it holds in a position is for `holds` to say.
pub fn goals(
    game: &WordParallelGame<'_>,
    layout: &WordParallelLayout,
    holds: &dyn Fn(&State) -> bool,
) -> Result<Vec<u64>, Refusal> {
    let start = State::at_start(game.model, &game.model.starts[game.facts.domain.start]);
    match &game.model.goal {
        None => Ok(Vec::new()),
        Some(Goal::Start) => Ok(layout.find(&start).into_iter().collect()),
        Some(Goal::When(goal)) => {
            if !start.turns.is_empty() || game.model.same_rotations {
                return Err(Refusal::NotMadeForIt("goals with pieces that turn are not listed"));
            }
            let bounds = Bounds::of_domain(game.model, &game.facts.domain);
            let mut search = Search {
                game,
                layout,
                holds,
                goal,
                bounds,
                state: game.start.clone(),
                found: Vec::new(),
                left: MOST_BRANCHES,
            };
            search.fill(0)?;
            search.found.sort_unstable();
            search.found.dedup();
            Ok(search.found)
        }
    }
}

struct Search<'a> {
    game: &'a WordParallelGame<'a>,
    layout: &'a WordParallelLayout,
    holds: &'a dyn Fn(&State) -> bool,
    goal: &'a Cond,
    /// What the cells can hold, those that have got their content only that.
    bounds: Bounds<'a>,
    state: State,
    found: Vec<u64>,
    left: usize,
}

impl Search<'_> {
    /// Gives the cells from this one on their contents in all ways in which the goal can hold.
    fn fill(&mut self, position: usize) -> Result<(), Refusal> {
        self.left = self.left.checked_sub(1).ok_or(TOO_MANY)?;
        if self.bounds.cond(self.goal) == Certainty::Never {
            return Ok(());
        }
        let Some(cell) = self.game.cells.get(position) else {
            return self.note();
        };
        let possible = self.bounds.possible[cell.index()];
        for content in possible.iter() {
            self.bounds.possible[cell.index()] = ContentSet::only(content);
            self.state.cells[cell.index()] = content.0;
            self.fill(position + 1)?;
        }
        self.bounds.possible[cell.index()] = possible;
        Ok(())
    }

    /// Notes the position, if the layout has it and the goal does hold.
    fn note(&mut self) -> Result<(), Refusal> {
        let index = self.layout.find(&self.state).filter(|_| (self.holds)(&self.state));
        let Some(index) = index else { return Ok(()) };
        if self.found.len() == MOST_GOALS {
            return Err(TOO_MANY);
        }
        self.found.push(index);
        Ok(())
    }
}

const TOO_MANY: Refusal =
    Refusal::NotMadeForIt("the goal holds in too many positions to look for each of them");
