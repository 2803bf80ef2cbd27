//! The ends of a game: which of them holds in a position.

use super::condition;
use crate::ast::Verdict;
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::model::PlayerId;

/// Adds the function `verdict` for a game with players, if it has ends; says whether there is one.
///
/// With one or two players it says what the end means for the player to move. With more, it says
/// who has won or lost.
pub(super) fn lower(context: &mut Context<'_>) -> bool {
    let model = context.model;
    if model.ends.is_empty() || model.players.is_empty() {
        return false;
    }
    let state = context.state();
    let sides = u8::try_from(model.sides()).expect("few players");
    // By mover: the tests in order, with what they mean.
    let mut tests: Vec<(u8, Expr, u64)> = Vec::new();
    for end in &model.ends {
        for to_move in 0..sides {
            // The player who moved last comes first.
            for number in 0..sides {
                let player = (to_move + sides - 1 + number) % sides;
                let whose = end.when.iter().filter(|(whose, _)| *whose == PlayerId(player));
                for (_, when) in whose {
                    let verdict = meaning(end.verdict, player, (to_move, sides));
                    tests.push((to_move, condition::lower(context, &state, when), verdict));
                }
            }
        }
    }
    let body = Code::block(|code| {
        for to_move in 0..sides {
            let own = |code: &mut Code| {
                for (_, test, verdict) in tests.iter().filter(|(whose, _, _)| *whose == to_move) {
                    code.when(test.clone(), |code| {
                        code.give(Expr::number(Type::U32, *verdict));
                    });
                }
            };
            match context.layout.mover(&state) {
                Some(mover) => code.when(mover.equals(u64::from(to_move)), own),
                None => own(code),
            }
        }
        code.give(Expr::number(Type::U32, 0_u32));
    });
    let doc = if sides > 2 {
        "How the game has ended: 0 not yet, 3 drawn, 4 + 2 * n player n has won, 5 + 2 * n she has lost."
    } else {
        "How the game has ended for the player to move: 0 not yet, 1 won, 2 lost, 3 drawn."
    };
    context.function("verdict", doc, &[state], Type::U32, body);
    true
}

fn meaning(verdict: Verdict, player: u8, (to_move, sides): (u8, u8)) -> u64 {
    match verdict {
        Verdict::Draw => 3,
        Verdict::Win if sides > 2 => 4 + 2 * u64::from(player),
        Verdict::Lose if sides > 2 => 5 + 2 * u64::from(player),
        Verdict::Win if player == to_move => 1,
        Verdict::Lose if player != to_move => 1,
        Verdict::Win | Verdict::Lose => 2,
    }
}
