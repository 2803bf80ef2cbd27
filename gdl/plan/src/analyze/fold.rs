//! What a move does as a whole, from what its rules do.
//!
//! Bodies, alternatives, steps and consequences are put together here in one way for all analyses.
//! An analysis says what a rule does, and what follows if things are done one after the other, one
//! of several, or any number of times.

use crate::model::{Action, Alternative, Body, Carry, Effect, Harvest, Model, Move, Rule, Sow};

/// An analysis of moves. What can never happen has no outcome.
pub(super) trait MoveFold {
    /// What is known of something that is done.
    type Outcome: Clone;

    /// The outcome of doing nothing.
    fn nothing(&self) -> Self::Outcome;

    /// The outcome of a rule; none if it can never fire.
    fn rule(&self, rule: &Rule) -> Option<Self::Outcome>;

    /// The outcome of a permutation.
    fn permute(&self, carries: &[Carry]) -> Option<Self::Outcome>;

    /// The outcome of some sowings, one of which is done.
    fn sow(&self, _: &[Sow]) -> Option<Self::Outcome> {
        Some(self.nothing())
    }

    /// The outcome of taking heaps.
    fn harvest(&self, _: &Harvest) -> Option<Self::Outcome> {
        Some(self.nothing())
    }

    /// The outcome with an effect.
    fn effect(&self, outcome: Self::Outcome, _: &Effect) -> Self::Outcome {
        outcome
    }

    /// Both are done.
    fn then(&self, first: &Self::Outcome, next: &Self::Outcome) -> Self::Outcome;

    /// One of them is done.
    fn or(&self, one: Self::Outcome, other: Self::Outcome) -> Self::Outcome;

    /// After the first, the other is done any number of times.
    fn repeated(&self, first: Self::Outcome, further: &Self::Outcome) -> Self::Outcome;

    /// The outcome of a move with its consequences, which may be made or not.
    fn whole_move(&self, model: &Model, declared: &Move) -> Option<Self::Outcome> {
        let may_end_at_once = !declared.afters.is_empty();
        let mut outcome = self.body(&declared.body, may_end_at_once)?;
        for after in &declared.afters {
            if let Some(further) = self.alternatives(&model.afters[*after].body) {
                let both = self.then(&outcome, &further);
                outcome = self.or(outcome, both);
            }
        }
        Some(outcome)
    }

    /// The outcome of a body. Settling that finds nothing to do is a move if consequences follow.
    fn body(&self, body: &Body, may_end_at_once: bool) -> Option<Self::Outcome> {
        match body {
            Body::Once(alternatives) => self.alternatives(alternatives),
            Body::Chain(alternatives) => {
                let link = self.alternatives(alternatives)?;
                Some(self.repeated(link.clone(), &link))
            }
            Body::Settle(settles) => {
                match self.rules(settles.iter().flat_map(|settle| &settle.rules)) {
                    Some(step) => Some(self.repeated(self.nothing(), &step)),
                    None => may_end_at_once.then(|| self.nothing()),
                }
            }
        }
    }

    /// The outcome of one of some alternatives.
    fn alternatives(&self, alternatives: &[Alternative]) -> Option<Self::Outcome> {
        let outcome = |alternative: &Alternative| {
            alternative.steps.iter().try_fold(self.nothing(), |before, step| {
                let outcome = self.then(&before, &self.action(&step.action)?);
                Some(
                    step.effects
                        .iter()
                        .fold(outcome, |outcome, effect| self.effect(outcome, effect)),
                )
            })
        };
        alternatives.iter().filter_map(outcome).reduce(|one, other| self.or(one, other))
    }

    /// The outcome of something done on the board.
    fn action(&self, action: &Action) -> Option<Self::Outcome> {
        match action {
            Action::Nothing => Some(self.nothing()),
            Action::Rewrite(rules) => self.rules(rules),
            Action::Permute(carries) => self.permute(carries),
            Action::Sow(sowings) => self.sow(sowings),
            Action::Harvest(harvest) => self.harvest(harvest),
        }
    }

    /// The outcome of one of some rules.
    fn rules<'r>(&self, rules: impl IntoIterator<Item = &'r Rule>) -> Option<Self::Outcome> {
        let outcomes = rules.into_iter().filter_map(|rule| self.rule(rule));
        outcomes.reduce(|one, other| self.or(one, other))
    }
}
