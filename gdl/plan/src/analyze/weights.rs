//! A number read off a position: whole weights for contents on cells, seeds, counters and the
//! player to move, added up.

use super::bounds::{Bounds, Interval};
use super::change::{Form, Unknown, Unknowns};
use super::potential::{content_name, counter_name, place};
use crate::model::{CellId, CellSet, Content, ContentSet, CounterId, Model, PlayerId, State};
use serde::Serialize;
use std::collections::BTreeMap;

/// A sum of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weights {
    /// Of contents on cells; those left out have weight 0.
    pub cells: Vec<(CellId, Content, i64)>,
    /// Of each seed on a cell of a heap board.
    pub heaps: Vec<(CellId, i64)>,
    /// Of each unit of a counter.
    pub counters: Vec<(CounterId, i64)>,
    /// Of its being this player's turn.
    pub movers: Vec<(PlayerId, i64)>,
    /// The sum in words.
    pub text: String,
    /// The values that the weights allow.
    range: Interval,
}

impl Weights {
    /// The weighting of a game in plain form. What cells hold is weighed so that most contents
    /// weigh nothing.
    pub(super) fn new(
        model: &Model,
        bounds: &Bounds<'_>,
        start: &State,
        unknowns: &Unknowns,
        form: &Form,
    ) -> Self {
        let mut weights = Weights {
            cells: Vec::new(),
            heaps: Vec::new(),
            counters: Vec::new(),
            movers: Vec::new(),
            text: String::new(),
            range: Interval { low: 0, high: 0 },
        };
        let weight = |unknown: Unknown| form.at(&unknowns.form(unknown));
        for cell in model.board.ids() {
            let contents = unknowns.contents[cell.index()];
            let all: Vec<i64> =
                contents.iter().map(|content| weight(Unknown::Held(cell, content))).collect();
            let base = usual(&all);
            let held = contents.iter().zip(all).map(|(content, it)| (cell, content, it - base));
            weights.cells.extend(held.filter(|(_, _, weight)| *weight != 0));
        }
        for (number, factor) in form.terms() {
            match unknowns.list[number] {
                Unknown::Seed(cell) => weights.heaps.push((cell, factor)),
                Unknown::Counter(counter) => weights.counters.push((counter, factor)),
                Unknown::Mover(player) => weights.movers.push((player, factor)),
                Unknown::Held(..) | Unknown::Sign(_) => {}
            }
        }
        weights.range = weights.allowed(bounds, start);
        weights.text = weights.in_words(model, bounds);
        weights
    }

    /// The sum for a position.
    pub fn value(&self, state: &State) -> i64 {
        let held = |(cell, content, _): &&(CellId, Content, i64)| {
            Content(state.cells[cell.index()]) == *content
        };
        let cells: i64 = self.cells.iter().filter(held).map(|(_, _, weight)| weight).sum();
        let heaps: i64 = self
            .heaps
            .iter()
            .map(|(cell, weight)| weight * i64::from(state.cells[cell.index()]))
            .sum();
        let counters: i64 = self
            .counters
            .iter()
            .map(|(counter, weight)| weight * i64::from(state.counters[counter.index()]))
            .sum();
        let mover = self.movers.iter().filter(|(player, _)| *player == state.mover);
        cells + heaps + counters + mover.map(|(_, weight)| weight).sum::<i64>()
    }

    /// Whether more weights are negative than positive.
    pub(super) fn is_mostly_negative(&self) -> bool {
        let cells = self.cells.iter().map(|(_, _, weight)| weight.signum());
        let heaps = self.heaps.iter().map(|(_, weight)| weight.signum());
        let counters = self.counters.iter().map(|(_, weight)| weight.signum());
        cells.chain(heaps).chain(counters).sum::<i64>() < 0
    }

    /// The values that the weights allow, whatever the rules are.
    pub fn range(&self) -> Interval {
        self.range
    }

    fn allowed(&self, bounds: &Bounds<'_>, start: &State) -> Interval {
        let mut range = Interval { low: 0, high: 0 };
        let mut add = |low: i64, high: i64| {
            range.low = range.low.saturating_add(low);
            range.high = range.high.saturating_add(high);
        };
        for (cell, possible) in bounds.possible.iter().enumerate() {
            let weight = |content: Content| {
                let held = |it: &&(CellId, Content, i64)| it.0.index() == cell && it.1 == content;
                self.cells.iter().find(held).map_or(0, |(_, _, weight)| *weight)
            };
            let all = || possible.iter().map(weight);
            add(all().min().unwrap_or(0), all().max().unwrap_or(0));
        }
        let seeds: i64 = start.cells.iter().map(|seeds| i64::from(*seeds)).sum();
        let heaps = || self.heaps.iter().map(|(_, weight)| weight * seeds);
        add(heaps().min().unwrap_or(0).min(0), heaps().max().unwrap_or(0).max(0));
        for (counter, weight) in &self.counters {
            let Interval { low, high } = bounds.counters[counter.index()];
            add((weight * low).min(weight * high), (weight * low).max(weight * high));
        }
        let movers = || self.movers.iter().map(|(_, weight)| *weight);
        add(movers().min().unwrap_or(0).min(0), movers().max().unwrap_or(0).max(0));
        range
    }

    fn in_words(&self, model: &Model, bounds: &Bounds<'_>) -> String {
        let mut terms: Vec<(i64, String)> = Vec::new();
        // Contents with the same weights on the same cells are counted together.
        let mut places: BTreeMap<(Content, i64), CellSet> = BTreeMap::new();
        for (cell, content, weight) in &self.cells {
            places.entry((*content, *weight)).or_default().insert(*cell);
        }
        let mut counted: Vec<(ContentSet, i64, CellSet)> = Vec::new();
        for ((content, weight), cells) in places {
            match counted.iter_mut().find(|it| it.1 == weight && it.2 == cells) {
                Some(it) => it.0 = it.0.union(ContentSet::only(content)),
                None => counted.push((ContentSet::only(content), weight, cells)),
            }
        }
        for (contents, weight, cells) in counted {
            let names: Vec<String> =
                contents.iter().map(|content| content_name(model, content)).collect();
            let place = place(model, bounds, contents, cells);
            terms.push((weight, format!("the number of {}{place}", names.join(" or "))));
        }
        for (cell, weight) in &self.heaps {
            let place = &model.board.cells[cell.index()].name;
            terms.push((*weight, format!("the number of seeds on {place}")));
        }
        for (counter, weight) in &self.counters {
            terms.push((*weight, counter_name(model, *counter)));
        }
        for (player, weight) in &self.movers {
            let name = &model.players[player.index()].name;
            terms.push((*weight, format!("1 if {name} is to move")));
        }
        terms.sort_by_key(|(weight, _)| *weight < 0);
        let mut text = String::new();
        for (index, (weight, name)) in terms.into_iter().enumerate() {
            text += match (index, weight < 0) {
                (0, false) => "",
                (0, true) => "minus ",
                (_, false) => " plus ",
                (_, true) => " minus ",
            };
            if weight.abs() != 1 {
                text += &format!("{} times ", weight.abs());
            }
            text += &name;
        }
        text
    }
}

/// The weight that is taken off all contents of a cell, so that few contents have weights other
/// than 0: of two the smaller one, otherwise the one that occurs most often.
fn usual(weights: &[i64]) -> i64 {
    if let [one, two] = weights {
        return *one.min(two);
    }
    let mut best = (0, 0);
    for weight in weights {
        let times = weights.iter().filter(|other| *other == weight).count();
        if times > best.0 {
            best = (times, *weight);
        }
    }
    best.1
}
