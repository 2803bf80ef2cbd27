//! What was done.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Counts of everything.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Texts that were made.
    pub made: u64,
    /// Texts that are games.
    pub valid: u64,
    /// Games that were small enough, and so were checked.
    pub games: u64,
    /// Positions of all of them.
    pub positions: u64,
    /// Checks whose answers are the same.
    pub same: u64,
    /// Checks that gamec refused.
    pub refused: u64,
    /// Checks with a difference.
    pub different: u64,
    /// Checked games by what they use.
    pub features: BTreeMap<String, u64>,
    /// Checks by what they ask: the same, refused, different.
    pub checks: BTreeMap<String, [u64; 3]>,
    /// What gamec said when it refused.
    pub refusals: BTreeMap<String, u64>,
    /// Differences by their signature.
    pub signatures: BTreeMap<String, u64>,
    /// How long it took.
    pub time: Duration,
}

impl Statistics {
    /// Adds those of somebody else.
    pub fn add(&mut self, other: &Statistics) {
        self.made += other.made;
        self.valid += other.valid;
        self.games += other.games;
        self.positions += other.positions;
        self.same += other.same;
        self.refused += other.refused;
        self.different += other.different;
        add(&mut self.features, &other.features);
        add(&mut self.refusals, &other.refusals);
        add(&mut self.signatures, &other.signatures);
        for (name, counts) in &other.checks {
            let sums = self.checks.entry(name.clone()).or_default();
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }

    /// Counts something by name.
    pub fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
        *counts.entry(name.to_owned()).or_default() += 1;
    }
}

fn add(to: &mut BTreeMap<String, u64>, from: &BTreeMap<String, u64>) {
    for (name, count) in from {
        *to.entry(name.clone()).or_default() += count;
    }
}

fn by_number(counts: &BTreeMap<String, u64>) -> Vec<(&String, u64)> {
    let mut counts: Vec<(&String, u64)> =
        counts.iter().map(|(name, count)| (name, *count)).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "texts made      {}", self.made)?;
        writeln!(f, "valid games     {}", self.valid)?;
        writeln!(f, "games checked   {}", self.games)?;
        writeln!(f, "positions       {}", self.positions)?;
        writeln!(f, "checks          {}", self.same + self.refused + self.different)?;
        writeln!(f, "time            {:.0} s", self.time.as_secs_f64())?;
        writeln!(f, "\ngames that use")?;
        for (name, count) in by_number(&self.features) {
            writeln!(f, "{count:>8}  {name}")?;
        }
        writeln!(f, "\nchecks (same, refused, different)")?;
        for (name, [same, refused, different]) in &self.checks {
            writeln!(f, "{same:>8} {refused:>7} {different:>5}  {name}")?;
        }
        writeln!(f, "\nrefusals")?;
        for (name, count) in by_number(&self.refusals) {
            writeln!(f, "{count:>8}  {name}")?;
        }
        if !self.signatures.is_empty() {
            writeln!(f, "\ndifferences")?;
            for (name, count) in by_number(&self.signatures) {
                writeln!(f, "{count:>8}  {name}")?;
            }
        }
        write!(f, "\n{} passed, {} failed", self.same + self.refused, self.different)
    }
}
