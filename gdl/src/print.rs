//! The canonical layout of a game file.
//!
//! In goes a tree, out comes its text: the same statements in the same order with the same comments and pictures, and only the white
//! space decided here. Parsing the text gives the tree back, so printing twice changes nothing.
//!
//! The one idea is the [`Page`](page::Page): statements are written as lines with an optional comment, and columns (keywords, colons,
//! arrows, comments) are aligned over neighbouring lines, never over the whole file, so that an edit moves little text.

use crate::ast::{Ast, Item, Stmt};
use page::Page;

mod body;
mod condition;
mod page;
mod picture;
mod statement;

/// The text of a game in the canonical layout.
///
/// Statements keep their order. At most one blank line stands between two of them, and pictures keep their glyphs.
///
/// ```
/// let source = gdl::Source::new("frogs.gdl", "board { f .   t }  pieces f=frog, t = toad");
/// let ast = gdl::parse(&source).expect("a well-formed file");
/// assert_eq!(gdl::print(&ast), "board  { f .   t }\npieces f = frog, t = toad\n");
/// ```
pub fn print(ast: &Ast) -> String {
    let keyword_widths = keyword_widths(&ast.items);
    let move_lines = body::aligned_moves(&ast.items);
    let mut page = Page::default();
    for ((item, keyword_width), move_line) in ast.items.iter().zip(keyword_widths).zip(move_lines) {
        page.comments(0, &item.before);
        if item.blank {
            page.blank();
        }
        match (&item.stmt.node, move_line) {
            (_, Some(line)) => page.line(line),
            (Stmt::Move(it), None) => body::write_move(&mut page, it),
            (Stmt::After(it), None) => body::write_after(&mut page, it),
            (stmt, None) => page.lines(&statement::text(stmt, keyword_width)),
        }
        page.comment_at_end(item.after.as_ref());
    }
    page.comments(0, &ast.closing);
    page.finish()
}

/// For each statement, the width its first word is padded to: the same for all declarations that follow one another.
fn keyword_widths(items: &[Item]) -> Vec<usize> {
    let mut widths = Vec::with_capacity(items.len());
    for section in
        items.chunk_by(|a, b| is_declaration(&a.stmt.node) == is_declaration(&b.stmt.node))
    {
        let padded = section.iter().filter(|item| {
            is_declaration(&item.stmt.node) && !statement::has_tall_picture(&item.stmt.node)
        });
        let width = padded.map(|item| statement::keyword(&item.stmt.node).len()).max().unwrap_or(0);
        widths.extend(section.iter().map(|_| width));
    }
    widths
}

/// Whether the statement says what there is, rather than what happens.
fn is_declaration(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Param(_)
        | Stmt::Players(_)
        | Stmt::Board { .. }
        | Stmt::Area { .. }
        | Stmt::Pieces { .. }
        | Stmt::Class { .. }
        | Stmt::Counter { .. }
        | Stmt::Shape { .. }
        | Stmt::Start { .. }
        | Stmt::Goal(_)
        | Stmt::Same(_) => true,
        Stmt::Game(_)
        | Stmt::Expect(_)
        | Stmt::Move(_)
        | Stmt::After(_)
        | Stmt::Illegal(_)
        | Stmt::Outcome { .. }
        | Stmt::Stuck(_)
        | Stmt::Finish(_) => false,
    }
}
