//! `gamec info`: what a database is about, and how large it is. Nothing but its head is read.

use crate::args::InfoArgs;
use crate::commands::query::what_it_has;
use crate::commands::tiers::{self, Keys};
use crate::failure::Failure;
use crate::table::table;
use crate::{json, output};
use gdl::words::bytes_text;
use gdl_runtime::database::Packing;
use gdl_solver::database::{Holds, Opened};
use gdl_solver::text::{counted, grouped};
use serde_json::{Value as Json, json};

/// The number of tiers that are shown unless all are asked for.
const MOST_TIERS: usize = 60;

/// Says what there is.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let opened = Opened::open(&args.file)?;
    if args.json {
        return output::write_json(&as_json(&opened));
    }
    output::write(&text(&opened, if args.all_tiers { usize::MAX } else { MOST_TIERS }))
}

fn text(opened: &Opened, most_tiers: usize) -> String {
    let Opened { about, reader, model, .. } = opened;
    let params: Vec<String> =
        model.params.iter().map(|param| format!("{} = {}", param.name, param.value)).collect();
    let options = reader.options();
    let entries = entries(opened);
    let rows = [
        ("parameters", params.join(", ")),
        ("about", what_it_has(opened)),
        ("holds", holds_words(about.label.holds).to_owned()),
        ("positions", positions(opened).map(grouped).unwrap_or_default()),
        ("layout", layout(opened)),
        (
            "tables",
            format!("{}, {}", counted(about.tables.len(), "tier"), counted(entries, "entry")),
        ),
        ("file", format!("{}, {}", bytes_text(reader.bytes()), density(opened, entries))),
        (
            "blocks",
            format!(
                "{} of {} before compression, level {}",
                grouped(reader.blocks()),
                bytes_text(u64::from(options.block_bytes)),
                options.level
            ),
        ),
        ("made by", format!("{}, format {}", about.made_by, reader.version())),
    ];
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("{}\n", model.title);
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("  {name:width$}  {value}\n"));
    }
    if about.tables.len() > 1 {
        text.push('\n');
        text.push_str(&tier_table(opened, most_tiers));
    }
    text
}

fn tier_table(opened: &Opened, most: usize) -> String {
    let Opened { about, reader, .. } = opened;
    let in_order: Vec<Vec<(String, i64)>> =
        about.tables.iter().map(|table| tiers::in_order(opened, &table.key)).collect();
    let keys = Keys::new(in_order.iter().map(Vec::as_slice));
    let mut headings = keys.headings();
    headings.extend(["entries", "packed", "bytes", "per entry"]);
    let rows: Vec<Vec<String>> = (0..about.tables.len())
        .take(most)
        .map(|number| {
            let (shape, bytes) = (&reader.tables()[number], reader.table_bytes(number));
            let mut row = keys.cells(&in_order[number]);
            row.extend([
                grouped(shape.entries),
                packing_word(shape.packing).to_owned(),
                grouped(bytes),
                bits(bytes, shape.entries),
            ]);
            row
        })
        .collect();
    let mut text = table(&headings, &rows);
    if about.tables.len() > rows.len() {
        let more = counted(about.tables.len() - rows.len(), "tier");
        text.push_str(&format!("and {more} more: `--all-tiers` shows all\n"));
    }
    text
}

fn as_json(opened: &Opened) -> Json {
    let Opened { about, reader, model, plan, .. } = opened;
    let label = &about.label;
    let options = reader.options();
    let shapes = reader.tables().iter().zip(&about.tables).enumerate();
    let tables: Vec<Json> = shapes
        .map(|(number, (shape, table))| {
            json!({
                "key": table.key,
                "entries": shape.entries,
                "packing": packing_word(shape.packing),
                "bytes": reader.table_bytes(number),
            })
        })
        .collect();
    json!({
        "game": model.title,
        "params": json::params(model),
        "start": start_name(opened),
        "from": label.from,
        "tier": label.tier,
        "holds": label.holds,
        "positions": positions(opened),
        "layout": label.layout,
        "symmetries": if plan.hash.is_up_to_symmetry() { plan.symmetry.cells_only } else { 1 },
        "exchanged": label.exchanged,
        "entries": entries(opened),
        "bytes": reader.bytes(),
        "block_bytes": options.block_bytes,
        "level": options.level,
        "blocks": reader.blocks(),
        "made_by": about.made_by,
        "format": reader.version(),
        "tables": tables,
    })
}

/// Numbers in all tables.
fn entries(opened: &Opened) -> u64 {
    opened.reader.tables().iter().map(|shape| shape.entries).sum()
}

/// How many positions have a value, as the search has counted them; none if it did not.
fn positions(opened: &Opened) -> Option<u64> {
    let Opened { about, places, .. } = opened;
    if about.label.holds == Holds::Distances {
        return Some(about.layers.iter().sum());
    }
    let mut positions = 0;
    for table in &about.tables {
        // Won, lost and drawn for each player to move; the rest is up to symmetry.
        let sums = |from: usize| table.counts.get(from..from + 3).map(|it| it.iter().sum::<u64>());
        let is_exchanged =
            about.label.exchanged && places.structure.tiers[table.tier].mirror.is_some();
        // Where the players change places, every position of the first player is one of the second
        // as well.
        positions += if is_exchanged { 2 * sums(0)? } else { sums(0)? + sums(3)? };
    }
    Some(positions)
}

fn start_name(opened: &Opened) -> Option<String> {
    opened.model.starts.get(opened.about.label.start).and_then(|start| start.name.clone())
}

fn layout(opened: &Opened) -> String {
    let Opened { about, plan, .. } = opened;
    let mut text = about.label.layout.clone();
    if plan.hash.is_up_to_symmetry() && plan.symmetry.cells_only > 1 {
        text.push_str(&format!(", one of {} symmetric positions", plan.symmetry.cells_only));
    }
    if about.label.exchanged {
        text.push_str(", the first player to move");
    }
    text
}

/// How many bits an entry takes, and a position if an entry stands for several.
fn density(opened: &Opened, entries: u64) -> String {
    let bytes = opened.reader.bytes();
    let each = format!("{} for each entry", bits(bytes, entries));
    match positions(opened) {
        Some(positions) if positions != entries => {
            format!("{each}, {} for each position", bits(bytes, positions))
        }
        _ => each,
    }
}

/// What the tables hold, in words.
fn holds_words(holds: Holds) -> &'static str {
    match holds {
        Holds::Values => "values, with the plies to the end",
        Holds::ValuesWithoutDepth => "values, without plies",
        Holds::Margins => "margins",
        Holds::Distances => "distances from the start",
    }
}

fn packing_word(packing: Packing) -> &'static str {
    match packing {
        Packing::Trits => "1.6 bits",
        Packing::Pairs => "2 bits",
        Packing::Bytes => "8 bits",
        Packing::Words => "16 bits",
        Packing::LongWords => "32 bits",
    }
}

/// Bits of a number, with two decimals.
fn bits(bytes: u64, entries: u64) -> String {
    if entries == 0 {
        return "none".to_owned();
    }
    let hundredths = u128::from(bytes) * 800 / u128::from(entries);
    format!("{}.{:02} bits", hundredths / 100, hundredths % 100)
}
