//! Wild input: no panic, no hang, and what can be parsed can be printed and parsed again.
//!
//! The inputs are the shipped games with random edits, because random characters rarely get past
//! the first word. `PROPTEST_CASES` sets how many are tried.

use gdl::{Params, Source};
use proptest::prelude::*;
use proptest::test_runner::Config;
use std::path::Path;
use std::time::{Duration, Instant};

/// The shipped games and the wrong ones of the tests.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["games", "tests/gdl/err", "tests/gdl/warn"].map(|folder| root.join(folder));
    let mut paths: Vec<_> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the folder exists"))
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

/// Words, numbers, runs of blanks, and single other characters.
fn tokens(text: &str) -> Vec<String> {
    let class = |glyph: char| {
        if glyph.is_alphanumeric() || glyph == '_' {
            0
        } else if glyph == ' ' {
            1
        } else {
            2
        }
    };
    let mut tokens: Vec<String> = Vec::new();
    let mut last = 2;
    for glyph in text.chars() {
        match tokens.last_mut() {
            Some(token) if class(glyph) == last && last < 2 => token.push(glyph),
            _ => tokens.push(glyph.to_string()),
        }
        last = class(glyph);
    }
    tokens
}

/// One edit, by numbers that are taken modulo what there is.
#[derive(Clone, Debug)]
enum Edit {
    Delete(usize),
    Duplicate(usize, usize),
    Swap(usize, usize),
    Word(usize, usize),
    Glyph(usize, char),
    Number(usize, u64),
}

fn edit() -> impl Strategy<Value = Edit> {
    let number = prop_oneof![
        0_u64..20,
        Just(63),
        Just(64),
        Just(128),
        Just(129),
        Just(255),
        Just(256),
        any::<u64>()
    ];
    prop_oneof![
        any::<usize>().prop_map(Edit::Delete),
        (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Edit::Duplicate(from, to)),
        (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Edit::Swap(from, to)),
        (any::<usize>(), any::<usize>()).prop_map(|(at, word)| Edit::Word(at, word)),
        (any::<usize>(), any::<char>()).prop_map(|(at, glyph)| Edit::Glyph(at, glyph)),
        (any::<usize>(), number).prop_map(|(at, number)| Edit::Number(at, number)),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut tokens = tokens(text);
    for edit in edits {
        let count = tokens.len().max(1);
        match edit {
            Edit::Delete(at) if !tokens.is_empty() => drop(tokens.remove(at % count)),
            Edit::Duplicate(from, to) if !tokens.is_empty() => {
                tokens.insert(to % count, tokens[from % count].clone())
            }
            Edit::Swap(from, to) if !tokens.is_empty() => tokens.swap(from % count, to % count),
            Edit::Word(at, word) => tokens
                .insert(at % count, format!(" {} ", gdl::KEYWORDS[word % gdl::KEYWORDS.len()])),
            Edit::Glyph(at, glyph) => tokens.insert(at % count, glyph.to_string()),
            Edit::Number(at, number) => {
                let numbers: Vec<usize> = (0..tokens.len())
                    .filter(|index| {
                        tokens[*index].starts_with(|glyph: char| glyph.is_ascii_digit())
                    })
                    .collect();
                if !numbers.is_empty() {
                    tokens[numbers[at % numbers.len()]] = number.to_string();
                }
            }
            Edit::Delete(_) | Edit::Duplicate(..) | Edit::Swap(..) => {}
        }
    }
    tokens.concat()
}

/// A game of the corpus with a few edits.
fn wild_game() -> impl Strategy<Value = String> {
    let corpus = corpus();
    (0..corpus.len(), prop::collection::vec(edit(), 0..6))
        .prop_map(move |(game, edits)| edited(&corpus[game], &edits))
}

/// How many cases; more with `PROPTEST_CASES`.
fn config() -> Config {
    Config {
        cases: std::env::var("PROPTEST_CASES")
            .ok()
            .and_then(|cases| cases.parse().ok())
            .unwrap_or(1500),
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn wild_games_are_answered(text in wild_game()) {
        let source = Source::new("wild.gdl", text);
        match gdl::compile(&source, &Params::new()) {
            Ok((model, warnings)) => {
                let _ = (model.to_string(), warnings.render(&source, gdl::Style::Plain));
            }
            Err(errors) => {
                prop_assert!(errors.has_errors());
                prop_assert!(errors.render(&source, gdl::Style::Plain).contains("error"));
            }
        }
    }

    #[test]
    fn formatting_keeps_the_tree(text in wild_game()) {
        let Ok(tree) = gdl::parse(&Source::new("wild.gdl", text)) else { return Ok(()) };
        let printed = gdl::print(&tree);
        let again = gdl::parse(&Source::new("printed.gdl", printed.clone()));
        prop_assert_eq!(again.as_ref(), Ok(&tree), "{}", printed);
        prop_assert_eq!(gdl::print(&tree), gdl::print(&again.expect("just compared")));
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = gdl::compile(&Source::new("wild.gdl", text), &Params::new());
    }
}

/// Large and deep files: an answer or a limit, not a hang. The bound is far above what any of them
/// takes.
#[test]
fn large_files_are_answered() {
    let head = "pieces o = peg\nmove slide: [peg | empty] -> [empty | peg]\n";
    let picture = |side: usize| {
        format!("board {{\n{}}}\n{head}", format!("{}\n", "o ".repeat(side)).repeat(side))
    };
    let cases = [
        ("a million of one letter", "a".repeat(1_000_000)),
        ("many statements", format!("board {{ o . }}\n{head}{}", "class c = peg\n".repeat(70_000))),
        ("many wrong statements", "bored { o . }\n".repeat(70_000)),
        ("many parameters", (0..60_000).map(|n| format!("param p{n} = {n}\n")).collect()),
        (
            "many alternatives",
            format!(
                "board {{ o . }}\n{head}move many: {}",
                "[peg | empty] -> [empty | peg]\n".repeat(30_000)
            ),
        ),
        ("a long sum", format!("param n = 1{}\nboard row(n)\n{head}", " + 1".repeat(240_000))),
        (
            "a long condition",
            format!("board {{ o . }}\n{head}goal {}no peg", "no peg or ".repeat(90_000)),
        ),
        ("open parentheses", format!("param n = {}", "(".repeat(10_000))),
        ("nested parentheses", format!("param n = {}1{}", "(".repeat(10_000), ")".repeat(10_000))),
        (
            "nested conditions",
            format!(
                "board {{ o . }}\n{head}goal {}no peg{}",
                "(".repeat(10_000),
                ")".repeat(10_000)
            ),
        ),
        (
            "nested as deep as allowed",
            format!("board {{ o . }}\n{head}goal {}1{} = 1", "(".repeat(60), ")".repeat(60)),
        ),
        ("many nots", format!("board {{ o . }}\n{head}goal {}no peg", "not ".repeat(200_000))),
        ("a picture of 200 x 200", picture(200)),
        (
            "a drawn picture of 200 x 200",
            picture(200).replace("}\n", "} links drawn\n").replace("o o", "o-o"),
        ),
        ("a grid beyond any number", format!("board grid(9999999999, 9999999999)\n{head}")),
        ("a million comments", "//\n".repeat(340_000)),
        (
            "comments in one statement",
            format!(
                "board {{ o . }}\n{head}move many:\n{}",
                "[peg | empty] // comment\n -> [empty | peg] // other\n".repeat(18_000)
            ),
        ),
        ("open picture", format!("board {{\n{}", "o o o\n".repeat(160_000))),
    ];
    for (name, text) in cases {
        let started = Instant::now();
        let source = Source::new("large.gdl", text);
        if let Ok(tree) = gdl::parse(&source) {
            assert!(!gdl::print(&tree).is_empty(), "{name}");
        }
        let answer = gdl::compile(&source, &Params::new());
        if let Err(errors) = answer {
            assert!(!errors.render(&source, gdl::Style::Plain).is_empty(), "{name}");
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{name} took {:?}", started.elapsed());
    }
}
