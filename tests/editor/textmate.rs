//! A small interpreter of TextMate grammars, enough for the one in `editors/vscode`.
//!
//! In: the grammar's JSON and a text. Out: for every line, the scopes of each of its bytes,
//! outermost first. As in an editor, lines are read one by one, the leftmost match wins, and of
//! several at one place the end of the open block, then the first pattern in the list. Regular
//! expressions are those of the `regex` crate, and one thing more: an `end` may be a single
//! look-ahead `(?=...)`.

use regex::{Captures, Regex};
use serde_json::Value;
use std::collections::BTreeMap;

/// A grammar, ready to be used.
pub(crate) struct Grammar {
    scope: String,
    patterns: Vec<Pattern>,
    repository: BTreeMap<String, Pattern>,
}

/// One line of text with the scopes of each byte, joined by blanks, outermost first.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) scopes: Vec<String>,
}

enum Pattern {
    Include(String),
    Group(Vec<Pattern>),
    Match { name: String, regex: Regex, captures: BTreeMap<usize, String> },
    Block(Box<Block>),
}

struct Block {
    name: String,
    begin: Regex,
    begin_captures: BTreeMap<usize, String>,
    end: Regex,
    end_is_look_ahead: bool,
    end_captures: BTreeMap<usize, String>,
    patterns: Vec<Pattern>,
}

/// What matched next on a line.
enum NextMatch<'g> {
    End(&'g Block),
    Match { name: &'g str, captures: &'g BTreeMap<usize, String> },
    Begin(&'g Block),
}

impl Grammar {
    /// The grammar in this JSON text. Panics if it uses anything this interpreter does not know.
    pub(crate) fn new(json: &str) -> Self {
        let root: Value = serde_json::from_str(json).expect("the grammar is JSON");
        let entries = root["repository"].as_object().expect("a repository");
        let repository = entries.iter().map(|(key, value)| (key.clone(), pattern(value))).collect();
        Self { scope: text(&root["scopeName"]), patterns: patterns(&root), repository }
    }

    /// The scopes of every byte of `source`.
    pub(crate) fn tokenize(&self, source: &str) -> Vec<Line> {
        let mut open: Vec<&Block> = Vec::new();
        source.lines().map(|line| self.tokenize_line(line, &mut open)).collect()
    }

    fn tokenize_line<'g>(&'g self, line: &str, open: &mut Vec<&'g Block>) -> Line {
        let mut scopes = vec![String::new(); line.len()];
        let mut at = 0;
        while let Some((found, place)) = self.next_match(line, at, open.last().copied()) {
            let whole = place.get(0).expect("group 0 is the match").range();
            let outside = self.stack(open);
            scopes[at..whole.start].fill(outside.clone());
            at = whole.end;
            match found {
                NextMatch::Match { name, captures } => {
                    assert!(!whole.is_empty(), "`{name}` matches nothing at all");
                    fill(&mut scopes, &place, &join(&outside, name), captures);
                }
                NextMatch::Begin(block) => {
                    fill(&mut scopes, &place, &join(&outside, &block.name), &block.begin_captures);
                    open.push(block);
                }
                NextMatch::End(block) => {
                    if block.end_is_look_ahead {
                        at = whole.start;
                    } else {
                        fill(&mut scopes, &place, &outside, &block.end_captures);
                    }
                    open.pop();
                }
            }
        }
        scopes[at..].fill(self.stack(open));
        Line { text: line.to_owned(), scopes }
    }

    fn stack(&self, open: &[&Block]) -> String {
        open.iter().fold(self.scope.clone(), |stack, block| join(&stack, &block.name))
    }

    fn next_match<'g, 't>(
        &'g self,
        line: &'t str,
        at: usize,
        open: Option<&'g Block>,
    ) -> Option<(NextMatch<'g>, Captures<'t>)> {
        let mut best: Option<(NextMatch<'g>, Captures<'t>)> = None;
        let mut offer = |found: NextMatch<'g>, regex: &Regex| {
            let Some(place) = regex.captures_at(line, at) else { return };
            let start =
                |place: &Captures<'_>| place.get(0).map_or(usize::MAX, |whole| whole.start());
            if best.as_ref().is_none_or(|(_, known)| start(&place) < start(known)) {
                best = Some((found, place));
            }
        };
        if let Some(block) = open {
            offer(NextMatch::End(block), &block.end);
        }
        let mut todo: Vec<&Pattern> =
            open.map_or(&self.patterns, |block| &block.patterns).iter().rev().collect();
        while let Some(pattern) = todo.pop() {
            match pattern {
                Pattern::Include(name) => todo.push(&self.repository[name]),
                Pattern::Group(members) => todo.extend(members.iter().rev()),
                Pattern::Match { name, regex, captures } => {
                    offer(NextMatch::Match { name, captures }, regex)
                }
                Pattern::Block(block) => offer(NextMatch::Begin(block), &block.begin),
            }
        }
        best
    }
}

fn join(outside: &str, name: &str) -> String {
    if name.is_empty() { outside.to_owned() } else { format!("{outside} {name}") }
}

fn fill(
    scopes: &mut [String],
    place: &Captures<'_>,
    base: &str,
    captures: &BTreeMap<usize, String>,
) {
    scopes[place.get(0).expect("group 0 is the match").range()].fill(base.to_owned());
    for (group, name) in captures {
        if let Some(part) = place.get(*group) {
            scopes[part.range()].fill(join(base, name));
        }
    }
}

fn pattern(value: &Value) -> Pattern {
    let known = [
        "include",
        "name",
        "match",
        "captures",
        "begin",
        "beginCaptures",
        "end",
        "endCaptures",
        "patterns",
    ];
    for key in value.as_object().expect("a pattern is an object").keys() {
        assert!(known.contains(&key.as_str()), "`{key}` is not understood here");
    }
    if let Some(include) = value.get("include") {
        return Pattern::Include(
            text(include).strip_prefix('#').expect("only the repository is included").to_owned(),
        );
    }
    let name = value.get("name").map(text).unwrap_or_default();
    if let Some(regex) = value.get("match") {
        return Pattern::Match {
            name,
            regex: compile(&text(regex)),
            captures: captures(value, "captures"),
        };
    }
    let Some(begin) = value.get("begin") else { return Pattern::Group(patterns(value)) };
    let end = text(&value["end"]);
    let look_ahead = end.strip_prefix("(?=").and_then(|rest| rest.strip_suffix(')'));
    Pattern::Block(Box::new(Block {
        name,
        begin: compile(&text(begin)),
        begin_captures: captures(value, "beginCaptures"),
        end: compile(look_ahead.unwrap_or(&end)),
        end_is_look_ahead: look_ahead.is_some(),
        end_captures: captures(value, "endCaptures"),
        patterns: patterns(value),
    }))
}

fn patterns(value: &Value) -> Vec<Pattern> {
    value["patterns"].as_array().expect("a list of patterns").iter().map(pattern).collect()
}

fn captures(value: &Value, key: &str) -> BTreeMap<usize, String> {
    let Some(entries) = value.get(key) else { return BTreeMap::new() };
    let entries = entries.as_object().expect("captures are an object");
    entries
        .iter()
        .map(|(group, scope)| (group.parse().expect("a group's number"), text(&scope["name"])))
        .collect()
}

fn compile(regex: &str) -> Regex {
    Regex::new(regex).unwrap_or_else(|error| panic!("{error}"))
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}
