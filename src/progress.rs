//! A line on the terminal that says how far a search is.

use crate::interrupt;
use crate::table::grouped;
use gdl_runtime::{Layer, Observer};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a line stays before it is written anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// Shows layer, positions and rate on standard error, if that is a terminal; the line disappears at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    begun: Instant,
    written: Option<Instant>,
    enabled: bool,
    depth: usize,
}

impl Progress {
    /// A line for people, or none if they asked for JSON.
    ///
    /// From here on Ctrl-C asks the search to stop.
    pub(crate) fn new(json: bool) -> Self {
        interrupt::listen();
        Self {
            begun: Instant::now(),
            written: None,
            enabled: !json && io::stderr().is_terminal(),
            depth: 0,
        }
    }

    fn show(&mut self, positions: u64) {
        let now = Instant::now();
        if !self.enabled || now - self.written.unwrap_or(self.begun) < INTERVAL {
            return;
        }
        self.written = Some(now);
        let milliseconds = (now - self.begun).as_millis().max(1);
        let rate = u64::try_from(u128::from(positions) * 1000 / milliseconds).unwrap_or(u64::MAX);
        let line = format!(
            "layer {}, {} positions, {} a second",
            self.depth,
            grouped(positions),
            grouped(rate)
        );
        // If the terminal is gone, the search goes on without it.
        let _ = write!(io::stderr().lock(), "\r{line}\u{1b}[K");
    }
}

impl Observer for Progress {
    fn layer(&mut self, layer: Layer) {
        self.depth = layer.depth + 1;
        self.show(layer.total);
    }

    fn progress(&mut self, states: u64) {
        self.show(states);
    }

    fn cancelled(&mut self) -> bool {
        interrupt::requested()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.written.is_some() {
            let _ = write!(io::stderr().lock(), "\r\u{1b}[K");
        }
    }
}
