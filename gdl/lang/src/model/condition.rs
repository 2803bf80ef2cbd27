//! Conditions on a position, and numbers read off one.

use super::{CellId, CellSet, ContentSet, CounterId, ShapeId};
use crate::ast::Relation;
use serde::Serialize;

/// A condition on a position (and on `here`, where there is one).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Cond {
    /// All of these; true if there are none.
    And(Vec<Cond>),
    /// One of these; false if there are none.
    Or(Vec<Cond>),
    /// Not this.
    Not(Box<Cond>),
    /// Each of these cells holds one of these contents.
    All {
        /// The cells.
        cells: CellSet,
        /// The contents.
        contents: ContentSet,
    },
    /// Some cell of the region holds one of these contents.
    Some {
        /// The contents.
        contents: ContentSet,
        /// Where.
        region: Region,
    },
    /// Some instance of the shape holds only these contents.
    Shape {
        /// The shape.
        shape: ShapeId,
        /// The contents.
        contents: ContentSet,
    },
    /// `here` lies in the region.
    Here(Region),
    /// A comparison.
    Compare {
        /// Left-hand side.
        left: Value,
        /// The relation.
        op: Relation,
        /// Right-hand side.
        right: Value,
    },
    /// These cells hold exactly this, unturned: contents, or numbers on a heap board.
    Exactly(Vec<(CellId, u8)>),
}

/// Cells that may depend on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Region {
    /// The cells.
    pub cells: CellSet,
    /// Of these, only those that lie (or do not lie) in a completed instance of a shape.
    pub shape: Option<(ShapeId, InOrOut)>,
}

/// Inside or outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum InOrOut {
    /// In a completed instance.
    In,
    /// In none.
    Out,
}

/// A number read off a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Value {
    /// A constant.
    Number(i64),
    /// A counter.
    Counter(CounterId),
    /// How many cells of the region hold one of these; on a heap board, how many pieces stand
    /// there.
    Count {
        /// The contents.
        contents: ContentSet,
        /// Where.
        region: Region,
    },
    /// Like [`Count`](Value::Count), but of the cell `here` alone, if it lies in the region.
    CountHere {
        /// The contents.
        contents: ContentSet,
        /// Where.
        region: Region,
    },
    /// How many instances of the shape are complete: all their cells hold one and the same piece.
    Shapes {
        /// The shape.
        shape: ShapeId,
        /// Only instances through `here`.
        at_here: bool,
    },
    /// The sum of `factor * value`.
    Sum(Vec<(i64, Value)>),
    /// The product.
    Product(Vec<Value>),
    /// The quotient by a positive number, rounded towards zero.
    Quotient(Box<Value>, i64),
}
