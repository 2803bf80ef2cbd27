//! Rules on positions that are kept cell by cell: the places of a pattern are rows of a table.

use super::condition::{holds, shapes};
use super::draft::{Change, Draft, Lookup, Results};
use super::flat::{Becomes, FlatRule, InShape, Spot};
use super::unique::is_unique;
use super::view::Here;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::{CellId, ContentSet};
use std::collections::BTreeMap;

/// What is tested and changed, in terms of slots.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    slots: Vec<PatternSlot>,
    fixed: Vec<(CellId, InShape)>,
    here: Option<Spot>,
    source: Option<usize>,
    /// Whether it always changes something.
    certain: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PatternSlot {
    needs: Option<ContentSet>,
    in_shape: Vec<InShape>,
    /// What it becomes: a content, or what another slot held.
    becomes: Option<(bool, u8)>,
}

/// The cells of the slots, place by place.
pub(super) type Rows = Vec<Vec<usize>>;

/// The patterns of rules with their places.
pub(super) fn patterns(rules: &[FlatRule]) -> BTreeMap<Pattern, Rows> {
    let mut patterns: BTreeMap<Pattern, Rows> = BTreeMap::new();
    for rule in rules {
        let slots = rule.slots.iter().map(|slot| PatternSlot {
            needs: slot.tested.then_some(slot.needs),
            in_shape: slot.in_shape.clone(),
            becomes: slot.becomes.map(|becomes| match becomes {
                Becomes::Content(content) => (false, content),
                Becomes::Slot(from) => (true, u8::try_from(from).expect("few slots")),
            }),
        });
        let pattern = Pattern {
            slots: slots.collect(),
            fixed: rule.fixed.clone(),
            here: rule.here,
            source: rule.source,
            certain: rule.surely_changes(),
        };
        let cells = rule.slots.iter().map(|slot| slot.cell).collect();
        patterns.entry(pattern).or_default().push(cells);
    }
    patterns
}

/// Writes the code for rules, with tables named after the move.
pub(super) fn code(
    context: &mut Context<'_>,
    code: &mut Code,
    rules: &[FlatRule],
    lookup: &Lookup<'_>,
    numbered: &mut usize,
    results: Results<'_>,
) {
    for (pattern, mut rows) in patterns(rules) {
        *numbered += 1;
        let suffix = if *numbered == 1 { String::new() } else { format!("_{numbered}") };
        pattern.apply(context, code, &mut rows, (lookup, &suffix), results);
    }
}

/// The slot that holds a piece of which there is exactly one.
fn unique_slot(context: &Context<'_>, pattern: &Pattern) -> Option<(usize, u8)> {
    pattern.slots.iter().enumerate().find_map(|(number, slot)| {
        let content = slot.needs?.single()?.0;
        is_unique(context.hash, content).then_some((number, content))
    })
}

/// The table of the places of a pattern.
pub(super) fn table(context: &mut Context<'_>, title: &str, rows: &[Vec<usize>]) -> Expr {
    // A pattern may look at cells only that never change.
    let width = rows[0].len().max(1);
    let flat = rows.iter().flatten().map(|cell| u64::try_from(*cell).expect("few cells")).collect();
    let doc = "The cells of each place where the move can be made.";
    context.listed(title, doc, flat, width * (20 / width).max(1))
}

/// Writes names for the cells of a place.
pub(super) fn slots(code: &mut Code, table: &Expr, row: &Expr, width: usize) -> Vec<Expr> {
    (0..width)
        .map(|slot| {
            let at = row * u64::try_from(width).expect("few slots") + place(slot);
            code.name(&format!("cell_{}", slot + 1), table.at(at).to(Type::Index))
        })
        .collect()
}

impl Pattern {
    /// Number of slots.
    pub(super) fn width(&self) -> usize {
        self.slots.len()
    }

    /// Whether it fits on some cells; one slot may be known to. None if there is nothing to test.
    pub(super) fn fits(
        &self,
        context: &mut Context<'_>,
        state: &Expr,
        slots: &[Expr],
        known: Option<usize>,
    ) -> Option<Expr> {
        let cells = context.layout.cells(state);
        let mut tests = Vec::new();
        for (number, slot) in self.slots.iter().enumerate() {
            if let Some(needs) = slot.needs.filter(|_| known != Some(number)) {
                tests.push(holds(context, &cells.at(&slots[number]), needs));
            }
        }
        for (number, slot) in self.slots.iter().enumerate() {
            for need in &slot.in_shape {
                let inside = shapes::place_lies_in(context, state, need.shape, &slots[number]);
                tests.push(if need.negated { !inside } else { inside });
            }
        }
        tests.into_iter().reduce(|all, test| all.and_then(&test))
    }

    /// Writes the changes on some cells; gives whether something changed.
    pub(super) fn change(
        &self,
        context: &Context<'_>,
        code: &mut Code,
        (state, next): (&Expr, &Expr),
        slots: &[Expr],
    ) -> Change {
        let mut changed: Option<Expr> = None;
        for (slot, what) in self.slots.iter().enumerate() {
            let Some((copied, value)) = what.becomes else { continue };
            let (held, turned) = if copied {
                let from = &slots[usize::from(value)];
                (context.layout.cells(state).at(from), context.layout.turns(state).at(from))
            } else {
                (Expr::number(Type::U8, value), Expr::number(Type::U8, 0_u32))
            };
            let mut differs = context.layout.cells(state).at(&slots[slot]).differs(&held);
            code.set(&context.layout.cells(next).at(&slots[slot]), held);
            if context.hash.turning {
                let old = context.layout.turns(state).at(&slots[slot]);
                differs = differs.or_else(&old.differs(&turned));
                code.set(&context.layout.turns(next).at(&slots[slot]), turned);
            }
            changed = Some(changed.map_or(differs.clone(), |changed| changed.or_else(&differs)));
        }
        match changed {
            None => Change::Never,
            Some(_) if self.certain => Change::Certain,
            Some(changed) => Change::If(changed),
        }
    }

    /// Writes the loop over all places.
    fn apply(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        rows: &mut [Vec<usize>],
        (lookup, suffix): (&Lookup<'_>, &str),
        results: Results<'_>,
    ) {
        let mut fixed = Expr::truth(true);
        for (cell, need) in &self.fixed {
            let inside = shapes::cell_lies_in(context, lookup.state, need.shape, *cell);
            fixed = fixed.and_then(&if need.negated { !inside } else { inside });
        }
        let mut looped = |context: &mut Context<'_>, code: &mut Code| {
            if self.slots.is_empty() {
                self.result(context, code, lookup, &[], results);
                return;
            }
            let title = &format!("{}{suffix}", lookup.name.to_uppercase());
            let Some((table, (from, to), known)) =
                self.places(context, code, rows, (lookup, title, suffix))
            else {
                return;
            };
            code.count(&format!("row{suffix}"), from, to, |code, row| {
                let slots = slots(code, &table, &row, self.width());
                match self.fits(context, lookup.state, &slots, known) {
                    Some(test) => code.when(test, |code| {
                        self.result(context, code, lookup, &slots, results);
                    }),
                    None => self.result(context, code, lookup, &slots, results),
                }
            });
        };
        match fixed.value() {
            Some(0) => {}
            Some(_) => looped(context, code),
            None => code.when(fixed, |code| looped(context, code)),
        }
    }

    /// The table of the places, which of its rows to look at, and the slot that need not be tested
    /// then. None if there can be none.
    fn places(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        rows: &mut [Vec<usize>],
        (lookup, title, suffix): (&Lookup<'_>, &str, &str),
    ) -> Option<(Expr, (Expr, Expr), Option<usize>)> {
        let unique = unique_slot(context, self).filter(|_| lookup.unique);
        let sorted = match lookup.from {
            Some(_) => Some(self.source?),
            None => unique.map(|(slot, _)| slot),
        };
        if let Some(slot) = sorted {
            rows.sort_by_key(|row| row[slot]);
        }
        let table = table(context, title, rows);
        let all = context.layout.cells;
        let starts = sorted.map(|slot| {
            let before = |cell: usize| rows.iter().filter(|row| row[slot] < cell).count();
            let last = if lookup.from.is_some() { all + 1 } else { all };
            let starts =
                (0..=last).map(|cell| u64::try_from(before(cell)).expect("few places")).collect();
            let doc = match lookup.from {
                Some(_) => "Where the places with the piece that moves on a cell begin.",
                None => "Where the places with the only piece of its kind on a cell begin.",
            };
            context.listed(&format!("{title}_AT"), doc, starts, 20)
        });
        let range = match (unique, lookup.from, &starts) {
            (_, Some(from), Some(starts)) if lookup.only_here => {
                (starts.at(from).to(Type::Index), starts.at(from + 1).to(Type::Index))
            }
            (_, Some(from), Some(starts)) => {
                // The first time, any piece will do.
                let anywhere = from.equals(place(all + 1));
                let [first, last] =
                    [from.clone(), from + 1].map(|at| starts.at(at).to(Type::Index));
                let first = place(0).or_if_not(&anywhere, &first);
                let last = place(rows.len()).or_if_not(&anywhere, &last);
                let first = code.name(&format!("first{suffix}"), first);
                (first, code.name(&format!("last{suffix}"), last))
            }
            (Some((_, content)), None, Some(starts)) => {
                let cells = context.layout.cells(lookup.state);
                let only = code.name(&format!("only{suffix}"), place(0));
                code.repeat(cells.at(&only).differs(u64::from(content)), |code| {
                    code.update(&only, Operator::Add, place(1));
                });
                (starts.at(&only).to(Type::Index), starts.at(&only + 1).to(Type::Index))
            }
            _ => (place(0), place(rows.len())),
        };
        Some((table, range, unique.map(|(slot, _)| slot)))
    }

    /// Writes the code that makes the changes and goes on.
    fn result(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        lookup: &Lookup<'_>,
        slots: &[Expr],
        results: Results<'_>,
    ) {
        let (next, change) = if lookup.only_here {
            (lookup.state.clone(), Change::Certain)
        } else {
            let next = code.name("next", lookup.state.clone());
            let change = self.change(context, code, (lookup.state, &next), slots);
            (next, change)
        };
        let here = match self.here {
            None => Here::Nowhere,
            Some(Spot::Fixed(cell)) => Here::Fixed(cell),
            Some(Spot::Slot(slot)) => Here::At(slots[slot].clone()),
        };
        results(context, code, Draft { next, here, change });
    }
}
