//! Pictures: which glyph stands where.

use super::Ctx;
use crate::ast::Picture;
use crate::diagnostic::Code;
use crate::source::Span;

/// A glyph of a picture and where it stands, in characters from the leftmost column and topmost
/// row that hold one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) glyph: char,
    /// Its place in the source.
    pub(super) span: Span,
}

/// The glyphs of a picture in reading order, blanks left out.
pub(super) fn glyphs(picture: &Picture) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    let mut offset = picture.span.start as usize;
    for (y, line) in picture.node.0.split('\n').enumerate() {
        for (x, (at, glyph)) in line.char_indices().enumerate() {
            if !glyph.is_whitespace() {
                let span = Span::new(offset + at, offset + at + glyph.len_utf8());
                glyphs.push(Glyph { x, y, glyph, span });
            }
        }
        offset += line.len() + 1;
    }
    let left = glyphs.iter().map(|glyph| glyph.x).min().unwrap_or(0);
    let top = glyphs.iter().map(|glyph| glyph.y).min().unwrap_or(0);
    for glyph in &mut glyphs {
        glyph.x -= left;
        glyph.y -= top;
    }
    glyphs
}

/// Whether a glyph is a stroke where links are drawn.
pub(super) fn is_stroke(glyph: char) -> bool {
    matches!(glyph, '-' | '|' | '/' | '\\' | '+' | 'X')
}

impl Ctx<'_> {
    /// The distance between neighbouring columns of a picture of square cells: 1 or 2. Reports a
    /// picture that does not line up.
    pub(super) fn pitch(&mut self, glyphs: &[Glyph]) -> Option<usize> {
        let odd = glyphs.iter().filter(|glyph| glyph.x % 2 == 1).count();
        if odd == 0 {
            // One column of cells has no pitch to see; two does as well as one.
            return Some(2);
        }
        let touches = |pair: &[Glyph]| pair[0].y == pair[1].y && pair[0].x + 1 == pair[1].x;
        let gaps = |pair: &[Glyph]| pair[0].y == pair[1].y && pair[0].x + 2 == pair[1].x;
        let touching = glyphs.windows(2).filter(|pair| touches(pair)).count();
        let spaced = glyphs.windows(2).filter(|pair| gaps(pair)).count();
        if touching >= spaced {
            return Some(1);
        }
        let minority = usize::from(odd * 2 <= glyphs.len());
        let ragged =
            glyphs.iter().find(|glyph| glyph.x % 2 == minority).expect("both parities occur");
        let diagnostic =
            self.error(Code::RaggedPicture, ragged.span, "this picture does not line up");
        let diagnostic = diagnostic.label("stands between two columns");
        self.report(
            diagnostic
                .help("put the cells in straight columns; for staggered cells write `links hex`"),
        );
        None
    }
}
