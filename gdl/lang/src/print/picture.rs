//! Pictures: the same glyphs at the same places, moved as a whole.

use crate::ast::Art;

/// How far the leftmost glyph of a tall picture stands from the left.
const INDENT: usize = 4;

/// Whether the picture has more than one row.
pub(super) fn is_tall(art: &Art) -> bool {
    art.rows().len() > 1
}

/// The picture with its braces: in one line if it has one row, else with the closing brace on a
/// line of its own.
pub(super) fn text(art: &Art) -> String {
    let rows = art.rows();
    match rows.as_slice() {
        [] => "{ }".to_owned(),
        [row] => format!("{{ {row} }}"),
        rows => {
            let mut text = "{\n".to_owned();
            for row in rows {
                if !row.is_empty() {
                    text.push_str(&" ".repeat(INDENT));
                    text.push_str(row);
                }
                text.push('\n');
            }
            text.push('}');
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: &str) -> String {
        super::text(&Art(raw.to_owned()))
    }

    #[test]
    fn one_row_stays_in_one_line() {
        assert_eq!(text("f f .  t"), "{ f f .  t }");
        assert_eq!(text("\n  f f .  t \n"), "{ f f .  t }");
        assert_eq!(text("  \n \n"), "{ }");
    }

    #[test]
    fn tall_pictures_move_as_a_whole() {
        assert_eq!(
            text("\n      o\n     o o  \r\n\n    o o o\n   "),
            "{\n      o\n     o o\n\n    o o o\n}"
        );
        assert_eq!(text("\no o\n  x\n"), "{\n    o o\n      x\n}");
    }

    #[test]
    fn text_is_stable() {
        for raw in ["\n o\n\to\n", " a\n  b", "\n\n x\n\n y\n\n"] {
            let once = text(raw);
            assert_eq!(text(once.trim_matches(['{', '}'])), once);
        }
    }
}
