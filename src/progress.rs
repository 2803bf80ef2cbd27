//! A line on the terminal that says how far a search is.

use crate::interrupt;
use crate::table::grouped;
use gdl::words::bytes_text;
use gdl_runtime::{Layer, Observer, Progress as Reached};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a line stays before it is written anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// How long a search goes on before its end is estimated.
const BEFORE_ESTIMATE: Duration = Duration::from_secs(2);

/// Shows layer, positions, rate, memory and an estimate on standard error, if that is a terminal; the line disappears at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    begun: Instant,
    written: Option<Instant>,
    enabled: bool,
    depth: usize,
    expected: Option<Expected>,
}

/// How many positions a search will look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// About so many.
    About(u64),
    /// At most so many.
    AtMost(u64),
}

impl Progress {
    /// A line for people, or none if they asked for JSON.
    ///
    /// From here on Ctrl-C asks the search to stop.
    pub(crate) fn new(json: bool, expected: Option<Expected>) -> Self {
        interrupt::listen();
        Self {
            begun: Instant::now(),
            written: None,
            enabled: !json && io::stderr().is_terminal(),
            depth: 0,
            expected,
        }
    }

    fn show(&mut self, reached: &Reached) {
        let now = Instant::now();
        if !self.enabled || now - self.written.unwrap_or(self.begun) < INTERVAL {
            return;
        }
        self.written = Some(now);
        let line = line(self.depth, reached, now - self.begun, self.expected);
        // If the terminal is gone, the search goes on without it.
        let _ = write!(io::stderr().lock(), "\r{line}\u{1b}[K");
    }
}

/// What the line says after so much time.
fn line(depth: usize, reached: &Reached, elapsed: Duration, expected: Option<Expected>) -> String {
    let rate = u128::from(reached.states) * 1000 / elapsed.as_millis().max(1);
    let rate = u64::try_from(rate).unwrap_or(u64::MAX);
    let mut line = format!("layer {depth}");
    if reached.layer_done > 0.0 {
        line.push_str(&format!(" ({:.0} %)", reached.layer_done * 100.0));
    }
    line.push_str(&format!(", {} positions, {} a second", grouped(reached.states), grouped(rate)));
    if reached.bytes > 0 {
        line.push_str(&format!(", {}", bytes_text(reached.bytes)));
    }
    let (word, total) = match expected {
        Some(Expected::About(total)) => ("about", total),
        Some(Expected::AtMost(total)) => ("at most", total),
        None => return line,
    };
    if elapsed >= BEFORE_ESTIMATE && rate > 0 {
        let seconds = total.saturating_sub(reached.states) / rate;
        line.push_str(&format!(", {word} {} left", duration_text(seconds)));
    }
    line
}

/// A duration, roughly.
fn duration_text(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

impl Observer for Progress {
    fn layer(&mut self, layer: Layer) {
        self.depth = layer.depth + 1;
    }

    fn progress(&mut self, progress: &Reached) {
        self.show(progress);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_everything_known() {
        let reached = Reached {
            states: 3_000_000,
            depth: 7,
            layer_done: 0.256,
            size: 10_000_000,
            bytes: 5 << 20,
        };
        let at = |seconds, expected| line(7, &reached, Duration::from_secs(seconds), expected);
        assert_eq!(
            at(3, Some(Expected::AtMost(9_000_000))),
            "layer 7 (26 %), 3,000,000 positions, 1,000,000 a second, 5120 KiB, at most 6 s left"
        );
        assert_eq!(
            at(1, Some(Expected::About(9_000_000))),
            "layer 7 (26 %), 3,000,000 positions, 3,000,000 a second, 5120 KiB",
            "nothing is estimated in the first seconds"
        );
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        let reached = Reached { states: 50, ..Reached::default() };
        let line = line(2, &reached, Duration::from_secs(10), None);
        assert_eq!(line, "layer 2, 50 positions, 5 a second");
    }
}
