//! Potentials in words.
//!
//! A potential is a sum of *terms*, each a number (how many pieces stand on some cells, a counter)
//! or a statement (where the only piece of its kind stands, whose turn it is, the sign of a
//! permutation), which counts 1 if it is true.

use super::Potential;
use crate::analyze::bounds::Bounds;
use crate::model::{CellId, CellSet, Content, ContentSet, CounterId, Model, PlayerId, State};
use std::collections::BTreeMap;

/// Part of a potential.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(String),
    Statement {
        /// If it counts.
        yes: String,
        /// If it does not.
        no: String,
    },
}

impl Term {
    fn statement(&self, counts: bool) -> String {
        match self {
            Term::Number(number) => format!("{number} is {}", even_or_odd(counts)),
            Term::Statement { yes, no } => if counts { yes } else { no }.clone(),
        }
    }
}

/// Says that a potential never changes.
pub(super) fn invariant(
    model: &Model,
    bounds: &Bounds<'_>,
    start: &State,
    potential: &Potential,
    odd: bool,
) -> String {
    let terms = terms(model, bounds, start, potential);
    if let Some(sum) = sum(&terms) {
        return format!("{sum} is always {}", even_or_odd(odd));
    }
    match terms.as_slice() {
        [one] => format!("in every position {}", one.statement(odd)),
        [one, two] => format!("{} exactly when {}", one.statement(true), two.statement(!odd)),
        all => {
            let statements: Vec<String> = all.iter().map(|term| term.statement(true)).collect();
            let even_or_odd = even_or_odd(odd);
            format!("of these always an {even_or_odd} number are true: {}", statements.join("; "))
        }
    }
}

/// Says that a potential changes with every move.
pub(super) fn alternating(
    model: &Model,
    bounds: &Bounds<'_>,
    start: &State,
    potential: &Potential,
) -> String {
    let terms = terms(model, bounds, start, potential);
    if let Some(sum) = sum(&terms) {
        return format!("every move changes {sum} from even to odd or back");
    }
    match terms.as_slice() {
        [_] if !potential.movers.is_empty() && model.players.len() == 2 => {
            "every move changes whose turn it is".to_owned()
        }
        [one] => format!("every move changes whether {}", one.statement(true)),
        all => {
            let statements: Vec<String> = all.iter().map(|term| term.statement(true)).collect();
            let statements = statements.join("; ");
            format!("every move changes whether an odd number of these are true: {statements}")
        }
    }
}

/// Whether there is just one cell with this content at the start, cells that never change left
/// out.
pub(super) fn is_single(start: &State, bounds: &Bounds<'_>, content: Content) -> bool {
    let cells = start.cells.iter().zip(&bounds.possible);
    cells.filter(|(held, possible)| **held == content.0 && possible.len() > 1).count() == 1
}

/// The name of a content for "the number of ...".
pub(in crate::analyze) fn content_name(model: &Model, content: Content) -> String {
    match content.piece() {
        None => "empty cells".to_owned(),
        Some(piece) => model.pieces[piece.index()].label.clone(),
    }
}

/// The name of a counter.
pub(in crate::analyze) fn counter_name(model: &Model, counter: CounterId) -> String {
    let counter = &model.counters[counter.index()];
    match counter.owner {
        None => counter.name.clone(),
        Some(owner) => format!("{} of {}", counter.name, model.players[owner.index()].name),
    }
}

/// The names of cells, separated by commas.
pub(in crate::analyze) fn cell_names(model: &Model, cells: CellSet) -> String {
    let names: Vec<&str> =
        cells.iter().map(|cell| model.board.cells[cell.index()].name.as_str()).collect();
    names.join(", ")
}

/// The sum in words, if all terms are numbers.
fn sum(terms: &[Term]) -> Option<String> {
    let number = |term: &Term| match term {
        Term::Number(number) => Some(number.clone()),
        Term::Statement { .. } => None,
    };
    Some(terms.iter().map(number).collect::<Option<Vec<String>>>()?.join(" plus "))
}

fn even_or_odd(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

fn terms(model: &Model, bounds: &Bounds<'_>, start: &State, potential: &Potential) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    terms.extend(potential.signs.iter().map(|arrangement| {
        let everything = arrangement.cells.len() == model.board.cells.len();
        let cells = cell_names(model, arrangement.cells);
        let cells = if everything { String::new() } else { format!(" on {cells}") };
        let statement =
            |sign| format!("the pieces{cells}, read cell by cell, are an {sign} permutation");
        Term::Statement { yes: statement("odd"), no: statement("even") }
    }));
    let mut by_contents: BTreeMap<ContentSet, CellSet> = BTreeMap::new();
    for (cell, contents) in &potential.cells {
        by_contents.entry(*contents).or_default().insert(*cell);
    }
    terms.extend(
        by_contents
            .into_iter()
            .map(|(contents, cells)| counted(model, bounds, start, contents, cells)),
    );
    if !potential.heaps.is_empty() {
        let all = potential.heaps.len() == model.board.cells.len();
        let place =
            if all { String::new() } else { format!(" on {}", cell_names(model, potential.heaps)) };
        let piece = model.pieces.first().map_or("piece", |piece| &piece.label);
        terms.push(Term::Number(format!("the number of {piece}{place}")));
    }
    let counters = potential.counters.iter();
    terms.extend(counters.map(|counter| Term::Number(counter_name(model, *counter))));
    if !potential.movers.is_empty() {
        let is_to_move = |counts: bool| {
            let players = model
                .players
                .iter()
                .zip(0..)
                .filter(|(_, number)| potential.movers.contains(&PlayerId(*number)) == counts);
            let names: Vec<&str> = players.map(|(player, _)| player.name.as_str()).collect();
            format!("{} is to move", names.join(" or "))
        };
        terms.push(Term::Statement { yes: is_to_move(true), no: is_to_move(false) });
    }
    terms
}

/// The cells that hold one of some contents.
fn counted(
    model: &Model,
    bounds: &Bounds<'_>,
    start: &State,
    contents: ContentSet,
    cells: CellSet,
) -> Term {
    let single = contents.single().filter(|content| {
        bounds.counts.get(usize::from(content.0)).is_some_and(|count| count.low == count.high)
            && is_single(start, bounds, *content)
    });
    let names = cell_names(model, cells);
    let pieces = contents
        .iter()
        .map(|content| content_name(model, content))
        .collect::<Vec<String>>()
        .join(" or ");
    if let Some(content) = single {
        let which = if content == Content::EMPTY { "the empty cell" } else { &pieces };
        let (one, none) = match (content == Content::EMPTY, cells.len()) {
            (true, 1) => ("", "not "),
            (true, _) => ("one of ", "none of "),
            (false, 1) => ("on ", "not on "),
            (false, _) => ("on one of ", "on none of "),
        };
        let yes = format!("{which} is {one}{names}");
        return Term::Statement { yes, no: format!("{which} is {none}{names}") };
    }
    if cells.len() == 1 {
        let held = pieces.replace("empty cells", "nothing");
        let yes = format!("{names} holds {held}");
        return Term::Statement { yes, no: format!("{names} does not hold {held}") };
    }
    Term::Number(format!("the number of {pieces}{}", place(model, bounds, contents, cells)))
}

/// Where the contents are counted: ` on ...`, or nothing if it is the whole board.
pub(in crate::analyze) fn place(
    model: &Model,
    bounds: &Bounds<'_>,
    contents: ContentSet,
    cells: CellSet,
) -> String {
    let may_hold = |cell: &CellId| !bounds.possible[cell.index()].intersection(contents).is_empty();
    let holding: CellSet = model.board.ids().filter(may_hold).collect();
    let fixed: CellSet =
        holding.iter().filter(|cell| bounds.possible[cell.index()].len() == 1).collect();
    if cells != holding.without(fixed) {
        format!(" on {}", cell_names(model, cells))
    } else if fixed.is_empty() {
        String::new()
    } else {
        " on cells that can change".to_owned()
    }
}
