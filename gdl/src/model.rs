//! A game with every name looked up and every move spelled out: the value that all later stages start from.
//!
//! Words such as `mine`, `fwd` or `my home` are gone; each move, condition and end is *ground*, written out for one player and one set of
//! cells. What a game means is defined on this value alone (see `gdl-runtime`'s interpreter).
//!
//! What stands on a cell is a [`Content`]: 0 is empty, `p + 1` is piece `p`. On a heap board a cell holds a number instead, and a rule sees
//! content 0 for none and 1 for any.

use crate::ast::{Relation, Verdict};
use crate::source::{Source, Span};
use serde::Serialize;

mod display;
mod sets;
mod state;

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

/// The least number of turns after which every piece looks as before; 256 stands for more than 255.
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

/// A move of one player, for one value of its parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// The values of its parameters.
    pub args: Vec<i64>,
    /// Who may make it.
    pub player: PlayerId,
    /// What must hold before it.
    pub guard: Option<Cond>,
    /// Whether it must be made if it can.
    pub must: bool,
    /// What it does.
    pub body: Body,
    /// The consequences it can have: indices into [`Model::afters`], in file order.
    pub afters: Vec<usize>,
    /// The statement.
    pub span: Span,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Body {
    /// One of the alternatives, once.
    Once(Vec<Alternative>),
    /// The alternatives again and again with the same piece; the player may stop after each.
    Chain(Vec<Alternative>),
    /// For one of the directions: the rules until none fits.
    Settle(Vec<Settle>),
}

impl Body {
    /// The alternatives of a move that does not settle.
    pub fn alternatives(&self) -> &[Alternative] {
        match self {
            Body::Once(alternatives) | Body::Chain(alternatives) => alternatives,
            Body::Settle(_) => &[],
        }
    }
}

/// One alternative of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// Whether it counts only if everything before it has no result.
    pub otherwise: bool,
    /// What is done, one after the other.
    pub steps: Vec<Step>,
}

/// Something done on the board, then effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// What is done on the board.
    pub action: Action,
    /// What happens besides, evaluated afterwards.
    pub effects: Vec<Effect>,
}

/// Something done on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Action {
    /// Nothing (the step has effects only).
    Nothing,
    /// One of these rules.
    Rewrite(Vec<Rule>),
    /// A permutation of contents.
    Permute(Vec<Carry>),
    /// One of these sowings.
    Sow(Vec<Sow>),
    /// Taking heaps, starting from `here`.
    Harvest(Harvest),
}

/// A ground rule: if the conditions hold, the writes are made all at once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rule {
    /// What must stand where; each cell at most once, in the order of the pattern.
    pub needs: Vec<(CellId, ContentSet)>,
    /// Which cells must (not) lie in a completed shape.
    pub in_shape: Vec<InShape>,
    /// What changes; each cell at most once. Copies read the position before the rule.
    pub writes: Vec<(CellId, Write)>,
    /// The one cell that receives a piece it did not hold.
    pub here: Option<CellId>,
    /// The cell that piece came from, if it is known.
    pub source: Option<CellId>,
}

/// A cell must (not) lie in a completed instance of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InShape {
    /// The cell.
    pub cell: CellId,
    /// The shape.
    pub shape: ShapeId,
    /// Whether it must not.
    pub negated: bool,
}

/// What a cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Write {
    /// This, unturned.
    Put(Content),
    /// What stood on that cell before, turned as it was.
    Copy(CellId),
}

/// The content of one cell carried to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Carry {
    /// Where it stood.
    pub from: CellId,
    /// Where it goes.
    pub to: CellId,
    /// How far it turns on the way, before reduction by the piece's number of orientations.
    pub turn: u8,
}

/// Emptying a heap and putting its pieces one by one along a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sow {
    /// The heap; it must not be empty.
    pub from: CellId,
    /// The cells that receive one each, over and over.
    pub path: Vec<CellId>,
}

/// Taking whole heaps into the mover's score while a condition holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Harvest {
    /// The cell after each cell.
    pub next: Vec<Option<CellId>>,
    /// How long; `here` is the heap in question.
    pub condition: Cond,
}

/// Sliding until nothing moves, in one direction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settle {
    /// The direction.
    pub direction: String,
    /// The rules; applied in any order, until none fits.
    pub rules: Vec<Rule>,
    /// If one of these fits at any time, the move is not legal. They have no writes.
    pub forbidden: Vec<Rule>,
}

/// Something that happens besides the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Effect {
    /// The same player moves again.
    Again,
    /// A counter changes; if it would leave 0 ..= [`MAX_COUNTER`], this is no move.
    Count {
        /// The counter.
        counter: CounterId,
        /// By how much.
        change: Value,
    },
    /// A score changes.
    Score(Payoff),
}

/// An addition to a player's score. Scores are never read, so they are not part of the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Payoff {
    /// Whose score.
    pub player: PlayerId,
    /// How much is added.
    pub amount: Value,
}

/// A consequence of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct After {
    /// Whose moves have it.
    pub player: PlayerId,
    /// Under which condition; `here` is what the move filled.
    pub condition: Option<Cond>,
    /// What follows; if it has no result, nothing does.
    pub body: Vec<Alternative>,
    /// The statement.
    pub span: Span,
}

/// What must not hold after a move of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Illegal {
    /// Who moved.
    pub player: PlayerId,
    /// The condition.
    pub when: Cond,
}

/// An end of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    /// What happens to the player.
    pub verdict: Verdict,
    /// The condition for each player it is tested for. With several, the player who moved last comes first.
    pub when: Vec<(PlayerId, Cond)>,
    /// The statement.
    pub span: Span,
}

/// What a player gets who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stuck {
    /// She loses.
    Loses,
    /// It is a draw.
    Draws,
    /// She wins.
    Wins,
    /// The turn moves on; if nobody can move, it is a draw.
    Passes,
    /// The scores decide.
    ByScore,
}

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
    /// How many cells of the region hold one of these; on a heap board, how many pieces stand there.
    Count {
        /// The contents.
        contents: ContentSet,
        /// Where.
        region: Region,
    },
    /// The same for the cell `here` alone, if it lies in the region.
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
