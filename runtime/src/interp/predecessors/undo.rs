//! Undoing the body of a move: alternatives, steps from the last to the first, effects, chains and
//! settling.

use super::{MOST_CANDIDATES, TooManyCandidates};
use crate::interp::condition::View;
use gdl::model::{
    Action, Alternative, Body, CellId, CounterId, Effect, Model, Settle, State, Step, Value,
};
use std::collections::BTreeSet;

/// Undoes moves of one game, up to a number of positions.
#[derive(Debug)]
pub(super) struct Undo<'a> {
    pub(super) model: &'a Model,
    /// How many positions may still be made.
    left: usize,
}

/// A position before some steps, and what is remembered of the steps that were undone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Before {
    pub(super) state: State,
    /// The cell that the steps filled last, if they filled one.
    pub(super) filled: Option<CellId>,
    /// What the first of the steps takes.
    pub(super) takes: Takes,
}

/// What a step takes, if it goes on with a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Takes {
    /// Nothing in particular.
    Anything,
    /// The piece on this cell, which the chain has just filled.
    From(CellId),
    /// No known piece: it can only begin a chain.
    Unknown,
}

type Undone = Result<BTreeSet<State>, TooManyCandidates>;

impl<'a> Undo<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        Self { model, left: MOST_CANDIDATES }
    }

    /// Counts positions that are made.
    pub(super) fn spend(&mut self, positions: usize) -> Result<(), TooManyCandidates> {
        self.left = self.left.checked_sub(positions).ok_or(TooManyCandidates)?;
        Ok(())
    }

    /// The positions from which the body may lead to one of the results.
    pub(super) fn body(&mut self, body: &Body, results: &BTreeSet<State>) -> Undone {
        let mut before = BTreeSet::new();
        match body {
            Body::Once(list) => return self.alternatives(list, results),
            Body::Chain(list) => {
                for result in results {
                    before.extend(self.chain(list, result)?);
                }
            }
            Body::Settle(directions) => {
                for settle in directions {
                    for result in results {
                        before.extend(self.settle(settle, result)?);
                    }
                }
            }
        }
        Ok(before)
    }

    /// The positions from which one of the alternatives may lead to one of the results.
    pub(super) fn alternatives(
        &mut self,
        list: &[Alternative],
        results: &BTreeSet<State>,
    ) -> Undone {
        let mut before = BTreeSet::new();
        for alternative in list {
            for result in results {
                let undone = self.steps(&alternative.steps, result)?;
                before.extend(undone.into_iter().map(|before| before.state));
            }
        }
        Ok(before)
    }

    fn steps(
        &mut self,
        steps: &[Step],
        result: &State,
    ) -> Result<BTreeSet<Before>, TooManyCandidates> {
        let whole = Before { state: result.clone(), filled: None, takes: Takes::Anything };
        let mut results = BTreeSet::from([whole]);
        for step in steps.iter().rev() {
            let mut earlier = BTreeSet::new();
            for result in results {
                for state in self.effects(&step.effects, &result.state)? {
                    self.action(&step.action, &Before { state, ..result.clone() }, &mut earlier)?;
                }
            }
            self.spend(earlier.len())?;
            results = earlier;
        }
        Ok(results)
    }

    fn action(
        &mut self,
        action: &Action,
        result: &Before,
        earlier: &mut BTreeSet<Before>,
    ) -> Result<(), TooManyCandidates> {
        let state = &result.state;
        match action {
            Action::Nothing => drop(earlier.insert(result.clone())),
            Action::Rewrite(rules) => {
                for rule in rules {
                    let filled = result.filled.or(rule.here);
                    let takes = rule.source.map_or(Takes::Unknown, Takes::From);
                    let states = self.rewrite(rule, state)?;
                    let before = |state| Before { state, filled, takes };
                    earlier.extend(states.into_iter().map(before));
                }
            }
            Action::Permute(carries) => {
                let state = self.permutation(carries, state);
                earlier.insert(Before { state, takes: Takes::Anything, ..result.clone() });
            }
            Action::Sow(sowings) => {
                for sow in sowings {
                    for (state, last) in self.sowing(sow, state) {
                        let filled = result.filled.or(Some(last));
                        earlier.insert(Before { state, filled, takes: Takes::Anything });
                    }
                }
            }
            Action::Harvest(harvest) => {
                let states = self.harvest(harvest, state)?;
                let before = |state| Before { state, takes: Takes::Anything, ..result.clone() };
                earlier.extend(states.into_iter().map(before));
            }
        }
        Ok(())
    }

    /// The positions that effects may have changed into this one; the last effect is undone first.
    fn effects(&mut self, effects: &[Effect], result: &State) -> Undone {
        let mut results = BTreeSet::from([result.clone()]);
        for effect in effects.iter().rev() {
            if let Effect::Count { counter, change } = effect {
                let earlier = results.iter().flat_map(|state| self.count(*counter, change, state));
                results = earlier.collect();
                self.spend(results.len())?;
            }
        }
        Ok(results)
    }

    /// The values a counter may have had. A change that depends on `here` is tried with every
    /// cell.
    fn count(&self, counter: CounterId, change: &Value, result: &State) -> Vec<State> {
        let value = result.counters[counter.index()];
        let with = |value: u8| {
            let mut state = result.clone();
            state.counters[counter.index()] = value;
            state
        };
        if let Value::Number(number) = change {
            let before = i64::from(value).checked_sub(*number);
            return before
                .and_then(|before| u8::try_from(before).ok())
                .map(with)
                .into_iter()
                .collect();
        }
        let places = || [None].into_iter().chain(self.model.board.ids().map(Some));
        let changes = |state: &State| {
            let before = i64::from(state.counters[counter.index()]);
            let mut places = places().take(if mentions_here(change) { usize::MAX } else { 1 });
            places.any(|here| {
                let change = View { model: self.model, state, here }.value(change);
                before.saturating_add(change) == i64::from(value)
            })
        };
        (0..=u8::MAX).map(with).filter(changes).collect()
    }

    /// The alternatives undone again and again, as long as each took the piece that the one before
    /// had filled.
    fn chain(&mut self, list: &[Alternative], result: &State) -> Undone {
        let mut seen = BTreeSet::new();
        let mut open = vec![(result.clone(), Takes::Anything)];
        while let Some((state, takes)) = open.pop() {
            for alternative in list {
                for before in self.steps(&alternative.steps, &state)? {
                    let follows = match (takes, before.filled) {
                        (Takes::From(cell), Some(filled)) => cell == filled,
                        (Takes::Anything | Takes::From(_), _) => true,
                        (Takes::Unknown, _) => false,
                    };
                    let node = (before.state, before.takes);
                    if follows && seen.insert(node.clone()) {
                        open.push(node);
                    }
                }
            }
        }
        Ok(seen.into_iter().map(|(state, _)| state).collect())
    }

    /// The rules undone again and again, or not at all: where nothing moved, a consequence may
    /// still have changed something. Settling ends only where no rule fits.
    fn settle(&mut self, settle: &Settle, result: &State) -> Undone {
        let view = View { model: self.model, state: result, here: None };
        if settle.rules.iter().any(|rule| view.fits(rule)) {
            return Ok(BTreeSet::new());
        }
        let mut seen = BTreeSet::from([result.clone()]);
        let mut open = vec![result.clone()];
        while let Some(state) = open.pop() {
            for rule in &settle.rules {
                for before in self.rewrite(rule, &state)? {
                    if seen.insert(before.clone()) {
                        open.push(before);
                    }
                }
            }
        }
        Ok(seen)
    }
}

fn mentions_here(value: &Value) -> bool {
    match value {
        Value::Number(_) | Value::Counter(_) | Value::Count { .. } => false,
        Value::CountHere { .. } => true,
        Value::Shapes { at_here, .. } => *at_here,
        Value::Sum(terms) => terms.iter().any(|(_, term)| mentions_here(term)),
        Value::Product(factors) => factors.iter().any(mentions_here),
        Value::Quotient(dividend, _) => mentions_here(dividend),
    }
}
