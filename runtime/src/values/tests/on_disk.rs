//! Tiers whose tables do not fit into memory: the same values as by definition and in memory,
//! however tables are cut, and errors where a disk fails.

use super::{Game, Graph, without_depth};
use crate::disk::{Disk, Fault};
use crate::engine::PerState;
use crate::scratch::Scratch;
use crate::scratch::tests::Folder;
use crate::values::coding::Decided;
use crate::values::{ValueOptions, Values, Why, solve_values};
use crate::{Observer, Silent, SolveError};
use gdl::layout::random::Random;
use std::io::ErrorKind;
use std::time::Duration;

impl Graph {
    /// Solves the last tier with this limit of memory.
    fn solve_on_disk<const BACKWARD: bool>(
        &self,
        options: &ValueOptions,
        (disk, folder): (Disk, &Folder),
        observer: &mut dyn Observer,
    ) -> Result<Values, SolveError> {
        let scratch = Scratch::new(disk, folder.0.clone(), 1 << 20, "a graph".to_owned());
        self.solve_in::<BACKWARD>(options, scratch, observer)
    }

    fn solve_in<const BACKWARD: bool>(
        &self,
        options: &ValueOptions,
        scratch: Scratch,
        observer: &mut dyn Observer,
    ) -> Result<Values, SolveError> {
        let options = ValueOptions {
            tiers: vec![self.tiers.len() - 1],
            scratch: Some(scratch),
            ..options.clone()
        };
        let game = Game::<BACKWARD>(self);
        solve_values(&PerState(&game), &self.structure(), &options, observer)
    }

    /// How many tiers are larger than a limit of memory.
    fn larger_than(&self, limit: u64) -> usize {
        self.tiers.iter().filter(|tier| tier.len() as u64 > limit).count()
    }
}

fn options(depth: bool, memory: u64) -> ValueOptions {
    ValueOptions { depth, memory_limit: Some(memory), threads: 1, ..ValueOptions::default() }
}

fn assert_same(graph: &Graph, values: &Values, depth: bool, expected: &[Decided]) {
    let in_memory = graph.solve::<true>(depth, 1);
    assert_eq!(values.unsolved, vec![]);
    for tier in 0..graph.tiers.len() {
        assert_eq!(values.tier(tier), in_memory.tier(tier), "tier {tier} of {graph:?}");
        for (slot, state) in graph.tiers[tier].iter().enumerate() {
            let expected = if depth { expected[*state] } else { without_depth(expected[*state]) };
            let found = values.decided((tier, slot as u64));
            assert_eq!(found, Some(expected), "{graph:?} {state}");
        }
    }
    assert_eq!(values.trouble(), None);
}

#[test]
fn random_graphs_have_the_same_values_on_disk() {
    let mut random = Random(7);
    let (mut on_disk, mut deepest) = (0, 0);
    for round in 0..100 {
        let most = if round % 20 == 0 { 1500 } else { 40 };
        let graph = Graph::random(&mut random, 1 + round % 4, most);
        let expected = graph.values();
        for (depth, memory, threads) in
            [(true, 8, 1), (false, 8, 1), (true, 700, 1), (true, 5_000, 2), (false, 300, 2)]
        {
            let folder = Folder::new();
            let options = ValueOptions { threads, ..options(depth, memory) };
            let values =
                graph.solve_on_disk::<true>(&options, (Disk::new(), &folder), &mut Silent).unwrap();
            assert_same(&graph, &values, depth, &expected);
            on_disk += graph.larger_than(memory);
            drop(values);
            assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left");
        }
        for value in &expected {
            if let Decided::Won(plies) | Decided::Lost(plies) = value {
                deepest = deepest.max(*plies);
            }
        }
    }
    assert!(on_disk > 300 && deepest > 12, "{on_disk} {deepest}");
}

/// Only what can be reached has a value, is counted, and is found if not even the marks fit into
/// memory.
#[test]
fn what_can_be_reached_is_the_same_on_disk() {
    let mut random = Random(31);
    let (mut reached, mut all) = (0, 0);
    for round in 0..120 {
        let most = if round % 20 == 0 { 1500 } else { 60 };
        let graph = Graph::random(&mut random, 1 + round % 4, most);
        let last = graph.tiers.len() - 1;
        let from = Some((last, random.below(graph.tiers[last].len() as u64)));
        for (depth, memory, threads) in [(true, 8, 1), (false, 8, 2), (true, 60, 1), (true, 700, 1)]
        {
            let wanted =
                ValueOptions { tiers: vec![last], from, threads, depth, ..ValueOptions::default() };
            let game = Game::<true>(&graph);
            let keep = ValueOptions { keep: true, ..wanted.clone() };
            let expected =
                solve_values(&PerState(&game), &graph.structure(), &keep, &mut Silent).unwrap();
            let folder = Folder::new();
            let options = ValueOptions { memory_limit: Some(memory), ..wanted };
            let found =
                graph.solve_on_disk::<true>(&options, (Disk::new(), &folder), &mut Silent).unwrap();
            assert_eq!((&found.unsolved, found.trouble()), (&vec![], None));
            assert_eq!(found.moves == 0, expected.moves == 0);
            for tier in 0..=last {
                assert_eq!(found.tier(tier), expected.tier(tier), "tier {tier} of {graph:?}");
                let sums = found.tier(tier).unwrap().positions;
                reached += sums[0].and(sums[1]).total();
                all += graph.tiers[tier].len() as u64;
                let view = &expected.views()[tier];
                for slot in (0..view.slots).filter(|slot| view.is_asked(*slot)) {
                    let place = (tier, slot);
                    assert_eq!(found.decided(place), expected.decided(place), "{graph:?}");
                }
            }
            drop(found);
            assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left");
        }
    }
    assert!(reached > 3_000 && all > 2 * reached, "{reached} of {all}");
}

/// A row of positions, each with one move to the next.
fn row(length: usize, tiers: &[usize]) -> Graph {
    let tier_of = |state: usize| tiers.iter().filter(|first| **first <= state).count();
    Graph {
        tiers: (0..=tiers.len())
            .map(|tier| (0..length).filter(|state| tier_of(*state) == tier).collect())
            .collect(),
        tier_of: (0..length).map(tier_of).collect(),
        movers: (0..length).map(|state| u32::try_from(state % 2).unwrap()).collect(),
        verdicts: vec![0; length],
        moves: (0..length).map(|state| state.checked_sub(1).into_iter().collect()).collect(),
    }
}

#[test]
fn depths_that_do_not_fit_into_a_byte_get_two_on_disk() {
    for (length, tiers) in [(96, vec![]), (97, vec![]), (98, vec![]), (400, vec![90, 99, 250])] {
        let graph = row(length, &tiers);
        for depth in [true, false] {
            let folder = Folder::new();
            let options = options(depth, 8);
            let values =
                graph.solve_on_disk::<true>(&options, (Disk::new(), &folder), &mut Silent).unwrap();
            assert_same(&graph, &values, depth, &graph.values());
        }
    }
}

#[test]
fn every_failing_call_is_an_error() {
    let graph = Graph::random(&mut Random(12), 3, 200);
    let expected = graph.values();
    assert!(graph.larger_than(30) >= 2);
    let folder = Folder::new();
    for from in [None, Some((2, 0))] {
        let options = ValueOptions { from, ..options(true, 8) };
        let disk = Disk::new();
        let solve = |disk| graph.solve_on_disk::<true>(&options, (disk, &folder), &mut Silent);
        let first = solve(disk.clone()).unwrap();
        let calls = disk.calls();
        assert!(calls > 50, "{calls}");
        let mut failed = 0;
        for at in 0..calls {
            for lasting in [true, false] {
                let fault = Fault { at, kind: ErrorKind::StorageFull, lasting };
                match solve(Disk::failing(fault)) {
                    Err(SolveError::Storage { .. }) => failed += 1,
                    Err(other) => panic!("{other}"),
                    // What is of no use could not be removed.
                    Ok(values) => {
                        for tier in 0..3 {
                            assert_eq!(values.tier(tier), first.tier(tier));
                        }
                        let beginning = values.decided((2, 0));
                        assert_eq!(beginning, Some(expected[graph.tiers[2][0]]));
                    }
                }
            }
        }
        assert!(failed > calls, "{failed} of {}", 2 * calls);
        drop(first);
        drop(solve(Disk::new()).unwrap());
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left");
    }
}

#[test]
fn games_without_ways_back_are_refused() {
    let graph = Graph::random(&mut Random(23), 3, 120);
    let folder = Folder::new();
    let options = options(true, 8);
    let values =
        graph.solve_on_disk::<false>(&options, (Disk::new(), &folder), &mut Silent).unwrap();
    let first = values.unsolved.first().expect("it needs more memory");
    assert!(matches!(first.why, Why::Memory { needed, limit: Some(8) } if needed > 8), "{first:?}");
}

/// Wants a search to stop when it has been asked `most` times.
struct Impatient {
    asked: u64,
    most: u64,
}

impl Impatient {
    fn new(most: u64) -> Self {
        Impatient { asked: 0, most }
    }
}

impl Observer for Impatient {
    fn cancelled(&mut self) -> bool {
        self.asked += 1;
        self.asked >= self.most
    }
}

#[test]
fn a_search_on_disk_can_be_stopped() {
    let graph = Graph::random(&mut Random(23), 3, 120);
    let folder = Folder::new();
    let mut stopped = 0;
    for times in 1.. {
        let mut impatient = Impatient::new(times);
        let solved =
            graph.solve_on_disk::<true>(&options(true, 50), (Disk::new(), &folder), &mut impatient);
        match solved {
            Err(SolveError::Cancelled { .. }) => stopped += 1,
            Err(other) => panic!("{other}"),
            Ok(_) => break,
        }
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left");
    }
    assert!(stopped > 20, "{stopped}");
}

/// Whatever ends a run, the next one goes on with what was written down. Each time that takes a
/// while, because it must be safe on the disk.
#[test]
fn a_search_on_disk_goes_on() {
    for (graph, ends) in [(Graph::random(&mut Random(12), 3, 200), 8), (row(100, &[]), 2)] {
        let expected = graph.values();
        let options = options(true, 8);
        let solve = |disk: Disk, folder: &Folder, observer: &mut dyn Observer| {
            let scratch = Scratch::new(disk, folder.0.clone(), 1 << 20, "a graph".to_owned());
            graph.solve_in::<true>(&options, scratch.with_interval(Duration::ZERO), observer)
        };
        let folder = Folder::new();
        let (disk, mut patient) = (Disk::new(), Impatient::new(u64::MAX));
        let first = solve(disk.clone(), &folder, &mut patient).unwrap();
        assert_same(&graph, &first, true, &expected);
        let (calls, moves) = (disk.calls(), first.moves);
        drop(first);
        let mut least = u64::MAX;
        for end in 1..=ends {
            let at = calls * end / (ends + 1);
            let fault = Fault { at, kind: ErrorKind::StorageFull, lasting: true };
            let failed = solve(Disk::failing(fault), &folder, &mut Silent);
            assert!(matches!(failed, Err(SolveError::Storage { .. })), "{at} of {calls}");
            let mut impatient = Impatient::new(patient.asked * end / (ends + 1));
            let stopped = solve(Disk::new(), &folder, &mut impatient);
            if end < ends {
                assert!(matches!(stopped, Err(SolveError::Cancelled { .. })), "{end} of {ends}");
            }
            // The last one may have come to its end, and has the folder as long as it is there.
            drop(stopped);
            let disk = Disk::new();
            let values = solve(disk.clone(), &folder, &mut Silent).unwrap();
            assert_same(&graph, &values, true, &expected);
            assert_eq!(values.moves, moves);
            least = least.min(disk.calls());
            drop(values);
            assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is left");
        }
        assert!(least < calls * 3 / 4, "the last tier is not begun again: {least} of {calls}");
    }
}
