//! How large counts and counters can become, and what follows for conditions.
//!
//! For each piece the exact range of the change that each rule can make gives "never rises" and
//! "never falls"; with the starts this bounds its number for ever. Conditions are then evaluated
//! with intervals: true, false, or either.

use super::contents::{can_fire, can_happen, possible_contents, possible_in};
use crate::ast::Relation;
use crate::domain::{Domain, What};
use crate::model::{
    Action, CellSet, Cond, Content, ContentSet, Effect, MAX_COUNTER, Model, Move, Region, Rule,
    Value, Write,
};
use serde::Serialize;

/// An inclusive range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// The smallest.
    pub low: i64,
    /// The largest.
    pub high: i64,
}

impl Interval {
    pub(super) fn exactly(number: i64) -> Self {
        Interval { low: number, high: number }
    }

    pub(super) fn times(self, other: Interval) -> Interval {
        let products = [self.low, self.high]
            .map(|left| [other.low, other.high].map(|right| left.saturating_mul(right)));
        let products = products.concat();
        Interval {
            low: products.iter().copied().min().expect("four products"),
            high: products.iter().copied().max().expect("four products"),
        }
    }

    pub(super) fn plus(self, other: Interval) -> Interval {
        Interval {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
        }
    }
}

impl Interval {
    /// Whether it holds a number.
    pub fn contains(self, number: i64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The smallest range that holds both.
    pub(super) fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// Whether something always, never or sometimes holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// In every position.
    Always,
    /// In no position.
    Never,
    /// Not decided.
    Maybe,
}

impl Certainty {
    fn of(always: bool, possible: bool) -> Self {
        if always {
            Certainty::Always
        } else if possible {
            Certainty::Maybe
        } else {
            Certainty::Never
        }
    }

    fn negated(self) -> Self {
        match self {
            Certainty::Always => Certainty::Never,
            Certainty::Never => Certainty::Always,
            Certainty::Maybe => Certainty::Maybe,
        }
    }
}

/// Bounds that hold in every position of a domain.
#[derive(Clone, Debug)]
pub struct Bounds<'a> {
    model: &'a Model,
    /// What each cell can hold.
    pub possible: Vec<ContentSet>,
    /// How many there are of each content (by content, empty cells first); on a heap board, how
    /// many pieces.
    pub counts: Vec<Interval>,
    /// The values of each counter.
    pub counters: Vec<Interval>,
}

impl<'a> Bounds<'a> {
    /// Works out the bounds of a game from any of its starts.
    pub fn new(model: &'a Model) -> Self {
        let initial: Vec<u8> = model.counters.iter().map(|counter| counter.initial).collect();
        let boards: Vec<&[u8]> = model.starts.iter().map(|start| start.cells.as_slice()).collect();
        Self::from_boards(model, &boards, &initial, possible_contents(model))
    }

    /// Works out the bounds of the positions of a domain.
    pub fn of_domain(model: &'a Model, domain: &Domain) -> Self {
        // All placements have the same numbers of pieces, so one tells for all.
        let example = domain.example();
        let possible = possible_in(model, domain);
        Self::from_boards(model, &[&example.cells], &example.counters, possible)
    }

    fn from_boards(
        model: &'a Model,
        boards: &[&[u8]],
        counters: &[u8],
        possible: Vec<ContentSet>,
    ) -> Self {
        let unknown = Interval { low: 0, high: MAX_COUNTER };
        let counts = (0..=model.pieces.len())
            .map(|content| count_bounds(model, boards, &possible, content))
            .collect();
        let mut bounds =
            Bounds { model, possible, counts, counters: vec![unknown; model.counters.len()] };
        let initial = counters.iter().map(|value| i64::from(*value)).enumerate();
        bounds.counters =
            initial.map(|(counter, value)| bounds.counter_bounds(counter, value)).collect();
        bounds
    }

    fn counter_bounds(&self, counter: usize, initial: i64) -> Interval {
        let mut interval = Interval::exactly(initial);
        for effect in self.model.effects() {
            if let Effect::Count { counter: changed, change } = effect
                && changed.index() == counter
            {
                let change = self.value(change);
                interval.low = if change.low < 0 { 0 } else { interval.low };
                interval.high = if change.high > 0 { MAX_COUNTER } else { interval.high };
            }
        }
        interval
    }

    /// The bounds of a number that belongs to a position.
    pub fn of(&self, what: What) -> Interval {
        match what {
            What::Content(content) => self.counts[usize::from(content.0)],
            What::Counter(counter) => self.counters[usize::from(counter)],
        }
    }

    /// By how much such a number can change at most.
    pub fn width(&self, what: What) -> i64 {
        let Interval { low, high } = self.of(what);
        high - low
    }

    /// The bounds of the positions in which these numbers have these values.
    #[must_use]
    pub fn at(&self, numbers: &[What], values: &[i64]) -> Bounds<'a> {
        let mut bounds = self.clone();
        for (what, value) in numbers.iter().zip(values) {
            let interval = match what {
                What::Content(content) => &mut bounds.counts[usize::from(content.0)],
                What::Counter(counter) => &mut bounds.counters[usize::from(*counter)],
            };
            *interval = Interval::exactly(*value);
        }
        bounds
    }

    /// The range of a number.
    pub fn value(&self, value: &Value) -> Interval {
        match value {
            Value::Number(number) => Interval::exactly(*number),
            Value::Counter(counter) => self.counters[counter.index()],
            Value::Count { contents, region } => self.count(*contents, region),
            Value::CountHere { contents, .. } => {
                let high = if self.model.heap { self.counts[1].high } else { 1 };
                Interval { low: 0, high: if contents.is_empty() { 0 } else { high } }
            }
            Value::Shapes { shape, .. } => {
                let instances = self.model.shapes[shape.index()].instances.len();
                Interval { low: 0, high: i64::try_from(instances).unwrap_or(i64::MAX) }
            }
            Value::Sum(terms) => terms.iter().fold(Interval::exactly(0), |sum, (factor, term)| {
                sum.plus(Interval::exactly(*factor).times(self.value(term)))
            }),
            Value::Product(factors) => factors
                .iter()
                .fold(Interval::exactly(1), |product, factor| product.times(self.value(factor))),
            Value::Quotient(value, divisor) => {
                let interval = self.value(value);
                Interval { low: interval.low / divisor, high: interval.high / divisor }
            }
        }
    }

    fn count(&self, contents: ContentSet, region: &Region) -> Interval {
        let sum = |bound: fn(&Interval) -> i64| {
            contents.iter().map(|content| bound(&self.counts[usize::from(content.0)])).sum()
        };
        let everywhere =
            region.cells.len() == self.model.board.cells.len() && region.shape.is_none();
        let (low, high): (i64, i64) = (sum(|interval| interval.low), sum(|interval| interval.high));
        let low = if everywhere { low } else { 0 };
        if self.model.heap {
            return Interval { low, high };
        }
        let may =
            self.cells_that(region.cells, |possible| !possible.intersection(contents).is_empty());
        let sure = if region.shape.is_some() {
            0
        } else {
            self.cells_that(region.cells, |it| it.without(contents).is_empty())
        };
        Interval { low: low.max(sure), high: high.min(may) }
    }

    fn cells_that(&self, cells: CellSet, holds: impl Fn(ContentSet) -> bool) -> i64 {
        let count = cells.iter().filter(|cell| holds(self.possible[cell.index()])).count();
        i64::try_from(count).expect("at most MAX_CELLS")
    }

    /// Whether a condition always, never or sometimes holds.
    pub fn cond(&self, cond: &Cond) -> Certainty {
        match cond {
            Cond::And(parts) => {
                let parts: Vec<Certainty> = parts.iter().map(|part| self.cond(part)).collect();
                Certainty::of(
                    parts.iter().all(|part| *part == Certainty::Always),
                    parts.iter().all(|part| *part != Certainty::Never),
                )
            }
            Cond::Or(parts) => {
                let parts: Vec<Certainty> = parts.iter().map(|part| self.cond(part)).collect();
                Certainty::of(
                    parts.contains(&Certainty::Always),
                    parts.iter().any(|part| *part != Certainty::Never),
                )
            }
            Cond::Not(inner) => self.cond(inner).negated(),
            Cond::All { cells, contents } => {
                let sure = |possible: ContentSet| possible.without(*contents).is_empty();
                let may = |possible: ContentSet| !possible.intersection(*contents).is_empty();
                let all = i64::try_from(cells.len()).expect("at most MAX_CELLS");
                Certainty::of(
                    self.cells_that(*cells, sure) == all,
                    self.cells_that(*cells, may) == all,
                )
            }
            Cond::Some { contents, region } => {
                let interval = self.count(*contents, region);
                Certainty::of(interval.low > 0, interval.high > 0)
            }
            Cond::Shape { shape, contents } => {
                let may = |possible: ContentSet| !possible.intersection(*contents).is_empty();
                let instances = &self.model.shapes[shape.index()].instances;
                let fits =
                    |cells: &CellSet| cells.iter().all(|cell| may(self.possible[cell.index()]));
                Certainty::of(false, instances.iter().any(fits))
            }
            Cond::Here(_) => Certainty::Maybe,
            Cond::Compare { left, op, right } => compare(self.value(left), *op, self.value(right)),
            Cond::Exactly(cells) => Certainty::of(false, self.exactly_possible(cells)),
        }
    }

    /// Whether a move can ever be made, as far as this is known.
    pub fn can_be_made(&self, one: &Move) -> bool {
        one.guard.as_ref().is_none_or(|guard| self.cond(guard) != Certainty::Never)
            && can_happen(self.model, one, &self.possible)
    }

    /// The moves that can ever be made. If there are none, nobody passes either: passing takes
    /// another player who can move.
    pub fn moves(&self) -> impl Iterator<Item = &'a Move> {
        self.model.moves.iter().filter(|one| self.can_be_made(one))
    }

    fn exactly_possible(&self, cells: &[(crate::model::CellId, u8)]) -> bool {
        if self.model.heap {
            let total: i64 = cells.iter().map(|(_, height)| i64::from(*height)).sum();
            return total <= self.counts[1].high;
        }
        let whole = cells.len() == self.model.board.cells.len();
        cells.iter().all(|(cell, content)| self.possible[cell.index()].contains(Content(*content)))
            && self.counts.iter().zip(0_u8..).all(|(interval, content)| {
                let count = cells.iter().filter(|(_, held)| *held == content).count();
                let count = i64::try_from(count).expect("at most MAX_CELLS");
                count <= interval.high && (!whole || count >= interval.low)
            })
    }
}

fn compare(left: Interval, op: Relation, right: Interval) -> Certainty {
    let equal = Certainty::of(
        left.low == left.high && left == right,
        left.low <= right.high && right.low <= left.high,
    );
    let less = Certainty::of(left.high < right.low, left.low < right.high);
    let greater = Certainty::of(left.low > right.high, left.high > right.low);
    match op {
        Relation::Equal => equal,
        Relation::NotEqual => equal.negated(),
        Relation::Less => less,
        Relation::AtMost => greater.negated(),
        Relation::Greater => greater,
        Relation::AtLeast => less.negated(),
    }
}

/// Bounds on the number of cells with a content; on a heap board, on the number of pieces.
fn count_bounds(
    model: &Model,
    boards: &[&[u8]],
    possible: &[ContentSet],
    content: usize,
) -> Interval {
    let cells = i64::try_from(model.board.cells.len()).expect("at most MAX_CELLS");
    let count = |cells: &[u8]| -> i64 {
        if model.heap {
            return cells.iter().map(|height| i64::from(*height)).sum();
        }
        i64::try_from(cells.iter().filter(|held| usize::from(**held) == content).count())
            .expect("at most MAX_CELLS")
    };
    let counts: Vec<i64> = boards.iter().map(|cells| count(cells)).collect();
    let low = counts.iter().copied().min().unwrap_or(0);
    let high = counts.iter().copied().max().unwrap_or(0);
    if model.heap {
        if content == 0 {
            return Interval { low: 0, high: cells };
        }
        let harvested = model.actions().any(|action| matches!(action, Action::Harvest(_)));
        return Interval { low: if harvested { 0 } else { low }, high };
    }
    let change = content_change(
        model,
        possible,
        Content(u8::try_from(content).expect("at most MAX_PIECES")),
    );
    Interval {
        low: if change.low < 0 { 0 } else { low },
        high: if change.high > 0 { cells } else { high },
    }
}

/// The range of the change that one rule can make to the number of a content.
pub(super) fn content_change(model: &Model, possible: &[ContentSet], content: Content) -> Interval {
    let rewrites = model.actions().filter_map(|action| match action {
        Action::Rewrite(rules) => Some(rules),
        Action::Nothing | Action::Permute(_) | Action::Sow(_) | Action::Harvest(_) => None,
    });
    let rules = rewrites.chain(model.settles().map(|settle| &settle.rules)).flatten();
    let changes = rules
        .filter(|rule| can_fire(rule, possible))
        .map(|rule| rule_change(rule, possible, content));
    changes.fold(Interval::exactly(0), Interval::hull)
}

/// By how much a rule can change the number of cells with a content.
///
/// Every cell either holds the content or not before the rule; the change is a sum over these with
/// weight (copies made of the cell) minus (1 if the cell is overwritten), plus the contents put
/// down.
fn rule_change(rule: &Rule, possible: &[ContentSet], content: Content) -> Interval {
    let put = rule.writes.iter().filter(|(_, write)| *write == Write::Put(content)).count();
    let mut total = Interval::exactly(i64::try_from(put).expect("at most MAX_CELLS"));
    for (cell, contents) in &rule.needs {
        let copies = rule.writes.iter().filter(|(_, write)| *write == Write::Copy(*cell)).count();
        let weight = i64::try_from(copies).expect("at most MAX_CELLS")
            - i64::from(rule.writes.iter().any(|(written, _)| written == cell));
        let held = contents.intersection(possible[cell.index()]);
        let held = Interval {
            low: i64::from(held.single() == Some(content)),
            high: i64::from(held.contains(content)),
        };
        total = total.plus(Interval::exactly(weight).times(held));
    }
    total
}
