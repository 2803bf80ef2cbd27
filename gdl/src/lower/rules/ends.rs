//! The ends of a game: which of them holds in a position.

use super::{Unsupported, condition};
use crate::ast::Verdict;
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::model::PlayerId;

/// Adds the function `verdict` for a game of two, if it has ends.
pub(super) fn lower(context: &mut Context<'_>) -> Result<bool, Unsupported> {
    let model = context.model;
    if model.ends.is_empty() || model.players.is_empty() {
        return Ok(false);
    }
    if model.sides() > 2 {
        return Err(Unsupported("more than two players"));
    }
    let state = context.state();
    let mover = context.layout.mover(&state).expect("there are two players");
    // By mover: the tests in order, with what they mean for the mover.
    let mut tests: Vec<(u8, Expr, u64)> = Vec::new();
    for end in &model.ends {
        for to_move in 0..2_u8 {
            // The player who moved last comes first.
            for player in [1 - to_move, to_move] {
                let whose = end.when.iter().filter(|(whose, _)| *whose == PlayerId(player));
                for (_, when) in whose {
                    let verdict = match end.verdict {
                        Verdict::Draw => 3,
                        Verdict::Win if player == to_move => 1,
                        Verdict::Lose if player != to_move => 1,
                        Verdict::Win | Verdict::Lose => 2,
                    };
                    tests.push((to_move, condition::lower(context, &state, when)?, verdict));
                }
            }
        }
    }
    let body = Code::block(|code| {
        for to_move in 0..2_u8 {
            code.when(mover.equals(u64::from(to_move)), |code| {
                for (_, test, verdict) in tests.iter().filter(|(whose, _, _)| *whose == to_move) {
                    code.when(test.clone(), |code| {
                        code.give(Expr::number(Type::U32, *verdict));
                    });
                }
            });
        }
        code.give(Expr::number(Type::U32, 0_u32));
    });
    let doc = "How the game has ended for the player to move: 0 not yet, 1 won, 2 lost, 3 drawn.";
    context.function("verdict", doc, &[state], Type::U32, body);
    Ok(true)
}
