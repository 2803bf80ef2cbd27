//! How a solver tells what it does while it does it.

use gdl_runtime::{Observer, Silent};

/// Gets remarks, and watches searches.
pub trait Reporter {
    /// Takes a remark that is no error.
    fn note(&self, text: &str);

    /// Makes the observer of a search that begins.
    fn observer(&self, expected: Option<Expected>) -> Box<dyn Observer + '_>;
}

/// How much a search will have to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// About this number of positions.
    About(u64),
    /// At most this number of positions.
    AtMost(u64),
    /// The entries of tiers: the running total at the end of each, in the order of solving.
    Tiers(Vec<u64>),
    /// Samples.
    Samples,
    /// Entries of tables that are read.
    Entries,
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Reporter for Quiet {
    fn note(&self, _text: &str) {}

    fn observer(&self, _expected: Option<Expected>) -> Box<dyn Observer + '_> {
        Box::new(Silent)
    }
}
