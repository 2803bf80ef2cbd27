//! Conditions, and what they are made of: numbers, contents and sets of cells.

use super::{At, Name};
use crate::source::Span;
use serde::Serialize;

/// `from .. to`, both inclusive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The first number.
    pub from: At<Expr>,
    /// The last number.
    pub to: At<Expr>,
}

impl Range {
    /// Where it stands.
    pub fn span(&self) -> Span {
        self.from.span.to(self.to.span)
    }
}

/// A word for what stands on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Atom {
    /// `empty`
    Empty,
    /// `any`: any piece.
    Any,
    /// `mine`
    Mine,
    /// `theirs`
    Theirs,
    /// `edge`: the end of the board.
    Edge,
    /// `_`: anything on the left, unchanged on the right.
    Wild,
    /// A kind, class, shape, variable or numbered piece, perhaps `my` or `their`.
    Named {
        /// `my` or `their`.
        rel: Option<Rel>,
        /// The word.
        name: String,
    },
}

/// `my` or `their`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Rel {
    /// `my`
    My,
    /// `their`
    Their,
}

/// `in SET` or `not in SET`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InSet {
    /// Whether `not` stands before it.
    pub negated: bool,
    /// The set.
    pub set: At<SetRef>,
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SetRef {
    /// `edge fwd`: cells with no neighbour in this direction.
    Edge(Name),
    /// `row 1`
    Row(At<Expr>),
    /// `column 2`
    Column(At<Expr>),
    /// `1 .. 6`: cells by number.
    Range(Range),
    /// `3`: one cell by number.
    Number(u64),
    /// An area, a shape or a cell, perhaps `my` or `their`.
    Named {
        /// `my` or `their`.
        rel: Option<Rel>,
        /// The word.
        name: String,
    },
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Cond {
    /// One of these.
    Or(Vec<At<Cond>>),
    /// All of these.
    And(Vec<At<Cond>>),
    /// Not this.
    Not(Box<At<Cond>>),
    /// `all SET is ATOM`
    All {
        /// The cells.
        set: At<SetRef>,
        /// What stands on each.
        atom: At<Atom>,
    },
    /// `some SHAPE is ATOM`, `no SHAPE is ATOM`
    Shape {
        /// `some` or `no`.
        quantifier: Quantifier,
        /// The shape.
        shape: Name,
        /// What stands on every cell of it.
        atom: At<Atom>,
    },
    /// `some ATOM in SET`, `no ATOM`
    Exists {
        /// `some` or `no`.
        quantifier: Quantifier,
        /// What.
        atom: At<Atom>,
        /// Where.
        inset: Option<InSet>,
    },
    /// `here in SET`
    Here(InSet),
    /// `count(mine) < 3`
    Compare {
        /// Left-hand side.
        left: At<Expr>,
        /// The relation.
        op: Relation,
        /// Right-hand side.
        right: At<Expr>,
    },
    /// `count(seed at here) in 2 .. 3`
    Within {
        /// The number.
        value: At<Expr>,
        /// Where it must lie.
        range: Range,
    },
}

/// `some` or `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Quantifier {
    /// `some`
    Some,
    /// `no`
    No,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Relation {
    /// Whether `left OP right` holds.
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Greater => left > right,
            Relation::AtLeast => left >= right,
        }
    }

    /// As written in a game.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
        }
    }
}

/// A number, known when the game is compiled or read off a position. Sums and products are flat,
/// so that a long one is not a deep one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Expr {
    /// A number.
    Number(u64),
    /// A parameter or counter, perhaps `my` or `their`.
    Name {
        /// `my` or `their`.
        rel: Option<Rel>,
        /// The word.
        name: String,
    },
    /// `count(...)`
    Count {
        /// What is counted.
        atom: At<Atom>,
        /// Where.
        inset: Option<Box<InSet>>,
        /// Only on the cell the move filled.
        at_here: bool,
    },
    /// `a + b - c`; the first sign is always plus.
    Sum(Vec<(Sign, At<Expr>)>),
    /// `a * b / c`; the first operator is always times.
    Product(Vec<(Factor, At<Expr>)>),
}

/// How a term joins a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// How a factor joins a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Factor {
    /// `*`
    Times,
    /// `/`, rounding towards zero.
    Over,
}
