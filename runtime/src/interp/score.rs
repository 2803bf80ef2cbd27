//! Values where the scores decide: the best margin from a position to the end, for the player to
//! move.
//!
//! The states are cut into strongly connected components, which are valued in an order in which
//! everything a component leads to comes before it. Inside a component, where play may go on for
//! ever, every value begins at 0 and each round computes all of them anew from the round before:
//! after `k` rounds a value is that of the game broken off after `k` plies inside the component. A
//! margin that can be forced is forced within as many plies as there are states, so the rounds
//! come to rest at the value of the game in which endless play adds nothing. That needs moves
//! inside a component to bring nothing; otherwise the score could grow for ever.
//!
//! Time: moves times rounds, but only states with a changed successor are computed again. Memory:
//! 40 bytes a state and 4 bytes a move.

use super::components::components;
use super::evaluate::Backward;
use super::explore::{Graph, margin};
use super::rules::Ending;
use gdl::model::PlayerId;

/// The margins of all states.
#[derive(Clone, Debug)]
pub(super) struct Margins {
    /// The best margin from each state on, for its player to move.
    pub(super) values: Vec<i64>,
    /// A state's component; what a component leads to has smaller numbers.
    pub(super) component: Vec<u32>,
    /// The round in which the value was last changed, if it needed any.
    pub(super) round: Vec<u32>,
}

/// The margins of all states of a game for one or two players, or nothing if a score can grow for
/// ever.
pub(super) fn margins(graph: &Graph, movers: &[PlayerId]) -> Option<Margins> {
    let states = movers.len();
    let components = components(graph, states);
    let mut component = vec![0; states];
    for (number, members) in (0..).zip(components.iter()) {
        for &state in members {
            component[state as usize] = number;
        }
    }
    let mut margins = Margins { values: vec![0; states], component, round: vec![0; states] };
    for (state, outcome) in &graph.over {
        if let Ending::Score(payoffs) = outcome {
            margins.values[*state as usize] = margin(payoffs, movers[*state as usize].index());
        }
    }
    let backward = Backward::new(graph, states);
    for members in components.iter() {
        if let &[state] = members {
            if let Some(value) = margins.best(graph, movers, state) {
                margins.values[state as usize] = value;
            }
        } else if members.iter().any(|&state| margins.gains_inside(graph, state)) {
            return None;
        } else {
            margins.settle(graph, &backward, movers, members);
        }
    }
    Some(margins)
}

impl Margins {
    /// The best margin of a state as its successors stand; nothing if it has none.
    fn best(&self, graph: &Graph, movers: &[PlayerId], state: u32) -> Option<i64> {
        graph.moves(state).map(|number| self.through(graph, movers, state, number)).max()
    }

    /// The margin of a state through one of its moves.
    pub(super) fn through(
        &self,
        graph: &Graph,
        movers: &[PlayerId],
        state: u32,
        number: usize,
    ) -> i64 {
        let target = graph.targets[number] as usize;
        let rest = self.values[target];
        let rest =
            if movers[target] == movers[state as usize] { rest } else { rest.saturating_neg() };
        graph.margins[number].saturating_add(rest)
    }

    fn gains_inside(&self, graph: &Graph, state: u32) -> bool {
        let inside = |number: usize| {
            self.component[graph.targets[number] as usize] == self.component[state as usize]
                && graph.margins[number] != 0
        };
        graph.moves(state).any(inside)
    }

    /// Rounds until nothing changes.
    fn settle(&mut self, graph: &Graph, backward: &Backward, movers: &[PlayerId], members: &[u32]) {
        let mut open: Vec<u32> = members.to_vec();
        let mut round = 0;
        while !open.is_empty() {
            round += 1;
            let changes: Vec<(u32, i64)> = open
                .iter()
                .filter_map(|&state| Some((state, self.best(graph, movers, state)?)))
                .filter(|&(state, value)| self.values[state as usize] != value)
                .collect();
            for &(state, value) in &changes {
                self.values[state as usize] = value;
                self.round[state as usize] = round;
            }
            open.clear();
            for &(state, _) in &changes {
                let inside = |before: &&u32| {
                    self.component[**before as usize] == self.component[state as usize]
                };
                open.extend(backward.sources(state).iter().filter(inside));
            }
            open.sort_unstable();
            open.dedup();
        }
    }
}
