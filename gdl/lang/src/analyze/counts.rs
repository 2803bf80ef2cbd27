//! How the numbers of pieces and the counters change: constant, falling, rising or free.
//!
//! The change that a rule makes to the number of a content is a sum over its cells, each of which
//! holds the content or not before the rule; so its exact range is known.

use super::bounds::{Bounds, Interval, content_change};
use crate::model::{Action, Content, Counter, Effect, Model, Piece};

pub use crate::domain::What;

use serde::Serialize;
use std::fmt;

/// How a number changes from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Trend {
    /// Never.
    Constant,
    /// It never rises, and sometimes falls.
    Falls,
    /// It never falls, and sometimes rises.
    Rises,
    /// Both.
    Free,
}

impl Trend {
    fn of(change: Interval) -> Self {
        match (change.low < 0, change.high > 0) {
            (false, false) => Trend::Constant,
            (true, false) => Trend::Falls,
            (false, true) => Trend::Rises,
            (true, true) => Trend::Free,
        }
    }
}

/// A number that belongs to a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Quantity {
    /// What it counts.
    pub what: What,
    /// Its name in commands: a piece's label, or a counter's name with its owner.
    pub label: String,
    /// Its name in sentences, such as `white man`.
    pub name: String,
    /// How it changes.
    pub trend: Trend,
    /// The range of its change by one rule.
    pub change: Interval,
    /// The values it can have from the start on.
    pub range: Interval,
}

/// All quantities of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Pieces first, then counters.
    pub quantities: Vec<Quantity>,
}

impl Counts {
    /// Whether every piece has the same number for ever.
    pub fn all_pieces_constant(&self) -> bool {
        let pieces = self.quantities.iter().filter(|it| matches!(it.what, What::Content(_)));
        pieces.into_iter().all(|it| it.trend == Trend::Constant)
    }
}

/// Works out how all numbers of a game change.
pub fn counts(model: &Model, bounds: &Bounds<'_>) -> Counts {
    let mut quantities = Vec::new();
    for (index, piece) in model.pieces.iter().enumerate() {
        let content = Content(u8::try_from(index + 1).expect("at most MAX_PIECES"));
        let change = if model.heap {
            heap_change(model, bounds)
        } else {
            content_change(model, &bounds.possible, content)
        };
        quantities.push(Quantity {
            what: What::Content(content),
            label: piece.label.clone(),
            name: piece_name(model, piece),
            trend: Trend::of(change),
            change,
            range: bounds.counts[index + 1],
        });
    }
    for (index, counter) in model.counters.iter().enumerate() {
        let label = counter_name(model, counter);
        let change = counter_change(model, bounds, index);
        quantities.push(Quantity {
            what: What::Counter(u8::try_from(index).expect("the number of counters is limited")),
            name: label.clone(),
            label,
            trend: Trend::of(change),
            change,
            range: bounds.counters[index],
        });
    }
    Counts { quantities }
}

/// The name of a counter as it is printed: one that each player has is named after its owner as
/// well.
pub fn counter_name(model: &Model, counter: &Counter) -> String {
    match counter.owner {
        Some(owner) => format!("{} of {}", counter.name, model.players[owner.index()].name),
        None => counter.name.clone(),
    }
}

/// The name of a piece as it is printed: a kind that several players have is named after its owner
/// as well.
pub fn piece_name(model: &Model, piece: &Piece) -> String {
    match piece.owner {
        Some(owner) if piece.label != piece.kind => {
            format!("{} {}", model.players[owner.index()].name, piece.kind)
        }
        _ => piece.label.clone(),
    }
}

/// Sowing keeps the number of pieces; harvesting can take any number.
fn heap_change(model: &Model, bounds: &Bounds<'_>) -> Interval {
    let harvested = model.actions().any(|action| matches!(action, Action::Harvest(_)));
    Interval { low: if harvested { -bounds.counts[1].high } else { 0 }, high: 0 }
}

/// The range of the change that one effect can make to a counter.
fn counter_change(model: &Model, bounds: &Bounds<'_>, counter: usize) -> Interval {
    let changes = model.effects().filter_map(|effect| match effect {
        Effect::Count { counter: changed, change } if changed.index() == counter => {
            Some(bounds.value(change))
        }
        _ => None,
    });
    changes.fold(Interval::exactly(0), Interval::hull)
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest: Vec<&Quantity> = self.quantities.iter().collect();
        // Numbers that behave alike are told in one sentence.
        while let Some(first) = rest.first().copied() {
            let alike = |it: &&Quantity| {
                (it.trend, it.change, it.range) == (first.trend, first.change, first.range)
            };
            let names: Vec<&str> =
                rest.iter().copied().filter(alike).map(|it| it.name.as_str()).collect();
            rest.retain(|it| !alike(it));
            let Interval { low, high } = first.range;
            let values =
                if low == high { format!("always {low}") } else { format!("{low} to {high}") };
            let many = names.len() > 1;
            let verb = |one: &'static str, several: &'static str| if many { several } else { one };
            let names = names.join(", ");
            let values = if many { format!("{values} each") } else { values };
            match first.trend {
                Trend::Constant => writeln!(f, "{names}: the number never changes, {values}")?,
                Trend::Falls => {
                    let most = -first.change.low;
                    writeln!(
                        f,
                        "{names}: {} by at most {most} at a time, {values}",
                        verb("only falls,", "only fall,")
                    )?;
                }
                Trend::Rises => {
                    let most = first.change.high;
                    writeln!(
                        f,
                        "{names}: {} by at most {most} at a time, {values}",
                        verb("only rises,", "only rise,")
                    )?;
                }
                Trend::Free => {
                    writeln!(f, "{names}: {}, {values}", verb("rises and falls", "rise and fall"))?
                }
            }
        }
        Ok(())
    }
}
