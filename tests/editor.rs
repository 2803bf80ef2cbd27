//! The editor grammar: it knows the language's own words, and on every shipped game it colours
//! words, comments and pictures as what they are.
//!
//! The games are read twice: by the grammar, and by a few lines here that know only comments,
//! texts in quotes, pictures and words. The two must agree.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use textmate::{Grammar, Line};

mod textmate;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/vscode");

/// The lists of words in the grammar's repository.
const WORD_LISTS: [&str; 6] = [
    "statement-words",
    "modifier-words",
    "action-words",
    "operator-words",
    "atom-words",
    "relative-words",
];

/// Things a grammar can easily get wrong.
const TRAPS: &str = r#"game "board { // }" // game board {
pieces [ = wall, " = quote, | = stroke of draws, / = slash
board { //-[ start
        "move" } links all
param n = 3, m = n + 1
players win_er facing n, start_er
move draw(k in 1 .. n) by win_er when hand > 0 and not some wall in edge fwd:
    [p:any in row 2 | _ / my wall | edge] -> [_ | p / _ | _], again
move move along fwd sides settle: reverse 1 .. k turn 1
after draw, move if here in box: my score += count(box at here)
after any move: [theirs] -> [empty]
shape box = face or line(3) along e or face
expect value = draw at wall = 2 from "one" with n = 4
draw when no wall
stuck by score
"#;

#[test]
fn the_extension_names_files_that_exist() {
    let package: serde_json::Value =
        serde_json::from_str(&read("package.json")).expect("package.json is JSON");
    let language = &package["contributes"]["languages"][0];
    assert_eq!(language["extensions"][0], ".gdl");
    for path in [&language["configuration"], &package["contributes"]["grammars"][0]["path"]] {
        let path = path.as_str().expect("a path");
        let _: serde_json::Value = serde_json::from_str(&read(path)).expect("the file is JSON");
    }
}

#[test]
fn the_word_lists_are_the_reserved_words() {
    let mut known: Vec<String> = word_scopes().into_keys().collect();
    known.sort();
    let mut reserved: Vec<&str> = gdl::KEYWORDS.to_vec();
    reserved.sort_unstable();
    assert_eq!(known, reserved);
}

#[test]
fn a_block_ends_at_any_statement_word() {
    let root: serde_json::Value =
        serde_json::from_str(&grammar_text()).expect("the grammar is JSON");
    let words = root["repository"]["statement-words"]["match"].as_str().expect("a list");
    let expected = format!("(?={words})");
    let ends = root["repository"]
        .as_object()
        .expect("a repository")
        .values()
        .filter_map(|entry| entry["end"].as_str());
    let look_aheads: Vec<&str> = ends.filter(|end| end.starts_with("(?=")).collect();
    assert!(!look_aheads.is_empty());
    assert!(look_aheads.iter().all(|end| *end == expected), "{look_aheads:?}");
}

#[test]
fn words_comments_and_pictures_of_the_games_get_their_scopes() {
    let grammar = Grammar::new(&grammar_text());
    let scopes_of_words = word_scopes();
    let games = games();
    assert!(!games.is_empty(), "no games found");
    for path in games {
        let source = fs::read_to_string(&path).expect("a game can be read");
        let lines = grammar.tokenize(&source);
        let mut before: Vec<Token> = Vec::new();
        for token in tokens(&source) {
            check(&token, &before, &lines, &scopes_of_words, &path);
            if token.kind != Kind::Comment {
                before.push(token);
            }
        }
    }
}

#[test]
fn scopes_of_frogs() {
    assert_scopes("games/frogs.gdl", &game("games/frogs.gdl"));
}

#[test]
fn scopes_of_nine_mens_morris() {
    assert_scopes("games/nine-mens-morris.gdl", &game("games/nine-mens-morris.gdl"));
}

#[test]
fn scopes_of_traps() {
    assert_scopes("traps", TRAPS);
}

/// Compares the innermost scopes, drawn below each line, with the snapshot of this name.
fn assert_scopes(name: &str, source: &str) {
    let lines = Grammar::new(&grammar_text()).tokenize(source);
    let name = format!("scopes of {}", name.replace('/', " "));
    insta::with_settings!({ description => name.as_str(), omit_expression => true }, {
        insta::assert_snapshot!(name.replace(' ', "-").replace(".gdl", ""), draw(&lines));
    });
}

/// What the plain reading knows of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Comment,
    Quoted,
    Picture,
    Word,
    Sign,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    text: String,
    line: usize,
    column: usize,
}

/// The tokens of a game: comments, quoted texts, characters of pictures, words, other characters.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut in_picture = false;
    for (line, text) in source.lines().enumerate() {
        let mut column = 0;
        while let Some(first) = text[column..].chars().next() {
            let rest = &text[column..];
            let word = rest.len()
                - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
            let (kind, length) = match first {
                _ if in_picture => (Kind::Picture, first.len_utf8()),
                '"' => (Kind::Quoted, rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
                _ if rest.starts_with("//") => (Kind::Comment, rest.len()),
                _ if word > 0 => (Kind::Word, word),
                _ => (Kind::Sign, first.len_utf8()),
            };
            in_picture = (in_picture || first == '{' && kind == Kind::Sign) && first != '}';
            let kind = if kind == Kind::Picture && first == '}' { Kind::Sign } else { kind };
            if !first.is_whitespace() {
                tokens.push(Token { kind, text: rest[..length].to_owned(), line, column });
            }
            column += length;
        }
    }
    tokens
}

fn check(
    Token { kind, text, line, column }: &Token,
    before: &[Token],
    lines: &[Line],
    words: &BTreeMap<String, String>,
    path: &Path,
) {
    let place = format!("{}:{}:{} `{text}`", path.display(), line + 1, column + 1);
    let scopes = &lines[*line].scopes[*column..column + text.len()];
    for stack in scopes {
        let innermost = stack.rsplit(' ').next().unwrap_or_default();
        let in_picture = stack.contains("meta.picture.gdl");
        match kind {
            Kind::Comment => assert_eq!(innermost, "comment.line.double-slash.gdl", "{place}"),
            Kind::Quoted => assert_eq!(innermost, "string.quoted.double.gdl", "{place}"),
            Kind::Picture => {
                assert!(in_picture && !stack.contains("keyword"), "{place} has {stack}");
                assert_eq!(innermost, picture_scope(text), "{place}");
            }
            Kind::Word => {
                assert!(!in_picture, "{place} is not in a picture");
                if let Some(expected) = words.get(text) {
                    assert_eq!(innermost, expected_scope(before, expected), "{place}");
                } else {
                    assert!(
                        !innermost.starts_with("keyword") || is_soft(text),
                        "{place} has {stack}"
                    );
                    assert_ne!(innermost, "source.gdl", "{place} has no scope");
                }
            }
            Kind::Sign => assert_ne!(innermost, "source.gdl", "{place} has no scope"),
        }
    }
}

fn picture_scope(glyph: &str) -> &'static str {
    match glyph {
        "." => "constant.other.empty.gdl",
        "?" => "constant.other.wildcard.gdl",
        "-" | "|" | "/" | "\\" | "+" => "punctuation.separator.stroke.gdl",
        _ => "constant.character.glyph.gdl",
    }
}

/// Reserved words stand for themselves except where a move's name or an expected value must stand.
fn expected_scope<'a>(before: &[Token], usual: &'a str) -> &'a str {
    let word = |back: usize| {
        before.len().checked_sub(back).map_or("", |index| before[index].text.as_str())
    };
    let names_a_move = word(1) == "move" && word(2) != "any"
        || word(1) == "after" && usual != "constant.language.atom.gdl";
    if names_a_move {
        "entity.name.function.move.gdl"
    } else if word(3) == "expect" {
        "constant.language.value.gdl"
    } else {
        usual
    }
}

/// Words that are not reserved but mean something at certain places.
fn is_soft(word: &str) -> bool {
    ["row", "column", "from", "with"].contains(&word)
}

fn draw(lines: &[Line]) -> String {
    let mut drawing = String::new();
    for line in lines {
        drawing.push_str(&format!("> {}\n", line.text));
        let mut at = 0;
        while at < line.text.len() {
            let scope = &line.scopes[at];
            let length = line.scopes[at..].iter().take_while(|other| *other == scope).count();
            let innermost = scope.rsplit(' ').next().unwrap_or_default();
            if !line.text[at..at + length].trim().is_empty() {
                drawing.push_str(&format!(
                    "  {}{} {innermost}\n",
                    " ".repeat(at),
                    "^".repeat(length)
                ));
            }
            at += length;
        }
    }
    drawing
}

/// Every word in the grammar's lists with the scope it gets.
fn word_scopes() -> BTreeMap<String, String> {
    let root: serde_json::Value =
        serde_json::from_str(&grammar_text()).expect("the grammar is JSON");
    let mut scopes = BTreeMap::new();
    for list in WORD_LISTS {
        let entry = &root["repository"][list];
        let words = entry["match"].as_str().expect("a list of words");
        let words = words
            .strip_prefix(r"\b(?:")
            .and_then(|rest| rest.strip_suffix(r")\b"))
            .expect("a plain list");
        let scope = entry["name"].as_str().expect("a scope");
        for word in words.split('|') {
            assert!(
                scopes.insert(word.to_owned(), scope.to_owned()).is_none(),
                "`{word}` is listed twice"
            );
        }
    }
    scopes
}

fn grammar_text() -> String {
    read("syntaxes/gdl.tmLanguage.json")
}

fn read(path: &str) -> String {
    let path = Path::new(FOLDER).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn game(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(path).expect("the game can be read")
}

fn games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let entries = fs::read_dir(folder).expect("the games can be listed");
    let mut games: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    games.retain(|path| path.extension().is_some_and(|extension| extension == "gdl"));
    games.sort();
    games
}
