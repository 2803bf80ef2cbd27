//! What a step does besides the board: whose turn comes next, counters, and points ([`score`]).

use super::condition::number::signed;
use super::draft::{Change, Draft};
use super::gains;
use super::view::View;
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::model::{CounterId, Effect, MAX_COUNTER, PlayerId, Value};

/// Writes whose turn comes next: the first step passes the turn on, `again` takes it back.
pub(super) fn mover(
    context: &Context<'_>,
    code: &mut Code,
    (player, first): (PlayerId, bool),
    effects: &[Effect],
    next: &Expr,
) {
    let Some(mover) = context.layout.mover(next) else { return };
    let again = effects.iter().any(|effect| matches!(effect, Effect::Again));
    match (first, again) {
        (true, false) => {
            let following = context.model.next_player(player);
            code.set(&mover, Expr::number(Type::U8, following.0));
        }
        (false, true) => code.set(&mover, Expr::number(Type::U8, player.0)),
        // It is still the player's turn, or the turn was passed on before.
        (true, true) | (false, false) => {}
    }
}

/// What is known about the change of a position after effects.
pub(super) fn changed(board: Change, effects: &[Effect], first: bool) -> Change {
    let counts = || {
        effects.iter().filter_map(|effect| match effect {
            Effect::Count { counter, change } => Some((*counter, change)),
            Effect::Again | Effect::Score(_) => None,
        })
    };
    let once = |counter: CounterId| counts().filter(|(other, _)| *other == counter).count() == 1;
    let surely = counts().any(|(counter, change)| {
        once(counter) && !matches!(change, Value::Number(0)) && is_number(change)
    });
    match board {
        Change::Certain => Change::Certain,
        _ if first && surely => Change::Certain,
        _ if counts().next().is_some() => Change::Unknown,
        other => other,
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Number(_))
}

/// Writes the changes of counters, and what a player's step brings; what `then` writes runs if all
/// counters stay within their bounds.
pub(super) fn counters(
    context: &mut Context<'_>,
    code: &mut Code,
    (player, effects): (PlayerId, &[Effect]),
    draft: &Draft,
    then: &mut dyn FnMut(&mut Context<'_>, &mut Code),
) {
    let Some((first, rest)) = effects.split_first() else { return then(context, code) };
    let rest = (player, rest);
    let (counter, change) = match first {
        Effect::Count { counter, change } => (counter, change),
        Effect::Again => return counters(context, code, rest, draft, then),
        Effect::Score(payoff) => {
            if context.layout.gain(&draft.next).is_some() {
                let view = View { state: &draft.next, here: &draft.here };
                let (amount, _) = signed(context, view, &payoff.amount);
                gains::add(context, code, (player, payoff.player), &draft.next, &amount);
            }
            return counters(context, code, rest, draft, then);
        }
    };
    let counter = context.layout.counter(&draft.next, counter.index());
    let most = MAX_COUNTER.unsigned_abs();
    let (possible, value) = match change {
        Value::Number(change) if *change < 0 => {
            let amount = change.unsigned_abs();
            if amount > most {
                return;
            }
            (Expr::number(Type::U8, amount).at_most(&counter), &counter - amount)
        }
        Value::Number(change) => {
            let amount = change.unsigned_abs();
            if amount > most {
                return;
            }
            (counter.at_most(most - amount), &counter + amount)
        }
        change => {
            let view = View { state: &draft.next, here: &draft.here };
            let (change, _) = signed(context, view, change);
            let zero = Expr::number(Type::I64, 0_u32);
            // The change may be as small or as large as a number can be.
            let sum = counter.to(Type::I64).saturating(crate::ir::Operator::Add, &change);
            let sum = code.name("count", sum);
            (zero.at_most(&sum).and_then(&sum.at_most(most)), sum.to(Type::U8))
        }
    };
    code.when(possible, |code| {
        code.set(&counter, value);
        counters(context, code, rest, draft, then);
    });
}
