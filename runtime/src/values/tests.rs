//! The engine on random graphs, against the definition of values; and tables with planted errors.

use super::coding::Decided;
use super::*;
use crate::Silent;
use crate::engine::{PerState, Rules};
use gdl::layout::random::Random;

mod on_disk;

/// A graph as a game: positions are numbers, and moves lead to the same tier or to one with a
/// smaller number.
#[derive(Clone, Debug)]
struct Graph {
    tiers: Vec<Vec<usize>>,
    tier_of: Vec<usize>,
    movers: Vec<u32>,
    verdicts: Vec<u32>,
    moves: Vec<Vec<usize>>,
}

/// A graph as a game, with or without knowledge of what comes before.
struct Game<'a, const BACKWARD: bool>(&'a Graph);

impl<const BACKWARD: bool> Rules for Game<'_, BACKWARD> {
    type State = usize;

    const KNOWS_TIER_PREDECESSORS: bool = BACKWARD;

    fn size(&self) -> u64 {
        self.0.movers.len() as u64
    }

    fn rank(&self, state: &usize) -> u64 {
        *state as u64
    }

    fn unrank(&self, index: u64) -> usize {
        usize::try_from(index).unwrap()
    }

    fn successors(&self, state: &usize, visit: &mut impl FnMut(&usize)) {
        if self.0.verdicts[*state] == 0 {
            self.0.moves[*state].iter().for_each(visit);
        }
    }

    fn tier(&self, state: &usize) -> usize {
        self.0.tier_of[*state]
    }

    fn unrank_in_tier(&self, tier: usize, index: u64) -> usize {
        self.0.tiers[tier][usize::try_from(index).unwrap()]
    }

    fn class_in_tier(&self, tier: usize, state: &usize) -> u64 {
        self.0.tiers[tier].iter().position(|it| it == state).unwrap() as u64
    }

    fn mover(&self, state: &usize) -> u32 {
        self.0.movers[*state]
    }

    fn verdict(&self, state: &usize) -> u32 {
        self.0.verdicts[*state]
    }

    fn tier_predecessors(&self, state: &usize, visit: &mut impl FnMut(&usize)) {
        for before in &self.0.tiers[self.0.tier_of[*state]] {
            self.successors(before, &mut |next| {
                if next == state {
                    visit(before);
                }
            });
        }
    }
}

const STUCK: u32 = 2;

impl Graph {
    fn random(random: &mut Random, tiers: usize, most: u64) -> Graph {
        let mut graph = Graph {
            tiers: Vec::new(),
            tier_of: Vec::new(),
            movers: Vec::new(),
            verdicts: Vec::new(),
            moves: Vec::new(),
        };
        let below = |random: &mut Random, limit: usize| {
            usize::try_from(random.below(limit as u64)).unwrap()
        };
        let again = random.below(2) == 0;
        for tier in 0..tiers {
            let size = 1 + below(random, usize::try_from(most).unwrap());
            let first = graph.tier_of.len();
            graph.tiers.push((first..first + size).collect());
            for position in 0..size {
                graph.tier_of.push(tier);
                graph.movers.push(u32::try_from((position + tier) % 2).unwrap());
                let ends = random.below(8) == 0;
                graph.verdicts.push(if ends { u32::try_from(random.below(4)).unwrap() } else { 0 });
            }
            for position in 0..size {
                let moves = (0..random.below(4)).map(|_| below(random, first + size));
                // The players take turns, unless somebody may go on.
                let mover = graph.movers[first + position];
                let moves: Vec<usize> =
                    moves.filter(|next| again || graph.movers[*next] != mover).collect();
                graph.moves.push(moves);
            }
        }
        graph
    }

    fn structure(&self) -> Structure {
        let shape = |tier: usize| TierShape {
            key: vec![("tier".to_owned(), i64::try_from(tier).unwrap())],
            indices: self.tiers[tier].len() as u64,
            has_mover_digit: false,
            first_moves: true,
            second_moves: true,
            next: (0..tier).collect(),
            mirror: None,
        };
        Structure {
            tiers: (0..self.tiers.len()).map(shape).collect(),
            divided_by: 1,
            keeps_ways: true,
            stuck: STUCK,
            puzzle: false,
        }
    }

    /// The values by definition: round after round, what follows from the rounds before.
    fn values(&self) -> Vec<Decided> {
        let mut values = vec![None; self.movers.len()];
        for (state, value) in values.iter_mut().enumerate() {
            let stuck = if self.moves[state].is_empty() { STUCK } else { 0 };
            *value = match (self.verdicts[state], stuck) {
                (1, _) => Some(Decided::Won(0)),
                (2, _) | (0, STUCK) => Some(Decided::Lost(0)),
                (3, _) => Some(Decided::Neither),
                _ => None,
            };
        }
        for plies in 1..=u32::try_from(values.len()).unwrap() {
            let before = values.clone();
            for state in 0..values.len() {
                if before[state].is_some() {
                    continue;
                }
                let good = |next: &usize| {
                    let same = self.movers[state] == self.movers[*next];
                    match before[*next] {
                        Some(Decided::Won(_)) => Some(same),
                        Some(Decided::Lost(_)) => Some(!same),
                        _ => None,
                    }
                };
                if self.moves[state].iter().any(|next| good(next) == Some(true)) {
                    values[state] = Some(Decided::Won(plies));
                } else if self.moves[state].iter().all(|next| good(next) == Some(false)) {
                    values[state] = Some(Decided::Lost(plies));
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or(Decided::Neither)).collect()
    }

    fn solve<const BACKWARD: bool>(&self, depth: bool, threads: usize) -> Values {
        let options = ValueOptions {
            depth,
            threads,
            tiers: vec![self.tiers.len() - 1],
            check: true,
            keep: true,
            ..ValueOptions::default()
        };
        let game = Game::<BACKWARD>(self);
        solve_values(&PerState(&game), &self.structure(), &options, &mut Silent).unwrap()
    }
}

fn without_depth(value: Decided) -> Decided {
    match value {
        Decided::Won(_) => Decided::Won(0),
        Decided::Lost(_) => Decided::Lost(0),
        Decided::Neither => Decided::Neither,
    }
}

#[test]
fn random_graphs_have_the_values_of_the_definition() {
    let mut random = Random(5);
    let (mut decided, mut drawn, mut deepest) = (0, 0, 0);
    for round in 0..400 {
        let most = if round % 40 == 0 { 1500 } else { 12 };
        let graph = Graph::random(&mut random, 1 + round % 4, most);
        let expected = graph.values();
        for (backward, depth, threads) in [
            (true, true, 1),
            (true, false, 1),
            (false, true, 1),
            (false, false, 1),
            (true, true, 2),
        ] {
            let values = if backward {
                graph.solve::<true>(depth, threads)
            } else {
                graph.solve::<false>(depth, threads)
            };
            let checked = values.checked.as_ref().unwrap();
            assert_eq!((checked.wrong, checked.positions), (0, expected.len() as u64));
            let mut counted = 0;
            for (state, value) in expected.iter().enumerate() {
                let tier = graph.tier_of[state];
                let slot = graph.tiers[tier].iter().position(|it| *it == state).unwrap() as u64;
                let expected = if depth { *value } else { without_depth(*value) };
                assert_eq!(values.decided((tier, slot)), Some(expected), "{graph:?} {state}");
                counted += u64::from(*value != Decided::Neither);
                if let Decided::Won(plies) | Decided::Lost(plies) = value {
                    deepest = deepest.max(*plies);
                }
            }
            let sums: Vec<_> = values.wanted.iter().map(|it| values.tier(*it).unwrap()).collect();
            let both = sums.iter().map(|it| it.positions[0].and(it.positions[1]));
            let all = both.fold(work::ValueCounts::default(), |one, other| one.and(other));
            assert_eq!(all.won + all.lost, counted);
            assert_eq!(all.total(), expected.len() as u64);
            decided += counted;
            drawn += all.drawn;
        }
    }
    assert!(decided > 10_000 && drawn > 5_000 && deepest > 12, "{decided} {drawn} {deepest}");
}

/// A row of positions, each with one move to the next, so that the last is lost in as many plies
/// as there are positions.
#[test]
fn depths_that_do_not_fit_into_a_byte_get_two() {
    for length in [90_usize, 97, 300] {
        let graph = Graph {
            tiers: vec![(0..length).collect()],
            tier_of: vec![0; length],
            movers: (0..length).map(|state| u32::try_from(state % 2).unwrap()).collect(),
            verdicts: vec![0; length],
            moves: (0..length).map(|state| state.checked_sub(1).into_iter().collect()).collect(),
        };
        let values = graph.solve::<true>(true, 1);
        let tier = values.tier(0).unwrap();
        assert_eq!(tier.bits, if length > 96 { 16 } else { 8 });
        let longest = tier.longest.win.unwrap().plies.max(tier.longest.loss.unwrap().plies);
        assert_eq!(longest as usize, length - 1);
    }
}

#[test]
fn what_does_not_fit_into_memory_is_named_with_all_that_needs_it() {
    let graph = Graph::random(&mut Random(9), 4, 200);
    let largest = (0..4).max_by_key(|tier| graph.tiers[*tier].len()).unwrap();
    let room = graph.tiers[largest].len() as u64 - 9;
    let options = ValueOptions {
        depth: true,
        tiers: vec![3],
        memory_limit: Some(room),
        ..ValueOptions::default()
    };
    let game = Game::<true>(&graph);
    let values = solve_values(&PerState(&game), &graph.structure(), &options, &mut Silent).unwrap();
    let unsolved: Vec<usize> = values.unsolved.iter().map(|it| it.tier).collect();
    assert!(!unsolved.is_empty() && unsolved.contains(&3));
    let first = values.unsolved.first().unwrap();
    assert!(matches!(first.why, Why::Memory { .. }), "{first:?}");
    for later in &values.unsolved[1..] {
        assert!(matches!(later.why, Why::Below(_) | Why::Memory { .. }), "{later:?}");
    }
    assert!(unsolved.iter().all(|tier| values.tier(*tier).is_none()));
}

fn check(graph: &Graph, depth: bool, values: &mut Values) -> Checked {
    let options =
        ValueOptions { depth, tiers: vec![graph.tiers.len() - 1], ..ValueOptions::default() };
    let game = Game::<false>(graph);
    check_values(&PerState(&game), &graph.structure(), &options, values, &mut Silent).unwrap()
}

#[test]
fn every_single_wrong_value_is_found() {
    let mut random = Random(11);
    for _ in 0..20 {
        let graph = Graph::random(&mut random, 2, 20);
        for depth in [true, false] {
            let mut values = graph.solve::<true>(depth, 1);
            assert_eq!(check(&graph, depth, &mut values).wrong, 0);
            for (state, tier) in graph.tier_of.iter().enumerate() {
                let slot = graph.tiers[*tier].iter().position(|it| *it == state).unwrap() as u64;
                let right = values.decided((*tier, slot)).unwrap();
                let deeper = match right {
                    Decided::Won(plies) => Decided::Won(plies + 2),
                    Decided::Lost(plies) => Decided::Lost(plies + 2),
                    Decided::Neither => Decided::Won(1),
                };
                let lies = [Decided::Won(3), Decided::Lost(4), Decided::Neither, deeper];
                for lie in lies.map(|lie| if depth { lie } else { without_depth(lie) }) {
                    if lie != right {
                        values.plant((*tier, slot), lie);
                        let checked = check(&graph, depth, &mut values);
                        assert!(checked.wrong > 0, "{graph:?}: {state} is {right:?}, not {lie:?}");
                    }
                }
                values.plant((*tier, slot), right);
            }
        }
    }
}

/// Two positions that lead to each other and nowhere else: a draw, but "won" and "lost" would
/// agree with each other.
#[test]
fn a_cycle_of_claims_that_agree_is_found() {
    let graph = Graph {
        tiers: vec![vec![0, 1]],
        tier_of: vec![0; 2],
        movers: vec![0, 1],
        verdicts: vec![0; 2],
        moves: vec![vec![1], vec![0]],
    };
    for depth in [true, false] {
        let mut values = graph.solve::<true>(depth, 1);
        assert_eq!(values.decided((0, 0)), Some(Decided::Neither));
        values.plant((0, 0), Decided::Won(0));
        values.plant((0, 1), Decided::Lost(0));
        let checked = check(&graph, depth, &mut values);
        assert_eq!(checked.wrong, 2, "with depth: {depth}");
        assert_eq!(checked.first, Some((0, 0)));
    }
}

#[test]
fn a_missing_tier_is_found() {
    let graph = Graph::random(&mut Random(3), 3, 30);
    let mut values = graph.solve::<true>(true, 1);
    values.lose(1);
    let checked = check(&graph, true, &mut values);
    assert_eq!((checked.missing, checked.wrong), (vec![1], 0));
    // Only the tier below it could be checked.
    assert_eq!(checked.positions, graph.tiers[0].len() as u64);
}
