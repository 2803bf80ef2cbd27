//! `gamec audit`: a game against itself.

use crate::args::AuditArgs;
use crate::failure::Failure;
use crate::{load, output, table};
use gdl::facts::analyze;
use gdl_runtime::interp::{AuditOptions, Check, Interp, audit};
use serde::Serialize;
use serde_json::{Map, Value};

/// Tries every claim about the game, and fails if one does not hold.
pub(crate) fn run(args: &AuditArgs) -> Result<(), Failure> {
    let model = load::game(&args.game, args.json)?;
    let number = load::start(&model, args.start.as_deref())?;
    let facts = analyze(&model, &model.starts[number]);
    let plan = match load::plan(&model, &model.starts[number], &facts, &args.plan) {
        Err(failure) if args.plan.decide() => return Err(failure),
        plan => plan.ok(),
    };
    let interp = Interp::with_start(&model, number).expect("the start was just found");
    let options = AuditOptions { moves: args.moves, seed: args.seed, entries: args.entries };
    let checks = audit(&interp, &facts, plan.as_ref().map(|plan| &plan.hash), &options);
    if args.json {
        output::write_json(&report(&model, &checks))?;
    } else {
        let line = |check: &Check| {
            let verdict = if check.failure.is_none() { "ok" } else { "FAILED" };
            format!("{verdict:<7} {} ({})\n", check.claim, table::counted(check.tried, "time"))
        };
        output::write(&format!(
            "{}\n\n{}",
            model.title,
            checks.iter().map(line).collect::<String>()
        ))?;
    }
    match checks
        .iter()
        .find_map(|check| check.failure.as_ref().map(|failure| (check.claim, failure)))
    {
        None => Ok(()),
        Some((claim, failure)) => {
            Err(Failure::input(format!("it does not hold that {claim}: {failure}")))
        }
    }
}

fn report(model: &gdl::model::Model, checks: &[Check]) -> Report {
    let check = |check: &Check| CheckReport {
        claim: check.claim,
        tried: check.tried,
        failure: check.failure.clone(),
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
    claim: &'static str,
    tried: u64,
    failure: Option<String>,
}
