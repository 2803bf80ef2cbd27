//! Statements that declare things: players, the board, areas, pieces, shapes and starts.

use super::condition::{Atom, Expr, Range, SetRef};
use super::{At, Directions, Name, Picture, Span0};
use serde::Serialize;

/// A player and the direction she looks in.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerDecl {
    /// The player's name.
    pub name: Name,
    /// The direction called `fwd`.
    pub facing: Option<Name>,
}

/// How a board is given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum BoardShape {
    /// Drawn.
    Picture(Picture),
    /// `grid(3, 3)` and the like.
    Builder {
        /// The builder's name.
        name: Name,
        /// Its arguments.
        args: Vec<At<Expr>>,
    },
}

/// One part of an area.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AreaTerm {
    /// The cells.
    pub set: AreaSet,
    /// Whose they are.
    pub of: Option<Name>,
}

/// The cells of an area's part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum AreaSet {
    /// `start mine`: the cells that hold these at the start.
    Start(At<Atom>),
    /// Any other set.
    Set(At<SetRef>),
}

/// One declaration in `pieces`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum PieceDecl {
    /// `g = goose of geese`
    Glyph {
        /// The character in pictures.
        glyph: At<char>,
        /// The kind of piece.
        kind: Name,
        /// The player who owns it.
        owner: Option<Name>,
    },
    /// `seed heap`
    Heap(Name),
    /// `1 .. 8`
    Family(Range),
}

/// One member of a shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShapeTerm {
    /// `line`, `square`, `face`.
    pub name: Name,
    /// Its sizes.
    pub args: Vec<At<Expr>>,
    /// The directions it may run in.
    pub along: Option<Directions>,
    /// The whole term.
    pub span: Span0,
}

/// What a start consists of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum StartWhat {
    /// Drawn.
    Picture(Picture),
    /// Listed, cell by cell in reading order.
    Items(Vec<At<StartItem>>),
}

/// An entry of a listed start.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum StartItem {
    /// `1 .. 8`: consecutive numbers.
    Range(Range),
    /// `empty`
    Empty,
    /// `4 each`: the same in every cell.
    Each(At<Expr>),
    /// `7`
    Number(u64),
    /// A kind of piece, or a parameter.
    Name(String),
}
