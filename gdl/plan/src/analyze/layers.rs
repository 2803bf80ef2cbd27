//! Numbers that count the moves: potentials that change by the same amount with every move.
//!
//! If some number read off the position falls (or rises) by exactly one with every move, it tells
//! the *layer*: how many moves were made since the start. No position of one layer comes back in
//! another, so a search needs to keep just two layers. In peg solitaire it is the number of pegs,
//! in many placing games the number of empty cells.
//!
//! The equations are those of `change.rs`, with a right-hand side other than 0, over the rational
//! numbers. Counts of single pieces and counters are tried first, then sums of these, then weights
//! for every content of every cell. What is found is checked exactly.

use super::bounds::{Bounds, Interval};
use super::change::{Changes, Equations, Form, Unknowns};
use super::potential::contents;
use super::rational::System;
use super::weights::Weights;
use crate::domain::Domain;
use crate::model::{Content, CounterId, Model};
use serde::Serialize;
use std::fmt;

/// LIMIT: with more unknown weights than this only counts and counters are tried.
const MOST_UNKNOWNS: usize = 2000;

/// A number that changes by the same amount with every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayerNumber {
    /// How it is read off a position.
    pub weights: Weights,
    /// What kind of number it is.
    pub form: LayerForm,
    /// By how much every move changes it; not 0.
    pub change: i64,
    /// Its value at the start.
    pub at_start: i64,
    /// The values it can have after any number of moves, or more.
    pub range: Interval,
}

impl LayerNumber {
    /// No game is longer than this.
    pub fn most_moves(&self) -> i64 {
        (self.range.high - self.range.low) / self.change.abs()
    }
}

/// Kinds of such numbers, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum LayerForm {
    /// The number of cells with this content; cells that never change are left out.
    Count(Content),
    /// A counter.
    Counter(CounterId),
    /// A sum of multiples of numbers of pieces and of counters, and of whose turn it is.
    Numbers,
    /// Anything else.
    General,
}

/// The simplest number that counts the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layers {
    /// The number, if there is one.
    pub number: Option<LayerNumber>,
}

/// Looks for a number that changes by the same amount with every move.
pub fn layers(model: &Model, domain: &Domain, bounds: &Bounds<'_>) -> Layers {
    let Some(start) = domain.beginning() else { return Layers { number: None } };
    // Signs make sense modulo 2 only, so there are none here.
    let changes = Changes::new(model, bounds, &[]);
    if changes.moves.is_empty() {
        return Layers { number: None };
    }
    let equations = changes.equations();
    let found = simple(model, &changes.unknowns, &equations)
        .or_else(|| general(&changes.unknowns, &equations));
    let number = found.map(|(form, weights, change)| {
        let plain = |weights| Weights::new(model, bounds, start, &changes.unknowns, weights);
        let (weights, change) = match plain(&weights) {
            it if it.is_mostly_negative() => (plain(&weights.times(-1)), -change),
            it => (it, change),
        };
        let at_start = weights.value(start);
        let (low, high) = if change < 0 {
            (weights.range().low, at_start)
        } else {
            (at_start, weights.range().high)
        };
        LayerNumber { weights, form, change, at_start, range: Interval { low, high } }
    });
    Layers { number }
}

/// Counts, counters, and sums of them with whose turn it is.
fn simple(
    model: &Model,
    unknowns: &Unknowns,
    equations: &Equations,
) -> Option<(LayerForm, Form, i64)> {
    let counts = contents(model).map(|it| (LayerForm::Count(it), unknowns.count(it)));
    let counters = unknowns.counters().map(|(it, form)| (LayerForm::Counter(it), form));
    let singles: Vec<(LayerForm, Form)> = counters.chain(counts).collect();
    for (form, weights) in &singles {
        for change in [-1, 1] {
            if equations.hold(weights, change) {
                return Some((*form, weights.clone(), change));
            }
        }
    }
    // Sums of few kinds of numbers are tried before those of many.
    let all: Vec<Form> =
        singles.into_iter().map(|(_, form)| form).chain(unknowns.movers()).collect();
    let counters = unknowns.counters().count();
    let numbers = all.len() - unknowns.movers().count();
    [0..counters, counters..numbers, 0..numbers, 0..all.len()]
        .into_iter()
        .find_map(|part| sum(equations, &all[part]))
}

/// A sum of multiples of these weightings.
fn sum(equations: &Equations, span: &[Form]) -> Option<(LayerForm, Form, i64)> {
    let mut system = System::new(span.len());
    for (values, moves) in equations.within(span) {
        system.insert(values.into_iter().enumerate(), i64::from(moves));
    }
    let solution = system.particular()?;
    let mut weights = Form::default();
    for (part, factor) in span.iter().zip(&solution.numerators) {
        weights.add(part, *factor);
    }
    let change = solution.denominator;
    equations.hold(&weights, change).then_some((LayerForm::Numbers, weights, change))
}

/// Any weights.
fn general(unknowns: &Unknowns, equations: &Equations) -> Option<(LayerForm, Form, i64)> {
    if unknowns.list.len() > MOST_UNKNOWNS {
        return None;
    }
    let mut system = System::new(unknowns.list.len());
    let moved = equations.moved.iter().map(|form| (form, 1));
    // What must be 1 comes first: where moves can be undone, it soon contradicts itself.
    for (form, right) in moved.chain(equations.kept.iter().map(|form| (form, 0))) {
        system.insert(form.terms(), right);
        if system.is_contradictory() {
            return None;
        }
    }
    let solution = system.particular()?;
    let weights: Form = solution.numerators.iter().copied().enumerate().collect();
    let change = solution.denominator;
    equations.hold(&weights, change).then_some((LayerForm::General, weights, change))
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(number) = &self.number else { return Ok(()) };
        let how = if number.change < 0 { "lowers" } else { "raises" };
        let what = &number.weights.text;
        let by = match number.change.abs() {
            1 => "by one".to_owned(),
            many => format!("by {many}"),
        };
        writeln!(
            f,
            "every move {how} {what} {by}, from {} at the start: it tells how many moves were made, at most {}",
            number.at_start,
            number.most_moves()
        )
    }
}

#[cfg(test)]
mod tests;
