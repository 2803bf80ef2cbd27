//! A line on the terminal that says how far a search is.

use crate::{interrupt, report};
use gdl::words::bytes_text;
use gdl_runtime::{Layer, Observer, Progress as Reached};
use gdl_solver::text::grouped;
use gdl_solver::{Expected, Reporter};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a line stays before it is written anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// How long a search goes on before its end is estimated.
const BEFORE_ESTIMATE: Duration = Duration::from_secs(2);

/// Shows layer, positions, rate, memory and an estimate on standard error, if that is a terminal;
/// the line disappears at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    begun: Instant,
    written: Option<Instant>,
    enabled: bool,
    depth: usize,
    expected: Option<Expected>,
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
        let elapsed = now - self.begun;
        let line = match &self.expected {
            Some(Expected::Tiers(ends)) => tier_line(ends, reached, elapsed),
            Some(Expected::Samples) => counting_line("sample", reached, elapsed),
            Some(Expected::Entries) => counting_line("entry", reached, elapsed),
            expected => line(self.depth, reached, elapsed, expected.as_ref()),
        };
        // If the terminal is gone, the search goes on without it.
        let _ = write!(io::stderr().lock(), "\r{line}\u{1b}[K");
    }
}

/// What the line says after the time `elapsed`.
fn line(depth: usize, reached: &Reached, elapsed: Duration, expected: Option<&Expected>) -> String {
    let rate = rate(reached, elapsed);
    let mut line = format!("layer {depth}");
    if reached.layer_done > 0.0 {
        line.push_str(&format!(" ({:.0} %)", reached.layer_done * 100.0));
    }
    line.push_str(&format!(", {} positions, {} a second", grouped(reached.states), grouped(rate)));
    if reached.bytes > 0 {
        line.push_str(&format!(", {}", bytes_text(reached.bytes)));
    }
    let (word, total) = match expected {
        Some(Expected::About(total)) => ("about", *total),
        Some(Expected::AtMost(total)) => ("at most", *total),
        Some(Expected::Tiers(_) | Expected::Samples | Expected::Entries) | None => return line,
    };
    if elapsed >= BEFORE_ESTIMATE && rate > 0 {
        let seconds = total.saturating_sub(reached.states) / rate;
        line.push_str(&format!(", {word} {} left", duration_text(seconds)));
    }
    line
}

/// What the line says about tiers; `ends` has how many entries are expected up to each.
fn tier_line(ends: &[u64], reached: &Reached, elapsed: Duration) -> String {
    // With symmetries there are fewer entries than were expected, in about the same order.
    let all = ends.last().copied().unwrap_or(0);
    let [done, size] = [reached.states, reached.size.max(1)].map(u128::from);
    let expected = u64::try_from(u128::from(all) * done / size).unwrap_or(all);
    let tier = ends.partition_point(|end| *end <= expected) + 1;
    let mut line =
        format!("tier {} of {}, depth {}", tier.min(ends.len()), ends.len(), reached.depth);
    if reached.layer_done > 0.0 {
        line.push_str(&format!(" ({:.0} %)", reached.layer_done * 100.0));
    }
    let rate = rate(reached, elapsed);
    line.push_str(&format!(
        ", {} of {} entries ({} %), {} a second, {}",
        grouped(reached.states),
        grouped(reached.size),
        100 * done / size,
        grouped(rate),
        bytes_text(reached.bytes)
    ));
    if elapsed >= BEFORE_ESTIMATE && rate > 0 {
        let seconds = reached.size.saturating_sub(reached.states) / rate;
        line.push_str(&format!(", about {} left", duration_text(seconds)));
    }
    line
}

/// What the line says about things that are done one after the other.
fn counting_line(noun: &str, reached: &Reached, elapsed: Duration) -> String {
    let mut line = format!("{noun} {} of {}", grouped(reached.states), grouped(reached.size));
    let rate = rate(reached, elapsed);
    if elapsed >= BEFORE_ESTIMATE && rate > 0 {
        let seconds = reached.size.saturating_sub(reached.states) / rate;
        line.push_str(&format!(", about {} left", duration_text(seconds)));
    }
    line
}

/// How many positions were done in a second.
fn rate(reached: &Reached, elapsed: Duration) -> u64 {
    let rate = u128::from(reached.states) * 1000 / elapsed.as_millis().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
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

/// Shows remarks and progress on standard error.
#[derive(Debug, Default)]
pub(crate) struct Terminal {
    json: bool,
    /// The remarks that were shown: commands that solve several games would repeat them.
    shown: RefCell<Vec<String>>,
}

impl Terminal {
    /// For people, or as JSON.
    ///
    /// From here on Ctrl-C asks what is done to stop.
    pub(crate) fn new(json: bool) -> Self {
        interrupt::listen();
        Terminal { json, ..Terminal::default() }
    }
}

impl Reporter for Terminal {
    fn note(&self, text: &str) {
        let mut shown = self.shown.borrow_mut();
        if !shown.iter().any(|other| other == text) {
            report::note(text, self.json);
            shown.push(text.to_owned());
        }
    }

    fn observer(&self, expected: Option<Expected>) -> Box<dyn Observer + '_> {
        Box::new(Progress::new(self.json, expected))
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
        let at = |seconds, expected: Option<Expected>| {
            line(7, &reached, Duration::from_secs(seconds), expected.as_ref())
        };
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
    fn tiers_are_counted_by_their_entries() {
        let reached = Reached {
            states: 3_000_000,
            depth: 7,
            layer_done: 0.5,
            size: 10_000_000,
            bytes: 5 << 20,
        };
        let ends = [1_000_000, 6_000_000, 12_000_000, 20_000_000];
        assert_eq!(
            tier_line(&ends, &reached, Duration::from_secs(3)),
            "tier 3 of 4, depth 7 (50 %), 3,000,000 of 10,000,000 entries (30 %), 1,000,000 a second, \
             5120 KiB, about 7 s left"
        );
        let done = Reached { states: 10_000_000, layer_done: 0.0, ..reached };
        assert!(
            tier_line(&ends, &done, Duration::from_secs(1)).starts_with("tier 4 of 4, depth 7, ")
        );
    }

    #[test]
    fn samples_are_counted() {
        let reached = Reached { states: 1_000, size: 4_000, ..Reached::default() };
        let line = |seconds| counting_line("sample", &reached, Duration::from_secs(seconds));
        assert_eq!(line(1), "sample 1,000 of 4,000");
        assert_eq!(line(10), "sample 1,000 of 4,000, about 30 s left");
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        let reached = Reached { states: 50, ..Reached::default() };
        let line = line(2, &reached, Duration::from_secs(10), None);
        assert_eq!(line, "layer 2, 50 positions, 5 a second");
    }
}
