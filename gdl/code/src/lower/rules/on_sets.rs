//! Rules on positions that are kept as sets: all places of a pattern at once.
//!
//! A piece of any kind that moves is carried in every set:
//! `carried = frog & place; frog ^= carried | carried << 1`. Whether it is a frog then needs no
//! branch, which a processor would guess wrong half of the time.

mod pairs;
mod together;

use super::condition::{holding, shapes};
use super::draft::{Change, Draft, Lookup, Results};
use super::flat::{Becomes, FlatRule, InShape, Spot};
use super::unique::is_unique;
use super::view::Here;
use crate::ir::{Code, Expr, Kind, Operator};
use crate::lower::context::{Context, Style};
use crate::model::{CellId, Content, ContentSet};
use std::collections::BTreeMap;

/// Rules that are the same but for their place: each slot lies so far from the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    slots: Vec<PatternSlot>,
    fixed: Vec<(CellId, InShape)>,
    here: Option<Spot>,
    source: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PatternSlot {
    offset: i64,
    /// What stands there before.
    holds: ContentSet,
    /// Whether that must be tested.
    tested: bool,
    /// The shapes it must lie in, or must not.
    in_shape: Vec<InShape>,
    /// What stands there afterwards, if that changes.
    becomes: Option<Becomes>,
}

/// The patterns of rules that [surely change something](FlatRule::surely_changes) or nothing, each
/// with the places of its first slot.
pub(super) fn patterns(rules: &[FlatRule]) -> BTreeMap<Pattern, u128> {
    let mut patterns: BTreeMap<Pattern, u128> = BTreeMap::new();
    for rule in rules {
        let first = rule.slots.first().map_or(0, |slot| slot.cell);
        *patterns.entry(Pattern::of(rule)).or_default() |= 1 << first;
    }
    patterns
}

/// Writes the code for such rules.
pub(super) fn code(
    context: &mut Context<'_>,
    code: &mut Code,
    rules: &[FlatRule],
    lookup: &Lookup<'_>,
    numbered: &mut usize,
    results: Results<'_>,
) {
    let (pairs, rest) = pairs::pairs(rules);
    for pair in pairs {
        *numbered += 1;
        pair.apply(context, code, (lookup, *numbered), results);
    }
    let patterns = patterns(&rest);
    let placed = patterns.iter().map(|(pattern, places)| (pattern, *places));
    let (shared, alone) = match context.style {
        Style::Small => together::shared(context, placed, lookup),
        Style::Fast | Style::Plain => (Vec::new(), placed.collect()),
    };
    for group in shared {
        together::code(context, code, &group, (lookup, numbered), results);
    }
    for (pattern, places) in alone {
        *numbered += 1;
        pattern.apply(context, code, places, (lookup, *numbered), results);
    }
}

/// How far a cell lies after another.
pub(super) fn offset(first: usize, cell: usize) -> i64 {
    let number = |cell: usize| i64::try_from(cell).expect("at most MAX_CELLS");
    number(cell) - number(first)
}

/// The bits of a set, seen from cells so far away.
fn seen_from(set: Expr, offset: i64) -> Expr {
    if offset < 0 { set << offset.unsigned_abs() } else { set >> offset.unsigned_abs() }
}

/// The bits of a set, moved so far.
pub(super) fn moved(set: &Expr, offset: i64) -> Expr {
    if offset < 0 { set >> offset.unsigned_abs() } else { set << offset.unsigned_abs() }
}

impl Pattern {
    /// The pattern of a rule.
    fn of(rule: &FlatRule) -> Self {
        let first = rule.slots.first().map_or(0, |slot| slot.cell);
        let slots = rule.slots.iter().map(|slot| PatternSlot {
            offset: offset(first, slot.cell),
            holds: slot.needs,
            tested: slot.tested,
            in_shape: slot.in_shape.clone(),
            becomes: slot.becomes,
        });
        Pattern {
            slots: slots.collect(),
            fixed: rule.fixed.clone(),
            here: rule.here,
            source: rule.source,
        }
    }

    /// The places where it fits.
    pub(super) fn fitting(&self, context: &mut Context<'_>, state: &Expr, places: u128) -> Expr {
        let ty = context.layout.set_type();
        let mut fitting = Expr::set(ty, places, context.layout.cells);
        for slot in &self.slots {
            if slot.tested {
                // Bits that are no cells are left out by the places.
                fitting = fitting & seen_from(holding(context, state, slot.holds), slot.offset);
            }
            for need in &slot.in_shape {
                let inside = shapes::cells_in(context, state, need.shape, slot.holds);
                let inside = if need.negated { !inside } else { inside };
                fitting = fitting & seen_from(inside, slot.offset);
            }
        }
        fitting
    }

    /// The places where it fits for a piece that comes from where one is looked for.
    fn fitting_from(&self, context: &mut Context<'_>, lookup: &Lookup<'_>, places: u128) -> Expr {
        let fitting = self.fitting(context, lookup.state, places);
        match (lookup.from, self.source) {
            (Some(from), Some(source)) => {
                fitting & seen_from(from.clone(), self.slots[source].offset)
            }
            _ => fitting,
        }
    }

    /// What it asks about cells that never change.
    fn fixed_hold(&self, context: &mut Context<'_>, state: &Expr) -> Expr {
        let mut all = Expr::truth(true);
        for (cell, need) in &self.fixed {
            let inside = shapes::cell_lies_in(context, state, need.shape, *cell);
            all = all.and_then(&if need.negated { !inside } else { inside });
        }
        all
    }

    /// Whether the only piece of its kind must stand on a certain cell of it, so that there is one
    /// place at most.
    fn has_one_place(&self, context: &Context<'_>) -> bool {
        let tested = self.slots.iter().filter(|slot| slot.tested);
        let mut contents = tested.filter_map(|slot| slot.holds.single());
        contents.any(|content| is_unique(context.hash, content.0))
    }

    /// Writes the changes at a place.
    pub(super) fn change_at(
        &self,
        context: &Context<'_>,
        code: &mut Code,
        place: &Expr,
        states: (&Expr, &Expr),
    ) {
        self.change(context, code, &|slot| moved(place, self.slots[slot].offset), states);
    }

    /// Writes the changes, if the slots have these bits.
    fn change(
        &self,
        context: &Context<'_>,
        code: &mut Code,
        bit_of: &dyn Fn(usize) -> Expr,
        (state, next): (&Expr, &Expr),
    ) {
        let kept = context.layout.sets(state).zip(context.layout.sets(next));
        for ((content, before), (_, after)) in kept {
            let bits: Vec<Option<Expr>> = (0..self.slots.len())
                .map(|slot| self.bit(code, slot, bit_of, (content, &before)))
                .collect();
            let mut flipped: Vec<Expr> = Vec::new();
            for (slot, number) in self.slots.iter().zip(0..) {
                let come = match slot.becomes {
                    None => continue,
                    Some(Becomes::Content(to)) => (to == content).then(|| bit_of(number)),
                    Some(Becomes::Slot(from)) => {
                        let way = slot.offset - self.slots[from].offset;
                        bits[from].as_ref().map(|bit| moved(bit, way))
                    }
                };
                flipped.extend(match (&bits[number], come) {
                    (Some(gone), Some(come)) if *gone == come => None,
                    (Some(gone), Some(come)) => Some(gone ^ come),
                    (gone, come) => gone.clone().or(come),
                });
            }
            // Bits of different slots are different bits.
            if let Some(bits) = flipped.into_iter().reduce(|bits, bit| bits | bit) {
                code.update(&after, Operator::Xor, bits);
            }
        }
    }

    /// The bit of a slot in the set of a content, where it is needed for a change; none if it is
    /// not in the set.
    fn bit(
        &self,
        code: &mut Code,
        number: usize,
        bit_of: &dyn Fn(usize) -> Expr,
        (content, set): (u8, &Expr),
    ) -> Option<Expr> {
        let slot = &self.slots[number];
        let copied = self.slots.iter().any(|slot| slot.becomes == Some(Becomes::Slot(number)));
        if !slot.holds.contains(Content(content)) || (slot.becomes.is_none() && !copied) {
            return None;
        }
        let bit = bit_of(number);
        if slot.holds.single().is_some() {
            return Some(bit);
        }
        let name = match &*set.kind {
            Kind::Field(_, name) => name,
            other => unreachable!("a set is a field, not {other:?}"),
        };
        Some(code.name(&format!("{name}_{}", number + 1), set & bit))
    }

    fn changes(&self) -> Change {
        let changes = self.slots.iter().any(|slot| slot.becomes.is_some());
        if changes { Change::Certain } else { Change::Never }
    }

    /// Writes the loop over all places.
    fn apply(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        places: u128,
        (lookup, number): (&Lookup<'_>, usize),
        results: Results<'_>,
    ) {
        let state = lookup.state;
        let fixed = self.fixed_hold(context, state);
        let one_place = lookup.only_here || lookup.unique && self.has_one_place(context);
        let mut looped = |context: &mut Context<'_>, code: &mut Code| {
            if self.slots.is_empty() {
                let next = code.name("next", state.clone());
                let here = self.here.map_or(Here::Nowhere, |here| self.here_at(here, None));
                results(context, code, Draft { next, here, change: Change::Never });
                return;
            }
            if lookup.from.is_some() && self.source.is_none() {
                return;
            }
            let fitting = self.fitting_from(context, lookup, places);
            let mut result = |code: &mut Code, place: &Expr| {
                let next = match lookup.only_here {
                    true => state.clone(),
                    false => code.name("next", state.clone()),
                };
                if !lookup.only_here {
                    self.change_at(context, code, place, (state, &next));
                }
                let here = self.here.map_or(Here::Nowhere, |here| self.here_at(here, Some(place)));
                results(context, code, Draft { next, here, change: self.changes() });
            };
            if one_place {
                let place = code.name(&format!("place_{number}"), fitting);
                code.when(place.differs(0), |code| result(code, &place));
                return;
            }
            let places = code.name(&format!("places_{number}"), fitting);
            code.repeat(places.differs(0), |code| {
                let place = code.name("place", &places & (!&places + 1));
                code.update(&places, Operator::Xor, &place);
                result(code, &place);
            });
        };
        match fixed.value() {
            Some(0) => {}
            Some(_) => looped(context, code),
            None => code.when(fixed, |code| looped(context, code)),
        }
    }

    fn here_at(&self, here: Spot, place: Option<&Expr>) -> Here {
        match (here, place) {
            (Spot::Fixed(cell), _) => Here::Fixed(cell),
            (Spot::Slot(slot), Some(place)) => Here::At(moved(place, self.slots[slot].offset)),
            (Spot::Slot(_), None) => unreachable!("a slot has a place"),
        }
    }
}
