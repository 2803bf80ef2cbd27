//! Goals, ends of play, and expectations.

use super::condition::{Cond, Relation};
use super::{At, Bind, Name, Picture, Span0};
use serde::Serialize;

/// What a puzzle asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Goal {
    /// The start position.
    Start(Span0),
    /// A drawn position, `?` where anything may stand.
    Picture(Picture),
    /// Any position of which this is true.
    When(At<Cond>),
}

/// A fact that the tool must confirm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expect {
    /// What it is about.
    pub fact: Name,
    /// How it compares.
    pub op: Relation,
    /// With what.
    pub value: At<ExpectValue>,
    /// `at goose = 6`: the tier it is about.
    pub tier: Vec<Bind>,
    /// `from "card 7"`: the start it is about.
    pub start: Option<At<String>>,
    /// `with n = 8`: the parameters it is about.
    pub params: Vec<Bind>,
}

/// The right-hand side of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ExpectValue {
    /// A number.
    Number(i64),
    /// A quoted text.
    Text(String),
    /// A word such as `draw`.
    Word(String),
}

/// What an outcome rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// `win`
    Win,
    /// `lose`
    Lose,
    /// `draw`
    Draw,
}

/// What a player gets who cannot move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum StuckRule {
    /// `by score`
    ByScore(Span0),
    /// `loses`, `draws`, `wins`, `passes`
    Word(Name),
}
