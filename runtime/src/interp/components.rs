//! Strongly connected components of a graph of states.
//!
//! Tarjan's algorithm (*Depth-first search and linear graph algorithms*, 1972) with its own stack
//! instead of recursion. It gives the components in such an order that all moves out of one lead
//! to earlier ones.

use super::explore::Graph;
use bitvec::bitvec;

/// The components, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    members: Vec<u32>,
    ends: Vec<usize>,
}

impl Components {
    /// The components in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.members[begin..end])
    }
}

/// Not yet visited.
const NEW: u32 = u32::MAX;

/// A state being visited and the next of its moves to follow.
struct Visit {
    state: u32,
    next: usize,
}

/// The components of a graph, those that are led to first.
pub(super) fn components(graph: &Graph, states: usize) -> Components {
    let mut found = Components::default();
    // The order of first visits, the earliest such number known to be reachable, and whether the
    // component is still open.
    let mut order = vec![NEW; states];
    let mut low = vec![0; states];
    let mut waiting: Vec<u32> = Vec::new();
    let mut is_waiting = bitvec![0; states];
    let mut visits: Vec<Visit> = Vec::new();
    let mut clock = 0;
    for root in (0..).take(states) {
        if order[root as usize] != NEW {
            continue;
        }
        visits.push(Visit { state: root, next: graph.moves(root).start });
        while let Some(visit) = visits.last_mut() {
            let state = visit.state as usize;
            if order[state] == NEW {
                order[state] = clock;
                low[state] = clock;
                clock += 1;
                waiting.push(visit.state);
                is_waiting.set(state, true);
            }
            if visit.next < graph.moves(visit.state).end {
                let target = graph.targets[visit.next];
                visit.next += 1;
                if order[target as usize] == NEW {
                    visits.push(Visit { state: target, next: graph.moves(target).start });
                } else if is_waiting[target as usize] {
                    low[state] = low[state].min(order[target as usize]);
                }
                continue;
            }
            visits.pop();
            if let Some(parent) = visits.last() {
                let parent = parent.state as usize;
                low[parent] = low[parent].min(low[state]);
            }
            if low[state] == order[state] {
                while let Some(member) = waiting.pop() {
                    is_waiting.set(member as usize, false);
                    found.members.push(member);
                    if member as usize == state {
                        break;
                    }
                }
                found.ends.push(found.members.len());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(moves: &[&[u32]]) -> Graph {
        let mut graph = Graph::default();
        for targets in moves {
            graph.first.push(graph.targets.len());
            graph.targets.extend_from_slice(targets);
        }
        graph.first.push(graph.targets.len());
        graph
    }

    #[test]
    fn components_come_after_what_they_lead_to() {
        // 0 -> 1 <-> 2 -> 3, 2 -> 4 -> 5 -> 6 -> 4, 7 alone.
        let graph = graph(&[&[1], &[2], &[1, 3, 4], &[], &[5], &[6], &[4], &[]]);
        let mut found: Vec<Vec<u32>> = components(&graph, 8).iter().map(<[u32]>::to_vec).collect();
        found.iter_mut().for_each(|members| members.sort_unstable());
        assert_eq!(found, [vec![3], vec![4, 5, 6], vec![1, 2], vec![0], vec![7]]);
    }

    #[test]
    fn a_long_line_needs_no_deep_stack() {
        let targets: Vec<u32> = (1..=300_000).collect();
        let moves: Vec<&[u32]> = targets.chunks(1).chain([&[] as &[u32]]).collect();
        assert_eq!(components(&graph(&moves), 300_001).iter().count(), 300_001);
    }
}
