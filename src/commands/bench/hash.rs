//! `gamec bench hash`: nanoseconds for ranking and unranking with each family of layouts.
//!
//! What is measured, and how, is in the crate `gdl-bench`.

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;
use gdl_bench::Line;
use gdl_solver::text;
use serde::Serialize;

/// Measures the families that are asked for.
pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let wanted = args.family.as_deref();
    if let Some(name) = wanted
        && !gdl_bench::families().any(|family| family == name)
    {
        return Err(unknown(name));
    }
    let lines = gdl_bench::measure(wanted, args.quick)
        .map_err(|error| Failure::input(error.to_string()))?;
    let comparison = compare(&lines);
    if args.json {
        return output::write_json(&Report { families: &lines, comparison });
    }
    output::write(&text(&lines, comparison.as_ref()))
}

fn unknown(name: &str) -> Failure {
    let message = format!("no family of layouts is called `{name}`");
    match gdl::words::nearest(name, gdl_bench::families()) {
        Some(near) => Failure::input_with_help(message, format!("did you mean `{near}`?")),
        None => {
            let names: Vec<&str> = gdl_bench::families().collect();
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
