//! From text to tree.
//!
//! The grammar is in `grammar.pest`. Statements begin with words that begin nothing else, so they
//! are parsed one by one: a mistake in one statement is reported, the text up to the next line
//! that begins a statement is passed over, and the rest is parsed as usual.

use crate::ast::{Ast, At, Comment, Item, Stmt};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use pest::Parser;

mod build;
mod build_moves;
mod comments;
mod expected;

pub use expected::KEYWORDS;

/// How deep parentheses may be nested. The parser is recursive, so there must be an end.
const MAX_DEPTH: usize = 64;

/// After this number of mistakes the rest of the file is not read: it is no game.
const MAX_ERRORS: usize = 100;

/// Nothing in the grammar looks further ahead than this from the place where it gives up.
const LOOK_AHEAD: usize = 64;

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
#[allow(missing_docs, reason = "generated: one variant per grammar rule")]
struct Grammar;

/// Parses a game. Fails with every mistake found.
pub fn parse(source: &Source) -> Result<Ast, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    if let Some(problem) = check_size(source) {
        diagnostics.push(problem);
        return Err(diagnostics);
    }
    let text = source.text();
    let mut ast = Ast::default();
    let mut position = 0;
    loop {
        let next = comments::skip(text, position);
        if next.end == text.len() {
            ast.closing = next.comments;
            break;
        }
        match parse_statement(source, next.end, &mut diagnostics) {
            Ok((stmt, interior)) => {
                let end = stmt.span.end as usize;
                let (after, resume) = comments::trailing(text, end);
                let (mut before, mut blank) = (next.comments, next.blank);
                for mut comment in interior {
                    comment.blank = std::mem::take(&mut blank);
                    before.push(comment);
                }
                ast.items.push(Item { before, blank, stmt, after });
                position = resume;
            }
            Err(resume) => position = resume,
        }
        if diagnostics.len() >= MAX_ERRORS {
            break;
        }
    }
    normalize_first_blank(&mut ast);
    if ast.items.is_empty() && diagnostics.is_empty() {
        let message = "this file has no statements";
        diagnostics.push(Diagnostic::new(Code::EmptyFile, Span::default(), message).help(
            "a game begins like this:  game \"Name\"  board { ... }  pieces o = peg  move ...",
        ));
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(ast) }
}

/// Nothing stands above the first line, so no blank line separates it from anything.
fn normalize_first_blank(ast: &mut Ast) {
    match ast.items.first_mut() {
        Some(item) => match item.before.first_mut() {
            Some(comment) => comment.blank = false,
            None => item.blank = false,
        },
        None => {
            if let Some(comment) = ast.closing.first_mut() {
                comment.blank = false;
            }
        }
    }
}

/// A statement and the comments inside it that have no place of their own, or where to go on.
type Parsed = Result<(At<Stmt>, Vec<Comment>), usize>;

fn parse_statement(source: &Source, start: usize, diagnostics: &mut Diagnostics) -> Parsed {
    let rest = window(&source.text()[start..]);
    let error = match Grammar::parse(Rule::statement, rest) {
        Ok(mut pairs) => {
            let pair = pairs.next().expect("the rule gives one pair");
            return build::statement(pair, source, start, diagnostics)
                .ok_or_else(|| recover(source.text(), start + 1));
        }
        Err(error) => error,
    };
    if let Some(open) = expected::unclosed_picture(rest) {
        let span = Span::new(start + open, start + open + 1);
        diagnostics.push(
            Diagnostic::new(Code::UnclosedPicture, span, "this picture is not closed")
                .label("no `}` before the next statement")
                .help("end the picture with `}`"),
        );
        return Err(recover(source.text(), start + open));
    }
    let at = start + expected::offset(&error);
    // The statement itself may be fine and only what follows it wrong.
    if let Ok(mut pairs) = Grammar::parse(Rule::prefix, rest) {
        let pair = pairs.next().expect("the rule gives one pair");
        if comments::skip(rest, pair.as_span().end()).end + start == at {
            diagnostics.push(expected::after_statement(&error, source, at));
            return Err(recover(source.text(), at));
        }
    }
    diagnostics.push(expected::inside_statement(&error, source, start, at));
    Err(recover(source.text(), at))
}

/// As much of the text as the next statement needs. The parser looks at all of its input when it
/// fails, so a long file with many mistakes would take very long if every statement were given the
/// whole rest.
fn window(rest: &str) -> &str {
    const USUAL: usize = 1 << 14;
    let Some(cut) = (USUAL..rest.len()).find(|at| rest.is_char_boundary(*at)) else { return rest };
    let usual = &rest[..cut];
    match Grammar::parse(Rule::statement, usual) {
        // A statement or mistake that reaches the cut may go on behind it.
        Ok(pairs) if pairs.peek().is_some_and(|pair| pair.as_span().end() < cut) => usual,
        Err(error) if expected::offset(&error) + LOOK_AHEAD < cut => usual,
        _ => rest,
    }
}

/// The beginning of the next line after `from` that begins with a statement word, or the end.
fn recover(text: &str, from: usize) -> usize {
    let mut line_start = from;
    while let Some(newline) = text[line_start..].find('\n') {
        line_start += newline + 1;
        let line = text[line_start..].trim_start_matches([' ', '\t']);
        if expected::begins_statement(line) {
            return text.len() - line.len();
        }
    }
    text.len()
}

fn check_size(source: &Source) -> Option<Diagnostic> {
    let text = source.text();
    if text.len() > MAX_SOURCE_BYTES {
        let message =
            format!("this file has {} bytes; at most {MAX_SOURCE_BYTES} are read", text.len());
        return Some(Diagnostic::new(Code::TooLarge, Span::default(), message));
    }
    let mut depth = 0_usize;
    let mut in_picture = false;
    for (at, glyph) in text.char_indices() {
        match glyph {
            '{' => in_picture = true,
            '}' => in_picture = false,
            '(' if !in_picture => depth += 1,
            ')' if !in_picture => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let message = format!("parentheses are nested more than {MAX_DEPTH} deep");
            return Some(Diagnostic::new(Code::TooLarge, Span::new(at, at + 1), message));
        }
    }
    None
}
