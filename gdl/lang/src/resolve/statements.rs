//! The statements of a file by kind, and the ones that may stand only once.

use crate::ast::{self, Ast, At, Name, Stmt};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;

/// The statements of a file by kind, each kind in file order.
#[derive(Default)]
pub(super) struct Statements<'a> {
    pub(super) title: Option<&'a At<String>>,
    pub(super) params: Vec<&'a ast::Bind>,
    pub(super) players: Option<(Span, &'a [ast::PlayerDecl])>,
    pub(super) board: Option<(Span, &'a ast::BoardShape, Option<&'a ast::Directions>)>,
    pub(super) areas: Vec<(&'a Name, &'a [ast::AreaTerm], Span)>,
    pub(super) pieces: Vec<Pieces<'a>>,
    pub(super) classes: Vec<(&'a Name, &'a [At<ast::Atom>])>,
    pub(super) counters: Vec<(&'a Name, &'a At<ast::Expr>, bool)>,
    pub(super) shapes: Vec<(&'a Name, &'a [ast::ShapeTerm])>,
    pub(super) starts: Vec<(Option<&'a At<String>>, &'a ast::StartWhat, Span)>,
    pub(super) goal: Option<(Span, &'a ast::Goal)>,
    pub(super) same: Option<&'a Name>,
    pub(super) expects: Vec<(&'a ast::Expect, Span)>,
    pub(super) moves: Vec<(&'a ast::Move, Span)>,
    pub(super) afters: Vec<(&'a ast::After, Span)>,
    pub(super) illegal: Vec<&'a At<ast::Cond>>,
    pub(super) outcomes: Vec<Outcome<'a>>,
    pub(super) stuck: Option<(Span, &'a ast::StuckRule)>,
    pub(super) finish: Vec<&'a At<ast::Assign>>,
    /// The first statement of the file, for messages about what is missing.
    pub(super) first: Span,
}

/// A `pieces` statement.
pub(super) struct Pieces<'a> {
    pub(super) list: &'a [ast::PieceDecl],
    pub(super) turns: Option<&'a At<ast::Expr>>,
    pub(super) span: Span,
}

/// A `win`, `lose` or `draw` statement.
pub(super) struct Outcome<'a> {
    pub(super) verdict: &'a At<ast::Verdict>,
    pub(super) player: Option<&'a Name>,
    pub(super) when: &'a At<ast::Cond>,
    pub(super) span: Span,
}

impl<'a> Statements<'a> {
    /// Where a kind of piece is declared.
    pub(super) fn piece_span(&self, kind: &str) -> Span {
        let declared = self
            .pieces
            .iter()
            .flat_map(|pieces| pieces.list.iter().map(|piece| (piece, pieces.span)));
        let span = |(piece, statement): (&ast::PieceDecl, Span)| match piece {
            ast::PieceDecl::Glyph { kind: name, .. } | ast::PieceDecl::Heap(name) => {
                (name.node == kind).then_some(name.span)
            }
            ast::PieceDecl::Family(_) => {
                kind.starts_with(|digit: char| digit.is_ascii_digit()).then_some(statement)
            }
        };
        declared.into_iter().find_map(span).unwrap_or(self.first)
    }

    /// Sorts the statements of a file and reports those that stand twice.
    pub(super) fn collect(ast: &'a Ast, diagnostics: &mut Diagnostics) -> Self {
        let mut all = Statements::default();
        if let Some(item) = ast.items.first() {
            all.first = item.stmt.span;
        }
        let mut only = |earlier: Option<Span>, word: &str, span: Span| {
            if let Some(earlier) = earlier {
                let diagnostic = Diagnostic::new(
                    Code::DuplicateStatement,
                    span,
                    format!("a game has one `{word}` statement"),
                );
                diagnostics.push(diagnostic.label("a second one").other(earlier, "the first one"));
            }
        };
        for item in &ast.items {
            let span = item.stmt.span;
            match &item.stmt.node {
                Stmt::Game(title) => {
                    only(all.title.map(|title| title.span), "game", span);
                    all.title.get_or_insert(title);
                }
                Stmt::Param(binds) => all.params.extend(binds),
                Stmt::Players(list) => {
                    only(all.players.map(|(span, _)| span), "players", span);
                    all.players.get_or_insert((span, list));
                }
                Stmt::Board { shape, links } => {
                    only(all.board.map(|(span, _, _)| span), "board", span);
                    all.board.get_or_insert((span, shape, links.as_ref()));
                }
                Stmt::Area { name, terms } => all.areas.push((name, terms, span)),
                Stmt::Pieces { list, turns } => {
                    all.pieces.push(Pieces { list, turns: turns.as_ref(), span })
                }
                Stmt::Class { name, atoms } => all.classes.push((name, atoms)),
                Stmt::Counter { name, value, each } => all.counters.push((name, value, *each)),
                Stmt::Shape { name, terms } => all.shapes.push((name, terms)),
                Stmt::Start { name, what } => all.starts.push((name.as_ref(), what, span)),
                Stmt::Goal(goal) => {
                    only(all.goal.map(|(span, _)| span), "goal", span);
                    all.goal.get_or_insert((span, goal));
                }
                Stmt::Same(what) => {
                    only(all.same.map(|what| what.span), "same", span);
                    all.same.get_or_insert(what);
                }
                Stmt::Expect(expect) => all.expects.push((expect, span)),
                Stmt::Move(declared) => all.moves.push((declared, span)),
                Stmt::After(after) => all.afters.push((after, span)),
                Stmt::Illegal(when) => all.illegal.push(when),
                Stmt::Outcome { verdict, player, when } => {
                    all.outcomes.push(Outcome { verdict, player: player.as_ref(), when, span })
                }
                Stmt::Stuck(rule) => {
                    only(all.stuck.map(|(span, _)| span), "stuck", span);
                    all.stuck.get_or_insert((span, rule));
                }
                Stmt::Finish(assign) => all.finish.push(assign),
            }
        }
        all
    }
}
