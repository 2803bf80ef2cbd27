//! The names of generated code: the author's own wherever they can be.

use std::collections::BTreeSet;

/// Words that are taken in Rust or in WGSL and can come up as names of kinds, players, counters or moves.
const TAKEN: [&str; 102] = [
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
    "union",
    "unless",
    "unsafe",
    "use",
    "var",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Gives out names, each once.
#[derive(Debug, Default)]
pub(super) struct Namer {
    used: BTreeSet<String>,
}

impl Namer {
    /// A namer that leaves these words to others.
    pub(super) fn without(words: &[&str]) -> Self {
        Namer { used: words.iter().map(|word| (*word).to_owned()).collect() }
    }

    /// A name like this text, in small letters, that is free. `otherwise` goes before a text that does not begin with a letter.
    pub(super) fn name(&mut self, text: &str, otherwise: &str) -> String {
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
            format!("{otherwise}_{name}").trim_end_matches('_').to_owned()
        };
        let is_free = |name: &String| !TAKEN.contains(&name.as_str()) && !self.used.contains(name);
        let free = if is_free(&name) {
            name
        } else {
            (2..).map(|number| format!("{name}_{number}")).find(is_free).expect("numbers go on")
        };
        self.used.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_like_the_texts_and_all_different() {
        let mut namer = Namer::without(&["state"]);
        assert_eq!(namer.name("Black Man", "piece"), "black_man");
        assert_eq!(namer.name("black-man", "piece"), "black_man_2");
        assert_eq!(namer.name("12", "piece"), "piece_12");
        assert_eq!(namer.name("target", "piece"), "target_2");
        assert_eq!(namer.name("state", "piece"), "state_2");
        assert_eq!(namer.name("…", "piece"), "piece");
    }
}
