//! What a player may do in a turn: her moves, those that she must make first, and passing if there
//! are none.

use super::rotate::ROTATED;
use super::visitor;
use crate::ir::{Code, Expr, Statement, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::{PlayerId, Stuck};

/// A move, and when it may be made.
pub(super) struct Call {
    pub(super) player: PlayerId,
    pub(super) must: bool,
    /// The function.
    pub(super) name: String,
    /// What must hold before it.
    pub(super) guard: Option<Expr>,
}

/// The body of `successors`; `ends` says whether the game can be over.
pub(super) fn body(context: &mut Context<'_>, calls: &[Call], ends: bool) -> Vec<Statement> {
    let state = context.state();
    let mut all = Code::block(|code| own_moves(context, code, calls));
    let passes = context.model.stuck == Some(Stuck::Passes) && context.model.players.len() > 1;
    let rotated = context.has_function(ROTATED);
    if passes || rotated {
        let doc = "Shows the position after each move of the player to move, whether or not the game is over.";
        context.helper("moves", doc, &[state.clone(), visitor()], Type::Nothing, all);
        all = Code::block(|code| moves(context, code, &state, visitor()));
    }
    if rotated {
        let body = Code::block(|code| {
            code.count("by", 0, place(context.layout.cells), |code, by| {
                let ring = code.name("ring", context.call(ROTATED, &[state.clone(), by]));
                moves(context, code, &ring, visitor());
            });
        });
        let doc = "The same however the ring is turned.";
        context.helper(MOVES_ON_RING, doc, &[state.clone(), visitor()], Type::Nothing, body);
        all = Code::block(|code| moves(context, code, &state, visitor()));
    }
    if passes {
        all = Code::block(|code| move_or_pass(context, code));
    }
    if !ends {
        return all;
    }
    let goes_on = context.call("verdict", std::slice::from_ref(&state)).equals(0);
    vec![Statement::If { condition: goes_on, then: all, otherwise: Vec::new() }]
}

const MOVES_ON_RING: &str = "moves_on_ring";

/// Writes the call that shows all moves of the player to move.
fn moves(context: &Context<'_>, code: &mut Code, state: &Expr, visit: Expr) {
    let on_ring = context.has_function(MOVES_ON_RING);
    let name = if on_ring { MOVES_ON_RING } else { "moves" };
    code.run(context.call(name, &[state.clone(), visit]));
}

/// Writes the calls of the moves; those that must be made come first, and if there are any they
/// are all.
fn own_moves(context: &Context<'_>, code: &mut Code, calls: &[Call]) {
    let has_must = |player: PlayerId| calls.iter().any(|call| call.must && call.player == player);
    let state = context.state();
    let whose = |player: PlayerId| {
        let mover = context.layout.mover(&state);
        mover.map_or(Expr::truth(true), |mover| mover.equals(u64::from(player.0)))
    };
    let when = |code: &mut Code, may: Expr, call: Expr| {
        if may.value() == Some(1) { code.run(call) } else { code.when(may, |code| code.run(call)) }
    };
    let run = |code: &mut Code, call: &Call, may: Expr, visit: Expr| {
        let guard = call.guard.clone().unwrap_or_else(|| Expr::truth(true));
        when(code, may.and_then(&guard), context.call(&call.name, &[state.clone(), visit]));
    };
    let mut done: Vec<PlayerId> = Vec::new();
    for call in calls {
        if !has_must(call.player) {
            run(code, call, whose(call.player), visitor());
            continue;
        }
        if done.contains(&call.player) {
            continue;
        }
        done.push(call.player);
        let own = || calls.iter().filter(|other| other.player == call.player);
        let in_order = |code: &mut Code| {
            let found = code.name("found", Expr::truth(false));
            for first in own().filter(|call| call.must) {
                run(code, first, Expr::truth(true), found.noting(Some(visitor())));
            }
            if own().any(|call| !call.must) {
                code.when(!found, |code| {
                    for other in own().filter(|call| !call.must) {
                        run(code, other, Expr::truth(true), visitor());
                    }
                });
            }
        };
        let may = whose(call.player);
        if may.value() == Some(1) { in_order(code) } else { code.when(may, in_order) }
    }
}

/// Writes the moves, or passing if there are none but others can move.
fn move_or_pass(context: &Context<'_>, code: &mut Code) {
    let state = context.state();
    let sides = u64::try_from(context.model.sides()).expect("few players");
    let found = code.name("found", Expr::truth(false));
    moves(context, code, &state, found.noting(Some(visitor())));
    code.when(!&found, |code| {
        let other = code.name("other", state.clone());
        let mover = context.layout.mover(&other).expect("there are several players");
        let pass_on = |code: &mut Code, mover: &Expr| {
            let first = Expr::number(Type::U8, 0_u32);
            let next = (mover + 1).or_if_not(&mover.less(sides - 1), &first);
            code.set(mover, next);
        };
        for _ in 1..sides {
            pass_on(code, &mover);
            moves(context, code, &other, found.noting(None));
        }
        code.when(found.clone(), |code| {
            let next = code.name("next", state.clone());
            pass_on(code, &context.layout.mover(&next).expect("there are several players"));
            code.run(Expr::call(Type::Nothing, "visit", vec![next]));
        });
    });
}
