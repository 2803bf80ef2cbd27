//! Whether a position has an index, where moves undone may lead out of the table.
//!
//! A position from which a move leads to one in the table keeps all invariants, as moves do. What
//! is left is to look whether its tier exists, with the counters and the player to move that the
//! tier has.

use crate::analyze::counts::What;
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::{place, tier};
use crate::model::{Content, ContentSet, PlayerId, State};
use crate::plan::arrangement::Arrangement;

/// Whether the position `before` has an index, given that some contents can become more or fewer.
/// None if that cannot be told.
pub(super) fn lower(context: &mut Context<'_>, counted: ContentSet) -> Option<Expr> {
    let hash = context.hash;
    let mut numbers: Vec<What> = hash.key.clone();
    let zones = || hash.tiers().iter().flat_map(|tier| &tier.zones);
    let counts_are_free =
        zones().any(|zone| matches!(zone.arrangement, Arrangement::Raw(_) | Arrangement::Bits(_)));
    if !counts_are_free {
        if !counted.is_empty() && hash.tiers().iter().any(|tier| tier.zones.len() > 1) {
            return None;
        }
        // What the others leave follows from them.
        let rest = ContentSet::only(Content(context.layout.rest));
        let others = counted.without(rest).iter().map(What::Content);
        numbers.extend(others.filter(|what| !hash.key.contains(what)).collect::<Vec<_>>());
    }
    let changes = |what: &What| match what {
        What::Content(content) => counted.contains(*content),
        What::Counter(_) => true,
    };
    let test = test(context, &numbers, numbers.iter().any(changes));
    let before = Expr::name(Type::State, "before");
    Some(match test {
        false => Expr::truth(true),
        true => context.call("has_index", &[before]),
    })
}

/// Whether the position `before` has an index, in the tier of a position that has one; `counters`
/// says whether counters can differ. Who may be to move is asked apart ([`may_move`]).
pub(super) fn in_tier(
    context: &mut Context<'_>,
    counted: ContentSet,
    counters: bool,
) -> Option<Expr> {
    if counted.is_empty() && !counters {
        return Some(Expr::truth(true));
    }
    if context.has_function("predecessors") {
        // It undoes the same moves and more, so what it asks about an index is enough.
        let before = Expr::name(Type::State, "before");
        let asks = context.has_function("has_index");
        return Some(if asks { context.call("has_index", &[before]) } else { Expr::truth(true) });
    }
    lower(context, counted)
}

/// Whether it can be a player's turn in the tier of the position `state`.
pub(super) fn may_move(context: &mut Context<'_>, player: PlayerId) -> Expr {
    may_move_now(context, &Expr::number(Type::U8, player.0))
}

/// Whether it can be the turn of a player whose number is computed, in the tier of `state`.
pub(super) fn may_move_now(context: &mut Context<'_>, player: &Expr) -> Expr {
    let Some(table) = movers(context) else { return Expr::truth(true) };
    let tier = match context.has_tiers() {
        true => context.call("tier_of", &[context.state()]),
        false => place(0),
    };
    ((table.at(tier).to(Type::U32) >> player.to(Type::U32)) & 1).differs(0)
}

/// Adds the function `has_index`, if there is anything to test; `tiers` says whether the tier can
/// be another.
fn test(context: &mut Context<'_>, numbers: &[What], tiers: bool) -> bool {
    let hash = context.hash;
    let state = context.state();
    let width = numbers.len();
    let keys: Vec<Vec<u64>> = (0..hash.tiers().len())
        .map(|tier| {
            let state = hash.unrank(hash.blocks.start(tier));
            numbers.iter().map(|what| number(context, what, &state)).collect()
        })
        .collect();
    let many = context.has_tiers();
    let table = (tiers && many).then(|| {
        let doc = "The numbers that tell the tier, by tier.";
        context.listed("TIER_KEYS", doc, keys.concat(), width)
    });
    let movers = movers(context);
    let body = Code::block(|code| {
        let no = |code: &mut Code, wrong: Expr| {
            code.when(wrong, |code| code.give(Expr::truth(false)));
        };
        for (counter, initial) in hash.initial.iter().enumerate() {
            let value = context.layout.counter(&state, counter);
            let in_key = hash
                .key
                .iter()
                .any(|what| matches!(what, What::Counter(it) if usize::from(*it) == counter));
            let free = hash.counters.iter().find(|(free, _, _)| *free == counter);
            match free {
                _ if in_key => {}
                None => no(code, value.differs(u64::from(*initial))),
                Some((_, low, values)) => {
                    let high = (u64::from(*low) + values - 1).min(255);
                    let below = value.less(u64::from(*low));
                    let above = Expr::number(Type::U8, high).less(&value);
                    // A byte has no values beyond these.
                    match (*low, high) {
                        (0, 255) => {}
                        (0, _) => no(code, above),
                        (_, 255) => no(code, below),
                        _ => no(code, below.or_else(&above)),
                    }
                }
            }
        }
        let mut tier = place(0);
        if tiers {
            let mut held = Vec::new();
            for (column, what) in numbers.iter().enumerate() {
                let name = format!("number_{}", column + 1);
                let value = tier::number(context, code, &state, what);
                let value = code.name(&name, value);
                let column = keys.iter().map(|key| key[column]);
                let (low, high) = (column.clone().min().unwrap_or(0), column.max().unwrap_or(0));
                let below = value.less(low);
                let above = Expr::number(Type::Index, high).less(&value);
                no(code, if low == 0 { above } else { below.or_else(&above) });
                held.push(value);
            }
            if let Some(table) = &table {
                tier = code.name("own_tier", context.call("tier_of", std::slice::from_ref(&state)));
                for (column, value) in held.iter().enumerate() {
                    let row = &tier * u64::try_from(width).expect("few numbers") + place(column);
                    no(code, value.differs(table.at(row).to(Type::Index)));
                }
            }
        } else if many && movers.is_some() {
            tier = code.name("own_tier", context.call("tier_of", std::slice::from_ref(&state)));
        }
        if let (Some(table), Some(mover)) = (&movers, context.layout.mover(&state)) {
            let may = (table.at(&tier).to(Type::U32) >> mover.to(Type::U32)) & 1;
            no(code, may.equals(0));
        }
        code.give(Expr::truth(true));
    });
    if body.len() == 1 {
        return false;
    }
    let doc = "Whether a position has an index, if a move leads from it to one that has.";
    context.helper("has_index", doc, &[state], Type::Bool, body);
    true
}

/// By tier: the players who can be to move, as bits; none if that is everybody everywhere.
fn movers(context: &mut Context<'_>) -> Option<Expr> {
    let sides = context.model.sides();
    let tiers = context.hash.tiers();
    if tiers.iter().all(|tier| tier.movers.len() == sides) {
        return None;
    }
    let bits = |tier: &crate::plan::hash::TierHash| {
        tier.movers.iter().fold(0_u64, |bits, mover| bits | 1 << mover.0)
    };
    let entries = tiers.iter().map(bits).collect();
    Some(context.listed(
        "TIER_MOVERS",
        "The players who can be to move, by tier, as bits.",
        entries,
        20,
    ))
}

/// A number of a position, cells that never change left out.
fn number(context: &Context<'_>, what: &What, state: &State) -> u64 {
    match what {
        What::Counter(counter) => u64::from(state.counters[usize::from(*counter)]),
        What::Content(content) => {
            let held = context.hash.cells.iter().map(|cell| Content(state.cells[cell.index()]));
            u64::try_from(held.filter(|held| held == content).count()).expect("few cells")
        }
    }
}
