//! The tiers of a game and which can follow which.
//!
//! A tier is one value of the *key*. The key begins with the numbers that only fall or only rise;
//! then come those that only fall or only rise in moves that leave the first ones as they are, and
//! so on: nine men's morris has the men in hand first and the men on the board second. Every move
//! keeps the key or changes it for good, so play never returns to a tier it has left, and tiers
//! can be solved one after the other.
//!
//! The tiers that can be reached are found by a search over (key, mover) with the changes each
//! move can make; conditions that a key makes false cut it short. The result holds at least every
//! tier that occurs. Where a tier has only one possible mover, the side to move need not be stored
//! there.

pub mod named;
pub mod placed;

use super::bounds::{Bounds, Certainty, Interval};
use super::contents::can_fire;
use super::counts::{Counts, What};
use super::fold::MoveFold;
use crate::domain::Domain;
use crate::model::{
    Carry, Content, ContentSet, Effect, Harvest, Model, Move, PlayerId, Rule, Stuck, Value, Write,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The most tiers that are listed.
const MAX_TIERS: usize = 20_000;
/// The most changes that are tried on all tiers together.
const MAX_TRIED: usize = 1_000_000;
/// The most different changes that one move may make.
const MAX_CHANGES: usize = 4_000;

/// One tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tier {
    /// The value of each number of the key.
    pub key: Vec<i64>,
    /// Whose turn it can be.
    pub movers: Vec<PlayerId>,
    /// The tiers that can follow it in one move (itself left out), by number.
    pub next: Vec<usize>,
}

/// The tiers of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tiers {
    /// The names of the numbers of the key, by level.
    pub labels: Vec<Vec<String>>,
    /// What the numbers count.
    pub key: Vec<What>,
    /// The tiers, each after all that can follow it; none if there are too many.
    pub tiers: Vec<Tier>,
}

impl Tiers {
    /// Whether the key tells whose turn it is.
    pub fn key_tells_mover(&self) -> bool {
        !self.tiers.is_empty() && self.tiers.iter().all(|tier| tier.movers.len() == 1)
    }
}

/// Finds the tiers of a domain.
pub fn tiers(model: &Model, domain: &Domain, bounds: &Bounds<'_>, counts: &Counts) -> Tiers {
    let all: Vec<What> = counts.quantities.iter().map(|quantity| quantity.what).collect();
    let search = Search { model, bounds, numbers: &all };
    let Some(moves) = search.moves() else { return Tiers::default() };
    let levels = levels(&moves, all.len());
    let key: Vec<usize> = levels.iter().flatten().copied().collect();
    let label = |index: &usize| counts.quantities[*index].name.clone();
    Tiers {
        labels: levels.iter().map(|level| level.iter().map(label).collect()).collect(),
        key: key.iter().map(|index| all[*index]).collect(),
        tiers: search.run(domain, &moves, &key).unwrap_or_default(),
    }
}

/// The numbers of the key by level: those that change in one direction only, among the moves that
/// leave all earlier ones as they are.
fn levels(moves: &[(&Move, Changes)], count: usize) -> Vec<Vec<usize>> {
    let mut levels: Vec<Vec<usize>> = Vec::new();
    loop {
        let earlier: Vec<usize> = levels.iter().flatten().copied().collect();
        let changes = || moves.iter().flat_map(|(_, changes)| changes).map(|(change, _)| change);
        let staying = || changes().filter(|change| earlier.iter().all(|index| change[*index] == 0));
        let one_way = |index: &usize| {
            let (mut falls, mut rises) = (false, false);
            for change in staying() {
                falls |= change[*index] < 0;
                rises |= change[*index] > 0;
            }
            falls != rises
        };
        let level: Vec<usize> = (0..count).filter(one_way).collect();
        if level.is_empty() {
            return levels;
        }
        levels.push(level);
    }
}

/// A change of all numbers.
type Change = Vec<i64>;

/// Every change a move can make, and whether the same player goes on.
type Changes = BTreeSet<(Change, bool)>;

/// A tier with a player to move.
type Node = (Vec<i64>, PlayerId);

struct Search<'a> {
    model: &'a Model,
    bounds: &'a Bounds<'a>,
    /// All pieces and counters.
    numbers: &'a [What],
}

impl<'a> Search<'a> {
    /// The moves with the changes they can make, or none if there are too many.
    fn moves(&self) -> Option<Vec<(&'a Move, Changes)>> {
        let changes = |declared: &'a Move| {
            let changes = self.whole_move(self.model, declared);
            Some((declared, changes.unwrap_or_else(|| Some(Changes::new()))?))
        };
        self.model.moves.iter().map(changes).collect()
    }

    /// The tiers by the numbers of the key, or none if there are too many.
    fn run(&self, domain: &Domain, moves: &[(&Move, Changes)], key: &[usize]) -> Option<Vec<Tier>> {
        let project =
            |numbers: &[i64]| -> Vec<i64> { key.iter().map(|index| numbers[*index]).collect() };
        let projected: Vec<(&Move, Changes)> = moves
            .iter()
            .map(|(declared, changes)| {
                (
                    *declared,
                    changes.iter().map(|(change, again)| (project(change), *again)).collect(),
                )
            })
            .collect();
        let key_numbers: Vec<What> = key.iter().map(|index| self.numbers[*index]).collect();
        let mut seen: BTreeMap<Node, BTreeSet<Vec<i64>>> = BTreeMap::new();
        let example = domain.example();
        let first: Vec<i64> =
            key_numbers.iter().map(|what| what.of(self.model.heap, example)).collect();
        let mut open: Vec<Node> =
            domain.movers().iter().map(|mover| (first.clone(), *mover)).collect();
        let played = domain.played_movers(self.model, &key_numbers);
        let changes: usize = projected.iter().map(|(_, changes)| changes.len()).sum();
        while let Some(node) = open.pop() {
            if seen.contains_key(&node) {
                continue;
            }
            if seen.len() >= MAX_TIERS || seen.len().saturating_mul(changes) > MAX_TRIED {
                return None;
            }
            let next = self.successors(&node, &projected, &key_numbers);
            let also = played.get(&node.0).into_iter().flatten();
            open.extend(also.map(|mover| (node.0.clone(), *mover)));
            let keys =
                next.iter().map(|(key, _)| key.clone()).filter(|key| *key != node.0).collect();
            seen.insert(node, keys);
            open.extend(next);
        }
        Some(in_order(seen))
    }

    fn successors(
        &self,
        (key, mover): &Node,
        moves: &[(&Move, Changes)],
        numbers: &[What],
    ) -> Vec<Node> {
        let bounds = self.bounds.at(numbers, key);
        let over = |end: &crate::model::End| {
            end.when.iter().any(|(_, cond)| bounds.cond(cond) == Certainty::Always)
        };
        if self.model.ends.iter().any(over) {
            return Vec::new();
        }
        let next_player = self.model.next_player(*mover);
        let mut next = Vec::new();
        for (declared, changes) in moves.iter().filter(|(declared, _)| declared.player == *mover) {
            if declared.guard.as_ref().is_some_and(|guard| bounds.cond(guard) == Certainty::Never) {
                continue;
            }
            for (change, again) in changes {
                let changed: Vec<i64> =
                    key.iter().zip(change).map(|(value, change)| value + change).collect();
                if self.fit(&changed, numbers) {
                    next.push((changed, if *again { *mover } else { next_player }));
                }
            }
        }
        if self.model.stuck == Some(Stuck::Passes) {
            next.push((key.clone(), next_player));
        }
        next
    }

    /// Whether a position can have these values of the key.
    fn fit(&self, key: &[i64], numbers: &[What]) -> bool {
        let in_range = |(value, what): (&i64, &What)| {
            let Interval { low, high } = self.bounds.of(*what);
            (low..=high).contains(value)
        };
        if !key.iter().zip(numbers).all(in_range) {
            return false;
        }
        if self.model.heap {
            return true;
        }
        // All pieces together must find a cell.
        let count = |content: u8| {
            let position = numbers.iter().position(|what| *what == What::Content(Content(content)));
            position.map_or(self.bounds.counts[usize::from(content)].low, |position| key[position])
        };
        let kinds = u8::try_from(self.model.pieces.len()).expect("at most MAX_PIECES");
        let cells = i64::try_from(self.model.board.cells.len()).expect("at most MAX_CELLS");
        (1..=kinds).map(count).sum::<i64>() <= cells
    }

    fn no_change(&self) -> Change {
        vec![0; self.numbers.len()]
    }

    fn counter_changes(&self, counter: usize, change: &Value) -> BTreeSet<Change> {
        let Interval { low, high } = self.bounds.value(change);
        let what = What::Counter(u8::try_from(counter).expect("the number of counters is limited"));
        (low..=high.min(low.saturating_add(256))).map(|change| self.unit(what, change)).collect()
    }

    /// A change of one number; of none if it is not among them, as empty cells are not.
    fn unit(&self, what: What, change: i64) -> Change {
        self.numbers.iter().map(|part| if *part == what { change } else { 0 }).collect()
    }

    /// Every change that a rule can make, by what its cells may hold.
    fn rule_changes(&self, rule: &Rule) -> BTreeSet<Change> {
        let mut base = self.no_change();
        for (_, write) in &rule.writes {
            if let Write::Put(content) = write {
                base = sum(&base, &self.unit(What::Content(*content), 1));
            }
        }
        let mut changes: BTreeSet<Change> = [base].into_iter().collect();
        for (cell, contents) in &rule.needs {
            let copies =
                rule.writes.iter().filter(|(_, write)| *write == Write::Copy(*cell)).count();
            let weight = i64::try_from(copies).expect("at most MAX_CELLS")
                - i64::from(rule.writes.iter().any(|(written, _)| written == cell));
            if weight == 0 {
                continue;
            }
            let held: ContentSet = contents.intersection(self.bounds.possible[cell.index()]);
            let units: BTreeSet<Change> =
                held.iter().map(|content| self.unit(What::Content(content), weight)).collect();
            changes = changes
                .iter()
                .flat_map(|change| units.iter().map(|unit| sum(change, unit)))
                .collect();
        }
        changes
    }
}

/// All changes that something can make, and whether the same player goes on; none if there are too
/// many.
impl MoveFold for Search<'_> {
    type Outcome = Option<Changes>;

    fn nothing(&self) -> Option<Changes> {
        Some([(self.no_change(), false)].into())
    }

    /// One change for each combination of contents that its cells can hold.
    fn rule(&self, rule: &Rule) -> Option<Option<Changes>> {
        let changes = || self.rule_changes(rule).into_iter().map(|change| (change, false));
        can_fire(rule, &self.bounds.possible).then(|| Some(changes().collect()))
    }

    fn permute(&self, _: &[Carry]) -> Option<Option<Changes>> {
        Some(self.nothing())
    }

    fn harvest(&self, _: &Harvest) -> Option<Option<Changes>> {
        let seeds = What::Content(Content(1));
        let changes = (0..=self.bounds.counts[1].high).map(|taken| self.unit(seeds, -taken));
        Some(Some(changes.map(|change| (change, false)).collect()))
    }

    fn effect(&self, outcome: Option<Changes>, effect: &Effect) -> Option<Changes> {
        let changes = outcome?;
        few(match effect {
            Effect::Again => changes.into_iter().map(|(change, _)| (change, true)).collect(),
            Effect::Count { counter, change } => {
                joined(&changes, &self.counter_changes(counter.index(), change))
            }
            Effect::Score(_) => changes,
        })
    }

    fn then(&self, first: &Option<Changes>, next: &Option<Changes>) -> Option<Changes> {
        let next = next.as_ref()?;
        let both = first.as_ref()?.iter().flat_map(|(first, again)| {
            next.iter().map(move |(next, more)| (sum(first, next), *again || *more))
        });
        few(both.collect())
    }

    fn or(&self, one: Option<Changes>, other: Option<Changes>) -> Option<Changes> {
        let mut all = one?;
        all.extend(other?);
        few(all)
    }

    /// A number that leaves its range on the way is no move.
    fn repeated(&self, first: Option<Changes>, further: &Option<Changes>) -> Option<Changes> {
        let (first, further) = (first?, further.as_ref()?);
        let widths: Vec<i64> = self.numbers.iter().map(|what| self.bounds.width(*what)).collect();
        let fits = |change: &Change| change.iter().zip(&widths).all(|(by, most)| by.abs() <= *most);
        let mut open: Vec<(Change, bool)> = first.iter().cloned().collect();
        let mut all = first;
        while let Some((change, again)) = open.pop() {
            for (more, more_again) in further {
                let next = (sum(&change, more), again || *more_again);
                if fits(&next.0) && all.insert(next.clone()) {
                    open.push(next);
                }
            }
            if all.len() > MAX_CHANGES {
                return None;
            }
        }
        Some(all)
    }
}

/// The changes, if they are not too many.
fn few(changes: Changes) -> Option<Changes> {
    (changes.len() <= MAX_CHANGES).then_some(changes)
}

fn sum(left: &[i64], right: &[i64]) -> Change {
    left.iter().zip(right).map(|(left, right)| left + right).collect()
}

fn joined(changes: &Changes, more: &BTreeSet<Change>) -> Changes {
    changes
        .iter()
        .flat_map(|(change, again)| more.iter().map(|more| (sum(change, more), *again)))
        .collect()
}

/// The tiers without their movers, each after all that can follow it. Keys only fall or rise, so
/// there are no cycles.
fn in_order(seen: BTreeMap<Node, BTreeSet<Vec<i64>>>) -> Vec<Tier> {
    let mut movers: BTreeMap<Vec<i64>, Vec<PlayerId>> = BTreeMap::new();
    let mut next: BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>> = BTreeMap::new();
    for ((key, mover), keys) in seen {
        movers.entry(key.clone()).or_default().push(mover);
        next.entry(key).or_default().extend(keys);
    }
    let mut order: Vec<Vec<i64>> = Vec::new();
    let mut number: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
    for root in movers.keys() {
        let mut stack = vec![(root.clone(), false)];
        while let Some((key, children_done)) = stack.pop() {
            if number.contains_key(&key) {
                continue;
            }
            if children_done {
                number.insert(key.clone(), order.len());
                order.push(key);
            } else {
                let children: Vec<Vec<i64>> = next[&key]
                    .iter()
                    .filter(|child| !number.contains_key(*child))
                    .cloned()
                    .collect();
                stack.push((key, true));
                stack.extend(children.into_iter().map(|child| (child, false)));
            }
        }
    }
    let tier = |key: &Vec<i64>| Tier {
        key: key.clone(),
        movers: movers[key].clone(),
        next: next[key].iter().map(|child| number[child]).collect(),
    };
    order.iter().map(tier).collect()
}

impl fmt::Display for Tiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, level) in self.labels.iter().enumerate() {
            let before: Vec<&str> =
                self.labels[..index].iter().flatten().map(String::as_str).collect();
            let while_ = if before.is_empty() {
                String::new()
            } else {
                format!("while {} stay as they are, ", before.join(", "))
            };
            writeln!(
                f,
                "{while_}a move never brings back an earlier number of {}",
                level.join(", ")
            )?;
        }
        if self.key.is_empty() {
            return Ok(());
        }
        let key: Vec<&str> = self.labels.iter().flatten().map(String::as_str).collect();
        if self.tiers.is_empty() {
            return writeln!(
                f,
                "so positions fall into tiers by ({}), too many to list",
                key.join(", ")
            );
        }
        let links: usize = self.tiers.iter().map(|tier| tier.next.len()).sum();
        let key = key.join(", ");
        writeln!(
            f,
            "so positions fall into {} tiers by ({key}), with {links} ways from one to another",
            self.tiers.len()
        )?;
        let players: BTreeSet<PlayerId> =
            self.tiers.iter().flat_map(|tier| tier.movers.iter().copied()).collect();
        if self.key_tells_mover() && players.len() > 1 {
            writeln!(f, "the tier tells whose turn it is")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
