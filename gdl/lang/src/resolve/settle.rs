//! A move that settles must come to an end, and to the same end whatever the order of its rules.
//!
//! Both are decided by trying every possible content of every line of the board. Given that a line
//! always comes to rest, it comes to the same rest in every order if all rules that fit a content
//! lead to the same rest: so one pass that remembers the rest of each content decides.

use crate::analyze::contents::{possible_contents, possible_in};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::domain::Domain;
use crate::model::{Body, CellId, Content, ContentSet, Model, Move, Rule, Settle, Write};

/// The most contents of lines that are tried.
const MAX_CONTENTS: usize = 10_000_000;

/// Checks every settling move of a game, for play from any of its starts.
pub(super) fn check(model: &Model, diagnostics: &mut Diagnostics) {
    if let Err(problem) = check_within(model, &possible_contents(model)) {
        diagnostics.push(*problem);
    }
}

/// Whether every settling move comes to rest, and always to the same, in all positions of a
/// domain.
///
/// A game is checked for play from its starts only, so this is asked before play begins elsewhere.
///
/// # Errors
///
/// What may happen instead, in words.
pub fn comes_to_rest(model: &Model, domain: &Domain) -> Result<(), String> {
    if model.settles().next().is_none() {
        return Ok(());
    }
    let possible = possible_in(model, domain);
    let mut proven = possible.iter().zip(possible_contents(model));
    if proven.all(|(here, of_starts)| here.without(of_starts).is_empty()) {
        return Ok(());
    }
    check_within(model, &possible).map_err(|problem| problem.message)
}

/// Checks every settling move for cells with these possible contents.
fn check_within(model: &Model, possible: &[ContentSet]) -> Result<(), Box<Diagnostic>> {
    let mut tried = 0;
    let mut checked: Vec<&Settle> = Vec::new();
    for declared in &model.moves {
        let Body::Settle(settles) = &declared.body else { continue };
        for settle in settles {
            if checked.contains(&settle) {
                continue;
            }
            checked.push(settle);
            check_direction(model, declared, settle, possible, &mut tried)?;
        }
    }
    Ok(())
}

fn check_direction(
    model: &Model,
    declared: &Move,
    settle: &Settle,
    possible: &[ContentSet],
    tried: &mut usize,
) -> Result<(), Box<Diagnostic>> {
    let problem = |code, message: String| Box::new(Diagnostic::new(code, declared.span, message));
    let rules = settle.rules.iter().chain(&settle.forbidden);
    if rules.clone().any(|rule| !rule.in_shape.is_empty()) {
        let message =
            format!("move `{}` settles, so its rules cannot look at shapes", declared.name);
        return Err(problem(Code::SettleForm, message));
    }
    let mut lines = lines(model, &settle.direction);
    lines.sort_by_key(Vec::len);
    for cells in lines {
        let choices: Vec<Vec<Content>> =
            cells.iter().map(|cell| possible[cell.index()].iter().collect()).collect();
        let size = choices.iter().try_fold(1_usize, |size, choice| size.checked_mul(choice.len()));
        *tried = size.and_then(|size| tried.checked_add(size)).unwrap_or(usize::MAX);
        if *tried > MAX_CONTENTS {
            let message = format!(
                "move `{}` settles lines with more than {MAX_CONTENTS} different contents",
                declared.name
            );
            return Err(problem(Code::TooLarge, message));
        }
        let on_line = |rule: &&Rule| rule.needs.iter().all(|(cell, _)| cells.contains(cell));
        let line = Line {
            rules: settle.rules.iter().filter(on_line).collect(),
            forbidden: settle.forbidden.iter().filter(on_line).collect(),
            cells: &cells,
            choices: &choices,
        };
        match line.check() {
            Ok(()) => {}
            Err(Trouble::Endless(content)) => {
                let message = format!("move `{}` may never come to rest", declared.name);
                let note = format!(
                    "towards `{}` the line  {}  comes round to itself",
                    settle.direction,
                    line.text(model, content)
                );
                return Err(Box::new(
                    Diagnostic::new(Code::SettleEndless, declared.span, message).note(note),
                ));
            }
            Err(Trouble::Differs { content, first, second }) => {
                let message = format!("move `{}` can settle in different ways", declared.name);
                let (first, second) = (line.rest_text(model, first), line.rest_text(model, second));
                let start = line.text(model, content);
                let note = format!(
                    "towards `{}` the line  {start}  can become  {first}  or  {second}",
                    settle.direction
                );
                let diagnostic =
                    Diagnostic::new(Code::SettleNotConfluent, declared.span, message).note(note);
                return Err(Box::new(
                    diagnostic.help("make the rules agree, whatever their order"),
                ));
            }
        }
    }
    Ok(())
}

/// The maximal lines of a direction. A line that closes in itself is cut open: what matters is
/// that rules on it never end.
fn lines(model: &Model, direction: &str) -> Vec<Vec<CellId>> {
    let Some(direction) = model.board.direction(direction) else { return Vec::new() };
    let mut seen = vec![false; model.board.cells.len()];
    let has_previous = |cell: CellId| direction.next.contains(&Some(cell));
    let mut order: Vec<CellId> = model.board.ids().collect();
    order.sort_by_key(|cell| has_previous(*cell));
    let mut lines = Vec::new();
    for start in order {
        let mut line = Vec::new();
        let mut cell = Some(start);
        while let Some(at) = cell.filter(|at| !seen[at.index()]) {
            seen[at.index()] = true;
            line.push(at);
            cell = direction.next[at.index()];
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// One line of the board with its rules. A content of the line is a number in mixed radix over
/// `choices`.
struct Line<'a> {
    rules: Vec<&'a Rule>,
    forbidden: Vec<&'a Rule>,
    cells: &'a [CellId],
    choices: &'a [Vec<Content>],
}

/// What is wrong with a line.
enum Trouble {
    Endless(usize),
    Differs { content: usize, first: usize, second: usize },
}

/// No rest known yet.
const UNKNOWN: usize = usize::MAX;
/// Being worked out: met again, the line never comes to rest.
const OPEN: usize = usize::MAX - 1;
/// The rest of a content that makes the move illegal.
const ILLEGAL: usize = usize::MAX - 2;

impl Line<'_> {
    fn check(&self) -> Result<(), Trouble> {
        let size = self.choices.iter().map(Vec::len).product();
        let mut rests = vec![UNKNOWN; size];
        for content in 0..size {
            self.rest(content, &mut rests)?;
        }
        Ok(())
    }

    /// Works out the rest of a content, and first the rests of what it becomes.
    fn rest(&self, content: usize, rests: &mut [usize]) -> Result<(), Trouble> {
        let mut stack = vec![content];
        while let Some(top) = stack.last().copied() {
            if rests[top] != UNKNOWN && rests[top] != OPEN {
                stack.pop();
                continue;
            }
            let held = self.decode(top);
            if self.forbidden.iter().any(|rule| self.fits(rule, &held)) {
                rests[top] = ILLEGAL;
                continue;
            }
            let next: Vec<usize> = self
                .rules
                .iter()
                .filter(|rule| self.fits(rule, &held))
                .map(|rule| self.applied(rule, &held))
                .collect();
            if rests[top] == UNKNOWN {
                rests[top] = OPEN;
                for next in
                    next.iter().filter(|next| rests[**next] == UNKNOWN || rests[**next] == OPEN)
                {
                    if rests[*next] == OPEN {
                        return Err(Trouble::Endless(*next));
                    }
                    stack.push(*next);
                }
                if stack.last() != Some(&top) {
                    continue;
                }
            }
            let mut found = next.iter().map(|next| rests[*next]);
            let first = found.next().unwrap_or(top);
            if let Some(second) = found.find(|rest| *rest != first) {
                return Err(Trouble::Differs { content: top, first, second });
            }
            rests[top] = first;
        }
        Ok(())
    }

    fn decode(&self, mut content: usize) -> Vec<Content> {
        let digit = |choice: &Vec<Content>| {
            let digit = choice[content % choice.len()];
            content /= choice.len();
            digit
        };
        self.choices.iter().map(digit).collect()
    }

    fn encode(&self, held: &[Content]) -> usize {
        self.choices.iter().zip(held).rev().fold(0, |number, (choice, content)| {
            let digit = choice
                .iter()
                .position(|possible| possible == content)
                .expect("possible contents are closed under the rules");
            number * choice.len() + digit
        })
    }

    fn position(&self, cell: CellId) -> usize {
        self.cells.iter().position(|on_line| *on_line == cell).expect("the rule lies on the line")
    }

    fn fits(&self, rule: &Rule, held: &[Content]) -> bool {
        rule.needs.iter().all(|(cell, contents)| contents.contains(held[self.position(*cell)]))
    }

    fn applied(&self, rule: &Rule, held: &[Content]) -> usize {
        let mut after = held.to_vec();
        for (cell, write) in &rule.writes {
            after[self.position(*cell)] = match write {
                Write::Put(content) => *content,
                Write::Copy(source) => held[self.position(*source)],
            };
        }
        self.encode(&after)
    }

    /// The contents of the line as in a picture.
    fn text(&self, model: &Model, content: usize) -> String {
        let glyph = |content: Content| match content.piece() {
            None => ".".to_owned(),
            Some(piece) => {
                let piece = &model.pieces[piece.index()];
                piece.glyph.map_or_else(|| piece.kind.clone(), String::from)
            }
        };
        let glyphs: Vec<String> = self.decode(content).into_iter().map(glyph).collect();
        format!("[{}]", glyphs.join(" "))
    }

    fn rest_text(&self, model: &Model, rest: usize) -> String {
        if rest == ILLEGAL { "illegal".to_owned() } else { self.text(model, rest) }
    }
}
