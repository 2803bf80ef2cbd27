//! What moves do, as terms: alternatives, steps, rules, permutations, effects.

use super::game::Builder;
use super::plain::{PlainRule, reads_counter};
use super::terms::Term;
use crate::model::{Action, After, Alternative, Carry, Effect, Rule, Step, Write};
use std::collections::BTreeSet;

impl Builder<'_> {
    /// The term of a consequence.
    pub(super) fn after(&mut self, after: &After) -> Term {
        let mut parts = vec![self.cond(after.condition.as_ref())];
        parts.extend(self.alternatives(&after.body, false));
        self.terms.list("after", parts)
    }

    /// Alternatives in runs: the order counts only before and after an `else`.
    pub(super) fn alternatives(&mut self, list: &[Alternative], chain: bool) -> Vec<Term> {
        let mut runs: Vec<(bool, Vec<Term>)> = Vec::new();
        for alternative in list {
            let each = self.alternative(alternative, chain);
            match runs.last_mut() {
                Some((false, run)) if !alternative.otherwise => run.extend(each),
                _ => runs.push((alternative.otherwise, each)),
            }
        }
        let word = |otherwise: bool| if otherwise { "else" } else { "either" };
        runs.into_iter().map(|(otherwise, run)| self.ways(word(otherwise), run)).collect()
    }

    /// What an alternative can do: one term for each of its rules, if it is a single step.
    pub(super) fn alternative(&mut self, alternative: &Alternative, chain: bool) -> Vec<Term> {
        if let [step] = alternative.steps.as_slice() {
            let actions = self.action(&step.action, chain);
            return actions.into_iter().map(|action| self.step(action, step)).collect();
        }
        let mut steps = Vec::new();
        for step in &alternative.steps {
            let actions = self.action(&step.action, chain);
            if actions.is_empty() {
                return Vec::new();
            }
            let action = self.ways("one of", actions);
            steps.push(self.step(action, step));
        }
        vec![self.terms.list("then", steps)]
    }

    fn step(&mut self, action: Term, step: &Step) -> Term {
        if step.effects.is_empty() {
            return action;
        }
        let effects = self.effects(&step.effects);
        self.terms.list("step", vec![action, effects])
    }

    fn action(&mut self, action: &Action, chain: bool) -> Vec<Term> {
        match action {
            Action::Nothing => vec![self.terms.list("nothing", Vec::new())],
            Action::Rewrite(rules) => self.rewrites(rules, chain),
            Action::Permute(carries) => vec![self.permute(carries)],
            Action::Sow(sowings) => {
                let mut parts = Vec::new();
                for sow in sowings {
                    let cells = std::iter::once(&sow.from).chain(&sow.path);
                    let cells = cells.map(|cell| self.atoms.cell(*cell)).collect();
                    parts.push(self.terms.list("sow", cells));
                }
                parts
            }
            Action::Harvest(harvest) => {
                let mut links = Vec::new();
                for (cell, next) in self.terrain.model.board.ids().zip(&harvest.next) {
                    if let Some(next) = next {
                        let pair = vec![self.atoms.cell(cell), self.atoms.cell(*next)];
                        links.push(self.terms.list("next", pair));
                    }
                }
                let parts =
                    vec![self.terms.set("path", links), self.cond(Some(&harvest.condition))];
                vec![self.terms.list("harvest", parts)]
            }
        }
    }

    pub(super) fn rewrites(&mut self, rules: &[Rule], chain: bool) -> Vec<Term> {
        let plain = rules.iter().filter_map(|rule| self.terrain.plain(rule));
        let plain = plain.map(|rule| PlainRule {
            here: rule.here.filter(|_| chain || self.reads_here),
            source: rule.source.filter(|_| chain),
            ..rule
        });
        let mut plain: Vec<PlainRule> = plain.collect();
        if !self.counts_ways {
            plain.sort_unstable();
            plain.dedup();
        }
        plain.iter().map(|rule| self.rule(rule)).collect()
    }

    /// The term of a rule.
    pub(super) fn rule(&mut self, rule: &PlainRule) -> Term {
        let mut parts = Vec::new();
        for (cell, contents) in &rule.needs {
            let pair = vec![self.atoms.cell(*cell), self.contents(*contents)];
            parts.push(self.terms.list("needs", pair));
        }
        for need in &rule.in_shape {
            let pair = vec![self.atoms.cell(need.cell), self.shape(need.shape)];
            parts.push(self.terms.list(if need.negated { "not in" } else { "in" }, pair));
        }
        for (cell, write) in &rule.writes {
            let (word, written) = match write {
                Write::Put(content) => ("put", self.atoms.content(*content)),
                Write::Copy(from) => ("copy", self.atoms.cell(*from)),
            };
            parts.push(self.terms.list(word, vec![self.atoms.cell(*cell), written]));
        }
        for (word, cell) in [("here", rule.here), ("source", rule.source)] {
            if let Some(cell) = cell {
                parts.push(self.terms.list(word, vec![self.atoms.cell(cell)]));
            }
        }
        self.terms.set("rule", parts)
    }

    /// The term of a permutation. What stays as it is does not count.
    pub(super) fn permute(&mut self, carries: &[Carry]) -> Term {
        let mut parts = Vec::new();
        for carry in carries {
            let turn = u32::from(carry.turn) % self.modulus;
            if carry.from == carry.to && turn == 0 {
                continue;
            }
            let mut carried = vec![self.atoms.cell(carry.from), self.atoms.cell(carry.to)];
            if self.turns_in_terms {
                carried.push(self.terms.number("turn", i64::from(turn)));
            }
            parts.push(self.terms.list("carry", carried));
        }
        self.terms.set("permute", parts)
    }

    /// Effects have no order if no number depends on one of the others.
    fn effects(&mut self, effects: &[Effect]) -> Term {
        let mut parts = Vec::new();
        let mut counters = BTreeSet::new();
        let mut ordered = false;
        for effect in effects {
            parts.push(match effect {
                Effect::Again => self.terms.list("again", Vec::new()),
                Effect::Count { counter, change } => {
                    ordered |= !counters.insert(*counter) || reads_counter(change);
                    let pair = vec![self.atoms.counter(*counter), self.value(change)];
                    self.terms.list("count", pair)
                }
                Effect::Score(payoff) => {
                    ordered |= reads_counter(&payoff.amount);
                    let pair = vec![self.atoms.player(payoff.player), self.value(&payoff.amount)];
                    self.terms.list("payoff", pair)
                }
            });
        }
        if ordered { self.terms.list("effects", parts) } else { self.terms.bag("effects", parts) }
    }
}
