//! The counts of a database: for people, as JSON, as CSV.

use super::histogram::{Histogram, Sums};
use super::{Counted, TierStats};
use crate::commands::tiers::{self, Key, Keys};
use crate::json;
use crate::table::table;
use gdl_solver::answers::{has_no_goal, is_puzzle};
use gdl_solver::database::Opened;
use gdl_solver::text::{counted, grouped};
use serde_json::{Value as Json, json};

/// The number of tiers that are shown unless all are asked for.
const MOST_TIERS: usize = 60;

/// What was counted.
pub(super) struct Stats<'a> {
    pub(super) opened: &'a Opened,
    /// The numbers of the tiers that were asked for.
    pub(super) asked: &'a Key,
    pub(super) counted: Counted,
    pub(super) tiers: &'a [TierStats],
    pub(super) all: &'a Histogram,
}

impl Stats<'_> {
    fn noun(&self) -> &'static str {
        match self.counted {
            Counted::Positions => "positions",
            Counted::Entries => "entries",
        }
    }

    /// For people.
    pub(super) fn text(&self, all_tiers: bool) -> String {
        let model = &self.opened.model;
        let Sums { won, lost, drawn } = self.all.sums();
        let sums = match is_puzzle(model) {
            true if has_no_goal(model) => String::new(),
            true => format!(": {} can be solved, {} cannot", grouped(won), grouped(lost + drawn)),
            false => format!(
                ": for the player to move {} won, {} lost, {} drawn",
                grouped(won),
                grouped(lost),
                grouped(drawn)
            ),
        };
        let with = match self.asked {
            [] => String::new(),
            asked => format!(", {}", tiers::text(asked)),
        };
        let noun = match self.counted {
            Counted::Positions => "position",
            Counted::Entries => "entry",
        };
        let total = counted(self.all.total(), noun);
        let mut text = format!("{}{with}\n{total} with a value{sums}\n", model.title);
        let rows = self.rows();
        if !rows.is_empty() {
            let headings: &[&str] = match (is_puzzle(model), self.all.margins.is_empty()) {
                (true, _) if has_no_goal(model) => &["depth", self.noun()],
                (true, _) => &["moves", self.noun()],
                (false, true) => &["plies", "won", "lost"],
                (false, false) => &["margin", self.noun()],
            };
            text.push_str(&format!("\n{}", table(headings, &rows)));
        }
        if self.tiers.len() > 1 {
            text.push_str(&format!("\n{}", self.tier_table(all_tiers)));
        }
        text
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let sign = |margin: i64| match margin {
            0 => "0".to_owned(),
            margin => format!("{margin:+}"),
        };
        if !self.all.margins.is_empty() {
            let margins = self.all.margins.iter();
            return margins.map(|(margin, it)| vec![sign(*margin), grouped(*it)]).collect();
        }
        let row = |(plies, (won, lost)): (u32, (u64, u64))| match is_puzzle(&self.opened.model) {
            true => vec![plies.to_string(), grouped(won + lost)],
            false => vec![plies.to_string(), grouped(won), grouped(lost)],
        };
        self.all.plies().into_iter().map(row).collect()
    }

    fn tier_table(&self, all_tiers: bool) -> String {
        let most = if all_tiers { usize::MAX } else { MOST_TIERS };
        let keys = Keys::new(self.tiers.iter().map(|tier| tier.key.as_slice()));
        let puzzle = is_puzzle(&self.opened.model);
        let mut headings = keys.headings();
        headings.push(self.noun());
        match puzzle {
            true if has_no_goal(&self.opened.model) => {}
            true => headings.extend(["solvable", "unsolvable"]),
            false => headings.extend(["won", "lost", "drawn"]),
        }
        let longest = match (puzzle, self.all.margins.is_empty()) {
            (_, false) => ["most ahead", "most behind"],
            (true, _) => ["most moves", ""],
            (false, _) => ["longest win", "longest loss"],
        };
        // A column that says nothing is left out.
        let all = farthest(self.all);
        let has = |place: &usize| all[*place].is_some() && !longest[*place].is_empty();
        let places: Vec<usize> = (0..2).filter(has).collect();
        headings.extend(places.iter().map(|place| longest[*place]));
        let row = |tier: &TierStats| {
            let Sums { won, lost, drawn } = tier.histogram.sums();
            let far = farthest(&tier.histogram);
            let mut row = keys.cells(&tier.key);
            row.push(grouped(tier.histogram.total()));
            match puzzle {
                true if has_no_goal(&self.opened.model) => {}
                true => row.extend([won, lost + drawn].map(grouped)),
                false => row.extend([won, lost, drawn].map(grouped)),
            }
            let number = |place: &usize| far[*place].map_or("-".to_owned(), grouped);
            row.extend(places.iter().map(number));
            row
        };
        let rows: Vec<Vec<String>> = self.tiers.iter().take(most).map(row).collect();
        let mut text = table(&headings, &rows);
        if self.tiers.len() > rows.len() {
            let more = counted(self.tiers.len() - rows.len(), "tier");
            text.push_str(&format!("and {more} more: `--all-tiers` shows all\n"));
        }
        text
    }

    /// The contract's value, described in `docs/json.md`.
    pub(super) fn json(&self) -> Json {
        let model = &self.opened.model;
        let tiers: Vec<Json> = self
            .tiers
            .iter()
            .map(|tier| {
                let mut value = json!({ "key": json::key(&tier.key) });
                extend(&mut value, histogram_json(&tier.histogram));
                value
            })
            .collect();
        let mut value = json!({
            "game": model.title,
            "params": json::params(model),
            "holds": self.opened.about.label.holds,
            "counted": self.noun(),
        });
        extend(&mut value, histogram_json(self.all));
        extend(&mut value, json!({ "tiers": tiers }));
        value
    }

    /// A row for each tier, value and number of plies.
    pub(super) fn csv(&self) -> String {
        let mut text = format!("tier,value,plies,{}\n", self.noun());
        for tier in self.tiers {
            let name = tier.key.iter().map(|(label, number)| format!("{label}={number}"));
            let name = name.collect::<Vec<_>>().join(" ");
            let Histogram { won, lost, drawn, margins } = &tier.histogram;
            let mut row = |value: &str, plies: Option<u32>, count: u64| {
                let plies = plies.map(|plies| plies.to_string()).unwrap_or_default();
                text.push_str(&format!("{name},{value},{plies},{count}\n"));
            };
            won.iter().for_each(|(plies, count)| row("win", *plies, *count));
            lost.iter().for_each(|(plies, count)| row("loss", *plies, *count));
            if *drawn > 0 {
                row("draw", None, *drawn);
            }
            margins.iter().for_each(|(margin, count)| row(&margin.to_string(), None, *count));
        }
        text
    }
}

/// The most plies of a win and of a loss, or the most points ahead and behind.
fn farthest(histogram: &Histogram) -> [Option<u64>; 2] {
    let Histogram { won, lost, margins, .. } = histogram;
    if !margins.is_empty() {
        let ahead = margins.last_key_value().filter(|(margin, _)| **margin > 0);
        let behind = margins.first_key_value().filter(|(margin, _)| **margin < 0);
        return [ahead, behind].map(|it| it.map(|(margin, _)| margin.unsigned_abs()));
    }
    [won, lost].map(|counts| counts.last_key_value().and_then(|(plies, _)| plies.map(u64::from)))
}

fn histogram_json(histogram: &Histogram) -> Json {
    let Sums { won, lost, drawn } = histogram.sums();
    let depths: Vec<Json> = histogram
        .plies()
        .into_iter()
        .map(|(plies, (won, lost))| json!({ "plies": plies, "won": won, "lost": lost }))
        .collect();
    let margins: Vec<Json> = histogram
        .margins
        .iter()
        .map(|(margin, count)| json!({ "margin": margin, "states": count }))
        .collect();
    json!({
        "states": histogram.total(),
        "won": won,
        "lost": lost,
        "drawn": drawn,
        "depths": depths,
        "margins": margins,
    })
}

/// Adds the keys of one object to another.
fn extend(value: &mut Json, more: Json) {
    if let (Json::Object(value), Json::Object(more)) = (value, more) {
        value.extend(more);
    }
}
