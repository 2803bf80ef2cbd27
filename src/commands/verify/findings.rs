//! What `gamec verify` has found: for people, as JSON, and as an exit code.

use super::again::Again;
use crate::failure::{Failure, Message};
use crate::json::{key, params};
use gdl::model::Model;
use gdl::words::bytes_text;
use gdl_runtime::interp::{SampleFailure, SampleReport};
use gdl_runtime::values::Checked;
use gdl_solver::run::NativeRun;
use gdl_solver::text::{counted, grouped};
use serde_json::{Value, json};
use std::time::Duration;

/// What was found.
#[derive(Debug)]
pub(super) struct Findings {
    /// What ran the rules.
    pub(super) on: &'static str,
    /// How many positions have a value.
    pub(super) states: u64,
    /// What checking every value has found.
    pub(super) checked: Option<Checked>,
    /// The first wrong value of these.
    pub(super) fault: Option<Fault>,
    /// What checking samples has found.
    pub(super) samples: Option<SampleReport>,
    pub(super) seed: u64,
    /// What the interpreter has found.
    pub(super) again: Option<Again>,
    /// Which tiers have no values.
    pub(super) unsolved: Option<Message>,
    pub(super) times: Times,
    pub(super) tables: NativeRun,
    pub(super) peak_memory_bytes: Option<u64>,
}

/// A wrong value.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) tier: Vec<(String, i64)>,
    pub(super) position: String,
}

/// How long something took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) wall: Duration,
    /// Processor time, where the system tells it.
    pub(super) cpu: Option<Duration>,
}

/// How long finding and checking took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) solve: Taken,
    pub(super) check: Taken,
}

impl Times {
    /// Divides the time of a search that checks as it goes. Processor time is told in steps that
    /// are too long for a tier, so it is divided as wall time is.
    pub(super) fn split(all: Taken, check: Duration) -> Self {
        let share = check.as_secs_f64() / all.wall.as_secs_f64().max(1e-9);
        let cpu = all.cpu.map(|cpu| cpu.mul_f64(share.clamp(0.0, 1.0)));
        let rest = all.cpu.zip(cpu).map(|(all, check)| all.saturating_sub(check));
        Times {
            solve: Taken { wall: all.wall.saturating_sub(check), cpu: rest },
            check: Taken { wall: check, cpu },
        }
    }
}

/// What was verified.
pub(super) struct About<'a> {
    pub(super) model: &'a Model,
    /// The number of the start.
    pub(super) start: usize,
    pub(super) tier: Option<&'a [(String, i64)]>,
}

impl Findings {
    /// For people.
    pub(super) fn text(&self, about: &About<'_>) -> String {
        let mut text =
            format!("{}\n{} with a value", about.model.title, counted(self.states, "position"));
        if let Some(tier) = about.tier {
            text.push_str(&format!(", in the tier {} and those that can follow", tier_text(tier)));
        }
        text.push('\n');
        if let Some(checked) = &self.checked {
            let verdict = match checked.wrong {
                0 => "all agree".to_owned(),
                wrong => format!("{} WRONG", grouped(wrong)),
            };
            text.push_str(&format!(
                "checked up to symmetry: {}, each against those after its moves: {verdict}\n",
                counted(checked.positions, "value")
            ));
        }
        if let Some(samples) = &self.samples {
            text.push_str(&sample_text(samples));
        }
        if let Some(again) = &self.again {
            let verdict = match again.differences.as_slice() {
                [] => "the same numbers".to_owned(),
                differences => differences.join("\n  "),
            };
            text.push_str(&format!(
                "solved again by the interpreter, {}: {verdict}\n",
                counted(again.states, "position")
            ));
        }
        text + &self.cost_text()
    }

    fn cost_text(&self) -> String {
        let Times { solve, check } = &self.times;
        let taken = |taken: &Taken| match taken.cpu {
            Some(cpu) => {
                format!("{:.2} s ({:.2} s CPU)", taken.wall.as_secs_f64(), cpu.as_secs_f64())
            }
            None => format!("{:.2} s", taken.wall.as_secs_f64()),
        };
        format!(
            "solved in {}, checked in {}, on {}; tables {}\n",
            taken(solve),
            taken(check),
            counted(self.tables.threads, "thread"),
            bytes_text(self.tables.table_bytes)
        )
    }

    /// The contract's value, described in `docs/json.md`.
    pub(super) fn json(&self, about: &About<'_>) -> Value {
        let fault = |fault: &Fault| json!({ "tier": key(&fault.tier), "position": fault.position });
        let full = |checked: &Checked| {
            json!({
                "positions": checked.positions,
                "wrong": checked.wrong,
                "first_wrong": self.fault.as_ref().map(fault),
            })
        };
        let samples = |samples: &SampleReport| {
            json!({
                "seed": self.seed,
                "inclusive": samples.checked_inclusive,
                "exclusive": samples.checked_exclusive,
                "proven": samples.proven_exclusive,
                "wrong": samples.wrong,
                "failures": samples.failures.iter().map(failure).collect::<Vec<_>>(),
            })
        };
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        let Times { solve, check } = &self.times;
        let start = about.model.starts.get(about.start);
        json!({
            "game": about.model.title,
            "params": params(about.model),
            "start": start.and_then(|start| start.name.as_deref()),
            "tier": about.tier.map(key),
            "on": self.on,
            "states": self.states,
            "full": self.checked.as_ref().map(full),
            "samples": self.samples.as_ref().map(samples),
            "interpreter": self.again,
            "unsolved": self.unsolved.as_ref().map(|message| &message.text),
            "solve_seconds": solve.wall.as_secs_f64(),
            "solve_cpu_seconds": seconds(solve.cpu),
            "check_seconds": check.wall.as_secs_f64(),
            "check_cpu_seconds": seconds(check.cpu),
            "peak_memory_bytes": self.peak_memory_bytes,
            "tables": self.tables,
        })
    }

    /// Whether all is well; else what is wrong first of all.
    pub(super) fn verdict(self) -> Result<(), Failure> {
        let checked = self.checked.unwrap_or_default();
        if checked.wrong > 0 {
            let mut text = format!("{} of {} values are wrong", checked.wrong, checked.positions);
            if let Some(Fault { tier, position }) = &self.fault {
                let inside =
                    if tier.is_empty() { String::new() } else { format!(" ({})", tier_text(tier)) };
                text.push_str(&format!(", first that of {position}{inside}"));
            }
            return Err(Failure::machine(text));
        }
        if let Some(first) = self.samples.as_ref().and_then(|samples| samples.failures.first()) {
            return Err(Failure::machine(format!("a value is wrong: {first}")));
        }
        if let Some(first) = self.again.as_ref().and_then(|again| again.differences.first()) {
            return Err(Failure::machine(format!("the interpreter finds something else: {first}")));
        }
        self.unsolved.map_or(Ok(()), |message| Err(Failure::Machine(message)))
    }
}

fn tier_text(tier: &[(String, i64)]) -> String {
    tier.iter().map(|(label, number)| format!("{label} = {number}")).collect::<Vec<_>>().join(", ")
}

fn sample_text(samples: &SampleReport) -> String {
    let verdict = match samples.wrong {
        0 => "all agree".to_owned(),
        wrong => format!("{} WRONG", grouped(wrong)),
    };
    let failures: String = samples.failures.iter().map(|it| format!("  {it}\n")).collect();
    format!(
        "samples: {} against those after their moves, {} by a search without a table, which proved {}: {verdict}\n{failures}",
        grouped(samples.checked_inclusive),
        grouped(samples.checked_exclusive),
        grouped(samples.proven_exclusive)
    )
}

fn failure(failure: &SampleFailure) -> Value {
    json!({
        "position": failure.position,
        "claimed": failure.claimed.map(|known| known.to_string()),
        "expected": failure.expected.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl_runtime::interp::Expected;
    use gdl_runtime::values::{Evaluation, Outcome};

    fn findings() -> Findings {
        let none = Taken { wall: Duration::ZERO, cpu: None };
        Findings {
            on: "native",
            states: 20,
            checked: None,
            fault: None,
            samples: None,
            seed: 1,
            again: None,
            unsolved: Some(Message { text: "not solved: goose=3".to_owned(), help: None }),
            times: Times { solve: none, check: none },
            tables: NativeRun {
                threads: 1,
                bits: 8,
                symmetries: 1,
                explored: 20,
                table_bytes: 20,
                on_disk: false,
                word_parallel: false,
            },
            peak_memory_bytes: None,
        }
    }

    #[track_caller]
    fn fails(findings: Findings, message: &str) {
        let failure = findings.verdict().expect_err("something is wrong");
        assert_eq!(failure.exit_code(), 2);
        let Failure::Machine(found) = failure else { panic!("{failure:?}") };
        assert_eq!(found.text, message);
    }

    #[test]
    fn a_wrong_value_is_named_before_all_else() {
        let checked =
            Checked { positions: 10, wrong: 2, first: Some((3, 7)), ..Checked::default() };
        let fault =
            Fault { tier: vec![("goose".to_owned(), 3)], position: "f../g.. fox".to_owned() };
        fails(
            Findings { checked: Some(checked), fault: Some(fault), ..findings() },
            "2 of 10 values are wrong, first that of f../g.. fox (goose = 3)",
        );
    }

    #[test]
    fn a_wrong_sample_is_shown_with_what_it_should_be() {
        let failure = SampleFailure {
            position: "w.. white".to_owned(),
            claimed: Some(Evaluation::after(Outcome::Win, 3)),
            expected: Expected::ByMoves(Evaluation::new(Outcome::Draw)),
        };
        let samples =
            SampleReport { wrong: 1, failures: vec![failure.clone()], ..SampleReport::default() };
        assert!(sample_text(&samples).contains(": 1 WRONG\n  w.. white: won in 3 plies, but "));
        assert_eq!(self::failure(&failure)["expected"], "drawn by the values after its moves");
        fails(
            Findings { samples: Some(samples), ..findings() },
            "a value is wrong: w.. white: won in 3 plies, but drawn by the values after its moves",
        );
    }

    #[test]
    fn differences_come_before_what_is_missing() {
        let again = Again { states: 21, differences: vec!["positions: 20, 21".to_owned()] };
        fails(
            Findings { again: Some(again), ..findings() },
            "the interpreter finds something else: positions: 20, 21",
        );
        fails(findings(), "not solved: goose=3");
        assert!(Findings { unsolved: None, ..findings() }.verdict().is_ok());
    }

    #[test]
    fn times_are_divided() {
        let all = Taken { wall: Duration::from_secs(4), cpu: Some(Duration::from_secs(8)) };
        let Times { solve, check } = Times::split(all, Duration::from_secs(1));
        assert_eq!((solve.wall.as_secs(), check.wall.as_secs()), (3, 1));
        assert_eq!(
            (solve.cpu, check.cpu),
            (Some(Duration::from_secs(6)), Some(Duration::from_secs(2)))
        );
    }
}
