//! The body of a move: alternatives, steps joined by `then`, effects, chains and settling.

use super::action::{Scope, Tracing, Turn, add_gain, apply};
use super::condition::View;
use super::draft::{Draft, DraftSet, Mark};
use gdl::model::{Alternative, Body, Effect, Settle, Step};

impl Turn<'_> {
    /// Adds the results of a move's body.
    pub(super) fn body(&self, body: &Body, from: &Draft, results: &mut Vec<Draft>) {
        match body {
            Body::Once(list) => self.alternatives(list, from, Scope::Move, results),
            Body::Chain(list) => results.extend(self.chain(list, from)),
            Body::Settle(directions) => {
                let settled = directions.iter().enumerate().filter_map(|(number, settle)| {
                    let mut draft = self.settle(settle, from)?;
                    if self.tracing == Tracing::On {
                        draft.trace.push(Mark::Settle(number));
                    }
                    Some(draft)
                });
                results.extend(settled);
            }
        }
    }

    /// Adds the results of each alternative in turn; one after `else` only if there is nothing so
    /// far.
    pub(super) fn alternatives(
        &self,
        list: &[Alternative],
        from: &Draft,
        scope: Scope,
        results: &mut Vec<Draft>,
    ) {
        let none = results.len();
        for alternative in list {
            if !alternative.otherwise || results.len() == none {
                self.steps(&alternative.steps, from, scope, results);
            }
        }
    }

    /// Does the steps one after the other, each from every result of the one before.
    fn steps(&self, steps: &[Step], from: &Draft, scope: Scope, results: &mut Vec<Draft>) {
        let Some((first, rest)) = steps.split_first() else { return };
        if rest.is_empty() {
            return self.step(first, from, scope, results);
        }
        let later = match scope {
            Scope::Move | Scope::Chain(_) => Scope::Move,
            Scope::Consequence => Scope::Consequence,
        };
        let mut drafts = Vec::new();
        self.step(first, from, scope, &mut drafts);
        for step in rest {
            // Equal drafts lead to equal results: one of them is enough.
            let mut distinct = DraftSet::default();
            drafts.drain(..).for_each(|draft| _ = distinct.insert(draft));
            for draft in distinct.list() {
                self.step(step, draft, later, &mut drafts);
            }
        }
        results.append(&mut drafts);
    }

    /// The action, then the effects on each of its results.
    fn step(&self, step: &Step, from: &Draft, scope: Scope, results: &mut Vec<Draft>) {
        let first = results.len();
        self.act(&step.action, from, scope, results);
        if !step.effects.is_empty() {
            let acted = results.split_off(first);
            results
                .extend(acted.into_iter().filter_map(|draft| self.effects(&step.effects, draft)));
        }
    }

    /// Counters, scores, extra turns. No result if a counter leaves its bounds.
    fn effects(&self, effects: &[Effect], mut draft: Draft) -> Option<Draft> {
        for effect in effects {
            let view = View { model: self.model, state: &draft.state, here: draft.here };
            match effect {
                Effect::Again => draft.again = true,
                Effect::Count { counter, change } => {
                    let change = view.value(change);
                    let value = &mut draft.state.counters[counter.index()];
                    *value = u8::try_from(i64::from(*value).saturating_add(change)).ok()?;
                }
                Effect::Score(payoff) => {
                    let amount = view.value(&payoff.amount);
                    add_gain(&mut draft, payoff.player, amount);
                }
            }
        }
        Some(draft)
    }

    /// The alternatives again and again with the piece that has just moved; each result is one,
    /// the player may stop anywhere.
    ///
    /// A chain does not come back to a position it has passed: going round again could add nothing
    /// but score, without end.
    fn chain(&self, list: &[Alternative], from: &Draft) -> Vec<Draft> {
        let mut results = DraftSet::default();
        let mut parents: Vec<Option<usize>> = Vec::new();
        let mut drafts = Vec::new();
        self.alternatives(list, from, Scope::Move, &mut drafts);
        let mut parent = None;
        loop {
            for draft in drafts.drain(..) {
                // Without scores, a draft that was passed equals one of the results.
                let is_new =
                    draft.gains.is_empty() || !passed(results.list(), &parents, parent, &draft);
                if is_new && results.insert(draft) {
                    parents.push(parent);
                }
            }
            let next = parent.map_or(0, |parent| parent + 1);
            let Some(draft) = results.list().get(next) else { break };
            if let Some(here) = draft.here {
                self.alternatives(list, draft, Scope::Chain(here), &mut drafts);
            }
            parent = Some(next);
        }
        results.into_list()
    }

    /// Applies the rules until none fits. No result if a forbidden one ever fits.
    fn settle(&self, settle: &Settle, from: &Draft) -> Option<Draft> {
        let mut draft = from.clone();
        // A position from which it is not known to come to rest may be looked at as one that could
        // have come before. If it goes round, it comes back to a position that was remembered
        // (Brent, *An improved Monte Carlo factorization algorithm*, 1980).
        let mut remembered = from.state.clone();
        let (mut steps, mut lap) = (0_u64, 1_u64);
        loop {
            let view = View { model: self.model, state: &draft.state, here: None };
            if settle.forbidden.iter().any(|rule| view.fits(rule)) {
                return None;
            }
            let Some(rule) = settle.rules.iter().find(|rule| view.fits(rule)) else {
                return Some(draft);
            };
            let before = draft.state.clone();
            apply(rule, &before, &mut draft.state);
            if draft.state == remembered {
                return None;
            }
            steps += 1;
            if steps == lap {
                remembered.clone_from(&draft.state);
                (steps, lap) = (0, 2 * lap);
            }
        }
    }
}

/// Whether the way to `parent` has already been where `draft` is.
fn passed(
    results: &[Draft],
    parents: &[Option<usize>],
    parent: Option<usize>,
    draft: &Draft,
) -> bool {
    let mut place = parent;
    while let Some(index) = place {
        let earlier = &results[index];
        if earlier.here == draft.here
            && earlier.state == draft.state
            && earlier.again == draft.again
        {
            return true;
        }
        place = parents[index];
    }
    false
}
