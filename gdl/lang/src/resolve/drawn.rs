//! Boards whose links are drawn: `links drawn`.
//!
//! A link runs from a cell in a compass direction along an unbroken run of that direction's stroke
//! to the next cell. Every stroke must be part of a link, so that a slip in the drawing is seen.

use super::Ctx;
use super::cells::cells;
use super::direction::COMPASS;
use super::picture::{Glyph, is_stroke};
use crate::ast::Picture;
use crate::diagnostic::Code;
use crate::model::{Board, BoardKind, Canvas, CellId, Direction};
use std::collections::{BTreeMap, BTreeSet};

/// The strokes that carry a link along each axis: east-west, north-south, and the two diagonals.
fn carries(stroke: char, dx: i32, dy: i32) -> bool {
    match stroke {
        '-' => dy == 0,
        '|' => dx == 0,
        '/' => dx == -dy && dx != 0,
        '\\' => dx == dy && dx != 0,
        '+' => dx == 0 || dy == 0,
        'X' => dx != 0 && dy != 0,
        _ => false,
    }
}

/// The board of a drawn picture.
pub(super) fn board(ctx: &mut Ctx<'_>, picture: &Picture, glyphs: &[Glyph]) -> Option<Board> {
    if check_reserved(ctx, picture).is_some() {
        return None;
    }
    let (strokes, spots): (Vec<&Glyph>, Vec<&Glyph>) =
        glyphs.iter().partition(|glyph| is_stroke(glyph.glyph));
    ctx.check_cells(spots.len(), picture.span)?;
    let spots: Vec<Glyph> = spots.into_iter().copied().collect();
    ctx.check_glyphs(&spots);
    let by_place: BTreeMap<(usize, usize), CellId> =
        (0_u8..).map(CellId).zip(&spots).map(|(cell, spot)| ((spot.x, spot.y), cell)).collect();
    let stroke_at: BTreeMap<(usize, usize), char> =
        strokes.iter().map(|stroke| ((stroke.x, stroke.y), stroke.glyph)).collect();
    // A crossing carries two lines, and both must lead somewhere: strokes are used up per axis.
    let mut used: BTreeSet<((usize, usize), (i32, i32))> = BTreeSet::new();
    let mut directions = Vec::new();
    for (name, dx, dy) in COMPASS {
        let mut next = Vec::new();
        for spot in &spots {
            let mut run = Vec::new();
            let mut place = step((spot.x, spot.y), dx, dy);
            while let Some(at) =
                place.filter(|at| stroke_at.get(at).is_some_and(|stroke| carries(*stroke, dx, dy)))
            {
                run.push(at);
                place = step(at, dx, dy);
            }
            let end = place.and_then(|at| by_place.get(&at)).copied().filter(|_| !run.is_empty());
            if end.is_some() {
                used.extend(run.into_iter().map(|at| (at, axis(dx, dy))));
            }
            next.push(end);
        }
        directions.push(Direction { name: name.to_owned(), next });
    }
    for stroke in &strokes {
        let axes = COMPASS
            .iter()
            .filter(|(_, dx, dy)| carries(stroke.glyph, *dx, *dy))
            .map(|(_, dx, dy)| axis(*dx, *dy));
        if axes.into_iter().any(|axis| !used.contains(&((stroke.x, stroke.y), axis))) {
            let diagnostic = ctx.error(Code::LooseStroke, stroke.span, "this stroke leads nowhere");
            let diagnostic = diagnostic.label("no cell at both of its ends");
            ctx.report(diagnostic.help("a stroke must run straight from one cell to another:  - | / \\  and + or X where two cross"));
        }
    }
    let at: Vec<(usize, usize)> = spots.iter().map(|spot| (spot.x, spot.y)).collect();
    let (across, down) =
        (pitch(at.iter().map(|place| place.0)), pitch(at.iter().map(|place| place.1)));
    let names: Vec<(usize, usize)> = at.iter().map(|(x, y)| (x / across, y / down)).collect();
    let canvas = canvas(&strokes, &at);
    Some(Board {
        kind: BoardKind::Drawn,
        cells: cells(&names),
        directions,
        links: Vec::new(),
        faces: Vec::new(),
        canvas,
    })
}

fn step((x, y): (usize, usize), dx: i32, dy: i32) -> Option<(usize, usize)> {
    let moved = |from: usize, by: i32| from.checked_add_signed(isize::try_from(by).ok()?);
    Some((moved(x, dx)?, moved(y, dy)?))
}

/// A direction and its opposite have the same axis.
fn axis(dx: i32, dy: i32) -> (i32, i32) {
    if (dx, dy) < (0, 0) { (-dx, -dy) } else { (dx, dy) }
}

/// The largest step that reaches all of these coordinates from 0: the columns and rows that cells
/// are named by.
fn pitch(coordinates: impl Iterator<Item = usize>) -> usize {
    let gcd = coordinates.fold(0, |mut left, mut right| {
        while right > 0 {
            (left, right) = (right, left % right);
        }
        left
    });
    gcd.max(1)
}

/// Reports a piece whose glyph is a stroke; gives that glyph.
fn check_reserved(ctx: &mut Ctx<'_>, picture: &Picture) -> Option<char> {
    let reserved =
        ctx.pieces.iter().find_map(|piece| piece.glyph.filter(|glyph| is_stroke(*glyph)))?;
    let message = format!("`{reserved}` is a stroke on a drawn board and cannot be a piece");
    ctx.report(
        ctx.error(Code::ReservedGlyph, picture.span, message)
            .help("choose another character in `pieces`"),
    );
    Some(reserved)
}

fn canvas(strokes: &[&Glyph], cells: &[(usize, usize)]) -> Canvas {
    let places: Vec<(usize, usize)> = cells.iter().map(|(x, y)| (*y, *x)).collect();
    let marks: Vec<(usize, usize, char)> = strokes
        .iter()
        .map(|stroke| (stroke.y, stroke.x, stroke.glyph))
        .chain(places.iter().map(|(y, x)| (*y, *x, ' ')))
        .collect();
    let height = marks.iter().map(|mark| mark.0 + 1).max().unwrap_or(0);
    let mut lines = vec![Vec::new(); height];
    for (line, column, glyph) in marks {
        if lines[line].len() <= column {
            lines[line].resize(column + 1, ' ');
        }
        lines[line][column] = glyph;
    }
    Canvas { lines: lines.into_iter().map(String::from_iter).collect(), places }
}
