//! A sum of whole weights read off a position, see [`crate::analyze::weights`].
//!
//! Weights may be negative and numbers in the code may not: what weighs more than nothing and what
//! weighs less is added up apart. On sets, the cells of one content are weighed by counting bits:
//! once for each weight, or once for each binary digit of the weights if those are fewer.

use super::context::Context;
use super::place;
use super::state::{Form, ones};
use crate::analyze::weights::Weights;
use crate::ir::{Code, Expr, Operator, Type};
use crate::model::Content;
use std::collections::BTreeMap;

/// What code for a sum needs besides the position.
pub(super) struct Lowered<'a> {
    weights: &'a Weights,
    /// Times which the weights are taken: 1 or -1.
    sign: i64,
    /// On positions that are kept cell by cell.
    cells: OnCells,
    /// What the weights come to besides: cells that never change, and the lowest weight of each
    /// cell where there is a table.
    constant: i64,
}

/// How the contents of cells are weighed where each has a byte.
enum OnCells {
    /// They weigh nothing, or there are sets.
    No,
    /// All cells are alike: each with this content has this weight.
    Alike(u8, i64),
    /// By cell and content, how much more than the lowest it weighs; and the length of the rows.
    Table(Expr, u64),
}

/// Terms to add and terms to take away, each a number of 64 bits.
#[derive(Default)]
struct Terms {
    more: Vec<Expr>,
    less: Vec<Expr>,
}

impl Terms {
    fn add(&mut self, weight: i64, value: Expr) {
        let side = if weight < 0 { &mut self.less } else { &mut self.more };
        side.push(value.to(Type::Rank) * weight.unsigned_abs());
    }
}

impl<'a> Lowered<'a> {
    /// Adds the table that the code needs; it gets this name. The weights count times `sign`, 1 or
    /// -1.
    pub(super) fn new(
        context: &mut Context<'_>,
        weights: &'a Weights,
        sign: i64,
        table: &str,
    ) -> Self {
        let hash = context.hash;
        let mut constant = 0;
        let mut by_cell: BTreeMap<usize, Vec<(u8, i64)>> = BTreeMap::new();
        for (cell, content, weight) in &weights.cells {
            match hash.position(*cell) {
                Some(position) => {
                    by_cell.entry(position).or_default().push((content.0, weight * sign));
                }
                None if hash.board_content(*cell) == content.0 => constant += weight * sign,
                None => {}
            }
        }
        for (cell, weight) in &weights.heaps {
            if hash.position(*cell).is_none() {
                constant += weight * sign * i64::from(hash.board_content(*cell));
            }
        }
        let cells = match context.form() {
            Form::Cells => on_cells(context, &by_cell, table, &mut constant),
            Form::Sets => OnCells::No,
        };
        Lowered { weights, sign, cells, constant }
    }

    /// Writes the code for the sum plus a number; it must not be negative.
    pub(super) fn sum(&self, context: &Context<'_>, code: &mut Code, plus: i64) -> Expr {
        let state = context.state();
        let mut terms = Terms::default();
        match (&self.cells, context.form()) {
            (OnCells::No, Form::Sets) => self.on_sets(context, &mut terms),
            (OnCells::No, Form::Cells) => {}
            (OnCells::Alike(content, weight), _) => {
                let cells = context.layout.cells(&state);
                let count = code.name("count", Expr::number(Type::U32, 0_u32));
                code.count("cell", 0, place(context.layout.cells), |code, cell| {
                    let counts = cells.at(&cell).equals(u64::from(*content)).to(Type::U32);
                    code.update(&count, Operator::Add, counts);
                });
                terms.add(*weight, count);
            }
            (OnCells::Table(table, width), _) => {
                let cells = context.layout.cells(&state);
                let sum = code.name("sum", Code::index(0));
                code.count("cell", 0, place(context.layout.cells), |code, cell| {
                    let held = cells.at(&cell).to(Type::Index);
                    let weight = table.at(&cell * *width + held).to(Type::Rank);
                    code.update(&sum, Operator::Add, weight);
                });
                terms.add(1, sum);
            }
        }
        for (cell, weight) in &self.weights.heaps {
            if let Some(position) = context.hash.position(*cell) {
                terms.add(weight * self.sign, context.layout.cells(&state).at(place(position)));
            }
        }
        for (counter, weight) in &self.weights.counters {
            terms.add(weight * self.sign, context.layout.counter(&state, counter.index()));
        }
        if let Some(mover) = context.layout.mover(&state) {
            for (player, weight) in &self.weights.movers {
                terms.add(weight * self.sign, mover.equals(u64::from(player.0)));
            }
        }
        let constant = self.constant + plus;
        if constant != 0 {
            terms.add(constant.signum(), Code::index(constant.unsigned_abs()));
        }
        let total = |terms: Vec<Expr>| {
            terms.into_iter().reduce(|sum, term| sum + term).unwrap_or_else(|| Code::index(0))
        };
        total(terms.more) - total(terms.less)
    }

    fn on_sets(&self, context: &Context<'_>, terms: &mut Terms) {
        let state = context.state();
        let (ty, width) = (context.layout.set_type(), context.layout.cells);
        let contents = 0..=u8::try_from(context.model.pieces.len()).expect("at most MAX_PIECES");
        for content in contents {
            let weighed = self.weights.cells.iter().filter(|it| it.1 == Content(content));
            let weighed: Vec<(usize, i64)> = weighed
                .filter_map(|(cell, _, weight)| {
                    Some((context.hash.position(*cell)?, weight * self.sign))
                })
                .collect();
            for (weight, cells) in groups(&weighed) {
                let set = context.layout.set_or_rest(&state, content);
                let all = cells == ones(width);
                let weighed = if all { set } else { set & Expr::set(ty.clone(), cells, width) };
                terms.add(weight, weighed.count_ones());
            }
        }
    }
}

/// Decides how cells are weighed that have a byte each.
fn on_cells(
    context: &mut Context<'_>,
    by_cell: &BTreeMap<usize, Vec<(u8, i64)>>,
    table: &str,
    constant: &mut i64,
) -> OnCells {
    let Some(first) = by_cell.values().next() else { return OnCells::No };
    if let [(content, weight)] = first.as_slice()
        && by_cell.len() == context.layout.cells
        && by_cell.values().all(|weights| weights == first)
    {
        return OnCells::Alike(*content, *weight);
    }
    let width = context.model.pieces.len() + 1;
    let mut entries = vec![0; width * context.layout.cells];
    for (cell, weights) in by_cell {
        // What is not listed weighs nothing.
        let lowest = weights.iter().map(|(_, weight)| *weight).min().unwrap_or(0).min(0);
        *constant += lowest;
        for content in 0..width {
            let listed = weights.iter().find(|(it, _)| usize::from(*it) == content);
            let weight = listed.map_or(0, |(_, weight)| *weight);
            entries[cell * width + content] =
                u64::try_from(weight - lowest).expect("the lowest is not above");
        }
    }
    let doc = "What a cell weighs, by cell and content.";
    let table = context.listed(table, doc, entries, width);
    OnCells::Table(table, u64::try_from(width).expect("few contents"))
}

/// Sets of cells with a factor each, so that the sum of the factors of the sets that a cell is in
/// is its weight.
fn groups(weighed: &[(usize, i64)]) -> Vec<(i64, u128)> {
    let mut by_weight: BTreeMap<i64, u128> = BTreeMap::new();
    let mut by_digit: BTreeMap<i64, u128> = BTreeMap::new();
    for (cell, weight) in weighed {
        *by_weight.entry(*weight).or_default() |= 1 << cell;
        let digits = (0..63).map(|digit| 1_i64 << digit);
        for digit in digits.filter(|digit| weight.unsigned_abs() & digit.unsigned_abs() != 0) {
            *by_digit.entry(digit * weight.signum()).or_default() |= 1 << cell;
        }
    }
    let fewer = if by_digit.len() < by_weight.len() { by_digit } else { by_weight };
    fewer.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_add_up_to_the_weights_with_few_sets() {
        let few: Vec<(usize, i64)> = vec![(0, 100), (3, -7), (5, 100)];
        let many: Vec<(usize, i64)> = (0..15).map(|cell| (cell, cell as i64 - 7)).collect();
        for (weighed, most) in [(few, 2), (many, 6)] {
            let groups = groups(&weighed);
            assert_eq!(groups.len(), most);
            for (cell, weight) in weighed {
                let own = groups.iter().filter(|(_, cells)| cells >> cell & 1 == 1);
                assert_eq!(own.map(|(factor, _)| factor).sum::<i64>(), weight);
            }
        }
    }
}
