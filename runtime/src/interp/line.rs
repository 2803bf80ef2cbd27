//! Lines of play: the way to a goal, and best play from a position.

use super::evaluate::Verdict;
use super::explore::{Exploration, Graph};
use super::rules::Interp;
use super::score::Margins;
use gdl::model::PlayerId;
use gdl::model::State;

/// A move and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineStep {
    /// The move.
    pub text: String,
    /// The position it leads to.
    pub state: State,
}

/// The longest best line that is written down.
const LONGEST: usize = 1000;

/// The moves along a way through the states of a search.
pub(super) fn follow(interp: &Interp<'_>, found: &Exploration, way: &[u32]) -> Vec<LineStep> {
    let step = |pair: &[u32]| {
        let state = found.states.get(pair[1]);
        let plays = interp.moves(&found.states.get(pair[0]));
        let play = plays.into_iter().find(|play| play.state == state)?;
        Some(LineStep { text: play.text, state })
    };
    way.windows(2).map_while(step).collect()
}

/// A best line where there are verdicts: the fastest win, the slowest loss, or moves that hold the draw. A draw without an end stops before
/// a position comes again.
pub(super) fn line_by_verdict(
    interp: &Interp<'_>,
    found: &Exploration,
    graph: &Graph,
    movers: &[PlayerId],
    verdicts: &[Verdict],
) -> Vec<LineStep> {
    best_line(interp, found, graph, |state, number| {
        let target = graph.targets[number] as usize;
        let same = movers[target] == movers[state as usize];
        match (verdicts[target], same) {
            (Verdict::Won(plies), true) | (Verdict::Lost(plies), false) => (1, -i64::from(plies)),
            (Verdict::Drawn, _) => (0, 0),
            (Verdict::Lost(plies), true) | (Verdict::Won(plies), false) => (-1, i64::from(plies)),
        }
    })
}

/// A best line where the scores decide. Of moves that are equally good it takes one nearer to the end.
pub(super) fn line_by_margin(
    interp: &Interp<'_>,
    found: &Exploration,
    graph: &Graph,
    movers: &[PlayerId],
    margins: &Margins,
) -> Vec<LineStep> {
    best_line(interp, found, graph, |state, number| {
        let target = graph.targets[number] as usize;
        let leaves = margins.component[target] != margins.component[state as usize];
        let nearness = -i64::from(margins.round[target]);
        (margins.through(graph, movers, state, number), (leaves, nearness))
    })
}

fn best_line<R: Ord>(
    interp: &Interp<'_>,
    found: &Exploration,
    graph: &Graph,
    rating: impl Fn(u32, usize) -> R,
) -> Vec<LineStep> {
    let mut line = Vec::new();
    let mut visited = vec![0];
    let mut state = 0;
    while line.len() < LONGEST {
        // Of equal moves the first: `min_by` keeps it, `max_by` would not.
        let moves = graph.moves(state).enumerate();
        let best =
            moves.min_by(|(_, one), (_, other)| rating(state, *other).cmp(&rating(state, *one)));
        let Some((place, number)) = best else { break };
        let Some(play) = interp.moves(&found.states.get(state)).into_iter().nth(place) else {
            break;
        };
        line.push(LineStep { text: play.text, state: play.state });
        state = graph.targets[number];
        if visited.contains(&state) {
            break;
        }
        visited.push(state);
    }
    line
}
