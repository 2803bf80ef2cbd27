//! `gamec stats`: how many positions of a database have which value, by the plies to the end, in
//! all and by tier.
//!
//! Every number of the file is read. An entry can stand for several symmetric positions, and how
//! many these are must be asked for each; so in large files entries are counted, unless positions
//! are asked for. Where the players can change places, an entry also stands for a position of the
//! second player, in the tier that this one becomes then.

use crate::args::StatsArgs;
use crate::commands::scan::{Row, Scan};
use crate::commands::tiers;
use crate::failure::Failure;
use crate::{output, report};
use gdl_runtime::values::Evaluation;
use gdl_solver::answers::words::outcome_for_people;
use gdl_solver::database::{Opened, Place};
use histogram::Histogram;
use rayon::prelude::*;

mod histogram;
mod picture;
mod show;

/// The most entries whose positions are counted unasked: some seconds.
const MOST_WEIGHED: u64 = 5_000_000;

/// How many entries a thread takes at a time.
const PART: usize = 1 << 12;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// All positions.
    Positions,
    /// Entries of tables.
    Entries,
}

/// The counts of a tier.
struct TierStats {
    key: Vec<(String, i64)>,
    histogram: Histogram,
}

/// Counts and shows.
pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    if let Some(file) = &args.plot {
        file.see_that_it_is_free(args.force)?;
    }
    let opened = Opened::open(&args.file)?;
    let wanted = tiers::with_numbers(&opened, &args.tier)?;
    let counted = what_is_counted(args, &opened);
    if counted == Counted::Entries && !args.entries {
        let text = "entries are counted, each of which stands for all positions that are symmetric to it; `--positions` counts these, which takes longer";
        report::note(text, args.json);
    }
    let tables = count(&opened, &wanted, counted, args.json)?;
    let tiers = by_tier(&opened, &wanted, counted, &tables);
    let mut all = Histogram::default();
    tiers.iter().for_each(|tier| all.add(&tier.histogram));
    let shown =
        show::Stats { opened: &opened, asked: &args.tier, counted, tiers: &tiers, all: &all };
    if let Some(file) = &args.plot {
        file.draw(&picture::picture(&shown)?)?;
    }
    if args.json {
        output::write_json(&shown.json())
    } else if args.csv {
        output::write(&shown.csv())
    } else {
        output::write(&shown.text(args.all_tiers))
    }
}

fn what_is_counted(args: &StatsArgs, opened: &Opened) -> Counted {
    let entries: u64 = opened.reader.tables().iter().map(|shape| shape.entries).sum();
    let is_quick = !opened.places.hash.is_up_to_symmetry() || entries <= MOST_WEIGHED;
    match args.entries || !is_quick && !args.positions {
        true => Counted::Entries,
        false => Counted::Positions,
    }
}

/// The counts of each table; nothing in those that none of these tiers needs.
fn count(
    opened: &Opened,
    wanted: &[usize],
    counted: Counted,
    json: bool,
) -> Result<Vec<Histogram>, Failure> {
    let needed = |tier: usize| {
        let mirror = mirror(opened, tier);
        wanted.contains(&tier) || mirror.is_some_and(|mirror| wanted.contains(&mirror))
    };
    let about = &opened.about.tables;
    let tables: Vec<usize> = (0..about.len()).filter(|table| needed(about[*table].tier)).collect();
    let mut histograms = vec![Histogram::default(); about.len()];
    let mut scan = Scan::new(opened, &tables, json);
    while let Some(row) = scan.next_row()? {
        histograms[row.table].add(&count_row(opened, counted, &row));
    }
    Ok(histograms)
}

fn count_row(opened: &Opened, counted: Counted, row: &Row<'_>) -> Histogram {
    let bits = opened.about.tables[row.table].bits;
    let holds = opened.about.label.holds;
    let weight = |entry: u64| match counted {
        Counted::Positions => opened.places.images(Place { table: row.table, entry }),
        Counted::Entries => 1,
    };
    let part = |(part, numbers): (usize, &[u32])| {
        let mut histogram = Histogram::default();
        let first = row.first + (part * PART) as u64;
        for (entry, number) in (first..).zip(numbers) {
            if let Some(known) = holds.known(*number, bits) {
                let outcome = outcome_for_people(&opened.model, known.outcome);
                histogram.count(Evaluation { outcome, ..known }, weight(entry));
            }
        }
        histogram
    };
    let join = |mut one: Histogram, other: Histogram| {
        one.add(&other);
        one
    };
    row.numbers.par_chunks(PART).enumerate().map(part).reduce(Histogram::default, join)
}

/// The tier whose table has the positions of the second player in this one, if another place has
/// them.
fn mirror(opened: &Opened, tier: usize) -> Option<usize> {
    opened.places.structure.tiers[tier].mirror.filter(|_| opened.about.label.exchanged)
}

/// The counts of each tier that has positions.
fn by_tier(
    opened: &Opened,
    wanted: &[usize],
    counted: Counted,
    tables: &[Histogram],
) -> Vec<TierStats> {
    let table_of = |tier: usize| {
        let found = opened.about.tables.iter().position(|table| table.tier == tier);
        found.and_then(|table| tables.get(table))
    };
    let is_all = wanted.len() == opened.about.tables.len();
    let mut stats = Vec::new();
    for (tier, shape) in opened.places.structure.tiers.iter().enumerate() {
        if !is_all && !wanted.contains(&tier) {
            continue;
        }
        let mut histogram = table_of(tier).cloned().unwrap_or_default();
        if let (Some(mirror), Counted::Positions) = (mirror(opened, tier), counted)
            && let Some(other) = table_of(mirror)
        {
            histogram.add(other);
        }
        if histogram.total() > 0 {
            stats.push(TierStats { key: shape.key.clone(), histogram });
        }
    }
    stats
}
