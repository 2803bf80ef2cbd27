//! A game with every name looked up and every move spelled out: the value that all later stages
//! start from.
//!
//! Words such as `mine`, `fwd` or `my home` are gone; each move, condition and end is *ground*,
//! written out for one player and one set of cells. What a game means is defined on this value
//! alone (see `gdl-runtime`'s interpreter).
//!
//! What stands on a cell is a [`Content`]: 0 is empty, `p + 1` is piece `p`. On a heap board a
//! cell holds a number instead, and a rule sees content 0 for none and 1 for any.

use crate::source::Source;
use serde::Serialize;

mod condition;
mod display;
mod expect;
mod moves;
mod sets;
mod state;

pub use condition::{Cond, InOrOut, Region, Value};
pub use expect::{Expect, ExpectValue, Fact};
pub use moves::{
    Action, After, Alternative, Body, Carry, Effect, End, Harvest, Illegal, InShape, Move, Payoff,
    Rule, Settle, Sow, Step, Stuck, Write,
};
pub use sets::{CellSet, ContentSet};
pub use state::State;

/// The most cells a board may have, so that a set of cells is one `u128`.
pub const MAX_CELLS: usize = 128;
/// The most pieces a game may have, so that a set of contents is one `u64`.
pub const MAX_PIECES: usize = 63;
/// The largest value of a counter or heap.
pub const MAX_COUNTER: i64 = 255;

/// Number of a cell, in reading order of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct CellId(pub u8);

impl CellId {
    /// As an index into tables by cell.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Number of a piece, in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct PieceId(pub u8);

impl PieceId {
    /// As an index into [`Model::pieces`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What a cell holds where this piece stands.
    pub fn content(self) -> Content {
        Content(self.0 + 1)
    }
}

/// What stands on a cell: nothing, or a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Content(pub u8);

impl Content {
    /// Nothing.
    pub const EMPTY: Content = Content(0);

    /// The piece, if there is one.
    pub fn piece(self) -> Option<PieceId> {
        self.0.checked_sub(1).map(PieceId)
    }
}

/// Number of a player in turn order. A puzzle has one nameless player, number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// As an index into tables by player.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Number of a counter in [`Model::counters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct CounterId(pub u8);

impl CounterId {
    /// As an index into [`Model::counters`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Number of a shape in [`Model::shapes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ShapeId(pub u8);

impl ShapeId {
    /// As an index into [`Model::shapes`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A game, resolved.
#[derive(Clone, Debug, Serialize)]
pub struct Model {
    /// The text it came from, for quoting lines.
    #[serde(skip)]
    pub source: Source,
    /// What it is called.
    pub title: String,
    /// The parameters with the values used.
    pub params: Vec<Param>,
    /// The players in turn order; none in a puzzle.
    pub players: Vec<Player>,
    /// The board.
    pub board: Board,
    /// The pieces, by [`PieceId`].
    pub pieces: Vec<Piece>,
    /// Whether cells hold numbers of the one piece instead of single pieces.
    pub heap: bool,
    /// The counters, by [`CounterId`]; one of each player is a counter of its own.
    pub counters: Vec<Counter>,
    /// The shapes, by [`ShapeId`].
    pub shapes: Vec<Shape>,
    /// The starts; at least one, the first is the usual one.
    pub starts: Vec<Start>,
    /// What a puzzle asks for.
    pub goal: Option<Goal>,
    /// Whether positions that differ by a turn of the ring are one.
    pub same_rotations: bool,
    /// Every move, for every player and every value of its parameters.
    pub moves: Vec<Move>,
    /// The consequences that moves refer to.
    pub afters: Vec<After>,
    /// What must not hold after a move.
    pub illegal: Vec<Illegal>,
    /// The ends, in file order.
    pub ends: Vec<End>,
    /// What a player gets who cannot move; none in a puzzle.
    pub stuck: Option<Stuck>,
    /// What is added when the game stops, for each player.
    pub finish: Vec<Payoff>,
    /// Facts to confirm.
    pub expects: Vec<Expect>,
}

impl Model {
    /// Number of players whose turn it can be: 1 in a puzzle.
    pub fn sides(&self) -> usize {
        self.players.len().max(1)
    }

    /// The player after this one.
    pub fn next_player(&self, player: PlayerId) -> PlayerId {
        let next = (player.index() + 1) % self.sides();
        PlayerId(u8::try_from(next).expect("the number of players is limited"))
    }

    /// The parameter called `name`.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }

    /// The cell called `name`.
    pub fn cell(&self, name: &str) -> Option<CellId> {
        self.board.cell(name)
    }

    /// Every action of every move and consequence, settling aside.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.steps().map(|step| &step.action)
    }

    /// Every effect of every move and consequence.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.steps().flat_map(|step| &step.effects)
    }

    /// Every settling of every move.
    pub fn settles(&self) -> impl Iterator<Item = &Settle> {
        self.moves.iter().flat_map(|declared| match &declared.body {
            Body::Settle(settles) => settles.as_slice(),
            Body::Once(_) | Body::Chain(_) => &[],
        })
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        let of_moves = self.moves.iter().flat_map(|declared| declared.body.alternatives());
        let of_afters = self.afters.iter().flat_map(|after| after.body.as_slice());
        of_moves.chain(of_afters).flat_map(|alternative| &alternative.steps)
    }

    /// Whether any parameter was given a value other than the file's.
    pub fn has_other_params(&self) -> bool {
        self.params.iter().any(|param| param.value != param.default)
    }
}

/// A compile-time number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The value used.
    pub value: i64,
    /// The value the file gives.
    pub default: i64,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// The direction she calls `fwd`.
    pub facing: Option<String>,
}

/// The cells and which lie beside which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// How it was made.
    pub kind: BoardKind,
    /// The cells, by [`CellId`].
    pub cells: Vec<Cell>,
    /// The directions that exist on this board.
    pub directions: Vec<Direction>,
    /// The directions a move takes if it does not say: indices into `directions`.
    pub links: Vec<usize>,
    /// The cells around each box of an `edges` board.
    pub faces: Vec<Vec<CellId>>,
    /// The board as text, for drawing positions.
    pub canvas: Canvas,
}

impl Board {
    /// The cell called `name`.
    pub fn cell(&self, name: &str) -> Option<CellId> {
        let index = self.cells.iter().position(|cell| cell.name == name)?;
        Some(CellId(u8::try_from(index).expect("at most MAX_CELLS cells")))
    }

    /// All cells in reading order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = CellId> + use<> {
        (0..u8::try_from(self.cells.len()).expect("at most MAX_CELLS cells")).map(CellId)
    }

    /// The direction called `name`.
    pub fn direction(&self, name: &str) -> Option<&Direction> {
        self.directions.iter().find(|direction| direction.name == name)
    }
}

/// How a board was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum BoardKind {
    /// A picture or `grid`: square cells.
    Square,
    /// A picture with `links hex`.
    Hex,
    /// A picture with `links drawn`.
    Drawn,
    /// `row(n)`
    Row,
    /// `ring(n)`
    Ring,
    /// `edges(r, c)`
    Edges,
    /// `points(...)`
    Points,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Its name, such as `a1` or `7`.
    pub name: String,
    /// Column from the left, from 0.
    pub column: u16,
    /// Row from the top, from 0.
    pub row: u16,
}

/// A direction and the neighbours in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Direction {
    /// `n`, `se`, `next` ...
    pub name: String,
    /// The neighbour of each cell.
    pub next: Vec<Option<CellId>>,
}

/// The board as text: fixed lines, and the place of each cell in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Canvas {
    /// The lines, with blanks where cells go.
    pub lines: Vec<String>,
    /// Line and column (in characters) of each cell.
    pub places: Vec<(usize, usize)>,
}

/// A piece: a kind and its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The kind, or the number of a numbered piece.
    pub kind: String,
    /// The owner.
    pub owner: Option<PlayerId>,
    /// The character in pictures and position texts; none for numbers above 9.
    pub glyph: Option<char>,
    /// Number of orientations; 1 if it cannot turn.
    pub turns: u8,
    /// A name no other piece has: the kind, or the owner's name, or both.
    pub label: String,
}

/// The least number of turns after which every piece looks as before; 256 stands for more
/// than 255.
pub fn turn_modulus(pieces: &[Piece]) -> usize {
    let lcm = |left: usize, right: usize| {
        (left..).step_by(left).find(|multiple| multiple % right == 0).unwrap_or(left)
    };
    pieces.iter().fold(1, |modulus, piece| lcm(modulus, usize::from(piece.turns)).min(256))
}

/// A bounded number that is part of the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Whose it is, if every player has one.
    pub owner: Option<PlayerId>,
    /// Its value at the start.
    pub initial: u8,
}

/// A family of cell sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// Its members; at least one.
    pub instances: Vec<CellSet>,
}

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    /// Its name, if the file gives one.
    pub name: Option<String>,
    /// What stands on each cell: a content, or a number on a heap board. Nothing is turned.
    pub cells: Vec<u8>,
}

/// What a puzzle asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Goal {
    /// The position it started from.
    Start,
    /// Any position of which this is true.
    When(Cond),
}
