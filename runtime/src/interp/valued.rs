//! The values of all positions that can be reached from one, for later questions about them.
//!
//! The search keeps every position and every move, so this is for small games: some hundred
//! thousand positions a second, and about a hundred bytes each. In return it needs no layout that
//! numbers the positions.

use super::evaluate::{evaluate, goal_distances, movers};
use super::explore::{ExploreOptions, Graph, Keep, explore};
use super::rules::Interp;
use super::score::margins;
use super::solve::{NoValue, why_no_value};
use super::store::StateStore;
use crate::values::coding::Decided;
use crate::values::{Claims, Evaluation, Outcome};
use crate::{Observer, SolveError};
use gdl::model::{State, Stuck};

/// Positions with their values.
#[derive(Clone, Debug)]
pub struct Valued {
    states: StateStore,
    values: Vec<Evaluation>,
}

/// Finds the values of all that can be reached from a position, or why there are none. Of a
/// puzzle, the value is the way to the goal: a win with that many plies, or a loss where there is
/// no way.
pub fn value_all(
    interp: &Interp<'_>,
    from: &State,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Result<Valued, NoValue>, SolveError> {
    if let Some(reason) = why_no_value(interp.model()) {
        return Ok(Err(reason));
    }
    let options = ExploreOptions { keep: Keep::Graph, ..*options };
    let mut found = explore(interp, &mut std::iter::once(from.clone()), &options, observer)?;
    let graph = found.graph.take().unwrap_or_default();
    let values = values(interp, &found.states, &graph);
    Ok(values.map(|values| Valued { states: found.states, values }))
}

fn values(
    interp: &Interp<'_>,
    states: &StateStore,
    graph: &Graph,
) -> Result<Vec<Evaluation>, NoValue> {
    let model = interp.model();
    if model.players.is_empty() {
        let solvable = |distance: Option<u32>| match distance {
            Some(plies) => Evaluation::after(Outcome::Win, plies),
            None => Evaluation::new(Outcome::Loss),
        };
        return Ok(goal_distances(graph, states.len()).into_iter().map(solvable).collect());
    }
    let movers = movers(states);
    if model.stuck == Some(Stuck::ByScore) {
        let margins = margins(graph, &movers).ok_or(NoValue::EndlessScore)?;
        let known = |margin| Evaluation::new(Outcome::Margin(margin));
        return Ok(margins.values.into_iter().map(known).collect());
    }
    let known = |verdict| match verdict {
        Decided::Won(plies) => Evaluation::after(Outcome::Win, plies),
        Decided::Lost(plies) => Evaluation::after(Outcome::Loss, plies),
        Decided::Neither => Evaluation::new(Outcome::Draw),
    };
    Ok(evaluate(graph, &movers).into_iter().map(known).collect())
}

impl Claims for Valued {
    fn value(&self, state: &State) -> Option<Evaluation> {
        let number = self.states.find(state)?;
        self.values.get(number as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::{TIC_TAC_TOE, compiled};
    use super::*;
    use crate::Silent;

    fn valued(interp: &Interp<'_>) -> Valued {
        value_all(interp, &interp.start(), &ExploreOptions::default(), &mut Silent)
            .expect("few positions")
            .expect("a game with values")
    }

    #[test]
    fn every_position_of_a_game_has_the_best_of_its_moves() {
        let model = compiled(TIC_TAC_TOE, &[]);
        let interp = Interp::new(&model);
        let valued = valued(&interp);
        assert_eq!(valued.value(&interp.start()), Some(Evaluation::new(Outcome::Draw)));
        let mut decided = 0;
        for state in valued.states.iter() {
            let known = valued.value(&state).expect("all have one");
            let after: Vec<Evaluation> = interp
                .successors(&state)
                .iter()
                .map(|next| valued.value(&next.state).expect("all have one"))
                .collect();
            let lost = after.iter().filter(|known| known.outcome == Outcome::Loss);
            let soonest = lost.filter_map(|known| known.plies).min();
            if let Some(plies) = soonest {
                assert_eq!(known, Evaluation::after(Outcome::Win, plies + 1));
                decided += 1;
            } else if !after.is_empty() {
                assert_ne!(known.outcome, Outcome::Win);
            }
        }
        assert!(decided > 1000, "{decided}");
    }

    #[test]
    fn a_position_of_a_puzzle_has_the_way_to_its_goal() {
        let frogs = "board { f f . t t } pieces f = frog, t = toad \
            move slide along e: [frog | empty] -> [empty | frog] \
            move back along w: [toad | empty] -> [empty | toad] \
            move jump along e: [frog | any | empty] -> [empty | _ | frog] \
            move hop along w: [toad | any | empty] -> [empty | _ | toad] \
            goal { t t . f f }";
        let model = compiled(frogs, &[]);
        let interp = Interp::new(&model);
        let valued = valued(&interp);
        assert_eq!(valued.value(&interp.start()), Some(Evaluation::after(Outcome::Win, 8)));
        let stuck = valued.states.iter().filter(|state| {
            valued.value(state).is_some_and(|known| known.outcome == Outcome::Loss)
        });
        assert!(stuck.count() > 0, "some ways lead nowhere");
    }

    #[test]
    fn what_is_out_of_reach_has_no_value() {
        let model = compiled(TIC_TAC_TOE, &[]);
        let interp = Interp::new(&model);
        let mut state = interp.start();
        state.cells.fill(1);
        assert_eq!(valued(&interp).value(&state), None);
    }
}
