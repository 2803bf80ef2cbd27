//! `gamec find`: positions of a database that have a certain value, in the order of its tables.
//!
//! Of symmetric positions it finds the one that stands for all; where the players can change
//! places, those with the first player to move.

use crate::args::{FindArgs, WantedValue};
use crate::commands::scan::Scan;
use crate::commands::tiers;
use crate::failure::Failure;
use crate::{json, output, report};
use gdl::model::Model;
use gdl_runtime::interp::position_text;
use gdl_runtime::values::{Evaluation, Outcome};
use gdl_solver::answers::words::{outcome_for_people, value_json, value_word};
use gdl_solver::database::{Opened, Place};
use serde_json::{Value as Json, json};

/// How many bytes are written at a time.
const AT_ONCE: usize = 1 << 16;

/// Lists the positions.
pub(crate) fn run(args: &FindArgs) -> Result<(), Failure> {
    let opened = Opened::open(&args.file)?;
    let tiers = tiers::with_numbers(&opened, &args.tier)?;
    let tables: Vec<usize> = (0..opened.about.tables.len())
        .filter(|table| tiers.contains(&opened.about.tables[*table].tier))
        .collect();
    let model = &opened.model;
    if args.json {
        let mut positions: Vec<Json> = Vec::new();
        search(args, &opened, &tables, &mut |text, known| {
            let plies = known.and_then(|known| known.plies);
            positions.push(
                json!({ "position": text, "value": value_json(model, known), "plies": plies }),
            );
            Ok(())
        })?;
        return output::write_json(&json!({
            "game": model.title,
            "params": json::params(model),
            "positions": positions,
        }));
    }
    let mut lines = String::new();
    let found = search(args, &opened, &tables, &mut |text, known| {
        let value = known.map_or_else(|| "none".to_owned(), |known| value_word(model, known));
        let plies = known.and_then(|known| known.plies);
        let plies = plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        lines.push_str(&format!("{text}\t{value}\t{plies}\n"));
        if lines.len() >= AT_ONCE {
            output::write_more(&std::mem::take(&mut lines))?;
        }
        Ok(())
    })?;
    if found == 0 {
        report::note("there are no such positions", args.json);
    }
    output::write(&lines)
}

/// Who is told what was found.
type Listener<'a> = dyn FnMut(String, Option<Evaluation>) -> Result<(), Failure> + 'a;

/// Finds positions; gives their number.
fn search(
    args: &FindArgs,
    opened: &Opened,
    tables: &[usize],
    listener: &mut Listener<'_>,
) -> Result<usize, Failure> {
    let mut found = 0;
    if args.limit == 0 {
        return Ok(found);
    }
    let holds = opened.about.label.holds;
    let mut scan = Scan::new(opened, tables, args.json);
    while let Some(row) = scan.next_row()? {
        let bits = opened.about.tables[row.table].bits;
        for (entry, number) in (row.first..).zip(row.numbers) {
            let known = holds.known(*number, bits);
            if !is_wanted(args, &opened.model, known) {
                continue;
            }
            let place = Place { table: row.table, entry };
            let Some(state) = opened.places.position(place) else { continue };
            listener(position_text(&opened.model, &state), known)?;
            found += 1;
            if found >= args.limit {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

fn is_wanted(args: &FindArgs, model: &Model, known: Option<Evaluation>) -> bool {
    let outcome = known.map(|known| outcome_for_people(model, known.outcome));
    let value = match (args.value, outcome) {
        // Without a value there is nothing to find, unless just that is asked for.
        (None, outcome) => outcome.is_some(),
        (Some(WantedValue::None), outcome) => outcome.is_none(),
        (Some(WantedValue::Win), Some(Outcome::Margin(margin))) => margin > 0,
        (Some(WantedValue::Loss), Some(Outcome::Margin(margin))) => margin < 0,
        (Some(WantedValue::Draw), Some(Outcome::Margin(margin))) => margin == 0,
        (Some(WantedValue::Margin(wanted)), Some(Outcome::Margin(margin))) => margin == wanted,
        (Some(WantedValue::Win), outcome) => outcome == Some(Outcome::Win),
        (Some(WantedValue::Loss), outcome) => outcome == Some(Outcome::Loss),
        (Some(WantedValue::Draw), outcome) => outcome == Some(Outcome::Draw),
        (Some(WantedValue::Margin(_)), _) => false,
    };
    value && args.depth.is_none_or(|depth| known.and_then(|known| known.plies) == Some(depth))
}
