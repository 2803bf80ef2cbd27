//! One form for rules that do the same.
//!
//! What can be left out is left out: needs that always hold, writes that change nothing. A copy of
//! a content that is known becomes that content. Cells that never change are replaced by what they
//! hold, so all of this is said of positions with the terrain in its place.

use crate::model::{Action, Alternative};
use crate::model::{
    CellId, Cond, Content, ContentSet, Effect, InShape, Model, Rule, Step, Value, Write,
};
use std::collections::{BTreeMap, BTreeSet};

/// A rule in that form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlainRule {
    pub(super) needs: BTreeMap<CellId, ContentSet>,
    pub(super) in_shape: BTreeSet<InShape>,
    pub(super) writes: BTreeMap<CellId, Write>,
    pub(super) here: Option<CellId>,
    pub(super) source: Option<CellId>,
}

/// What is known about all positions.
#[derive(Clone, Debug)]
pub(super) struct Terrain<'m> {
    pub(super) model: &'m Model,
    /// The contents of the cells that never change.
    pub(super) fixed: Vec<Option<Content>>,
}

impl<'m> Terrain<'m> {
    /// The terrain, from what each cell can hold.
    pub(super) fn new(model: &'m Model, possible: &[ContentSet]) -> Self {
        let single =
            |contents: &ContentSet| if model.heap { None } else { ContentSet::single(*contents) };
        Terrain { model, fixed: possible.iter().map(single).collect() }
    }

    /// Whether a cell with this content has only one form: nothing is turned and nothing counted.
    pub(super) fn is_plain(&self, content: Content) -> bool {
        let turns = content.piece().map_or(1, |piece| self.model.pieces[piece.index()].turns);
        !self.model.heap && turns <= 1
    }

    /// Everything a cell may hold in some game.
    pub(super) fn all_contents(&self) -> ContentSet {
        ContentSet::all_pieces(self.model.pieces.len()).union(ContentSet::EMPTY_CELL)
    }

    /// The rule in its plain form; none if the terrain forbids it.
    pub(super) fn plain(&self, rule: &Rule) -> Option<PlainRule> {
        let mut held: BTreeMap<CellId, ContentSet> = rule.needs.iter().copied().collect();
        let mut needs = BTreeMap::new();
        for (cell, contents) in &mut held {
            match self.fixed[cell.index()] {
                Some(fixed) if !contents.contains(fixed) => return None,
                Some(fixed) => *contents = ContentSet::only(fixed),
                None if self.all_contents().without(*contents).is_empty() => {}
                None => _ = needs.insert(*cell, *contents),
            }
        }
        let holds = |cell: CellId| {
            let needed =
                held.get(&cell).copied().or(self.fixed[cell.index()].map(ContentSet::only));
            needed.and_then(ContentSet::single).filter(|content| self.is_plain(*content))
        };
        let mut writes = BTreeMap::new();
        for (cell, write) in &rule.writes {
            let write = match write {
                Write::Copy(from) if from == cell => continue,
                Write::Copy(from) => holds(*from).map_or(*write, Write::Put),
                Write::Put(_) => *write,
            };
            if holds(*cell).map(Write::Put) != Some(write) {
                writes.insert(*cell, write);
            }
        }
        let in_shape = rule.in_shape.iter().copied().collect();
        Some(PlainRule { needs, in_shape, writes, here: rule.here, source: rule.source })
    }
}

/// Whether anything in the game asks for `here`.
pub(super) fn reads_here(model: &Model) -> bool {
    let in_alternatives = |list: &[Alternative]| {
        list.iter().flat_map(|alternative| &alternative.steps).any(step_reads_here)
    };
    model.moves.iter().any(|one| {
        one.guard.as_ref().is_some_and(cond_reads_here) || in_alternatives(one.body.alternatives())
    }) || model.afters.iter().any(|after| {
        after.condition.as_ref().is_some_and(cond_reads_here) || in_alternatives(&after.body)
    }) || model.illegal.iter().any(|illegal| cond_reads_here(&illegal.when))
}

fn step_reads_here(step: &Step) -> bool {
    matches!(step.action, Action::Harvest(_))
        || step.effects.iter().any(|effect| match effect {
            Effect::Again => false,
            Effect::Count { change, .. } => value_reads_here(change),
            Effect::Score(payoff) => value_reads_here(&payoff.amount),
        })
}

fn cond_reads_here(cond: &Cond) -> bool {
    match cond {
        Cond::And(parts) | Cond::Or(parts) => parts.iter().any(cond_reads_here),
        Cond::Not(part) => cond_reads_here(part),
        Cond::Here(_) => true,
        Cond::Compare { left, right, .. } => value_reads_here(left) || value_reads_here(right),
        Cond::All { .. } | Cond::Some { .. } | Cond::Shape { .. } | Cond::Exactly(_) => false,
    }
}

fn value_reads_here(value: &Value) -> bool {
    match value {
        Value::CountHere { .. } => true,
        Value::Shapes { at_here, .. } => *at_here,
        Value::Sum(terms) => terms.iter().any(|(_, term)| value_reads_here(term)),
        Value::Product(factors) => factors.iter().any(value_reads_here),
        Value::Quotient(dividend, _) => value_reads_here(dividend),
        Value::Number(_) | Value::Counter(_) | Value::Count { .. } => false,
    }
}

/// Whether a number depends on a counter.
pub(super) fn reads_counter(value: &Value) -> bool {
    match value {
        Value::Counter(_) => true,
        Value::Sum(terms) => terms.iter().any(|(_, term)| reads_counter(term)),
        Value::Product(factors) => factors.iter().any(reads_counter),
        Value::Quotient(dividend, _) => reads_counter(dividend),
        Value::Number(_) | Value::Count { .. } | Value::CountHere { .. } | Value::Shapes { .. } => {
            false
        }
    }
}
