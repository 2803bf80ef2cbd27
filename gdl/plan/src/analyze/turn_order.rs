//! Whose turn it is, and how many moves there can be.

use super::bounds::Bounds;
use crate::model::{Action, Alternative, Body, Effect, Model, PlayerId, Stuck};
use serde::Serialize;
use std::fmt;

/// How the turn passes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TurnOrder {
    /// There is only one player.
    Alone,
    /// The players move strictly in turn.
    Strict,
    /// A player may move again, or pass.
    Loose,
    /// There are several players, but no move can ever be made.
    Never,
}

/// Turn order and the number of ground moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turns {
    /// How the turn passes on.
    pub order: TurnOrder,
    /// For each player, how many different first steps the rules have: no position has more moves,
    /// captures and continuations aside.
    pub fan_out: Vec<usize>,
}

/// Works out the turn order and the fan-out.
pub fn turns(model: &Model, bounds: &Bounds<'_>) -> Turns {
    let again = model.effects().any(|effect| matches!(effect, Effect::Again));
    let order = match (model.players.len(), again || model.stuck == Some(Stuck::Passes)) {
        (0, _) => TurnOrder::Alone,
        _ if bounds.moves().next().is_none() => TurnOrder::Never,
        (_, false) => TurnOrder::Strict,
        (_, true) => TurnOrder::Loose,
    };
    let count = |player: usize| {
        let moves = model.moves.iter().filter(|declared| {
            declared.player == PlayerId(u8::try_from(player).expect("few players"))
        });
        moves.map(|declared| first_steps(&declared.body)).sum()
    };
    Turns { order, fan_out: (0..model.sides()).map(count).collect() }
}

fn first_steps(body: &Body) -> usize {
    let steps = |alternative: &Alternative| match alternative.steps.first().map(|step| &step.action)
    {
        Some(Action::Rewrite(rules)) => rules.len(),
        Some(Action::Sow(sows)) => sows.len(),
        Some(Action::Nothing | Action::Permute(_) | Action::Harvest(_)) => 1,
        None => 0,
    };
    match body {
        Body::Once(alternatives) | Body::Chain(alternatives) => {
            alternatives.iter().map(steps).sum()
        }
        Body::Settle(settles) => settles.len(),
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.order {
            TurnOrder::Alone | TurnOrder::Never => {}
            TurnOrder::Strict => writeln!(f, "the players move strictly in turn")?,
            TurnOrder::Loose => writeln!(
                f,
                "a player may move again or pass, so the turn does not simply alternate"
            )?,
        }
        let most = self.fan_out.iter().copied().max().unwrap_or(0);
        writeln!(f, "written out for every place the moves have {most} ground rules for a player")
    }
}
