//! Facts that the author of a game expects, to be confirmed.

use crate::ast::Relation;
use crate::source::Span;
use serde::Serialize;

/// A fact to confirm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expect {
    /// What it is about.
    pub fact: Fact,
    /// How it compares.
    pub op: Relation,
    /// With what.
    pub value: ExpectValue,
    /// The tier it is about: counts of pieces and values of counters, by label.
    pub tier: Vec<(String, i64)>,
    /// The start it is about; none: the first.
    pub start: Option<usize>,
    /// The parameters it is about; none: the file's own values.
    pub params: Vec<(String, i64)>,
    /// The statement.
    pub span: Span,
}

/// What an expectation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Fact {
    /// Number of positions reachable from the start (or in the tier).
    Positions,
    /// Largest distance from the start.
    Depth,
    /// Length of a shortest solution.
    Solution,
    /// Value for the player to move at the start.
    Value,
    /// Number of symmetries of the rules.
    Symmetries,
    /// Positions won for the player to move.
    Won,
    /// Positions lost for the player to move.
    Lost,
    /// Positions drawn.
    Drawn,
    /// Number of legal moves at the start.
    Moves,
}

impl Fact {
    /// Every fact with the word for it.
    pub const ALL: [(&'static str, Fact); 9] = [
        ("positions", Fact::Positions),
        ("depth", Fact::Depth),
        ("solution", Fact::Solution),
        ("value", Fact::Value),
        ("symmetries", Fact::Symmetries),
        ("won", Fact::Won),
        ("lost", Fact::Lost),
        ("drawn", Fact::Drawn),
        ("moves", Fact::Moves),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, fact)| *fact == self).map_or("", |(word, _)| word)
    }
}

/// The right-hand side of an expectation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ExpectValue {
    /// A number.
    Number(i64),
    /// `win`, `loss` or `draw`, for the player to move; or `none`: there is no solution.
    Word(String),
}
