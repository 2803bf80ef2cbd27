//! Numbers that can tell tiers apart: how many of each piece stand on the board, and the counters.

use gdl::analyze::counts::{counter_name, piece_name};
use gdl::model::State;
use gdl::model::{Action, Alternative, Body, Content, Effect, Model};

/// A number read off every state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// The name of the piece or counter, as in all other results.
    pub(super) label: String,
    /// What is measured.
    pub(super) what: Measured,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    /// How many of this piece there are.
    Pieces(Content),
    /// The counter with this number.
    Counter(usize),
}

/// Everything that can be measured in a game: the pieces, then the counters.
pub(super) fn measures(model: &Model) -> Vec<Measure> {
    let pieces = model.pieces.iter().zip(1..).map(|(piece, content)| Measure {
        label: piece_name(model, piece),
        what: Measured::Pieces(Content(content)),
    });
    let counters = model.counters.iter().enumerate().map(|(index, counter)| Measure {
        label: counter_name(model, counter),
        what: Measured::Counter(index),
    });
    pieces.chain(counters).collect()
}

impl Measure {
    /// Its value in a state.
    pub(super) fn value(&self, model: &Model, state: &State) -> i64 {
        match self.what {
            Measured::Pieces(_) if model.heap => {
                state.cells.iter().map(|&heap| i64::from(heap)).sum()
            }
            Measured::Pieces(content) => {
                state.cells.iter().map(|&other| i64::from(other == content.0)).sum()
            }
            Measured::Counter(index) => i64::from(state.counters[index]),
        }
    }
}

/// Watches which measures change, and in which direction, along the moves of a search.
#[derive(Clone, Debug)]
pub(super) struct Trend {
    measures: Vec<Measure>,
    rises: Vec<bool>,
    falls: Vec<bool>,
    before: Vec<i64>,
    /// Those that may still turn out to change in one direction only.
    open: Vec<usize>,
}

impl Trend {
    /// Nothing has been seen.
    pub(super) fn new(model: &Model) -> Self {
        let measures = if can_change(model) { measures(model) } else { Vec::new() };
        let count = measures.len();
        Self {
            measures,
            rises: vec![false; count],
            falls: vec![false; count],
            before: vec![0; count],
            open: (0..count).collect(),
        }
    }

    /// The moves seen next begin here.
    pub(super) fn from(&mut self, model: &Model, state: &State) {
        for &index in &self.open {
            self.before[index] = self.measures[index].value(model, state);
        }
    }

    /// A move ends here.
    pub(super) fn to(&mut self, model: &Model, state: &State) {
        let mut both = false;
        for &index in &self.open {
            let after = self.measures[index].value(model, state);
            self.rises[index] |= after > self.before[index];
            self.falls[index] |= after < self.before[index];
            both |= self.rises[index] && self.falls[index];
        }
        if both {
            self.open.retain(|&index| !(self.rises[index] && self.falls[index]));
        }
    }

    /// The measures that have changed, but in one direction only.
    pub(super) fn one_way(&self) -> Vec<Measure> {
        let one_way = self.open.iter().filter(|&&index| self.rises[index] || self.falls[index]);
        one_way.map(|&index| self.measures[index].clone()).collect()
    }
}

/// Whether a game does anything but permute: otherwise nothing needs to be watched.
fn can_change(model: &Model) -> bool {
    let changing = |list: &[Alternative]| {
        list.iter().flat_map(|alternative| &alternative.steps).any(|step| {
            !matches!(step.action, Action::Nothing | Action::Permute(_))
                || step.effects.iter().any(|effect| matches!(effect, Effect::Count { .. }))
        })
    };
    let in_body = |body: &Body| match body {
        Body::Once(list) | Body::Chain(list) => changing(list),
        Body::Settle(_) => true,
    };
    model.moves.iter().any(|one| in_body(&one.body))
        || model.afters.iter().any(|after| changing(&after.body))
}
