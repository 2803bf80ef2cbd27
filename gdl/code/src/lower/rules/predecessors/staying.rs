//! Which moves stay in a tier.
//!
//! A tier is told by the numbers of its key: counts of pieces, and counters. A rule that is
//! spelled out changes each of them by a known amount, so what can be the sum over the steps of a
//! move is known as well. A way to make a move leaves its tier if no sum is zero in all numbers;
//! then it has no part in what comes before a position inside a tier. A chain of any length leaves
//! it if some number falls with every link, or rises with every link.

use super::inverse::{balance, exact_rules};
use crate::analyze::counts::What;
use crate::facts::Facts;
use crate::model::{Action, Alternative, Effect, Rule, Step, Value};
use crate::plan::Hash;
use std::collections::BTreeSet;

/// LIMIT: with more different sums than this nothing is known.
const MOST_SUMS: usize = 1000;

/// By how much the numbers of the key change.
type Change = Vec<i64>;

/// The key of the tiers, and what is known about the game.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    pub(super) hash: &'a Hash,
    pub(super) facts: &'a Facts,
}

/// Whether steps stay in their tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Staying {
    Always,
    Never,
    /// Sometimes, or it is not known.
    Perhaps,
}

impl Key<'_> {
    /// Whether steps made one after the other stay.
    pub(super) fn staying(self, steps: &[&Step]) -> Staying {
        let zero = vec![0; self.hash.key.len()];
        match self.sums(steps) {
            Some(sums) if !sums.contains(&zero) => Staying::Never,
            Some(sums) if sums.len() == 1 => Staying::Always,
            _ => Staying::Perhaps,
        }
    }

    /// Whether a chain of such links, whatever may follow it, surely leaves the tier.
    pub(super) fn chain_leaves(self, links: &[Alternative], following: &[&Alternative]) -> bool {
        let all = |list: &[&Alternative]| -> Option<BTreeSet<Change>> {
            let sums = list.iter().map(|it| self.sums(&it.steps.iter().collect::<Vec<_>>()));
            Some(sums.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        };
        let links: Vec<&Alternative> = links.iter().collect();
        let (Some(links), Some(following)) = (all(&links), all(following)) else { return false };
        (0..self.hash.key.len()).any(|number| {
            [1, -1].iter().any(|sign| {
                links.iter().all(|change| sign * change[number] > 0)
                    && following.iter().all(|change| sign * change[number] >= 0)
            })
        })
    }

    /// A step without the rules that leave the tier; the same step if it is not known which do.
    pub(super) fn kept(self, step: &Step) -> Step {
        let Action::Rewrite(rules) = &step.action else { return step.clone() };
        let Some(by_effects) = self.by_effects(step) else { return step.clone() };
        let stays = |rule: &Rule| sum(&by_effects, &self.by_rule(rule)).iter().all(|by| *by == 0);
        let exact = rules.iter().map(|rule| {
            let exact = exact_rules(self.facts, rule)?;
            // A rule that stays whatever the cells hold need not be taken apart.
            Some(match exact.iter().all(stays) {
                true if exact.is_empty() => Vec::new(),
                true => vec![rule.clone()],
                false => exact.into_iter().filter(stays).collect(),
            })
        });
        match exact.collect::<Option<Vec<_>>>() {
            None => step.clone(),
            Some(kept) => Step { action: Action::Rewrite(kept.concat()), ..step.clone() },
        }
    }

    /// What the changes of steps can add up to; none if that is not known.
    fn sums(self, steps: &[&Step]) -> Option<BTreeSet<Change>> {
        let mut sums = BTreeSet::from([vec![0; self.hash.key.len()]]);
        for step in steps {
            let changes = self.by_step(step)?;
            sums = sums
                .iter()
                .flat_map(|before| changes.iter().map(|change| sum(before, change)))
                .collect();
            if sums.len() > MOST_SUMS {
                return None;
            }
        }
        Some(sums)
    }

    fn by_step(self, step: &Step) -> Option<BTreeSet<Change>> {
        let by_effects = self.by_effects(step)?;
        match &step.action {
            // What a permutation carries is as much as before.
            Action::Nothing | Action::Permute(_) => Some(BTreeSet::from([by_effects])),
            Action::Rewrite(rules) => {
                let mut changes = BTreeSet::new();
                for rule in rules {
                    let exact = exact_rules(self.facts, rule)?;
                    changes.extend(exact.iter().map(|rule| sum(&by_effects, &self.by_rule(rule))));
                }
                Some(changes)
            }
            Action::Sow(_) | Action::Harvest(_) => None,
        }
    }

    fn by_rule(self, rule: &Rule) -> Change {
        let balance = balance(self.facts, rule);
        let by = |what: &What| match what {
            What::Content(content) => balance[usize::from(content.0)],
            What::Counter(_) => 0,
        };
        self.hash.key.iter().map(by).collect()
    }

    fn by_effects(self, step: &Step) -> Option<Change> {
        let mut change = vec![0; self.hash.key.len()];
        for effect in &step.effects {
            let Effect::Count { counter, change: by } = effect else { continue };
            let of_counter = |what: &What| matches!(what, What::Counter(it) if *it == counter.0);
            if let Some(number) = self.hash.key.iter().position(of_counter) {
                let Value::Number(by) = by else { return None };
                change[number] += by;
            }
        }
        Some(change)
    }
}

fn sum(one: &[i64], other: &[i64]) -> Change {
    one.iter().zip(other).map(|(one, other)| one.saturating_add(*other)).collect()
}
