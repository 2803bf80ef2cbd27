//! The tree of a game file: what the author wrote, before any name is looked up.
//!
//! Every part that can be wrong carries its place ([`At`]). Comments and blank lines hang on the statements and alternatives they
//! belong to, so that the printer ([`crate::print`]) can give them back. Two trees are equal if they say the same thing; places do not
//! take part in the comparison.

use crate::source::Span;
use serde::Serialize;
use std::fmt;

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

/// The raw text between `{` and `}`. Two pictures are equal if they show the same, wherever they stand on the page.
#[derive(Clone, Debug, Serialize)]
pub struct Art(pub String);

impl Art {
    /// The rows from the first glyph to the last: no blank rows above and below, no blanks to the right, and the leftmost glyph in the
    /// first column.
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

/// A number, known when the game is compiled or read off a position. Sums and products are flat, so that a long one is not a deep one.
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

/// The text of the tree, one part per line, with places.
impl fmt::Display for Ast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self:#?}")
    }
}
