//! The counts of pieces and the counters that undoing a move changes; what depends on others alone
//! can be asked before the move is undone.

use super::inverse::counted;
use crate::facts::Facts;
use crate::lower::context::Context;
use crate::model::{Cond, ContentSet, CounterId, Effect, Move, Value};

/// The numbers that undoing a move changes.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) contents: ContentSet,
    pub(super) counters: Vec<CounterId>,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers { contents: ContentSet::NONE, counters: Vec::new() }
    }
}

impl Numbers {
    pub(super) fn changed(facts: &Facts, undo: &Move) -> Self {
        let steps = undo.body.alternatives().iter().flat_map(|alternative| &alternative.steps);
        let counters = steps.flat_map(|step| &step.effects).filter_map(|effect| match effect {
            Effect::Count { counter, .. } => Some(*counter),
            Effect::Again | Effect::Score(_) => None,
        });
        Numbers { contents: counted(facts, undo), counters: counters.collect() }
    }

    pub(super) fn or(self, other: &Numbers) -> Self {
        Numbers {
            contents: self.contents.union(other.contents),
            counters: [self.counters, other.counters.clone()].concat(),
        }
    }

    /// Whether a condition depends on numbers alone that stay as they are.
    pub(super) fn decide(&self, context: &Context<'_>, condition: &Cond) -> bool {
        match condition {
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().all(|part| self.decide(context, part))
            }
            Cond::Not(part) => self.decide(context, part),
            Cond::Compare { left, right, .. } => {
                self.keep(context, left) && self.keep(context, right)
            }
            Cond::All { .. }
            | Cond::Some { .. }
            | Cond::Shape { .. }
            | Cond::Here(_)
            | Cond::Exactly(_) => false,
        }
    }

    fn keep(&self, context: &Context<'_>, value: &Value) -> bool {
        match value {
            Value::Number(_) => true,
            Value::Counter(counter) => !self.counters.contains(counter),
            Value::Count { contents, region } => {
                let everywhere = context.hash.cells.iter().all(|cell| region.cells.contains(*cell));
                let kept = contents.intersection(self.contents).is_empty();
                region.shape.is_none() && everywhere && kept
            }
            Value::CountHere { .. } | Value::Shapes { .. } => false,
            Value::Sum(terms) => terms.iter().all(|(_, term)| self.keep(context, term)),
            Value::Product(factors) => factors.iter().all(|factor| self.keep(context, factor)),
            Value::Quotient(dividend, _) => self.keep(context, dividend),
        }
    }
}
