//! `gamec perft`: how many sequences of moves there are of each length. The usual way to compare
//! two sets of rules.

use super::moves::position;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{load, output, table};
use gdl_runtime::interp::{Interp, PerftOptions, perft, position_text};
use gdl_solver::text;
use serde::Serialize;
use std::time::Instant;

/// Counts sequences from a position.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let model = load::game(&args.game, args.json)?;
    let interp = Interp::new(&model);
    let state = position(&interp, args.position.as_deref())?;
    let begun = Instant::now();
    let options = PerftOptions { depth: args.depth, ..PerftOptions::default() };
    let counts = perft(&interp, &state, &options, &mut Progress::new(args.json, None))
        .map_err(gdl_solver::Error::from)?;
    if args.json {
        return output::write_json(&Perft {
            game: model.title.clone(),
            params: crate::json::params(&model),
            position: position_text(&model, &state),
            counts,
            wall_seconds: begun.elapsed().as_secs_f64(),
        });
    }
    let rows = counts
        .iter()
        .enumerate()
        .map(|(depth, count)| vec![depth.to_string(), text::grouped(*count)]);
    output::write(&table::table(&["depth", "sequences"], &rows.collect::<Vec<_>>()))
}

/// The counts.
#[derive(Debug, Serialize)]
struct Perft {
    game: String,
    params: serde_json::Map<String, serde_json::Value>,
    position: String,
    counts: Vec<u64>,
    wall_seconds: f64,
}
