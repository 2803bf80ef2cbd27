//! Boards: cells, their names, and which lies beside which.

use super::cells::cells;
use super::direction::{COMPASS, HEX};
use super::picture::{self, Glyph};
use super::{Ctx, Statements, drawn};
use crate::ast::{At, BoardShape, Directions, Expr, Name, Picture};
use crate::diagnostic::Code;
use crate::model::{Board, BoardKind, Canvas, Cell, CellId, Direction, MAX_CELLS};
use crate::source::Span;
use crate::words::nearest;
use std::collections::BTreeMap;

/// How a picture's cells are linked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Geometry {
    Square,
    Hex,
    Drawn,
}

/// Resolves the `board` statement.
pub(super) fn board(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    let Some((span, shape, links)) = statements.board else {
        let diagnostic = ctx.error(Code::NoBoard, statements.first, "this game has no board");
        ctx.report(
            diagnostic
                .label("no `board` statement")
                .help("draw it:  board { . . . }  or name it:  board grid(3, 3)"),
        );
        return;
    };
    let board = match shape {
        BoardShape::Picture(picture) => ctx.pictured(picture, links),
        BoardShape::Builder { name, args } => ctx.built(name, args, links, span),
    };
    if let Some(board) = board {
        ctx.board = board;
        ctx.board.links = ctx.links(links).unwrap_or_default();
    }
}

impl Ctx<'_> {
    fn pictured(&mut self, picture: &Picture, links: Option<&Directions>) -> Option<Board> {
        let geometry = match links {
            Some(Directions::Named(words)) if words.iter().any(|word| word.node == "hex") => {
                Geometry::Hex
            }
            Some(Directions::Named(words)) if words.iter().any(|word| word.node == "drawn") => {
                Geometry::Drawn
            }
            _ => Geometry::Square,
        };
        if geometry != Geometry::Square
            && let Some(Directions::Named(words)) = links
            && words.len() > 1
        {
            let message = format!(
                "`{}` stands alone after `links`",
                if geometry == Geometry::Hex { "hex" } else { "drawn" }
            );
            self.report(
                self.error(Code::WrongLinks, words[1].span, message).label("one word too many"),
            );
            return None;
        }
        let glyphs = picture::glyphs(picture);
        if geometry == Geometry::Drawn {
            return drawn::board(self, picture, &glyphs);
        }
        self.check_cells(glyphs.len(), picture.span)?;
        self.check_glyphs(&glyphs);
        match geometry {
            Geometry::Hex => self.hex(&glyphs),
            _ => {
                let pitch = self.pitch(&glyphs)?;
                Some(square(glyphs.iter().map(|glyph| (glyph.x / pitch, glyph.y)).collect()))
            }
        }
    }

    /// Whether a board can have this many cells.
    pub(super) fn check_cells(&mut self, count: usize, span: Span) -> Option<()> {
        if count == 0 {
            let diagnostic = self.error(Code::EmptyBoard, span, "this board has no cells");
            self.report(diagnostic.help("a board needs at least one cell"));
            return None;
        }
        if count > MAX_CELLS {
            let message = format!("this board has {count} cells; at most {MAX_CELLS} are possible");
            self.report(self.error(Code::TooLarge, span, message));
            return None;
        }
        Some(())
    }

    /// Reports glyphs that stand for nothing.
    pub(super) fn check_glyphs(&mut self, glyphs: &[Glyph]) {
        for glyph in glyphs {
            let known = glyph.glyph == '.'
                || self.pieces.iter().any(|piece| piece.glyph == Some(glyph.glyph));
            if !known {
                let message = format!("`{}` in a picture stands for nothing", glyph.glyph);
                let diagnostic = self
                    .error(Code::UnknownGlyph, glyph.span, message)
                    .label("neither a declared piece nor `.`");
                let help = match glyph.glyph {
                    ',' => "a comma cannot be a piece; write `.` for an empty cell".to_owned(),
                    glyph => format!(
                        "write `.` for an empty cell, or declare it:  pieces {glyph} = name"
                    ),
                };
                self.report(diagnostic.help(help));
            }
        }
    }

    fn hex(&mut self, glyphs: &[Glyph]) -> Option<Board> {
        let parity = (glyphs[0].x + glyphs[0].y) % 2;
        if let Some(ragged) = glyphs.iter().find(|glyph| (glyph.x + glyph.y) % 2 != parity) {
            let diagnostic = self.error(
                Code::RaggedPicture,
                ragged.span,
                "this picture is not staggered evenly",
            );
            let diagnostic = diagnostic.label("out of step with the first cell");
            self.report(diagnostic.help("with `links hex` neighbours in a row stand two columns apart, and rows are shifted by one"));
            return None;
        }
        let at = glyphs.iter().map(|glyph| (glyph.x, glyph.y)).collect();
        Some(Grid { kind: BoardKind::Hex, at, compass: &HEX, scale: 1 }.board())
    }

    fn built(
        &mut self,
        name: &Name,
        args: &[At<Expr>],
        links: Option<&Directions>,
        span: Span,
    ) -> Option<Board> {
        if let Some(Directions::Named(words)) = links
            && let Some(word) =
                words.iter().find(|word| matches!(word.node.as_str(), "hex" | "drawn"))
        {
            let message = format!("`links {}` needs a picture", word.node);
            self.report(
                self.error(Code::WrongLinks, word.span, message)
                    .help("draw the board:  board { ... }"),
            );
            return None;
        }
        match name.node.as_str() {
            "grid" | "edges" => {
                let (rows, columns) = (self.size(name, args, 2, 0)?, self.size(name, args, 2, 1)?);
                if name.node == "grid" {
                    self.check_cells(rows.saturating_mul(columns), span)?;
                    return Some(square(
                        (0..rows * columns)
                            .map(|index| (index % columns, index / columns))
                            .collect(),
                    ));
                }
                let horizontal = rows.saturating_add(1).saturating_mul(columns);
                let vertical = columns.saturating_add(1).saturating_mul(rows);
                self.check_cells(
                    if rows == 0 || columns == 0 { 0 } else { horizontal.saturating_add(vertical) },
                    span,
                )?;
                Some(edges(rows, columns))
            }
            "row" | "ring" => {
                let count = self.size(name, args, 1, 0)?;
                self.check_cells(count, span)?;
                if name.node == "ring" && count < 3 {
                    self.report(self.error(
                        Code::EmptyBoard,
                        span,
                        format!("a ring has at least 3 cells, not {count}"),
                    ));
                    return None;
                }
                Some(line(
                    count,
                    if name.node == "ring" { BoardKind::Ring } else { BoardKind::Row },
                ))
            }
            "points" => self.points(args, span),
            other => {
                let known = ["grid", "row", "ring", "edges", "points"];
                let diagnostic = self.error(
                    Code::UnknownBoard,
                    name.span,
                    format!("no board is made by `{other}`"),
                );
                let help = match nearest(other, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "boards are: grid(rows, columns), row(n), ring(n), edges(rows, columns), points(A, B, ...)".to_owned(),
                };
                self.report(diagnostic.help(help));
                None
            }
        }
    }

    /// The `index`-th of `count` arguments of a builder.
    fn size(
        &mut self,
        name: &Name,
        args: &[At<Expr>],
        count: usize,
        index: usize,
    ) -> Option<usize> {
        if args.len() != count {
            let plural = if count == 1 { "number" } else { "numbers" };
            let message = format!("`{}` takes {count} {plural}, not {}", name.node, args.len());
            self.report(self.error(Code::WrongArguments, name.span, message));
            return None;
        }
        self.natural(&args[index], &[])
    }

    fn points(&mut self, args: &[At<Expr>], span: Span) -> Option<Board> {
        self.check_cells(args.len(), span)?;
        let mut cells: Vec<Cell> = Vec::new();
        for arg in args {
            let Expr::Name { rel: None, name } = &arg.node else {
                self.report(
                    self.error(Code::WrongArguments, arg.span, "a point is a name")
                        .help("points(A, B, C)"),
                );
                return None;
            };
            if cells.iter().any(|cell| cell.name == *name) {
                let message = format!("there is already a point called `{name}`");
                self.report(
                    self.error(Code::DuplicateName, arg.span, message).label("named again"),
                );
                return None;
            }
            let row = u16::try_from(cells.len()).expect("at most MAX_CELLS");
            cells.push(Cell { name: name.clone(), column: 0, row });
        }
        let canvas = Canvas {
            lines: vec![" ".to_owned(); cells.len()],
            places: (0..cells.len()).map(|y| (y, 0)).collect(),
        };
        Some(Board {
            kind: BoardKind::Points,
            cells,
            directions: Vec::new(),
            links: Vec::new(),
            faces: Vec::new(),
            canvas,
        })
    }

    /// The directions that moves take if they do not say.
    fn links(&mut self, links: Option<&Directions>) -> Option<Vec<usize>> {
        let everything = (0..self.board.directions.len()).collect();
        match (self.board.kind, links) {
            (BoardKind::Hex | BoardKind::Drawn, _) => Some(everything),
            (BoardKind::Square, None) => self.board_direction("orth"),
            (_, None | Some(Directions::All(_))) => Some(everything),
            (_, Some(Directions::Named(words))) => {
                let mut found = Vec::new();
                for word in words {
                    found.extend(self.absolute_direction(word)?);
                }
                found.sort_unstable();
                found.dedup();
                Some(found)
            }
        }
    }
}

/// Cells on a grid whose neighbours are found by steps of a compass.
struct Grid<'a> {
    kind: BoardKind,
    at: Vec<(usize, usize)>,
    compass: &'a [(&'static str, i32, i32)],
    /// Characters of the canvas per column.
    scale: usize,
}

impl Grid<'_> {
    fn board(self) -> Board {
        let by_place: BTreeMap<(usize, usize), CellId> =
            (0_u8..).map(CellId).zip(&self.at).map(|(cell, at)| (*at, cell)).collect();
        let step = |&(x, y): &(usize, usize), dx: i32, dy: i32| {
            let x = x.checked_add_signed(isize::try_from(dx).ok()?)?;
            let y = y.checked_add_signed(isize::try_from(dy).ok()?)?;
            by_place.get(&(x, y)).copied()
        };
        let neighbours = |dx, dy| self.at.iter().map(|at| step(at, dx, dy)).collect();
        let directions = self.compass.iter().map(|(name, dx, dy)| Direction {
            name: (*name).to_owned(),
            next: neighbours(*dx, *dy),
        });
        Board {
            kind: self.kind,
            cells: cells(&self.at),
            directions: directions.collect(),
            links: Vec::new(),
            faces: Vec::new(),
            canvas: blank_canvas(self.at.iter().map(|(x, y)| (*y, x * self.scale)).collect()),
        }
    }
}

/// A canvas of blanks with cells at these lines and columns.
fn blank_canvas(places: Vec<(usize, usize)>) -> Canvas {
    let height = places.iter().map(|(line, _)| line + 1).max().unwrap_or(0);
    let width = |line: usize| {
        places.iter().filter(|place| place.0 == line).map(|place| place.1 + 1).max().unwrap_or(0)
    };
    Canvas { lines: (0..height).map(|line| " ".repeat(width(line))).collect(), places }
}

fn square(at: Vec<(usize, usize)>) -> Board {
    Grid { kind: BoardKind::Square, at, compass: &COMPASS, scale: 2 }.board()
}

fn line(count: usize, kind: BoardKind) -> Board {
    let id = |index: usize| CellId(u8::try_from(index).expect("at most MAX_CELLS"));
    let closed = kind == BoardKind::Ring;
    let next =
        |index: usize| if index + 1 < count { Some(id(index + 1)) } else { closed.then(|| id(0)) };
    let prev =
        |index: usize| if index > 0 { Some(id(index - 1)) } else { closed.then(|| id(count - 1)) };
    let small = |number: usize| u16::try_from(number).expect("at most MAX_CELLS");
    Board {
        kind,
        cells: (0..count)
            .map(|x| Cell { name: (x + 1).to_string(), column: small(x), row: 0 })
            .collect(),
        directions: vec![
            Direction { name: "next".to_owned(), next: (0..count).map(next).collect() },
            Direction { name: "prev".to_owned(), next: (0..count).map(prev).collect() },
        ],
        links: Vec::new(),
        faces: Vec::new(),
        canvas: blank_canvas((0..count).map(|x| (0, 2 * x)).collect()),
    }
}

/// One cell per edge of `rows` x `columns` boxes. Corners, edges and boxes form a lattice of twice
/// the size.
fn edges(rows: usize, columns: usize) -> Board {
    let lattice = (0..=2 * rows).flat_map(|y| (0..=2 * columns).map(move |x| (x, y)));
    let at: Vec<(usize, usize)> = lattice.filter(|(x, y)| (x + y) % 2 == 1).collect();
    let by_place: BTreeMap<(usize, usize), CellId> =
        (0_u8..).map(CellId).zip(&at).map(|(cell, at)| (*at, cell)).collect();
    let around = |x: usize, y: usize| {
        [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)].map(|place| by_place[&place]).to_vec()
    };
    let boxes = (0..rows).flat_map(|y| (0..columns).map(move |x| (2 * x + 1, 2 * y + 1)));
    let corner_line: String =
        (0..=4 * columns).map(|x| if x % 4 == 0 { '+' } else { ' ' }).collect();
    let lines = (0..=2 * rows)
        .map(|y| if y % 2 == 0 { corner_line.clone() } else { " ".repeat(4 * columns + 1) });
    Board {
        kind: BoardKind::Edges,
        cells: cells(&at),
        directions: Vec::new(),
        links: Vec::new(),
        faces: boxes.map(|(x, y)| around(x, y)).collect(),
        canvas: Canvas {
            lines: lines.collect(),
            places: at.iter().map(|(x, y)| (*y, 2 * x)).collect(),
        },
    }
}
