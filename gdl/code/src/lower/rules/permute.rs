//! Permutations of the contents of cells, perhaps with turns.

use super::draft::{Change, Draft, Results};
use super::on_sets::{moved, offset};
use super::rotate::turns_the_ring;
use super::view::Here;
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::{Form, ones};
use crate::model::{Carry, Content};
use std::collections::BTreeMap;

/// Writes the code for a permutation.
pub(super) fn code(
    context: &mut Context<'_>,
    code: &mut Code,
    carries: &[Carry],
    state: &Expr,
    results: Results<'_>,
) {
    let hash = context.hash;
    // Cells that never change keep what they hold, whatever is carried.
    let moves: Vec<(usize, usize, u8)> = carries
        .iter()
        .filter_map(|carry| {
            Some((hash.position(carry.from)?, hash.position(carry.to)?, carry.turn))
        })
        .collect();
    let modulus = turns(context);
    let alike = pieces_may_be_alike(context);
    let next = code.name("next", state.clone());
    let mut differences: Vec<Expr> = Vec::new();
    match context.form() {
        Form::Sets => {
            let mut by_shift: BTreeMap<i64, u128> = BTreeMap::new();
            let mut taken = 0_u128;
            for (from, to, _) in &moves {
                *by_shift.entry(offset(*from, *to)).or_default() |= 1 << from;
                taken |= 1 << to;
            }
            let width = context.layout.cells;
            let ty = context.layout.set_type();
            let kept = Expr::set(ty.clone(), ones(width) & !taken, width);
            for ((_, from), (_, to)) in context.layout.sets(state).zip(context.layout.sets(&next)) {
                let mut result = &from & &kept;
                for (shift, cells) in &by_shift {
                    let some = &from & Expr::set(ty.clone(), *cells, width);
                    result = result | moved(&some, *shift);
                }
                code.set(&to, result);
                differences.push(from.differs(&to));
            }
        }
        Form::Cells => {
            let (old, new) = (context.layout.cells(state), context.layout.cells(&next));
            for (from, to, _) in moves.iter().filter(|(from, to, _)| from != to) {
                code.set(&new.at(place(*to)), old.at(place(*from)));
                differences.push(new.at(place(*to)).differs(old.at(place(*to))));
            }
            if let Some(modulus) = &modulus {
                // The sum of two turns may not fit a byte.
                let most = context.model.pieces.iter().map(|piece| piece.turns).max();
                let most = u16::from(most.unwrap_or(0))
                    + u16::from(moves.iter().map(|(_, _, turn)| *turn).max().unwrap_or(0));
                let wide = if most > 255 { Type::U32 } else { Type::U8 };
                let (old, new) = (context.layout.turns(state), context.layout.turns(&next));
                let held = context.layout.cells(state);
                for (from, to, turn) in
                    moves.iter().filter(|(from, to, turn)| from != to || *turn != 0)
                {
                    let turned = old.at(place(*from)).to(wide.clone()) + u64::from(*turn);
                    let turned = match modulus {
                        _ if *turn == 0 => turned,
                        Modulus::One(modulus) => turned % *modulus,
                        Modulus::ByContent(table) => {
                            let modulus = table.at(held.at(place(*from)).to(Type::Index));
                            turned % modulus.to(wide.clone())
                        }
                    };
                    code.set(&new.at(place(*to)), turned.to(Type::U8));
                    differences.push(new.at(place(*to)).differs(old.at(place(*to))));
                }
            }
        }
    }
    let changed = differences.into_iter().reduce(|one, other| one.or_else(&other));
    let moves_something = |(from, to, turn): &(usize, usize, u8)| {
        let turns =
            matches!(modulus, Some(Modulus::One(modulus)) if u64::from(*turn) % modulus != 0);
        from != to || turns
    };
    let change = match changed {
        None => Change::Never,
        Some(_) if turns_the_ring(context, carries) => Change::Unknown,
        Some(_) if !alike && moves.iter().any(moves_something) => Change::Certain,
        Some(changed) => Change::If(changed),
    };
    results(context, code, Draft { next, here: Here::Nowhere, change });
}

/// After how many turns a piece looks as before.
enum Modulus {
    One(u64),
    ByContent(Expr),
}

fn turns(context: &mut Context<'_>) -> Option<Modulus> {
    if !context.hash.turning {
        return None;
    }
    let turns: Vec<u64> = context.model.pieces.iter().map(|piece| u64::from(piece.turns)).collect();
    // An empty cell is not turned.
    let possible = &context.facts.terrain.possible;
    let empty = possible.iter().any(|contents| contents.contains(Content::EMPTY));
    if !empty && turns.iter().all(|other| *other == turns[0]) {
        return Some(Modulus::One(turns[0]));
    }
    let by_content = [1].into_iter().chain(turns).collect();
    let doc = "After how many turns each content looks as before.";
    Some(Modulus::ByContent(context.listed("TURNS", doc, by_content, 20)))
}

/// Whether there may be two of a kind, so that a permutation can change nothing.
fn pieces_may_be_alike(context: &Context<'_>) -> bool {
    let zones = context.hash.tiers().iter().flat_map(|tier| &tier.zones);
    let mut zones = zones.peekable();
    let none = zones.peek().is_none();
    none || !zones.all(|zone| zone.arrangement.is_permutation())
}
