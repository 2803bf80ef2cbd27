//! Rules on positions that are kept cell by cell: the places of a pattern are rows of a table.

use super::condition::holds;
use super::flat::{Becomes, FlatRule};
use super::{Turn, show};
use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::ContentSet;
use crate::plan::arrangement::Arrangement;
use std::collections::BTreeMap;

/// What is tested and changed, in terms of slots.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    slots: Vec<PatternSlot>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PatternSlot {
    needs: Option<ContentSet>,
    /// What it becomes: a content, or what another slot held.
    becomes: Option<(bool, u8)>,
}

/// The code for rules, with tables named after the move.
pub(super) fn code(
    context: &mut Context<'_>,
    rules: &[FlatRule],
    (turn, name): (&Turn<'_>, &str),
    numbered: &mut usize,
) -> Vec<Statement> {
    let mut patterns: BTreeMap<Pattern, Vec<Vec<usize>>> = BTreeMap::new();
    for rule in rules {
        let slots = rule.slots.iter().map(|slot| PatternSlot {
            needs: slot.tested.then_some(slot.needs),
            becomes: slot.becomes.map(|becomes| match becomes {
                Becomes::Content(content) => (false, content),
                Becomes::Slot(from) => (true, u8::try_from(from).expect("few slots")),
            }),
        });
        let cells = rule.slots.iter().map(|slot| slot.cell).collect();
        patterns.entry(Pattern { slots: slots.collect() }).or_default().push(cells);
    }
    let mut statements = Vec::new();
    for (pattern, mut rows) in patterns {
        *numbered += 1;
        let suffix = if *numbered == 1 { String::new() } else { format!("_{numbered}") };
        statements.extend(apply(context, &pattern, &mut rows, turn, (name, &suffix)));
    }
    statements
}

/// The slot that holds a piece of which there is exactly one.
fn unique_slot(context: &Context<'_>, pattern: &Pattern) -> Option<(usize, u8)> {
    let is_unique = |content: u8| {
        context.hash.tiers().iter().all(|tier| {
            let parts = tier.parts.iter().filter(|part| match &part.arrangement {
                Arrangement::Permutation { symbols, .. }
                | Arrangement::Blank { symbols, .. }
                | Arrangement::Ring { symbols, .. } => symbols.contains(&content),
                Arrangement::Colors { colors, ranks } => colors
                    .iter()
                    .zip(ranks.counts())
                    .any(|(color, count)| *color == content && *count == 1),
                _ => false,
            });
            parts.count() == 1
        })
    };
    pattern.slots.iter().enumerate().find_map(|(number, slot)| {
        let content = slot.needs?.single()?.0;
        is_unique(content).then_some((number, content))
    })
}

fn apply(
    context: &mut Context<'_>,
    pattern: &Pattern,
    rows: &mut [Vec<usize>],
    turn: &Turn<'_>,
    (name, suffix): (&str, &str),
) -> Vec<Statement> {
    let title = &format!("{}{suffix}", name.to_uppercase());
    let unique = unique_slot(context, pattern);
    if let Some((slot, _)) = unique {
        rows.sort_by_key(|row| row[slot]);
    }
    let width = pattern.slots.len();
    let flat = rows.iter().flatten().map(|cell| u64::try_from(*cell).expect("few cells")).collect();
    let table = context.listed(
        title,
        "The cells of each place where the move can be made.",
        flat,
        width * (20 / width).max(1),
    );
    let all = context.layout.cells;
    let starts = unique.map(|(slot, _)| {
        let before = |cell: usize| rows.iter().filter(|row| row[slot] < cell).count();
        let starts =
            (0..=all).map(|cell| u64::try_from(before(cell)).expect("few places")).collect();
        context.listed(
            &format!("{title}_AT"),
            "Where the places with the only piece of its kind on a cell begin.",
            starts,
            20,
        )
    });
    let state = context.state();
    let cells = context.layout.cells(&state);
    Code::block(|code| {
        let (from, to) = match (unique, &starts) {
            (Some((_, content)), Some(starts)) => {
                let only = code.name(&format!("only{suffix}"), place(0));
                code.repeat(cells.at(&only).differs(u64::from(content)), |code| {
                    code.update(&only, Operator::Add, place(1));
                });
                (starts.at(&only).to(Type::Index), starts.at(&only + 1).to(Type::Index))
            }
            _ => (place(0), place(rows.len())),
        };
        code.count(&format!("row{suffix}"), from, to, |code, row| {
            let slots: Vec<Expr> = (0..width)
                .map(|slot| {
                    let at = &row * u64::try_from(width).expect("few slots") + place(slot);
                    code.name(&format!("cell_{}", slot + 1), table.at(at).to(Type::Index))
                })
                .collect();
            let tests = pattern
                .slots
                .iter()
                .enumerate()
                .filter(|(slot, _)| unique.is_none_or(|(unique, _)| unique != *slot));
            let tests = tests.filter_map(|(slot, what)| {
                Some(holds(context, &cells.at(&slots[slot]), what.needs?))
            });
            match tests.reduce(|all, test| all.and_then(&test)) {
                Some(test) => code.when(test, |code| change(context, code, turn, pattern, &slots)),
                None => change(context, code, turn, pattern, &slots),
            }
        });
    })
}

/// Writes the code that makes the changes and shows the position.
fn change(
    context: &Context<'_>,
    code: &mut Code,
    turn: &Turn<'_>,
    pattern: &Pattern,
    slots: &[Expr],
) {
    let state = &context.state();
    let next = code.name("next", state.clone());
    let copies = pattern.slots.iter().any(|slot| matches!(slot.becomes, Some((true, _))));
    let mut changed: Option<Expr> = None;
    for (slot, what) in pattern.slots.iter().enumerate() {
        let Some((copied, value)) = what.becomes else { continue };
        let (held, turned) = if copied {
            let from = &slots[usize::from(value)];
            (context.layout.cells(state).at(from), context.layout.turns(state).at(from))
        } else {
            (Expr::number(Type::U8, value), Expr::number(Type::U8, 0_u32))
        };
        let mut differs = context.layout.cells(state).at(&slots[slot]).differs(&held);
        code.set(&context.layout.cells(&next).at(&slots[slot]), held);
        if context.hash.turning {
            let old = context.layout.turns(state).at(&slots[slot]);
            differs = differs.or_else(&old.differs(&turned));
            code.set(&context.layout.turns(&next).at(&slots[slot]), turned);
        }
        changed = Some(changed.map_or(differs.clone(), |changed| changed.or_else(&differs)));
    }
    // Only a copy can turn out to be what stood there before.
    show(context, code, turn, &next, changed.filter(|_| copies));
}
