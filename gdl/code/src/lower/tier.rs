//! The tier of a position: the numbers of the key, looked up one after the other.
//!
//! The keys are the paths of a tree: each number leads to a node of the next level, the last to
//! the tier. Each level is a table with one row for every node that is not empty, so the tables
//! are small even where few of all combinations occur.

use super::context::Context;
use super::names::plain;
use super::state::{Form, content_name, counter_name};
use crate::analyze::counts::What;
use crate::ir::{Code, Expr, Operator, Type};
use std::collections::BTreeMap;

/// Adds the function `tier`, if there are several.
pub(super) fn lower(context: &mut Context<'_>) {
    if !context.has_tiers() {
        return;
    }
    let hash = context.hash;
    let keys: Vec<Vec<i64>> = hash.tiers().iter().map(|tier| tier.key.clone()).collect();
    let levels = hash.key.len();
    let mut lows = Vec::new();
    let mut ranges = Vec::new();
    for level in 0..levels {
        let numbers = keys.iter().map(|key| key[level]);
        let (low, high) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
        lows.push(low);
        ranges.push(usize::try_from(high - low + 1).expect("the highest is not below the lowest"));
    }
    // By level: the node of each beginning of a key.
    let mut nodes: Vec<BTreeMap<&[i64], usize>> = vec![BTreeMap::from([(&[] as &[i64], 0)])];
    for level in 1..levels {
        let mut beginnings = BTreeMap::new();
        for key in &keys {
            let next = beginnings.len();
            beginnings.entry(&key[..level]).or_insert(next);
        }
        nodes.push(beginnings);
    }
    let mut tables = Vec::new();
    for level in 0..levels {
        let mut entries = vec![0_u64; nodes[level].len() * ranges[level]];
        for (tier, key) in keys.iter().enumerate() {
            let row = nodes[level][&key[..level]];
            let column = usize::try_from(key[level] - lows[level]).expect("not below the lowest");
            let next = nodes.get(level + 1).map_or(tier, |nodes| nodes[&key[..=level]]);
            entries[row * ranges[level] + column] = u64::try_from(next).expect("few tiers");
        }
        let what = name(context, &hash.key[level]);
        let table_name = format!("BY_{}", what.to_uppercase());
        let doc = if level + 1 == levels {
            format!("The tier by {}; 0 also for what does not occur.", plain(&what))
        } else {
            format!("A step towards the tier, by {}.", plain(&what))
        };
        tables.push(context.listed(&table_name, &doc, entries, ranges[level].min(20)));
    }
    let state = context.state();
    let body = Code::block(|code| {
        let mut node: Option<Expr> = None;
        for level in 0..levels {
            let number = number(context, code, &state, &hash.key[level]);
            let on_terrain = terrain_count(context, &hash.key[level]);
            let low = u64::try_from(lows[level] - on_terrain).expect("no more stand on terrain");
            let column = if low == 0 { number } else { number - low };
            let range = u64::try_from(ranges[level]).expect("counts are small");
            let place = match node {
                Some(node) => node * range + column,
                None => column,
            };
            let next = tables[level].at(place).to(Type::Index);
            node = Some(if level + 1 == levels {
                next
            } else {
                let what = name(context, &hash.key[level]);
                code.name(&format!("by_{what}"), next)
            });
        }
        code.give(node.expect("a key has numbers"));
    });
    context.function("tier_of", "The tier of a position.", &[state], Type::Index, body);
    same_tier(context);
}

/// Adds the function `same_tier`, which compares the numbers themselves: what can be compared
/// without counting comes first.
fn same_tier(context: &mut Context<'_>) {
    let [one, other] = ["one", "other"].map(|name| Expr::name(Type::State, name));
    let key = &context.hash.key;
    let (counters, contents): (Vec<&What>, Vec<&What>) =
        key.iter().partition(|what| matches!(what, What::Counter(_)));
    let body = Code::block(|code| {
        let mut same = Expr::truth(true);
        for what in counters {
            let [one, other] = [&one, &other].map(|state| number(context, code, state, what));
            same = same.and_then(&one.equals(other));
        }
        if context.form() == Form::Sets {
            for what in contents {
                let [one, other] = [&one, &other].map(|state| number(context, code, state, what));
                same = same.and_then(&one.equals(other));
            }
        } else if !contents.is_empty() {
            if same.value() != Some(1) {
                code.when(!same, |code| code.give(Expr::truth(false)));
            }
            same = same_counts(context, code, &contents, [&one, &other]);
        }
        code.give(same);
    });
    let doc = "Whether two positions are in the same tier.";
    context.function("same_tier", doc, &[one, other], Type::Bool, body);
}

/// Writes the code that counts in two positions at once, cell by cell; gives whether all counts
/// are the same.
fn same_counts(
    context: &Context<'_>,
    code: &mut Code,
    contents: &[&What],
    states: [&Expr; 2],
) -> Expr {
    let mut counts = Vec::new();
    for what in contents {
        let name = name(context, what);
        counts.push(["one", "other"].map(|whose| {
            code.name(&format!("{name}_of_{whose}"), Expr::number(Type::Index, 0_u32))
        }));
    }
    code.count("cell", 0, context.layout.cells as u64, |code, cell| {
        for (what, counts) in contents.iter().zip(&counts) {
            for (state, count) in states.iter().zip(counts) {
                let held = context.layout.cells(state).at(&cell);
                code.update(count, Operator::Add, counted(context, what, held));
            }
        }
    });
    let same = counts.iter().map(|[one, other]| one.equals(other));
    same.fold(Expr::truth(true), |all, same| all.and_then(&same))
}

/// What a cell adds to a number of the key.
fn counted(context: &Context<'_>, what: &What, held: Expr) -> Expr {
    match what {
        What::Content(content) if !context.hash.heap => {
            held.equals(u64::from(content.0)).to(Type::Index)
        }
        What::Content(_) | What::Counter(_) => held.to(Type::Index),
    }
}

/// A name for a number of the key.
fn name(context: &Context<'_>, what: &What) -> String {
    match what {
        What::Counter(counter) => counter_name(context.model, usize::from(*counter)),
        What::Content(_) if context.hash.heap => "sum".to_owned(),
        What::Content(content) => content_name(context.model, *content),
    }
}

/// How many cells that never change hold what is counted.
fn terrain_count(context: &Context<'_>, what: &What) -> i64 {
    let What::Content(content) = what else { return 0 };
    if context.hash.heap {
        return 0;
    }
    let hash = context.hash;
    let fixed = context.model.board.ids().filter(|cell| !hash.cells.contains(cell));
    let count = fixed.filter(|cell| hash.board[cell.index()] == content.0).count();
    i64::try_from(count).expect("at most MAX_CELLS")
}

/// Writes the code for a number of the key, terrain left out.
pub(super) fn number(context: &Context<'_>, code: &mut Code, state: &Expr, what: &What) -> Expr {
    match what {
        What::Counter(counter) => {
            context.layout.counter(state, usize::from(*counter)).to(Type::Index)
        }
        What::Content(content) if context.form() == Form::Sets => {
            context.layout.set_or_rest(state, content.0).count_ones().to(Type::Index)
        }
        What::Content(_) => {
            let cells = context.layout.cells(state);
            let total = code.name(&name(context, what), Expr::number(Type::Index, 0_u32));
            code.count("cell", 0, context.layout.cells as u64, |code, cell| {
                code.update(&total, Operator::Add, counted(context, what, cells.at(&cell)));
            });
            total
        }
    }
}
