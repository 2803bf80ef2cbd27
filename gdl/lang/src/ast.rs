//! The tree of a game file: what the author wrote, before any name is looked up.
//!
//! Every part that can be wrong carries its place ([`At`]). Comments and blank lines hang on the
//! statements and alternatives they belong to, so that the printer ([`crate::print`]) can give
//! them back. Two trees are equal if they say the same thing; places do not take part in the
//! comparison.

use crate::source::Span;
use serde::Serialize;
use std::fmt;

mod condition;
mod declaration;
mod ends;
mod moves;

pub use condition::{
    Atom, Cond, Expr, Factor, InSet, Quantifier, Range, Rel, Relation, SetRef, Sign,
};
pub use declaration::{
    AreaSet, AreaTerm, BoardShape, PieceDecl, PlayerDecl, ShapeTerm, StartItem, StartWhat,
};
pub use ends::{Expect, ExpectValue, Goal, StuckRule, Verdict};
pub use moves::{
    Action, After, Alternative, Arrow, Assign, AssignOp, CellPattern, Effect, Group, Modifier,
    Move, ParamIn, Right, Scope, Skip, Step, Target,
};

/// A part of the tree and where it stands. Comparison looks at the part only.
#[derive(Clone, Serialize)]
pub struct At<T> {
    /// The part itself.
    pub node: T,
    /// Where it stands in the source.
    pub span: Span,
}

impl<T> At<T> {
    /// `node`, standing at `span`.
    pub fn new(node: T, span: Span) -> Self {
        Self { node, span }
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: fmt::Debug> fmt::Debug for At<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)?;
        write!(f, " @{}..{}", self.span.start, self.span.end)
    }
}

/// A name the author chose, or a word that stands for something.
pub type Name = At<String>;

/// A picture and where the text between its braces stands.
pub type Picture = At<Art>;

/// The raw text between `{` and `}`. Two pictures are equal if they show the same, wherever they
/// stand on the page.
#[derive(Clone, Debug, Serialize)]
pub struct Art(pub String);

impl Art {
    /// The rows from the first glyph to the last: no blank rows above and below, no blanks to the
    /// right, and the leftmost glyph in the first column.
    pub fn rows(&self) -> Vec<String> {
        let rows: Vec<&str> = self.0.split('\n').map(str::trim_end).collect();
        let indent_of = |row: &&str| row.chars().take_while(|glyph| glyph.is_whitespace()).count();
        let indent = rows.iter().filter(|row| !row.is_empty()).map(indent_of).min().unwrap_or(0);
        let first = rows.iter().position(|row| !row.is_empty()).unwrap_or(rows.len());
        let last = rows.iter().rposition(|row| !row.is_empty()).map_or(first, |last| last + 1);
        rows[first..last].iter().map(|row| row.chars().skip(indent).collect()).collect()
    }
}

impl PartialEq for Art {
    fn eq(&self, other: &Self) -> bool {
        self.rows() == other.rows()
    }
}

/// A whole game file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ast {
    /// The statements in file order.
    pub items: Vec<Item>,
    /// Comments after the last statement.
    pub closing: Vec<Comment>,
}

/// A statement with the comments around it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Comments on lines of their own above the statement.
    pub before: Vec<Comment>,
    /// Whether a blank line separates the statement from what stands above it.
    pub blank: bool,
    /// The statement.
    pub stmt: At<Stmt>,
    /// A comment at the end of the statement's last line.
    pub after: Option<Comment>,
}

/// A `//` comment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comment {
    /// The text after `//` and one blank, without white space at its end.
    pub text: String,
    /// Whether a blank line stands above it (comments on lines of their own only).
    pub blank: bool,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Stmt {
    /// `game "Title"`
    Game(At<String>),
    /// `param n = 3, m = n + 1`
    Param(Vec<Bind>),
    /// `players white facing n, black`
    Players(Vec<PlayerDecl>),
    /// `board { ... } links all`
    Board {
        /// A picture or a builder.
        shape: BoardShape,
        /// What follows `links`.
        links: Option<Directions>,
    },
    /// `area home = 1 .. 6 of south, 7 .. 12 of north`
    Area {
        /// What the set is called.
        name: Name,
        /// The sets it is made of.
        terms: Vec<AreaTerm>,
    },
    /// `pieces x = mark of X` or `pieces 1 .. 8 turns 2` or `pieces seed heap`
    Pieces {
        /// The declarations.
        list: Vec<PieceDecl>,
        /// How many orientations each has.
        turns: Option<At<Expr>>,
    },
    /// `class slider = green or blue`
    Class {
        /// The new word.
        name: Name,
        /// What it stands for.
        atoms: Vec<At<Atom>>,
    },
    /// `counter hand = 9 each`
    Counter {
        /// What it is called.
        name: Name,
        /// Its value at the start.
        value: At<Expr>,
        /// Whether every player has one.
        each: bool,
    },
    /// `shape mill = line(3)`
    Shape {
        /// What the family of cell sets is called.
        name: Name,
        /// Its members.
        terms: Vec<ShapeTerm>,
    },
    /// `start { ... }`, `start empty, 1 .. 8`, `start 4 each`
    Start {
        /// The name of this start.
        name: Option<At<String>>,
        /// The contents.
        what: StartWhat,
    },
    /// `goal start`, `goal { ... }`, `goal no green`
    Goal(Goal),
    /// `same rotations`
    Same(Name),
    /// `expect positions = 5478`
    Expect(Expect),
    /// `move slide: ...`
    Move(Move),
    /// `after any move if ...: ...`
    After(After),
    /// `illegal when ...`
    Illegal(At<Cond>),
    /// `win when ...`
    Outcome {
        /// Win, lose or draw.
        verdict: At<Verdict>,
        /// For whom, if not for everybody.
        player: Option<Name>,
        /// When.
        when: At<Cond>,
    },
    /// `stuck loses`
    Stuck(StuckRule),
    /// `finish score += ...`
    Finish(At<Assign>),
}

/// `name = expression`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bind {
    /// The name.
    pub name: Name,
    /// Its value.
    pub value: At<Expr>,
}

/// A list of directions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Directions {
    /// `all`
    All(Span0),
    /// Directions or words for several.
    Named(Vec<Name>),
}

/// A place that takes no part in comparisons, for words that carry nothing else.
pub type Span0 = At<()>;

/// The text of the tree, one part per line, with places.
impl fmt::Display for Ast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self:#?}")
    }
}
