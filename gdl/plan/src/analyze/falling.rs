//! Games without return: a number that falls with every move.
//!
//! If there are weights for the contents of the cells and for the counters whose sum becomes
//! smaller with every move, no position ever comes back, and the sum bounds the length of a game.
//! Pawns that only go forward are such a case, though captures change the sum by various amounts,
//! so that it does not tell the layer.
//!
//! Every way a move can happen gives an inequality: the change is at most -1. They are solved by
//! the perceptron rule (Rosenblatt, 1958): go round all inequalities and whenever one fails,
//! subtract its coefficients from the weights. If there is a solution, this comes to an end with
//! whole weights (Novikoff, 1962); if there is none, it does not, so it is given up after a while.
//! Moves that can be undone are seen at once: a change and its opposite cannot both be negative.

use super::bounds::Bounds;
use super::change::{Change, Changes, Form, Unknown, Unknowns};
use super::layers::Layers;
use super::potential::contents;
use super::weights::Weights;
use crate::domain::Domain;
use crate::model::Model;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// LIMIT: after looking at this number of forms the search is given up.
const MOST_LOOKS: usize = 40_000;

/// A number that falls with every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FallingNumber {
    /// How it is read off a position.
    pub weights: Weights,
    /// Its value at the start.
    pub at_start: i64,
    /// No game is longer than this.
    pub most_moves: i64,
}

/// Whether there is a number that falls with every move, though not by the same amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Falling {
    /// The number, if one was found. None is looked for if some number changes by the same amount
    /// with every move.
    pub number: Option<FallingNumber>,
}

/// Looks for a number that falls with every move.
pub fn falling(model: &Model, domain: &Domain, bounds: &Bounds<'_>, layers: &Layers) -> Falling {
    let Some(start) = domain.beginning().filter(|_| layers.number.is_none()) else {
        return Falling { number: None };
    };
    let changes = Changes::new(model, bounds, &[]);
    if changes.moves.is_empty() {
        return Falling { number: None };
    }
    let number = single(model, &changes).or_else(|| search(&changes)).map(|form| {
        let weights = Weights::new(model, bounds, start, &changes.unknowns, &form);
        let at_start = weights.value(start);
        let most_moves = (at_start - weights.range().low) / -slowest(&changes, &form);
        FallingNumber { weights, at_start, most_moves }
    });
    Falling { number }
}

/// A number of pieces or a counter that falls, or rises, with every move.
fn single(model: &Model, changes: &Changes) -> Option<Form> {
    let counts = contents(model).map(|content| changes.unknowns.count(content));
    let counters = changes.unknowns.counters().map(|(_, form)| form);
    let falls = |form: &Form| {
        let rises = changes.extras.iter().any(|change| change.largest(form).0 > 0);
        !rises && slowest(changes, form) < 0
    };
    counts.chain(counters).flat_map(|form| [form.times(-1), form]).find(falls)
}

/// The largest change that a move makes.
fn slowest(changes: &Changes, weights: &Form) -> i64 {
    changes.moves.iter().map(|change| change.largest(weights).0).max().unwrap_or(-1)
}

fn search(changes: &Changes) -> Option<Form> {
    let without_turn = |form: &Form| without_movers(&changes.unknowns, form);
    // Any change of a move is as good as another for seeing that two moves cancel.
    let none = Form::default();
    let some: BTreeSet<Form> =
        changes.moves.iter().map(|change| without_turn(&change.largest(&none).1)).collect();
    if some.iter().any(|form| some.contains(&form.times(-1))) {
        return None;
    }
    let limits: Vec<(&Change, i64)> = changes
        .moves
        .iter()
        .map(|change| (change, -1))
        .chain(changes.extras.iter().map(|change| (change, 0)))
        .collect();
    let forms: usize = limits.iter().map(|(change, _)| change.size()).sum();
    let mut weights = Form::default();
    for _ in 0..MOST_LOOKS / forms.max(1) {
        let before = weights.clone();
        let mut failed = false;
        for (change, limit) in &limits {
            let (value, form) = change.largest(&weights);
            if value > *limit {
                failed = true;
                weights.add(&without_turn(&form), -1);
            }
        }
        if !failed {
            return Some(weights);
        }
        if weights == before {
            return None;
        }
    }
    None
}

/// Whose turn it is has no weight here: it comes back whatever happens.
fn without_movers(unknowns: &Unknowns, form: &Form) -> Form {
    let kept = |(unknown, _): &(usize, i64)| !matches!(unknowns.list[*unknown], Unknown::Mover(_));
    form.terms().filter(kept).collect()
}

impl fmt::Display for Falling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.number {
            None => Ok(()),
            Some(number) => writeln!(
                f,
                "no position comes back: a weighted sum of what the cells hold falls with every move, so no game has more than {} moves",
                number.most_moves
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::layers::layers;
    use crate::{Params, Source, compile};

    /// The largest number of moves, if some number falls with every move.
    fn most_moves(text: &str) -> Option<i64> {
        let source = Source::new("test.gdl", format!("game \"t\" {text}"));
        let (model, _) = compile(&source, &Params::new()).expect("a game");
        let (start, bounds) = (&Domain::start(&model, 0), Bounds::new(&model));
        let layers = layers(&model, start, &bounds);
        falling(&model, start, &bounds, &layers).number.map(|number| number.most_moves)
    }

    /// Pawns on `columns` columns, with `rows` empty rows between them.
    fn pawns(columns: usize, rows: usize) -> String {
        let row = |glyph: &str| glyph.repeat(columns) + "\n";
        let board = row("b") + &row(".").repeat(rows) + &row("w");
        format!(
            "players W facing n, B facing s board {{\n{board}}}
            pieces w = pawn of W, b = pawn of B stuck loses
            move step along fwd: [mine | empty] -> [empty | mine]
            move take along fwd_diag: [mine | theirs] -> [empty | mine] "
        )
    }

    #[test]
    fn pawns_go_forward_only() {
        assert!(most_moves(&pawns(3, 1)).is_some_and(|most| (6..50).contains(&most)));
        let back = " move back along back: [mine | empty] -> [empty | mine]";
        assert_eq!(most_moves(&(pawns(3, 1) + back)), None);
    }

    #[test]
    fn many_pawns_are_no_harder() {
        assert!(most_moves(&pawns(8, 6)).is_some());
    }

    #[test]
    fn pieces_that_come_round_or_come_back_do_not_fall() {
        let ring = "board ring(4) pieces a = man start man, empty, empty, empty goal some man in 3
            move step along next: [man | empty] -> [empty | man]";
        assert_eq!(most_moves(ring), None);
        let row = ring.replace("ring", "row");
        assert_eq!(most_moves(&row), None, "the cell tells the layer");
        let jumps = format!("{row} move jump along next: [man | _ | empty] -> [empty | _ | man]");
        assert!(most_moves(&jumps).is_some_and(|most| most >= 3));
    }

    #[test]
    fn passing_is_no_progress() {
        assert_eq!(most_moves(&pawns(3, 1).replace("stuck loses", "stuck passes")), None);
    }

    #[test]
    fn counters_may_pay_for_moves() {
        let game = "board ring(4) pieces a = man start man, empty, empty, empty counter fuel = 9
            goal some man in 3 move step along next: [man | empty] -> [empty | man], fuel -= 1
            move jump along next: [man | _ | empty] -> [empty | _ | man], fuel -= 2";
        assert_eq!(most_moves(game), Some(9));
    }
}
