//! A sum modulo 2 read off a position, see [`crate::analyze::potential`].
//!
//! Only the last bit of the sum counts. So on sets, what is counted in several of them is joined
//! by exclusive or and counted once, and the content that the sets leave is never needed: it
//! stands where none of the others does.

use super::context::Context;
use super::state::{Form, ones};
use super::{parity, place};
use crate::analyze::potential::Potential;
use crate::ir::{Code, Expr, Operator, Type};
use crate::model::{Content, ContentSet};

/// Up to this number of contents of cells are tested one by one; if there are more, a table says
/// what counts.
const FEW_TESTS: usize = 16;

/// What code for a sum needs besides the position.
pub(super) struct Lowered<'a> {
    potential: &'a Potential,
    /// What counts of the cells that can change.
    counted: Vec<(usize, ContentSet)>,
    /// By cell and content, whether it counts; and the length of its rows.
    table: Option<(Expr, u64)>,
    /// For each arrangement of pieces that are all different, the function that gives its sign.
    signs: Vec<String>,
    /// What the cells that never change come to.
    constant: u64,
}

impl<'a> Lowered<'a> {
    /// Adds the tables and functions that the code needs; the table gets this name.
    pub(super) fn new(context: &mut Context<'_>, potential: &'a Potential, table: &str) -> Self {
        let hash = context.hash;
        let mut counted = Vec::new();
        let mut constant = 0;
        for (cell, contents) in &potential.cells {
            match hash.position(*cell) {
                Some(position) => counted.push((position, *contents)),
                None => {
                    constant += u64::from(contents.contains(Content(hash.board_content(*cell))))
                }
            }
        }
        let still = potential.heaps.iter().filter(|cell| hash.position(*cell).is_none());
        constant += still.map(|cell| u64::from(hash.board_content(cell))).sum::<u64>();
        let tests: usize = counted.iter().map(|(_, contents)| contents.len()).sum();
        let many = context.form() == Form::Cells && tests > FEW_TESTS;
        Lowered {
            potential,
            table: many.then(|| listed(context, &counted, table)),
            counted,
            signs: potential
                .signs
                .iter()
                .map(|arrangement| parity::lower(context, arrangement.cells.len()))
                .collect(),
            constant: constant % 2,
        }
    }

    /// Writes the code for the sum; with `flipped`, for one more. Gives 1 or 0.
    pub(super) fn odd(&self, context: &Context<'_>, code: &mut Code, flipped: bool) -> Expr {
        let state = context.state();
        let position = |cell| context.hash.position(cell);
        let mut constant = self.constant + u64::from(flipped);
        let mut terms: Vec<Expr> = Vec::new();
        match (context.form(), &self.table) {
            (Form::Sets, _) => {
                let (term, turned) = self.on_sets(context, &state);
                constant += u64::from(turned);
                terms.extend(term);
            }
            (Form::Cells, Some((table, width))) => {
                let cells = context.layout.cells(&state);
                let sum = code.name("counted", Expr::number(Type::U32, 0_u32));
                code.count("cell", 0, place(context.layout.cells), |code, cell| {
                    let held = cells.at(&cell).to(Type::Index);
                    let counts = table.at(&cell * *width + held).to(Type::U32);
                    code.update(&sum, Operator::Add, counts);
                });
                terms.push(sum);
            }
            (Form::Cells, None) => {
                let cells = context.layout.cells(&state);
                for (cell, contents) in &self.counted {
                    let held = cells.at(place(*cell));
                    let tests = contents.iter().map(|it| held.equals(u64::from(it.0)));
                    terms.extend(tests.map(|test| test.to(Type::U32)));
                }
            }
        }
        let heaps = self.potential.heaps.iter().filter_map(position);
        terms.extend(heaps.map(|cell| context.layout.cells(&state).at(place(cell)).to(Type::U32)));
        let counters = self.potential.counters.iter();
        terms.extend(counters.map(|it| context.layout.counter(&state, it.index()).to(Type::U32)));
        if let Some(mover) = context.layout.mover(&state) {
            let movers = self.potential.movers.iter();
            terms.extend(movers.map(|player| mover.equals(u64::from(player.0)).to(Type::U32)));
        }
        for (number, (arrangement, sign)) in
            self.potential.signs.iter().zip(&self.signs).enumerate()
        {
            let cells = arrangement.cells.iter().map(|cell| match position(cell) {
                Some(position) => context.layout.content(&state, position),
                None => Expr::number(Type::U8, context.hash.board_content(cell)),
            });
            let zeros = Expr::filled(Expr::number(Type::U8, 0_u32), arrangement.cells.len());
            let order = code.name(&format!("order_{}", number + 1), zeros);
            for (number, held) in cells.enumerate() {
                code.set(&order.at(place(number)), held);
            }
            terms.push(context.call(sign, &[order]));
        }
        let sum = terms.into_iter().reduce(|sum, term| sum + term);
        let sum = sum.unwrap_or_else(|| Expr::number(Type::U32, 0_u32));
        (sum + Expr::number(Type::U32, constant % 2)) & 1
    }

    /// What the sets come to, and whether that is turned round.
    fn on_sets(&self, context: &Context<'_>, state: &Expr) -> (Option<Expr>, bool) {
        let counting = |content: u8| {
            let counted = self.counted.iter();
            counted
                .filter(|(_, contents)| contents.contains(Content(content)))
                .fold(0_u128, |cells, (cell, _)| cells | 1 << cell)
        };
        let left = counting(context.layout.rest);
        let (ty, width) = (context.layout.set_type(), context.layout.cells);
        let counted = context.layout.sets(state).filter_map(|(content, set)| {
            let cells = counting(content) ^ left;
            match cells {
                0 => None,
                all if all == ones(width) => Some(set),
                some => Some(set & Expr::set(ty.clone(), some, width)),
            }
        });
        let joined = counted.reduce(|one, other| one ^ other);
        (joined.map(|joined| joined.count_ones()), left.count_ones() % 2 == 1)
    }
}

/// A table of what counts, by cell and content, and the length of its rows.
fn listed(context: &mut Context<'_>, counted: &[(usize, ContentSet)], name: &str) -> (Expr, u64) {
    let width = context.model.pieces.len() + 1;
    let mut entries = vec![0; width * context.layout.cells];
    for (cell, contents) in counted {
        for content in contents.iter() {
            entries[cell * width + usize::from(content.0)] = 1;
        }
    }
    let doc = "What counts, by cell and content.";
    (context.listed(name, doc, entries, width), u64::try_from(width).expect("few contents"))
}
