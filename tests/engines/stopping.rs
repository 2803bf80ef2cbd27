//! A search that is stopped, or does not begin, says why; one that panics does not hang.

use gdl_runtime::engine::{PerState, Rules, SearchOptions, Table, search};
use gdl_runtime::{Layer, Observer, Silent, SolveError};
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

/// Stops when asked so often, and keeps what it is told.
#[derive(Default)]
struct Patience {
    asks: usize,
    layers: Vec<u64>,
    progress: Vec<u64>,
}

impl Observer for Patience {
    fn layer(&mut self, layer: Layer) {
        assert_eq!(layer.depth, self.layers.len());
        self.layers.push(layer.states);
        assert_eq!(layer.total, self.layers.iter().sum::<u64>());
    }

    fn progress(&mut self, states: u64) {
        self.progress.push(states);
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
        assert!(!observer.progress.is_empty());
        assert!(states >= layers.iter().sum());
    }
}

#[test]
fn a_table_that_is_too_large_is_refused_before_it_is_taken() {
    let cube = SlowCube { dimensions: 20, delay: Duration::ZERO };
    let needed = (1 << 20) / 4 + 2 * 64;
    assert_eq!(Table::bytes(1 << 20), needed);
    let run = |dimensions, memory_limit| {
        let options = SearchOptions { threads: 1, memory_limit, ..SearchOptions::default() };
        let rules = SlowCube { dimensions, ..cube };
        search(&PerState(&rules), &[0], &options, &mut Silent)
    };
    assert!(run(20, Some(needed)).is_ok());
    let refused = run(20, Some(needed - 1)).expect_err("one byte too few");
    assert_eq!(refused, SolveError::TableMemory { needed, limit: Some(needed - 1) });
    assert_eq!(refused.to_string(), "the table takes 262272 bytes, and the limit is 262271");
    let refused = run(62, None).expect_err("no machine has so much");
    assert_eq!(refused, SolveError::TableMemory { needed: Table::bytes(1 << 62), limit: None });
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
