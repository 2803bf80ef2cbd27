//! Values of positions for the player to move, backwards from the ends: win, loss or draw with the
//! number of plies.
//!
//! A state is won if some move leads to a state that is lost for the other player (or, after
//! `again`, won for the same); it is lost if every move leads to the opposite. States are settled
//! in the order of their plies, so that a win is as fast and a loss as slow as possible: when the
//! last move of a lost state is found bad, it is the one that lasts longest. What is never settled
//! is a draw. (Gasser, *Harnessing Computational Resources for Efficient Exhaustive Search*, 1995,
//! section 3.5.)
//!
//! Time: every move is looked at twice. Memory: 8 bytes a state and 4 bytes a move besides the
//! graph.

use super::explore::Graph;
use super::rules::Ending;
use super::store::StateStore;
use crate::values::coding::Decided;
use gdl::model::PlayerId;

/// The player to move in each state.
pub(crate) fn movers(states: &StateStore) -> Vec<PlayerId> {
    states.iter().map(|state| state.mover).collect()
}

/// The verdict on every state of a game for one or two players.
pub(crate) fn evaluate(graph: &Graph, movers: &[PlayerId]) -> Vec<Decided> {
    let mut verdicts = vec![Decided::Neither; movers.len()];
    let backward = Backward::new(graph, movers.len());
    let mut unknown: Vec<u32> =
        graph.first.windows(2).map(|pair| count(pair[1] - pair[0])).collect();
    let mut queue: Vec<u32> = Vec::new();
    for (state, outcome) in &graph.over {
        let mover = movers[*state as usize];
        let verdict = match outcome {
            Ending::Won(player) if *player == mover => Decided::Won(0),
            Ending::Lost(player) if *player != mover => Decided::Won(0),
            Ending::Won(_) | Ending::Lost(_) => Decided::Lost(0),
            Ending::Draw | Ending::Score(_) => continue,
        };
        verdicts[*state as usize] = verdict;
        queue.push(*state);
    }
    let mut next = 0;
    while let Some(&state) = queue.get(next) {
        next += 1;
        let verdict = verdicts[state as usize];
        for &before in backward.sources(state) {
            if verdicts[before as usize] != Decided::Neither {
                continue;
            }
            let same = movers[before as usize] == movers[state as usize];
            let settled = match (verdict, same) {
                (Decided::Won(plies), true) | (Decided::Lost(plies), false) => {
                    Decided::Won(plies + 1)
                }
                (Decided::Lost(plies), true) | (Decided::Won(plies), false) => {
                    unknown[before as usize] -= 1;
                    if unknown[before as usize] > 0 {
                        continue;
                    }
                    Decided::Lost(plies + 1)
                }
                (Decided::Neither, _) => continue,
            };
            verdicts[before as usize] = settled;
            queue.push(before);
        }
    }
    verdicts
}

/// The number of moves from each state to the nearest goal, where there is a way.
pub(super) fn goal_distances(graph: &Graph, states: usize) -> Vec<Option<u32>> {
    let backward = Backward::new(graph, states);
    let mut distances = vec![None; states];
    let mut queue = graph.goals.clone();
    for &goal in &queue {
        distances[goal as usize] = Some(0);
    }
    let mut next = 0;
    while let Some(&state) = queue.get(next) {
        next += 1;
        let further = distances[state as usize].map(|distance: u32| distance + 1);
        for &before in backward.sources(state) {
            if distances[before as usize].is_none() {
                distances[before as usize] = further;
                queue.push(before);
            }
        }
    }
    distances
}

/// The moves of a graph by where they lead.
#[derive(Debug)]
pub(super) struct Backward {
    first: Vec<usize>,
    sources: Vec<u32>,
}

impl Backward {
    /// All moves, turned round.
    pub(super) fn new(graph: &Graph, states: usize) -> Self {
        let mut first = vec![0; states + 1];
        for &target in &graph.targets {
            first[target as usize + 1] += 1;
        }
        for state in 0..states {
            first[state + 1] += first[state];
        }
        let mut place = first.clone();
        let mut sources = vec![0; graph.targets.len()];
        for state in 0..count(states) {
            for &target in &graph.targets[graph.moves(state)] {
                sources[place[target as usize]] = state;
                place[target as usize] += 1;
            }
        }
        Self { first, sources }
    }

    /// The states with a move to this one.
    pub(super) fn sources(&self, state: u32) -> &[u32] {
        &self.sources[self.first[state as usize]..self.first[state as usize + 1]]
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("the number of states, and so of moves of one, is limited")
}

#[cfg(test)]
mod tests {
    use super::super::explore::{ExploreOptions, Keep, explore};
    use super::super::games::{HOPS, TIC_TAC_TOE, compiled};
    use super::super::rules::Interp;
    use super::*;
    use crate::Silent;

    /// What a state's verdict must be, judging by its successors alone; none if it is open.
    fn by_successors(
        graph: &Graph,
        movers: &[PlayerId],
        verdicts: &[Decided],
        state: u32,
    ) -> Decided {
        let seen = |target: &u32| {
            let same = movers[*target as usize] == movers[state as usize];
            match (verdicts[*target as usize], same) {
                (Decided::Won(plies), false) => Decided::Lost(plies + 1),
                (Decided::Lost(plies), false) => Decided::Won(plies + 1),
                (Decided::Won(plies), true) => Decided::Won(plies + 1),
                (Decided::Lost(plies), true) => Decided::Lost(plies + 1),
                (Decided::Neither, _) => Decided::Neither,
            }
        };
        let best = |verdict: &Decided| match verdict {
            Decided::Won(plies) => (2, -i64::from(*plies)),
            Decided::Neither => (1, 0),
            Decided::Lost(plies) => (0, i64::from(*plies)),
        };
        graph.targets[graph.moves(state)]
            .iter()
            .map(seen)
            .max_by_key(best)
            .unwrap_or(Decided::Neither)
    }

    #[test]
    fn every_verdict_follows_from_those_of_the_successors() {
        for text in [TIC_TAC_TOE, HOPS] {
            let model = compiled(text, &[]);
            let interp = Interp::new(&model);
            let options = ExploreOptions { keep: Keep::Graph, ..ExploreOptions::default() };
            let mut start = std::iter::once(interp.start());
            let found = explore(&interp, &mut start, &options, &mut Silent).unwrap();
            let graph = found.graph.unwrap();
            let movers = movers(&found.states);
            let verdicts = evaluate(&graph, &movers);
            let mut open = (0..)
                .zip(&verdicts)
                .filter(|(state, _)| graph.over.iter().all(|(over, _)| over != state));
            assert!(open.all(
                |(state, verdict)| by_successors(&graph, &movers, &verdicts, state) == *verdict
            ));
            assert!(
                verdicts
                    .iter()
                    .any(|verdict| matches!(verdict, Decided::Lost(plies) if *plies > 1))
            );
        }
    }
}
