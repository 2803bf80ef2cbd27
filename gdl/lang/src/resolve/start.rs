//! Starts, goals, and `same rotations`.

use super::picture::{self, Glyph, is_stroke};
use super::view::View;
use super::{Ctx, Statements};
use crate::ast::{self, At, Expr, Picture, StartItem, StartWhat};
use crate::diagnostic::Code;
use crate::model::{BoardKind, CellId, Cond, Content, ContentSet, Goal, PieceId, PlayerId, Start};
use crate::source::Span;
use std::collections::BTreeMap;

/// Resolves all starts; without any, the board's picture is the start.
pub(super) fn starts(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    for (name, what, span) in &statements.starts {
        if let Some(name) = name
            && ctx.starts.iter().any(|start| start.name.as_deref() == Some(&name.node))
        {
            let message = format!("there is already a start called \"{}\"", name.node);
            ctx.report(ctx.error(Code::DuplicateName, name.span, message).label("declared again"));
        }
        if name.is_none() && statements.starts.len() > 1 {
            let diagnostic =
                ctx.error(Code::DuplicateName, *span, "with several starts, each needs a name");
            ctx.report(diagnostic.help("start \"card 1\" { ... }"));
        }
        let cells = match what {
            StartWhat::Picture(picture) => ctx.start_picture(picture),
            StartWhat::Items(items) => ctx.start_items(items, *span),
        };
        // A broken start is reported; an empty board stands in for it.
        let cells = cells.unwrap_or_else(|| vec![0; ctx.board.cells.len()]);
        ctx.check_heaps(&cells, *span);
        ctx.starts.push(Start { name: name.map(|name| name.node.clone()), cells });
    }
    if ctx.starts.is_empty() {
        let cells = match statements.board {
            Some((_, ast::BoardShape::Picture(picture), _)) => ctx.start_picture(picture),
            _ => None,
        };
        let cells = cells.unwrap_or_else(|| vec![0; ctx.board.cells.len()]);
        ctx.starts.push(Start { name: None, cells });
    }
}

/// Resolves the goal.
pub(super) fn goal(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> Option<Goal> {
    let (span, goal) = statements.goal?;
    if !ctx.players.is_empty() {
        let diagnostic = ctx.error(Code::GoalWithPlayers, span, "a game with players has no goal");
        ctx.report(diagnostic.label("a goal is for a puzzle").help("say who wins:  win when ..."));
        return None;
    }
    match goal {
        ast::Goal::Start(_) => Some(Goal::Start),
        ast::Goal::Picture(picture) => {
            let placed = ctx.placed(picture, Wildcards::Allowed)?;
            Some(Goal::When(Cond::Exactly(placed)))
        }
        ast::Goal::When(cond) => ctx.cond(cond, View::new(PlayerId(0))).map(Goal::When),
    }
}

/// Resolves `same`.
pub(super) fn same_rotations(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> bool {
    let Some(what) = statements.same else { return false };
    if what.node != "rotations" {
        let diagnostic = ctx.error(
            Code::UnknownSame,
            what.span,
            format!("positions cannot be the same up to `{}`", what.node),
        );
        ctx.report(diagnostic.help("the only one is:  same rotations"));
        return false;
    }
    if ctx.board.kind != BoardKind::Ring {
        let diagnostic = ctx.error(Code::UnknownSame, what.span, "only a ring has rotations");
        ctx.report(diagnostic.label("this board is no ring").help("board ring(n)"));
        return false;
    }
    true
}

/// Whether `?` may stand in a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wildcards {
    Allowed,
    Forbidden,
}

/// How the glyphs of a picture lie on the board.
struct Frame {
    left: usize,
    top: usize,
    pitch: usize,
    cells: BTreeMap<(usize, usize), CellId>,
}

impl Frame {
    fn cell(&self, glyph: &Glyph) -> Option<CellId> {
        let (x, y) = (glyph.x - self.left, glyph.y - self.top);
        self.cells.get(&(x / self.pitch, y)).copied().filter(|_| x % self.pitch == 0)
    }
}

impl Ctx<'_> {
    fn start_picture(&mut self, picture: &Picture) -> Option<Vec<u8>> {
        let placed = self.placed(picture, Wildcards::Forbidden)?;
        let mut cells = vec![0; self.board.cells.len()];
        for (cell, content) in placed {
            cells[cell.index()] = content;
        }
        Some(cells)
    }

    /// What a picture puts on the cells of the board. It must show exactly these cells.
    fn placed(&mut self, picture: &Picture, wildcards: Wildcards) -> Option<Vec<(CellId, u8)>> {
        if self.heap {
            let diagnostic = self.error(Code::HeapPicture, picture.span, "heaps cannot be drawn");
            self.report(diagnostic.help("list the numbers:  start 4, 4, 0, 1  or  start 4 each"));
            return None;
        }
        if matches!(self.board.kind, BoardKind::Edges | BoardKind::Points) {
            let diagnostic =
                self.error(Code::PictureMismatch, picture.span, "this board has no picture");
            self.report(
                diagnostic.help("list the contents, cell by cell:  start empty, stroke, ..."),
            );
            return None;
        }
        let drawn = self.board.kind == BoardKind::Drawn;
        let glyphs: Vec<Glyph> = picture::glyphs(picture)
            .into_iter()
            .filter(|glyph| !drawn || !is_stroke(glyph.glyph))
            .collect();
        let frame = self.frame(&glyphs)?;
        let mut placed = Vec::new();
        let mut seen = vec![false; self.board.cells.len()];
        for glyph in &glyphs {
            let Some(cell) = frame.cell(glyph) else {
                let diagnostic = self.error(
                    Code::PictureMismatch,
                    glyph.span,
                    "this picture does not show the board's cells",
                );
                self.report(diagnostic.label("the board has no cell here"));
                return None;
            };
            seen[cell.index()] = true;
            if glyph.glyph == '?' && wildcards == Wildcards::Allowed {
                continue;
            }
            self.check_glyphs(std::slice::from_ref(glyph));
            let piece = self.pieces.iter().position(|piece| piece.glyph == Some(glyph.glyph));
            let content =
                piece.map_or(0, |piece| u8::try_from(piece + 1).expect("at most MAX_PIECES"));
            placed.push((cell, content));
        }
        if let Some(missing) = seen.iter().position(|seen| !seen) {
            let message =
                format!("this picture does not show the cell {}", self.board.cells[missing].name);
            let span = first_line(picture, self.source.text());
            let diagnostic = self.error(Code::PictureMismatch, span, message);
            self.report(
                diagnostic.label(format!("the board has {} cells", self.board.cells.len())),
            );
            return None;
        }
        Some(placed)
    }

    /// How the glyphs of a picture lie on the board. Reports a picture that cannot lie on it.
    fn frame(&mut self, glyphs: &[Glyph]) -> Option<Frame> {
        let pitch = match self.board.kind {
            BoardKind::Square | BoardKind::Row | BoardKind::Ring => self.pitch(glyphs)?,
            _ => 1,
        };
        let places: Vec<(usize, usize)> = match self.board.kind {
            BoardKind::Drawn => {
                self.board.canvas.places.iter().map(|(line, column)| (*column, *line)).collect()
            }
            _ => self
                .board
                .cells
                .iter()
                .map(|cell| (usize::from(cell.column), usize::from(cell.row)))
                .collect(),
        };
        let left = places.iter().map(|place| place.0).min().unwrap_or(0);
        let top = places.iter().map(|place| place.1).min().unwrap_or(0);
        Some(Frame {
            left: glyphs.iter().map(|glyph| glyph.x).min().unwrap_or(0),
            top: glyphs.iter().map(|glyph| glyph.y).min().unwrap_or(0),
            pitch,
            cells: places
                .iter()
                .zip(self.board.ids())
                .map(|((x, y), cell)| ((x - left, y - top), cell))
                .collect(),
        })
    }

    fn start_items(&mut self, items: &[At<StartItem>], span: Span) -> Option<Vec<u8>> {
        let count = self.board.cells.len();
        let mut cells = Vec::new();
        for item in items {
            match &item.node {
                StartItem::Range(range) => {
                    let (from, to) = self.ends_of(range, &[])?;
                    for number in from..=to {
                        cells.push(self.start_number(number, item.span)?);
                    }
                }
                StartItem::Empty => cells.push(0),
                StartItem::Each(expr) => {
                    let value = match &expr.node {
                        Expr::Name { rel: None, name } => self.start_name(name, expr.span)?,
                        _ => {
                            let number = self.number(expr, &[])?;
                            self.start_number(number, item.span)?
                        }
                    };
                    cells.extend(vec![value; count]);
                }
                StartItem::Number(number) => {
                    let number = i64::try_from(*number).unwrap_or(i64::MAX);
                    cells.push(self.start_number(number, item.span)?);
                }
                StartItem::Name(name) => cells.push(self.start_name(name, item.span)?),
            }
        }
        if cells.len() != count {
            let message = format!("the start names {} cells, the board has {count}", cells.len());
            let diagnostic = self.error(Code::StartLength, span, message);
            self.report(diagnostic.label("one entry per cell, in reading order"));
            return None;
        }
        Some(cells)
    }

    /// A number in a start: a heap's height, or a numbered piece.
    fn start_number(&mut self, number: i64, span: Span) -> Option<u8> {
        if self.heap {
            let height = u8::try_from(number).ok();
            if height.is_none() {
                self.report(self.error(
                    Code::TooLarge,
                    span,
                    format!("a heap has 0 to 255 pieces, not {number}"),
                ));
            }
            return height;
        }
        let kind = number.to_string();
        match self.pieces.iter().position(|piece| piece.kind == kind) {
            Some(index) => {
                Some(PieceId(u8::try_from(index).expect("at most MAX_PIECES")).content().0)
            }
            None => {
                self.report(
                    self.error(Code::UnknownPiece, span, format!("no piece called `{number}`"))
                        .label("unknown piece"),
                );
                None
            }
        }
    }

    /// A word in a start: a kind of piece, or a parameter for its number.
    fn start_name(&mut self, name: &str, span: Span) -> Option<u8> {
        if let Some(param) = self.params.iter().find(|param| param.name == name) {
            let value = param.value;
            self.uses(name);
            return self.start_number(value, span);
        }
        let atom = At::new(ast::Atom::Named { rel: None, name: name.to_owned() }, span);
        let set: ContentSet = self.contents(&atom, PlayerId(0))?;
        match set.single() {
            Some(Content(content)) => Some(content),
            None => {
                let diagnostic = self.error(
                    Code::WhichPiece,
                    span,
                    format!("`{name}` in a start could be several pieces"),
                );
                self.report(diagnostic.help("draw the start:  start { ... }"));
                None
            }
        }
    }

    fn check_heaps(&mut self, cells: &[u8], span: Span) {
        let total: u32 = cells.iter().map(|height| u32::from(*height)).sum();
        if self.heap && total > 255 {
            let message =
                format!("the heaps hold {total} pieces together; at most 255 are possible");
            self.report(self.error(Code::TooLarge, span, message));
        }
    }
}

/// The first line of a picture that shows something.
fn first_line(picture: &Picture, text: &str) -> Span {
    let art = &text[picture.span.start as usize..picture.span.end as usize];
    let blank = art.len() - art.trim_start().len();
    let start = picture.span.start as usize + blank;
    let length = art[blank..].find('\n').unwrap_or(art.len() - blank);
    Span::new(start, start + text[start..start + length].trim_end().len())
}
