//! The modules of a crate, and what each names of the others.
//!
//! A name is followed to the module that defines it: where `pub use` or `use` hands it on, to
//! where it comes from. Modules for tests, and what is compiled for tests only, are left out.

use super::tokens::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names from the root of a crate to a module.
pub(super) type ModulePath = Vec<String>;

/// A path in a module as it is written, up to the first part that is not a name.
type Named = Vec<String>;

/// The modules of a crate.
#[derive(Debug, Default)]
pub(super) struct Modules {
    modules: BTreeMap<ModulePath, Module>,
}

/// What the text of a module says about others.
#[derive(Debug, Default)]
struct Module {
    /// The paths of `use` items and other paths that begin with `crate`, `super` or `self`.
    named: Vec<Named>,
    /// Names that a `use` item brings in, and their paths.
    imported: BTreeMap<String, Named>,
    /// Paths from which a `use` item takes everything.
    globs: Vec<Named>,
    /// The names of items that are defined here.
    defined: BTreeSet<String>,
}

impl Modules {
    /// Reads the source folder of a crate.
    pub(super) fn read(folder: &Path) -> Self {
        let mut found = Modules::default();
        let mut for_tests = BTreeSet::new();
        found.read_folder(folder, &Vec::new(), &mut for_tests);
        found
            .modules
            .retain(|path, _| !(1..=path.len()).any(|length| for_tests.contains(&path[..length])));
        found
    }

    fn read_folder(
        &mut self,
        folder: &Path,
        path: &ModulePath,
        for_tests: &mut BTreeSet<ModulePath>,
    ) {
        let mut entries: Vec<_> = fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        entries.sort();
        for entry in entries {
            let stem = entry.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut inner = path.clone();
            if entry.is_dir() {
                inner.push(stem);
                self.read_folder(&entry, &inner, for_tests);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                if !["lib", "main", "mod"].contains(&stem.as_str()) {
                    inner.push(stem);
                }
                let text = fs::read_to_string(&entry).expect("a source file can be read");
                let (module, tests) = Module::read(&text);
                for name in tests {
                    for_tests.insert([inner.as_slice(), &[name]].concat());
                }
                self.modules.insert(inner, module);
            }
        }
    }

    /// Every module with another one that it names.
    pub(super) fn references(&self) -> Vec<(&ModulePath, ModulePath)> {
        let mut references = Vec::new();
        for (path, module) in &self.modules {
            for named in &module.named {
                if let Some(target) = self.resolve(path, named, 0) {
                    references.push((path, target));
                }
            }
        }
        references
    }

    /// The module that defines what a path in another module names; none outside of the crate.
    fn resolve(&self, from: &ModulePath, named: &[String], depth: usize) -> Option<ModulePath> {
        let (mut at, mut rest) = (from.clone(), named);
        match rest.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {}
            first => {
                let child = [at.as_slice(), &[first.to_owned()]].concat();
                if !self.modules.contains_key(&child) && depth == 0 {
                    return None;
                }
            }
        }
        while rest.first().is_some_and(|word| word == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        self.descend(at, rest, depth)
    }

    fn descend(&self, mut at: ModulePath, mut rest: &[String], depth: usize) -> Option<ModulePath> {
        while let Some(name) = rest.first() {
            let child = [at.as_slice(), std::slice::from_ref(name)].concat();
            if !self.modules.contains_key(&child) {
                break;
            }
            at = child;
            rest = &rest[1..];
        }
        let Some(name) = rest.first() else { return Some(at) };
        let module = self.modules.get(&at)?;
        // Names that are handed on in a circle do not compile.
        if depth > 16 || module.defined.contains(name) {
            return Some(at);
        }
        if let Some(imported) = module.imported.get(name) {
            let is_local = ["crate", "self", "super"].contains(&imported[0].as_str())
                || self
                    .modules
                    .contains_key(&[at.as_slice(), std::slice::from_ref(&imported[0])].concat());
            if !is_local {
                return None;
            }
            let whole = [imported.as_slice(), &rest[1..]].concat();
            return self.resolve(&at, &whole, depth + 1);
        }
        for glob in &module.globs {
            let whole = [glob.as_slice(), std::slice::from_ref(name)].concat();
            if let Some(target) = self.resolve(&at, &whole, depth + 1)
                && self.modules[&target].defined.contains(name)
            {
                return Some(target);
            }
        }
        Some(at)
    }
}

impl Module {
    /// What a text says, and its modules for tests.
    fn read(text: &str) -> (Self, Vec<String>) {
        let tokens = tokens(text);
        let mut module = Module::default();
        let mut tests = Vec::new();
        let mut at = 0;
        let mut depth = 0;
        while at < tokens.len() {
            match &tokens[at..] {
                [Token::Sign('#'), Token::Sign('['), Token::Word("cfg"), ..] => {
                    let end = at + closing(&tokens[at..]);
                    let attribute = &tokens[at..end];
                    let has = |word| attribute.contains(&Token::Word(word));
                    at = end;
                    if has("test") && !has("not") {
                        if let [Token::Word("mod"), Token::Word(name), ..] = tokens[at..] {
                            tests.push(name.to_owned());
                        }
                        at += item_length(&tokens[at..]);
                    }
                }
                [Token::Word("use"), ..] => {
                    let length = tokens[at..]
                        .iter()
                        .position(|token| *token == Token::Sign(';'))
                        .expect("a use item ends");
                    module.read_use(&tokens[at + 1..at + length], &[]);
                    at += length;
                }
                [Token::Word(first @ ("crate" | "super" | "self")), Token::Path, ..] => {
                    let mut named = vec![(*first).to_owned()];
                    at += 1;
                    while let [Token::Path, Token::Word(word), ..] = tokens[at..] {
                        named.push(word.to_owned());
                        at += 2;
                    }
                    module.named.push(named);
                }
                [
                    Token::Word("struct" | "enum" | "trait" | "type" | "fn" | "const" | "static"),
                    Token::Word(name),
                    ..,
                ] if depth == 0 => {
                    module.defined.insert((*name).to_owned());
                    at += 2;
                }
                [token, ..] => {
                    match token {
                        Token::Sign('{') => depth += 1,
                        Token::Sign('}') => depth -= 1,
                        _ => {}
                    }
                    at += 1;
                }
                [] => unreachable!("there are more"),
            }
        }
        (module, tests)
    }

    /// Reads what stands after `use`, or a part of it between commas.
    fn read_use(&mut self, tree: &[Token<'_>], before: &[String]) {
        let mut path = before.to_vec();
        let mut rest = tree;
        while let [Token::Word(word), Token::Path, ..] = rest {
            path.push((*word).to_owned());
            rest = &rest[2..];
        }
        match rest {
            [Token::Sign('*'), ..] => {
                self.named.push(path.clone());
                self.globs.push(path);
            }
            [Token::Sign('{'), inner @ .., Token::Sign('}')] => {
                for part in separated(inner) {
                    self.read_use(part, &path);
                }
            }
            [Token::Word(word), alias @ ..] => {
                if *word != "self" || path.is_empty() {
                    path.push((*word).to_owned());
                }
                let name = match alias {
                    [Token::Word("as"), Token::Word(name), ..] => (*name).to_owned(),
                    _ => path.last().cloned().expect("a path has a name"),
                };
                self.named.push(path.clone());
                self.imported.insert(name, path);
            }
            _ => {}
        }
    }
}

/// The parts of a list between commas outside of braces.
fn separated<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut open = 0;
    let parts = tokens.split(|token| {
        match token {
            Token::Sign('{') => open += 1,
            Token::Sign('}') => open -= 1,
            _ => {}
        }
        *token == Token::Sign(',') && open == 0
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// The number of tokens up to the bracket that closes the first one.
fn closing(tokens: &[Token<'_>]) -> usize {
    let mut open = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('[' | '{') => open += 1,
            Token::Sign(']' | '}') => open -= 1,
            _ => continue,
        }
        if open == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The number of tokens of the item that a list begins with.
fn item_length(tokens: &[Token<'_>]) -> usize {
    let end = tokens.iter().position(|token| matches!(token, Token::Sign(';' | '{')));
    match end {
        Some(at) if tokens[at] == Token::Sign('{') => at + closing(&tokens[at..]),
        Some(at) => at + 1,
        None => tokens.len(),
    }
}
