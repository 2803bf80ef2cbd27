//! Moves and their consequences: what is done on the board, and what happens besides.

use super::condition::{Atom, Cond, Expr, InSet, Range, Rel, SetRef};
use super::{At, Comment, Directions, Name, Span0};
use serde::Serialize;

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    /// Its name.
    pub name: Name,
    /// `(k in 2 .. n)`
    pub params: Vec<ParamIn>,
    /// What stands between the name and the colon, in the author's order.
    pub modifiers: Vec<At<Modifier>>,
    /// What it does.
    pub body: Vec<Alternative>,
}

/// A parameter of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParamIn {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub range: Range,
}

/// A modifier of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Modifier {
    /// `along fwd`
    Along(Directions),
    /// `by fox`
    By(Name),
    /// `when hand > 0`
    When(At<Cond>),
    /// `chain`
    Chain,
    /// `must`
    Must,
    /// `settle`
    Settle,
}

/// One alternative of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// Comments on lines of their own above it.
    pub before: Vec<Comment>,
    /// Whether `else` stands before it: it counts only if everything before it has no result.
    pub otherwise: bool,
    /// Steps joined by `then`.
    pub steps: Vec<At<Step>>,
    /// A comment at the end of its line.
    pub after: Option<Comment>,
}

/// A step: something done on the board, and effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// What is done on the board; none if the step has effects only.
    pub action: Option<At<Action>>,
    /// Counters, scores, extra turns.
    pub effects: Vec<At<Effect>>,
}

/// Something done on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Action {
    /// `[a | b] -> [c | d]`
    Rewrite {
        /// What must be there.
        left: Vec<At<Group>>,
        /// One way or both.
        arrow: Arrow,
        /// What it becomes.
        right: Right,
    },
    /// `reverse 1 .. k turn 1`
    Reverse {
        /// The cells.
        range: Range,
        /// How far each piece turns.
        turn: Option<At<Expr>>,
    },
    /// `cycle A B C turn 1 2 1 times q`
    Cycle {
        /// The cells; the content of each goes to the next.
        cells: Vec<Name>,
        /// How far the piece leaving each cell turns.
        turn: Vec<At<u64>>,
        /// How often.
        times: Option<At<Expr>>,
    },
    /// `sow [seed in my home] along next skip source`
    Sow {
        /// The heap that is sown.
        cell: At<CellPattern>,
        /// The direction.
        along: Name,
        /// The cells passed over.
        skip: Option<Skip>,
    },
    /// `harvest along prev while ...`
    Harvest {
        /// The direction.
        along: Name,
        /// How long.
        condition: At<Cond>,
    },
}

/// The arrow of a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Arrow {
    /// `->`
    To,
    /// `<->`
    Both,
}

/// The right-hand side of a rewrite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Right {
    /// `illegal`
    Illegal(Span0),
    /// The new contents.
    Groups(Vec<At<Group>>),
}

/// `[ row / row ]`: neighbouring cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The rows from top to bottom.
    pub rows: Vec<Vec<At<CellPattern>>>,
}

/// One cell of a pattern.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellPattern {
    /// `p:` names the piece that stands here.
    pub variable: Option<Name>,
    /// What may stand here.
    pub atoms: Vec<At<Atom>>,
    /// Where the cell must (not) lie.
    pub inset: Option<InSet>,
}

/// What sowing passes over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Skip {
    /// The cell the seeds came from.
    Source(Span0),
    /// A set.
    Set(At<SetRef>),
}

/// Something that happens besides the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Effect {
    /// The same player moves again.
    Again,
    /// A counter or score changes.
    Assign(Assign),
}

/// `my hand -= 1`
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assign {
    /// Whose.
    pub rel: Option<Rel>,
    /// What.
    pub target: At<Target>,
    /// Up or down.
    pub op: AssignOp,
    /// By how much.
    pub value: At<Expr>,
}

/// What an assignment changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Target {
    /// The score.
    Score,
    /// A counter.
    Counter(String),
}

/// `+=` or `-=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AssignOp {
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// A consequence of moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct After {
    /// Of which moves.
    pub scope: Scope,
    /// Under which condition.
    pub condition: Option<At<Cond>>,
    /// What follows.
    pub body: Vec<Alternative>,
}

/// The moves a consequence belongs to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Scope {
    /// `any move`
    Any(Span0),
    /// Named ones.
    Moves(Vec<Name>),
}
