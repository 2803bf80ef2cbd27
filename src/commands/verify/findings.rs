//! What `gamec verify` has found: for people, as JSON, and as an exit code.

use crate::json::{key, params};
use gdl::model::Model;
use gdl::words::bytes_text;
use gdl_runtime::interp::{SampleFailure, SampleReport};
use gdl_runtime::values::Checked;
use gdl_solver::machine::Taken;
use gdl_solver::text::{counted, grouped, tier_text};
use gdl_solver::{Fault, Verified};
use serde_json::{Value, json};

/// What was verified.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    pub(super) model: &'a Model,
    /// The number of the start.
    pub(super) start: usize,
    pub(super) tier: Option<&'a [(String, i64)]>,
}

/// What was found, and about what.
#[derive(Debug)]
pub(super) struct Findings<'a> {
    pub(super) found: Verified,
    pub(super) subject: Subject<'a>,
    pub(super) seed: u64,
    pub(super) peak_memory_bytes: Option<u64>,
}

impl Findings<'_> {
    /// For people.
    pub(super) fn text(&self) -> String {
        let Findings { found, subject, .. } = self;
        let mut text =
            format!("{}\n{} with a value", subject.model.title, counted(found.states, "position"));
        if let Some(tier) = subject.tier {
            text.push_str(&format!(", in the tier {} and those that can follow", tier_text(tier)));
        }
        text.push('\n');
        if let Some(checked) = &found.checked {
            let verdict = match checked.wrong {
                0 => "all agree".to_owned(),
                wrong => format!("{} WRONG", grouped(wrong)),
            };
            text.push_str(&format!(
                "checked up to symmetry: {}, each against those after its moves: {verdict}\n",
                counted(checked.positions, "value")
            ));
        }
        if let Some(samples) = &found.samples {
            text.push_str(&sample_text(samples));
        }
        if let Some(again) = &found.again {
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
        let Verified { solving, checking, tables, .. } = &self.found;
        let taken = |taken: &Taken| match taken.cpu_seconds {
            Some(cpu) => {
                format!("{:.2} s ({:.2} s CPU)", taken.wall_seconds, cpu)
            }
            None => format!("{:.2} s", taken.wall_seconds),
        };
        format!(
            "solved in {}, checked in {}, on {}; tables {}\n",
            taken(solving),
            taken(checking),
            counted(tables.threads, "thread"),
            bytes_text(tables.table_bytes)
        )
    }

    /// The contract's value, described in `docs/json.md`.
    pub(super) fn json(&self) -> Value {
        let Findings { found, subject, .. } = self;
        let fault = |fault: &Fault| json!({ "tier": key(&fault.tier), "position": fault.position });
        let full = |checked: &Checked| {
            json!({
                "positions": checked.positions,
                "wrong": checked.wrong,
                "first_wrong": found.fault.as_ref().map(fault),
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
        let Verified { solving, checking, .. } = found;
        let start = subject.model.starts.get(subject.start);
        json!({
            "game": subject.model.title,
            "params": params(subject.model),
            "start": start.and_then(|start| start.name.as_deref()),
            "tier": subject.tier.map(key),
            "on": found.on,
            "states": found.states,
            "full": found.checked.as_ref().map(full),
            "samples": found.samples.as_ref().map(samples),
            "interpreter": found.again,
            "unsolved": found.unsolved.as_ref().map(|message| &message.text),
            "solve_seconds": solving.wall_seconds,
            "solve_cpu_seconds": solving.cpu_seconds,
            "check_seconds": checking.wall_seconds,
            "check_cpu_seconds": checking.cpu_seconds,
            "peak_memory_bytes": self.peak_memory_bytes,
            "tables": found.tables,
        })
    }
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
    }
}
