//! Rules on two cells that lie anywhere: every cell of some with every cell of others, such as a
//! piece that flies to any empty cell.
//!
//! By distance these would be one loop for each of them, most with one place or none. Two loops,
//! one inside the other, are shorter and faster: nothing has to be guessed but where each ends.

use super::super::draft::{Change, Draft, Lookup, Results};
use super::super::flat::{Becomes, FlatRule, Spot};
use super::super::view::Here;
use super::{Pattern, holding};
use crate::ir::{Code, Expr, Operator};
use crate::lower::context::Context;
use crate::lower::rules::condition::shapes;
use crate::model::{Content, ContentSet};
use std::collections::BTreeMap;

/// With so few rules loops by distance are short.
const FEWEST: usize = 64;

/// All rules that are the same but for where their two cells are.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// What they have in common; offsets mean nothing.
    pattern: Pattern,
    /// Where the first cell can be, and the second.
    cells: [u128; 2],
}

/// Takes such rules out.
pub(super) fn pairs(rules: &[FlatRule]) -> (Vec<Pair>, Vec<FlatRule>) {
    let mut alike: BTreeMap<Pattern, Vec<&FlatRule>> = BTreeMap::new();
    for rule in rules {
        alike.entry(common(rule)).or_default().push(rule);
    }
    let mut pairs = Vec::new();
    let mut rest: Vec<FlatRule> = Vec::new();
    for (pattern, rules) in alike {
        match Pair::new(pattern, &rules) {
            Some(pair) => pairs.push(pair),
            None => rest.extend(rules.into_iter().cloned()),
        }
    }
    (pairs, rest)
}

/// What a rule has in common with those on other cells.
fn common(rule: &FlatRule) -> Pattern {
    let mut pattern = Pattern::of(rule);
    pattern.slots.iter_mut().for_each(|slot| slot.offset = 0);
    pattern
}

impl Pair {
    fn new(pattern: Pattern, rules: &[&FlatRule]) -> Option<Self> {
        let plain = pattern.slots.iter().all(|slot| match slot.becomes {
            None => true,
            Some(Becomes::Content(_)) => slot.holds.single().is_some(),
            Some(Becomes::Slot(_)) => false,
        });
        if pattern.slots.len() != 2 || !plain || rules.len() < FEWEST {
            return None;
        }
        let mut cells = [0_u128; 2];
        for rule in rules {
            for (cells, slot) in cells.iter_mut().zip(&rule.slots) {
                *cells |= 1 << slot.cell;
            }
        }
        // No rule comes twice, so none is missing if their number is right.
        let both = (cells[0] & cells[1]).count_ones();
        let all = cells[0].count_ones() * cells[1].count_ones() - both;
        (usize::try_from(all) == Ok(rules.len())).then_some(Pair { pattern, cells })
    }

    /// Writes the two loops.
    pub(super) fn apply(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        (lookup, number): (&Lookup<'_>, usize),
        results: Results<'_>,
    ) {
        // Pieces are fewer than empty cells, and what is asked about them is asked once.
        let is_empty = |slot: usize| self.pattern.slots[slot].holds == ContentSet::only(Content(0));
        let outer = usize::from(is_empty(0) && !is_empty(1));
        let inner = 1 - outer;
        let [first, second] = [outer, inner].map(|slot| self.fitting(context, lookup, slot));
        let fixed = self.pattern.fixed_hold(context, lookup.state);
        let mut looped = |context: &mut Context<'_>, code: &mut Code| {
            let places = code.name(&format!("places_{number}"), first.clone());
            let others = code.name(&format!("others_{number}"), second.clone());
            code.repeat(places.differs(0), |code| {
                let place = code.name("place", &places & (!&places + 1));
                code.update(&places, Operator::Xor, &place);
                let others = code.name(
                    "others",
                    if self.may_meet() { &others & !&place } else { others.clone() },
                );
                code.repeat(others.differs(0), |code| {
                    let other = code.name("other", &others & (!&others + 1));
                    code.update(&others, Operator::Xor, &other);
                    let bit =
                        |slot: usize| if slot == outer { place.clone() } else { other.clone() };
                    self.result(context, code, lookup, &bit, results);
                });
            });
        };
        match fixed.value() {
            Some(0) => {}
            Some(_) => looped(context, code),
            None => code.when(fixed, |code| looped(context, code)),
        }
    }

    /// Whether one cell could fit both. What a slot holds says nothing if it is not tested: that
    /// follows from the other slot, so only for other cells.
    fn may_meet(&self) -> bool {
        let [first, second] = [0, 1].map(|slot| &self.pattern.slots[slot]);
        let are_told_apart =
            first.tested && second.tested && first.holds.intersection(second.holds).is_empty();
        self.cells[0] & self.cells[1] != 0 && !are_told_apart
    }

    /// The cells that fit one of the two.
    fn fitting(&self, context: &mut Context<'_>, lookup: &Lookup<'_>, number: usize) -> Expr {
        let slot = &self.pattern.slots[number];
        let mut fitting =
            Expr::set(context.layout.set_type(), self.cells[number], context.layout.cells);
        if slot.tested {
            fitting = fitting & holding(context, lookup.state, slot.holds);
        }
        for need in &slot.in_shape {
            let inside = shapes::cells_in(context, lookup.state, need.shape, slot.holds);
            fitting = fitting & if need.negated { !inside } else { inside };
        }
        match lookup.from {
            Some(from) if self.pattern.source == Some(number) => fitting & from.clone(),
            _ => fitting,
        }
    }

    /// Writes what is done for two cells.
    fn result(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        lookup: &Lookup<'_>,
        bit: &dyn Fn(usize) -> Expr,
        results: Results<'_>,
    ) {
        let next = match lookup.only_here {
            true => lookup.state.clone(),
            false => code.name("next", lookup.state.clone()),
        };
        if !lookup.only_here {
            self.pattern.change(context, code, bit, (lookup.state, &next));
        }
        let here = match self.pattern.here {
            None => Here::Nowhere,
            Some(Spot::Fixed(cell)) => Here::Fixed(cell),
            Some(Spot::Slot(slot)) => Here::At(bit(slot)),
        };
        let changes = self.pattern.slots.iter().any(|slot| slot.becomes.is_some());
        let change = if changes { Change::Certain } else { Change::Never };
        results(context, code, Draft { next, here, change });
    }
}
