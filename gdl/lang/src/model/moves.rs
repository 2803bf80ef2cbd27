//! What players do: moves with their ground rules, consequences, and the ends of a game.

use super::{CellId, Cond, Content, ContentSet, CounterId, PlayerId, ShapeId, Value};
use crate::ast::Verdict;
use crate::source::Span;
use serde::Serialize;

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
    /// The consequences it can have: indices into [`Model::afters`](super::Model::afters), in file
    /// order.
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
    /// A counter changes; if it would leave 0 ..= [`MAX_COUNTER`](super::MAX_COUNTER), this is no
    /// move.
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
    /// The condition for each player it is tested for. With several, the player who moved last
    /// comes first.
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
