//! The canonical layout of a game file.
//!
//! In goes a tree, out comes its text: the same statements in the same order with the same
//! comments and pictures, and only the white space decided here. Parsing the text gives the tree
//! back, so printing twice changes nothing.
//!
//! The one idea is the [`Page`](page::Page): statements are written as lines with an optional
//! comment, and columns (keywords, colons, arrows, comments) are aligned over neighbouring lines,
//! never over the whole file, so that an edit moves little text.

use crate::ast::{Ast, Item, Stmt};
use page::Page;

mod body;
mod condition;
mod page;
mod picture;
mod statement;

/// The text of a game in the canonical layout.
///
/// Statements keep their order. At most one blank line stands between two of them, and pictures
/// keep their glyphs.
///
/// ```
/// let source = gdl_lang::Source::new("frogs.gdl", "board { f .   t }  pieces f=frog, t = toad");
/// let ast = gdl_lang::parse(&source).expect("a well-formed file");
/// assert_eq!(gdl_lang::print(&ast), "board  { f .   t }\npieces f = frog, t = toad\n");
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

/// For each statement, the width its first word is padded to: the same for all declarations that
/// follow one another.
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

#[cfg(test)]
mod tests {
    use super::print;
    use crate::{Source, parse};

    /// Prints a text; checks on the way that nothing is lost and that printing again changes
    /// nothing.
    fn printed(text: &str) -> String {
        let ast = parse(&Source::new("test.gdl", text)).expect("a well-formed text");
        let once = print(&ast);
        let again = parse(&Source::new("printed.gdl", once.as_str()))
            .unwrap_or_else(|_| panic!("cannot be parsed:\n{once}"));
        assert_eq!(ast, again, "\n{once}");
        assert_eq!(print(&again), once);
        once
    }

    #[test]
    fn declarations_share_a_column() {
        let text = "param n=3\n\n\nplayers a facing n,b   board grid(n,n)links all\nmove m:[empty]->[mine]\ngoal no x\nstuck draws";
        let layout = "param   n = 3\n\nplayers a facing n, b\nboard   grid(n, n) links all\nmove m: [empty] -> [mine]\ngoal no x\nstuck draws\n";
        assert_eq!(printed(text), layout);
    }

    #[test]
    fn pictures_keep_their_glyphs() {
        let text = "pieces o=peg\nboard {\n  o\n o.  \n\n   } links drawn // tall\nstart \"flat\" {o  .}\ngoal {?\n}";
        let layout = "pieces o = peg\nboard {\n     o\n    o.\n} links drawn                                 // tall\n";
        assert_eq!(printed(text), format!("{layout}start  \"flat\" {{ o  . }}\ngoal   {{ ? }}\n"));
    }

    #[test]
    fn one_line_moves_form_a_table() {
        let text = "
move place when hand>0: [empty]->[mine],hand-=1
move go by a along fwd sides: [mine|empty]<->[empty|mine]
move hop: [p:mine or x not in home | _ | empty] -> [empty | _ | p]

move U(q in 1..3): cycle A B C times q
move R(q in 1..3): cycle A B C D turn 1 2 1 2 times q
move S: cycle A B, again";
        let layout = "\
move place when hand > 0:        [empty]                                -> [mine], hand -= 1
move go    by a along fwd sides: [mine | empty]                        <-> [empty | mine]
move hop:                        [p:mine or x not in home | _ | empty]  -> [empty | _ | p]

move U(q in 1 .. 3): cycle A B C                times q
move R(q in 1 .. 3): cycle A B C D turn 1 2 1 2 times q
move S:              cycle A B, again
";
        assert_eq!(printed(text), layout);
    }

    #[test]
    fn alternatives_go_below_the_head() {
        let text = "after any move if here in mill: // why
[theirs not in mill]->[empty] // first
// then the rest

else [theirs]->[empty] then score+=1 // last
move sow: sow [seed in my home] along next skip source then harvest along prev while count(seed at here) in 2..3";
        let layout = "\
after any move if here in mill:
    // why
    [theirs not in mill] -> [empty]           // first
    // then the rest
    else [theirs]        -> [empty]
        then score += 1                       // last
move sow:
    sow [seed in my home] along next skip source
    then harvest along prev while count(seed at here) in 2 .. 3
";
        assert_eq!(printed(text), layout);
    }

    #[test]
    fn parentheses_stand_where_they_matter() {
        for condition in [
            "a*(b + c) = 1",
            "a - (b - c) = (a + b) - c",
            "a*b/c + 2 < a/(b*c)",
            "(a*b)*c != 3",
            "(no x or no y) and not (no x and no y)",
            "no x and no y or not no x",
            "(no x or no y) or no z",
            "(no x and no y) and no z",
            "not (not no x)",
            "count(my x not in row n + 1 at here) >= their hand",
            "some x in 1 .. 3 and all edge fwd is mine and some line is _",
            "a in b .. c and here not in my home",
        ] {
            let text = format!("goal {condition}\n");
            assert_eq!(printed(&text), text);
        }
        assert_eq!(printed("goal ((a)) = ((b * (c))) + (1)"), "goal a = b*c + 1\n");
    }

    #[test]
    fn comments_keep_their_place() {
        let text = "\n\n//! top\n\n\n// header   \ngame \"x\" //a\nsame rotations//b\n\n\n// end\n\n//// of file";
        let layout = "//! top\n\n// header\ngame \"x\"                                      // a\n";
        let layout = format!(
            "{layout}same rotations                                // b\n\n// end\n\n//// of file\n"
        );
        assert_eq!(printed(text), layout);
    }

    #[test]
    fn expectations_keep_their_parts() {
        let text = "expect value=-1 at goose=6,hand=0 from \"card 7\" with n=8, m=n*2\nexpect value = draw";
        let layout = "expect value = -1 at goose = 6, hand = 0 from \"card 7\" with n = 8, m = n*2\nexpect value = draw\n";
        assert_eq!(printed(text), layout);
    }
}
