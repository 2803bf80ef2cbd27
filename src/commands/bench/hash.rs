//! `gamec bench hash`: nanoseconds for ranking and unranking with each family of layouts.
//!
//! The instances are fixed, so that runs on one machine can be compared. Each line ranks, then unranks, the same random members again and
//! again; the fastest round counts. The time is that of independent calls one after the other, as in a sweep.

use super::measure::{Bench, Line};
use super::{arrangements, enumerated, numbers, sets, symmetric};
use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;
use gdl::layout::LayoutError;
use gdl_solver::text;
use serde::Serialize;

/// The families, in the order of the report, and what measures them.
const FAMILIES: [(&str, Measure); 16] = [
    ("permutation", arrangements::permutation),
    ("myrvold-ruskey", arrangements::myrvold_ruskey),
    ("blank", arrangements::blank),
    ("binomial", sets::binomial),
    ("split", sets::split),
    ("piece-and-set", sets::piece_and_set),
    ("multinomial", sets::multinomial),
    ("chain", sets::chain),
    ("bits", sets::bits),
    ("raw", numbers::raw),
    ("heaps", numbers::heaps),
    ("radix", numbers::radix),
    ("orientations", numbers::orientations),
    ("orbits", symmetric::orbits),
    ("reachable", enumerated::reachable),
    ("reachable-strings", enumerated::reachable_strings),
];

/// Measures the instances of one family.
type Measure = fn(&mut Bench) -> Result<(), LayoutError>;

/// Measures the families that are asked for.
pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let wanted = args.family.as_deref();
    if let Some(name) = wanted
        && !FAMILIES.iter().any(|(family, _)| *family == name)
    {
        return Err(unknown(name));
    }
    let mut bench = Bench::new(args.quick);
    for (family, measure) in FAMILIES {
        if wanted.is_none_or(|name| name == family) {
            bench.family = family;
            measure(&mut bench).map_err(|error| Failure::input(error.to_string()))?;
        }
    }
    let comparison = compare(&bench.lines);
    if args.json {
        return output::write_json(&Report { families: &bench.lines, comparison });
    }
    output::write(&text(&bench.lines, comparison.as_ref()))
}

fn unknown(name: &str) -> Failure {
    let names = || FAMILIES.iter().map(|(family, _)| *family);
    let message = format!("no family of layouts is called `{name}`");
    match gdl::words::nearest(name, names()) {
        Some(near) => Failure::input_with_help(message, format!("did you mean `{near}`?")),
        None => {
            let names: Vec<&str> = names().collect();
            Failure::input_with_help(message, format!("the families are: {}", names.join(", ")))
        }
    }
}

/// What the tables gain over the plain loop, where both were measured.
fn compare(lines: &[Line]) -> Option<Comparison> {
    let of = |family: &'static str| lines.iter().filter(move |line| line.family == family);
    let plain = of("binomial").next()?;
    let split = of("split").min_by(|left, right| left.rank_ns.total_cmp(&right.rank_ns))?;
    Some(Comparison {
        loop_ns: plain.rank_ns,
        split_ns: split.rank_ns,
        ratio: plain.rank_ns / split.rank_ns,
    })
}

fn text(lines: &[Line], comparison: Option<&Comparison>) -> String {
    let width = lines.iter().map(|line| line.instance.chars().count()).max().unwrap_or(0);
    let mut text = format!(
        "{:<17}  {:<width$}  {:>20}  {:>8}  {:>8}\n",
        "family", "instance", "entries", "rank ns", "unrank"
    );
    for line in lines {
        let unrank = line.unrank_ns.map_or(String::new(), |unrank| format!("{unrank:8.2}"));
        let row = format!(
            "{:<17}  {:<width$}  {:>20}  {:>8.2}  {unrank}",
            line.family,
            line.instance,
            text::grouped(line.entries),
            line.rank_ns,
        );
        text.push_str(row.trim_end());
        text.push('\n');
    }
    if let Some(Comparison { loop_ns, split_ns, ratio }) = comparison {
        text.push_str(&format!(
            "\na set of 33 cells is ranked by split tables in {split_ns:.2} ns, by the plain loop in {loop_ns:.2} ns: \
             {ratio:.1} times as fast\n"
        ));
    }
    text
}

/// The result as JSON.
#[derive(Debug, Serialize)]
struct Report<'a> {
    families: &'a [Line],
    comparison: Option<Comparison>,
}

/// Split tables against the plain loop, on the same sets of a board with 33 cells.
#[derive(Debug, Serialize)]
struct Comparison {
    loop_ns: f64,
    split_ns: f64,
    ratio: f64,
}
