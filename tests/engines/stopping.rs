//! A search that is stopped, or does not begin, says why; one that panics does not hang.

use super::made_up::{Cube, Scattered};
use gdl_runtime::engine::{
    Goal, Layers, PerState, Rules, SearchKind, SearchOptions, Use, View, search,
};
use gdl_runtime::{Layer, Observer, Progress, Silent, SolveError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The corners of a cube; to look at one takes time.
struct SlowCube {
    dimensions: u32,
    delay: Duration,
}

impl Rules for SlowCube {
    type State = u64;

    fn size(&self) -> u64 {
        1 << self.dimensions
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        sleep(self.delay);
        index
    }

    fn successors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        for edge in 0..self.dimensions {
            visit(&(state ^ 1 << edge));
        }
    }
}

/// Stops when asked `asks` times, and keeps what it is told.
#[derive(Default)]
struct Patience {
    asks: usize,
    layers: Vec<u64>,
    progress: Vec<Progress>,
}

impl Observer for Patience {
    fn layer(&mut self, layer: Layer) {
        assert_eq!(layer.depth, self.layers.len());
        self.layers.push(layer.states);
        assert_eq!(layer.total, self.layers.iter().sum::<u64>());
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.push(*progress);
    }

    fn cancelled(&mut self) -> bool {
        self.asks = self.asks.saturating_sub(1);
        self.asks == 0
    }
}

#[test]
fn a_search_stops_between_layers() {
    let cube = SlowCube { dimensions: 10, delay: Duration::ZERO };
    for threads in [1, 2] {
        let mut observer = Patience { asks: 3, ..Patience::default() };
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let stopped = search(&PerState(&cube), &[0], &options, &mut observer);
        let expected = SolveError::Cancelled { states: 1 + 10 + 45, layers: vec![1, 10, 45] };
        assert_eq!(stopped.err(), Some(expected));
        assert_eq!(observer.layers, [1, 10, 45]);
    }
}

#[test]
fn a_search_stops_within_a_layer() {
    // The third layer has states in every chunk and takes some ten seconds.
    let cube = SlowCube { dimensions: 20, delay: Duration::from_millis(50) };
    for threads in [1, 2] {
        let mut observer = Patience { asks: 5, ..Patience::default() };
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let begun = Instant::now();
        let stopped = search(&PerState(&cube), &[0], &options, &mut observer);
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
        let Err(SolveError::Cancelled { states, layers }) = stopped else {
            panic!("it was to stop")
        };
        assert_eq!(layers, observer.layers);
        let bytes = options.bytes(1 << 20);
        let last = observer.progress.last().expect("it was told");
        assert_eq!((last.size, last.bytes, last.depth), (1 << 20, bytes, layers.len() - 1));
        assert!(last.layer_done < 1.0 && last.states >= layers.iter().sum());
        assert!(states >= layers.iter().sum());
    }
}

#[test]
fn a_table_that_is_too_large_is_refused_before_it_is_taken() {
    let cube = SlowCube { dimensions: 20, delay: Duration::ZERO };
    let lists = 2 * 8 * 4096;
    let options = SearchOptions { threads: 1, ..SearchOptions::default() };
    let needed = (1 << 20) / 4 + 64 + lists;
    assert_eq!(options.bytes(1 << 20), needed);
    let run = |dimensions, memory_limit| {
        let options = SearchOptions { memory_limit, ..options.clone() };
        let rules = SlowCube { dimensions, ..cube };
        search(&PerState(&rules), &[0], &options, &mut Silent)
    };
    assert!(run(20, Some(needed)).is_ok());
    let refused = run(20, Some(needed - 1)).expect_err("one byte too few");
    assert_eq!(refused, SolveError::TableMemory { needed, limit: Some(needed - 1) });
    assert_eq!(
        refused.to_string(),
        format!("the table takes {needed} bytes, and the limit is {}", needed - 1)
    );
    let refused = run(62, None).expect_err("no machine has so much");
    assert_eq!(refused, SolveError::TableMemory { needed: options.bytes(1 << 62), limit: None });
}

/// What each engine takes for a large table: its bits, and 4 % for lists and flags.
#[test]
fn bytes_are_known_beforehand() {
    let size = 1_u64 << 32;
    let bytes = |kind: SearchKind, lists: Use| {
        SearchOptions { kind, lists, ..SearchOptions::default() }.bytes(size)
    };
    let ranges = vec![0..size / 2, size / 2..size / 8 * 7, size / 8 * 7..size];
    for (kind, table) in [
        (SearchKind::TwoBit, size / 4),
        (SearchKind::OneBit, size / 8),
        (SearchKind::OneBitByLayer(Layers::Cleared), size / 8),
        (SearchKind::OneBitByLayer(Layers::Kept), size / 8),
        (SearchKind::OneBitByLayer(Layers::Ranges(ranges)), size / 64 * 7),
        (SearchKind::Distances, size),
    ] {
        let without_lists = bytes(kind.clone(), Use::Never);
        assert!(without_lists >= table && without_lists - table <= table / 4096, "{kind:?}");
        let with_lists = bytes(kind.clone(), Use::Auto);
        assert!(with_lists > without_lists && with_lists <= table / 24 * 25, "{kind:?}");
    }
    assert_eq!(bytes(SearchKind::Reachability, Use::Auto), size / 8);
}

/// Distances that outgrow a byte take more than was known beforehand.
#[test]
fn a_table_that_grows_too_large_is_refused() {
    let ring = Scattered { size: 1_000, moves: vec![(1, 1)] };
    let options = SearchOptions { kind: SearchKind::Distances, ..SearchOptions::default() };
    let limit = Some(options.bytes(1_000) + 500);
    let options = SearchOptions { memory_limit: limit, ..options };
    let refused = search(&PerState(&ring), &[0], &options, &mut Silent).expect_err("it doubles");
    let needed = options.bytes(1_000) + 1_000;
    assert_eq!(refused, SolveError::TableMemory { needed, limit });
}

#[test]
fn what_an_engine_takes_for_granted_is_checked() {
    let run = |kind, view, goal, start| {
        let options = SearchOptions { kind, view, goal, ..SearchOptions::default() };
        let cube = Cube { dimensions: 6, rising: false };
        search(&PerState(&cube), start, &options, &mut Silent).map(|found| found.layers)
    };
    let by_layer = SearchKind::OneBitByLayer(Layers::Cleared);
    let wrong = |depth| Err(SolveError::WrongPhase { depth });
    // Moves lead back, so they are not counted.
    assert_eq!(run(by_layer.clone(), View::AsIs, Goal::Ignore, &[0]), wrong(2));
    assert_eq!(run(by_layer, View::AsIs, Goal::Ignore, &[0, 1]), wrong(0));
    assert_eq!(run(SearchKind::OneBit, View::AsIs, Goal::Ignore, &[0, 1]), wrong(0));
    let both = run(SearchKind::Reachability, View::AsIs, Goal::Note, &[0]);
    assert_eq!(both, Err(SolveError::NoLayers));

    let without_phase = Scattered { size: 100, moves: vec![(1, 1)] };
    let options = SearchOptions { kind: SearchKind::OneBit, ..SearchOptions::default() };
    let found = search(&PerState(&without_phase), &[0], &options, &mut Silent);
    assert_eq!(found.err(), Some(SolveError::WrongPhase { depth: 1 }));
    let options = SearchOptions { view: View::Backward, ..SearchOptions::default() };
    let found = search(&PerState(&without_phase), &[0], &options, &mut Silent);
    assert_eq!(found.err(), Some(SolveError::NoPredecessors));
}

/// A game whose numbering is broken.
struct Broken;

impl Rules for Broken {
    type State = u64;

    fn size(&self) -> u64 {
        100
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, _: &u64, visit: &mut impl FnMut(&u64)) {
        visit(&1_000);
    }
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_panic_in_a_sweep_is_passed_on() {
    let _ = search(&PerState(&Broken), &[0], &SearchOptions::default(), &mut Silent);
}
