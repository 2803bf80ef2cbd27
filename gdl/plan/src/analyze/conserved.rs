//! Sums of numbers that never change: men on the board plus men in hand, or the lead of one
//! player's stones over the other's.
//!
//! The numbers are those of the pieces of each kind, the counters, and 1 or 0 for whose turn it
//! is. Sums of whole multiples of them that no move changes come from the equations of `change.rs`
//! for `b = 0`, restricted to these numbers, over the rational numbers. Each such sum determines
//! one number from the others: a hand from the men on the board, or the player to move from the
//! stones.

use super::bounds::Bounds;
use super::change::{Changes, Form};
use super::potential::contents;
use super::rational::{System, greatest_common_divisor};
use super::weights::Weights;
use crate::domain::Domain;
use crate::model::{Content, Model};
use serde::Serialize;
use std::fmt;

/// A sum of numbers that never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConservedSum {
    /// How it is read off a position.
    pub weights: Weights,
    /// Its value.
    pub value: i64,
}

/// All sums of numbers that never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conserved {
    /// Independent ones from which all others follow. Numbers that never change themselves are
    /// left out.
    pub sums: Vec<ConservedSum>,
}

/// Finds the sums of numbers that never change.
pub fn conserved(model: &Model, domain: &Domain, bounds: &Bounds<'_>) -> Conserved {
    let Some(start) = domain.beginning() else { return Conserved { sums: Vec::new() } };
    let changes = Changes::new(model, bounds, &[]);
    let unknowns = &changes.unknowns;
    let equations = changes.equations();
    // The number of empty cells follows from the others.
    let pieces = contents(model).filter(|content| *content != Content::EMPTY);
    let numbers: Vec<Form> = pieces
        .map(|content| unknowns.count(content))
        .chain(unknowns.counters().map(|(_, form)| form))
        .chain(unknowns.movers())
        .filter(|form| !equations.hold(form, 0))
        .collect();
    let mut system = System::new(numbers.len());
    for (values, _) in equations.within(&numbers) {
        system.insert(values.into_iter().enumerate(), 0);
    }
    let sums = system.free().filter_map(|free| {
        let solution = system.homogeneous(free)?;
        let common = solution.numerators.iter().copied().reduce(greatest_common_divisor)?;
        let first = solution.numerators.iter().find(|number| **number != 0)?;
        let mut form = Form::default();
        for (number, factor) in numbers.iter().zip(&solution.numerators) {
            form.add(number, factor / (common * first.signum()));
        }
        equations.hold(&form, 0).then_some(())?;
        let weights = Weights::new(model, bounds, start, unknowns, &form);
        let value = weights.value(start);
        Some(ConservedSum { weights, value })
    });
    Conserved { sums: sums.collect() }
}

impl fmt::Display for Conserved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sum in &self.sums {
            writeln!(f, "{} is always {}", sum.weights.text, sum.value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Params, Source, compile};

    fn sums(text: &str) -> String {
        let source = Source::new("test.gdl", text);
        let (model, _) = compile(&source, &Params::new()).expect("a game");
        conserved(&model, &Domain::start(&model, 0), &Bounds::new(&model)).to_string()
    }

    const PLACING: &str =
        "game \"t\" players X, O board grid(2, 2) pieces x = mark of X, o = mark of O
        move place: [empty] -> [mine] ";

    #[test]
    fn stones_tell_whose_turn_it_is() {
        let text = "the number of X minus the number of O minus 1 if O is to move is always 0\n";
        assert_eq!(sums(&format!("{PLACING} stuck draws")), text);
        assert_eq!(sums(&format!("{PLACING} stuck passes")), "", "nobody knows who passed");
    }

    #[test]
    fn men_come_from_the_hand() {
        let game = "game \"t\" players W, B board grid(2, 2) pieces w = man of W, b = man of B
            counter hand = 2 each stuck loses
            move place when hand > 0: [empty] -> [mine], hand -= 1
            move step when hand = 0: [mine | empty] -> [empty | mine] ";
        let text = "the number of W plus hand of W is always 2\nthe number of B plus hand of B is always 2\n";
        assert_eq!(sums(game), text);
        assert_eq!(sums(&format!("{game} move take: [mine | theirs] -> [empty | mine]")), "");
    }
}
