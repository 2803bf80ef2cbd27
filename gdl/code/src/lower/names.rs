//! The names of generated code: the author's own wherever they can be.
//!
//! Two names of an author may differ only in capitals or `_`, and any of them may be a word that
//! generated code uses for something else. So what is called after something of the author's is
//! known by more than its text while code is made: the name has a *mark* in it, the number of what
//! it is called after between two backquotes, as in ``red_man`content 1`_rank``. Such names are
//! equal only if they stand for the same thing, and never equal to a name of the lowering's own.
//! When all code is there, [`settle`] takes the marks out again, and numbers the names that would
//! then be equal to another one.

use crate::ir::{Module, Space, rename};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// What a mark begins and ends with.
const MARK: char = '`';

/// Words that are taken in Rust or in WGSL and can come up as names of kinds, players, counters or
/// moves.
const TAKEN: [&str; 105] = [
    "abstract",
    "active",
    "alias",
    "alignas",
    "array",
    "as",
    "asm",
    "async",
    "atomic",
    "auto",
    "await",
    "become",
    "bool",
    "box",
    "break",
    "case",
    "cast",
    "catch",
    "class",
    "common",
    "const",
    "continue",
    "crate",
    "default",
    "delete",
    "demote",
    "diagnostic",
    "discard",
    "do",
    "dyn",
    "else",
    "enable",
    "enum",
    "explicit",
    "export",
    "extends",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "friend",
    "from",
    "gen",
    "get",
    "goto",
    "if",
    "impl",
    "import",
    "in",
    "interface",
    "let",
    "loop",
    "macro",
    "match",
    "meta",
    "mod",
    "module",
    "move",
    "mut",
    "namespace",
    "new",
    "null",
    "operator",
    "override",
    "package",
    "partition",
    "pass",
    "patch",
    "precise",
    "priv",
    "private",
    "ptr",
    "pub",
    "public",
    "ref",
    "register",
    "return",
    "self",
    "set",
    "shared",
    "static",
    "std",
    "struct",
    "super",
    "switch",
    "target",
    "template",
    "this",
    "throw",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unless",
    "unsafe",
    "unsized",
    "use",
    "var",
    "virtual",
    "where",
    "while",
    "yield",
];

/// A name like this text, in small letters, for the thing that `kind` and `number` stand for.
/// `kind` also goes before a text that does not begin with a letter.
pub(super) fn authored(text: &str, kind: &str, number: impl Display) -> String {
    let letters = text.chars().map(|letter| match letter {
        'a'..='z' | '0'..='9' => letter,
        'A'..='Z' => letter.to_ascii_lowercase(),
        _ => '_',
    });
    let mut name = String::new();
    for letter in letters {
        if letter != '_' || !name.is_empty() && !name.ends_with('_') {
            name.push(letter);
        }
    }
    let name = name.trim_end_matches('_');
    let name = if name.starts_with(|first: char| first.is_ascii_lowercase()) {
        name.to_owned()
    } else {
        format!("{kind}_{name}").trim_end_matches('_').to_owned()
    };
    format!("{name}{MARK}{kind} {number}{MARK}")
}

/// The name without its marks, which other names may be equal to: for comments.
pub(super) fn plain(name: &str) -> String {
    name.split(MARK).step_by(2).collect()
}

/// The module with its final names.
pub(super) fn settle(mut module: Module) -> Module {
    let mut namer = Namer::default();
    // Emitters know these fields by their names, whether a position has them or not.
    for field in ["cells", "turns", "mover", "gain"] {
        namer.leave(Space::Fields, field);
    }
    rename(&mut module, &mut |space, name| {
        if !name.contains(MARK) {
            namer.leave(space, name);
        }
        name.to_owned()
    });
    rename(&mut module, &mut |space, name| match name.contains(MARK) {
        true => namer.name(space, name),
        false => name.to_owned(),
    });
    module
}

/// Gives out final names, the same for the same thing.
#[derive(Debug, Default)]
struct Namer {
    used: BTreeSet<(Space, String)>,
    given: BTreeMap<(Space, String), String>,
}

impl Namer {
    /// Leaves a name to the lowering.
    fn leave(&mut self, space: Space, name: &str) {
        self.used.insert((space, name.to_owned()));
    }

    /// The final name of what has this name with marks.
    fn name(&mut self, space: Space, marked: &str) -> String {
        let key = (space, marked.to_owned());
        if let Some(name) = self.given.get(&key) {
            return name.clone();
        }
        let name = plain(marked);
        let is_free = |name: &String| {
            !TAKEN.contains(&name.as_str()) && !self.used.contains(&(space, name.clone()))
        };
        let free = if is_free(&name) {
            name
        } else {
            (2..).map(|number| format!("{name}_{number}")).find(is_free).expect("numbers go on")
        };
        self.used.insert((space, free.clone()));
        self.given.insert(key, free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_like_the_texts_and_known_by_what_they_stand_for() {
        assert_eq!(authored("Black Man", "content", 1), "black_man`content 1`");
        assert_eq!(authored("12", "content", 2), "content_12`content 2`");
        assert_eq!(authored("…", "cell", 3), "cell`cell 3`");
        assert_eq!(plain("black_man`content 1`_at_a1`cell 0`"), "black_man_at_a1");
    }

    #[test]
    fn final_names_are_all_different() {
        let mut namer = Namer::default();
        namer.leave(Space::Values, "state");
        let mut name = |name: &str| namer.name(Space::Values, name);
        assert_eq!(name("man`content 1`"), "man");
        assert_eq!(name("man`content 2`"), "man_2");
        assert_eq!(name("man`content 1`"), "man");
        assert_eq!(name("man_2`content 3`"), "man_2_2");
        assert_eq!(name("target`content 4`"), "target_2");
        assert_eq!(name("state`counter 0`"), "state_2");
        assert_eq!(namer.name(Space::Fields, "state`counter 0`"), "state");
    }
}
