//! Checking the values of a tier: each against those of its successors.
//!
//! This is not how values are found: it goes forward only, looks at each position on its own, and
//! recomputes its value from scratch, whether an end, a move out of the tier or one inside decides
//! it. It has its own reading of entries.
//!
//! **With depths that is a proof.** Suppose every value agrees with its successors. A win with ply
//! `d` has a move to a loss with ply `d - 1` (or, if the same player goes on, a win), so by
//! induction on `d` the claimed wins and losses are true: chains of claims end where the game
//! does. What is neither has no winning move, and a move to a position that is not lost either, so
//! nobody can force anything. A cycle of wins and losses that support each other cannot have
//! depths.
//!
//! **Without depths** such a cycle could be there. So claims are also *proven*: a mark is given to
//! ends, then to wins with a proven move and to losses all of whose moves are proven, until no
//! more can be given. Every claimed win and loss must have got one.
//!
//! LIMIT: margins are compared with their successors' only. Where play can go on for ever inside a
//! tier, several sets of margins could agree with themselves; that these are the right ones is
//! then not proven, only that none contradicts another.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::coding::margin;
use super::lookup::{Lookup, Place};
use super::margins::best;
use super::rules::Rules;
use super::work::Done;
use std::ops::Range;

/// What is claimed or found: the outcome for the player to move, and its ply where that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Win(u32),
    Loss(u32),
    Draw,
}

/// Compares the values of a range of slots with their successors'.
pub(super) fn check<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut done = Done::default();
    for slot in slots {
        if !tier.is_asked(slot) {
            continue;
        }
        let Some(state) = lookup.position(slot) else { continue };
        done.slots += 1;
        let place = Place { tier: lookup.own, slot };
        let right = if R::SCORES {
            let best = best(lookup, &state);
            done.moves += best.moves;
            best.margin == margin(tier.values.get(slot))
        } else {
            found(lookup, &state, &mut done) == claim(lookup, place)
        };
        if !right {
            done.wrong += 1;
            done.first_wrong = done.first_wrong.min(slot);
        }
    }
    done
}

/// What a table claims.
fn claim<R: Rules>(lookup: &Lookup<'_, R>, place: Place) -> Claim {
    let values = &lookup.tier(place.tier).values;
    let entry = values.get(place.slot);
    match values.bits {
        2 => match entry {
            1 => Claim::Win(0),
            2 => Claim::Loss(0),
            _ => Claim::Draw,
        },
        bits => {
            // Counts, and that a position is not lost, are the last 63 entries.
            let decided = 1..(1_u64 << bits) - 63;
            let plies = u32::try_from(entry.saturating_sub(1) / 2).expect("at most 16 bits");
            match entry {
                entry if !decided.contains(&entry) => Claim::Draw,
                entry if entry % 2 == 1 => Claim::Win(plies),
                _ => Claim::Loss(plies),
            }
        }
    }
}

/// What the successors of a position make of it.
fn found<R: Rules>(lookup: &Lookup<'_, R>, state: &R::State, done: &mut Done) -> Claim {
    let orders = &lookup.work.orders;
    let with_depth = lookup.tier(lookup.own).values.bits > 2;
    let ended = |end: u32| match end {
        1 => Claim::Win(0),
        2 => Claim::Loss(0),
        _ => Claim::Draw,
    };
    let end = lookup.end(state);
    if end != 0 {
        return ended(end);
    }
    let mut wins: Option<u32> = None;
    let mut draws = false;
    let mut moves = 0;
    let mut longest = 0;
    let mover = lookup.rules.mover(state);
    lookup.rules.successors(state, &mut |next| {
        moves += 1;
        let goes_on = lookup.rules.mover(next) == mover;
        let plies = |below: u32| if with_depth { below + 1 } else { 0 };
        let (place, _) = lookup.place_after(state, next);
        match (claim(lookup, place), goes_on) {
            (Claim::Draw, _) => draws = true,
            (Claim::Win(below), true) | (Claim::Loss(below), false) => {
                let plies = plies(below);
                wins = Some(wins.map_or(plies, |known| known.min(plies)));
            }
            (Claim::Win(below), false) | (Claim::Loss(below), true) => {
                longest = longest.max(plies(below));
            }
        }
    });
    done.moves += moves;
    match (moves, wins, draws) {
        (0, _, _) => ended(orders.stuck),
        (_, Some(plies), _) => Claim::Win(plies),
        (_, None, true) => Claim::Draw,
        (_, None, false) => Claim::Loss(longest),
    }
}

/// Marks the claims of a range of slots that follow from the game's end or from marked claims.
/// What leads out of the tier was proven before.
pub(super) fn prove<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut done = Done::default();
    for slot in slots {
        let place = Place { tier: lookup.own, slot };
        let claimed = claim(lookup, place);
        if claimed == Claim::Draw || !tier.is_asked(slot) || tier.fresh.get(slot) == 1 {
            continue;
        }
        let Some(state) = lookup.position(slot) else { continue };
        let (mut moves, mut all, mut some) = (0, true, false);
        if lookup.end(&state) == 0 {
            lookup.rules.successors(&state, &mut |next| {
                moves += 1;
                let (at, inside) = lookup.place_after(&state, next);
                let proven = !inside || lookup.tier(at.tier).fresh.get(at.slot) == 1;
                let helps = matches!(
                    (claim(lookup, at), lookup.same_mover(&state, next)),
                    (Claim::Win(_), true) | (Claim::Loss(_), false)
                );
                all &= proven;
                some |= proven && helps;
            });
        }
        done.moves += moves;
        // Where the game is over a claim needs no other; whether it is the right one was checked.
        let proven = match claimed {
            Claim::Win(_) => some || moves == 0,
            Claim::Loss(_) => all,
            Claim::Draw => false,
        };
        if proven && tier.fresh.mark(slot) {
            done.changed += 1;
        }
        if !proven {
            done.wrong += 1;
            done.first_wrong = done.first_wrong.min(slot);
        }
    }
    done
}
