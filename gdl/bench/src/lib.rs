//! Times of ranking and unranking with each family of perfect hashes.
//!
//! The instances are fixed, so that runs on one machine can be compared. Each line ranks, then
//! unranks, the same random members again and again; the fastest round counts. The time is that of
//! independent calls one after the other, as in a sweep.
//!
//! This is a crate of its own because ranking is inline code: it is as fast here as the settings
//! of this crate make it, which are those of the engines.

#![forbid(unsafe_code)]

mod arrangements;
mod enumerated;
mod measure;
mod numbers;
mod sets;
mod symmetric;

use gdl_layout::LayoutError;
use measure::Bench;
pub use measure::Line;

/// The families, in the order of a report, and what measures them.
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

/// Returns the names of the families, in the order of a report.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(family, _)| *family)
}

/// Measures the instances of one family, or of all.
///
/// A quick measurement shows that everything works; its times say little.
///
/// # Errors
///
/// Returns the error of a layout that cannot be made; the instances are such that all can.
pub fn measure(wanted: Option<&str>, quick: bool) -> Result<Vec<Line>, LayoutError> {
    let mut bench = Bench::new(quick);
    for (family, measure) in FAMILIES {
        if wanted.is_none_or(|name| name == family) {
            bench.family = family;
            measure(&mut bench)?;
        }
    }
    Ok(bench.lines)
}
