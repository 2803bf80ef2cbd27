//! Conditions, numbers and regions, read off a position.
//!
//! A [`View`] is a position with the cell `here`, where there is one. Without it, `here` lies
//! nowhere: `here in ...` is false and nothing is counted at `here`.

use gdl::model::State;
use gdl::model::{
    CellId, CellSet, Cond, Content, ContentSet, InOrOut, Model, Region, Rule, ShapeId, Value,
};

/// A position to be asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) model: &'a Model,
    pub(super) state: &'a State,
    pub(super) here: Option<CellId>,
}

impl View<'_> {
    /// What a rule sees on a cell: on a heap board, 1 for any heap that is not empty.
    pub(super) fn content(&self, cell: CellId) -> Content {
        let value = self.state.cells[cell.index()];
        Content(if self.model.heap { value.min(1) } else { value })
    }

    /// Whether a condition is true.
    pub(super) fn holds(&self, condition: &Cond) -> bool {
        match condition {
            Cond::And(parts) => parts.iter().all(|part| self.holds(part)),
            Cond::Or(parts) => parts.iter().any(|part| self.holds(part)),
            Cond::Not(part) => !self.holds(part),
            Cond::All { cells, contents } => self.all_hold(*cells, *contents),
            Cond::Some { contents, region } => region
                .cells
                .iter()
                .any(|cell| contents.contains(self.content(cell)) && self.lies_in(cell, region)),
            Cond::Shape { shape, contents } => {
                let instances = &self.model.shapes[shape.index()].instances;
                instances.iter().any(|instance| self.all_hold(*instance, *contents))
            }
            Cond::Here(region) => self.here.is_some_and(|here| self.lies_in(here, region)),
            Cond::Compare { left, op, right } => op.holds(&self.value(left), &self.value(right)),
            Cond::Exactly(wanted) => wanted.iter().all(|&(cell, value)| {
                let turn = self.state.turns.get(cell.index()).copied().unwrap_or(0);
                self.state.cells[cell.index()] == value && turn == 0
            }),
        }
    }

    /// The value of a number.
    pub(super) fn value(&self, value: &Value) -> i64 {
        match value {
            Value::Number(number) => *number,
            Value::Counter(counter) => i64::from(self.state.counters[counter.index()]),
            Value::Count { contents, region } => {
                region.cells.iter().map(|cell| self.count_on(cell, *contents, region)).sum()
            }
            Value::CountHere { contents, region } => {
                self.here.map_or(0, |here| self.count_on(here, *contents, region))
            }
            Value::Shapes { shape, at_here } => self.completed_instances(*shape, *at_here),
            Value::Sum(terms) => terms.iter().fold(0, |sum: i64, (factor, term)| {
                sum.saturating_add(factor.saturating_mul(self.value(term)))
            }),
            Value::Product(factors) => factors
                .iter()
                .fold(1, |product: i64, factor| product.saturating_mul(self.value(factor))),
            Value::Quotient(dividend, divisor) => {
                self.value(dividend).checked_div(*divisor).unwrap_or(0)
            }
        }
    }

    /// Whether a rule can be applied.
    pub(super) fn fits(&self, rule: &Rule) -> bool {
        rule.needs.iter().all(|&(cell, contents)| contents.contains(self.content(cell)))
            && rule
                .in_shape
                .iter()
                .all(|need| self.in_completed(need.cell, need.shape) != need.negated)
    }

    fn all_hold(&self, cells: CellSet, contents: ContentSet) -> bool {
        cells.iter().all(|cell| contents.contains(self.content(cell)))
    }

    fn lies_in(&self, cell: CellId, region: &Region) -> bool {
        region.cells.contains(cell)
            && match region.shape {
                None => true,
                Some((shape, InOrOut::In)) => self.in_completed(cell, shape),
                Some((shape, InOrOut::Out)) => !self.in_completed(cell, shape),
            }
    }

    /// How much a cell adds to a count: 1, or the size of its heap.
    fn count_on(&self, cell: CellId, contents: ContentSet, region: &Region) -> i64 {
        let content = self.content(cell);
        if !contents.contains(content) || !self.lies_in(cell, region) {
            0
        } else if self.model.heap && content != Content::EMPTY {
            i64::from(self.state.cells[cell.index()])
        } else {
            1
        }
    }

    fn completed_instances(&self, shape: ShapeId, at_here: bool) -> i64 {
        let counted = |instance: &&CellSet| {
            (!at_here || self.here.is_some_and(|here| instance.contains(here)))
                && self.is_completed(**instance)
        };
        let number = self.model.shapes[shape.index()].instances.iter().filter(counted).count();
        i64::try_from(number).unwrap_or(i64::MAX)
    }

    fn in_completed(&self, cell: CellId, shape: ShapeId) -> bool {
        let instances = &self.model.shapes[shape.index()].instances;
        instances.iter().any(|instance| instance.contains(cell) && self.is_completed(*instance))
    }

    /// Whether all cells hold one and the same piece.
    fn is_completed(&self, instance: CellSet) -> bool {
        let mut cells = instance.iter();
        let Some(first) = cells.next() else { return false };
        let piece = self.content(first);
        piece != Content::EMPTY && cells.all(|cell| self.content(cell) == piece)
    }
}
