//! Messages for text that does not follow the grammar.
//!
//! The parser knows the furthest place it came to and the grammar rules it tried there. Users
//! never see rule names: each is mapped to a phrase, and an unknown word gets the nearest word
//! that could stand there.

use super::Rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};
use crate::words::nearest;
use pest::error::{Error, ErrorVariant, InputLocation};

/// The words that begin a statement.
const STATEMENT_WORDS: &[&str] = &[
    "game", "param", "players", "board", "area", "pieces", "class", "counter", "shape", "start",
    "goal", "same", "expect", "move", "after", "illegal", "win", "lose", "draw", "stuck", "finish",
];

/// The words that may stand between the name of a move and its colon.
const MODIFIERS: &[&str] = &["along", "by", "when", "chain", "must", "settle"];

/// The reserved words of the language.
pub const KEYWORDS: &[&str] = &[
    "game", "param", "players", "facing", "board", "links", "area", "pieces", "class", "counter",
    "shape", "start", "goal", "move", "after", "illegal", "win", "lose", "draw", "stuck", "finish",
    "same", "when", "if", "then", "else", "along", "by", "chain", "must", "settle", "again",
    "reverse", "cycle", "turn", "turns", "times", "sow", "skip", "harvest", "while", "count",
    "some", "no", "all", "not", "and", "or", "in", "is", "at", "of", "each", "my", "their", "mine",
    "theirs", "any", "empty", "edge", "here", "heap", "score", "source", "expect",
];

/// Whether a line begins with a statement word.
pub(super) fn begins_statement(line: &str) -> bool {
    STATEMENT_WORDS.contains(&word_at(line))
}

/// Where the parser gave up.
pub(super) fn offset(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// The opening brace of the first picture that is not closed before the next opening brace or the
/// end.
pub(super) fn unclosed_picture(statement: &str) -> Option<usize> {
    let statement = &statement[..next_statement(statement)];
    let open = statement.find('{')?;
    let rest = &statement[open + 1..];
    let close = rest.find('}').unwrap_or(rest.len());
    let reopened = rest.find('{').unwrap_or(rest.len());
    (close == rest.len() || reopened < close).then_some(open)
}

/// Where the next line begins that could begin a statement.
fn next_statement(text: &str) -> usize {
    let mut at = 0;
    while let Some(newline) = text[at..].find('\n') {
        at += newline + 1;
        let line = text[at..].trim_start_matches([' ', '\t']);
        let word = word_at(line);
        // A picture can hold any glyph; a whole statement word and a blank is hardly one.
        if STATEMENT_WORDS.contains(&word) && line[word.len()..].starts_with([' ', ':']) {
            return at;
        }
    }
    text.len()
}

/// A message for text after a complete statement that neither goes on with it nor begins a new
/// one.
pub(super) fn after_statement(error: &Error<Rule>, source: &Source, at: usize) -> Diagnostic {
    let found = OffendingToken::new(source, at);
    let begins_line =
        source.text()[..at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    if begins_line && !found.word.is_empty() {
        let diagnostic = Diagnostic::new(
            Code::Syntax,
            found.span,
            format!("did not expect `{}` here", found.text),
        )
        .label("expected a statement: board, pieces, start, goal, move, after, win, stuck ...");
        return match nearest(found.word, STATEMENT_WORDS.iter().copied()) {
            Some(word) => diagnostic.help(format!("did you mean `{word}`?")),
            None => diagnostic,
        };
    }
    unexpected(error, &found)
}

/// A message for a statement that breaks off.
pub(super) fn inside_statement(
    error: &Error<Rule>,
    source: &Source,
    start: usize,
    at: usize,
) -> Diagnostic {
    let found = OffendingToken::new(source, at);
    if at == start {
        return after_statement(error, source, at);
    }
    unexpected(error, &found)
}

/// The token where the parser gave up.
struct OffendingToken<'a> {
    span: Span,
    text: &'a str,
    word: &'a str,
}

impl<'a> OffendingToken<'a> {
    fn new(source: &'a Source, at: usize) -> Self {
        // Where the file ends too early, the last thing that stands there is what the reader must
        // look at.
        let text = source.text();
        let at = if text[at..].trim().is_empty() { text.trim_end().len() } else { at };
        let rest = if text[at..].trim().is_empty() { "" } else { &text[at..] };
        let word = word_at(rest);
        let symbol = ["<->", "->", "+=", "-=", "!=", "<=", ">=", ".."]
            .into_iter()
            .find(|symbol| rest.starts_with(symbol));
        let length = match symbol {
            Some(symbol) => symbol.len(),
            None if word.is_empty() => rest.chars().next().map_or(0, char::len_utf8),
            None => word.len(),
        };
        OffendingToken { span: Span::new(at, at + length), text: &rest[..length], word }
    }
}

fn unexpected(error: &Error<Rule>, found: &OffendingToken<'_>) -> Diagnostic {
    let rules: &[Rule] = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    };
    let message = match found.text {
        "" => "the file ends in the middle of a statement".to_owned(),
        "\n" => "the line ends too early".to_owned(),
        text => format!("did not expect `{text}` here"),
    };
    let diagnostic = Diagnostic::new(Code::Syntax, found.span, message).label(expectation(rules));
    if KEYWORDS.contains(&found.word) && rules.iter().any(|rule| matches!(rule, Rule::ident)) {
        return diagnostic
            .help(format!("`{}` is a word of the language; choose another name", found.word));
    }
    let modifiers = if rules.contains(&Rule::modifier) { MODIFIERS } else { &[] };
    let words = rules.iter().filter_map(|rule| keyword_of(*rule)).chain(modifiers.iter().copied());
    match nearest(found.word, words) {
        Some(word) if word != found.word => diagnostic.help(format!("did you mean `{word}`?")),
        _ => diagnostic,
    }
}

/// "expected A, B or C", most telling phrases first.
fn expectation(rules: &[Rule]) -> String {
    if rules.contains(&Rule::arrow) {
        return "expected `->` and what the cells become".to_owned();
    }
    let mut phrases: Vec<(u8, String)> = rules.iter().filter_map(|rule| phrase(*rule)).collect();
    phrases.sort();
    phrases.dedup();
    // Operators can follow almost anything; they say something only where nothing else does.
    if phrases.iter().any(|(weight, _)| *weight < 9) {
        phrases.retain(|(weight, _)| *weight < 9);
    }
    let mut words: Vec<String> = phrases.into_iter().map(|(_, phrase)| phrase).take(4).collect();
    match words.pop() {
        None => "this does not fit here".to_owned(),
        Some(last) if words.is_empty() => format!("expected {last}"),
        Some(last) => format!("expected {} or {last}", words.join(", ")),
    }
}

/// What a rule is called in a message, and how early it is named.
fn phrase(rule: Rule) -> Option<(u8, String)> {
    let (weight, text) = match rule {
        Rule::body | Rule::alt | Rule::step | Rule::acting | Rule::action => {
            (1, "what the move does, such as `[a | b] -> [c | d]`")
        }
        Rule::primary | Rule::literal | Rule::cond | Rule::conj => (1, "a condition"),
        Rule::group | Rule::cells => (1, "`[`"),
        Rule::P_bracket => (2, "`]`"),
        Rule::P_close => (2, "`)`"),
        Rule::P_open => (2, "`(`"),
        Rule::P_equals => (2, "`=`"),
        Rule::P_colon => (2, "`:`"),
        Rule::P_quote => (2, "`\"`"),
        Rule::P_brace => (2, "`}`"),
        Rule::cell | Rule::row | Rule::atom => (3, "a piece, `empty`, `any`, `mine` or `theirs`"),
        Rule::setref => (3, "an area, a shape or a cell"),
        Rule::directions => (3, "directions"),
        Rule::picture => (3, "a picture `{ ... }`"),
        Rule::builder => (3, "a board such as `grid(3, 3)`"),
        Rule::string => (3, "a text in quotes"),
        Rule::piece => (3, "a piece such as `x = name`, `1 .. 8` or `name heap`"),
        Rule::glyph => (3, "a character"),
        Rule::range => (4, "a span such as `1 .. 8`"),
        Rule::sum | Rule::term | Rule::factor => (4, "a number"),
        Rule::int => (5, "a number"),
        Rule::ident | Rule::word => (5, "a name"),
        Rule::relop => (6, "`=`, `<`, `>` ..."),
        Rule::assignop => (6, "`+=` or `-=`"),
        Rule::effect | Rule::effects | Rule::assign => {
            (6, "an effect such as `hand -= 1` or `again`")
        }
        Rule::modifier => (6, "`along`, `by`, `when`, `chain`, `must` or `settle`"),
        Rule::P_comma => (9, "`,`"),
        Rule::addop | Rule::mulop | Rule::P_dots => (9, "an operator"),
        Rule::stmt_word | Rule::boundary | Rule::EOI => (8, "the next statement"),
        _ => return keyword_of(rule).map(|word| (7, format!("`{word}`"))),
    };
    Some((weight, text.to_owned()))
}

/// The word of a keyword rule `K_word`.
fn keyword_of(rule: Rule) -> Option<&'static str> {
    let name = format!("{rule:?}");
    let word = name.strip_prefix("K_")?;
    KEYWORDS
        .iter()
        .chain(&["row", "column", "with", "from"])
        .copied()
        .find(|keyword| *keyword == word)
}

/// The word that a text begins with; empty if it begins with something else.
fn word_at(text: &str) -> &str {
    let end = text
        .find(|glyph: char| !glyph.is_ascii_alphanumeric() && glyph != '_')
        .unwrap_or(text.len());
    &text[..end]
}
