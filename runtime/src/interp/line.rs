//! Lines of play: the way to a goal, and best play from a position.

use super::explore::{Exploration, Graph};
use super::rules::{Interp, Play};
use super::score::Margins;
use crate::engine::walk_back;
use crate::values::coding::Decided;
use gdl::model::PlayerId;
use gdl::model::State;
use std::convert::Infallible;

/// A move and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineStep {
    /// The move.
    pub text: String,
    /// The position it leads to.
    pub state: State,
}

impl From<Play> for LineStep {
    fn from(Play { text, state, .. }: Play) -> Self {
        LineStep { text, state }
    }
}

/// The longest best line that is written down.
const LONGEST: usize = 1000;

/// Returns the moves along a way that begins with a position. `leads_to` says whether a position
/// is the next one of the way.
pub fn line_along<T>(
    interp: &Interp<'_>,
    from: &State,
    way: &[T],
    leads_to: impl Fn(&State, &T) -> bool,
) -> Vec<LineStep> {
    let mut state = from.clone();
    let step = |next: &T| {
        let plays = interp.moves(&state);
        let step: LineStep = plays.into_iter().find(|play| leads_to(&play.state, next))?.into();
        state = step.state.clone();
        Some(step)
    };
    way.iter().map_while(step).collect()
}

/// Returns a shortest line to a position, from a start: the one position with distance 0 that its
/// way back leads to. Empty if the way back is not found: a position before another is one of its
/// successors if the game is `undirected`, and else one that undoing moves leads to.
pub fn line_by_distance(
    interp: &Interp<'_>,
    to: &State,
    undirected: bool,
    distance: impl Fn(&State) -> Option<u64>,
) -> Vec<LineStep> {
    let Some(length) = distance(to) else { return Vec::new() };
    let way = walk_back(to.clone(), length, |state, depth| {
        let before = if undirected {
            interp.successors(state).into_iter().map(|successor| successor.state).collect()
        } else {
            // A position with too many candidates has no line.
            interp.predecessors(state).unwrap_or_default()
        };
        Ok::<_, Infallible>(before.into_iter().find(|it| distance(it) == Some(depth)))
    });
    match way {
        Ok(Some(way)) => line_along(interp, &way[0], &way[1..], |state, next| state == next),
        Ok(None) => Vec::new(),
    }
}

/// Returns the moves along a way through the states of a search.
pub(super) fn follow(interp: &Interp<'_>, found: &Exploration, way: &[u32]) -> Vec<LineStep> {
    let way: Vec<State> = way.iter().map(|number| found.states.get(*number)).collect();
    line_along(interp, &way[0], &way[1..], |state, next| state == next)
}

/// A best line where there are verdicts: the fastest win, the slowest loss, or moves that hold the
/// draw. A draw without an end stops before a position comes again.
pub(super) fn line_by_verdict(
    interp: &Interp<'_>,
    found: &Exploration,
    graph: &Graph,
    movers: &[PlayerId],
    verdicts: &[Decided],
) -> Vec<LineStep> {
    best_line(interp, found, graph, |state, number| {
        let target = graph.targets[number] as usize;
        let same = movers[target] == movers[state as usize];
        match (verdicts[target], same) {
            (Decided::Won(plies), true) | (Decided::Lost(plies), false) => (1, -i64::from(plies)),
            (Decided::Neither, _) => (0, 0),
            (Decided::Lost(plies), true) | (Decided::Won(plies), false) => (-1, i64::from(plies)),
        }
    })
}

/// A best line where the scores decide. Of moves that are equally good it takes one nearer to the
/// end.
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
        line.push(play.into());
        state = graph.targets[number];
        if visited.contains(&state) {
            break;
        }
        visited.push(state);
    }
    line
}
