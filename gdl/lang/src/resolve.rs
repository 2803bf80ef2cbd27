//! From tree to model: every name looked up, every move spelled out for every player, place and
//! direction.
//!
//! Declarations are resolved in a fixed order whatever their order in the file: parameters,
//! players, pieces, board, counters, starts, areas, shapes, moves, ends. What a later part needs
//! from a broken earlier one is taken as known, so that one mistake gives one message.

use crate::ast::{self, Ast};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{
    Board, BoardKind, Canvas, Counter, Model, Param, Piece, Player, PlayerId, Shape, Start,
};
use crate::source::{Source, Span};
use std::collections::{BTreeMap, BTreeSet};

mod actions;
mod areas;
mod board;
mod cells;
mod condition;
mod counters;
mod direction;
mod drawn;
mod ends;
mod expect;
mod lint;
mod moves;
mod names;
mod number;
mod pattern;
mod picture;
mod pieces;
mod placement;
mod settle;
mod shapes;
mod start;
mod statements;
mod value;
mod view;

pub use settle::comes_to_rest;
use statements::Statements;

/// Values for parameters that replace those of the file, by name.
pub type Params = BTreeMap<String, i64>;

/// Resolves a game. Gives the model and warnings, or everything that is wrong.
pub fn resolve(
    source: &Source,
    ast: &Ast,
    params: &Params,
) -> Result<(Model, Diagnostics), Diagnostics> {
    let mut ctx = Ctx::new(source);
    let statements = Statements::collect(ast, &mut ctx.diagnostics);
    let model = model(&mut ctx, &statements, params);
    let diagnostics = std::mem::take(&mut ctx.diagnostics);
    match model {
        Some(model) if !diagnostics.has_errors() => Ok((model, diagnostics)),
        _ => Err(diagnostics),
    }
}

/// The steps in order. None if a later step cannot be taken because an earlier one failed.
fn model(ctx: &mut Ctx<'_>, statements: &Statements<'_>, params: &Params) -> Option<Model> {
    names::declare(ctx, statements);
    number::params(ctx, statements, params);
    pieces::players(ctx, statements);
    pieces::pieces(ctx, statements);
    board::board(ctx, statements);
    if ctx.diagnostics.has_errors() {
        return None;
    }
    direction::check_facing(ctx, statements);
    counters::counters(ctx, statements);
    start::starts(ctx, statements);
    areas::areas(ctx, statements);
    shapes::shapes(ctx, statements);
    let goal = start::goal(ctx, statements);
    let same_rotations = start::same_rotations(ctx, statements);
    let (moves, afters) = moves::moves(ctx, statements);
    let illegal = ends::illegal(ctx, statements);
    let ends = ends::ends(ctx, statements);
    let stuck = ends::stuck(ctx, statements);
    let finish = ends::finish(ctx, statements);
    let expects = expect::expects(ctx, statements);
    if ctx.diagnostics.has_errors() {
        return None;
    }
    names::unused(ctx, statements);
    let model = Model {
        source: ctx.source.clone(),
        title: statements
            .title
            .map_or_else(|| ctx.source.name().to_owned(), |title| title.node.clone()),
        params: std::mem::take(&mut ctx.params),
        players: std::mem::take(&mut ctx.players),
        board: ctx.board.clone(),
        pieces: std::mem::take(&mut ctx.pieces),
        heap: ctx.heap,
        counters: std::mem::take(&mut ctx.counters),
        shapes: std::mem::take(&mut ctx.shapes),
        starts: std::mem::take(&mut ctx.starts),
        goal,
        same_rotations,
        moves,
        afters,
        illegal,
        ends,
        stuck,
        finish,
        expects,
    };
    settle::check(&model, &mut ctx.diagnostics);
    lint::lint(&model, statements, &mut ctx.diagnostics);
    Some(model)
}

/// What is known so far.
struct Ctx<'a> {
    source: &'a Source,
    diagnostics: Diagnostics,
    names: names::Names,
    params: Vec<Param>,
    players: Vec<Player>,
    pieces: Vec<Piece>,
    heap: bool,
    classes: BTreeMap<String, pieces::Class>,
    board: Board,
    counters: Vec<Counter>,
    starts: Vec<Start>,
    areas: BTreeMap<String, areas::Area>,
    shapes: Vec<Shape>,
    /// Ground rules made so far, against games whose rules do not fit in memory.
    rules: usize,
    /// Names that something uses.
    used: BTreeSet<String>,
    /// Whether a player who looks nowhere was reported.
    told_facing: bool,
}

impl<'a> Ctx<'a> {
    fn new(source: &'a Source) -> Self {
        let board = Board {
            kind: BoardKind::Points,
            cells: Vec::new(),
            directions: Vec::new(),
            links: Vec::new(),
            faces: Vec::new(),
            canvas: Canvas::default(),
        };
        Ctx {
            source,
            diagnostics: Diagnostics::new(),
            names: names::Names::default(),
            params: Vec::new(),
            players: Vec::new(),
            pieces: Vec::new(),
            heap: false,
            classes: BTreeMap::new(),
            board,
            counters: Vec::new(),
            starts: Vec::new(),
            areas: BTreeMap::new(),
            shapes: Vec::new(),
            rules: 0,
            used: BTreeSet::new(),
            told_facing: false,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, span, message)
    }

    /// Everyone whose turn it can be; in a puzzle, the one nameless player.
    fn sides(&self) -> Vec<PlayerId> {
        let count =
            u8::try_from(self.players.len().max(1)).expect("the number of players is limited");
        (0..count).map(PlayerId).collect()
    }

    /// Notes that a name is used.
    fn uses(&mut self, name: &str) {
        if !self.used.contains(name) {
            self.used.insert(name.to_owned());
        }
    }

    /// A player by name; reports an unknown one.
    fn player(&mut self, name: &ast::Name) -> Option<PlayerId> {
        if let Some(index) = self.players.iter().position(|player| player.name == name.node) {
            return Some(PlayerId(u8::try_from(index).expect("the number of players is limited")));
        }
        let known: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        let diagnostic =
            self.error(Code::UnknownPlayer, name.span, format!("no player called `{}`", name.node));
        let diagnostic = diagnostic.label("unknown player");
        let help = if known.is_empty() {
            "this game has no players; declare them:  players white, black".to_owned()
        } else {
            format!("players are: {}", known.join(", "))
        };
        self.report(diagnostic.help(help));
        None
    }

    /// What `their` means for a player: the only other one. Reports a use that is not clear.
    fn opponent(&mut self, player: PlayerId, span: Span) -> Option<PlayerId> {
        if self.players.len() == 2 {
            return Some(PlayerId(1 - player.0));
        }
        let message = "`their` is not clear with more than two players";
        self.report(
            self.error(Code::TheirAmbiguous, span, message)
                .help("with three players or more, only `my`, `mine` and `theirs` are clear"),
        );
        None
    }

    /// Whether the game has players; reports a word that needs them.
    fn needs_players(&mut self, word: &str, span: Span) -> Option<()> {
        if !self.players.is_empty() {
            return Some(());
        }
        let message = format!("`{word}` needs players, and this game has none");
        self.report(
            self.error(Code::NeedsPlayers, span, message)
                .help("declare them:  players white, black"),
        );
        None
    }
}
