//! The plan in words, with the table of candidates.

use super::{Family, Plan, SymmetryPlan};
use crate::words::bytes_text;
use std::fmt;

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &"", None)
    }
}

impl Plan {
    /// Writes the plan with what there is to say about another search, whose layout is one of the
    /// candidates.
    pub fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        other: &dyn fmt::Display,
        its_family: Option<Family>,
    ) -> fmt::Result {
        writeln!(f, "layout {}: {}", self.family.name(), self.reason)?;
        for saving in self.savings.iter().filter(|saving| !self.reason.contains(*saving)) {
            writeln!(f, "{saving}")?;
        }
        let tiers = self.hash.tiers().len();
        let bits = self.engine.bits();
        writeln!(
            f,
            "{} entries in {tiers} {}",
            self.hash.size(),
            if tiers == 1 { "table" } else { "tables, one for each tier" }
        )?;
        let chosen = self.candidates.iter().find(|candidate| candidate.family == self.family);
        let bytes = chosen.and_then(|candidate| candidate.bytes).unwrap_or(0);
        let plural = if bits == 1 { "bit" } else { "bits" };
        let memory = bytes_text(bytes);
        writeln!(f, "{}, {bits} {plural} for each entry: {memory} for all of them", self.engine)?;
        if let Some(smaller) = self.smaller {
            writeln!(f, "with `--bits {}`: {smaller}", smaller.bits())?;
        }
        write!(f, "{}{other}", self.symmetry)?;
        writeln!(f)?;
        writeln!(
            f,
            "  layout          entries               largest tier         memory      bits/state  used     cost  why not"
        )?;
        for candidate in &self.candidates {
            let mark = match Some(candidate.family) {
                family if family == its_family => "+",
                family if family == Some(self.family) => "*",
                _ => " ",
            };
            let number =
                |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
            let used = match (self.reachable, candidate.entries) {
                // Up to symmetry an entry stands for several positions.
                (Some(reachable), Some(entries))
                    if entries >= reachable.max(1) && candidate.family != Family::Orbits =>
                {
                    format!("{:.1} %", percent(reachable, entries))
                }
                _ => "-".to_owned(),
            };
            let cost = match candidate.family.is_word_parallel() {
                true if candidate.entries.is_none() => "-".to_owned(),
                true => format!("{:.3}", candidate.cost),
                false => format!("{:.0}", candidate.cost),
            };
            writeln!(
                f,
                "{mark} {:<14}  {:<20}  {:<19}  {:<10}  {:<10}  {used:<7}{cost:>6}  {}",
                candidate.family.name(),
                number(candidate.entries),
                number(candidate.largest_tier),
                candidate.bytes.map_or("-".to_owned(), bytes_text),
                candidate.bits_per_state.map_or("-".to_owned(), bits_text),
                candidate.refusal.as_deref().unwrap_or(""),
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for SymmetryPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.order == 1 {
            return Ok(());
        }
        write!(f, "positions can be divided by {} symmetries", self.order)?;
        if self.cells_only == 1 {
            write!(f, ", which exchange pieces or players as well")?;
        } else if self.cells_only < self.order {
            write!(f, ", {} of which leave all pieces and players as they are", self.cells_only)?;
        }
        match self.entries {
            Some(_) if self.used => writeln!(f, "; this layout divides by those"),
            Some(entries) => {
                write!(f, "; the layout `orbits` divides by those and has {entries} entries")?;
                writeln!(f, "{}", if self.pays { "" } else { ", which hardly pays" })
            }
            None => writeln!(f),
        }?;
        if self.saves_time {
            writeln!(f, "a search looks at only one of symmetric positions")?;
        }
        Ok(())
    }
}

/// Bits for each position; there may be a great many.
fn bits_text(bits: f64) -> String {
    if bits < 1e6 { format!("{bits:.1}") } else { format!("{bits:.1e}") }
}

/// A share in per cent.
fn percent(part: u64, whole: u64) -> f64 {
    let thousandths = u128::from(part) * 100_000 / u128::from(whole);
    f64::from(u32::try_from(thousandths).unwrap_or(u32::MAX)) / 1000.0
}
