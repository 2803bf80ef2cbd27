//! `gamec audit`: a game against itself.

use crate::args::AuditArgs;
use crate::failure::Failure;
use crate::{load, output};
use gdl_runtime::interp::{AuditOptions, Check, Interp, audit};
use gdl_solver::text;
use serde::Serialize;
use serde_json::{Map, Value};

/// Tries every claim about the game, and fails if one does not hold.
pub(crate) fn run(args: &AuditArgs) -> Result<(), Failure> {
    let game = load::analyzed(&args.plan, args.json)?;
    let plan = load::layouts_if_any_fits(&game, &args.plan)?.ok().map(|layouts| layouts.plan);
    let load::Analyzed { model, start, facts } = game;
    let interp = Interp::with_start(&model, start).expect("the start was just found");
    let options = AuditOptions {
        moves: args.moves,
        seed: args.seed,
        entries: args.entries,
        sample: args.sample,
    };
    let checks = audit(&interp, &facts, plan.as_ref().map(|plan| &plan.hash), &options);
    if args.json {
        output::write_json(&report(&model, &checks))?;
    } else {
        let lines: String = checks.iter().map(line).collect();
        output::write(&format!("{}\n\n{lines}", model.title))?;
    }
    let failed = |check: &Check| check.failure.clone().map(|failure| (check.claim, failure));
    match checks.iter().find_map(failed) {
        None => Ok(()),
        Some((claim, failure)) => {
            Err(Failure::input(format!("it does not hold that {claim}: {failure}")))
        }
    }
}

/// A claim and how it fared, on a line.
fn line(check: &Check) -> String {
    let verdict = match check {
        Check { failure: Some(_), .. } => "FAILED",
        Check { tried: 0, .. } => "-",
        _ => "ok",
    };
    let tried = text::counted(check.tried, "time");
    let remark = match (&check.unchecked, check.tried) {
        (None, _) => tried,
        (Some(why), 0) => format!("not checked: {why}"),
        (Some(why), _) => format!("{tried}, not everywhere: {why}"),
    };
    format!("{verdict:<7} {} ({remark})\n", check.claim)
}

fn report(model: &gdl::model::Model, checks: &[Check]) -> Report {
    let check = |check: &Check| CheckReport {
        claim: check.claim.to_string(),
        tried: check.tried,
        failure: check.failure.clone(),
        unchecked: check.unchecked.clone(),
    };
    Report {
        game: model.title.clone(),
        params: crate::json::params(model),
        checks: checks.iter().map(check).collect(),
    }
}

/// The result as JSON.
#[derive(Serialize)]
struct Report {
    game: String,
    params: Map<String, Value>,
    checks: Vec<CheckReport>,
}

#[derive(Serialize)]
struct CheckReport {
    claim: String,
    tried: u64,
    failure: Option<String>,
    unchecked: Option<String>,
}
